//! JSON Lines: an object a row, every key in each.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Cell, Sheet};
use crate::json;

pub(super) fn write(sheet: &Sheet, out: &mut dyn Write) -> io::Result<()> {
    (0..sheet.rows()).try_for_each(|row| json::line(&Row { sheet, row }, out))
}

struct Row<'s> {
    sheet: &'s Sheet,
    row: usize,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.sheet.columns.len()))?;
        for column in &self.sheet.columns {
            match column.values.cell(self.row) {
                Cell::Empty => map.serialize_entry(column.name, &())?,
                Cell::Text(text) => map.serialize_entry(column.name, text)?,
                Cell::Whole(number) => map.serialize_entry(column.name, &number)?,
                Cell::Number(number) => map.serialize_entry(column.name, &number)?,
                Cell::Instant(at) => map.serialize_entry(column.name, &at)?,
            }
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_row_is_an_object() {
        let mut out = Vec::new();
        super::write(&super::super::example(), &mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "{\"at\":\"2026-05-14T05:21:54.431416Z\",\"text\":\"=1+1, \\\"x\\\"\",\"count\":-2,\"value\":0.5}\n\
             {\"at\":null,\"text\":null,\"count\":0,\"value\":null}\n\
             {\"at\":\"1970-01-01T00:00:00.000000Z\",\"text\":\"a\\u001b[2Jb\",\"count\":null,\"value\":5440.0}\n"
        );
    }
}

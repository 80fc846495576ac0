//! The journal as JSON, read as a stream of entries.
//!
//! Source: systemd's "Journal JSON Format". An entry is an object; a value is a string, `null` if it was left out,
//! an array of numbers if its bytes are no UTF-8, or an array of all these if the field stands there more than
//! once. Objects may stand one a line, over several lines, after the marks of a text sequence or of server-sent
//! events, or in one array.

mod object;
mod split;

use std::io::{self, BufRead};

use self::split::{Piece, Splitter};
use crate::entries::{Entries, Fields, Step};

/// Reads entries one by one. Holds one object.
pub(crate) struct JsonReader<R> {
    stream: Splitter<R>,
    wanted: Vec<&'static str>,
    fields: Fields,
    /// Messages that were left out.
    left_out: u64,
}

impl<R: BufRead> Entries for JsonReader<R> {
    fn step(&mut self) -> io::Result<Step> {
        self.fields.clear();
        Ok(match self.stream.next()? {
            Piece::End => Step::End,
            Piece::Broken { line, what } => Step::Rejected { line, what: what.to_owned() },
            Piece::Object { line } => match object::read(self.stream.object(), &self.wanted) {
                Ok(read) => {
                    self.fields = read.fields;
                    self.left_out += u64::from(read.lacks_message);
                    Step::Entry { line, closed: true }
                }
                Err(error) => Step::Rejected { line, what: format!("the entry is no valid JSON: {error}") },
            },
        })
    }

    fn fields(&self) -> &Fields {
        &self.fields
    }

    fn lines(&self) -> u64 {
        self.stream.lines()
    }

    fn losses(&self) -> Vec<(&'static str, String)> {
        let what = format!(
            "{} messages are missing (null): journalctl leaves out values of more than 4096 bytes in JSON; --all \
             keeps them, and so does journalctl -o export",
            self.left_out
        );
        (self.left_out > 0).then_some(("left out", what)).into_iter().collect()
    }
}

impl<R: BufRead> JsonReader<R> {
    /// A reader that keeps only the wanted fields.
    pub(crate) fn new(stream: R, wanted: Vec<&'static str>) -> Self {
        Self { stream: Splitter::new(stream), wanted, fields: Vec::new(), left_out: 0 }
    }
}

#[cfg(test)]
mod tests;

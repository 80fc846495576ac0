//! The journal's text forms as one kind of stream of entries.
//!
//! `journalctl` writes an entry whole, with its boot, numbers and who is speaking, in the export form, as JSON and
//! in the verbose form. All of them are read in steps, so that selection and boots are one path.

use std::io::{self, BufRead};

use crate::export::ExportReader;
use crate::fields::VALUE_MAX;
use crate::form::Form;
use crate::json::JsonReader;
use crate::verbose::VerboseReader;

/// Values of an entry that are kept; journald itself takes no more fields (ENTRY_FIELD_COUNT_MAX).
const VALUES_MAX: usize = 1024;

/// What the stream held next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// An entry; its fields can be asked for until the next step. `closed` is false for one that the
    /// stream's end cut off between two lines.
    Entry { line: u64, closed: bool },
    /// Something that is no entry, from this line on.
    Rejected { line: u64, what: String },
    /// The end.
    End,
}

/// The fields of an entry, in their order.
pub(crate) type Fields = Vec<(&'static str, Vec<u8>)>;

/// Reads entries one by one.
pub(crate) trait Entries {
    /// Goes to the next entry.
    ///
    /// # Errors
    /// What the stream itself returns, such as damage in a compressed stream. The entry it fell into is lost.
    fn step(&mut self) -> io::Result<Step>;

    /// The wanted fields of the entry just read.
    fn fields(&self) -> &Fields;

    /// Lines read so far.
    fn lines(&self) -> u64;

    /// What the form lost of the entries read so far, or what was done to them on the way: kind and words.
    fn losses(&self) -> Vec<(&'static str, String)>;

    /// The first value of a field.
    fn field(&self, name: &str) -> Option<&[u8]> {
        self.fields().iter().find(|(field, _)| *field == name).map(|(_, value)| value.as_slice())
    }
}

/// The reader for a form. It keeps only the wanted fields, and never more than
/// [`VALUE_MAX`] of a value.
pub(crate) fn of<'a>(
    form: Form,
    stream: impl BufRead + 'a,
    wanted: Vec<&'static str>,
) -> Box<dyn Entries + 'a> {
    match form {
        Form::Export => Box::new(ExportReader::new(stream, wanted)),
        Form::Json => Box::new(JsonReader::new(stream, wanted)),
        Form::Verbose => Box::new(VerboseReader::new(stream, wanted)),
    }
}

/// Adds a value to an entry, as far as there is room.
pub(crate) fn keep(fields: &mut Fields, name: &'static str, value: &[u8]) {
    if fields.len() < VALUES_MAX {
        fields.push((name, value.get(..VALUE_MAX).unwrap_or(value).to_vec()));
    }
}

/// What a reader makes of a stream, step by step: the line, and the message or why there is none.
#[cfg(test)]
pub(crate) fn steps(mut reader: impl Entries) -> Vec<(u64, Result<Vec<u8>, String>)> {
    let mut found = Vec::new();
    loop {
        match reader.step().unwrap() {
            Step::Entry { line, .. } => {
                found.push((line, Ok(reader.field("MESSAGE").unwrap_or_default().to_vec())));
            }
            Step::Rejected { line, what } => found.push((line, Err(what))),
            Step::End => return found,
        }
    }
}

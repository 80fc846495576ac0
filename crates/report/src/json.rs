//! `-o json`: the contract `spark-autopsy/1`; `-o jsonl`: `spark-autopsy-boot/1`, a line a boot.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};

use crate::Options;
use crate::inert::is_active;
use crate::schema::{self, Report};

/// Writes the report as JSON with a newline at the end. Width, colour and zone don't change it.
///
/// # Errors
/// Those of the writer.
pub fn render(report: &Report, _options: &Options, out: &mut dyn Write) -> io::Result<()> {
    let mut serializer = Serializer::with_formatter(&mut *out, Harmless(PrettyFormatter::new()));
    report.serialize(&mut serializer)?;
    writeln!(out)
}

/// Writes one line of JSON a boot.
///
/// # Errors
/// Those of the writer.
pub fn lines(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    schema::lines(report).try_for_each(|boot| line(&boot, out))
}

/// Writes anything as one line of JSON, with its newline.
///
/// # Errors
/// Those of the writer.
pub(crate) fn line(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let mut serializer = Serializer::with_formatter(&mut *out, Harmless(CompactFormatter));
    value.serialize(&mut serializer)?;
    writeln!(out)
}

/// JSON in which characters that would steer a terminal or hide text are escapes, so that a report can
/// be looked at with `cat`. What a reader gets is the same.
struct Harmless<F>(F);

impl<F: Formatter> Formatter for Harmless<F> {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, text: &str) -> io::Result<()> {
        let mut plain = 0;
        for (place, c) in text.char_indices().filter(|&(_, c)| is_active(c)) {
            out.write_all(&text.as_bytes()[plain..place])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            plain = place + c.len_utf8();
        }
        out.write_all(&text.as_bytes()[plain..])
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_array(out)
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array(out)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array_value(out)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object(out)
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object(out)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(out, first)
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object_key(out)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object_value(out)
    }
}

/// Reads a report that [`render`] wrote.
///
/// # Errors
/// Text that is no such report.
pub fn read(text: &str) -> serde_json::Result<Report> {
    serde_json::from_str(text)
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn is_read_back_as_it_was_written() {
        for mut report in [sample::incident(), sample::batch(), sample::others()] {
            report.boots[0].summary = "\u{9b}31m \u{202e}x\u{7f} \u{e0041} \"quoted\" \n".to_owned();
            let mut out = Vec::new();
            render(&report, &Options::default(), &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert!(text.ends_with("}\n"));
            assert!(!text.chars().any(|c| c != '\n' && is_active(c)), "{text}");
            assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
        }
    }
}

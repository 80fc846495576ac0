//! Which of the journal's text forms a stream has.

use crate::verbose;

/// A text form that loses nothing by which entries are told apart: boot, numbers, who is speaking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `journalctl -o export`.
    Export,
    /// `journalctl -o json`, `json-pretty`, `json-seq` or `json-sse`.
    Json,
    /// `journalctl -o verbose`.
    Verbose,
}

/// Fields that only the journal's own JSON has.
const KEYS: [&[u8]; 3] = [b"\"__REALTIME_TIMESTAMP\"", b"\"__CURSOR\"", b"\"__MONOTONIC_TIMESTAMP\""];

/// Recognises a form by the start of a stream, which may begin in the middle of an entry.
pub(crate) fn recognise(start: &[u8]) -> Option<Form> {
    let mut json = false;
    for line in start.split(|&byte| byte == b'\n') {
        if line.starts_with(b"__CURSOR=") || line.starts_with(b"__REALTIME_TIMESTAMP=") {
            return Some(Form::Export);
        }
        if verbose::begins_entry(line.strip_suffix(b"\r").unwrap_or(line)) {
            return Some(Form::Verbose);
        }
        json |= begins_object(line);
    }
    let is_journal = || KEYS.iter().any(|key| start.windows(key.len()).any(|part| part == *key));
    (json && is_journal()).then_some(Form::Json)
}

/// Whether a stream that is no journal's for sure begins as JSON.
pub(crate) fn looks_like_json(start: &[u8]) -> bool {
    start.split(|&byte| byte == b'\n').find(|line| !line.trim_ascii().is_empty()).is_some_and(begins_object)
}

/// Whether a line begins an object: alone, in an array, after the mark of a sequence or of an event.
fn begins_object(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let line = line.strip_prefix(b"data:").unwrap_or(line);
    let line = line.strip_prefix(b"\x1e").unwrap_or(line).trim_ascii();
    let line = line.strip_prefix(b"[").map_or(line, <[u8]>::trim_ascii);
    line.strip_prefix(b"{").is_some_and(|rest| matches!(rest.trim_ascii().first(), None | Some(b'"')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_known_by_their_lines() {
        let cursor = "s=00000000000000000000000000000001;i=1;b=00000000000000000000000000000002;m=1;t=1;x=1";
        let header = format!("Mon 2026-11-16 10:15:02.183780 UTC [{cursor}]");
        let object = "{\"MESSAGE\":\"a\",\"__CURSOR\":\"s=1\"}";
        let cases: &[(&str, Option<Form>)] = &[
            ("", None),
            ("a,b\n1,2\n", None),
            ("MESSAGE=torn\n\n__CURSOR=s=1\n", Some(Form::Export)),
            ("__REALTIME_TIMESTAMP=1\n", Some(Form::Export)),
            (&header, Some(Form::Verbose)),
            (&format!("    MESSAGE=torn\n-- Boot 1 --\n{header}\r\n"), Some(Form::Verbose)),
            ("Mon 2026-11-16 10:15:02.183780 UTC\n    MESSAGE=a\n", None),
            (object, Some(Form::Json)),
            (&format!("e\":\"torn\"}}\n{object}"), Some(Form::Json)),
            (&format!("\u{1e}{object}"), Some(Form::Json)),
            (&format!("data: {object}"), Some(Form::Json)),
            (&format!("\u{feff}[{object}]"), Some(Form::Json)),
            ("[\n  {\n    \"__CURSOR\": \"s=1\"\n  }\n]\n", Some(Form::Json)),
            ("{\r\n\t\"__REALTIME_TIMESTAMP\" : \"1\"\r\n}\r\n", Some(Form::Json)),
            ("{\"time\": 1, \"mem\": 2}\n", None),
            ("{\"log\":\"{\\\"__CURSOR\\\":1}\"}\n", None),
            ("text \"__CURSOR\"\n", None),
        ];
        for (start, form) in cases {
            assert_eq!(recognise(start.as_bytes()), *form, "{start}");
        }
        assert!(looks_like_json(b"\n{\"a\":1}\n") && !looks_like_json(b"a\n{\"a\":1}\n"));
    }
}

//! Tests of the text forms: each gives the boots and records of the export.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use model::{InputKind, Problem};

use super::*;
use crate::{BootRecords, sniff};

/// The JSON forms of journalctl.
const JSON: [&str; 4] = ["json", "json-pretty", "json-seq", "json-sse"];

fn fixtures(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)
}

/// A selection that keeps every entry.
fn everything() -> Selection {
    Selection {
        filtered: Vec::new(),
        chatty: Vec::new(),
        wanted: Box::new(|_| true),
        always: Vec::new(),
        stream_always: Vec::new(),
        head_entries: usize::MAX,
        tail_entries: usize::MAX,
    }
}

/// What a stream gives, without what differs between forms: the line, and the order of fields.
fn read_bytes(bytes: &[u8]) -> (Input, Vec<BootRecords>) {
    let mut input = Input::new(InputId(0), "x", InputKind::Export);
    let drafts = read_from(bytes, &mut input, &everything());
    let mut boots: Vec<BootRecords> = drafts.into_iter().map(Draft::finish).collect();
    for record in boots.iter_mut().flat_map(|boot| &mut boot.records) {
        record.origin.line = None;
        record.fields.sort();
    }
    (input, boots)
}

fn sample(form: &str) -> Vec<u8> {
    std::fs::read(fixtures(&format!("streams/forms.{form}"))).unwrap()
}

fn words(problems: &[Problem]) -> Vec<&str> {
    problems.iter().map(|problem| problem.what.as_str()).collect()
}

/// Takes from the export's boots the messages that a form leaves out.
fn leaving_out(mut boots: Vec<BootRecords>, rule: fn(&mut String)) -> Vec<BootRecords> {
    boots.iter_mut().flat_map(|boot| &mut boot.records).for_each(|record| rule(&mut record.message));
    boots
}

/// Messages of more than 4096 bytes, the field's name counted, are `null` in JSON.
fn too_long(message: &mut String) {
    if message.len() + "MESSAGE=".len() > 4096 {
        message.clear();
    }
}

/// Of unprintable messages the verbose form tells only the size.
fn unprintable(message: &mut String) {
    if message.starts_with("step 12 ") {
        *message = "[19B blob data]".to_owned();
    }
    if message.starts_with('\u{1b}') {
        *message = "[23B blob data]".to_owned();
    }
}

#[test]
fn every_form_gives_the_records_of_the_export() {
    let (input, export) = read_bytes(&sample("export"));
    assert_eq!((input.records, input.rejected, input.kind), (30, 0, InputKind::Export));
    assert_eq!(export.iter().map(|boot| boot.boot.entries).collect::<Vec<_>>(), [12, 18]);
    for form in JSON {
        let (input, boots) = read_bytes(&sample(form));
        assert_eq!((input.records, input.rejected, input.kind), (30, 0, InputKind::JournalText), "{form}");
        assert_eq!(boots, leaving_out(export.clone(), too_long), "{form}");
        assert!(
            matches!(words(&input.problems)[..], [what] if what.starts_with("1 messages are missing (null)"))
        );
    }
    let (input, boots) = read_bytes(&sample("verbose"));
    assert_eq!((input.records, input.rejected, input.kind), (30, 0, InputKind::JournalText));
    assert_eq!(boots, leaving_out(export, unprintable));
    assert!(matches!(words(&input.problems)[..], [what] if what.starts_with("of 2 messages only the size")));
}

#[test]
fn every_form_is_recognised_in_a_file_and_in_a_pipe() {
    for form in JSON.iter().chain(&["verbose", "export"]) {
        let path = fixtures(&format!("streams/forms.{form}"));
        assert_eq!(sniff(&path).unwrap(), Some(crate::Kind::Export), "{form}");
        // Half a stream, with the beginning torn off.
        let bytes = sample(form);
        let half = &bytes[bytes.len() / 2..];
        let (input, boots) = read_bytes(half);
        assert!(input.records > 8 && input.rejected == 1, "{form}: {input:?}");
        assert_eq!(boots.len(), 1, "{form}");
    }
}

#[test]
fn lines_are_those_on_which_entries_begin() {
    for (form, begin) in
        [("json", "{"), ("json-seq", "\u{1e}{"), ("json-sse", "data: {"), ("verbose", "Mon ")]
    {
        let bytes = sample(form);
        let text = String::from_utf8(bytes.clone()).unwrap();
        let mut input = Input::new(InputId(0), "x", InputKind::Export);
        for draft in read_from(&*bytes, &mut input, &everything()) {
            for record in draft.records {
                let line = record.origin.line.unwrap() as usize;
                let line = text.lines().nth(line - 1).unwrap();
                assert!(line.starts_with(begin) && line.contains(&*record.origin.cursor.unwrap()), "{form}");
            }
        }
    }
}

#[test]
fn what_is_no_stream_says_what_it_is() {
    for (bytes, rejected, what) in [
        (&b""[..], 0, "it is empty"),
        (b"LPKSHHRHabc", 1, "it is a journal file"),
        (b"time,value\n1,2\n", 1, "looks like a table"),
        (b"{\"time\":1}\n{\"time\":2}\n", 2, "the entry has no __REALTIME_TIMESTAMP"),
        (b"some text\n", 1, "a line is no field"),
    ] {
        let (input, boots) = read_bytes(bytes);
        assert_eq!((input.records, input.rejected, boots.len()), (0, rejected, 0), "{what}");
        assert!(input.problems[0].what.contains(what), "{:?}", input.problems);
    }
}

/// A stream that breaks.
struct Breaking<'a>(&'a [u8]);

impl Read for Breaking<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            return Err(io::Error::other("it broke"));
        }
        self.0.read(buffer)
    }
}

#[test]
fn what_comes_before_a_stream_breaks_is_kept() {
    for form in JSON.iter().chain(&["verbose", "export"]) {
        let bytes = sample(form);
        let mut input = Input::new(InputId(0), "x", InputKind::Export);
        read_from(BufReader::new(Breaking(&bytes)), &mut input, &everything());
        assert!(input.records >= 29 && input.rejected == 1, "{form}: {input:?}");
        assert!(words(&input.problems).iter().any(|what| what.contains("it broke")), "{form}");
    }
}

/// The output of `journalctl -o FORM` for a folder, if there is a journalctl.
fn journalctl(folder: &Path, form: &str) -> Option<Vec<u8>> {
    let mut command = Command::new("journalctl");
    command.args(["--utc", "--all", "-o", form, "-D"]).arg(folder).stderr(Stdio::null());
    command.output().ok().map(|output| output.stdout)
}

#[test]
fn packed_journals_say_the_same_in_every_form() {
    for case in ["30-critical-temp-orderly", "K09a-rtc-reset-memory", "lab-257-badrtc"] {
        let folder = tempfile::TempDir::new().unwrap();
        for packed in std::fs::read_dir(fixtures(&format!("journals/{case}"))).unwrap() {
            let packed = packed.unwrap().path();
            let Some(name) = packed.file_stem().filter(|_| packed.extension().is_some_and(|end| end == "xz"))
            else {
                continue;
            };
            let mut file = std::fs::File::create(folder.path().join(name)).unwrap();
            io::copy(&mut unpack::open(&packed).unwrap(), &mut file).unwrap();
            file.flush().unwrap();
        }
        // Without journalctl the samples above have to do.
        let Some(export) = journalctl(folder.path(), "export") else { return };
        let (input, export) = read_bytes(&export);
        assert!(input.records > 50, "{case}: {input:?}");
        for form in ["json", "verbose"] {
            let (input, boots) = read_bytes(&journalctl(folder.path(), form).unwrap());
            assert_eq!(input.problems, [], "{case} {form}");
            assert!(boots == export, "{case} {form}");
        }
    }
}

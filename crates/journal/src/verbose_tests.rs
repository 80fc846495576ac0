//! Tests of the verbose form's reader.

use proptest::prelude::*;

use super::*;
use crate::entries;

const HEADER: &str = "Mon 2026-11-16 10:15:02.183780 UTC [s=00000000000000000000000000000001;i=a;\
                      b=00000000000000000000000000000002;m=f;t=5b436a6bce4d4;x=1]";

fn reader(bytes: &[u8]) -> VerboseReader<&[u8]> {
    VerboseReader::new(bytes, vec!["MESSAGE", "UNIT", "_PID", "_BOOT_ID"])
}

fn steps(bytes: &[u8]) -> Vec<(u64, Result<Vec<u8>, String>)> {
    entries::steps(reader(bytes))
}

/// An entry as journalctl prints it.
fn entry(message: &str) -> String {
    let message = message.replace('\n', "\n            ");
    format!("{HEADER}\n    _PID=7\n    MESSAGE={message}\n    CODE_LINE=1\n")
}

#[test]
fn entries_and_damage() {
    type Case = (&'static str, String, &'static [(u64, bool)]);
    let good = entry("good");
    let boot = "-- Boot 04cbc3b2fa844bd38c3dfd32e4ed0177 --\n";
    let cases: &[Case] = &[
        ("nothing", String::new(), &[]),
        ("no entries", "-- No entries --\n".into(), &[]),
        ("two", format!("{good}{good}"), &[(1, true), (5, true)]),
        ("a new boot", format!("{boot}{good}{boot}{good}"), &[(2, true), (7, true)]),
        ("CR LF", format!("{good}{good}").replace('\n', "\r\n"), &[(1, true), (5, true)]),
        (
            "the catalogue's words",
            format!("{good}-- Subject: a\n-- \n-- b\n\n{good}"),
            &[(1, true), (9, true)],
        ),
        (
            "a time without its cursor",
            format!("Mon 2026-11-16 10:15:02.183780 UTC\n    _PID=7\n{good}"),
            &[(1, false), (3, true)],
        ),
        ("torn first entry", format!("CURSOR]\n    _PID=7\n    a\n{good}"), &[(1, false), (4, true)]),
        ("foreign text", format!("{good}some text\nmore\n{good}"), &[(1, true), (5, false), (7, true)]),
        ("torn header", format!("{good}Mon 2026-11"), &[(1, true)]),
        ("only a torn header", "Mon 2026-11".into(), &[(1, false)]),
        ("a header without a boot", format!("Mon [s=1;i=1;m=1;t=1]\n{good}"), &[(1, false), (2, true)]),
        ("a header without its time", format!("Mon [b={:032x}]\n{good}", 2), &[(1, false), (2, true)]),
        ("header after header", format!("{HEADER}\n{good}"), &[(1, true), (2, true)]),
    ];
    for (name, bytes, expected) in cases {
        let found: Vec<_> =
            steps(bytes.as_bytes()).iter().map(|(line, step)| (*line, step.is_ok())).collect();
        assert_eq!(&found, expected, "{name}");
    }
}

#[test]
fn values() {
    for (printed, value) in [
        ("plain", "plain"),
        ("", ""),
        ("a\n            b", "a\nb"),
        ("a\n              b\n            ", "a\n  b\n"),
        ("\n            a", "\na"),
        ("    _PID=1", "    _PID=1"),
        ("a\n            UNIT=b", "a\nUNIT=b"),
        ("a\n      b", "a\nb"),
    ] {
        let text = format!("{HEADER}\n    MESSAGE={printed}\n    _PID=7\n");
        let mut reader = reader(text.as_bytes());
        reader.step().unwrap();
        assert_eq!(reader.field("MESSAGE"), Some(value.as_bytes()), "{printed:?}");
        assert_eq!(reader.field("_PID"), Some(b"7".as_slice()), "{printed:?}");
    }
}

#[test]
fn the_header_tells_what_frames_the_entry() {
    let text = entry("m");
    let mut reader = reader(text.as_bytes());
    reader.step().unwrap();
    for (name, value) in [
        ("__REALTIME_TIMESTAMP", "1605521702184148"),
        ("__MONOTONIC_TIMESTAMP", "15"),
        ("_BOOT_ID", "00000000000000000000000000000002"),
    ] {
        assert_eq!(reader.field(name), Some(value.as_bytes()), "{name}");
    }
    assert!(reader.field("__CURSOR").unwrap().starts_with(b"s=0000"));
}

#[test]
fn blobs_are_told_and_torn_fields_dropped() {
    let text = format!("{}{HEADER}\n    MESSAGE=m\n    _PID=1", entry("[123B blob data]"));
    let mut reader = reader(text.as_bytes());
    assert_eq!(reader.step().unwrap(), Step::Entry { line: 1, closed: true });
    assert_eq!(reader.field("MESSAGE"), Some(b"[123B blob data]".as_slice()));
    assert_eq!(reader.step().unwrap(), Step::Entry { line: 5, closed: false });
    assert_eq!((reader.field("MESSAGE"), reader.field("_PID")), (Some(b"m".as_slice()), None));
    assert_eq!(reader.step().unwrap(), Step::End);
    assert!(reader.losses()[0].1.contains("--all"));
}

#[test]
fn long_values_are_cut() {
    let lines = vec!["x".repeat(1000); 200].join("\n");
    for message in ["x".repeat(VALUE_MAX * 2), lines] {
        let found = steps((entry(&message) + &entry("next")).as_bytes());
        assert_eq!(found[0].1.as_ref().unwrap().len(), VALUE_MAX);
        assert_eq!(found[1].1, Ok(b"next".to_vec()));
    }
}

proptest! {
    #[test]
    fn any_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        steps(&bytes);
    }

    #[test]
    fn any_lines_never_panic(lines in proptest::collection::vec("(Mon \\[b=00000000000000000000000000000002;t=1\\]|    MESSAGE=|    [A-Z_]{0,3}=?|-- | {0,14})[ -~\\x00]{0,9}\n?", 0..40)) {
        let text = lines.concat();
        let found = steps(text.as_bytes());
        prop_assert!(found.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn nothing_is_lost(messages in proptest::collection::vec("[ -~\u{e9}]{1,30}(\n[ -~]{1,20}){0,3}", 0..20)) {
        let text: String = messages.iter().map(|message| entry(message)).collect();
        let found = steps(text.as_bytes());
        prop_assert_eq!(found.len(), messages.len());
        for ((_, step), message) in found.iter().zip(&messages) {
            prop_assert_eq!(step.as_deref().unwrap(), message.as_bytes());
        }
    }

    #[test]
    fn a_stream_is_the_sum_of_its_parts(messages in proptest::collection::vec("[a-z]{0,9}", 1..20), at in any::<prop::sample::Index>()) {
        let entries: Vec<String> = messages.iter().map(|message| entry(message)).collect();
        let (one, two) = entries.split_at(at.index(entries.len()));
        let parts = [steps(one.concat().as_bytes()), steps(two.concat().as_bytes())].concat();
        let whole = steps(entries.concat().as_bytes());
        prop_assert_eq!(whole.len(), parts.len());
        prop_assert!(whole.iter().zip(&parts).all(|(a, b)| a.1 == b.1));
    }
}

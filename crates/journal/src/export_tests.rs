//! Tests of the export stream's parser.

use proptest::prelude::*;

use super::*;
use crate::entries;

fn steps(bytes: &[u8]) -> Vec<(u64, Result<Vec<u8>, String>)> {
    entries::steps(ExportReader::new(bytes, vec!["MESSAGE", "__CURSOR", "__REALTIME_TIMESTAMP"]))
}

/// One entry with a text or binary message.
fn entry(message: &[u8], binary: bool) -> Vec<u8> {
    let mut bytes = b"__CURSOR=s=1;i=1\n__REALTIME_TIMESTAMP=1\n_BOOT_ID=1\n".to_vec();
    if binary {
        bytes.extend(b"MESSAGE\n");
        bytes.extend((message.len() as u64).to_le_bytes());
    } else {
        bytes.extend(b"MESSAGE=");
    }
    bytes.extend(message);
    bytes.extend(b"\n\n");
    bytes
}

#[test]
fn entries_and_damage() {
    let good = String::from_utf8(entry(b"good", false)).unwrap();
    /// Name, stream, and of each step the line and whether it is an entry.
    type Case = (&'static str, String, &'static [(u64, bool)]);
    let cases: &[Case] = &[
        ("nothing", String::new(), &[]),
        ("blank lines only", "\n\n\n".into(), &[]),
        ("two", format!("{good}{good}"), &[(1, true), (6, true)]),
        ("several blank lines", format!("\n{good}\n\n{good}"), &[(2, true), (9, true)]),
        ("no closing blank line at the end", good.trim_end().to_owned() + "\n", &[(1, true)]),
        ("torn in a line", format!("{good}{}", &good[..good.len() - 4]), &[(1, true), (6, false)]),
        ("torn in the first field", format!("{good}__CURS"), &[(1, true), (6, false)]),
        ("garbage before", format!("some text\n{good}"), &[(1, false), (2, true)]),
        ("garbage between", format!("{good}-- Boot 1 --\n\n{good}"), &[(1, true), (6, false), (8, true)]),
        ("garbage inside", format!("__CURSOR=a\nok go\nMESSAGE=x\n\n{good}"), &[(1, false), (5, true)]),
        ("no blank line between", format!("{}\n{good}", good.trim_end()), &[(1, false), (5, true)]),
        (
            "hostile length",
            format!("MESSAGE\n\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\n\n{good}"),
            &[(1, false), (4, true)],
        ),
        ("torn length", format!("{good}MESSAGE\n\u{1}\u{0}"), &[(1, true), (6, false)]),
        ("torn binary", format!("{good}MESSAGE\n\u{9}\0\0\0\0\0\0\0abc"), &[(1, true), (6, false)]),
        (
            "binary without newline",
            format!("MESSAGE\n\u{1}\0\0\0\0\0\0\0abc\n\n{good}"),
            &[(1, false), (4, true)],
        ),
    ];
    for (name, bytes, expected) in cases {
        let found: Vec<_> =
            steps(bytes.as_bytes()).iter().map(|(line, step)| (*line, step.is_ok())).collect();
        assert_eq!(&found, expected, "{name}");
    }
}

#[test]
fn lines_of_binary_values_count() {
    // The second value's length is a newline's code, which counts like any other.
    let entries = [entry(b"a\nb\nc", true), entry(b"0123456789", true), entry(b"x", false)];
    let found = steps(&entries.concat());
    let mut before = 0;
    for (entry, (line, step)) in entries.iter().zip(&found) {
        assert!(step.is_ok());
        assert_eq!(*line, before + 1);
        before += entry.iter().filter(|&&byte| byte == b'\n').count() as u64;
    }
    assert_eq!(found.len(), 3);
}

#[test]
fn long_values_are_cut() {
    let long = vec![b'x'; VALUE_MAX * 3];
    for binary in [false, true] {
        let mut bytes = entry(&long, binary);
        bytes.extend(entry(b"next", false));
        let found = steps(&bytes);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].1.as_ref().unwrap().len(), VALUE_MAX, "binary {binary}");
        assert_eq!(found[1].1, Ok(b"next".to_vec()));
    }
}

proptest! {
    #[test]
    fn any_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        steps(&bytes);
    }

    #[test]
    fn any_lines_never_panic(lines in proptest::collection::vec("(__CURSOR=|MESSAGE=?|_BOOT_ID=|[a-z=]{0,3}|\n)[ -~\\x00]{0,9}\n?", 0..40)) {
        steps(lines.concat().as_bytes());
    }

    #[test]
    fn nothing_is_lost(messages in proptest::collection::vec((proptest::collection::vec(any::<u8>(), 0..60), any::<bool>()), 0..30)) {
        let mut bytes = Vec::new();
        for (message, binary) in &messages {
            bytes.extend(entry(message, *binary || message.contains(&b'\n')));
        }
        let found = steps(&bytes);
        prop_assert_eq!(found.len(), messages.len());
        for ((_, step), (message, _)) in found.iter().zip(&messages) {
            prop_assert_eq!(step.as_ref().unwrap(), message);
        }
    }

    #[test]
    fn what_stands_before_the_damage_is_kept(whole in 0_usize..10, cut in 1_usize..50) {
        let good = entry(b"m", false);
        let mut bytes = good.repeat(whole);
        bytes.extend(&good[..cut]);
        let found = steps(&bytes);
        prop_assert_eq!(found.iter().filter(|(_, step)| step.is_ok()).count() >= whole, true);
        prop_assert_eq!(found.len(), whole + 1);
    }
}

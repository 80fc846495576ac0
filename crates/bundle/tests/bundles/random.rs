//! Laws: no bytes make it panic, and a cut archive never gives more than the whole.

use bundle::Limits;
use proptest::prelude::*;

use crate::pack::{Place, gz, tar, xz, zip, zst};

const LOG: &[u8] = b"Nov 26 09:00:00 gb10-a kernel: x\n";

fn good(form: usize) -> Vec<u8> {
    let report = include_bytes!("../../fixtures/nvidia-bug-report.log");
    let files: Vec<(&str, &[u8])> = vec![
        ("sos/sos_commands/logs/journalctl_--no-pager", LOG),
        ("sos/var/log/journal/x/system.journal", b"LPKSHHRH"),
        ("sos/sys/fs/pstore/dmesg-efi-179568700001001", b"Panic#1 Part1\nx\n"),
        ("sos/sys/fs/pstore/dmesg-efi-179568700002001", b"Panic#1 Part2\ny\n"),
        ("sos/nvidia-bug-report.log", report),
        ("sos/etc/hostname", b"gb10-a\n"),
        ("sos/my.log", LOG),
    ];
    let tar = tar(&files);
    match form {
        0 => tar,
        1 => gz(&tar),
        2 => xz(&tar),
        3 => zst(&tar),
        4 => zip(&files),
        _ => gz(report),
    }
}

/// Small, so that a flipped size does not fill the disk of a test.
fn limits() -> Limits {
    Limits { unpacked: 1 << 24, one: 1 << 22, members: 1000, ..Limits::default() }
}

fn open(bytes: &[u8]) -> Option<usize> {
    let place = Place::new();
    let path = place.write("x", bytes);
    let _ = bundle::sniff(&path).unwrap();
    place.open_with(&path, &limits()).ok().map(|bundle| bundle.members.len())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_survived(head in 0_usize..8, bytes in prop::collection::vec(any::<u8>(), 0..3000)) {
        let magic: [&[u8]; 8] = [
            b"", b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b\x08", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd", b"BZh91AY&SY",
            b"____________________________________________\n\nStart of NVIDIA bug report log file\n",
        ];
        open(&[magic[head], bytes.as_slice()].concat());
    }

    #[test]
    fn a_cut_archive_gives_no_more(form in 0_usize..6, cut in any::<prop::sample::Index>()) {
        let whole = good(form);
        let all = open(&whole).unwrap();
        let cut = cut.index(whole.len());
        prop_assert!(open(&whole[..cut]).unwrap_or(0) <= all);
    }

    #[test]
    fn flipped_bytes_are_survived(form in 0_usize..6, flips in prop::collection::vec(any::<(prop::sample::Index, u8)>(), 1..20)) {
        let mut bytes = good(form);
        for (at, byte) in flips {
            let at = at.index(bytes.len());
            bytes[at] ^= byte;
        }
        open(&bytes);
    }

    #[test]
    fn every_file_is_evidence_or_counted(
        names in prop::collection::btree_set(("[a-c]{1,2}(/[a-c]){0,2}", prop::sample::select(vec![
            "var/log/syslog", "var/log/x", "my.log", "proc/x", "photo.jpg", "sos_commands/login/last", "vmcore",
        ])), 0..12),
        form in 0_usize..2,
    ) {
        let names: Vec<String> = names.iter().map(|(top, name)| format!("{top}/{name}")).collect();
        let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), LOG)).collect();
        let place = Place::new();
        let bundle = place.open(&place.write("x", &if form == 0 { tar(&files) } else { zip(&files) }));
        // A tar of nothing is 1 KiB of zeros, which is no tar to anybody.
        prop_assume!(form == 1 || !files.is_empty());
        let bundle = bundle.unwrap();
        let unread: u64 = bundle.unread.iter().map(|(_, count)| count).sum();
        prop_assert_eq!(bundle.members.len() as u64 + unread, files.len() as u64);
    }

    #[test]
    fn any_text_in_a_crash_folder_is_survived(lines in prop::collection::vec(prop::sample::select(vec![
        "Panic#1 Part1", "Panic#1 Part2", "Oops#1 Part1", "Panic#1 Part99999999999999999999", "", "x", "[1.0] y",
    ]), 0..20)) {
        let place = Place::new();
        let text = lines.join("\n");
        place.tree(&[("1795687000/dmesg.txt", &text), ("dmesg-efi-179568700001001", &text), ("dmesg-erst-1", &text)]);
        prop_assert!(place.open(&place.path("")).is_ok());
    }
}

//! Archives made to do harm. `Place::open` checks that nothing appears outside of the private folder.

use std::io::Write;

use bundle::{BundleError, Limits};
use tar::EntryType;

use crate::pack::{Place, ended, gz, problems, raw, roles, tar, unread, zip, zst};

const LOG: &[u8] = b"Nov 26 09:00:00 gb10-a kernel: x\n";

#[test]
fn names_that_climb_are_not_read() {
    let place = Place::new();
    let bytes = ended(
        [
            raw(b"../../etc/evil.log", EntryType::Regular, "", LOG),
            raw(b"var/log/../../../evil.log", EntryType::Regular, "", LOG),
            raw(b"/var/log/kern.log", EntryType::Regular, "", LOG),
            raw(b"..", EntryType::Directory, "", b""),
        ]
        .concat(),
    );
    let bundle = place.open(&place.write("x", &bytes)).unwrap();
    // An absolute name means the archive's top; nothing is written there.
    assert_eq!(roles(&bundle), [("/var/log/kern.log".to_owned(), "text kernel".to_owned())]);
    assert_eq!(unread(&bundle, "members with hostile names"), 2);
    assert_eq!(problems(&bundle).matches("climbs out of its folder").count(), 2);

    let place = Place::new();
    let files: [(&str, &[u8]); 2] = [("../evil.log", LOG), ("..\\evil.log", LOG)];
    let bundle = place.open(&place.write("x", &zip(&files))).unwrap();
    assert_eq!((bundle.members.len(), unread(&bundle, "members with hostile names")), (0, 2));
}

#[test]
fn links_devices_and_pipes_are_counted_only() {
    let place = Place::new();
    let outside = place.path("secret");
    std::fs::write(&outside, LOG).unwrap();
    let bytes = ended(
        [
            raw(b"var/log/kern.log", EntryType::Symlink, "/etc/passwd", b""),
            raw(b"var/log/syslog", EntryType::Link, "../../../in/secret", b""),
            raw(b"var/log/messages", EntryType::Symlink, "../../a.log", b""),
            raw(b"dir", EntryType::Symlink, "..", b""),
            raw(b"dir/evil.log", EntryType::Regular, "", LOG),
            raw(b"var/log/dmesg", EntryType::Char, "", b""),
            raw(b"var/log/user.log", EntryType::Fifo, "", b""),
            raw(b"sda", EntryType::Block, "", b""),
            raw(b"odd", EntryType::new(b'Z'), "", LOG),
            raw(b"a.log", EntryType::Regular, "", LOG),
        ]
        .concat(),
    );
    let bundle = place.open(&place.write("x", &bytes)).unwrap();
    let names: Vec<_> = bundle.members.iter().map(|member| member.name.as_str()).collect();
    assert_eq!(names, ["dir/evil.log", "a.log"]);
    assert_eq!((unread(&bundle, "links"), unread(&bundle, "devices and pipes")), (4, 3));
    assert_eq!(unread(&bundle, "members of unknown kinds"), 1);
    let told = problems(&bundle);
    assert_eq!(
        told,
        "a link leads outside of the bundle and is not followed: var/log/kern.log to /etc/passwd\n\
         a link leads outside of the bundle and is not followed: var/log/syslog to ../../../in/secret\n\
         links that lead outside of the bundle are not followed: 1, the first dir to .."
    );

    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    writer.add_symlink("var/log/kern.log", "../../../secret", options).unwrap();
    writer.add_symlink("etc/localtime", "/usr/share/zoneinfo/Asia/Tokyo", options).unwrap();
    let bundle = place.open(&place.write("y", &writer.finish().unwrap().into_inner())).unwrap();
    assert_eq!(
        (bundle.members.len(), unread(&bundle, "links"), bundle.zone.as_deref()),
        (0, 2, Some("Asia/Tokyo"))
    );
    assert!(problems(&bundle).ends_with("var/log/kern.log to ../../../secret"));
}

#[test]
fn odd_names_are_made_fit_to_be_shown() {
    let place = Place::new();
    let mut builder = tar::Builder::new(Vec::new());
    let (long, longer) = ("x".repeat(10_000), "x".repeat(20_000));
    for name in ["new\nline.log", &format!("{long}.log"), "tab\t\u{1b}[31m.log", &longer] {
        let mut header = crate::pack::header(LOG.len() as u64, EntryType::Regular);
        builder.append_data(&mut header, name, LOG).unwrap();
    }
    let mut bytes = builder.into_inner().unwrap();
    bytes.truncate(bytes.len() - 1024);
    bytes.extend(raw(b"\xff\xfe\x80.log", EntryType::Regular, "", LOG));
    bytes.extend(raw(b"", EntryType::Regular, "", LOG));
    let bundle = place.open(&place.write("x", &ended(bytes))).unwrap();
    let names: Vec<_> = bundle.members.iter().map(|member| member.name.clone()).collect();
    assert_eq!(names.len(), 4);
    assert_eq!(names[0], "new\\nline.log");
    assert!(names[1].chars().count() < 310);
    assert_eq!(names[2], "tab\\t\\u{1b}[31m.log");
    assert_eq!(names[3], "\u{fffd}\u{fffd}\u{fffd}.log");
    assert_eq!(
        (unread(&bundle, "files without a name"), unread(&bundle, "members with hostile names")),
        (1, 1)
    );
}

/// Zeros that pack to a thousandth: streams of 4 MiB one behind the other.
fn zeros(bytes: usize) -> Vec<u8> {
    let pack = |bytes: usize| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(&vec![0; bytes]).unwrap();
        encoder.finish().unwrap()
    };
    let piece = 1 << 22;
    [pack(piece).repeat(bytes / piece), pack(bytes % piece)].concat()
}

/// A tar with one member of zeros, of that size, packed.
fn tar_of_zeros(name: &str, size: usize) -> Vec<u8> {
    let head = raw(name.as_bytes(), EntryType::Regular, "", b"");
    let mut header = tar::Header::from_byte_slice(&head).clone();
    header.set_size(size as u64);
    header.set_cksum();
    [gz(header.as_bytes()), zeros(size + 1024)].concat()
}

#[test]
fn a_bomb_is_refused() {
    let early = Limits { ratio_from: 1 << 25, ..Limits::default() };
    for (name, limits) in [
        ("var/log/syslog", Limits::default()),
        ("whatever.bin", early.clone()),
        ("var/log/journal/x/system.journal", early),
    ] {
        let place = Place::new();
        let path = place.write("x.tgz", &tar_of_zeros(name, 1 << 30));
        match place.open_with(&path, &limits) {
            Err(error @ BundleError::Bomb { .. }) => {
                assert!(
                    error.to_string().contains("x.tgz unpacks to more than 200 times its size"),
                    "{error}"
                );
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn bombs_inside_are_refused() {
    let limits = Limits { ratio_from: 1 << 22, ..Limits::default() };
    let small = zeros(1 << 24);
    // A log's gzip is not undone here, so it may hold what it likes; a report's and a tar's is.
    let report = [gz(include_bytes!("../../fixtures/nvidia-bug-report.log")), small.clone()].concat();
    let tgz = tar_of_zeros("var/log/syslog", 1 << 24);
    for (files, is_bomb) in [
        (vec![("var/log/syslog.1.gz", small.as_slice())], false),
        (vec![("a.log.gz", report.as_slice())], true),
        (vec![("a.tgz", tgz.as_slice())], true),
        (vec![("a.gz", gz(&gz(&small)).as_slice())], false),
    ] {
        for bytes in [tar(&files), zip(&files)] {
            let place = Place::new();
            let opened = place.open_with(&place.write("x", &bytes), &limits);
            assert_eq!(matches!(opened, Err(BundleError::Bomb { .. })), is_bomb, "{opened:?}");
        }
    }
    let place = Place::new();
    let holes = vec![0_u8; 1 << 24];
    let bytes = zip(&[("var/log/syslog", holes.as_slice())]);
    assert!(matches!(place.open_with(&place.write("x", &bytes), &limits), Err(BundleError::Bomb { .. })));
}

#[test]
fn what_is_too_much_in_all_is_refused_and_one_that_is_too_long_is_left_out() {
    let long = LOG.repeat(1000);
    let bytes = tar(&[("a.log", &long), ("b.log", LOG), ("c.log", &long)]);
    let place = Place::new();
    let path = place.write("x", &bytes);
    let limits = Limits { one: 10_000, ..Limits::default() };
    let bundle = place.open_with(&path, &limits).unwrap();
    assert_eq!((bundle.members.len(), unread(&bundle, "members that are too long")), (1, 2));
    let place = Place::new();
    let path = place.write("x", &bytes);
    let limits = Limits { unpacked: 40_000, ..Limits::default() };
    let error = place.open_with(&path, &limits).unwrap_err().to_string();
    assert!(error.contains("unpacks to more than 40000 bytes; unpack the logs that matter"), "{error}");
}

#[test]
fn a_million_members_are_refused_quickly() {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
    let block = raw(b"a.log", EntryType::Regular, "", b"").repeat(1000);
    for _ in 0..1000 {
        encoder.write_all(&block).unwrap();
    }
    let packed = encoder.finish().unwrap();
    let place = Place::new();
    let path = place.write("x.tar.zst", &packed);
    let error = place.open(&path).unwrap_err();
    assert!(matches!(error, BundleError::TooManyMembers { limit: 100_000, .. }), "{error}");

    // A zip's end tells the count; the names before it are not even looked at.
    let mut zip = vec![b'P', b'K', 3, 4];
    zip.resize(1 << 20, b'x');
    let at = zip.len() as u64;
    zip.extend(b"PK\x06\x06");
    zip.resize(zip.len() + 28, 0);
    zip.extend(1_000_000_u64.to_le_bytes());
    zip.extend([0; 16]);
    zip.extend(b"PK\x06\x07\0\0\0\0");
    zip.extend(at.to_le_bytes());
    zip.extend(1_u32.to_le_bytes());
    zip.extend(b"PK\x05\x06\0\0\0\0");
    zip.extend([0xff; 12]);
    zip.extend([0, 0]);
    let error = place.open(&place.write("x.zip", &zip)).unwrap_err();
    assert!(matches!(error, BundleError::TooManyMembers { .. }), "{error}");
}

#[test]
fn a_folder_of_too_many_files_is_refused() {
    let place = Place::new();
    for index in 0..50 {
        place.write(&format!("f/{index}.log"), LOG);
    }
    let error = place.open_with(&place.path("f"), &Limits { members: 40, ..Limits::default() }).unwrap_err();
    assert!(error.to_string().contains("holds more than 40 members"), "{error}");
}

#[test]
fn headers_that_lie_about_sizes_end() {
    // A long name of many GiB, a PAX header likewise, and a member longer than the archive.
    for entry in [EntryType::GNULongName, EntryType::XHeader, EntryType::Regular, EntryType::GNUSparse] {
        let mut head = raw(b"var/log/syslog", entry, "", b"");
        let mut header = tar::Header::from_byte_slice(&head).clone();
        header.set_size(u64::MAX / 2);
        header.set_cksum();
        head.copy_from_slice(header.as_bytes());
        head.extend(LOG);
        let place = Place::new();
        let bundle = place.open(&place.write("x", &zst(&ended(head)))).unwrap();
        assert!(bundle.members.len() <= 1, "{entry:?}");
        assert!(!bundle.problems.is_empty());
    }
}

#[test]
fn a_hole_as_large_as_a_disk_is_refused() {
    let mut head = raw(b"var/log/syslog", EntryType::GNUSparse, "", b"");
    let mut header = tar::Header::from_byte_slice(&head).clone();
    header.as_gnu_mut().unwrap().realsize = *b"77777777777\0";
    header.set_cksum();
    head.copy_from_slice(header.as_bytes());
    let place = Place::new();
    let opened = place.open(&place.write("x", &ended(head)));
    assert!(matches!(opened, Err(BundleError::Bomb { .. })), "{opened:?}");
}

#[test]
fn an_xz_that_wants_gigabytes_is_refused() {
    // Stream header without a check; block header with one filter, LZMA2 (0x21), of a dictionary of 1.5 GiB (37).
    let block = [2, 0, 0x21, 1, 37, 0, 0, 0];
    let mut crc = flate2::Crc::new();
    crc.update(&block);
    let mut bytes = b"\xfd7zXZ\0\0\0\xff\x12\xd9\x41".to_vec();
    bytes.extend(block);
    bytes.extend(crc.sum().to_le_bytes());
    bytes.extend([0; 64]);
    let place = Place::new();
    let opened = place.open(&place.write("x.tar.xz", &bytes));
    let error = opened.unwrap_err().to_string();
    assert!(error.contains("x.tar.xz: ") && error.contains("memory"), "{error}");
    let bundle = place.open(&place.write("y.tar", &tar(&[("big.xz", &bytes), ("my.log", LOG)]))).unwrap();
    assert_eq!((bundle.members.len(), unread(&bundle, "files that are no logs")), (1, 1));
}

#[test]
fn a_text_of_many_thousand_dumps_ends() {
    let place = Place::new();
    let text: String = (0..30_000).map(|n| format!("Panic#{} Part{}\nx\n", n / 2, 1 + n % 2)).collect();
    place.write("1795687000/dmesg.txt", text.as_bytes());
    let bundle = place.open(&place.path("")).unwrap();
    assert_eq!(bundle.members.len(), 1000);
    assert!(
        problems(&bundle).starts_with("more than 1000 crash records; 8000 parts"),
        "{}",
        problems(&bundle)
    );
}

#[test]
fn what_is_packed_and_no_archive_is_no_bundle() {
    let place = Place::new();
    for bytes in
        [gz(b"hello"), gz(b""), b"".to_vec(), vec![0; 10_240], b"\x1f\x8b\x08".to_vec(), gz(&gz(b"hello"))]
    {
        let opened = place.open(&place.write("x", &bytes));
        assert!(matches!(opened, Err(BundleError::NotABundle { .. })), "{opened:?}");
    }
}

//! Tars and zips of logs, in every compression, with the odd forms that tars come in.

use std::io::Write;

use bundle::Kind;

use crate::pack::{Place, ended, gz, header, problems, raw, roles, tar, told, unread, xz, zip, zst};

const LOG: &[u8] = b"Nov 26 09:00:00 gb10-a kernel: x\n";

#[test]
fn every_compression_is_looked_through() {
    let files: [(&str, &[u8]); 4] = [
        ("logs/my.log", LOG),
        ("logs/kern.log.1", LOG),
        ("logs/thermal.csv", b"time,temp\n1,2\n"),
        ("logs/photo.jpg", b"\xff\xd8\xff"),
    ];
    let tar = tar(&files);
    let expected =
        [("logs/my.log", "text ?"), ("logs/kern.log.1", "text kernel"), ("logs/thermal.csv", "monitor")];
    for bytes in [tar.clone(), gz(&tar), xz(&tar), zst(&tar), zip(&files)] {
        let place = Place::new();
        let path = place.write("no extension", &bytes);
        assert_eq!(bundle::sniff(&path).unwrap(), Some(Kind::Archive));
        let bundle = place.open(&path).unwrap();
        assert_eq!(roles(&bundle), expected.map(|(name, role)| (name.to_owned(), role.to_owned())));
        assert_eq!(told(&bundle)[0].2.as_bytes(), &LOG[..LOG.len() - 1]);
        assert_eq!((unread(&bundle, "files that are no logs"), problems(&bundle).as_str()), (1, ""));
    }
}

#[test]
fn a_compressed_journal_file_is_unpacked_and_keeps_its_name() {
    let inner = "var/log/journal/0123456789abcdef0123456789abcdef/system@0005f2a1b3c4d5e6-0123456789abcdef.journal~.xz";
    let packed = xz(b"LPKSHHRH and more");
    let place = Place::new();
    let bundle = place.open(&place.write("x", &tar(&[(inner, &packed)]))).unwrap();
    assert_eq!(roles(&bundle), [(inner.to_owned(), "journal".to_owned())]);
    assert_eq!(std::fs::read(&bundle.members[0].path).unwrap(), b"LPKSHHRH and more");
    assert!(bundle.members[0].path.ends_with("system@0005f2a1b3c4d5e6-0123456789abcdef.journal~"));
    let place = Place::new();
    place.write("logs/system.journal.gz", &gz(b"LPKSHHRH"));
    let bundle = place.open(&place.path("logs")).unwrap();
    assert!(
        bundle.members[0].path.ends_with("system.journal")
            && bundle.members[0].path.starts_with(place.temp())
    );
}

#[test]
fn streams_and_logs_of_several_pieces_are_read_to_the_end() {
    let tar = tar(&[("my.log", LOG)]);
    let (a, b) = tar.split_at(700);
    for bytes in [[gz(a), gz(b)].concat(), [xz(a), xz(b)].concat(), [zst(a), zst(b)].concat()] {
        let place = Place::new();
        let bundle = place.open(&place.write("x", &bytes)).unwrap();
        assert_eq!((bundle.members.len(), problems(&bundle).as_str()), (1, ""));
    }
}

#[test]
fn bzip2_is_refused_with_advice() {
    let place = Place::new();
    let head = b"BZh91AY&SY\0\0";
    let path = place.write("logs.tar.bz2", head);
    assert_eq!(bundle::sniff(&path).unwrap(), Some(Kind::Archive));
    let error = place.open(&path).unwrap_err().to_string();
    assert!(
        error.ends_with("is compressed with bzip2; unpack it with bunzip2 and give the result"),
        "{error}"
    );
    let bundle = place.open(&place.write("b.tar", &tar(&[("a.bz2", head), ("my.log", LOG)]))).unwrap();
    assert_eq!((bundle.members.len(), unread(&bundle, "files compressed with bzip2")), (1, 1));
}

#[test]
fn long_names_and_pax_headers_are_read() {
    let long = format!("{}/var/log/kern.log", "folder/".repeat(60));
    let mut bytes = tar(&[(&long, LOG)]);
    bytes.truncate(bytes.len() - 1024);
    let records: String = ["path=x/var/log/syslog", "mtime=1764150000.5"]
        .map(|record| {
            let mut length = record.len() + 2;
            while length != record.len() + 2 + length.to_string().len() {
                length = record.len() + 2 + length.to_string().len();
            }
            format!("{length} {record}\n")
        })
        .concat();
    bytes.extend(raw(b"pax", tar::EntryType::XHeader, "", records.as_bytes()));
    bytes.extend(raw(b"short", tar::EntryType::Regular, "", LOG));
    bytes.extend(raw(b"g", tar::EntryType::XGlobalHeader, "", b"20 comment=whatever\n"));
    bytes.extend(raw(b"var/log/wtmp", tar::EntryType::Continuous, "", b"\x02\0"));
    let place = Place::new();
    let bundle = place.open(&place.write("x", &ended(bytes))).unwrap();
    let names: Vec<_> = bundle.members.iter().map(|member| member.name.as_str()).collect();
    assert!(names[0].contains("…") && names[0].ends_with("folder//var/log/kern.log"), "{names:?}");
    assert_eq!(names[1..], ["x/var/log/syslog", "var/log/wtmp"]);
    assert_eq!(bundle.members[1].modified.map(|at| at.0), Some(1_764_150_000_000_000));
    assert_eq!(problems(&bundle), "");
}

#[test]
fn sparse_files_get_their_holes_back() {
    // As GNU tar writes it: stretches at 0 and 100,000 of a file of 200,000 bytes.
    let mut head = header(8, tar::EntryType::GNUSparse);
    head.as_old_mut().name[..14].copy_from_slice(b"var/log/syslog");
    {
        let gnu = head.as_gnu_mut().unwrap();
        let octal = |value: u64| -> [u8; 12] { format!("{value:011o}\0").into_bytes().try_into().unwrap() };
        gnu.realsize = octal(200_000);
        for (at, (offset, length)) in [(0, 4), (100_000, 4), (200_000, 0)].into_iter().enumerate() {
            gnu.sparse[at].offset = octal(offset);
            gnu.sparse[at].numbytes = octal(length);
        }
    }
    head.set_cksum();
    let mut bytes = head.as_bytes().to_vec();
    bytes.extend(b"Nov 26ab");
    bytes.resize(1024, 0);
    // As PAX 1.0 writes it: the map stands before the content.
    let pax = "22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n36 GNU.sparse.name=var/log/kern.log\n30 GNU.sparse.realsize=200000\n";
    bytes.extend(raw(b"pax", tar::EntryType::XHeader, "", pax.as_bytes()));
    let mut content = b"2\n0\n4\n100000\n4\n".to_vec();
    content.resize(512, 0);
    content.extend(b"Nov 26ab");
    bytes.extend(raw(b"GNUSparseFile.0/kern.log", tar::EntryType::Regular, "", &content));
    bytes.extend(raw(b"var/log/messages", tar::EntryType::Regular, "", LOG));
    let place = Place::new();
    let bundle = place.open(&place.write("x", &ended(bytes))).unwrap();
    let names: Vec<_> = bundle.members.iter().map(|member| member.name.as_str()).collect();
    assert_eq!(names, ["var/log/syslog", "var/log/kern.log", "var/log/messages"], "{}", problems(&bundle));
    for member in &bundle.members[..2] {
        let whole = std::fs::read(&member.path).unwrap();
        assert_eq!(
            (whole.len(), &whole[..5], &whole[100_000..100_005]),
            (200_000, &b"Nov \0"[..], &b"26ab\0"[..])
        );
    }
    assert_eq!(problems(&bundle), "");
}

#[test]
fn a_name_that_comes_twice_is_read_once() {
    let place = Place::new();
    let newer = b"Nov 27 09:00:00 gb10-a kernel: y\n";
    let bundle = place
        .open(&place.write("x", &tar(&[("var/log/kern.log", LOG), ("var/log/kern.log", newer)])))
        .unwrap();
    let told = told(&bundle);
    assert_eq!((told.len(), told[0].2.as_str()), (1, "Nov 27 09:00:00 gb10-a kernel: y"));
    assert!(problems(&bundle).contains("kern.log is there twice"));
}

#[test]
fn a_cut_archive_gives_what_is_left() {
    let whole = tar(&[("a.log", LOG), ("b.log", &LOG.repeat(1000)), ("c.log", LOG)]);
    for (bytes, members) in [
        (whole[..1024 + 700].to_vec(), 2),
        (whole[..1024 + 100].to_vec(), 1),
        (gz(&whole)[..180].to_vec(), 1),
        (whole[..whole.len() - 1024].to_vec(), 3),
    ] {
        let place = Place::new();
        let bundle = place.open(&place.write("x", &bytes)).unwrap();
        assert!(bundle.members.len() >= members, "{:?}", told(&bundle));
        assert!(problems(&bundle).starts_with("the archive "), "{}", problems(&bundle));
    }
    // One damaged header: the members behind it are found again.
    let mut hurt = whole;
    hurt[1024 + 20] ^= 1;
    let place = Place::new();
    let bundle = place.open(&place.write("x", &hurt)).unwrap();
    assert_eq!(told(&bundle).iter().map(|(name, ..)| name.as_str()).collect::<Vec<_>>(), ["a.log", "c.log"]);
    assert!(problems(&bundle).contains("the header at byte 1024 is damaged"), "{}", problems(&bundle));
}

#[test]
fn encrypted_members_of_a_zip_are_told() {
    let mut bytes = zip(&[("a.log", LOG), ("b.log", LOG)]);
    // The first bit of the flags, in the local header and in the directory.
    for (mark, offset) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let at = bytes.windows(4).position(|four| four == mark).unwrap();
        bytes[at + offset] |= 1;
    }
    let place = Place::new();
    let bundle = place.open(&place.write("x", &bytes)).unwrap();
    assert_eq!((bundle.members.len(), unread(&bundle, "encrypted members")), (1, 1));
    assert!(problems(&bundle).contains("1 encrypted members; unpack them"));
}

#[test]
fn two_hosts_in_one_archive_are_told() {
    let place = Place::new();
    let one = format!("{}\n", "1".repeat(32));
    let two = format!("{}\n", "2".repeat(32));
    let bytes = tar(&[("a/etc/machine-id", one.as_bytes()), ("b/etc/machine-id", two.as_bytes())]);
    let bundle = place.open(&place.write("x", &bytes)).unwrap();
    assert!(problems(&bundle).contains("several hosts"), "{}", problems(&bundle));
}

#[test]
fn archives_are_opened_one_level_deep() {
    let place = Place::new();
    let inner = tar(&[("kern.log", LOG)]);
    let middle = zip(&[("inner.tar", &inner)]);
    let bundle =
        place.open(&place.write("x", &tar(&[("one.zip", &middle), ("two.tar.gz", &gz(&inner))]))).unwrap();
    assert_eq!(roles(&bundle), [("two.tar.gz/kern.log".to_owned(), "text kernel".to_owned())]);
    assert_eq!(unread(&bundle, "archives inside archives"), 1);
    assert!(problems(&bundle).contains("one.zip/inner.tar is an archive inside an archive"));
}

#[test]
fn an_empty_zip_holds_nothing() {
    let place = Place::new();
    let path = place.path("x");
    let mut file = std::fs::File::create(&path).unwrap();
    file.write_all(b"PK\x05\x06").unwrap();
    file.write_all(&[0; 18]).unwrap();
    let bundle = place.open(&path).unwrap();
    assert_eq!((bundle.members.len(), problems(&bundle).as_str()), (0, ""));
}

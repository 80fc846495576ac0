//! Zips that are damaged: without their directory, with something in front, with a wrong checksum.

use std::io::Write;

use bundle::{BundleError, Kind, Limits};

use crate::pack::{Place, files_below, problems, roles, told, unread, zip};

const LOG: &[u8] = b"Nov 26 09:00:00 gb10-a kernel: x\n";

/// Where the directory begins.
fn directory(zip: &[u8]) -> usize {
    zip.windows(4).position(|four| four == b"PK\x01\x02").unwrap()
}

fn names(bundle: &bundle::Bundle) -> Vec<&str> {
    bundle.members.iter().map(|member| member.name.as_str()).collect()
}

#[test]
fn without_its_directory_the_members_are_read_one_by_one() {
    // Packed and stored in turn; the zip that is stored last has members and a directory of its own.
    let inner = zip(&[("x.log", LOG), ("y.log", LOG)]);
    let long: Vec<u8> = (0..20_000_u32).flat_map(|n| format!("Nov 26 {n}\n").into_bytes()).collect();
    let whole = zip(&[
        ("a/", b""),
        ("a/kern.log", LOG),
        ("a/b.log", &long),
        ("a\\c.log", LOG),
        ("a/d.bin", LOG),
        ("a/inner.zip", &inner),
    ]);
    let end = directory(&whole);
    for cut in [whole.len() - 1, end + 10, end] {
        let place = Place::new();
        let bundle = place.open(&place.write("x", &whole[..cut])).unwrap();
        let inner = ["a/inner.zip/x.log", "a/inner.zip/y.log"];
        let wanted = [&["a/kern.log", "a/b.log", "a/c.log", "a/d.bin"][..], &inner].concat();
        assert_eq!(names(&bundle), wanted, "{cut}");
        assert!(bundle.members[0].modified.is_some());
        assert_eq!(std::fs::read(&bundle.members[1].path).unwrap(), long);
        let said = problems(&bundle);
        assert!(
            said.contains("has lost its end, where a zip's directory stands; its members are read"),
            "{said}"
        );
        assert!(said.contains("6 of them"), "{said}");
    }
    // In the middle of a member.
    let at = whole.windows(7).position(|some| some == b"a/b.log").unwrap();
    let place = Place::new();
    let bundle = place.open(&place.write("x", &whole[..at + 20_000])).unwrap();
    assert_eq!(names(&bundle), ["a/kern.log", "a/b.log"]);
    let read = std::fs::read(&bundle.members[1].path).unwrap();
    assert!(read.len() > 1000 && long.starts_with(&read), "{} bytes", read.len());
    assert!(problems(&bundle).contains("a/b.log is damaged behind its first"), "{}", problems(&bundle));
    // Nothing but a head.
    let bundle = Place::new();
    let opened = bundle.open(&bundle.write("x", &whole[..20])).unwrap();
    assert!(problems(&opened).contains("nothing is read"), "{}", problems(&opened));
}

/// As programs write it that write into a pipe: the sizes stand behind each member.
#[test]
fn members_that_do_not_tell_their_size_are_read_too() {
    let mut writer = zip::ZipWriter::new_stream(Vec::new());
    for (name, content) in [("kern.log", LOG.repeat(500)), ("b.log", LOG.repeat(3)), ("c.log", LOG.to_vec())]
    {
        let options =
            zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
        writer.start_file(name, options).unwrap();
        writer.write_all(&content).unwrap();
    }
    let whole = writer.finish().unwrap().into_inner();
    let place = Place::new();
    let bundle = place.open(&place.write("x", &whole[..directory(&whole) + 3])).unwrap();
    let sizes = |bundle: &bundle::Bundle| -> Vec<usize> {
        bundle.members.iter().map(|member| std::fs::read(&member.path).unwrap().len() / LOG.len()).collect()
    };
    assert_eq!((names(&bundle), sizes(&bundle)), (vec!["kern.log", "b.log", "c.log"], vec![500, 3, 1]));
}

#[test]
fn a_zip_without_directory_may_do_no_more_harm_than_another() {
    let limits = Limits { ratio_from: 1 << 22, ..Limits::default() };
    let zeros = vec![0_u8; 1 << 24];
    let bomb = zip(&[("var/log/syslog", &zeros)]);
    let place = Place::new();
    let opened = place.open_with(&place.write("x", &bomb[..directory(&bomb)]), &limits);
    assert!(matches!(opened, Err(BundleError::Bomb { .. })), "{opened:?}");
    let many = zip(&[("a.log", LOG), ("b.log", LOG), ("c.log", LOG)]);
    let place = Place::new();
    let path = place.write("x", &many[..directory(&many)]);
    let opened = place.open_with(&path, &Limits { members: 2, ..Limits::default() });
    assert!(matches!(opened, Err(BundleError::TooManyMembers { .. })), "{opened:?}");

    let mut locked = zip(&[("a.log", LOG), ("../b.log", LOG), ("c.log", LOG), ("d.log", LOG)]);
    // The first is encrypted; the last is packed in a way that nobody knows.
    locked[6] |= 1;
    let last = locked.windows(5).position(|some| some == b"d.log").unwrap() - 30;
    locked[last + 8] = 77;
    let place = Place::new();
    let bundle = place.open(&place.write("x", &locked[..directory(&locked)])).unwrap();
    assert_eq!(names(&bundle), ["c.log"]);
    for what in ["encrypted members", "members with hostile names", "members that can't be unpacked"] {
        assert_eq!(unread(&bundle, what), 1, "{what}");
    }
    assert_eq!(files_below(&place.temp()).len(), 1);
}

#[test]
fn a_zip_with_a_program_in_front_is_one() {
    let place = Place::new();
    let zip = zip(&[("kern.log", LOG), ("b.log", LOG)]);
    let stub = b"#!/bin/sh\nexec unzip \"$0\"\n".repeat(10);
    let path = place.write("x", &[stub.clone(), zip.clone()].concat());
    assert_eq!(bundle::sniff(&path).unwrap(), Some(Kind::Archive));
    let bundle = place.open(&path).unwrap();
    assert_eq!((names(&bundle), problems(&bundle).as_str()), (vec!["kern.log", "b.log"], ""));
    // The end alone makes none, nor a zip with something behind it.
    for bytes in [[&stub[..], &zip, b"and more"].concat(), [&stub[..], &zip[zip.len() - 22..]].concat()] {
        let path = place.write("y", &bytes);
        assert_eq!(bundle::sniff(&path).unwrap(), None);
    }
}

#[test]
fn a_wrong_checksum_is_told_as_that() {
    for has_directory in [true, false] {
        let mut bytes = zip(&[("kern.log", LOG), ("b.log", LOG)]);
        let end = directory(&bytes);
        bytes[14] ^= 1;
        bytes[end + 16] ^= 1;
        let place = Place::new();
        let path = place.write("x", if has_directory { &bytes } else { &bytes[..end] });
        let bundle = place.open(&path).unwrap();
        let said = problems(&bundle);
        assert!(
            said.starts_with("the checksum of kern.log is wrong: it was read to its end, 33 bytes"),
            "{said}"
        );
        assert_eq!(told(&bundle)[0].2.as_bytes(), LOG.trim_ascii_end());
        assert_eq!(roles(&bundle).len(), 2);
    }
}

//! Crash folders: pstore of several backends, systemd-pstore, kdump.

use bundle::{Kind, Limits};

use crate::pack::{Place, problems, role, told, unread};

fn text(bundle: &bundle::Bundle, at: usize) -> String {
    std::fs::read_to_string(&bundle.members[at].path).unwrap()
}

#[test]
fn parts_are_put_together_oldest_first() {
    let place = Place::new();
    place.tree(&[
        ("dmesg-efi-179568700001001", "Panic#1 Part1\n<0>[9.0] newest\n"),
        ("dmesg-efi-179568700003001", "Panic#1 Part3\n<4>[7.0] oldest\n"),
        ("dmesg-efi-179568700002001", "Panic#1 Part2\n<4>[8.0] middle\n"),
        ("dmesg-efi-179568600001001", "Oops#1 Part1\n<4>[5.0] earlier\n"),
        ("console-ramoops-0", "[ 1.0] console\n"),
    ]);
    let path = place.path("");
    assert_eq!(bundle::sniff(&path).unwrap(), Some(Kind::CrashFolder));
    let bundle = place.open(&path).unwrap();
    let found: Vec<_> = bundle.members.iter().map(|member| (member.name.as_str(), role(member))).collect();
    assert_eq!(
        found,
        [
            ("console-ramoops-0", "crash ? ?".to_owned()),
            ("dmesg-efi-179568600001001", "crash oops 1795686000".to_owned()),
            ("dmesg-efi-179568700003001 and 2 more", "crash panic 1795687000".to_owned()),
        ]
    );
    assert_eq!(
        text(&bundle, 2),
        "Panic#1 Part3\n<4>[7.0] oldest\nPanic#1 Part2\n<4>[8.0] middle\nPanic#1 Part1\n<0>[9.0] newest\n"
    );
    assert_eq!(problems(&bundle), "");
}

#[test]
fn a_dump_that_lies_there_twice_is_one() {
    let place = Place::new();
    let whole = "Panic#2 Part2\n<4>[8.0] older\nPanic#2 Part1\n<0>[9.0] newest\n";
    let folder = "var/lib/systemd/pstore/1795687000/002";
    place.tree(&[
        (&format!("{folder}/dmesg.txt"), whole),
        (&format!("{folder}/dmesg-efi-179568700001002"), "Panic#2 Part1\n<0>[9.0] newest\n"),
        (&format!("{folder}/dmesg-efi-179568700002002"), "Panic#2 Part2\n<4>[8.0] older\n"),
        ("sys/fs/pstore/dmesg-efi-179568700002002", "Panic#2 Part2\n<4>[8.0] older\n"),
    ]);
    let found = bundle::crash_folders(&place.path(""), &place.temp(), &Limits::default()).unwrap();
    assert_eq!(found.members.len(), 1, "{:?}", told(&found));
    assert_eq!(role(&found.members[0]), "crash panic 1795687000");
    assert_eq!(text(&found, 0), whole);
    assert_eq!(unread(&found, "copies of crash records"), 3);
    assert_eq!(problems(&found), "");
}

/// The time stands in the name of the folder that was given, not below it.
#[test]
fn a_record_s_own_folder_is_one_dump() {
    for folder in ["1795687000", "pstore/1795687000/001"] {
        let place = Place::new();
        let older = "Panic#1 Part2\n<4>[8.0] older\n";
        let newest = "Panic#1 Part1\n<0>[9.0] newest\n";
        place.tree(&[
            (&format!("{folder}/dmesg.txt"), &format!("{older}{newest}")),
            (&format!("{folder}/dmesg-efi-179568700001001"), newest),
            (&format!("{folder}/dmesg-efi-179568700002001"), older),
        ]);
        let given = place.open(&place.path(folder)).unwrap();
        let above = place.open(&place.path("")).unwrap();
        for bundle in [&given, &above] {
            assert_eq!(bundle.members.iter().map(role).collect::<Vec<_>>(), ["crash panic 1795687000"]);
            assert_eq!((problems(bundle).as_str(), unread(bundle, "copies of crash records")), ("", 2));
        }
    }
}

#[test]
fn erst_ids_and_missing_parts() {
    let place = Place::new();
    // The id's upper half is 1795687000; the numbers below it count the records of the boot.
    let id = |n: u64| format!("dmesg-erst-{}", (1_795_687_000_u64 << 32) + n);
    place.tree(&[
        (&id(1), "Panic#1 Part1\nnewest\n"),
        (&id(3), "Panic#1 Part3\noldest\n"),
        (&format!("{}/dmesg.txt", (1_795_600_000_u64 << 32) + 1), "Emergency#1 Part1\nx\n"),
    ]);
    let bundle = place.open(&place.path("")).unwrap();
    assert_eq!(
        bundle.members.iter().map(role).collect::<Vec<_>>(),
        ["crash emergency 1795600000", "crash panic 1795687000"]
    );
    assert_eq!(text(&bundle, 1), "Panic#1 Part3\noldest\nPanic#1 Part1\nnewest\n");
    assert!(problems(&bundle).contains("of its parts only 1, 3 are there"), "{}", problems(&bundle));
}

#[test]
fn several_dumps_in_one_text_are_told_apart_in_place() {
    let place = Place::new();
    let dumps =
        "Oops#1 Part1\n<4>[5.0] oops\nPanic#2 Part2\n<4>[8.0] older\nPanic#2 Part1\n<0>[9.0] newest\n";
    place.tree(&[("1795687000/dmesg.txt", dumps)]);
    let bundle = place.open(&place.path("")).unwrap();
    let found: Vec<_> = bundle
        .members
        .iter()
        .map(|member| {
            let part = member.part.unwrap();
            (role(member), part.first_line, &dumps[part.from as usize..part.to as usize])
        })
        .collect();
    assert_eq!(
        found,
        [
            ("crash oops 1795687000".to_owned(), 1, &dumps[..27]),
            ("crash panic 1795687000".to_owned(), 3, &dumps[27..]),
        ]
    );
    assert!(crate::pack::files_below(&place.temp()).is_empty());
}

#[test]
fn names_that_systemd_252_puts_before_parts_belong_to_them() {
    let place = Place::new();
    let id = |n: u64| format!("dmesg-erst-{}", (1_795_687_000_u64 << 32) + n);
    let whole = format!("{}:\nPanic#1 Part2\nolder\n{}:\nPanic#1 Part1\nnewest\n", id(2), id(1));
    let folder = ((1_795_687_000_u64 << 32) / 1_000_000).to_string();
    place.tree(&[
        (&format!("{folder}/dmesg.txt"), &whole),
        (&format!("{folder}/{}", id(1)), "Panic#1 Part1\nnewest\n"),
        (&format!("{folder}/{}", id(2)), "Panic#1 Part2\nolder\n"),
    ]);
    let bundle = place.open(&place.path("")).unwrap();
    assert_eq!((bundle.members.len(), bundle.members[0].part), (1, None));
    assert_eq!((role(&bundle.members[0]).as_str(), text(&bundle, 0)), ("crash panic 1795687000", whole));
    assert_eq!(unread(&bundle, "copies of crash records"), 2);
}

#[test]
fn ramoops_is_timed_by_its_file_and_unpacked() {
    let place = Place::new();
    let packed = {
        use std::io::Write;
        let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(b"Panic#1 Part1\n<0>[9.0] packed\n").unwrap();
        encoder.finish().unwrap()
    };
    place.write("dmesg-ramoops-0.enc.z", &packed);
    place.write("dmesg-ramoops-1.enc.z", b"\xff\xff\xff");
    let bundle = place.open(&place.path("")).unwrap();
    assert_eq!(bundle.members.len(), 1);
    assert_eq!(text(&bundle, 0), "Panic#1 Part1\n<0>[9.0] packed\n");
    assert_eq!(bundle.members[0].modified.is_some(), role(&bundle.members[0]).starts_with("crash panic 1"));
    assert!(
        problems(&bundle).contains("dmesg-ramoops-1.enc.z is compressed in a way"),
        "{}",
        problems(&bundle)
    );
}

#[test]
fn kdump_of_debian_and_red_hat() {
    let place = Place::new();
    place.tree(&[
        ("202611261000/dmesg.202611261000", "[ 9.0] Kernel panic - not syncing\n"),
        ("202611261000/dump.202611261000", "KDUMP"),
        ("127.0.0.1-2026-11-25-09:00:01/vmcore-dmesg.txt", "[ 9.0] Kernel panic - not syncing\n"),
        ("127.0.0.1-2026-11-25-09:00:01/vmcore", "KDUMP"),
        ("_usr_bin_python3.1000.crash", "ProblemType: Crash\n"),
    ]);
    let path = place.path("");
    assert_eq!(bundle::sniff(&path).unwrap(), Some(Kind::CrashFolder));
    let bundle = place.open(&path).unwrap();
    let locals: Vec<String> =
        bundle.members.iter().map(|member| role(member).split_once(" 2026-").unwrap().1.to_owned()).collect();
    assert_eq!(locals, ["11-25 09:00:01", "11-26 10:00:00"]);
    assert!(bundle.members.iter().all(|member| role(member).starts_with("crash panic 1")));
}

#[test]
fn a_host_without_crash_folders_has_no_problem() {
    let place = Place::new();
    let found = bundle::crash_folders(&place.path(""), &place.temp(), &Limits::default()).unwrap();
    assert_eq!((found.members.len(), problems(&found).as_str()), (0, ""));
}

//! The root of a disk, and folders of logs.

use std::os::unix::fs::symlink;

use bundle::{Kind, Limits};

use crate::pack::{Place, gz, problems, roles, unread};

fn root(place: &Place) {
    place.tree(&[
        ("etc/hostname", "gb10-a\n"),
        ("etc/machine-id", "0123456789abcdef0123456789abcdef\n"),
        ("usr/lib/os-release", "PRETTY_NAME='Ubuntu 24.04.3 LTS'\n"),
        ("var/log/journal/0123456789abcdef0123456789abcdef/system.journal", "LPKSHHRH"),
        ("var/log/journal/0123456789abcdef0123456789abcdef/user-1000.journal", "LPKSHHRH"),
        ("var/log/syslog", "Nov 26 09:00:00 gb10-a kernel: x\n"),
        ("var/log/kern.log-20261101", "Nov  1 09:00:00 gb10-a kernel: x\n"),
        ("data/messages", "Nov 26 09:00:00 gb10-a kernel: x\n"),
        ("var/log/wtmp", "\u{2}\0\0\0"),
        ("var/log/sysstat/sa26", "x"),
        ("var/log/atop/atop_20261126", "x"),
        ("var/log/thermal.log", "time,temp\n"),
        ("var/log/nginx/access.log", "Nov 26\n"),
        ("var/lib/systemd/pstore/1795687000/001/dmesg.txt", "Panic#1 Part1\nx\n"),
        ("var/crash/_usr_bin_x.0.crash", "ProblemType: Crash\n"),
    ]);
    place.write("var/log/syslog.2.gz", &gz(b"Nov 20 09:00:00 gb10-a kernel: x\n"));
    symlink("../usr/lib/os-release", place.path("etc/os-release")).unwrap();
    symlink("/usr/share/zoneinfo/Asia/Tokyo", place.path("etc/localtime")).unwrap();
    symlink("/data/messages", place.path("var/log/messages")).unwrap();
    symlink("../../../../../../etc/hostname", place.path("var/log/kern.log")).unwrap();
}

#[test]
fn a_root_is_read_in_place_and_links_stay_inside() {
    let place = Place::new();
    root(&place);
    let path = place.path("");
    assert_eq!(bundle::sniff(&path).unwrap(), Some(Kind::Root));
    let by_kind = place.open(&path).unwrap();
    let bundle = bundle::open_root(&path, &place.temp(), &Limits::default()).unwrap();
    assert_eq!(by_kind, bundle);
    let expected = [
        ("var/log/journal/0123456789abcdef0123456789abcdef/system.journal", "journal"),
        ("var/log/journal/0123456789abcdef0123456789abcdef/user-1000.journal", "journal"),
        ("var/log/kern.log-20261101", "text kernel"),
        ("var/log/messages", "text all"),
        ("var/log/syslog", "text all"),
        ("var/log/syslog.2.gz", "text all"),
        ("var/log/wtmp", "sessions"),
        ("var/lib/systemd/pstore/1795687000/001/dmesg.txt", "crash panic 1795687000"),
    ];
    assert_eq!(roles(&bundle), expected.map(|(name, role)| (name.to_owned(), role.to_owned())));
    assert!(bundle.members[3].path.ends_with("in/data/messages"));
    assert_eq!(
        problems(&bundle),
        "var/log/kern.log is a link that leads nowhere inside the root and is not followed"
    );
    assert_eq!(bundle.hostname.as_deref(), Some("gb10-a"));
    assert_eq!(bundle.zone.as_deref(), Some("Asia/Tokyo"));
    assert_eq!(bundle.os.as_deref(), Some("Ubuntu 24.04.3 LTS"));
    assert_eq!(unread(&bundle, "sysstat recordings"), 1);
    assert_eq!(unread(&bundle, "crash dumps and reports"), 1);
    assert!(crate::pack::files_below(&place.temp()).is_empty());
    let lying: Vec<_> = bundle::monitors_lying(&path).into_iter().map(|(what, _)| what).collect();
    assert_eq!(lying, ["sysstat recordings", "atop recordings", "tables of a monitor"]);
}

#[test]
fn links_in_circles_end() {
    let place = Place::new();
    place.tree(&[("etc/hostname", "a\n")]);
    std::fs::create_dir_all(place.path("var")).unwrap();
    symlink("/var/log", place.path("var/log")).unwrap();
    let bundle = bundle::open_root(&place.path(""), &place.temp(), &Limits::default()).unwrap();
    assert!(bundle.members.is_empty());
}

#[test]
fn a_copied_log_folder_is_read_in_place() {
    let place = Place::new();
    place.tree(&[
        ("journal/0123456789abcdef0123456789abcdef/system.journal", "LPKSHHRH"),
        ("kern.log", "Nov 26 09:00:00 gb10-a kernel: x\n"),
        ("notes.txt", "hello\n"),
        ("export", "__CURSOR=x\n"),
        ("sub/thermal.csv", "time,temp\n1,2\n"),
        ("empty.log", ""),
    ]);
    place.write("kern.log.2.gz", &gz(b"Nov 26 09:00:00 gb10-a kernel: x\n"));
    symlink("/etc", place.path("link")).unwrap();
    symlink(place.path(""), place.path("sub/circle")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(place.path("pipe")).status();
    let path = place.path("");
    assert_eq!(bundle::sniff(&path).unwrap(), Some(Kind::LogFolder));
    let bundle = place.open(&path).unwrap();
    let expected = [
        ("export", "stream"),
        ("kern.log", "text kernel"),
        ("kern.log.2.gz", "text kernel"),
        ("journal/0123456789abcdef0123456789abcdef/system.journal", "journal"),
        ("sub/thermal.csv", "monitor"),
    ];
    assert_eq!(roles(&bundle), expected.map(|(name, role)| (name.to_owned(), role.to_owned())));
    assert_eq!((unread(&bundle, "links"), unread(&bundle, "empty files")), (2, 1));
    assert_eq!(unread(&bundle, "files that are no logs"), 1);
    if made.is_ok_and(|status| status.success()) {
        assert_eq!(unread(&bundle, "devices and pipes"), 1);
    }
}

#[test]
fn what_is_no_bundle_is_none() {
    let place = Place::new();
    place.tree(&[
        ("journals/system.journal", "LPKSHHRH"),
        ("journals/0123456789abcdef0123456789abcdef/user-1000.journal", "LPKSHHRH"),
        ("empty.txt", ""),
        ("a.log", "Nov 26 09:00:00 gb10-a kernel: x\n"),
    ]);
    std::fs::create_dir(place.path("nothing")).unwrap();
    let packed = place.write("a.log.gz", &gz(b"Nov 26 09:00:00 gb10-a kernel: x\n"));
    for path in
        ["journals", "empty.txt", "a.log", "nothing"].map(|name| place.path(name)).iter().chain([&packed])
    {
        assert_eq!(bundle::sniff(path).unwrap(), None, "{}", path.display());
    }
    assert!(bundle::sniff(&place.path("missing")).is_err());
    let error = place.open(&packed).unwrap_err().to_string();
    assert!(error.contains("a.log.gz is no bundle"), "{error}");
}

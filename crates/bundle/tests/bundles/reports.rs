//! Sosreports of two versions and nvidia-bug-reports.

use bundle::Kind;

use crate::pack::{AT, Place, gz, problems, roles, tar, told, unread, xz, zip};

const MACHINE: &str = "0123456789abcdef0123456789abcdef";

/// What sos 4 makes of an Ubuntu with a journal, all logs asked for.
fn sos4() -> Vec<(String, Vec<u8>)> {
    let journal = format!("var/log/journal/{MACHINE}");
    [
        ("sos_commands/logs/journalctl_--no-pager", "Nov 26 09:00:00 gb10-a kernel: all\n"),
        ("sos_commands/logs/journalctl_--no-pager_--boot", "Nov 26 09:50:00 gb10-a kernel: this\n"),
        ("sos_commands/logs/journalctl_--no-pager_--boot_-1", "Nov 26 09:00:00 gb10-a kernel: last\n"),
        ("sos_commands/logs/journalctl_--disk-usage", "Archived and active journals take up 8M\n"),
        ("sos_commands/systemd/journalctl_--list-boots", " 0 abc\n"),
        ("sos_commands/systemd/timedatectl", "      Time zone: Asia/Tokyo (JST, +0900)\n"),
        ("sos_commands/login/last_-F", "reboot   system boot\n"),
        ("sos_commands/login/last_-F_reboot", "reboot   system boot\n"),
        ("sos_commands/login/lastlog", "root\n"),
        ("sos_commands/kernel/dmesg", "[    0.000000] Linux version\n"),
        ("sos_commands/kernel/dmesg_-T", "[Thu Nov 26 09:50:00 2026] Linux version\n"),
        ("sos_commands/date/date", "Thu Nov 26 19:00:00 JST 2026\n"),
        ("sos_commands/date/date_--utc", "Thu Nov 26 10:00:00 UTC 2026\n"),
        ("sos_commands/host/hostname", "gb10-a\n"),
        ("sos_commands/nvidia/nvidia-smi_-q", "Timestamp\n"),
        ("etc/machine-id", "0123456789abcdef0123456789abcdef\n"),
        ("etc/os-release", "NAME=x\nPRETTY_NAME=\"Ubuntu 24.04.3 LTS\"\n"),
        ("proc/sys/kernel/random/boot_id", "11111111-2222-3333-4444-555555555555\n"),
        ("proc/meminfo", "MemTotal: 1 kB\n"),
        ("sys/fs/pstore/dmesg-efi-179568700001001", "Panic#1 Part1\n<0>[1.0] newest\n"),
        ("var/lib/systemd/pstore/1795600000/001/dmesg.txt", "Oops#1 Part1\n<0>[1.0] oops\n"),
        ("var/log/kern.log", "2026-11-26T09:00:00+09:00 gb10-a kernel: x\n"),
        ("var/log/nginx/error.log", "2026/11/26 09:00:00 [error]\n"),
        ("var/log/wtmp", "\u{2}\0\0\0"),
        ("sos_reports/sos.txt", "x\n"),
        ("version.txt", "sosreport: 4.8.2\n"),
    ]
    .into_iter()
    .map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()))
    .chain([
        (format!("{journal}/system.journal"), b"LPKSHHRH".to_vec()),
        (format!("{journal}/system@0005f2a1b3c4d5e6-0123456789abcdef.journal~"), b"LPKSHHRH".to_vec()),
    ])
    .map(|(name, bytes)| (format!("sosreport-gb10-a-2026-11-26-abcdefg/{name}"), bytes))
    .collect()
}

fn packed(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    tar(&files)
}

fn expected(top: &str) -> Vec<(String, String)> {
    [
        ("sos_commands/logs/journalctl_--no-pager", "text all"),
        ("sos_commands/logs/journalctl_--no-pager_--boot", "text all current"),
        ("sos_commands/logs/journalctl_--no-pager_--boot_-1", "text all"),
        ("sos_commands/systemd/journalctl_--list-boots", "sessions"),
        ("sos_commands/login/last_-F", "sessions"),
        ("sos_commands/login/last_-F_reboot", "sessions"),
        ("sos_commands/kernel/dmesg", "text kernel current"),
        ("sos_commands/kernel/dmesg_-T", "text kernel current"),
        ("var/log/kern.log", "text kernel"),
        ("var/log/wtmp", "sessions"),
        ("var/log/journal/0123456789abcdef0123456789abcdef/system.journal", "journal"),
        (
            "var/log/journal/0123456789abcdef0123456789abcdef/system@0005f2a1b3c4d5e6-0123456789abcdef.journal~",
            "journal",
        ),
        ("var/lib/systemd/pstore/1795600000/001/dmesg.txt", "crash oops 1795600000"),
        ("sys/fs/pstore/dmesg-efi-179568700001001", "crash panic 1795687000"),
    ]
    .into_iter()
    .map(|(name, role)| (format!("{top}{name}"), role.to_owned()))
    .collect()
}

#[test]
fn a_sosreport_is_read_packed_nested_and_unpacked() {
    let files = sos4();
    let top = "sosreport-gb10-a-2026-11-26-abcdefg/";
    let packed = xz(&packed(&files));
    for (name, bytes, prefix) in [
        ("a.tar.xz", packed.clone(), top.to_owned()),
        ("case.zip", zip(&[("for you/a.tar.xz", packed.as_slice())]), format!("for you/a.tar.xz/{top}")),
    ] {
        let place = Place::new();
        let path = place.write(name, &bytes);
        if !prefix.contains("for you") {
            assert_eq!(bundle::sniff(&path).unwrap(), Some(Kind::Sosreport));
        }
        let bundle = place.open(&path).unwrap();
        assert_eq!(roles(&bundle), expected(&prefix), "{name}");
        assert_eq!(problems(&bundle), "");
        check_host(&bundle);
        // The text of the member is what was packed, its time too, and a journal keeps its telling name.
        let told = told(&bundle);
        assert_eq!(told[2].2, "Nov 26 09:00:00 gb10-a kernel: last");
        assert_eq!(bundle.members[2].modified.map(|at| at.0), Some(AT as i64 * 1_000_000));
        assert!(bundle.members[11].path.ends_with("system@0005f2a1b3c4d5e6-0123456789abcdef.journal~"));
    }
    let place = Place::new();
    for (name, bytes) in &files {
        place.write(name, bytes);
    }
    for folder in ["", "sosreport-gb10-a-2026-11-26-abcdefg"] {
        let path = place.path(folder);
        assert_eq!(bundle::sniff(&path).unwrap(), Some(Kind::Sosreport));
        let bundle = place.open(&path).unwrap();
        let mut expected = expected(if folder.is_empty() { top } else { "" });
        let mut found = roles(&bundle);
        expected.sort();
        found.sort();
        assert_eq!(found, expected);
        check_host(&bundle);
        assert!(bundle.members.iter().all(|member| member.path.starts_with(place.path(""))));
    }
}

fn check_host(bundle: &bundle::Bundle) {
    assert_eq!(bundle.kind, Kind::Sosreport);
    assert_eq!(bundle.hostname.as_deref(), Some("gb10-a"));
    assert_eq!(bundle.machine_id.map(|id| id.to_string()).as_deref(), Some(MACHINE));
    assert_eq!(bundle.zone.as_deref(), Some("Asia/Tokyo"));
    assert_eq!(bundle.os.as_deref(), Some("Ubuntu 24.04.3 LTS"));
    assert_eq!(bundle.collected.map(|at| at.0), Some(AT as i64 * 1_000_000));
    assert_eq!(bundle.current_boot.map(|id| id.short()).as_deref(), Some("11111111"));
    assert_eq!(unread(bundle, "other commands' outputs"), 3);
}

/// What sos 3 makes of a RHEL 7: other names, a log that was too long and a link in its place.
#[test]
fn an_old_sosreport_says_what_was_cut() {
    let top = "sosreport-node7-20261126";
    let mut builder = tar::Builder::new(Vec::new());
    let mut add = |name: &str, text: &str| {
        let mut header = crate::pack::header(text.len() as u64, tar::EntryType::Regular);
        builder.append_data(&mut header, format!("{top}/{name}"), text.as_bytes()).unwrap();
    };
    add("sos_commands/logs/journalctl_--all_--this-boot_--no-pager", "Nov 26 09:50:00 node7 kernel: this\n");
    add("sos_commands/general/hostname", "node7.example\n");
    add("sos_commands/general/timedatectl", "       Timezone: Europe/Berlin (CET, +0100)\n");
    add("sos_commands/kernel/dmesg", "[    0.000000] Linux version\n");
    add("sos_strings/logs/var.log.messages.tailed", "Nov 26 09:00:00 node7 kernel: x\n");
    add("var/log/messages-20261101", "Nov  1 09:00:00 node7 kernel: x\n");
    add("var/log/secure", "Nov  1 09:00:00 node7 sshd[1]: x\n");
    add("var/crash/127.0.0.1-2026-11-25-10:00:00/vmcore-dmesg.txt", "[ 1.0] Kernel panic - not syncing: x\n");
    add("var/crash/127.0.0.1-2026-11-25-10:00:00/vmcore", "KDUMP");
    let mut link = crate::pack::header(0, tar::EntryType::Symlink);
    let target = "../../sos_strings/logs/var.log.messages.tailed";
    builder.append_link(&mut link, format!("{top}/var/log/messages"), target).unwrap();
    let place = Place::new();
    let path = place.write("x", &gz(&builder.into_inner().unwrap()));
    let bundle = place.open(&path).unwrap();
    let names: Vec<(String, String)> =
        roles(&bundle).into_iter().map(|(name, role)| (name.replace(&format!("{top}/"), ""), role)).collect();
    let expected = [
        ("sos_commands/logs/journalctl_--all_--this-boot_--no-pager", "text all current"),
        ("sos_commands/kernel/dmesg", "text kernel current"),
        ("sos_strings/logs/var.log.messages.tailed", "text all tail"),
        ("var/log/messages-20261101", "text all"),
        ("var/log/secure", "text programs"),
        (
            "var/crash/127.0.0.1-2026-11-25-10:00:00/vmcore-dmesg.txt",
            "crash panic 1795687200 2026-11-25 10:00:00",
        ),
    ];
    assert_eq!(names, expected.map(|(name, role)| (name.to_owned(), role.to_owned())));
    assert_eq!((bundle.kind, problems(&bundle).as_str()), (Kind::Sosreport, ""));
    assert_eq!(bundle.hostname.as_deref(), Some("node7.example"));
    assert_eq!(bundle.zone.as_deref(), Some("Europe/Berlin"));
    assert_eq!((unread(&bundle, "links"), unread(&bundle, "crash dumps and reports")), (1, 1));
}

#[test]
fn an_nvidia_bug_report_is_read_plain_packed_and_inside() {
    let report = include_bytes!("../../fixtures/nvidia-bug-report.log");
    let middle = report.len() / 2;
    // The script compresses each section by itself and appends.
    let mut packed = gz(&report[..middle]);
    packed.extend(gz(&report[middle..]));
    let expected: Vec<(String, String, String)> = [
        ("/var/log/kern.log", "text driver", "2026-11-26T08:00:10.000000+09:00 gb10-a kernel: NVRM: loading NVIDIA UNIX Open Kernel Module for aarch64"),
        ("journalctl -b -0", "text driver current", "Nov 26 09:50:05 gb10-a kernel: NVRM: loading NVIDIA UNIX Open Kernel Module for aarch64"),
        ("journalctl -b -1", "text driver", "Nov 26 08:00:10 gb10-a kernel: NVRM: loading NVIDIA UNIX Open Kernel Module for aarch64"),
        ("dmesg", "text kernel current", ""),
    ]
    .iter()
    .map(|(title, role, line)| ((*title).to_owned(), (*role).to_owned(), (*line).to_owned()))
    .collect();
    for (name, bytes, inside) in [
        ("some.log", report.to_vec(), "some.log"),
        ("some.log.gz", packed.clone(), "some.log.gz"),
        ("case.zip", zip(&[("a/some.log.gz", &packed)]), "a/some.log.gz"),
        ("case.tar", tar(&[("a/some.log", report.as_slice())]), "a/some.log"),
    ] {
        let place = Place::new();
        let path = place.write(name, &bytes);
        let bundle = place.open(&path).unwrap();
        let found: Vec<_> = told(&bundle)
            .into_iter()
            .map(|(name, role, line)| (name.replace(&format!("{inside}: "), ""), role, line))
            .collect();
        assert_eq!(found, expected, "{name}");
        assert_eq!(bundle.hostname.as_deref(), Some("gb10-a"));
        assert_eq!(unread(&bundle, "other sections of the nvidia-bug-report"), 5);
        let is_report = bundle::sniff(&path).unwrap() == Some(Kind::NvidiaBugReport);
        assert_eq!(is_report, !name.starts_with("case"));
    }
    // A folder of what somebody collected: both, and a table.
    let place = Place::new();
    place.write("nvidia-bug-report.log.gz", &packed);
    place.write("thermal.csv", b"time,temp\n1,2\n");
    let bundle = place.open(&place.path("")).unwrap();
    assert_eq!((bundle.kind, bundle.members.len()), (Kind::LogFolder, 5));
}

#[test]
fn results_of_a_field_diagnostic_are_known_and_hold_no_logs() {
    let place = Place::new();
    place.tree(&[
        ("logs-20261126-100000/unified_summary.json", "{}"),
        ("logs-20261126-100000/summary.csv", "test,result\n"),
        ("logs-20261126-100000/run.log", "x\n"),
        ("logs-20261126-100000/gpu/fieldiag.log", "\u{1}"),
    ]);
    for folder in ["", "logs-20261126-100000"] {
        let path = place.path(folder);
        assert_eq!(bundle::sniff(&path).unwrap(), Some(Kind::FieldDiagnostic));
        let bundle = place.open(&path).unwrap();
        assert_eq!((bundle.kind, bundle.members.len()), (Kind::FieldDiagnostic, 0));
        assert_eq!(unread(&bundle, "results of the field diagnostic"), 2);
    }
}

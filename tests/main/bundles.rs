//! Bundles: what somebody elsewhere gets of a host gives the answers of its journal, or says what it cannot show.

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Journal, bytes, fixture, list, program, run, text};

const INCIDENT: &str = "01-gb10-nvrm-wedge";
/// A minute after its last line.
const COLLECTED: u64 = 1_789_301_917;
/// Its boot in question: start, last entry, and that of the next boot's start.
const DIED: (f64, f64) = (1_789_252_940.8, 1_789_297_101.4);

/// A form of the incident's journal.
fn form(form: &str) -> Vec<u8> {
    bytes(&fixture(&format!("forms/{INCIDENT}/{form}.xz")))
}

/// The lines of the boots of `journalctl`'s output, the newest last.
fn by_boot(printed: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(printed).into_owned();
    let mut boots = vec![String::new()];
    for line in text.lines() {
        if line.starts_with("-- Boot ") {
            boots.push(String::new());
        } else if let Some(boot) = boots.last_mut() {
            *boot += line;
            boot.push('\n');
        }
    }
    boots
}

fn judged(arguments: &[PathBuf]) -> Value {
    let options = ["--all", "-q", "-o", "json"].map(PathBuf::from);
    run(&options.into_iter().chain(arguments.iter().cloned()).collect::<Vec<_>>()).json()
}

fn verdicts(report: &Value) -> Vec<[Value; 3]> {
    list(report, "boots")
        .iter()
        .map(|boot| ["ending", "cause", "finding"].map(|key| boot[key].clone()))
        .collect()
}

fn wanted() -> Vec<[Value; 3]> {
    verdicts(&judged(&[fixture(&format!("incidents/{INCIDENT}/journal.export.xz"))]))
}

fn tarball(path: &Path, members: &[(&str, Vec<u8>)]) {
    let packer = liblzma::write::XzEncoder::new(fs::File::create(path).expect("room"), 1);
    let mut archive = tar::Builder::new(packer);
    for (name, content) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mtime(COLLECTED);
        header.set_mode(0o600);
        archive
            .append_data(&mut header, format!("sosreport-spark-01-2026-09-13-abcdefg/{name}"), &content[..])
            .expect("room");
    }
    archive.into_inner().and_then(liblzma::write::XzEncoder::finish).expect("room");
}

/// A log cut into so many parts as its daemon rotates it, by name.
fn rotated(name: &str, content: &[u8], parts: usize) -> Vec<(String, Vec<u8>)> {
    let lines: Vec<&[u8]> = content.split_inclusive(|byte| *byte == b'\n').collect();
    let parts: Vec<Vec<u8>> = lines.chunks(lines.len().div_ceil(parts)).map(<[_]>::concat).collect();
    let newest = parts.len() - 1;
    let name_of =
        |place| if place == newest { name.to_owned() } else { format!("{name}.{}", newest - place) };
    parts.into_iter().enumerate().map(|(place, part)| (name_of(place), part)).collect()
}

/// The layout of facts/reports.md, section 4.2.
fn sosreport(path: &Path) {
    let boots = by_boot(&form("short"));
    let [.., before, this] = &boots[..] else { panic!("three boots") };
    let logs = [("var/log/syslog", "syslog-trad"), ("var/log/kern.log", "kern-trad")];
    let logs: Vec<_> = logs.iter().flat_map(|(name, written)| rotated(name, &form(written), 3)).collect();
    let logs = logs.iter().map(|(name, content)| (name.as_str(), content.clone()));
    tarball(
        path,
        &[
            ("sos_commands/logs/journalctl_--no-pager", form("short")),
            ("sos_commands/logs/journalctl_--no-pager_--boot", this.clone().into_bytes()),
            ("sos_commands/logs/journalctl_--no-pager_--boot_-1", before.clone().into_bytes()),
            ("sos_commands/kernel/dmesg", form("dmesg")),
            ("sos_commands/date/date", b"Sun Sep 13 12:18:37 UTC 2026\n".to_vec()),
            ("etc/hostname", b"spark-01\n".to_vec()),
            ("version.txt", b"sosreport: 4.5.6\n".to_vec()),
        ]
        .into_iter()
        .chain(logs)
        .collect::<Vec<_>>(),
    );
}

#[test]
fn a_sosreport_gives_the_journal_s_verdicts() {
    let temp = TempDir::new().expect("a temporary folder");
    let path = temp.path().join("sos.tar.xz");
    sosreport(&path);
    let report = judged(&[path]);
    assert_eq!(verdicts(&report), wanted());
    let inputs: Vec<&str> = list(&report, "inputs").iter().filter_map(|input| text(input, "path")).collect();
    assert!(
        inputs
            .iter()
            .all(|input| input.contains("sos.tar.xz:sos_commands/") || input.contains("sos.tar.xz:var/log/")),
        "{inputs:?}"
    );
}

/// What ten members have in common is said once, and the JSON says it of each.
#[test]
fn what_members_have_in_common_is_told_once() {
    let temp = TempDir::new().expect("a temporary folder");
    let path = temp.path().join("sos.tar.xz");
    sosreport(&path);
    let shown = |form: &str, lang: &str| {
        let path = path.to_str().expect("UTF-8");
        run(&["--boot", "-1", "-q", "--utc", "--lang", lang, "-o", form, path]).stdout
    };
    let times = |shown: &str, part: &str| {
        shown.split_whitespace().collect::<Vec<_>>().join(" ").matches(part).count()
    };
    for form in ["text", "markdown", "html"] {
        let shown = shown(form, "en").replace("&#x27;", "'").replace("&#39;", "'");
        for (part, wanted) in [
            ("have no year", 1),
            ("each of 9 inputs", 1),
            ("only the kernel's lines", 1),
            ("of the kernel, systemd and programs", 1),
        ] {
            assert_eq!(times(&shown, part), wanted, "{part} in {form}:\n{shown}");
        }
    }
    assert!(times(&shown("text", "ja"), "9 件の入力（") > 0, "{}", shown("text", "ja"));
    let report = judged(std::slice::from_ref(&path));
    let told = |input: &&Value| input["problems"].to_string().contains("have no year");
    assert_eq!(list(&report, "inputs").iter().filter(told).count(), 5, "a set says it once");
    let covers = list(&list(&report, "boots")[1], "coverage");
    assert!(covers.len() >= 6 && covers.iter().all(|cover| cover["input"].is_u64()), "{covers:#?}");
}

/// Only the driver's lines of earlier boots: their silence says nothing, and no end can be read out of them.
#[test]
fn an_nvidia_bug_report_says_what_it_cannot_show() {
    let temp = TempDir::new().expect("a temporary folder");
    let path = temp.path().join("nvidia-bug-report.log.gz");
    let line = "_".repeat(44);
    let mut report = format!(
        "{line}\n\nStart of NVIDIA bug report log file.  Please include this file\n\nnvidia-bug-report.sh Version: 38000000\n\n\
         Date: Sun Sep 13 12:18:37 UTC 2026\nuname: Linux spark-01 6.17.0-1014-nvidia #14 SMP aarch64 GNU/Linux\n\n\
         {line}\n\nScanning kernel log files for NVRM messages:\n\n"
    );
    for (back, boot) in by_boot(&form("short")).iter().rev().enumerate() {
        report += &format!("  journalctl -b -{back}:\n");
        report.extend(boot.lines().filter(|line| line.contains("NVRM")).map(|line| format!("{line}\n")));
        report.push('\n');
    }
    report += &format!("{line}\n\ndmesg:\n\n{}\n{line}\n\nEnd\n", String::from_utf8_lossy(&form("dmesg")));
    let mut packer =
        flate2::write::GzEncoder::new(fs::File::create(&path).expect("room"), flate2::Compression::fast());
    packer.write_all(report.as_bytes()).and_then(|()| packer.finish()).expect("room");
    let report = judged(&[path]);
    let boots = list(&report, "boots");
    let boot = &boots[boots.len() - 2];
    assert_eq!((&boot["ending"], &boot["cause"]), (&"undetermined".into(), &Value::Null), "{boot:#}");
    let covers = boot["coverage"].to_string();
    assert!(covers.contains("only lines of the NVIDIA driver"), "{covers}");
    assert!(boot["summary"].to_string().contains("NVIDIA driver"), "{}", boot["summary"]);
}

#[test]
fn a_zip_of_logs_gives_the_journal_s_verdicts() {
    let temp = TempDir::new().expect("a temporary folder");
    let path = temp.path().join("logs.zip");
    let mut archive = zip::ZipWriter::new(fs::File::create(&path).expect("room"));
    let written = zip::DateTime::from_date_and_time(2026, 9, 13, 12, 18, 36).expect("a time");
    let options = zip::write::SimpleFileOptions::default().last_modified_time(written);
    for (name, content) in [("logs/syslog", form("syslog-trad")), ("logs/kern.log", form("kern-trad"))] {
        archive.start_file(name, options).expect("room");
        archive.write_all(&content).expect("room");
    }
    archive.finish().expect("room");
    assert_eq!(verdicts(&judged(&[path])), wanted());
}

/// The root of a disk: a journal, and a crash record of that name whose last line was said so long after the boot's start.
fn root_with_record(named: u64, since: f64) -> TempDir {
    let journal = Journal::unpack(INCIDENT);
    let temp = TempDir::new().expect("a temporary folder");
    let logs = temp.path().join("var/log/journal");
    fs::create_dir_all(&logs).expect("room");
    fs::rename(journal.files(), logs.join("0123456789abcdef0123456789abcdef"))
        .or_else(|_| {
            let to = logs.join("0123456789abcdef0123456789abcdef");
            fs::create_dir(&to)?;
            journal
                .paths()
                .iter()
                .try_for_each(|path| fs::copy(path, to.join(path.file_name().expect("a name"))).map(drop))
        })
        .expect("room");
    let record = temp.path().join(format!("var/lib/systemd/pstore/{named}"));
    fs::create_dir_all(&record).expect("room");
    let line = |before: f64, said: &str| format!("<0>[{:12.6}] {said}\n", since - before);
    let newest = line(0.1, "Kernel panic - not syncing: Fatal exception in interrupt")
        + &line(0.01, "---[ end Kernel panic - not syncing: Fatal exception in interrupt ]---");
    let older = line(0.5, "Internal error: Oops: 0000000096000004 [#1] SMP");
    fs::write(record.join(format!("dmesg-efi-{named}01001")), format!("Panic#1 Part1\n{newest}"))
        .expect("room");
    fs::write(record.join(format!("dmesg-efi-{named}02001")), format!("Panic#1 Part2\n{older}"))
        .expect("room");
    temp
}

#[test]
fn a_root_s_crash_record_is_of_the_boot_that_died() {
    let at = DIED.1 as u64 + 8;
    let temp = root_with_record(at, at as f64 - DIED.0);
    let listed = run(&["inputs".as_ref(), "--root".as_ref(), temp.path()]);
    listed.expect_code(0);
    for part in ["a journal file", "the kernel's last lines before a crash"] {
        assert!(listed.stdout.contains(part), "{}", listed.stdout);
    }
    let report = judged(&["--root".into(), temp.path().to_owned()]);
    let boots = list(&report, "boots");
    let [healthy, died, running] = boots else { panic!("three boots, not {}", boots.len()) };
    assert_eq!(healthy["ending"], "clean");
    assert_eq!(
        (&died["ending_detail"], &died["finding"]),
        (&"panic".into(), &"kernel_panic".into()),
        "{died:#}"
    );
    assert_eq!(running["ending"], "running");
    assert!(died["coverage"].to_string().contains("dmesg-efi"), "{}", died["coverage"]);
}

/// A record of forty days before, of a boot that was up for as long: the name says so, whatever the file's time is.
#[test]
fn an_old_crash_record_is_of_no_boot_by_its_uptime_alone() {
    let temp = root_with_record(DIED.1 as u64 - 40 * 86_400, DIED.1 + 3.0 - DIED.0);
    let outcome = run(&["--all".into(), "-o".into(), "json".into(), "--root".into(), temp.path().to_owned()]);
    let report = outcome.json();
    assert_eq!(verdicts(&report), wanted());
    assert!(!report["boots"].to_string().contains("Fatal exception"), "the record is credited to a boot");
    outcome.expect_note(&["by its name", "left out"]);
}

/// Its start, the last line of its orderly shutdown, and a panic 2 s later, which the crash record tells.
#[test]
fn a_panic_behind_an_orderly_shutdown_is_no_clean_end() {
    const ORDERLY: (f64, f64) = (1_789_197_004.6, 1_789_252_893.6);
    let at = ORDERLY.1 + 2.0;
    let temp = root_with_record(at as u64, at - ORDERLY.0);
    let report = judged(&["--root".into(), temp.path().to_owned()]);
    let boot = &list(&report, "boots")[0];
    assert_eq!(
        (&boot["ending"], &boot["ending_detail"], &boot["finding"]),
        (&"unexpected".into(), &"panic".into(), &"kernel_panic".into()),
        "{boot:#}"
    );
}

/// A log that was cut while it was packed or copied: short enough that all of it is looked at to recognise it.
#[test]
fn a_short_packed_log_that_was_cut_is_read_as_far_as_it_goes() {
    let temp = TempDir::new().expect("a temporary folder");
    let text = form("syslog-trad");
    let text = &text[..text.len().min(40_000)];
    let packed = |name: &str| -> Vec<u8> {
        let written = match name {
            "gz" => {
                let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
                packer.write_all(text).and_then(|()| packer.finish())
            }
            _ => {
                let mut packer = liblzma::write::XzEncoder::new(Vec::new(), 6);
                packer.write_all(text).and_then(|()| packer.finish())
            }
        };
        written.expect("room")
    };
    for name in ["gz", "xz"] {
        let whole = packed(name);
        let path = temp.path().join(format!("syslog.{name}"));
        fs::write(&path, &whole[..whole.len() * 2 / 3]).expect("room");
        let outcome = run(&["--all".into(), "-o".into(), "json".into(), path.clone()]);
        let records = list(&outcome.json(), "inputs")[0]["records"].as_u64();
        assert!(records > Some(50), "{name}: {records:?}");
        outcome.expect_note(&["syslog."]);
        let listed = run(&["inputs".into(), path]);
        assert!(listed.stdout.contains("a text log"), "{}", listed.stdout);
    }
}

/// An archive that would write elsewhere does not, and what is good in it is read.
#[test]
fn an_archive_does_not_lead_out_of_the_temporary_folder() {
    let temp = TempDir::new().expect("a temporary folder");
    let (outside, private) = (temp.path().join("outside"), temp.path().join("private"));
    fs::create_dir(&private).expect("room");
    let path = temp.path().join("evil.tar");
    let mut archive = tar::Builder::new(fs::File::create(&path).expect("room"));
    let mut add = |name: &str, content: &[u8]| {
        let mut header = tar::Header::new_gnu();
        // The builder would refuse such names.
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(content.len() as u64);
        header.set_mode(0o600);
        header.set_mtime(COLLECTED);
        header.set_cksum();
        archive.append(&header, content).expect("room");
    };
    add("../outside", b"x");
    add(&outside.to_string_lossy(), b"x");
    add("logs/syslog", &form("syslog-trad"));
    archive.finish().expect("room");
    let mut command = program();
    command.env("TMPDIR", &private).args(["--all", "-o", "json"]).arg(&path);
    let outcome = crate::support::finish(command, Vec::new());
    assert_eq!(verdicts(&outcome.json()), wanted());
    assert!(!outside.exists());
    assert_eq!(fs::read_dir(&private).expect("a folder").count(), 0, "the temporary folder is left");
}

/// The program waits at a pipe with an archive unpacked when the signal comes.
#[test]
fn the_temporary_folder_is_gone_after_a_signal() {
    let temp = TempDir::new().expect("a temporary folder");
    let private = temp.path().join("private");
    fs::create_dir(&private).expect("room");
    let archive = temp.path().join("sos.tar.xz");
    tarball(&archive, &[("sos_commands/logs/journalctl_--no-pager", form("short"))]);
    let pipe = temp.path().join("pipe");
    if !std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        return;
    }
    let mut command = program();
    command.env("TMPDIR", &private).arg("--all").arg(&archive).arg(&pipe).stderr(Stdio::null());
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("the program starts");
    let is_filled = || {
        let unpacked = fs::read_dir(&private).ok().and_then(|mut inside| inside.next()?.ok());
        unpacked.is_some_and(|folder| fs::read_dir(folder.path()).is_ok_and(|inside| inside.count() >= 2))
    };
    let begun = Instant::now();
    while !is_filled() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(is_filled(), "nothing was unpacked");
    let killed = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    let status = child.wait().expect("the program ends");
    assert_eq!(status.signal(), Some(15), "{status}");
    assert_eq!(fs::read_dir(&private).expect("a folder").count(), 0, "the temporary folder is left");
}

/// What fails because the folder is gone is not told as if it were something that the user could do anything about.
#[test]
fn a_signal_while_an_archive_is_unpacked_ends_the_program_without_a_word() {
    let temp = TempDir::new().expect("a temporary folder");
    let private = temp.path().join("private");
    fs::create_dir(&private).expect("room");
    let archive = temp.path().join("many.tar.xz");
    let log = form("short-iso")[..2_000].to_vec();
    let names: Vec<String> = (0..20_000).map(|index| format!("var/log/app{index}.log")).collect();
    let members: Vec<(&str, Vec<u8>)> = names.iter().map(|name| (name.as_str(), log.clone())).collect();
    tarball(&archive, &members);
    for (arguments, signal) in [(&["inputs"][..], ("-TERM", 15)), (&["--all"], ("-INT", 2))] {
        let mut command = program();
        command.env("TMPDIR", &private).args(arguments).arg(&archive).stdin(Stdio::null());
        let child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let unpacked = || {
            let folder = fs::read_dir(&private).ok()?.next()?.ok()?;
            Some(fs::read_dir(folder.path().join("b1")).ok()?.count())
        };
        let begun = Instant::now();
        while unpacked() < Some(50) && begun.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let killed = std::process::Command::new("kill").args([signal.0, &child.id().to_string()]).status();
        assert!(killed.is_ok_and(|status| status.success()));
        let output = child.wait_with_output().expect("the program ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.signal(), said.as_str(), output.stdout.len()), (Some(signal.1), "", 0));
        assert_eq!(fs::read_dir(&private).expect("a folder").count(), 0, "the temporary folder is left");
    }
}

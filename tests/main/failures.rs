//! What goes wrong is said in plain words, with the right exit code and everything else that could be read.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;

use tempfile::TempDir;

use crate::support::{Journal, bytes, finish, fixture, list, outline, program, program_at, run, text};

const NOBODY: u32 = 65534;
const READ_NOTHING: i32 = 1;
const USAGE: i32 = 2;

fn path(name: &str) -> String {
    fixture(name).to_str().expect("UTF-8").to_owned()
}

fn written(folder: &TempDir, name: &str, content: &[u8]) -> String {
    let path = folder.path().join(name);
    fs::write(&path, content).expect("room");
    path.into_os_string().into_string().expect("UTF-8")
}

fn temp() -> TempDir {
    TempDir::new().expect("a temporary folder")
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
}

fn is_root() -> bool {
    fs::metadata("/proc/self").expect("procfs").uid() == 0
}

/// Root reads everything, so the program runs as somebody else then.
fn unprivileged(folder: &TempDir) -> std::process::Command {
    if !is_root() {
        return program();
    }
    set_mode(folder.path(), 0o755);
    let copy = folder.path().join("spark-autopsy");
    fs::copy(env!("CARGO_BIN_EXE_spark-autopsy"), &copy).expect("room");
    set_mode(&copy, 0o755);
    // A process that another test forked may hold the copy open for writing until it starts its own program.
    let is_busy = || {
        let tried = program_at(&copy).arg("--version").output();
        tried.is_err_and(|error| error.kind() == std::io::ErrorKind::ExecutableFileBusy)
    };
    for _ in 0..100 {
        if !is_busy() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let mut command = program_at(&copy);
    command.uid(NOBODY).gid(NOBODY).current_dir("/").env("HOME", "/nonexistent");
    command
}

#[test]
fn no_permission_names_the_groups_that_have_it() {
    let journal = Journal::unpack("30-critical-temp-orderly");
    set_mode(journal.root(), 0o755);
    set_mode(&journal.files(), 0o755);
    journal.paths().iter().for_each(|path| set_mode(path, if is_root() { 0o640 } else { 0o000 }));
    let place = temp();
    let mut command = unprivileged(&place);
    command.args(["--all", "-D"]).arg(journal.root());
    let outcome = finish(command, Vec::new());
    outcome.expect_code(READ_NOTHING);
    outcome.expect_note(&["permission", "systemd-journal", "system.journal"]);
}

#[test]
fn a_folder_without_permission_is_said_to_be_so() {
    let journal = Journal::unpack("30-critical-temp-orderly");
    set_mode(journal.root(), 0o755);
    set_mode(&journal.files(), if is_root() { 0o700 } else { 0o000 });
    let place = temp();
    let mut command = unprivileged(&place);
    command.args(["--all", "-D"]).arg(journal.root());
    let outcome = finish(command, Vec::new());
    set_mode(&journal.files(), 0o755);
    outcome.expect_code(READ_NOTHING);
    outcome.expect_note(&["permission"]);
}

#[test]
fn what_one_may_read_is_read_beside_what_one_may_not() {
    let journal = Journal::unpack("lab-257-badrtc");
    set_mode(journal.root(), 0o755);
    set_mode(&journal.files(), 0o755);
    let paths = journal.paths();
    let newest = paths.iter().find(|path| path.ends_with("system.journal")).expect("it is there");
    paths.iter().for_each(|path| set_mode(path, 0o644));
    set_mode(newest, if is_root() { 0o640 } else { 0o000 });
    let place = temp();
    let mut command = unprivileged(&place);
    command.args(["--all", "-o", "json", "-D"]).arg(journal.root());
    let outcome = finish(command, Vec::new());
    assert!(outline(&outcome.json()).len() >= 3);
    outcome.expect_note(&["permission", "system.journal"]);
}

#[test]
fn a_missing_journal_is_named() {
    for arguments in [
        &["--all", "/nonexistent/journal.export"][..],
        &["--all", "--file", "/nonexistent/system.journal"],
        &["--all", "-D", "/nonexistent"],
    ] {
        let outcome = run(arguments);
        outcome.expect_code(READ_NOTHING);
        outcome.expect_note(&["/nonexistent"]);
    }
}

#[test]
fn a_folder_without_journals_is_said_to_be_so() {
    let empty = temp();
    let name = empty.path().to_str().expect("UTF-8").to_owned();
    for arguments in [vec!["--all", "-D", &name], vec!["--all", &name]] {
        let outcome = run(&arguments);
        outcome.expect_code(READ_NOTHING);
        outcome.expect_note(&["no journal", &name]);
    }
    written(&empty, "notes.txt", b"not a journal\n");
    let outcome = run(&["--all", "-D", &name]);
    outcome.expect_code(READ_NOTHING);
    outcome.expect_note(&["no journal", &name]);
}

#[test]
fn no_such_boot_tells_which_there_are() {
    let article = path("incidents/00-article-day/journal.export.xz");
    for which in ["-4", "-99", "+5", "5", "ffffffffffffffffffffffffffffffff", "ffffffff"] {
        let outcome = run(&[&format!("--boot={which}"), &article]);
        outcome.expect_code(READ_NOTHING);
        outcome.expect_note(&[which, "-3"]);
    }
}

/// What `journalctl -b -1 > FILE` leaves.
#[test]
fn a_boot_printed_alone_is_the_newest_there_is() {
    let folder = temp();
    let short = bytes(&fixture("forms/01-gb10-nvrm-wedge/short.xz"));
    let short = String::from_utf8_lossy(&short);
    let before =
        short.split("-- Boot ").nth(1).and_then(|boot| boot.split_once('\n')).expect("three boots").1;
    let path = written(&folder, "boot-1.txt", before.as_bytes());
    let outcome = run(&["--boot", "-1", &path]);
    outcome.expect_code(READ_NOTHING);
    outcome.expect_note(&["no boot -1", "holds that boot only", "--boot 0 --ended"]);
    let told = run(&["--boot", "0", "--ended", "-o", "json", &path]).json();
    assert_eq!(list(&told, "boots")[0]["cause"], "memory_exhaustion");
    let journal = Journal::unpack("01-gb10-nvrm-wedge");
    let outcome = run(&["--boot", "-9", "-D", journal.root().to_str().expect("UTF-8")]);
    assert!(!outcome.stderr.contains("--ended"), "{}", outcome.stderr);
}

#[test]
fn journalctl_that_found_nothing_is_told_why() {
    let folder = temp();
    for (content, why) in [
        ("-- No entries --\n", "/var/log/journal"),
        ("No journal files were found.\n", "found no journal"),
        ("No journal files were opened due to insufficient permissions.\n", "had no right"),
    ] {
        let outcome = run(&[written(&folder, "printed.txt", content.as_bytes())]);
        outcome.expect_code(READ_NOTHING);
        outcome.expect_note(&["printed.txt is not read", why]);
    }
}

#[test]
fn a_wrong_boot_is_a_usage_error() {
    let article = path("incidents/00-article-day/journal.export.xz");
    for which in ["yesterday", "", "--1", "123456", "abc", "fffffffffffffffffffffffffffffffff"] {
        run(&[&format!("--boot={which}"), &article]).expect_code(USAGE);
    }
    run(&["--no-such-option"]).expect_code(USAGE);
    run(&["--boot"]).expect_code(USAGE);
}

#[test]
fn a_damaged_file_beside_good_ones_is_reported_and_the_others_read() {
    let journal = Journal::unpack("lab-252-run");
    let paths = journal.paths();
    let damaged =
        paths.iter().find(|path| path.to_string_lossy().contains("@0006532f76")).expect("it is there");
    fs::write(damaged, b"this was a journal once").expect("room");
    let name = damaged.file_name().expect("a name").to_str().expect("UTF-8");
    let outcome = run(&["--all".into(), "-o".into(), "json".into(), "-D".into(), journal.root().to_owned()]);
    let output = outcome.json();
    assert!(outline(&output).len() >= 7, "{:?}", outline(&output));
    outcome.expect_note(&[name]);
    let named = list(&output, "inputs")
        .iter()
        .flat_map(|input| list(input, "problems"))
        .any(|problem| text(problem, "what").is_some_and(|what| what.contains(name)));
    let own_input = list(&output, "inputs").iter().any(|input| {
        text(input, "path").is_some_and(|path| path.ends_with(name)) && !list(input, "problems").is_empty()
    });
    assert!(named || own_input, "the problem is in the JSON too: {:#}", output["inputs"]);
}

#[test]
fn an_empty_file_is_said_to_be_empty() {
    let folder = temp();
    let good = path("incidents/30-critical-temp-orderly/journal.export.xz");
    for name in ["system.journal", "journal.export", "monitor.csv"] {
        let empty = written(&folder, name, b"");
        let outcome = run(&["--all", &empty]);
        outcome.expect_code(READ_NOTHING);
        outcome.expect_note(&[name, "empty"]);
        let beside = run(&["--all", "-o", "json", &good, &empty]);
        assert_eq!(outline(&beside.json()).len(), 2, "{name}");
        beside.expect_note(&[name, "empty"]);
    }
}

#[test]
fn a_csv_without_time_is_said_to_have_none() {
    let folder = temp();
    let good = path("incidents/30-critical-temp-orderly/journal.export.xz");
    let csv = written(&folder, "load.csv", b"mem_avail_mib,gpu_temp_c\n61200,52\n61100,53\n61000,53\n");
    let outcome = run(&["--all", "-o", "json", &good, "--csv", &csv]);
    assert_eq!(outline(&outcome.json()).len(), 2);
    outcome.expect_note(&["load.csv", "time"]);
}

#[test]
fn broken_streams_give_what_they_hold() {
    let folder = temp();
    let article = crate::support::bytes(&fixture("incidents/30-critical-temp-orderly/journal.export.xz"));
    let half = written(&folder, "half.export", &article[..article.len() / 2]);
    assert!(!outline(&run(&["--all", "-o", "json", &half]).json()).is_empty());
    let packed = fs::read(fixture("incidents/00-article-day/journal.export.xz")).expect("the fixture");
    let cut = written(&folder, "cut.export.xz", &packed[..packed.len() / 2]);
    let outcome = run(&["--all", "-o", "json", &cut]);
    assert!(!outline(&outcome.json()).is_empty());
    outcome.expect_note(&["cut.export.xz"]);
    let noise: Vec<u8> = (0..=255).cycle().take(10_000).collect();
    let noise = written(&folder, "noise", &noise);
    let outcome = run(&["--all", &noise]);
    outcome.expect_code(READ_NOTHING);
    outcome.expect_note(&["noise"]);
}

#[test]
fn a_mistyped_subcommand_gets_a_hint() {
    let outcome = run(&["explian"]);
    assert_ne!(outcome.code, Some(0));
    outcome.expect_note(&["explain"]);
}

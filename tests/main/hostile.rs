//! Input that nobody meant to give: it costs neither the program's life nor what else could be read.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{Journal, bytes, finish, fixture, list, outline, program, run, text};

const THERMAL: &str = "incidents/30-critical-temp-orderly/journal.export.xz";

fn stdin_of(arguments: &[&str], stdin: Vec<u8>) -> crate::support::Outcome {
    let mut command = program();
    command.args(arguments);
    finish(command, stdin)
}

#[test]
fn lines_that_end_in_cr_lf_are_read() {
    let whole = bytes(&fixture(THERMAL));
    let wanted = outline(&stdin_of(&["--all", "-o", "json", "-"], whole.clone()).json());
    let mut converted = Vec::new();
    for &byte in &whole {
        if byte == b'\n' {
            converted.push(b'\r');
        }
        converted.push(byte);
    }
    let outcome = stdin_of(&["--all", "-o", "json", "-"], converted);
    assert_eq!(outline(&outcome.json()), wanted);
    outcome.expect_note(&["CR LF"]);
}

#[test]
fn the_same_entries_twice_are_one_boot_each() {
    let whole = bytes(&fixture(THERMAL));
    let wanted = outline(&stdin_of(&["--all", "-o", "json", "-"], whole.clone()).json());
    let twice = [whole.clone(), whole].concat();
    assert_eq!(outline(&stdin_of(&["--all", "-o", "json", "-"], twice).json()), wanted);
    let journal = Journal::unpack("30-critical-temp-orderly");
    let both = ["--all".into(), "-o".into(), "json".into(), fixture(THERMAL), journal.root().to_owned()];
    assert_eq!(outline(&run(&both).json()), wanted);
}

#[test]
fn what_standard_input_is_not_is_said() {
    for (stdin, words) in [
        (&b""[..], "empty"),
        (b"time,mem_avail_mib\n2026-05-14 00:00:00,5\n", "--csv"),
        (b"LPKSHHRH\0\0\0\0", "path"),
        (b"hello\n", "no field"),
    ] {
        let outcome = stdin_of(&["--all", "-"], stdin.to_vec());
        outcome.expect_code(1);
        outcome.expect_note(&[words]);
    }
}

/// One line each: too little to judge, and read all the same.
#[test]
fn a_single_line_of_a_text_log_is_read() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    for log in [
        "May 13 00:31:09 host kernel: NVRM: Xid\n",
        "2026-05-13T00:31:09.330757+09:00 host kernel: NVRM: Xid\n",
        "[    0.000000] Linux version 6.11\n",
    ] {
        let path = folder.path().join("log");
        fs::write(&path, log).expect("room");
        let outcome = run(&["--all".into(), "-o".into(), "json".into(), path]);
        assert_eq!(outline(&outcome.json()).len(), 1, "{log}");
    }
}

#[test]
fn a_pipe_among_journal_files_does_not_block() {
    let journal = Journal::unpack("30-critical-temp-orderly");
    let pipe = journal.files().join("pipe.journal");
    if !Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        return;
    }
    std::os::unix::fs::symlink("nowhere", journal.files().join("link.journal")).expect("room");
    std::os::unix::fs::symlink(".", journal.files().join("loop")).expect("room");
    let outcome = run(&["--all".into(), "-o".into(), "json".into(), "-D".into(), journal.root().to_owned()]);
    assert_eq!(outline(&outcome.json()).len(), 2);
    outcome.expect_note(&["link.journal"]);
}

/// Wherever a path can be given. Exit codes are those of a file that can't be read.
#[test]
fn a_pipe_without_a_writer_and_a_device_are_refused() {
    let temp = tempfile::TempDir::new().expect("a temporary folder");
    let pipe = temp.path().join("pipe");
    if !Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        return;
    }
    let article = fixture("incidents/00-article-day/journal.export.xz");
    let article = article.to_str().expect("a name in UTF-8");
    let started = std::time::Instant::now();
    for (path, words) in
        [(pipe.as_path(), "no program writes into this pipe"), (Path::new("/dev/zero"), "is a device")]
    {
        let path = path.to_str().expect("a name in UTF-8");
        for (arguments, code) in [
            (&["--all", path][..], 1),
            (&["--all", "--file", path], 1),
            (&["--all", "--file", article, "--csv", path], 0),
            (&["--all", "--file", article, "--map", path], 2),
            (&["inputs", path], 0),
            (&["monitors", path], 1),
            (&["monitors", "--print-map", path], 1),
            (&["render", path], 1),
        ] {
            let outcome = run(arguments);
            outcome.expect_code(code);
            let said = format!("{}{}", outcome.stderr, outcome.stdout);
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(said.contains(words), "{arguments:?}: {said}");
        }
        for option in ["-D", "--root"] {
            run(&["--all", option, path]).expect_code(1);
        }
    }
    assert!(started.elapsed() < std::time::Duration::from_secs(120));
}

#[test]
fn a_pipe_with_a_writer_is_read() {
    let temp = tempfile::TempDir::new().expect("a temporary folder");
    let pipe = temp.path().join("pipe");
    if !Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        return;
    }
    let piped = |arguments: &[&str], bytes: Vec<u8>| {
        let there = pipe.clone();
        // It opens the pipe when the program does, or a little later.
        let writer = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(300));
            fs::write(there, bytes)
        });
        let outcome = run(arguments);
        writer.join().expect("the writer ends").expect("all is read");
        outcome.json()
    };
    let path = pipe.to_str().expect("a name in UTF-8");
    let export = bytes(&fixture("incidents/00-article-day/journal.export.xz"));
    let packed = fs::read(fixture("incidents/00-article-day/journal.export.xz")).expect("the fixture");
    for arguments in [&["--all", "-o", "json", path][..], &["--all", "-o", "json", "--file", path]] {
        for bytes in [&export, &packed] {
            assert_eq!(outline(&piped(arguments, bytes.clone())).len(), 4, "{arguments:?}");
        }
    }
    let article = fixture("incidents/00-article-day/journal.export.xz");
    let article = article.to_str().expect("a name in UTF-8");
    let csv = fs::read(fixture("incidents/00-article-day/monitor.csv")).expect("the fixture");
    let report = piped(&["--all", "-o", "json", article, "--csv", path], csv);
    assert!(
        list(&report, "inputs")
            .iter()
            .any(|input| input["records"].as_u64() > Some(100) && text(input, "path") == Some(path))
    );
}

#[test]
fn a_folder_for_a_file_and_a_file_for_a_folder() {
    let journal = Journal::unpack("30-critical-temp-orderly");
    let file = journal.paths().remove(0);
    let outcome = run(&["--all".into(), "-D".into(), file]);
    outcome.expect_code(1);
    outcome.expect_note(&["no folder", "--file"]);
    let empty = tempfile::TempDir::new().expect("a temporary folder");
    let outcome = run(&["--all".into(), "--file".into(), empty.path().to_owned()]);
    outcome.expect_code(1);
    outcome.expect_note(&["-D"]);
}

#[test]
fn a_report_that_cannot_be_written_does_not_cost_the_answer() {
    let article = fixture("incidents/00-article-day/journal.export.xz");
    let outcome =
        run(&["-b".into(), "-1".into(), "--report".into(), "/nonexistent/x.md".into(), article.clone()]);
    outcome.expect_code(1);
    outcome.expect_note(&["/nonexistent/x.md"]);
    assert!(outcome.stdout.contains("ended unexpectedly"), "{}", outcome.stdout);
    let outcome = run(&["--report".into(), "x.exe".into(), article]);
    outcome.expect_code(2);
    outcome.expect_note(&[".md"]);
}

#[test]
fn an_input_is_never_written_over() {
    let temp = tempfile::TempDir::new().expect("a temporary folder");
    let monitor = temp.path().join("monitor.csv");
    fs::copy(fixture("incidents/00-article-day/monitor.csv"), &monitor).expect("room for it");
    let before = fs::read(&monitor).expect("it is there");
    let journal = fixture("incidents/00-article-day/journal.export.xz");
    let again = temp.path().join("..").join(temp.path().file_name().expect("a name")).join("monitor.csv");
    for target in [&monitor, &again] {
        for option in ["--report", "--timeline"] {
            let outcome = run(&[journal.as_path(), &monitor, option.as_ref(), target]);
            outcome.expect_code(2);
            outcome.expect_note(&["monitor.csv", "input"]);
            assert_eq!(fs::read(&monitor).expect("it is there"), before);
        }
    }
    let both = temp.path().join("both.csv");
    for (one, other) in [("--report", "--timeline"), ("--report", "--report"), ("--timeline", "--timeline")] {
        let outcome = run(&[journal.as_path(), one.as_ref(), &both, other.as_ref(), &both]);
        outcome.expect_code(2);
        outcome.expect_note(&["both.csv", "written twice"]);
        assert!(!both.exists());
    }
}

#[test]
fn every_report_that_is_asked_for_is_written() {
    let temp = tempfile::TempDir::new().expect("a temporary folder");
    let journal = fixture(THERMAL);
    let targets =
        [("--report", "x.md"), ("--timeline", "x.csv"), ("--report", "x.html"), ("--timeline", "x.jsonl")];
    let mut arguments = vec![journal.clone()];
    for (option, name) in targets {
        arguments.extend([option.into(), temp.path().join(name)]);
    }
    let outcome = run(&arguments);
    outcome.expect_code(0);
    for (_, name) in targets {
        let written = fs::read_to_string(temp.path().join(name)).expect("it was written");
        assert!(written.len() > 500, "{name}: {written}");
        outcome.expect_note(&[name]);
    }
    // One that can't be written keeps none of the others from it, and each is told.
    let good = temp.path().join("good.md");
    let bad = ["/nonexistent/1.md", "/nonexistent/2.json"];
    let outcome = run(&[
        journal.as_path(),
        "--report".as_ref(),
        bad[0].as_ref(),
        "--report".as_ref(),
        good.as_path(),
        "--report".as_ref(),
        bad[1].as_ref(),
    ]);
    outcome.expect_code(1);
    outcome.expect_note(&bad);
    assert!(good.exists());
}

#[test]
fn a_report_of_another_schema_is_refused() {
    let saved = run(&["--all".into(), "-o".into(), "json".into(), fixture(THERMAL)]).stdout;
    let other = saved.replace("spark-autopsy/1", "spark-autopsy/2");
    let outcome = stdin_of(&["render", "-"], other.into_bytes());
    outcome.expect_code(1);
    outcome.expect_note(&["spark-autopsy/2", "spark-autopsy/1"]);
}

#[test]
fn a_report_is_rendered_from_standard_input() {
    let saved = run(&["--all".into(), "-o".into(), "json".into(), fixture(THERMAL)]).stdout;
    let outcome = stdin_of(&["render", "-", "-o", "json"], saved.clone().into_bytes());
    assert_eq!(outcome.json(), serde_json::from_str::<serde_json::Value>(&saved).expect("JSON"));
}

#[test]
fn a_full_or_closed_standard_error_is_no_crash() {
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let status = program()
        .args(["--all".as_ref(), Path::new("/nonexistent")])
        .arg(fixture(THERMAL))
        .stdout(Stdio::null())
        .stderr(full)
        .status()
        .expect("the program starts");
    assert_eq!(status.code(), Some(0));
}

#[test]
fn times_are_taken_as_journalctl_takes_them() {
    let article = fixture("incidents/00-article-day/journal.export.xz");
    for (since, boots) in [
        ("@1778762000", 2),
        ("2026-05-14 12:33:20 UTC", 2),
        ("2026-05-14 21:33:20 Asia/Tokyo", 2),
        ("2026-05-14T12:33:20Z", 2),
        ("100000 days ago", 4),
    ] {
        let arguments = ["-o".into(), "json".into(), "--since".into(), since.into(), article.clone()];
        assert_eq!(outline(&run(&arguments).json()).len(), boots, "{since}");
    }
    let outcome = run(&["--since".into(), "tomorrow".into(), article]);
    outcome.expect_code(1);
    outcome.expect_note(&["2026-05-1"]);
}

#[test]
fn boots_by_the_thousand_take_seconds() {
    let mut stream = Vec::new();
    for boot in 1..=3000_u64 {
        for (second, message) in [(0, "Linux version 6.11.0-1016-nvidia"), (9, "eth0: link up")] {
            let at = (1_778_000_000 + boot * 60 + second) * 1_000_000;
            stream.extend(
                format!(
                    "__REALTIME_TIMESTAMP={at}\n__MONOTONIC_TIMESTAMP={}\n_BOOT_ID={boot:032x}\n\
                     _TRANSPORT=kernel\nSYSLOG_IDENTIFIER=kernel\nMESSAGE={message}\n\n",
                    second * 1_000_000 + 1
                )
                .into_bytes(),
            );
        }
    }
    let started = std::time::Instant::now();
    let output = stdin_of(&["--all", "-o", "json", "-"], stream).json();
    assert_eq!(list(&output, "boots").len(), 3000);
    // Well below a second in practice; work that grows with the square takes minutes.
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

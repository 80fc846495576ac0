//! Text logs in several files, and of several hosts in one file.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{list, run, text};

/// The boots that the program finds in these files: start, ending, cause.
fn boots(files: &[PathBuf]) -> Vec<(String, String, Option<String>)> {
    let mut arguments: Vec<String> = ["--all", "-o", "json"].map(str::to_owned).to_vec();
    arguments.extend(files.iter().map(|file| file.display().to_string()));
    let report = run(&arguments).json();
    let word = |boot: &Value, key: &str| text(boot, key).map(str::to_owned);
    list(&report, "boots")
        .iter()
        .map(|boot| {
            let first = word(boot, "first").unwrap_or_default()[..19].to_owned();
            (first, word(boot, "ending").unwrap_or_default(), word(boot, "cause"))
        })
        .collect()
}

/// A boot of a host whose clock starts anew each time: its lines, an hour apart in the middle.
fn boot(number: u32, end: &[&str]) -> Vec<String> {
    let mut lines = vec![
        "2023-11-21T19:05:38.000000+00:00 box kernel: [    0.000000] Linux version 6.1.0 (a@b) #1 SMP".to_owned(),
        "2023-11-21T19:05:41.000000+00:00 box systemd[1]: Started A.".to_owned(),
        "2023-11-21T19:05:42.000000+00:00 box systemd[1]: Started B.".to_owned(),
        "2023-11-21T19:05:42.000000+00:00 box systemd[1]: Mounted D.".to_owned(),
        "2023-11-21T19:05:43.000000+00:00 box systemd[1]: Reached target C.".to_owned(),
        "2023-11-21T19:05:44.000000+00:00 box systemd[1]: Startup finished in 1.9s (kernel) + 3.1s (userspace) = 5.0s."
            .to_owned(),
    ];
    for hour in 20..23 {
        lines.push(format!("2023-11-21T{hour}:17:01.000000+00:00 box CRON[9{number}]: (root) CMD (hourly)"));
    }
    lines.extend(end.iter().map(|said| format!("2023-11-21T22:2{number}:00.000000+00:00 box {said}")));
    lines
}

const ORDERLY: &[&str] = &[
    "systemd-logind[612]: System is powering down.",
    "systemd[1]: Stopped A.",
    "systemd[1]: Stopped B.",
    "systemd[1]: Shutting down.",
    "systemd-journald[300]: Journal stopped",
];

#[test]
fn a_rotated_set_is_one_log() {
    let temp = TempDir::new().expect("a temporary folder");
    let (first, second, third) = (boot(1, ORDERLY), boot(2, &[]), boot(3, ORDERLY));
    let whole: Vec<String> = [&first[..], &second, &third].concat();
    let one = temp.path().join("whole.log");
    fs::write(&one, whole.join("\n") + "\n").expect("room");
    let wanted = boots(&[one]);
    assert_eq!(
        wanted.iter().map(|boot| boot.1.as_str()).collect::<Vec<_>>(),
        ["clean", "unexpected", "clean"]
    );
    // The seams lie inside the first and the second boot, hours from any other line.
    let (old, new) = (first.len() - ORDERLY.len() - 1, first.len() + second.len() - 1);
    let folder = temp.path().join("log");
    fs::create_dir(&folder).expect("a folder");
    let members = [("syslog.2", &whole[..old]), ("syslog.1", &whole[old..new]), ("syslog", &whole[new..])];
    for (name, lines) in members {
        fs::write(folder.join(name), lines.join("\n") + "\n").expect("room");
    }
    assert_eq!(boots(&members.map(|(name, _)| folder.join(name))), wanted);
    assert_eq!(
        boots(&["syslog", "syslog.2", "syslog.1"].map(|name| folder.join(name))),
        wanted,
        "in any order"
    );
    assert_eq!(boots(&[folder]), wanted, "as a folder");
}

#[test]
fn another_host_decides_nothing() {
    let box_lines: Vec<String> = [
        &boot(1, &[])[..],
        &boot(2, &[]).iter().map(|line| line.replace("-21T", "-22T")).collect::<Vec<_>>(),
    ]
    .concat();
    let temp = TempDir::new().expect("a temporary folder");
    let alone = temp.path().join("alone.log");
    fs::write(&alone, box_lines.join("\n") + "\n").expect("room");
    let wanted = boots(&[alone]);
    for (name, said) in [
        ("container.log", ORDERLY),
        (
            "host.log",
            &[
                "kernel: [91234.000000] thermal thermal_zone0: acpitz: critical temperature reached, shutting down",
            ],
        ),
    ] {
        let mut lines = box_lines.clone();
        // While the box lives, as its last line but one.
        let at = lines.iter().position(|line| line.contains("22:17:01")).expect("the last line");
        for said in said.iter().rev() {
            lines.insert(at, format!("2023-11-21T22:16:00.000000+00:00 web1 {said}"));
        }
        let path = temp.path().join(name);
        fs::write(&path, lines.join("\n") + "\n").expect("room");
        let all = boots(&[path]);
        assert!(wanted.iter().all(|boot| all.contains(boot)), "{name}: {all:?}, wanted {wanted:?}");
    }
}

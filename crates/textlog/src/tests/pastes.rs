//! Logs as people hand them over: joined, wrapped, with holes, with something in front of every line.

use super::{all, of, records, told};
use crate::{Begun, Form, sniff};

/// Two boots with an orderly end between them, and the kernel's own time.
fn log() -> Vec<String> {
    let mut lines = Vec::new();
    for (hour, boot) in [(9, 1), (11, 2)] {
        let kernel =
            |since: &str, said: &str| format!("Nov 26 {hour:02}:00:03 box kernel: [{since:>12}] {said}");
        lines.push(kernel(
            "0.000000",
            &format!("Linux version 6.{boot}.0 (builder@example.org) #1 SMP PREEMPT_DYNAMIC"),
        ));
        lines.push(kernel(
            "1.500000",
            "usb 1-1: new high-speed device, which needs a driver that is not loaded yet",
        ));
        lines.push(format!(
            "Nov 26 {hour:02}:00:09 box systemd[1]: Startup finished in 5.000s (kernel) + 1.000s (userspace)."
        ));
        for minute in (5..55).step_by(2) {
            let words = "one two three four five six seven".split_at(minute % 30).0.trim();
            lines.push(format!(
                "Nov 26 {hour:02}:{minute:02}:00 box CRON[{}]: (root) CMD (run-parts {words})",
                900 + minute
            ));
        }
        lines.push(format!("Nov 26 {hour:02}:59:00 box systemd[1]: Shutting down."));
        lines.push(format!("Nov 26 {hour:02}:59:01 box systemd-journald[300]: Journal stopped"));
    }
    lines
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn logs_joined_in_the_wrong_order_or_twice_are_refused() {
    let log = log();
    let half = log.len() / 2 + 9;
    let kernel: Vec<String> = log.iter().filter(|line| line.contains("kernel:")).cloned().collect();
    let many: Vec<String> =
        (0..12).map(|at| format!("Nov 26 11:00:04 box kernel: [    2.{at:06}] a")).collect();
    for (name, parts, why) in [
        ("the newest member first", vec![&log[half..], &log[..half]], Some("joined with the newest first")),
        ("three members", vec![&log[40..], &log[20..40], &log[..20]], Some("joined with the newest first")),
        ("a paste given twice", vec![&log[..], &log[..]], Some("come again")),
        ("two pastes that overlap", vec![&log[..40], &log[12..]], Some("come again")),
        ("all lines and the kernel's", vec![&log[..], &many[..], &kernel[..], &many[..]], Some("come again")),
        (
            "the kernel's lines and all",
            vec![&kernel[..], &many[..], &log[..half], &many[..]],
            Some("come again"),
        ),
        ("in order", vec![&log[..half], &log[half..]], None),
    ] {
        let reading = of(Form::Syslog, &text(&parts.concat()));
        match why {
            Some(why) => {
                assert!(reading.boots.is_empty() && told(&reading, why), "{name}: {:?}", reading.problems);
                assert_eq!(reading.rejected, parts.concat().len() as u64, "{name}");
            }
            None => assert_eq!(reading.boots.len(), 2, "{name}: {:?}", reading.problems),
        }
    }
}

#[test]
fn wrapped_and_dressed_logs_tell_the_same() {
    let log = log();
    let wrap = |indent: &str| -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for line in &log {
            let mut last = String::new();
            for word in line.split(' ') {
                if !last.is_empty() && last.len() + 1 + word.len() > 72 {
                    lines.push(std::mem::replace(&mut last, format!("{indent}{word}")));
                } else {
                    last = if last.is_empty() { word.to_owned() } else { format!("{last} {word}") };
                }
            }
            lines.push(last);
        }
        lines
    };
    let put = |front: &str, lines: &[String]| -> Vec<String> {
        lines.iter().map(|line| format!("{front}{line}")).collect()
    };
    let said = |lines: &[String]| -> Vec<String> {
        let reading = all(&text(lines));
        assert_eq!((reading.rejected, reading.boots.len()), (0, 2), "{:?}", reading.problems);
        records(&reading).iter().map(|record| record.message.clone()).collect()
    };
    let plain = said(&log);
    for (name, lines) in [
        ("wrapped", wrap("")),
        ("wrapped and indented", wrap("    ")),
        ("wrapped in a quotation", put("> ", &wrap(""))),
        ("quoted twice", put(">> ", &log)),
        ("in a list", put("- ", &log)),
        ("numbered", log.iter().enumerate().map(|(at, line)| format!("{:6}\t{line}", at + 1)).collect()),
        ("tabs", log.iter().map(|line| line.replace(' ', "\t")).collect()),
        ("quotes", log.iter().map(|line| format!("\"{line}\"")).collect()),
    ] {
        assert_eq!(sniff(text(&lines).as_bytes()), Some(Form::Syslog), "{name}");
        let read = said(&lines);
        if name != "tabs" {
            assert_eq!(read, plain, "{name}");
        }
    }
}

#[test]
fn what_comes_behind_a_hole_has_its_start_unseen() {
    for mark in ["[snip]", "[...]", "...", "<cut>", "--snip--", "[\u{2026}]", "(truncated)"] {
        let mut lines = log();
        lines.splice(8..40, [mark.to_owned()]);
        let reading = of(Form::Syslog, &text(&lines));
        let holes: Vec<_> = reading.boots.iter().map(|boot| (boot.begun, boot.is_behind_hole)).collect();
        assert_eq!(holes, [(Begun::Banner, false), (Begun::FileStart, true)], "{mark}");
        assert!(told(&reading, "lines were taken out") && reading.rejected == 0, "{mark}");
    }
    for line in ["snip", "cut", "a ... b", "....?", "[12]"] {
        let mut lines = log();
        lines.insert(8, line.to_owned());
        assert_eq!(of(Form::Syslog, &text(&lines)).rejected, 1, "{line}");
    }
}

#[test]
fn systemd_without_a_number_is_pid_1_where_none_has_one() {
    use model::Identity::{Pid1, Program};
    let identities = |lines: &str| -> Vec<_> {
        records(&of(Form::Syslog, lines)).iter().map(|record| record.identity()).collect()
    };
    let bare = "Nov 26 09:00:00 box systemd: Started a.\nNov 26 09:00:00 box sshd[7]: a\n";
    assert_eq!(identities(bare), [Pid1, Program]);
    assert_eq!(identities(&format!("{bare}Nov 26 09:00:01 box systemd[900]: Started b.\n"))[0], Program);
}

//! The article's day, the incident that the program was made for, as its issue states it.

use serde_json::Value;

use crate::support::{fixture, list, outline, run, text};

const MEMORY: &str = "memory_exhaustion";
const COMPLETED_TO_REBOOT_0159: i64 = -3;
const REBOOT_1431: i64 = -2;
const REBOOT_2341: i64 = -1;

fn article(options: &[&str]) -> crate::support::Outcome {
    let folder = fixture("incidents/00-article-day");
    let mut arguments = vec![folder.join("journal.export.xz"), "--csv".into(), folder.join("monitor.csv")];
    arguments.extend(options.iter().map(Into::into));
    run(&arguments)
}

fn boot(output: &Value, offset: i64) -> &Value {
    let boots = list(output, "boots");
    boots.iter().find(|boot| boot["offset"] == offset).expect("the boot is in the output")
}

/// Numbers as a reader compares them: without separators between thousands.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let between_digits =
            plain.ends_with(|c: char| c.is_ascii_digit()) && rest.peek().is_some_and(char::is_ascii_digit);
        if !(between_digits && matches!(character, ',' | '\u{202f}' | '\u{a0}')) {
            plain.push(character);
        }
    }
    plain
}

/// Checks that everything the output says about the boot has each of the words.
#[track_caller]
fn expect_words(boot: &Value, words: &[&str]) {
    let all = plain(&boot.to_string()).to_lowercase();
    for word in words {
        assert!(all.contains(&word.to_lowercase()), "no {word:?} in boot {}:\n{boot:#}", boot["offset"]);
    }
}

#[test]
fn three_boots_end_by_memory_exhaustion() {
    let output = article(&["--all", "-o", "json"]).json();
    let boots = outline(&output);
    let unexpected: Vec<_> =
        boots.iter().filter(|boot| boot.2 == "unexpected").map(|boot| (boot.0, boot.3.as_deref())).collect();
    assert_eq!(
        unexpected,
        [(COMPLETED_TO_REBOOT_0159, Some(MEMORY)), (REBOOT_1431, Some(MEMORY)), (REBOOT_2341, Some(MEMORY))]
    );
    for (offset, ..) in boots.iter().filter(|boot| boot.2 == "unexpected") {
        let boot = boot(&output, *offset);
        assert_eq!(text(boot, "confidence"), Some("high"), "boot {offset}");
        assert!(
            boot["totals_db"]["thermal"].as_i64().expect("a total") < 0,
            "heat is ruled out in boot {offset}"
        );
    }
}

#[test]
fn the_monitor_s_zone_is_found_through_its_uptime() {
    let output = article(&["--all", "-o", "json"]).json();
    let inputs = list(&output, "inputs");
    let monitor = inputs
        .iter()
        .find(|input| text(input, "path").is_some_and(|path| path.ends_with("monitor.csv")))
        .expect("the monitor is an input");
    assert_eq!(text(monitor, "zone"), Some("+09:00"));
    assert!(text(monitor, "zone_basis").is_some_and(|basis| basis.contains("uptime")), "{monitor:#}");
}

#[test]
fn the_afternoon_reboot_shows_what_the_monitor_could_not_see() {
    let output = article(&["--boot", "-2", "-o", "json"]).json();
    let boot = boot(&output, REBOOT_1431);
    expect_words(boot, &["5440", "5366", "4 min 48 s", "2.7 GiB", "3005"]);
    let blind = list(boot, "blind_windows")
        .iter()
        .find(|window| text(window, "series").is_some_and(|series| series.contains("mem")))
        .expect("the memory series has a blind window");
    assert_eq!(blind["could_have_seen"], false, "{blind:#}");
    assert_eq!(blind["cadence_s"].as_f64().map(f64::round), Some(300.0), "{blind:#}");
    // low is not exhausted: the run that completed
    assert!(!list(boot, "controls").is_empty());
    // why earlyoom never acted
    assert!(text(&boot["protection"], "earlyoom").is_some_and(|why| why.contains("swap")), "{boot:#}");
}

#[test]
fn the_night_reboots_show_starvation_and_what_ran() {
    let output = article(&["--all", "-o", "json"]).json();
    let late = boot(&output, REBOOT_2341);
    expect_words(late, &["66 s", "70 s"]);
    let running: Vec<_> = list(late, "running").iter().filter_map(|entry| text(entry, "what")).collect();
    let servers = running.iter().filter(|what| what.contains("vllm@")).count();
    assert_eq!(servers, 4, "{running:?}");
    assert!(running.iter().any(|what| what.contains("lora-train@")), "{running:?}");
    let early = boot(&output, COMPLETED_TO_REBOOT_0159);
    expect_words(early, &["365", "812"]);
}

#[test]
fn the_verdict_is_the_first_sentence() {
    let outcome = article(&["--boot", "-2", "--utc"]);
    outcome.expect_code(0);
    let first = outcome.stdout.lines().find(|line| !line.trim().is_empty()).expect("a report");
    assert!(first.to_lowercase().contains("memory exhaustion"), "{first}");
    assert!(outcome.stdout.contains("UTC"), "the zone is named:\n{}", outcome.stdout);
}

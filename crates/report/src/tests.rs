//! The renderings of the sample reports, looked at as a reader would.

mod contract;
mod injection;
mod published;

use chrono::FixedOffset;

use crate::inert::is_active;
use crate::schema::Report;
use crate::{Format, Options, Zone, render, sample};

fn tokyo() -> Zone {
    Zone::Fixed(FixedOffset::east_opt(9 * 3600).unwrap())
}

pub(crate) fn shown(report: &Report, format: Format, options: &Options) -> String {
    let mut out = Vec::new();
    render(report, format, options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Every line as wide as the terminal at most.
fn assert_fits(text: &str, width: usize) {
    for line in text.lines() {
        let columns = unicode_width::UnicodeWidthStr::width(line);
        assert!(columns <= width, "{columns} columns, {width} allowed: {line}");
    }
}

#[test]
fn one_boot_as_text() {
    for (name, width, zone) in
        [("utc_80", 80, Zone::Utc), ("tokyo_80", 80, tokyo()), ("tokyo_160", 160, tokyo())]
    {
        let options = Options { width, zone, ..Options::default() };
        let text = shown(&sample::incident(), Format::Text, &options);
        assert_fits(&text, width);
        insta::assert_snapshot!(format!("text_{name}"), text);
    }
}

#[test]
fn one_boot_as_text_in_other_manners() {
    let plain = Options { ascii: true, verbose: 1, zone: tokyo(), ..Options::default() };
    let text = shown(&sample::incident(), Format::Text, &plain);
    assert!(text.is_ascii());
    assert_fits(&text, 80);
    insta::assert_snapshot!("text_ascii_verbose", text);
    let private = Options { redact: true, zone: tokyo(), ..Options::default() };
    insta::assert_snapshot!("text_redacted", shown(&sample::incident(), Format::Text, &private));
}

#[test]
fn the_answer_is_on_the_first_screen() {
    let text = shown(&sample::incident(), Format::Text, &Options::default());
    let screen: Vec<&str> = text.lines().take(24).collect();
    let screen = screen.join("\n");
    for needed in [
        "exhaustion, high confidence",
        "5,440 MiB to 0",
        "NV_ERR_NO_MEMORY",
        "Available memory",
        "Temperature",
    ] {
        assert!(screen.contains(needed), "{needed} is not in\n{screen}");
    }
}

#[test]
fn other_ends_as_text() {
    let text = shown(&sample::others(), Format::Text, &Options::default());
    assert_fits(&text, 80);
    insta::assert_snapshot!("text_other_ends", text);
}

#[test]
fn a_batch_as_table() {
    for (name, width, zone) in
        [("utc_80", 80, Zone::Utc), ("tokyo_80", 80, tokyo()), ("tokyo_160", 160, tokyo())]
    {
        let options = Options { width, zone, ..Options::default() };
        let text = shown(&sample::batch(), Format::Table, &options);
        assert_fits(&text, width);
        insta::assert_snapshot!(format!("table_{name}"), text);
    }
    insta::assert_snapshot!("table_other_ends", shown(&sample::others(), Format::Table, &Options::default()));
}

#[test]
fn boots_as_list() {
    for width in [60, 80, 160] {
        let options = Options { width, ..Options::default() };
        let text = shown(&sample::batch(), Format::ListBoots, &options);
        assert_fits(&text, width);
        insta::assert_snapshot!(format!("list_boots_{width}"), text);
    }
}

#[test]
fn as_markdown() {
    let options = Options { zone: tokyo(), ..Options::default() };
    insta::assert_snapshot!("markdown_incident", shown(&sample::incident(), Format::Markdown, &options));
    insta::assert_snapshot!("markdown_batch", shown(&sample::batch(), Format::Markdown, &Options::default()));
}

#[test]
fn colour_only_where_it_was_asked_for() {
    let escapes = regex::Regex::new("\u{1b}\\[[0-9;]*m").unwrap();
    for format in Format::ALL.into_iter().filter(|format| format.is_text()) {
        for report in [sample::incident(), sample::batch(), sample::others()] {
            let plain = shown(&report, format, &Options::default());
            assert!(!plain.chars().any(|c| c != '\n' && is_active(c)), "{format:?}\n{plain}");
            let coloured = shown(&report, format, &Options { color: true, ..Options::default() });
            let bare: String = escapes.replace_all(&coloured, "").into();
            assert_eq!(bare, plain, "{format:?}");
        }
    }
}

#[test]
fn hostile_text_and_odd_widths_are_harmless() {
    let hostile = "</details>\u{1b}[2J\u{202e}`````\n|@octocat ~~~ 日本語\u{9b}31m {{ 7 }} <script>";
    let mut report = sample::incident();
    let boot = &mut report.boots[0];
    boot.summary = hostile.to_owned();
    boot.requested_by = Some(hostile.to_owned());
    boot.running[0].what = hostile.to_owned();
    boot.events.iter_mut().for_each(|event| event.text = hostile.repeat(9));
    boot.evidence.iter_mut().for_each(|piece| {
        piece.text = hostile.to_owned();
        piece.id = hostile.to_owned();
        piece.cites.iter_mut().for_each(|cite| cite.raw = hostile.to_owned());
    });
    boot.series.iter_mut().for_each(|series| series.sampler = hostile.to_owned());
    boot.advice[0].command = Some(hostile.to_owned());
    report.inputs[0].path = hostile.to_owned();
    report.machines[0].hostname = Some(hostile.to_owned());
    report.boots.push(sample::afternoon());
    for format in Format::ALL.into_iter().filter(|format| format.is_text()) {
        for width in [0, 1, 20, 79, 80, 200, 1000] {
            for ascii in [false, true] {
                let text = shown(&report, format, &Options { width, ascii, ..Options::default() });
                assert!(!text.chars().any(|c| c != '\n' && is_active(c)), "{format:?}\n{text}");
            }
        }
    }
    let markdown = shown(&report, Format::Markdown, &Options::default());
    assert_eq!(markdown.lines().filter(|line| line.trim() == "</details>").count(), 2, "{markdown}");
    assert!(!markdown.contains(" <script>") || markdown.contains("\\<script"), "{markdown}");
}

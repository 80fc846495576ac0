//! Markup and control codes in everything that others wrote: shown, and without effect.

use super::shown;
use crate::inert::is_active;
use crate::{Format, Lang, Options, SheetFormat, boots, sample};

const HOSTILE: &[&str] = &[
    "\u{1b}[2J\u{1b}]0;owned\u{7}\u{1b}]8;;http://x.example\u{1b}\\link",
    "\u{9b}31m \u{90}q\u{9c} \0 \u{8}\u{8}\r\n# injected heading",
    "\u{202e}txt.exe\u{202c} \u{2066}x\u{2069} a\u{200b}b\u{200f} \u{feff}",
    "<script>alert(1)</script><img src=x onerror=alert(2)>",
    "\"><svg/onload=alert(3)> ' onmouseover='alert(4)",
    "</details></pre></style><!-- --><table><td>",
    "<!-- a comment that never ends",
    "[click](javascript:alert(5)) ![pic](http://x.example/p.png) <http://x.example>",
    "@octocat @org/team fixes #123 GH-5 org/repo#7 https://github.com/a/b/issues/1 www.x.example a@x.example",
    "```` ``` ~~~~ ` `````````` <details>",
    "```\n# after a fence\n```",
    "| a | b |\n| --- | --- |",
    "# heading",
    "> quote",
    "- item",
    "1. item",
    "===",
    "---",
    "    code",
    "\tcode",
    "{{ 7 * 7 }} {% raw %} {# x #} ${x} #{x} <%= x %>",
    "=HYPERLINK(\"http://x.example\",\"x\")",
    "+1+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(1)",
    "\t=1",
    "\r=1",
    "&lt;b&gt; &#60;script&#62; &amp;",
    "$x^2$ *bold* __bold__ ~~gone~~ [^1] :smile:",
    "%s%n %0a \\u001b[31m \\n \\",
];

fn report() -> crate::Report {
    let mut report = sample::telling(HOSTILE);
    report.machines[0].hostname = Some(HOSTILE[3].to_owned());
    report.machines[0].product = Some(HOSTILE[0].to_owned());
    report.boots[0].requested_by = Some(HOSTILE[2].to_owned());
    report
}

fn all(format: Format) -> impl Iterator<Item = String> {
    [Lang::En, Lang::Ja].into_iter().flat_map(move |lang| {
        [false, true].map(|redact| {
            shown(&report(), format, &Options { lang, redact, verbose: 1, ..Options::default() })
        })
    })
}

#[test]
fn nothing_steers_a_terminal() {
    for format in Format::ALL.into_iter().filter(|format| format.is_text()) {
        // Data has its own escapes, and a reader who undoes them.
        let is_data = matches!(format, Format::Csv);
        for text in all(format) {
            let active: Vec<char> =
                text.chars().filter(|&c| c != '\n' && is_active(c) && (!is_data || c.is_control())).collect();
            let told = active.iter().filter(|&&c| !(is_data && matches!(c, '\r'))).count();
            if matches!(format, Format::Json | Format::JsonLines) {
                assert!(!text.chars().any(|c| c != '\n' && c.is_control()), "{format:?}");
            } else {
                assert_eq!(told, 0, "{format:?}: {active:?}");
            }
        }
    }
}

/// The text outside of blocks and spans of code.
fn outside_code(text: &str) -> String {
    let mut fence: Option<usize> = None;
    let mut kept = String::new();
    for line in text.lines() {
        let ticks = line.trim_start().chars().take_while(|&c| c == '`').count();
        match fence {
            Some(open) if ticks == open && line.trim().len() == ticks => fence = None,
            Some(_) => {}
            None if ticks >= 3 => fence = Some(ticks),
            None => {
                kept.push_str(line);
                kept.push('\n');
            }
        }
    }
    assert_eq!(fence, None, "a block is not closed");
    kept
}

#[test]
fn nothing_acts_in_a_ticket() {
    let spans = regex::Regex::new(r"([^\\`]|\\`)`[^`]+`").unwrap();
    let escaped = regex::Regex::new(r"\\[\\`*_\[\]<>|~&${}#+=.-]").unwrap();
    for format in [Format::Markdown, Format::Forum] {
        for text in all(format) {
            let mut text = outside_code(&text);
            if format == Format::Markdown {
                for ours in ["<!-- -->", "<details><summary>", "</summary>", "</details>"] {
                    text = text.replace(ours, "\u{1}");
                }
            } else {
                text = spans.replace_all(&text, "$1\u{1}").into_owned();
            }
            // What is escaped is text.
            let bare = escaped.replace_all(&text, "");
            for acting in [
                "<", "[", "]", "`", "~", "{", "@octocat", "@org", "#123", "GH-5", "https:", "http:", "www.",
                "\n> ", "\n===", "&",
            ] {
                let lines: Vec<&str> = bare.lines().filter(|line| line.contains(acting)).collect();
                assert!(lines.is_empty() && !bare.contains(acting), "{format:?}: {acting:?} in {lines:#?}");
            }
            for heading in ["\n# injected", "\n# after", "\n# heading", "\n- item", "\n1. item"] {
                assert!(!bare.contains(heading), "{format:?}: {heading:?}");
            }
        }
    }
}

#[test]
fn nothing_acts_in_a_page() {
    for page in all(Format::Html) {
        for acting in ["<script>alert", "<img", "<svg/", "<td>x", "</details></pre>", "<!-- a", "href=\"http"]
        {
            assert!(!page.contains(acting), "{acting}");
        }
        assert_eq!(page.matches("<script>").count(), 1);
        assert_eq!(page.matches("<!--").count(), 0);
    }
}

#[test]
fn no_cell_is_a_formula() {
    let mut report = report();
    for text in HOSTILE {
        report.boots[0].summary = (*text).to_owned();
        let mut out = Vec::new();
        boots(&report).write(SheetFormat::Csv, &mut out).unwrap();
        let csv = String::from_utf8(out).unwrap();
        for start in ["=HYPER", "+1+cmd", "-2+3", "@SUM", "\t=1", "\r=1"] {
            for before in [",", "\n", ",\"", "\n\""] {
                assert!(!csv.contains(&format!("{before}{start}")), "{start:?} in {csv}");
            }
        }
    }
}

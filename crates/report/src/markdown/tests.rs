//! A ticket holds so much, and a board may know no HTML: whatever stands in a report.

use super::{Board, ROOM, render};
use crate::schema::{EndingName, Pattern, Report};
use crate::{Lang, Options, sample};

/// Text that grows where it is escaped, and text of one long word.
const HUGE: [&str; 4] = ["@", "a_|`", "\u{202e}", "日本語"];

fn shown(report: &Report, board: Board, lang: Lang) -> String {
    let mut out = Vec::new();
    render(report, &Options { lang, verbose: 1, ..Options::default() }, board, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The sample with everything in it as long and as often as told.
fn grown(boots: usize, times: usize, long: usize, text: &str) -> Report {
    let mut report = sample::incident();
    let line = text.repeat(long);
    let mut boot = report.boots[0].clone();
    boot.ending = EndingName::Unexpected;
    for piece in &mut boot.evidence {
        piece.text.push_str(&line);
        piece.cites.iter_mut().for_each(|cite| cite.raw.push_str(&line));
        piece.cites = piece.cites.iter().cycle().take(times).cloned().collect();
    }
    boot.evidence = boot.evidence.iter().cycle().take(times).cloned().collect();
    boot.summary.push_str(&line);
    boot.running.iter_mut().for_each(|running| running.what.push_str(&line));
    boot.running = boot.running.iter().cycle().take(times).cloned().collect();
    boot.events.iter_mut().for_each(|event| event.text.push_str(&line));
    boot.coverage.iter_mut().for_each(|cover| cover.shows = vec![line.clone(); times]);
    boot.context.iter_mut().for_each(|context| context.text.push_str(&line));
    boot.series.iter_mut().for_each(|series| series.device = Some(line.clone()));
    boot.protection.earlyoom = Some(line.clone());
    boot.advice.iter_mut().for_each(|advice| advice.command = Some(line.clone()));
    report.boots = (0..boots)
        .map(|place| {
            let mut boot = boot.clone();
            boot.offset = -i64::try_from(place).unwrap();
            boot.boot_id = format!("{place:032x}");
            boot
        })
        .rev()
        .collect();
    report.inputs.iter_mut().for_each(|input| input.path.push_str(&line));
    report.inputs = report.inputs.iter().cycle().take(times).cloned().collect();
    report.patterns = vec![Pattern { text: line.clone(), boots: Vec::new() }; times];
    report.machines[0].hostname = Some(line);
    report
}

#[test]
fn a_ticket_always_fits_and_says_what_is_missing() {
    for (boots, times, long) in [(1, 20, 100), (1, 3, 3000), (40, 2, 100), (40, 2, 1), (100, 1, 5)] {
        for (place, text) in HUGE.into_iter().enumerate() {
            let board = if place % 2 == 0 { Board::Ticket } else { Board::Forum };
            let lang = if place < 2 { Lang::En } else { Lang::Ja };
            let report = grown(boots, times, long, text);
            let ticket = shown(&report, board, lang);
            let length = ticket.chars().count();
            assert!(length < ROOM, "{length} characters: {boots} boots, {times} times {long} of {text}");
            let cites = || report.boots.iter().flat_map(|boot| &boot.evidence).flat_map(|piece| &piece.cites);
            let all = cites().all(|cite| ticket.contains(&*crate::inert::inert(&cite.raw)));
            assert!(all || ticket.contains("--report FILE.html"), "{ticket}");
            assert!(lang == Lang::Ja || ticket.contains("ended unexpectedly"), "no verdict:\n{ticket}");
        }
    }
}

#[test]
fn what_fits_is_whole() {
    let ticket = shown(&sample::incident(), Board::Ticket, Lang::En);
    assert!(!ticket.contains("Shortened"), "{ticket}");
}

/// Nothing that HTML would be needed for, outside of code.
#[track_caller]
fn assert_no_html(text: &str) {
    let mut fence: Option<String> = None;
    for line in text.lines() {
        let trimmed = line.trim_start();
        let ticks: String = trimmed.chars().take_while(|&c| c == '`').collect();
        match &fence {
            Some(open) if trimmed == open => fence = None,
            Some(_) => {}
            None if ticks.len() >= 3 => fence = Some(ticks),
            None => {
                let bare = line.replace("\\<", "");
                assert!(!bare.contains('<'), "{line}");
            }
        }
    }
    assert_eq!(fence, None, "a block is not closed");
}

#[test]
fn a_board_without_html_gets_none() {
    for report in [sample::incident(), sample::batch(), grown(3, 2, 3, "<details> @x #1 ``` ")] {
        let text = shown(&report, Board::Forum, Lang::En);
        assert_no_html(&text);
        let raw = text.rfind("### Raw lines").expect("raw lines stand at the end");
        assert_eq!(text[raw..].matches("\n### ").count(), 0, "{}", &text[raw..]);
    }
    let folded = shown(&sample::incident(), Board::Ticket, Lang::En);
    assert!(folded.contains("<details>"));
}

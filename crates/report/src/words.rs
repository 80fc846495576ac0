//! The report's own words: numbers, weights, and the sentence that states the verdict.

mod covers;
mod minutes;
mod open;
pub(crate) mod overview;
mod parts;
mod read;

use catalogue::Lang;
use model::{Span, Text};

use crate::schema::{BootReport, CauseName, EndingName, HypothesisName};
use crate::{Options, Stamp};

pub(crate) use covers::coverage;
pub(crate) use minutes::{minutes_heading, minutes_legend, minutes_rows};
pub(crate) use open::open;
pub(crate) use parts::{
    AdviceWords, absence, advice, age, blind_lines, clock_step, context, control, evidence_heading, gap,
    key_evidence, last_events, machine, machine_line, pattern, place, protection, rate, redaction, running,
    same_lines, series, series_of, signal, source, sources, when,
};
pub(crate) use read::{Read, read};

/// An integer with thousands separated: `5,440`.
pub(crate) fn count(value: u64) -> String {
    catalogue::grouped(value)
}

/// Where an instant lies as seen from the end: `4 s before the end`.
pub(crate) fn before_end(at: Stamp, end: Stamp, options: &Options) -> String {
    let span = end.since(at);
    let id = match span.0 {
        -499_999..=499_999 => "at-the-end",
        500_000.. => "before-end",
        _ => "after-record",
    };
    options.say(&Text::new(id).with("age", span))
}

/// The weight of a piece of evidence in words.
pub(crate) fn weight(decibans: i32, options: &Options) -> String {
    options.word(match decibans.unsigned_abs() {
        30.. => "weight-decisive",
        20..30 => "weight-strong",
        10..20 => "weight-moderate",
        _ => "weight-weak",
    })
}

/// What a `finding` means.
pub(crate) fn finding(name: &str) -> Text {
    named("finding", name)
}

/// The message that says what a name of one of the contract's closed lists means; a name that the catalogue does not
/// know stands for itself.
fn named(list: &str, name: &str) -> Text {
    let id = format!("{list}-{}", name.replace('_', "-"));
    if Lang::En.has(&id) { Text { id: id.into(), args: Vec::new() } } else { Text::plain(name) }
}

/// What a name of one of the contract's closed lists (`ending`, `confidence` ...) is called.
pub(crate) fn name_of(list: &str, name: &str, options: &Options) -> String {
    options.say(&named(list, name))
}

/// What a hypothesis is called.
pub(crate) fn hypothesis(hypothesis: HypothesisName) -> Text {
    named("hypothesis", hypothesis.name())
}

/// What a cause is called.
pub(crate) fn cause_name(cause: CauseName, options: &Options) -> String {
    name_of("cause", cause.name(), options)
}

/// `Boot -2 (c6a2026b)`.
pub(crate) fn boot_name(boot: &BootReport, options: &Options) -> String {
    options.say(&name_text(boot))
}

fn name_text(boot: &BootReport) -> Text {
    Text::new("boot-name").with("offset", boot.offset.to_string()).with("id", boot.short_id())
}

/// The sentence that answers the question why, on its own.
pub(crate) fn verdict(boot: &BootReport, options: &Options) -> String {
    let at = boot.end().map(|end| {
        let when = format!("{} {}", options.date_time(end), options.zone_at(end));
        Text::new("verdict-at").with("when", when)
    });
    let detail = named("detail", &boot.ending_detail);
    let text = match boot.ending {
        EndingName::Unexpected => Text::new("verdict-unexpected").with("cause", cause(boot)),
        EndingName::Clean => {
            let asked =
                boot.requested_by.as_ref().map(|who| Text::new("verdict-asked").with("who", who.as_str()));
            Text::new("verdict-clean").with("how", detail).with("asked", asked)
        }
        EndingName::Running => Text::new(match boot.running_basis.as_deref() {
            Some("copied") => "verdict-copied",
            _ => "verdict-running",
        }),
        EndingName::Undetermined => {
            let known = boot.summary.is_empty().then(|| Text::new("verdict-known").with("what", detail));
            Text::new("verdict-undetermined").with("known", known)
        }
    };
    options.say(&text.with("boot", name_text(boot)).with("at", at))
}

/// `memory exhaustion, high confidence`, or what is known instead of a cause.
fn cause(boot: &BootReport) -> Text {
    let confidence = boot.confidence.map(|level| named("with-confidence", level.name()));
    let text = match (boot.cause, boot.finding.as_deref()) {
        (None, _) => Text::new("cause-not-judged"),
        // What ended it may be on record (a crash of PID 1, the magic key) without being one of the findings.
        (Some(CauseName::Unknown), None | Some("no_trace")) if boot.totals_db.other >= Some(10) => {
            Text::new("cause-unknown-here")
        }
        (Some(CauseName::Unknown), None | Some("no_trace")) => Text::new("cause-no-trace"),
        (Some(CauseName::Unknown), Some("mixed")) => {
            Text::new("cause-unknown-mixed").with("finding", finding("mixed"))
        }
        (Some(CauseName::Unknown), Some(name)) => {
            let confidence = boot.confidence.map(|level| named("in-brackets-confidence", level.name()));
            return Text::new("cause-unknown-finding")
                .with("finding", finding(name))
                .with("confidence", confidence);
        }
        (Some(cause), _) => Text::new("cause-named").with("cause", named("cause", cause.name())),
    };
    text.with("confidence", confidence)
}

/// The heading over the advice.
pub(crate) fn advice_heading(boot: &BootReport, options: &Options) -> String {
    let is_open = boot.cause == Some(CauseName::Unknown) || boot.ending == EndingName::Undetermined;
    options.word(if is_open { "heading-settle" } else { "heading-do" })
}

/// How it ended, unless the verdict or the summary has just said so.
pub(crate) fn how(boot: &BootReport, options: &Options) -> String {
    let said = match boot.ending_detail.as_str() {
        "abrupt" => boot.finding.as_deref() == Some("no_trace"),
        "panic" => boot.finding.as_deref() == Some("kernel_panic"),
        "shutdown_unfinished" => boot.finding.as_deref() == Some("shutdown_hung"),
        "suspended" => boot.finding.as_deref() == Some("resume_failed"),
        "watchdog" => boot.finding.as_deref() == Some("watchdog_reset"),
        "firmware_reset" => boot.finding.as_deref() == Some("firmware_reset"),
        "thermal_trip" => boot.cause == Some(CauseName::Thermal),
        _ => false,
    };
    if said { String::new() } else { name_of("detail", &boot.ending_detail, options) }
}

/// What the verdict stands on, and what came second.
pub(crate) fn stands_on(boot: &BootReport, options: &Options) -> Option<String> {
    let flips = boot.flips_without.as_ref().map(|id| Text::new("flips-without").with("id", id.as_str()));
    let second =
        boot.runner_up.as_ref().map(|second| Text::new("runner-up").with("cause", hypothesis(second.cause)));
    let text = match (flips, second) {
        (Some(flips), Some(second)) => Text::new("sentences").with("first", flips).with("second", second),
        (one, other) => one.or(other)?,
    };
    Some(options.say(&text))
}

/// When it ended, as closely as the record says.
pub(crate) fn end_bounds(boot: &BootReport, options: &Options) -> Option<String> {
    let end = boot.end()?;
    let last = boot.last.map(|last| Text::new("last-entry").with("at", options.near(last, Some(end))));
    let sample = (boot.last != Some(end)).then(|| {
        let silent = boot.last.map_or(Span(0), |last| end.since(last));
        let id = if silent > Span::minutes(2) { "last-sample-later" } else { "last-sample" };
        Text::new(id).with("at", options.clock(end)).with("later", silent)
    });
    let next = boot.next_first.or(boot.died_between.map(|(_, to)| to));
    let then = match next {
        Some(next) => {
            Text::new("next-boot-at").with("at", options.near(next, Some(end))).with("later", next.since(end))
        }
        None if boot.offset < 0 => Text::new("next-boot-untold"),
        None => Text::new("next-boot-none"),
    };
    let seen = Text::list([last, sample].into_iter().flatten());
    Some(options.say(&Text::new("end-bounds").with("seen", seen).with("then", then)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (value, shown) in [(0, "0"), (999, "999"), (5440, "5,440"), (1_234_567, "1,234,567")] {
            assert_eq!(count(value), shown);
        }
    }

    #[test]
    fn weights_in_words() {
        for (decibans, word) in
            [(35, "decisive"), (30, "decisive"), (-20, "strong"), (10, "moderate"), (9, "weak"), (0, "weak")]
        {
            assert_eq!(weight(decibans, &Options::default()), word);
        }
    }
}

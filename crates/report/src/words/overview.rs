//! A table of boots, the same in every rendering.

use model::Text;
use serde::Serialize;

use super::{cause_name, gap, key_evidence, name_of};
use crate::schema::{BootReport, CauseName, EndingName, Report};
use crate::{Options, Stamp};

/// The names of the columns behind the one that names the boot, as messages.
pub(crate) const COLUMNS: [&str; 7] = [
    "column-start",
    "column-end",
    "column-gap",
    "column-ending",
    "column-cause",
    "column-confidence",
    "column-key-evidence",
];

/// What is told of a boot behind its name.
#[derive(Serialize)]
pub(crate) struct Row {
    start: String,
    end: String,
    gap: String,
    ending: String,
    cause: String,
    confidence: String,
    key: String,
}

impl Row {
    /// A boot's row, its times in this form.
    pub(crate) fn new(boot: &BootReport, time: impl Fn(Stamp) -> String, options: &Options) -> Self {
        let time = |at: Option<Stamp>| at.map_or_else(|| "?".to_owned(), &time);
        let evidence = options.localise(key_evidence(boot), boot.end());
        Self {
            start: time(boot.first),
            end: if boot.ending == EndingName::Running { "-".to_owned() } else { time(boot.last) },
            gap: gap(boot.last, boot.next_first, options),
            ending: name_of("ending", boot.ending.name(), options),
            cause: cause(boot, options),
            confidence: boot
                .confidence
                .map_or_else(String::new, |level| name_of("confidence", level.name(), options)),
            key: if evidence.is_empty() { stand_in(boot, options) } else { evidence },
        }
    }

    /// The cells in the order of [`COLUMNS`].
    pub(crate) fn cells(self) -> [String; 7] {
        [self.start, self.end, self.gap, self.ending, self.cause, self.confidence, self.key]
    }
}

/// How many boots there are, and how many of them ended unexpectedly.
pub(crate) fn caption(report: &Report, options: &Options) -> String {
    let unexpected = report.boots.iter().filter(|boot| boot.ending == EndingName::Unexpected).count();
    let text = Text::new("overview-caption").with("count", report.boots.len());
    options.say(&text.with("unexpected", unexpected))
}

/// What stands in the place of evidence where there is none.
fn stand_in(boot: &BootReport, options: &Options) -> String {
    let detail = || name_of("done", &boot.ending_detail, options);
    match (boot.ending, &boot.requested_by) {
        (EndingName::Clean, Some(who)) => {
            options.say(&Text::new("clean-asked").with("how", detail()).with("who", who.as_str()))
        }
        (EndingName::Clean, None) => detail(),
        (EndingName::Undetermined, _) => name_of("detail", &boot.ending_detail, options),
        (EndingName::Running, _) if boot.running_basis.as_deref() == Some("copied") => {
            options.word("no-end-mark")
        }
        (EndingName::Running | EndingName::Unexpected, _) => String::new(),
    }
}

fn cause(boot: &BootReport, options: &Options) -> String {
    match (boot.cause, boot.finding.as_deref()) {
        (None, _) => String::new(),
        (Some(CauseName::Unknown), Some(finding)) if finding != "no_trace" => {
            let finding = name_of("short", finding, options);
            options.say(&Text::new("unknown-finding").with("finding", finding))
        }
        (Some(cause), _) => cause_name(cause, options),
    }
}

//! How much of a report goes into a ticket: the first step that fits is taken.

use std::borrow::Cow;

use model::Text;

use crate::Options;
use crate::page::cut;
use crate::schema::{BootReport, EndingName, Report};

/// What is kept. Lengths are columns.
pub(super) struct Limits {
    /// Of a raw line.
    line: usize,
    /// Raw lines of each piece of evidence, none of them if zero.
    pub(super) citations: usize,
    /// Of any other text.
    text: usize,
    /// Lines of any list.
    pub(super) list: usize,
    /// Boots that get a section, the newest ones.
    sections: usize,
    /// Rows of the table of boots, the newest ones.
    pub(super) rows: usize,
    /// Whether there are charts and tables of samples.
    pub(super) samples: bool,
}

const ALL: usize = usize::MAX;
/// Citations of each piece of evidence where there is room.
const CITATIONS: usize = 5;

/// From everything to little: raw lines go first, then what can be had elsewhere, then sections.
pub(super) const LADDER: &[Limits] = &[
    limits(ALL, CITATIONS, ALL, ALL, ALL, ALL, true),
    limits(1000, CITATIONS, ALL, ALL, ALL, ALL, true),
    limits(300, CITATIONS, ALL, ALL, ALL, ALL, true),
    limits(160, 2, 1000, ALL, ALL, ALL, true),
    limits(100, 1, 500, 40, ALL, ALL, true),
    limits(0, 0, 300, 20, ALL, ALL, true),
    limits(0, 0, 300, 12, 12, ALL, true),
    limits(0, 0, 200, 10, 6, 200, true),
    limits(0, 0, 160, 8, 3, 120, false),
    limits(0, 0, 120, 6, 1, 60, false),
    limits(0, 0, 80, 4, 1, 20, false),
    limits(0, 0, 40, 3, 0, 10, false),
];

const fn limits(
    line: usize,
    citations: usize,
    text: usize,
    list: usize,
    sections: usize,
    rows: usize,
    samples: bool,
) -> Limits {
    Limits { line, citations, text, list, sections, rows, samples }
}

impl Limits {
    /// The report with its texts and lists cut.
    pub(super) fn shorten<'r>(&self, report: &'r Report) -> Cow<'r, Report> {
        if self.line == ALL {
            return Cow::Borrowed(report);
        }
        let mut short = report.clone();
        let text = |text: &mut String| shorten(text, self.text);
        for input in &mut short.inputs {
            text(&mut input.path);
            input.problems.iter_mut().for_each(|problem| text(&mut problem.what));
        }
        short.machines.truncate(self.list);
        for machine in &mut short.machines {
            let parts = [
                &mut machine.hostname,
                &mut machine.os,
                &mut machine.kernel,
                &mut machine.driver,
                &mut machine.product,
                &mut machine.firmware,
            ];
            parts.into_iter().flatten().for_each(text);
        }
        short.patterns.truncate(self.list);
        short.patterns.iter_mut().for_each(|pattern| text(&mut pattern.text));
        short.boots.iter_mut().for_each(|boot| self.shorten_boot(boot));
        Cow::Owned(short)
    }

    fn shorten_boot(&self, boot: &mut BootReport) {
        let text = |text: &mut String| shorten(text, self.text);
        text(&mut boot.summary);
        boot.requested_by.iter_mut().for_each(text);
        boot.clock_steps.truncate(self.list);
        boot.evidence.truncate(self.list);
        for piece in &mut boot.evidence {
            text(&mut piece.text);
            for cite in &mut piece.cites {
                shorten(&mut cite.raw, self.line);
                cite.because.iter_mut().for_each(text);
            }
        }
        boot.blind_windows.truncate(self.list);
        for window in &mut boot.blind_windows {
            text(&mut window.series);
            text(&mut window.text);
        }
        boot.unsampled.truncate(self.list);
        boot.unsampled.iter_mut().for_each(|unsampled| text(&mut unsampled.text));
        boot.base_rates.truncate(self.list);
        boot.base_rates.iter_mut().filter_map(|rate| rate.text.as_mut()).for_each(text);
        for cover in &mut boot.coverage {
            text(&mut cover.source);
            cover.shows.truncate(self.list);
            cover.shows.iter_mut().for_each(text);
        }
        boot.controls.truncate(self.list);
        boot.controls.iter_mut().for_each(|control| text(&mut control.text));
        boot.context.truncate(self.list);
        for context in &mut boot.context {
            text(&mut context.text);
            shorten(&mut context.cite.raw, self.line);
        }
        boot.protection.earlyoom.iter_mut().chain(&mut boot.protection.oom_killer).for_each(text);
        boot.running.truncate(self.list);
        boot.running.iter_mut().for_each(|running| text(&mut running.what));
        boot.events.iter_mut().for_each(|event| text(&mut event.text));
        boot.advice.truncate(self.list);
        for advice in &mut boot.advice {
            text(&mut advice.text);
            text(&mut advice.why);
            advice.command.iter_mut().for_each(text);
        }
        // Names of sensors stand in tables and legends.
        for series in &mut boot.series {
            text(&mut series.sampler);
            series.device.iter_mut().for_each(text);
        }
        if !self.samples {
            boot.series.clear();
            boot.last_minutes = None;
        }
    }

    /// The boots that get a section: in a batch those that ended unexpectedly, the newest of them.
    pub(super) fn detailed<'r>(&self, report: &'r Report) -> Vec<&'r BootReport> {
        if report.boots.len() == 1 {
            return report.boots.iter().collect();
        }
        let mut boots: Vec<&BootReport> =
            report.boots.iter().filter(|boot| boot.ending == EndingName::Unexpected).collect();
        boots.sort_by_key(|boot| boot.first);
        let kept: Vec<&BootReport> = boots.into_iter().rev().take(self.sections).collect();
        report.boots.iter().filter(|boot| kept.iter().any(|kept| std::ptr::eq(*kept, *boot))).collect()
    }

    /// What is missing, in words; nothing if nothing is.
    pub(super) fn left_out(&self, report: &Report, options: &Options) -> Option<String> {
        if self.line == ALL {
            return None;
        }
        let lines = if self.citations == 0 {
            Text::new("left-out-lines")
        } else {
            Text::new("left-out-ends").with("columns", self.line)
        };
        let unexpected = report.boots.iter().filter(|boot| boot.ending == EndingName::Unexpected).count();
        let sections = unexpected.saturating_sub(self.detailed(report).len());
        let rows = report.boots.len().saturating_sub(self.rows);
        let parts = [
            Some(lines),
            (self.text != ALL).then(|| Text::new("left-out-texts").with("columns", self.text)),
            (self.list != ALL).then(|| Text::new("left-out-lists").with("count", self.list)),
            (!self.samples).then(|| Text::new("left-out-samples")),
            (report.boots.len() > 1 && sections > 0)
                .then(|| Text::new("left-out-sections").with("count", sections)),
            (report.boots.len() > 1 && rows > 0).then(|| Text::new("left-out-rows").with("count", rows)),
        ];
        let what = Text::list(parts.into_iter().flatten())?;
        Some(options.say(&Text::new("left-out").with("what", what)))
    }
}

fn shorten(text: &mut String, columns: usize) {
    if columns != ALL {
        // Text without width has no end in columns.
        let most = text.char_indices().nth(columns).map_or(text.len(), |(at, _)| at);
        let marked = most < text.len();
        text.truncate(most);
        *text = cut(text, columns);
        if marked && !text.ends_with('…') {
            text.push('…');
        }
    }
}

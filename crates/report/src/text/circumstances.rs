//! What the sources cover, what was running, what protected the host, what survived, and what to do.

use std::io;

use model::Text;

use crate::page::{BOLD, DIM, PLAIN, Page};
use crate::schema::{BootReport, Report};
use crate::{Options, inert, words};

/// Things shown as running; the others are counted.
const RUNNING: usize = 12;

pub(super) fn coverage(
    page: &mut Page<'_>,
    report: &Report,
    boot: &BootReport,
    options: &Options,
) -> io::Result<()> {
    if boot.coverage.is_empty() {
        return Ok(());
    }
    page.heading(&options.word("heading-coverage"))?;
    for cover in words::coverage(report, boot, options) {
        page.hanging("  ", &cover, PLAIN)?;
    }
    Ok(())
}

pub(super) fn running(page: &mut Page<'_>, boot: &BootReport, options: &Options) -> io::Result<()> {
    if boot.running.is_empty() {
        return Ok(());
    }
    page.heading(&options.word("heading-running"))?;
    let things = words::running(boot, options);
    for thing in things.iter().take(RUNNING) {
        page.hanging("  ", thing, PLAIN)?;
    }
    match things.len().saturating_sub(RUNNING) {
        0 => Ok(()),
        more => page.line(&format!("  {}", options.say(&Text::new("more").with("count", more))), PLAIN),
    }
}

pub(super) fn protection(page: &mut Page<'_>, boot: &BootReport, options: &Options) -> io::Result<()> {
    let parts = words::protection(boot, options);
    if parts.is_empty() {
        return Ok(());
    }
    page.heading(&options.word("heading-protection"))?;
    for text in parts {
        page.hanging("  ", &text, PLAIN)?;
    }
    Ok(())
}

pub(super) fn context(
    page: &mut Page<'_>,
    report: &Report,
    boot: &BootReport,
    options: &Options,
) -> io::Result<()> {
    if boot.context.is_empty() {
        return Ok(());
    }
    page.heading(&options.word("heading-context"))?;
    for context in &boot.context {
        page.hanging("  ", &words::context(report, context, boot, options), PLAIN)?;
    }
    Ok(())
}

pub(super) fn controls(page: &mut Page<'_>, boot: &BootReport, options: &Options) -> io::Result<()> {
    if boot.controls.is_empty() {
        return Ok(());
    }
    page.heading(&options.word("heading-controls"))?;
    for control in &boot.controls {
        page.hanging("  ", &words::control(control, boot, options), PLAIN)?;
    }
    Ok(())
}

pub(super) fn advice(page: &mut Page<'_>, boot: &BootReport, options: &Options) -> io::Result<()> {
    if boot.advice.is_empty() {
        return Ok(());
    }
    page.heading(&words::advice_heading(boot, options))?;
    for (place, advice) in words::advice(boot, options).into_iter().enumerate() {
        let label = format!("  {}. ", place + 1);
        let rest = " ".repeat(label.len());
        page.hanging(&label, &advice.text, PLAIN)?;
        // Not wrapped: it is there to be copied.
        for line in advice.command {
            page.line(&format!("{rest}  {}", inert::inert(&line)), BOLD)?;
        }
        if !advice.why.is_empty() {
            page.hanging(&rest, &advice.why, DIM)?;
        }
    }
    Ok(())
}

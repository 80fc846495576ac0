//! Suspend, the magic key, the hardware clock, and lines that were lost.

use std::sync::LazyLock;

use model::event::Kernel;
use model::event::kernel::SysrqEffect;
use model::{EventKind, Record, Signal};
use regex::Regex;

use crate::{example, group, regex, row};

/// Suspend or hibernation begins. Often the last line that is kept of it.
pub(crate) const SUSPEND_ENTRY: Signal = row(
    "kernel.suspend_entry",
    &["PM: suspend entry", "hibernation entry"],
    |record| pm(record, &["suspend entry", "hibernation entry"], Kernel::SuspendEntry),
    &[
        example("PM: suspend entry (deep)", "Kernel(SuspendEntry)"),
        example("PM: suspend entry (s2idle)", "Kernel(SuspendEntry)"),
        example("PM: hibernation: hibernation entry", "Kernel(SuspendEntry)"),
        example("PM: hibernation entry", "Kernel(SuspendEntry)"),
    ],
);

/// The host is back. A resume from hibernation keeps the old boot's id.
pub(crate) const SUSPEND_EXIT: Signal = row(
    "kernel.suspend_exit",
    &["PM: suspend exit", "hibernation exit"],
    |record| pm(record, &["suspend exit", "hibernation exit"], Kernel::SuspendExit),
    &[
        example("PM: suspend exit", "Kernel(SuspendExit)"),
        example("PM: hibernation: hibernation exit", "Kernel(SuspendExit)"),
    ],
);

/// Somebody used the magic key, or wrote to /proc/sysrq-trigger.
pub(crate) const SYSRQ: Signal = row(
    "kernel.sysrq",
    &["sysrq: ", "SysRq : "],
    sysrq,
    &[
        example("sysrq: Trigger a crash", r#"Kernel(Sysrq { action: "Trigger a crash", effect: Crash })"#),
        example("sysrq: Resetting", r#"Kernel(Sysrq { action: "Resetting", effect: End })"#),
        example("sysrq: SysRq : Power Off", r#"Kernel(Sysrq { action: "Power Off", effect: End })"#),
        example("SysRq : Emergency Sync", r#"Kernel(Sysrq { action: "Emergency Sync", effect: End })"#),
        example(
            "sysrq: Emergency Remount R/O",
            r#"Kernel(Sysrq { action: "Emergency Remount R/O", effect: End })"#,
        ),
    ],
);

/// The time that the hardware clock had at the start: right even where the journal's own times are not.
pub(crate) const CLOCK: Signal = row(
    "kernel.clock_from_rtc",
    &["setting system clock to "],
    clock,
    &[
        example(
            "rtc-efi rtc-efi.0: setting system clock to 2026-05-13T00:31:02 UTC (1778632262)",
            "Kernel(ClockFromRtc { epoch_s: 1778632262 })",
        ),
        example(
            "tegra_rtc c2a0000.rtc: setting system clock to 1970-01-01T00:00:07 UTC (7)",
            "Kernel(ClockFromRtc { epoch_s: 7 })",
        ),
        example(
            "rtc_cmos 00:05: setting system clock to 2018-07-30 09:11:24 UTC (1532941884)",
            "Kernel(ClockFromRtc { epoch_s: 1532941884 })",
        ),
    ],
);

/// Lines never reached the journal: what is missing proves nothing around here.
pub(crate) const LOST: Signal = row(
    "kernel.messages_lost",
    &["messages dropped", "callbacks suppressed"],
    lost,
    &[
        example("printk: 312 messages dropped", "Kernel(MessagesLost { count: Some(312) })"),
        example("** 87 printk messages dropped **", "Kernel(MessagesLost { count: Some(87) })"),
        example(
            "** 87 printk messages dropped ** [  12.345678] usb 1-1: new device",
            "Kernel(MessagesLost { count: Some(87) })",
        ),
        example("warn_alloc: 41 callbacks suppressed", "Kernel(MessagesLost { count: Some(41) })"),
    ],
);

fn pm(record: &Record, words: &[&str], kernel: Kernel) -> Option<EventKind> {
    let text = record.message.strip_prefix("PM: ")?;
    let text = text.strip_prefix("hibernation: ").unwrap_or(text);
    words.iter().any(|word| text.starts_with(word)).then_some(EventKind::Kernel(kernel))
}

static SYSRQ_LINE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?:sysrq: )?(?:SysRq : )?(?<action>\S.*?)\s*$"));

fn sysrq(record: &Record) -> Option<EventKind> {
    let message = record.message.trim();
    if !(message.starts_with("sysrq: ") || message.starts_with("SysRq : ")) {
        return None;
    }
    let action = group(&SYSRQ_LINE.captures(message)?, "action")?;
    // A key without a meaning, or one that is switched off, does nothing but say so.
    let idle = ["HELP", "This sysrq operation is disabled"].iter().any(|start| action.starts_with(start));
    (!idle).then(|| EventKind::Kernel(Kernel::Sysrq { action: action.to_owned(), effect: effect(action) }))
}

fn effect(action: &str) -> SysrqEffect {
    const ENDS: [&str; 4] = ["Resetting", "Power Off", "Emergency Sync", "Emergency Remount"];
    if action.contains("crash") {
        SysrqEffect::Crash
    } else if ENDS.iter().any(|end| action.contains(end)) {
        SysrqEffect::End
    } else {
        SysrqEffect::None
    }
}

static CLOCK_LINE: LazyLock<Regex> =
    LazyLock::new(|| regex(r": setting system clock to [0-9-]+[T ][0-9:]+ UTC \((?<epoch>-?[0-9]+)\)"));

fn clock(record: &Record) -> Option<EventKind> {
    let epoch_s = group(&CLOCK_LINE.captures(&record.message)?, "epoch")?.parse().ok()?;
    Some(EventKind::Kernel(Kernel::ClockFromRtc { epoch_s }))
}

static LOST_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:^printk: |\*\* )(?<count>[0-9]+) (?:printk )?messages dropped|^(?<function>\w+): (?<calls>[0-9]+) callbacks suppressed",
    )
});

fn lost(record: &Record) -> Option<EventKind> {
    let line = LOST_LINE.captures(&record.message)?;
    // Their limits are reached on any busy host and hide nothing that is asked for here.
    if matches!(group(&line, "function"), Some("audit" | "net_ratelimit")) {
        return None;
    }
    let count = group(&line, "count").or(group(&line, "calls")).and_then(|count| count.parse().ok());
    Some(EventKind::Kernel(Kernel::MessagesLost { count }))
}

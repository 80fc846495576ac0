//! Parsers for what else the kernel says: memory exhaustion, heat, faults, stalls, storage, failing hardware
//! and the facts of the start-up banner.
//!
//! [`SIGNALS`] is the whole table. Call traces arrive one entry a frame; [`fold_frames`] puts what they tell
//! into the event that they belong to, and makes one event of the rows of a report's table.

mod banner;
mod fault;
mod frame;
mod hardware;
mod nvmap;
mod oom;
mod power;
mod stall;
mod storage;
mod tables;
mod thermal;

use model::signal::Example;
use model::{EventKind, Listen, Record, Signal};
use regex::Regex;

pub use frame::fold_frames;

/// Signals that healthy hosts log by the thousand and that are evidence of nothing: whole boots are not searched
/// for them.
pub const ROUTINE: &[&str] = &["kernel.pcie_corrected"];

/// Every kind of kernel line that is understood. The order matters where kinds overlap: a panic that names
/// exhausted memory is a panic, a manual OOM kill is not just any magic key.
pub static SIGNALS: &[Signal] = &[
    banner::VERSION,
    banner::COMMAND_LINE,
    banner::PRODUCT,
    banner::MEMORY,
    banner::SWAP,
    fault::PANIC,
    fault::CORRUPTION,
    fault::OOPS,
    oom::INVOKED,
    oom::SUMMARY,
    oom::KILL,
    oom::REAPED,
    oom::NO_VICTIM,
    oom::REQUESTED,
    oom::SWAP,
    oom::PAGE_ALLOCATION,
    oom::SWAP_WRITE,
    tables::TASK,
    tables::FREE_BLOCKS,
    nvmap::FAILED,
    stall::HUNG_TASK,
    stall::SOFT_LOCKUP,
    stall::HARD_LOCKUP,
    stall::RCU,
    stall::WORKQUEUE,
    frame::FRAME,
    thermal::CRITICAL,
    thermal::PROTECTION,
    thermal::FORCED,
    thermal::THROTTLE,
    storage::LOST,
    storage::ERROR,
    storage::RECOVERY,
    storage::MOUNTED,
    hardware::MACHINE_CHECK,
    hardware::MEMORY_ERROR,
    hardware::PCIE,
    hardware::PCIE_CORRECTED,
    hardware::FIRMWARE_RECORD,
    hardware::RESET_REASON,
    hardware::WATCHDOG_RESET,
    hardware::WATCHDOG_NOT_STOPPED,
    hardware::WATCHDOG_ARMED,
    power::SUSPEND_ENTRY,
    power::SUSPEND_EXIT,
    power::SYSRQ,
    power::CLOCK,
    power::LOST,
];

/// A row of the table: all of them listen to the kernel and none has a `MESSAGE_ID`.
const fn row(
    name: &'static str,
    needles: &'static [&'static str],
    parse: fn(&Record) -> Option<EventKind>,
    examples: &'static [Example],
) -> Signal {
    Signal { name, listen: Listen::Kernel, message_ids: &[], needles, parse, examples }
}

/// An example of a row: kernel lines need no further fields.
const fn example(message: &'static str, event: &'static str) -> Example {
    Example { message, fields: &[], event }
}

/// Compiles a pattern of this crate.
fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the patterns of this crate are constants that the tests compile")
}

/// The text of a named group, if it took part in the match.
fn group<'t>(captures: &regex::Captures<'t>, name: &str) -> Option<&'t str> {
    captures.name(name).map(|found| found.as_str())
}

/// The first line of a message without blanks around it.
fn first_line(record: &Record) -> String {
    record.message.trim().lines().next().unwrap_or_default().trim_end().to_owned()
}

#[cfg(test)]
mod tests;

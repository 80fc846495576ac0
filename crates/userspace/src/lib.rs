//! Parsers for what ran on the host and what it said: containers, applications that ran out of GPU or host
//! memory, userspace killers, and the daemons that watch over health.
//!
//! [`SIGNALS`] is the whole table. What an application writes is a weak witness: its rows listen to anyone but
//! the kernel, and quoted text cannot be told from its own.

mod container;
mod gpu_memory;
mod health;
mod killer;
mod starvation;
mod ups;

use model::event::Userspace;
use model::signal::Example;
use model::{EventKind, Listen, Record, Signal};
use regex::Regex;

/// Every kind of line of a program that is understood.
pub static SIGNALS: &[Signal] = &[
    killer::OOMD,
    killer::OTHERS,
    starvation::PRESSURE,
    starvation::PRESSURE_JOURNALD,
    gpu_memory::CUDA,
    gpu_memory::NVMAP,
    gpu_memory::REFUSED,
    starvation::CANNOT_ALLOCATE,
    starvation::CANNOT_ALLOCATE_PID1,
    container::OOM,
    container::STARTED,
    container::EXITED,
    starvation::TIMED_OUT,
    health::THERMALD,
    health::DRIVE_FAILING,
    health::UNSAFE_SHUTDOWNS,
    health::UNSAFE_SHUTDOWNS_TEXT,
    health::HARDWARE_ERROR,
    health::SERVICE_RECOVERY,
    ups::UPS,
    starvation::DISK_FULL,
];

/// A row of the table: none of these lines has a `MESSAGE_ID`.
const fn row(
    name: &'static str,
    listen: Listen,
    needles: &'static [&'static str],
    parse: fn(&Record) -> Option<EventKind>,
    examples: &'static [Example],
) -> Signal {
    Signal { name, listen, message_ids: &[], needles, parse, examples }
}

/// An example of a row without further fields.
const fn example(message: &'static str, event: &'static str) -> Example {
    Example { message, fields: &[], event }
}

/// An example said by another of the programs that the row listens to, or on another way.
const fn said(
    message: &'static str,
    fields: &'static [(&'static str, &'static str)],
    event: &'static str,
) -> Example {
    Example { message, fields, event }
}

/// Compiles a pattern of this crate.
fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the patterns of this crate are constants that the tests compile")
}

/// The text of a named group, if it took part in the match.
fn group<'t>(captures: &regex::Captures<'t>, name: &str) -> Option<&'t str> {
    captures.name(name).map(|found| found.as_str())
}

/// The event, if the line is what the row wants.
fn when(is_it: bool, event: Userspace) -> Option<EventKind> {
    is_it.then_some(EventKind::Userspace(event))
}

#[cfg(test)]
mod tests;

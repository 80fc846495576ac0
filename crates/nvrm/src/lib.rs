//! Parsers for the NVIDIA driver's kernel lines: failed checks and assertions, Xids and their companions.
//!
//! The wording comes from the source of the open kernel modules, 515 to 595, and from public logs. Such lines
//! normally have priority 4 (warning) and are not limited in rate. None of them alone means that the host ran
//! out of memory: healthy boots of a GB10 contain `NV_ERR_NO_MEMORY` too.

mod allocation;
mod body;
mod catalogue;
mod check;
mod gpu;
mod loaded;
mod other;
mod status;
mod xid;

use model::event::Nvrm;
use model::signal::{Example, Listen};
use model::{EventKind, Record, Signal};

pub use catalogue::xid_title;

/// All kinds of lines, in the order in which they are tried.
pub static SIGNALS: &[Signal] = &[
    check::NO_MEMORY,
    check::ADDRESS_SPACE,
    check::INIT_NO_MEMORY,
    check::CHECK,
    xid::XID,
    allocation::ALLOCATION_FAILED,
    gpu::OFF_BUS,
    gpu::INIT_FAILED,
    gpu::FIRMWARE_STOPPED,
    gpu::GPU_LOCKED,
    loaded::LOADED,
    other::OTHER,
];

/// Quoted by a container's log or an agent these lines are no evidence.
const KERNEL: Listen = Listen::Kernel;

/// Reads a record with a parser of one `NVRM:` line's body.
fn said(record: &Record, parser: fn(&str) -> Option<Nvrm>) -> Option<EventKind> {
    body::first(&record.message, parser).map(EventKind::Nvrm)
}

/// An example without further fields.
const fn example(message: &'static str, event: &'static str) -> Example {
    Example { message, fields: &[], event }
}

#[cfg(test)]
mod tests;

//! Parsers for how a boot starts and ends, and who asked.
//!
//! `MESSAGE_ID`s and fields come first, texts second. A row hears only its own speaker: PID 1's lines count
//! only from PID 1, over its socket or through the kernel's buffer, journald's only from journald.
//!
//! Several marks also occur in the middle of a boot (soft reboot, switch-root, restart of journald, cancelled
//! shutdown). A row says what one line means; whether it ended the boot is decided by what comes after.

use model::event::lifecycle::Lifecycle;
use model::{EventKind, Signal};

mod clock;
mod fsck;
mod ids;
mod journald;
mod logind;
mod pid1;
mod pstore;
mod requests;
mod sessions;
mod sleep;
mod syslog;
mod units;
mod var;
mod verb;

pub use ids::{BULK_IDS, INDEXED_IDS};

/// One row a kind of line, in the order in which they are tried.
pub static SIGNALS: &[Signal] = &[
    journald::STARTED,
    journald::STOPPED,
    journald::TERMINATED,
    journald::UNCLEAN,
    journald::CLOCK_ROTATED,
    journald::USAGE,
    journald::WRITE_FAILED,
    journald::MISSED,
    journald::SUPPRESSED,
    logind::REQUESTED,
    logind::ANNOUNCED,
    logind::CANCELLED,
    logind::KEY,
    logind::KEY_ACTION,
    pid1::STARTED,
    pid1::STARTUP_FINISHED,
    pid1::SHUTTING_DOWN,
    pid1::SOFT_REBOOTED,
    pid1::SIGNALLED,
    pid1::FORCED,
    pid1::ACTION,
    pid1::FROZEN,
    pid1::WATCHDOG_ARMED,
    pid1::SYSTEMD_SHUTDOWN,
    pid1::TARGET,
    units::OOM,
    units::OOMD_KILL,
    units::FAILED,
    units::WATCHDOG_TIMEOUT,
    units::STOP_TIMED_OUT,
    syslog::STOPPED,
    var::MOUNTED,
    var::JOURNAL_RELINQUISHED,
    units::STARTED,
    units::ENDED,
    units::STOPPING,
    sleep::STARTED,
    sleep::STOPPED,
    requests::SUDO,
    requests::POLKIT,
    requests::UNATTENDED_UPGRADES,
    requests::NUT,
    requests::APCUPSD,
    requests::GUEST_AGENT,
    requests::WATCHDOG_DAEMON,
    requests::KURED,
    requests::NVSENTINEL,
    pstore::FILED,
    pstore::KDUMP,
    sessions::BOOTED,
    sessions::SHUT_DOWN,
    fsck::CLEAN,
    fsck::RECOVERED,
    clock::BUMPED,
    clock::RESTORED,
    clock::CHANGED,
    clock::STEPPED,
];

/// Wraps an event of this crate.
fn life(event: Lifecycle) -> Option<EventKind> {
    Some(EventKind::Lifecycle(event))
}

#[cfg(test)]
mod tests;

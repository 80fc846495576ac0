//! Starts and orderly ends, as wtmp keeps them.

use model::{Lines, Micros, Origin, Record, Transport};

use crate::{Begun, Options, TextBoot, Wall};

/// A start or an end.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) at: Micros,
    pub(crate) what: What,
    pub(crate) kernel: String,
    pub(crate) line: u64,
}

/// What a record of wtmp tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A boot; `last` may say that it ended without a shutdown.
    Boot { crashed: bool },
    /// An orderly shutdown.
    Shutdown,
}

/// Makes boots of records in the order of time.
pub(crate) fn boots(sessions: Vec<Session>, wall: Wall, options: &Options) -> Vec<TextBoot> {
    let mut boots: Vec<TextBoot> = Vec::new();
    for session in sessions {
        let begins = matches!(session.what, What::Boot { .. });
        if begins || boots.is_empty() {
            boots.push(TextBoot {
                id: None,
                hostname: None,
                begun: if begins { Begun::Marker } else { Begun::FileStart },
                has_banner: false,
                is_behind_hole: false,
                wall,
                started: begins.then_some(session.at),
                first: session.at,
                first_monotonic: begins.then_some(0),
                last: session.at,
                last_monotonic: None,
                entries: 0,
                lines: options.lines.unwrap_or(Lines::Boots),
                records: Vec::new(),
                tail_from: None,
            });
        }
        let Some(boot) = boots.last_mut() else { continue };
        let what = match session.what {
            What::Boot { .. } => "reboot system boot",
            What::Shutdown => "shutdown system down",
        };
        let crashed = if session.what == (What::Boot { crashed: true }) { " crash" } else { "" };
        let kernel = if session.kernel.is_empty() { String::new() } else { format!(" {}", session.kernel) };
        let monotonic = boot.started.map(|started| session.at.since(started).0.max(0));
        boot.last = session.at;
        boot.last_monotonic = monotonic;
        boot.entries += 1;
        if options.tail_entries > 0 {
            boot.tail_from = Some(boot.first);
        }
        boot.records.push(Record {
            at: session.at,
            monotonic,
            transport: Transport::Unknown,
            identifier: Some("wtmp".into()),
            message: format!("{what}{kernel}{crashed}"),
            origin: Origin { input: options.input, cursor: None, line: Some(session.line) },
            ..Record::default()
        });
    }
    boots
}

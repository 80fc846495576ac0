//! Plain data that every part of spark-autopsy shares: instants, ids, records, events, series, boots,
//! evidence and verdicts.
//!
//! Nothing here reads a file or a clock, matches a pattern or prints. Parsers produce these types, `timeline`
//! orders them, `diagnose` judges them and `report` shows them. The words that several parsers go by are in [`words`].

pub mod boot;
mod coverage;
pub mod event;
pub mod evidence;
mod id;
mod input;
mod record;
pub mod series;
mod shared;
pub mod signal;
pub mod text;
mod time;
pub mod words;

pub use boot::{Boot, HeaderState, JournalFile, MemoryModel};
pub use coverage::{Coverage, Lines};
pub use event::{Event, EventKind};
pub use id::{BootId, Id128, MachineId};
pub use input::{Input, InputId, InputKind, Problem, ZoneBasis};
pub use record::{Identity, Origin, Record, Seq, Transport};
pub use series::{Metric, Series};
pub use shared::Shared;
pub use signal::{Example, Listen, Signal};
pub use text::{Arg, Text};
pub use time::{Micros, Span};

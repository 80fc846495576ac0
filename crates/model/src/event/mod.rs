//! Events: records that were understood.

pub mod earlyoom;
pub mod kernel;
pub mod lifecycle;
pub mod nvrm;
pub mod userspace;

use crate::{BootId, Micros, Origin};

pub use earlyoom::Earlyoom;
pub use kernel::Kernel;
pub use lifecycle::Lifecycle;
pub use nvrm::Nvrm;
pub use userspace::Userspace;

/// The meaning of a record, by source.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// earlyoom said it.
    Earlyoom(Earlyoom),
    /// The NVIDIA driver said it.
    Nvrm(Nvrm),
    /// The kernel said it.
    Kernel(Kernel),
    /// It belongs to the start or the end of a boot.
    Lifecycle(Lifecycle),
    /// A program said it.
    Userspace(Userspace),
}

/// A record that was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Wall time.
    pub at: Micros,
    /// Monotonic time in microseconds.
    pub monotonic: Option<i64>,
    /// Its boot.
    pub boot: BootId,
    /// The signal that read it, such as `nvrm.no_memory`.
    pub signal: &'static str,
    /// What it means.
    pub kind: EventKind,
    /// The message as it was logged.
    pub message: Box<str>,
    /// Who said it (identifier), as shown before the message.
    pub speaker: Box<str>,
    /// Where it came from.
    pub origin: Origin,
}

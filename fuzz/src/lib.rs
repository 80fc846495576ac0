//! What each fuzz target does with its bytes, and what must hold of any bytes.
//!
//! The main workspace's tests include this file and run it over the corpora, so it needs nothing but the
//! crates that it calls.

mod archive;
mod signals;
mod streams;
mod text_log;
mod walk;

pub use archive::archive;
pub use signals::signals;
pub use streams::{export_stream, json_stream, verbose_stream};
pub use text_log::text_log;
pub use walk::journal_walk;

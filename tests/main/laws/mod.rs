//! Laws that every incident must keep, whatever its answer: what may not change a verdict, and how far
//! loss of evidence may.
//!
//! Each law makes variants of each incident and runs the program on them. `LAWS_SEEDS=20` tries more of the
//! random ones, `LAWS_ONLY=K01a` only some incidents.

mod csv;
mod files;
mod incident;
mod invariance;
mod noise;
mod noise_lines;
mod noise_passed;
mod noise_speakers;
mod removal;
mod rng;
mod stream;
mod tail;

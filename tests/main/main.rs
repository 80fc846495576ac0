//! End-to-end tests: each runs the built program on files and looks at what a user would see.
//!
//! One binary, since every further one costs a link. The time zone of the environment is passed on:
//! nothing here may depend on it, and the checks run all of this under two.

mod article;
mod bundles;
mod cases;
mod cli;
mod corpora;
mod failures;
mod golden;
mod hostile;
mod journals;
mod json;
mod laws;
mod monitors;
mod private;
mod schema;
mod sets;
mod support;
mod tables;
mod texts;

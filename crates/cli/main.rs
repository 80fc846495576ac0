//! `spark-autopsy`: why did this host reboot? Arguments, files, the clock, the terminal and exit codes.

mod args;
mod boots;
mod bundles;
mod commands;
mod explain;
mod host;
mod inputs;
mod listing;
mod map;
mod monitors;
mod names;
mod output;
mod pager;
mod private;
#[cfg(test)]
mod published;
mod rotated;
mod samples;
mod times;
mod written;
mod years;

use std::process::ExitCode;

use clap::Parser;

use args::Args;

fn main() -> ExitCode {
    let args = Args::parse();
    let done = commands::run(&args);
    private::yield_to_signal();
    match done {
        Ok(code) => ExitCode::from(code),
        // A reader that has seen enough closes the pipe: `spark-autopsy --all | head`.
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::error(&error);
            let usage = error.downcast_ref::<args::UsageError>().is_some();
            ExitCode::from(if usage { 2 } else { 1 })
        }
    }
}

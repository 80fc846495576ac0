//! Long output goes through a pager, as journalctl's does.

use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use crate::args::Common;
use crate::private;

/// Where the pager is named, in this order; an empty value or `cat` is none.
const NAMED_IN: [&str; 2] = ["SPARK_AUTOPSY_PAGER", "PAGER"];
/// Leave at once if it fits on the screen, keep colours and what was shown, cut long lines, a prompt with the place,
/// and end at an interrupt: journalctl's own settings (systemd, SYSTEMD_LESS) with lines that wrap.
const LESS: &str = "FRXMK";

/// Shows the bytes: in a pager if standard output is a terminal, else as they are.
pub(crate) fn show(bytes: &[u8], common: &Common) -> io::Result<()> {
    private::yield_to_signal();
    match pager(common) {
        // Where no pager can be started the text itself is what was asked for.
        Some(command) => page(bytes, &command).or_else(|_| plain(bytes)),
        None => plain(bytes),
    }
}

fn plain(bytes: &[u8]) -> io::Result<()> {
    io::stdout().lock().write_all(bytes)
}

/// The pager's command line, none if there is to be none.
fn pager(common: &Common) -> Option<String> {
    if common.no_pager
        || !io::stdout().is_terminal()
        || std::env::var("TERM").is_ok_and(|term| term == "dumb")
    {
        return None;
    }
    let named = NAMED_IN.into_iter().find_map(|name| std::env::var(name).ok());
    let command = named.unwrap_or_else(|| "less".to_owned());
    (!matches!(command.trim(), "" | "cat")).then_some(command)
}

/// Hands the bytes to the pager and waits until it is left.
fn page(bytes: &[u8], command: &str) -> io::Result<()> {
    let mut shell = Command::new("sh");
    // The command may have arguments; exec leaves no shell between.
    shell.args(["-c", &format!("exec {command}")]).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        shell.env("LESS", LESS);
    }
    let mut child = shell.spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // Whoever leaves the pager early has seen enough.
        let _ = input.write_all(bytes);
    }
    let status = child.wait()?;
    // What a shell says of a command that is not there.
    if status.code() == Some(127) { Err(io::Error::other("no such pager")) } else { Ok(()) }
}

//! The command line, in journalctl's habits.

use std::path::PathBuf;

use clap::{ArgAction, Parser, Subcommand, ValueEnum};

/// Why did this host reboot? Reads journald's boots, earlyoom's reports, the NVIDIA driver's lines and CSV
/// monitors, says how each boot ended, and names the cause of each unexpected end: memory exhaustion,
/// thermal, or unknown.
#[derive(Debug, Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = false,
    subcommand_negates_reqs = true,
    args_override_self = true
)]
#[command(
    after_help = "Without INPUT this host's journal is read; without --boot the newest boot that has ended is \
shown.\n\nExit status: 0 analysed, 1 nothing could be read, 2 usage. With --exit-code: 10 memory exhaustion, \
11 thermal, 12 unknown."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten)]
    pub(crate) select: Select,

    #[command(flatten)]
    pub(crate) common: Common,
}

/// What to read and which boots to show.
#[derive(Debug, clap::Args)]
pub(crate) struct Select {
    /// Journal files or folders, journalctl's output in any form that has times (- for standard input), syslog files,
    /// dmesg, wtmp, sosreports, nvidia-bug-report.log, tar and zip archives, monitors' files; recognised by content,
    /// .gz, .xz, .zst are undone
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Boot to show (repeatable): 0 is the newest, -1 the one before, +1 the oldest; or 8 and more
    /// digits of a boot id; or all
    #[arg(short, long, value_name = "WHICH", allow_hyphen_values = true)]
    pub(crate) boot: Vec<String>,

    /// Every boot, one row each
    #[arg(long)]
    pub(crate) all: bool,

    /// Only list the boots
    #[arg(long, conflicts_with_all = ["all", "report", "timeline"])]
    pub(crate) list_boots: bool,

    /// Judge the newest boot of a copied journal as dead
    #[arg(long)]
    pub(crate) ended: bool,

    /// Only boots that ended at or after this time
    #[arg(short = 'S', long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) since: Option<String>,

    /// Only boots that started at or before this time
    #[arg(short = 'U', long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) until: Option<String>,

    /// A folder of journal files, such as a copy of /var/log/journal
    #[arg(short = 'D', long, value_name = "DIR")]
    pub(crate) directory: Vec<PathBuf>,

    /// The mounted disk of another host, or its unpacked copy: its journal, text logs and crash records (repeatable)
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Vec<PathBuf>,

    /// A journal file (repeatable)
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Vec<PathBuf>,

    /// A monitor's CSV file (repeatable)
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Vec<PathBuf>,

    /// Write the report to a file as well, redacted; its extension (.html, .md, .forum.md, .json, .jsonl, .csv, .parquet, .txt)
    /// chooses the format (repeatable)
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Vec<PathBuf>,

    /// Write every sample and event of the boots shown to a table, in full and redacted; its extension (.parquet,
    /// .csv, .jsonl) chooses the format (repeatable)
    #[arg(long, value_name = "FILE")]
    pub(crate) timeline: Vec<PathBuf>,

    /// Exit with 10, 11 or 12 for memory exhaustion, thermal or unknown, the worst of the boots shown
    #[arg(long)]
    pub(crate) exit_code: bool,
}

/// Options that work before and after a subcommand.
#[derive(Debug, clap::Args)]
pub(crate) struct Common {
    /// Output format
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value = "text", global = true)]
    pub(crate) output: Format,

    /// Zone of local times in monitors' files and text logs: a name (Asia/Tokyo) or an offset (+09:00)
    #[arg(long, value_name = "ZONE", allow_hyphen_values = true, global = true)]
    pub(crate) tz: Option<String>,

    /// Date of monitors that log the time of day only (YYYY-MM-DD)
    #[arg(long, value_name = "DATE", global = true)]
    pub(crate) date: Option<String>,

    /// Year of monitors that log none, else the one nearest to the boots on record; of a text log's last line
    #[arg(long, value_name = "YEAR", global = true, value_parser = clap::value_parser!(i32).range(1970..=9999))]
    pub(crate) year: Option<i32>,

    /// What the columns of monitors' files mean, in TOML (repeatable); `monitors --print-map` prints one to begin
    /// with
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) map: Vec<PathBuf>,

    /// Show times in UTC instead of the local zone
    #[arg(long, global = true)]
    pub(crate) utc: bool,

    /// Replace host names, users, addresses, serials and other private parts
    #[arg(long, global = true, overrides_with = "no_redact")]
    pub(crate) redact: bool,

    /// Keep private parts, also in files written with --report and --timeline
    #[arg(long, global = true, overrides_with = "redact")]
    pub(crate) no_redact: bool,

    /// Do not show long output in a pager ($SPARK_AUTOPSY_PAGER, $PAGER, else less)
    #[arg(long, global = true)]
    pub(crate) no_pager: bool,

    /// Language of reports and of the text on the terminal; else that of LC_ALL, LC_MESSAGES or LANG. JSON keys, rule
    /// names and log lines stay as they are
    #[arg(long, value_enum, value_name = "LANG", global = true)]
    pub(crate) lang: Option<Language>,

    /// When to use colour; NO_COLOR is honoured
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto", global = true)]
    pub(crate) color: When,

    /// Only ASCII: signs have stand-ins, other letters are shown as escapes; with --lang ja charts and rules only
    #[arg(long, global = true)]
    pub(crate) ascii: bool,

    /// No notes on standard error
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,

    /// Show weights in decibans, totals and citations in full
    #[arg(short, long, action = ArgAction::Count, global = true)]
    pub(crate) verbose: u8,
}

/// Subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The manual page of a rule, or the table of all rules and weights
    Explain {
        /// A rule such as memory.zero
        rule: Option<String>,
    },
    /// What was recognised in monitors' files: format, columns, rows, rejected lines, span and zone
    Monitors {
        /// The files, or folders of them; the members of a rotated set are read as one
        #[arg(required_unless_present = "list")]
        files: Vec<PathBuf>,
        /// List the known formats
        #[arg(long)]
        list: bool,
        /// Print a map of a file's columns to begin with, for --map
        #[arg(long, conflicts_with = "list")]
        print_map: bool,
    },
    /// What was recognised in inputs, without judging
    Inputs {
        /// The inputs
        #[arg(required_unless_present = "root")]
        files: Vec<PathBuf>,
        /// The mounted disk of another host, or its unpacked copy (repeatable)
        #[arg(long, value_name = "DIR")]
        root: Vec<PathBuf>,
    },
    /// Show a report again that was saved with -o json
    Render {
        /// The saved report (- for standard input)
        report: PathBuf,
    },
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For a terminal.
    Text,
    /// The contract spark-autopsy/1.
    Json,
    /// For a ticket.
    #[value(alias = "md")]
    Markdown,
    /// Markdown for a board that knows no HTML.
    Forum,
    /// One page for a browser, with charts; it needs nothing but itself.
    Html,
    /// A line of JSON a boot.
    #[value(name = "jsonl", alias = "ndjson")]
    JsonLines,
    /// A row a boot.
    Csv,
    /// A row a boot, typed; for a file or a pipe.
    Parquet,
}

impl Common {
    /// Whether a listing is asked for as JSON and not as text.
    ///
    /// # Errors
    /// A format that is for boots only.
    pub(crate) fn wants_json(&self) -> Result<bool, UsageError> {
        match self.output {
            Format::Json => Ok(true),
            Format::Text | Format::Markdown | Format::Forum | Format::Html => Ok(false),
            Format::JsonLines | Format::Csv | Format::Parquet => Err(UsageError(
                "-o jsonl, csv and parquet are for boots; this listing is shown as text or json".to_owned(),
            )),
        }
    }
}

/// Languages of the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// English.
    En,
    /// Japanese.
    Ja,
}

/// When to do something that depends on the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// If standard output is a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// A value that can't be meant.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) String);

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

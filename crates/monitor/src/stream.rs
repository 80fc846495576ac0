//! The lines of one file, or of the members of a rotated set, to sheets: tables as they come, the rest as a whole.

use std::borrow::Cow;

use crate::blocks::{BLOCK, Blocks, Seen, Source};
use crate::formats::{FORMATS, Format, GENERAL, Head, Read};
use crate::frame::{Dialect, Framing};
use crate::log::{Log, quote};
use crate::sheet::Framed;
use crate::split::cells;
use crate::text::{Line, Text};
use crate::{Layout, MonitorError, Options, TornRow, host};

/// What was framed.
pub(crate) struct Found {
    /// The format's name.
    pub(crate) format: &'static str,
    pub(crate) framed: Framed,
    /// Rows that are torn.
    pub(crate) torn: Vec<TornRow>,
    /// The host that a banner names.
    pub(crate) banner: Option<String>,
    /// How many lines stand before each member's first one.
    pub(crate) before: Vec<u64>,
}

/// Files that follow on each other, the oldest first. Lines are counted on.
pub(crate) struct Members<'r> {
    members: Vec<Result<Blocks<'r>, MonitorError>>,
    before: Vec<u64>,
    torn: Vec<TornRow>,
}

impl<'r> Members<'r> {
    /// Looks at the beginning of each, so much of it.
    ///
    /// # Errors
    /// Where none can be read, the error of the first.
    pub(crate) fn open(sources: Vec<Source<'r>>, size: usize) -> Result<Self, MonitorError> {
        let mut members: Vec<_> = sources.into_iter().map(|source| Blocks::open(source, 0, size)).collect();
        if members.iter().all(Result::is_err) {
            return Err(members.drain(..).find_map(Result::err).unwrap_or(MonitorError::Empty));
        }
        Ok(Self { members, before: Vec::new(), torn: Vec::new() })
    }

    /// Shows the beginning of each one that can be read, until something is found.
    pub(crate) fn find<T>(&mut self, mut look: impl FnMut(&Head<'_>) -> Option<T>) -> Option<T> {
        self.members.iter_mut().flatten().find_map(|blocks| {
            let text = blocks.head();
            let lines = text.lines();
            look(&Head::new(&lines))
        })
    }

    /// Hands out all lines, some at a time.
    pub(crate) fn each(&mut self, log: &mut Log, mut take: impl FnMut(&[Line<'_>], &mut Log)) {
        let mut count = 0;
        for member in std::mem::take(&mut self.members) {
            self.before.push(count);
            let mut blocks = match member {
                Ok(blocks) => blocks,
                Err(error) => {
                    leave_out(count, &error, log);
                    count += 1;
                    continue;
                }
            };
            blocks.begin_behind(count);
            while let Some(text) = blocks.next() {
                take(&text.lines(), log);
            }
            count = blocks.lines();
            self.note(blocks.seen, log);
        }
    }

    /// Hands out all lines at once.
    ///
    /// # Errors
    /// `TooLarge`, where a file is.
    fn whole<T>(
        &mut self,
        what: &'static str,
        log: &mut Log,
        take: impl FnOnce(&[Line<'_>], &[usize], &mut Log) -> Result<T, MonitorError>,
    ) -> Result<T, MonitorError> {
        let mut texts = Vec::new();
        for member in std::mem::take(&mut self.members) {
            texts.push(match member {
                Ok(mut blocks) => Ok((blocks.whole(what)?, blocks)),
                Err(error) => Err(error),
            });
        }
        let mut count = 0;
        let (mut lines, mut starts) = (Vec::new(), Vec::new());
        for text in &mut texts {
            self.before.push(count);
            match text {
                Ok((bytes, blocks)) => {
                    blocks.begin_behind(count);
                    let text: Text<'_> = blocks.text_of(bytes);
                    count = blocks.lines();
                    self.note(std::mem::take(&mut blocks.seen), log);
                    starts.push(lines.len());
                    lines.extend(text.into_lines());
                }
                Err(error) => {
                    leave_out(count, error, log);
                    count += 1;
                }
            }
        }
        take(&lines, &starts, log)
    }

    /// What is to be said about a member that was read.
    fn note(&mut self, seen: Seen, log: &mut Log) {
        let first = self.before.last().copied().unwrap_or(0) + 1;
        if let Some((count, line)) = seen.nul {
            log.note(line, || format!("{count} NUL bytes are cut out: data that never reached the disk"));
        }
        if let Some(encoding) = seen.encoding {
            log.note(first, || format!("the text is read as {encoding}"));
        }
        if let Some((line, error)) = seen.broken {
            log.note(line + 1, || format!("the rest cannot be read: {error}"));
        }
        self.torn.extend(seen.torn);
    }

    /// What was found, when all is read.
    pub(crate) fn found(self, format: &'static str, framed: Framed, banner: Option<String>) -> Found {
        Found { format, framed, torn: self.torn, banner, before: self.before }
    }
}

fn leave_out(before: u64, error: &MonitorError, log: &mut Log) {
    log.note(before + 1, || format!("a member of the set is left out: {error}"));
}

/// Finds the format and frames the lines. The format is that of the first member that shows one. If that is not the
/// oldest, its header is taken for the older members' rows, too, as far as they have as many cells.
///
/// # Errors
/// No member can be read or shows a format.
pub(crate) fn frame(
    sources: Vec<Source<'_>>,
    options: &Options,
    log: &mut Log,
) -> Result<Found, MonitorError> {
    frame_by(BLOCK, sources, options, log)
}

/// The same in blocks of about so many bytes, which means nothing.
pub(crate) fn frame_by(
    size: usize,
    sources: Vec<Source<'_>>,
    options: &Options,
    log: &mut Log,
) -> Result<Found, MonitorError> {
    let mut members = Members::open(sources, size)?;
    let mut first = None;
    let known = members.find(|head| {
        let format = FORMATS.iter().find(|format| (format.sniff)(head));
        let plan = format.map(|format| Plan::of(format, head, first.as_ref()));
        if first.is_none() {
            first = Some(First::of(head));
        }
        plan
    });
    let Some(first) = first else { return Err(MonitorError::Empty) };
    let Some(plan) = known else { return Err(first.refusal) };
    match plan {
        Plan::Whole(format, read) => {
            let framed = members.whole(format, log, |lines, starts, log| {
                let heads = starts.iter().map(|&start| Head::new(&lines[start..]));
                let head = heads.into_iter().find(|head| {
                    FORMATS.iter().find(|known| (known.sniff)(head)).is_some_and(|known| known.name == format)
                });
                read(lines, &head.unwrap_or_else(|| Head::new(lines)), options, log)
            })?;
            Ok(members.found(format, framed, first.banner))
        }
        Plan::Table(format, dialect, None) => Ok(table(members, format, dialect, log, first.banner)),
        Plan::Table(_, dialect, Some(names)) => {
            log.note(first.line, || {
                format!(
                    "the oldest member has no header; that of a newer one is taken: `{}`",
                    quote(&names.join(", "))
                )
            });
            let dialect = Dialect { names: Some(&names), ..Dialect::plain(dialect.separator) };
            Ok(table(members, GENERAL, dialect, log, first.banner))
        }
    }
}

/// Frames the lines of a file whose columns are given; the words of its format are not known.
///
/// # Errors
/// It is empty or no text.
pub(crate) fn frame_as(source: Source<'_>, layout: &Layout, log: &mut Log) -> Result<Found, MonitorError> {
    let members = Members::open(vec![source], BLOCK)?;
    let dialect = Dialect { names: Some(&layout.names), ..Dialect::plain(layout.separator) };
    Ok(table(members, GENERAL, dialect, log, None))
}

fn table(
    mut members: Members<'_>,
    format: &'static str,
    dialect: Dialect<'_>,
    log: &mut Log,
    banner: Option<String>,
) -> Found {
    let mut framing = Framing::new(dialect, 1);
    members.each(log, |lines, log| {
        let mut row = Vec::new();
        for line in lines {
            framing.take(line, &mut row, log);
        }
    });
    let framed = framing.finish(log);
    members.found(format, framed, banner)
}

/// How the lines are to be framed.
enum Plan {
    /// The header, where the oldest member lacks it.
    Table(&'static str, Dialect<'static>, Option<Vec<String>>),
    Whole(&'static str, crate::formats::ReadWhole),
}

impl Plan {
    /// `first` is the oldest member, if this is not the one.
    fn of(format: &Format, head: &Head<'_>, first: Option<&First>) -> Self {
        let header = first.and_then(|first| first.header_of(head));
        match format.read {
            Read::Table(dialect) => Self::Table(format.name, dialect(head), header),
            Read::Whole(read) => match header {
                Some(names) => {
                    let separator = head.header.as_ref().map_or(',', |header| header.separator);
                    Self::Table(format.name, Dialect::plain(separator), Some(names))
                }
                None => Self::Whole(format.name, read),
            },
        }
    }
}

/// What is to be known of the oldest member.
struct First {
    refusal: MonitorError,
    banner: Option<String>,
    headless: bool,
    line: u64,
    text: String,
}

impl First {
    fn of(head: &Head<'_>) -> Self {
        let line = head.lines.first();
        Self {
            refusal: head.refusal(),
            banner: host::in_banner(head.lines),
            headless: head.is_headless(),
            line: line.map_or(0, |line| line.number),
            text: line.map_or_else(String::new, |line| line.text.as_ref().to_owned()),
        }
    }

    /// The header of a newer member, if it fits the first row.
    fn header_of(&self, newer: &Head<'_>) -> Option<Vec<String>> {
        let header = newer.header.as_ref().filter(|_| self.headless)?;
        let mut row: Vec<Cow<'_, str>> = Vec::new();
        cells(&self.text, header.separator, &mut row);
        (row.len() == header.names.len()).then(|| header.names.clone())
    }
}

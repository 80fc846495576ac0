//! The members of a rotated set, read as the one log that they are: joined at their seams, lines counted on.
//!
//! Names give the order only. Where the lines contradict it, the set is cut, and its parts are logs of their own.

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, Read};

use model::{Coverage, InputId, Micros, Record, Span};
use textlog::{Begun, Form, TextBoot};

use super::{TextSource, open};

/// A host at rest says something every day, as its timers run.
const LONGEST_REST: Span = Span::minutes(26 * 60);
/// Lines of one boot change their places, and a clock is set back by a bit.
const BACK: Span = Span::minutes(10);
/// A start stands this near to a seam if it is the reason for the gap.
const NEAR: u64 = 100;
const CHUNK: usize = 64 * 1024;

/// How the members lie in the log that they make.
pub(super) struct Layout {
    ids: Vec<InputId>,
    first_line: u64,
    /// How many lines stand before each member's first one.
    before: RefCell<Vec<u64>>,
    /// What was read of each member.
    records: RefCell<Vec<u64>>,
    seams: RefCell<Vec<Seam>>,
    last: Cell<Option<(usize, Micros)>>,
}

/// Where one member ends and the next begins.
#[derive(Clone, Copy, Debug)]
struct Seam {
    /// The member behind it.
    member: usize,
    /// Its first line, counted in the whole.
    line: u64,
    gap: Span,
}

impl Layout {
    pub(super) fn new(ids: &[InputId], first_line: u64) -> Self {
        Self {
            ids: ids.to_vec(),
            first_line,
            before: RefCell::new(vec![0]),
            records: RefCell::new(vec![0; ids.len()]),
            seams: RefCell::default(),
            last: Cell::new(None),
        }
    }

    /// The member that a line stands in, and its number there.
    pub(super) fn place(&self, line: u64) -> (usize, u64) {
        if self.ids.len() < 2 {
            return (0, line);
        }
        let before = self.before.borrow();
        let member = before.partition_point(|&before| before < line).saturating_sub(1);
        (member, line.saturating_sub(before.get(member).copied().unwrap_or(0)))
    }

    pub(super) fn records(&self) -> Vec<u64> {
        self.records.borrow().clone()
    }

    /// Takes note of the next record, whose time is rough. Whether it is a member's first, which is always kept.
    pub(super) fn follow(&self, record: &Record) -> bool {
        let line = record.origin.line.unwrap_or(self.first_line);
        let (member, _) = self.place(line);
        if let Some(count) = self.records.borrow_mut().get_mut(member) {
            *count += 1;
        }
        let before = self.last.replace(Some((member, record.at)));
        let Some((_, at)) = before.filter(|(last, _)| *last != member) else { return before.is_none() };
        self.seams.borrow_mut().push(Seam { member, line, gap: record.at.since(at) });
        true
    }

    /// The first member that does not go on where the one before it ended: its lines are much later or earlier, and
    /// no start stands there.
    pub(super) fn contradicted(&self, boots: &[TextBoot]) -> Option<usize> {
        let starts: Vec<u64> = boots
            .iter()
            .filter(|boot| boot.begun != Begun::FileStart)
            .filter_map(|boot| boot.records.first()?.origin.line)
            .collect();
        let is_bad = |seam: &&Seam| {
            let is_start = starts.iter().any(|start| start.abs_diff(seam.line) <= NEAR);
            (seam.gap > LONGEST_REST || seam.gap < Span(-BACK.0)) && !is_start
        };
        self.seams.borrow().iter().find(is_bad).map(|seam| seam.member)
    }

    /// The stretches of a boot that each member covers.
    pub(super) fn coverage(&self, boot: &TextBoot) -> Vec<Coverage> {
        let mut covers: Vec<Coverage> = Vec::new();
        for record in &boot.records {
            let (member, _) = self.place(record.origin.line.unwrap_or(self.first_line));
            let input = self.ids.get(member).copied().unwrap_or_default();
            match covers.last_mut() {
                Some(last) if last.input == input => {}
                last => {
                    let from = if last.is_some() { record.at } else { boot.first };
                    last.into_iter().for_each(|last| last.to = from);
                    covers.push(Coverage { input, lines: boot.lines, from, to: boot.last });
                }
            }
        }
        if covers.is_empty() {
            let input = self.ids.first().copied().unwrap_or_default();
            covers.push(Coverage { input, lines: boot.lines, from: boot.first, to: boot.last });
        }
        covers
    }

    /// Gives the records the places in their own files.
    pub(super) fn settle(&self, records: &mut [Record]) {
        for origin in records.iter_mut().map(|record| &mut record.origin) {
            if let Some(line) = origin.line {
                let (member, line) = self.place(line);
                origin.line = Some(line);
                origin.input = self.ids.get(member).copied().unwrap_or(origin.input);
            }
        }
    }
}

/// Whether a log goes on where one of this form ended: both are lines of a daemon or of journalctl with wall times.
pub(super) fn is_of_set(form: Option<Form>, other: Option<Form>) -> bool {
    let is_lines = |form: Form| {
        matches!(
            form,
            Form::Short | Form::Syslog | Form::ShortIso | Form::ShortIsoPrecise | Form::ShortPrecise
        )
    };
    let kind = |form: Form| if form == Form::Short { Form::Syslog } else { form };
    match (form, other) {
        (Some(form), Some(other)) => is_lines(form) && kind(form) == kind(other),
        _ => false,
    }
}

/// The members one behind the other. What can't be read of one does not keep the next from being read.
pub(super) struct Chain<'a> {
    members: &'a [&'a TextSource],
    layout: &'a Layout,
    next: usize,
    current: Option<Box<dyn BufRead>>,
    buffer: Vec<u8>,
    used: usize,
    lines: u64,
    is_open_line: bool,
    /// What went wrong, by member.
    pub(super) problems: Vec<(usize, String)>,
}

impl<'a> Chain<'a> {
    pub(super) fn new(members: &'a [&'a TextSource], layout: &'a Layout) -> Self {
        layout.before.borrow_mut().clear();
        Self {
            members,
            layout,
            next: 0,
            current: None,
            buffer: Vec::new(),
            used: 0,
            lines: 0,
            is_open_line: false,
            problems: Vec::new(),
        }
    }

    /// Fills the buffer with what comes next; nothing at the end of the last member.
    fn refill(&mut self) {
        self.buffer.clear();
        self.used = 0;
        while self.buffer.is_empty() {
            let Some(stream) = &mut self.current else {
                // A torn end takes its own line only.
                if std::mem::take(&mut self.is_open_line) {
                    self.buffer.push(b'\n');
                    self.lines += 1;
                    return;
                }
                let Some(member) = self.members.get(self.next) else { return };
                self.layout.before.borrow_mut().push(self.lines);
                match open(member) {
                    Ok(stream) => self.current = Some(stream),
                    Err(error) => self
                        .problems
                        .push((self.next, format!("cannot open {}: {error}", member.path.display()))),
                }
                self.next += 1;
                continue;
            };
            match stream.by_ref().take(CHUNK as u64).read_to_end(&mut self.buffer) {
                Ok(_) => {}
                Err(error) => {
                    let what = format!("reading stopped: {error}; what came before it is kept");
                    self.problems.push((self.next.saturating_sub(1), what));
                    self.current = None;
                }
            }
            match self.buffer.last() {
                Some(&last) => self.is_open_line = last != b'\n',
                None => self.current = None,
            }
            self.lines += self.buffer.iter().filter(|&&byte| byte == b'\n').count() as u64;
        }
    }
}

impl Read for Chain<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Chain<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.used >= self.buffer.len() {
            self.refill();
        }
        Ok(self.buffer.get(self.used..).unwrap_or_default())
    }

    fn consume(&mut self, count: usize) {
        self.used = self.used.saturating_add(count).min(self.buffer.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The members as files, and what a set of them reads as.
    fn read(members: &[&str]) -> (Vec<u64>, String, Vec<(usize, String)>) {
        let folder = tempfile::tempdir().expect("a folder");
        let sources: Vec<TextSource> = (0..members.len())
            .map(|index| TextSource { path: folder.path().join(index.to_string()), ..TextSource::default() })
            .collect();
        for (source, text) in sources.iter().zip(members).filter(|(_, text)| **text != "-") {
            std::fs::write(&source.path, text).expect("a file");
        }
        let ids: Vec<InputId> = (0..members.len() as u32).map(InputId).collect();
        let layout = Layout::new(&ids, 1);
        let sources: Vec<&TextSource> = sources.iter().collect();
        let mut chain = Chain::new(&sources, &layout);
        let mut text = String::new();
        chain.read_to_string(&mut text).expect("read");
        let problems =
            chain.problems.into_iter().map(|(member, what)| (member, what[..11].to_owned())).collect();
        (layout.before.into_inner(), text, problems)
    }

    #[test]
    fn members_follow_each_other_line_by_line() {
        for (members, before, text) in [
            (&["a\nb\n", "c\n"][..], &[0, 2][..], "a\nb\nc\n"),
            // A torn end takes its own line only.
            (&["a\nb", "c\n"], &[0, 2], "a\nb\nc\n"),
            (&["", "c", ""], &[0, 0, 1], "c\n"),
        ] {
            assert_eq!(read(members), (before.to_vec(), text.to_owned(), Vec::new()), "{members:?}");
        }
        let (_, text, problems) = read(&["a\n", "-", "c\n"]);
        assert_eq!((text.as_str(), problems), ("a\nc\n", vec![(1, "cannot open".to_owned())]));
    }

    #[test]
    fn lines_have_their_place_in_their_own_file() {
        let layout = Layout::new(&[InputId(4), InputId(5)], 1);
        *layout.before.borrow_mut() = vec![0, 10];
        for (line, place) in [(1, (0, 1)), (10, (0, 10)), (11, (1, 1)), (25, (1, 15))] {
            assert_eq!(layout.place(line), place);
        }
        assert_eq!(Layout::new(&[InputId(4)], 100).place(120), (0, 120));
    }

    #[test]
    fn lines_contradict_names() {
        let hour = 3600;
        for (gap, starts, bad) in [
            (4 * hour, &[][..], None),
            // A host that was off for a week says so by its start.
            (7 * 24 * hour, &[12][..], None),
            (7 * 24 * hour, &[], Some(1)),
            (7 * 24 * hour, &[500], Some(1)),
            (-60, &[], None),
            (-hour, &[], Some(1)),
            // So does one whose clock was lost.
            (-9000 * hour, &[11], None),
        ] {
            let layout = Layout::new(&[InputId(0), InputId(1)], 1);
            *layout.before.borrow_mut() = vec![0, 10];
            let record = |line: u64, at: i64| Record {
                at: Micros::from_secs(at),
                origin: model::Origin { input: InputId(0), cursor: None, line: Some(line) },
                ..Record::default()
            };
            layout.follow(&record(10, 1_000_000_000));
            assert!(layout.follow(&record(11, 1_000_000_000 + gap)), "a member's first line is kept");
            let boots: Vec<TextBoot> = starts
                .iter()
                .map(|&line| TextBoot {
                    id: None,
                    hostname: None,
                    begun: Begun::Banner,
                    has_banner: true,
                    is_behind_hole: false,
                    wall: textlog::Wall::Sure,
                    started: None,
                    first: Micros(0),
                    first_monotonic: None,
                    last: Micros(0),
                    last_monotonic: None,
                    entries: 1,
                    lines: model::Lines::All,
                    records: vec![record(line, 0)],
                    tail_from: None,
                })
                .collect();
            assert_eq!(layout.contradicted(&boots), bad, "{gap} s, {starts:?}");
        }
    }
}

//! Text logs as sources: read by `textlog`, placed among the boots that are known.

mod agree;
mod clocks;
mod doubles;
pub(crate) mod excerpt;
mod find;
mod merge;
mod place;
mod set;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use model::{
    BootId, Coverage, Id128, Identity, Input, InputId, InputKind, Lines, MachineId, Micros, Problem, Record,
    Span, Transport, ZoneBasis,
};
use textlog::{Begun, Form, Options, TextBoot, Wall, Zone, short_host};

use crate::drafts::{Draft, Edge, OfText};
use crate::{Selection, unpack};

pub(crate) use place::place;
use set::{Chain, Layout};

/// So much of a log is looked at to tell its form.
const HEAD: u64 = 64 * 1024;
/// Hosts that are named.
const NAMES: usize = 8;

/// A text log, and what its surroundings tell of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextSource {
    /// Where it is, `-` for standard input.
    pub path: PathBuf,
    /// The part of the file that is meant; all of it if `None`.
    pub part: Option<Part>,
    /// Its form, if its surroundings tell; else it is recognised.
    pub form: Option<Form>,
    /// What it was restricted to when it was made.
    pub lines: Option<Lines>,
    /// It holds lines of one boot and no mark of where that begins; a number tells those of one bundle apart.
    pub one_boot: Option<i32>,
    /// It holds the boot only in which its bundle was made: the newest of all.
    pub newest: bool,
    /// That boot's id, where the bundle tells it.
    pub current_boot: Option<BootId>,
    /// Its end is known to be lost.
    pub is_cut: bool,
    /// It goes on where the source before it ended: the next member of a rotated set.
    pub continues: bool,
    /// It is a crash record: the kernel's last lines, and when they were saved, if that is known.
    pub crash: Option<Option<Micros>>,
    /// When a crash record was saved as its name tells, which no copying changes, and by how much the clock that named it
    /// may differ from the boot's.
    pub crash_named: Option<(Micros, Span)>,
    /// The zone of its local times, and how that is known.
    pub zone: Option<(Zone, ZoneBasis)>,
    /// The year of its last line.
    pub year: Option<i32>,
    /// No line is later: when the file was last written, or the bundle was made.
    pub not_after: Option<Micros>,
    /// The host, where the surroundings tell it.
    pub hostname: Option<String>,
    /// The machine, where the surroundings tell it.
    pub machine: Option<MachineId>,
}

/// A section of a file that holds several logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Number of its first line in the whole file, counted from 1.
    pub first_line: u64,
    /// First byte of the unpacked file.
    pub from: u64,
    /// The byte behind the last.
    pub to: u64,
}

/// What a text log tells of one boot, before it is known which boot that is.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) input: InputId,
    pub(crate) draft: Draft,
    pub(crate) id: Option<BootId>,
    /// Its first line is the boot's first.
    pub(crate) begun: bool,
    pub(crate) started: Option<Micros>,
    pub(crate) wall: Wall,
    pub(crate) lines: Lines,
    /// When a crash record was saved.
    pub(crate) crash: Option<Option<Micros>>,
    /// The same as its name tells, and how far that may be off.
    pub(crate) crash_named: Option<(Micros, Span)>,
}

impl Told {
    pub(crate) fn first(&self) -> Micros {
        self.draft.first.map_or(Micros(0), |edge| edge.at)
    }

    pub(crate) fn last(&self) -> Micros {
        self.draft.last.map_or(Micros(0), |edge| edge.at)
    }
}

/// Reads a text log: one file, or the members of a rotated set, the oldest first. Members that do not go on where the
/// one before ended are logs of their own.
pub(crate) fn read(
    sources: &[&TextSource],
    ids: &[InputId],
    selection: &Selection,
) -> (Vec<Input>, Vec<Told>) {
    let (mut inputs, mut told, mut from) = (Vec::new(), Vec::new(), 0);
    while from < sources.len() {
        // A pipe can be looked at once only.
        let first = sources.get(from).filter(|_| sources.len() > 1).and_then(|source| form_of(source));
        let goes_on = |source: &&&TextSource| set::is_of_set(first, form_of(source));
        let mut to = from + 1 + sources.iter().skip(from + 1).take_while(goes_on).count();
        let log = Log { sources: &sources[from..to], ids: &ids[from..to], selection };
        let (mut read, bad) = log.read();
        if let Some(bad) = bad.filter(|bad| (1..to - from).contains(bad)) {
            to = from + bad;
            (read, _) = Log { sources: &sources[from..to], ids: &ids[from..to], selection }.read();
        }
        inputs.extend(read.0);
        told.extend(read.1);
        from = to;
    }
    (inputs, told)
}

/// The form of a log that may be a member of a set.
fn form_of(source: &TextSource) -> Option<Form> {
    let mut head = Vec::new();
    open(source).ok()?.take(HEAD).read_to_end(&mut head).ok()?;
    source.form.or_else(|| textlog::sniff(&head))
}

/// One log, of one file or of several.
struct Log<'a> {
    sources: &'a [&'a TextSource],
    ids: &'a [InputId],
    selection: &'a Selection,
}

type OfHost<'h> = Option<&'h dyn Fn(&str) -> bool>;

impl Log<'_> {
    /// The newest file: what is not told of one line is told of it.
    fn own(&self) -> (&TextSource, InputId) {
        let last = self.sources.len().saturating_sub(1);
        (self.sources[last], self.ids[last])
    }

    /// Reads it, once for each host that speaks in it. Also the first member that is none.
    fn read(&self) -> ((Vec<Input>, Vec<Told>), Option<usize>) {
        let (source, id) = self.own();
        let mut inputs: Vec<Input> =
            self.sources.iter().zip(self.ids).map(|(&one, &id)| input(one, id)).collect();
        let layout = self.layout();
        let reading = match self.pass(&layout, None) {
            Ok((reading, problems)) => {
                for (member, what) in problems {
                    inputs[member].problems.push(Problem { line: None, what });
                }
                reading
            }
            Err(what) => {
                inputs
                    .iter_mut()
                    .for_each(|input| input.problems.push(Problem { line: None, what: what.clone() }));
                return ((inputs, Vec::new()), None);
            }
        };
        let bad = layout.contradicted(&reading.boots);
        self.tell(&mut inputs, &layout, &reading);
        let is_mixed = reading.hosts.len() > 1 || !reading.other_hosts.is_empty();
        let mut told = Vec::new();
        if is_mixed && bad.is_none() && source.path != Path::new("-") {
            let notes = inputs.iter_mut().find(|input| input.id == id);
            notes.into_iter().for_each(|input| tell_hosts(input, &reading));
            for names in &reading.hosts {
                let of_host = |name: &str| names.iter().any(|known| known == name);
                // What the surroundings tell is told of the host that they name.
                let named = |own: &str| names.iter().any(|name| short_host(name) == short_host(own));
                let is_own = reading.hosts.len() < 2 || source.hostname.as_deref().is_some_and(named);
                let layout = self.layout();
                if let Ok((of_one, _)) = self.pass(&layout, Some(&of_host)) {
                    told.extend(self.told(of_one, &layout, told.len(), is_own));
                }
            }
        } else {
            told = self.told(reading, &layout, 0, true);
        }
        for cover in told.iter().flat_map(|told| &told.draft.coverage) {
            for input in inputs.iter_mut().filter(|input| input.id == cover.input) {
                input.first = input.first.into_iter().chain([cover.from]).min();
                input.last = input.last.into_iter().chain([cover.to]).max();
            }
        }
        ((inputs, told), bad)
    }

    fn layout(&self) -> Layout {
        let part = self.sources.first().and_then(|source| source.part);
        Layout::new(self.ids, part.map_or(1, |part| part.first_line))
    }

    /// Reads it once.
    fn pass(
        &self,
        layout: &Layout,
        of_host: OfHost,
    ) -> Result<(textlog::Reading, Vec<(usize, String)>), String> {
        let (source, id) = self.own();
        let select = |record: &Record| layout.follow(record) | is_selected(record, self.selection);
        let options = Options {
            input: id,
            form: source.form,
            zone: source.zone,
            year: source.year,
            not_after: source.not_after,
            lines: source.lines,
            first_line: source.part.map_or(1, |part| part.first_line),
            of_host,
            select: &select,
            head_entries: self.selection.head_entries.max(1),
            tail_entries: self.selection.tail_entries,
        };
        if let [_, _, ..] = self.sources {
            let mut chain = Chain::new(self.sources, layout);
            let reading = textlog::read(&mut chain, &options);
            return Ok((reading, chain.problems));
        }
        let mut stream =
            open(source).map_err(|error| format!("cannot open {}: {error}", source.path.display()))?;
        Ok((textlog::read(&mut *stream, &options), Vec::new()))
    }

    /// What is said of the files.
    fn tell(&self, inputs: &mut [Input], layout: &Layout, reading: &textlog::Reading) {
        let (_, id) = self.own();
        let own = inputs.len().saturating_sub(1);
        let is_sessions = matches!(reading.form, Some(Form::Last | Form::Wtmp | Form::BootList));
        let is_crash = self.sources.iter().any(|source| source.crash.is_some());
        for (input, records) in inputs.iter_mut().zip(layout.records()) {
            input.records = records;
            input.zone.clone_from(&reading.zone);
            input.zone_basis = reading.zone_basis;
            if is_sessions {
                input.kind = InputKind::Sessions;
            }
        }
        let others: u64 = inputs.iter().filter(|input| input.id != id).map(|input| input.records).sum();
        inputs[own].records = reading.records.saturating_sub(others);
        inputs[own].rejected = reading.rejected;
        inputs[own].is_cut_off = reading.is_cut_off || self.own().0.is_cut;
        for problem in &reading.problems {
            // The times of a crash record are those of the boot that it is found to be of.
            if is_crash && problem.what.starts_with(textlog::TIMES_GUESSED) {
                continue;
            }
            let (member, line) = problem.line.map_or((own, None), |line| {
                let (member, line) = layout.place(line);
                (member, Some(line))
            });
            if member != own && problem.what.starts_with(textlog::NOT_A_LINE) {
                inputs[own].rejected = inputs[own].rejected.saturating_sub(1);
                inputs[member].rejected += 1;
            }
            inputs[member].problems.push(Problem { line, what: problem.what.clone() });
        }
    }

    /// The boots of one host, or of all there are. `is_own` says that it is the host that the surroundings tell of.
    fn told(&self, mut reading: textlog::Reading, layout: &Layout, place: usize, is_own: bool) -> Vec<Told> {
        let (source, id) = self.own();
        mark_excerpt(&mut reading.boots);
        if is_own {
            name_current(source, &mut reading.boots);
        }
        let (form, count) = (reading.form, place + reading.boots.len());
        let boots = reading.boots.into_iter().enumerate();
        boots
            .map(|(index, mut boot)| {
                let coverage = layout.coverage(&boot);
                layout.settle(&mut boot.records);
                let mut told = tell(source, form, id, (place + index, count), boot);
                told.draft.coverage = coverage;
                if !is_own {
                    told.draft.machine = None;
                }
                told
            })
            .collect()
    }
}

/// Says that there are several hosts, and whose lines are not used.
fn tell_hosts(input: &mut Input, reading: &textlog::Reading) {
    let named = |names: &[String]| {
        let more = if names.len() > NAMES { ", ..." } else { "" };
        format!("{}{more}", names.iter().take(NAMES).map(String::as_str).collect::<Vec<_>>().join(", "))
    };
    if reading.hosts.len() > 1 {
        let names: Vec<String> = reading.hosts.iter().map(|names| names.join("/")).collect();
        let what =
            format!("it holds lines of {} hosts, which are told apart: {}", names.len(), named(&names));
        input.problems.push(Problem { line: None, what });
    }
    if !reading.other_hosts.is_empty() {
        let what = format!(
            "lines of other hosts, of which no kernel and no PID 1 speaks, are not used: {}",
            named(&reading.other_hosts)
        );
        input.problems.push(Problem { line: None, what });
    }
    input.problems.retain(|problem| !problem.what.starts_with(textlog::HOSTS_MIXED));
}

fn input(source: &TextSource, id: InputId) -> Input {
    let mut input = Input::new(id, source.path.display().to_string(), kind(source));
    input.machine_id = source.machine;
    input
}

/// A log of everything, or of all programs, that lacks the routine is a selection.
fn mark_excerpt(boots: &mut [TextBoot]) {
    let is_excerpt = excerpt::lacks_routine(boots.iter().flat_map(|boot| &boot.records));
    for boot in
        boots.iter_mut().filter(|boot| is_excerpt && matches!(boot.lines, Lines::All | Lines::Programs))
    {
        boot.lines = Lines::Excerpt;
    }
}

/// Names the boot in which a bundle was made.
fn name_current(source: &TextSource, boots: &mut [TextBoot]) {
    if let Some(id) = source.current_boot
        && let [.., last] = boots
        && last.id.is_none()
    {
        last.id = Some(id);
        last.records.iter_mut().for_each(|record| record.boot = id);
    }
}

fn kind(source: &TextSource) -> InputKind {
    if source.crash.is_some() { InputKind::CrashRecord } else { InputKind::TextLog }
}

fn open(source: &TextSource) -> io::Result<Box<dyn BufRead>> {
    let mut stream = unpack::open(&source.path)?;
    let Some(part) = source.part else { return Ok(stream) };
    io::copy(&mut stream.by_ref().take(part.from), &mut io::sink())?;
    Ok(Box::new(stream.take(part.to.saturating_sub(part.from))))
}

/// Whether a line is kept wherever it stands. There are no ids to go by, so PID 1 and journald are taken by their
/// words.
fn is_selected(record: &Record, selection: &Selection) -> bool {
    let speaks = match record.identity() {
        Identity::Pid1 | Identity::Journald => true,
        Identity::Kernel | Identity::Program => {
            selection.filtered.iter().chain(&selection.chatty).any(|(field, value)| match *field {
                "_TRANSPORT" => record.transport == Transport::parse(value),
                "SYSLOG_IDENTIFIER" => record.identifier.as_deref() == Some(value),
                _ => false,
            })
        }
    };
    let is_session = record.identifier.as_deref() == Some(textlog::SESSIONS);
    is_session || speaks && (selection.wanted)(record.message.as_bytes())
}

fn tell(
    source: &TextSource,
    form: Option<Form>,
    input: InputId,
    (place, of): (usize, usize),
    boot: TextBoot,
) -> Told {
    let edge = |at, monotonic| Edge { at, monotonic, seq: None };
    let mut draft = Draft {
        machine: source.machine,
        id: boot.id.unwrap_or_default(),
        hostname: boot.hostname.or_else(|| source.hostname.clone()),
        entries: boot.entries,
        has_system_entries: boot.lines != Lines::Boots && boot.entries > 0,
        header_only: boot.lines == Lines::Boots && boot.records.is_empty(),
        records: boot.records,
        tail_from: boot.tail_from,
        appearance: (input.0, place as u64),
        coverage: vec![Coverage { input, lines: boot.lines, from: boot.first, to: boot.last }],
        times_assumed: boot.wall == Wall::Anchored,
        text: OfText {
            one_boot: source.one_boot,
            is_newest: source.newest && place + 1 == of,
            of_daemon: form == Some(Form::Syslog),
            start_unseen: boot.is_behind_hole,
            logs: vec![input],
            ..OfText::default()
        },
        ..Draft::default()
    };
    draft.see(edge(boot.first, boot.first_monotonic));
    draft.see(edge(boot.last, boot.last_monotonic));
    Told {
        input,
        id: boot.id,
        begun: boot.begun != Begun::FileStart,
        started: boot.started,
        wall: boot.wall,
        lines: boot.lines,
        crash: source.crash,
        crash_named: source.crash_named,
        draft,
    }
}

/// An id for a boot that no source names: the same host and start give the same id.
pub(crate) fn made_up_id(hostname: Option<&str>, started: Micros) -> Id128 {
    // FNV-1a, 128 bits; not for secrecy, only so that it stays the same between runs and versions.
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    let start = (started.0 / 1_000_000).to_be_bytes();
    let bytes = hostname.unwrap_or_default().bytes().chain([0]).chain(start);
    Id128::of(bytes.fold(BASIS, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME)))
}

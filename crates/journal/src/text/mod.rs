//! Text logs as sources: read by `textlog`, placed among the boots that are known.

mod agree;
mod clocks;
mod doubles;
pub(crate) mod excerpt;
mod find;
mod merge;
mod place;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Read};
use std::path::PathBuf;

use model::{
    BootId, Coverage, Id128, Identity, Input, InputId, InputKind, Lines, MachineId, Micros, Record, Span,
    Transport, ZoneBasis,
};
use textlog::{Begun, Form, Options, TextBoot, Wall, Zone};

use crate::drafts::{Draft, Edge, OfText};
use crate::{Selection, unpack};

pub(crate) use place::place;

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

/// Reads a text log.
pub(crate) fn read(source: &TextSource, id: InputId, selection: &Selection) -> (Input, Vec<Told>) {
    let mut input = Input::new(id, source.path.display().to_string(), kind(source));
    input.machine_id = source.machine;
    let mut stream = match open(source) {
        Ok(stream) => stream,
        Err(error) => {
            let what = format!("cannot open {}: {error}", source.path.display());
            input.problems.push(model::Problem { line: None, what });
            return (input, Vec::new());
        }
    };
    let select = |record: &Record| is_selected(record, selection);
    let mut reading = textlog::read(
        &mut *stream,
        &Options {
            input: id,
            form: source.form,
            zone: source.zone,
            year: source.year,
            not_after: source.not_after,
            lines: source.lines,
            first_line: source.part.map_or(1, |part| part.first_line),
            select: &select,
            head_entries: selection.head_entries.max(1),
            tail_entries: selection.tail_entries,
        },
    );
    input.records = reading.records;
    input.rejected = reading.rejected;
    input.zone = reading.zone;
    input.zone_basis = reading.zone_basis;
    input.problems = reading.problems;
    input.is_cut_off = reading.is_cut_off;
    if source.crash.is_some() {
        // Its times are those of the boot that it is found to be of.
        input.problems.retain(|problem| !problem.what.starts_with(textlog::TIMES_GUESSED));
    }
    if matches!(reading.form, Some(Form::Last | Form::Wtmp | Form::BootList)) {
        input.kind = InputKind::Sessions;
    }
    mark_excerpt(&mut reading.boots);
    name_current(source, &mut reading.boots);
    let (form, count) = (reading.form, reading.boots.len());
    let told: Vec<Told> = reading
        .boots
        .into_iter()
        .enumerate()
        .map(|(place, boot)| tell(source, form, id, (place, count), boot))
        .collect();
    input.first = told.iter().map(Told::first).min();
    input.last = told.iter().map(Told::last).max();
    (input, told)
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

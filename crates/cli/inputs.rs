//! Inputs: recognised by content, opened one by one, so that a bad one does not keep the others from being
//! read.

use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use journal::{Kind, Reader, Source};
use model::InputId;
use timeline::{Inputs, Timeline};

use crate::args::{Common, Select};
use crate::samples::{self, Settings};
use crate::{output, rotated, times};

/// So much is looked through for the first byte of a file that begins with NUL bytes.
const MOST_NUL: u64 = 8 << 30;

/// What the command line names, recognised.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    pub(crate) journals: Vec<Source>,
    pub(crate) monitors: Vec<PathBuf>,
    /// Inputs that can't be used, in words.
    pub(crate) refused: Vec<String>,
}

/// Recognises the inputs.
pub(crate) fn recognise(select: &Select, settings: &Settings) -> Sources {
    let mut sources = Sources::default();
    sources.journals.extend(select.directory.iter().cloned().map(Source::Directory));
    for path in &select.file {
        // A file named as a journal is one, however damaged; an export stream is known by its content.
        match recognise_one(path) {
            Ok(Recognised::Journal(source)) => sources.journals.push(source),
            _ => sources.journals.push(Source::File(path.clone())),
        }
    }
    sources.monitors.extend(select.csv.iter().cloned());
    for path in &select.inputs {
        match recognise_one(path) {
            Ok(Recognised::Journal(source)) => sources.journals.push(source),
            Ok(Recognised::Monitor) => sources.monitors.push(path.clone()),
            Ok(Recognised::Monitors(paths)) => sources.monitors.extend(paths),
            // With a mapping a file need not be known, if there is one.
            Err(_) if path.is_file() && settings.has_map_for(path) => sources.monitors.push(path.clone()),
            Err(why) => sources.refused.push(why),
        }
    }
    let names_journal = !sources.journals.is_empty() || !sources.refused.is_empty();
    if !names_journal {
        sources.journals.push(Source::Live);
    }
    sources
}

pub(crate) enum Recognised {
    Journal(Source),
    Monitor,
    /// A folder without a journal in which these files are monitors'.
    Monitors(Vec<PathBuf>),
}

/// The files in a folder that look like monitors', by name.
pub(crate) fn monitors_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_file() && head_of(path).is_ok_and(|head| monitor::sniff(&head)))
        .collect();
    paths.sort();
    paths
}

pub(crate) fn recognise_one(path: &Path) -> Result<Recognised, String> {
    let shown = path.display();
    if path == Path::new("-") {
        return Ok(Recognised::Journal(Source::Export(path.to_owned())));
    }
    let kind = journal::sniff(path).map_err(|error| {
        let hint = match error.kind() {
            std::io::ErrorKind::NotFound => not_a_file(path),
            std::io::ErrorKind::PermissionDenied => {
                ": run as root, or as a member of the group systemd-journal or adm, or copy it with your rights"
                    .to_owned()
            }
            _ => String::new(),
        };
        format!("cannot open {shown}: {error}{hint}")
    })?;
    match kind {
        Some(Kind::JournalFile) => Ok(Recognised::Journal(Source::File(path.to_owned()))),
        Some(Kind::Directory) => Ok(Recognised::Journal(Source::Directory(path.to_owned()))),
        Some(Kind::Export) => Ok(Recognised::Journal(Source::Export(path.to_owned()))),
        None if path.is_dir() => match monitors_in(path) {
            found if !found.is_empty() => Ok(Recognised::Monitors(found)),
            _ => Err(format!(
                "no journal files in the folder {shown}: give a copy of /var/log/journal or one machine's folder in it"
            )),
        },
        None => {
            if std::fs::metadata(path).is_ok_and(|meta| meta.len() == 0) {
                return Err(format!("{shown} is empty: nothing to read"));
            }
            let head = head_of(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
            if monitor::sniff(&head) {
                return Ok(Recognised::Monitor);
            }
            if let Some(hint) = other_log(&head) {
                return Err(format!("{shown} is {hint}"));
            }
            Err(format!(
                "{shown} is neither a journal file, nor an export stream (journalctl -o export), nor a monitor's \
                 table with a time column; `spark-autopsy monitors {shown}` tells why, and a monitor's file of \
                 another form needs a map (--map)"
            ))
        }
    }
}

/// Logs of forms that are not read, with what can be given instead.
fn other_log(head: &[u8]) -> Option<&'static str> {
    let line = String::from_utf8_lossy(head.split(|&byte| byte == b'\n').find(|line| !line.is_empty())?);
    if line.starts_with('{') && line.contains("__REALTIME_TIMESTAMP") {
        return Some(
            "a journal as JSON, which is not read; make an export stream instead: journalctl -o export",
        );
    }
    let mut words = line.split_ascii_whitespace();
    let (month, day, time) = (words.next()?, words.next()?, words.next()?);
    let months =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"].contains(&month);
    let syslog = months && day.parse::<u8>().is_ok() && time.len() >= 8 && time.as_bytes()[2] == b':';
    // With the host's name and the program behind it.
    let iso = month.len() >= 19 && month.as_bytes()[10] == b'T' && time.ends_with(':');
    let kernel = line.starts_with('[') && line.as_bytes().get(1..13).is_some_and(|at| at.contains(&b'.'));
    (syslog || iso || kernel).then_some(
        "a text log, which is not read: it lacks the boots' ids and who is speaking; make an export stream on the \
         host instead: journalctl -o export",
    )
}

/// A first word that is no file may be meant as a subcommand.
fn not_a_file(path: &Path) -> String {
    let word = path.to_string_lossy();
    let commands = ["explain", "monitors", "inputs", "render"];
    let near = commands.iter().find(|command| {
        word.len() >= 3 && (command.starts_with(&word[..word.len().min(3)]) || word.starts_with(*command))
    });
    near.filter(|_| word.is_ascii()).map_or(String::new(), |command| {
        format!(" (did you mean the subcommand '{command}'? the others are {})", commands.join(", "))
    })
}

fn head_of(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut stream = std::io::BufReader::new(journal::open_stream(path)?.take(MOST_NUL));
    // A log that was emptied under its sampler begins with as many NUL bytes as it had been long.
    loop {
        let some = stream.fill_buf()?;
        let nul = some.iter().take_while(|&&byte| byte == 0).count();
        let go_on = nul > 0 && nul == some.len();
        stream.consume(nul);
        if !go_on {
            break;
        }
    }
    let mut head = Vec::new();
    stream.take(64 * 1024).read_to_end(&mut head)?;
    Ok(head)
}

/// Reads everything and builds the time line. The reader can be asked for more.
pub(crate) fn load(sources: &Sources, mut settings: Settings, common: &Common) -> Result<(Timeline, Reader)> {
    for why in &sources.refused {
        output::note(common, why);
    }
    let mut good: Vec<Source> = Vec::new();
    for source in &sources.journals {
        match Reader::open(std::slice::from_ref(source), 0) {
            Ok(_) => good.push(source.clone()),
            Err(error) if sources.journals.len() == 1 && sources.refused.is_empty() => {
                return Err(error.into());
            }
            Err(error) => output::note(common, &error.to_string()),
        }
    }
    if good.is_empty() {
        bail!("none of the inputs could be read as a journal");
    }
    let host_zone = good.contains(&Source::Live).then(times::of_this_host).flatten();
    let mut reader = Reader::open(&good, 0)?;
    let journal = reader.read(&timeline::selection());
    settings.beside(&journal.boots);
    let mut monitors = Vec::new();
    for set in rotated::sets(&sources.monitors) {
        let id = InputId(u32::try_from(good.len() + monitors.len()).unwrap_or(u32::MAX));
        match samples::read(&set, id, &settings) {
            Ok(monitor) => monitors.push(monitor),
            Err(why) => output::note(common, &why),
        }
    }
    let inputs = Inputs { journal, monitors, host_zone };
    let timeline = timeline::build(inputs, &mut |boot, units| reader.last_of_units(boot, units));
    output::problems(common, &timeline.inputs);
    Ok((timeline, reader))
}

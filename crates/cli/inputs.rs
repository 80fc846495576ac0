//! Inputs: recognised by content, opened one by one, so that a bad one does not keep the others from being
//! read.

use std::io::{BufRead, Read};
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use journal::{Kind, Reader, Source, TextSource};
use model::{InputId, Micros, ZoneBasis};
use timeline::{Inputs, Timeline};

use crate::args::{Common, Select};
use crate::names::Names;
use crate::private::Private;
use crate::samples::{self, Settings};
use crate::{bundles, output, rotated, times, years};

/// So much is looked through for the first byte of a file that begins with NUL bytes.
const MOST_NUL: u64 = 8 << 30;
/// So much of a file is looked at.
const HEAD: u64 = 64 * 1024;
/// More is not taken out of a pipe.
const MOST_SPOOLED: u64 = 16 << 30;

/// What the command line names, recognised.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    pub(crate) journals: Vec<NamedSource>,
    pub(crate) monitors: Vec<PathBuf>,
    /// Inputs that can't be used, in words.
    pub(crate) refused: Vec<String>,
    /// What is to be told of bundles and of this host's surroundings.
    pub(crate) notes: Vec<String>,
    /// What was there and is not read, told on request.
    pub(crate) unread: Vec<String>,
    /// What unpacked members are called.
    pub(crate) names: Names,
    private: Option<Private>,
}

/// A source, and what it is called if not by its path.
#[derive(Clone, Debug)]
pub(crate) struct NamedSource {
    pub(crate) source: Source,
    pub(crate) name: Option<String>,
}

impl From<Source> for NamedSource {
    fn from(source: Source) -> Self {
        Self { source, name: None }
    }
}

impl Sources {
    /// The private folder, made when it is first needed.
    pub(crate) fn private(&mut self) -> Result<&mut Private> {
        if self.private.is_none() {
            self.private = Some(Private::new()?);
        }
        self.private.as_mut().context("the private folder was made")
    }

    /// Takes the root of a disk that is not running.
    pub(crate) fn add_root(&mut self, path: &Path, settings: &Settings) {
        let before = self.journals.len();
        match bundles::add_root(path, self, settings) {
            Err(why) => self.refused.push(format!("{why:#}")),
            Ok(()) if before == self.journals.len() => self.refused.push(format!(
                "{}: no journal and no logs below var/log in it; --root wants the root of a disk, as it is mounted",
                path.display()
            )),
            Ok(()) => {}
        }
    }

    /// The text with the paths of unpacked members replaced by their names.
    pub(crate) fn name_in(&self, text: &str) -> String {
        let Some(private) = &self.private else { return text.to_owned() };
        self.names.put_into(text, &private.path().to_string_lossy())
    }

    /// Recognises an input and takes it.
    pub(crate) fn add(&mut self, path: &Path, settings: &Settings) -> Result<()> {
        let Some(path) = &self.spooled(path) else { return Ok(()) };
        match recognise_one(path, settings) {
            Ok(Recognised::Journal(source)) => self.journals.push(source.into()),
            Ok(Recognised::Monitor) => self.monitors.push(path.clone()),
            Ok(Recognised::Monitors(paths)) => self.monitors.extend(paths),
            Ok(Recognised::Bundle) => {
                let before = self.journals.len() + self.monitors.len();
                bundles::add(path, self, settings)?;
                if before == self.journals.len() + self.monitors.len() {
                    self.refused.append(&mut self.notes);
                }
            }
            // With a mapping a file need not be known, if there is one.
            Err(_) if path.is_file() && settings.has_map_for(path) => self.monitors.push(path.clone()),
            Err(why) => self.refused.push(self.name_in(&why)),
        }
        Ok(())
    }

    /// A pipe can be looked at once only, so it is copied; one that can't be read is refused.
    fn spooled(&mut self, path: &Path) -> Option<PathBuf> {
        match self.copied(path) {
            Ok(path) => Some(path),
            Err(why) => {
                self.refused.push(format!("{why:#}"));
                None
            }
        }
    }

    fn copied(&mut self, path: &Path) -> Result<PathBuf> {
        let is_pipe = std::fs::metadata(path).is_ok_and(|meta| meta.file_type().is_fifo());
        if !is_pipe {
            return Ok(path.to_owned());
        }
        let copy = self.private()?.empty()?.join("pipe");
        let shown = path.display().to_string();
        let pipe = journal::open_file(path).with_context(|| format!("cannot open {shown}"))?;
        let copied = std::fs::File::create(&copy)
            .and_then(|mut file| std::io::copy(&mut pipe.take(MOST_SPOOLED), &mut file));
        copied.with_context(|| format!("cannot copy what comes out of {shown}"))?;
        self.names.add(&copy, shown);
        Ok(copy)
    }
}

/// Recognises the inputs.
///
/// # Errors
/// A temporary folder that can't be made.
pub(crate) fn recognise(select: &Select, settings: &Settings) -> Result<Sources> {
    let mut sources = Sources::default();
    sources.journals.extend(select.directory.iter().cloned().map(|path| Source::Directory(path).into()));
    for path in &select.file {
        let Some(path) = sources.spooled(path) else { continue };
        // A file named as a journal is one, however damaged; an export stream is known by its content.
        match recognise_one(&path, settings) {
            Ok(Recognised::Journal(source)) => sources.journals.push(source.into()),
            _ => sources.journals.push(Source::File(path).into()),
        }
    }
    for path in &select.root {
        sources.add_root(path, settings);
    }
    sources.monitors.extend(select.csv.iter().cloned());
    for path in &select.inputs {
        if let Err(why) = sources.add(path, settings) {
            sources.refused.push(format!("{why:#}"));
        }
    }
    // Monitors alone are looked at beside this host's journal; whatever else was named is never replaced by it.
    let names_journal =
        !sources.journals.is_empty() || !sources.refused.is_empty() || !select.root.is_empty();
    if !names_journal {
        sources.journals.push(Source::Live.into());
        bundles::add_own(&mut sources, settings);
    }
    Ok(sources)
}

enum Recognised {
    Journal(Source),
    Monitor,
    /// A folder without a journal in which these files are monitors'.
    Monitors(Vec<PathBuf>),
    /// An archive, a collected text of several logs, or a folder of logs.
    Bundle,
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

/// Whether a file would be read if it were named.
pub(crate) fn is_input(path: &Path, settings: &Settings) -> bool {
    recognise_one(path, settings).is_ok()
}

fn recognise_one(path: &Path, settings: &Settings) -> Result<Recognised, String> {
    let shown = path.display();
    if path == Path::new("-") {
        return on_stdin(settings);
    }
    let failed = |error: std::io::Error| {
        let hint = match error.kind() {
            std::io::ErrorKind::NotFound => not_a_file(path),
            std::io::ErrorKind::PermissionDenied => {
                ": run as root, or as a member of the group systemd-journal or adm, or copy it with your rights"
                    .to_owned()
            }
            _ => String::new(),
        };
        format!("cannot open {shown}: {error}{hint}")
    };
    if path.is_dir() {
        return folder(path, failed);
    }
    if journal::is_device(path) {
        return Err(format!("{shown} is a device and no log; of a disk give the mounted root with --root"));
    }
    match journal::sniff(path).map_err(failed)? {
        Some(Kind::JournalFile) => return Ok(Recognised::Journal(Source::File(path.to_owned()))),
        Some(Kind::Directory) => return Ok(Recognised::Journal(Source::Directory(path.to_owned()))),
        Some(Kind::Export) => return Ok(Recognised::Journal(Source::Export(path.to_owned()))),
        None => {}
    }
    if std::fs::metadata(path).is_ok_and(|meta| meta.len() == 0) {
        return Err(format!("{shown} is empty: nothing to read"));
    }
    if bundle::sniff(path).map_err(failed)?.is_some() {
        return Ok(Recognised::Bundle);
    }
    let head = head_of(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    if textlog::sniff(&head).is_some() {
        return Ok(Recognised::Journal(Source::Text(Box::new(text(path, settings)))));
    }
    if monitor::sniff(&head) {
        return Ok(Recognised::Monitor);
    }
    if let Some(why) = textlog::refusal(&head) {
        return Err(format!("{shown} is not read: {why}"));
    }
    Err(format!(
        "{shown} is neither a journal file, nor journalctl's output, nor another log in a known form, nor a bundle of \
         logs, nor a monitor's table with a time column; `spark-autopsy monitors {shown}` tells why, and a monitor's \
         file of another form needs a map (--map)"
    ))
}

fn folder(path: &Path, failed: impl Fn(std::io::Error) -> String) -> Result<Recognised, String> {
    std::fs::read_dir(path).map_err(&failed)?;
    if bundle::sniff(path).map_err(&failed)?.is_some() {
        return Ok(Recognised::Bundle);
    }
    if journal::sniff(path).map_err(failed)?.is_some() {
        return Ok(Recognised::Journal(Source::Directory(path.to_owned())));
    }
    match monitors_in(path) {
        found if !found.is_empty() => Ok(Recognised::Monitors(found)),
        _ => Err(format!(
            "no journal files and no logs in the folder {}: give a copy of /var/log/journal, one machine's folder in \
             it, a copy of /var/log, or --root for a whole disk",
            path.display()
        )),
    }
}

/// Standard input: looked at, not read.
fn on_stdin(settings: &Settings) -> Result<Recognised, String> {
    let path = PathBuf::from("-");
    let mut head = Vec::new();
    if let Ok(packed) = std::io::stdin().lock().fill_buf() {
        if packed.starts_with(b"PK\x03\x04") || packed.get(257..262) == Some(b"ustar") {
            return Err(
                "standard input is an archive, which can't be read from a pipe; give its path".to_owned()
            );
        }
        // As much as can be unpacked of it.
        if let Ok(plain) = journal::unpacked(std::io::Cursor::new(packed.to_vec())) {
            let _ = plain.take(HEAD).read_to_end(&mut head);
        }
    }
    let is_stream = journal::sniff_head(&path, &head).is_some();
    if let Some(why) = textlog::refusal(&head).filter(|_| !is_stream) {
        return Err(format!("standard input is not read: {why}"));
    }
    let is_text = !is_stream && textlog::sniff(&head).is_some();
    Ok(Recognised::Journal(if is_text {
        Source::Text(Box::new(text(&path, settings)))
    } else {
        Source::Export(path)
    }))
}

/// A text log that was given by itself.
fn text(path: &Path, settings: &Settings) -> TextSource {
    let written = std::fs::metadata(path).and_then(|meta| meta.modified());
    let latest = if path == Path::new("-") {
        std::time::SystemTime::now()
    } else {
        written.unwrap_or_else(|_| std::time::SystemTime::now())
    };
    let own = std::fs::canonicalize(path).is_ok_and(|path| path.starts_with("/var/log"));
    let given = settings.text_zone().map(|zone| (zone, ZoneBasis::Given));
    let of_host =
        || times::of_this_host().filter(|_| own).map(|zone| (textlog::Zone::Named(zone), ZoneBasis::Host));
    TextSource {
        path: path.to_owned(),
        zone: given.or_else(of_host),
        year: settings.year(),
        not_after: Some(Micros(chrono::DateTime::<chrono::Utc>::from(latest).timestamp_micros())),
        ..TextSource::default()
    }
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
    // What is cut short or damaged later on is read as far as it goes.
    match stream.take(HEAD).read_to_end(&mut head) {
        Err(error) if head.is_empty() => Err(error),
        _ => Ok(head),
    }
}

/// Reads everything and builds the time line. The reader can be asked for more.
pub(crate) fn load(sources: &Sources, mut settings: Settings, common: &Common) -> Result<(Timeline, Reader)> {
    let told = sources.refused.iter().chain(&sources.notes);
    told.chain(sources.unread.iter().filter(|_| common.verbose > 0))
        .for_each(|why| output::note(common, why));
    let mut good: Vec<NamedSource> = Vec::new();
    for named in &sources.journals {
        match Reader::open(std::slice::from_ref(&named.source), 0) {
            Ok(_) => good.push(named.clone()),
            Err(error) if sources.journals.len() == 1 && sources.refused.is_empty() => {
                return Err(error.into());
            }
            Err(error) => output::note(common, &sources.name_in(&error.to_string())),
        }
    }
    if good.is_empty() {
        bail!("none of the inputs could be read as a journal or a log");
    }
    let host_zone = good.iter().any(|named| named.source == Source::Live).then(times::of_this_host).flatten();
    let (mut reader, mut journal) = read(&good)?;
    settings.beside(&journal.boots);
    let mut monitors = Vec::new();
    for set in rotated::sets(&sources.monitors) {
        let id = InputId(u32::try_from(good.len() + monitors.len()).unwrap_or(u32::MAX));
        match samples::read(&set, id, &settings) {
            Ok(monitor) => monitors.push(monitor),
            Err(why) => output::note(common, &sources.name_in(&why)),
        }
    }
    if years::settle(&mut good, &journal.inputs, &monitors) {
        (reader, journal) = read(&good)?;
        years::tell(&good, &mut journal.inputs, settings.year());
    }
    let inputs = journal.inputs.iter_mut().chain(monitors.iter_mut().map(|monitor| &mut monitor.input));
    let names = good.iter().map(|named| named.name.as_ref()).chain(std::iter::repeat(None));
    for (input, name) in inputs.zip(names) {
        input.path = name.cloned().unwrap_or_else(|| sources.name_in(&input.path));
        input.problems.iter_mut().for_each(|problem| problem.what = sources.name_in(&problem.what));
    }
    let inputs = Inputs { journal, monitors, host_zone };
    let timeline = timeline::build(inputs, &mut |boot, units| reader.last_of_units(boot, units));
    output::problems(common, &timeline.inputs);
    Ok((timeline, reader))
}

fn read(sources: &[NamedSource]) -> Result<(Reader, journal::Reading)> {
    let opened: Vec<Source> = sources.iter().map(|named| named.source.clone()).collect();
    let mut reader = Reader::open(&opened, 0)?;
    let reading = reader.read(&timeline::selection());
    Ok((reader, reading))
}

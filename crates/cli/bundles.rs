//! Bundles, offline roots and this host's own crash folders: their members become sources like any other.

use std::path::Path;

use anyhow::Result;
use bundle::{Bundle, CrashReason, Kind, Limits, Member, Role};
use chrono::{NaiveDateTime, TimeZone, Utc};
use journal::{Part, Source, TextSource};
use model::{Lines, Micros, Span, ZoneBasis};
use textlog::{Form, Zone};

use crate::inputs::{NamedSource, Sources};
use crate::samples::Settings;

/// The crash kernel's clock is the hardware's, and its zone may be another one than the host's.
const KDUMP_OFF: Span = Span::minutes(24 * 60);

/// Opens a bundle and takes over its members.
///
/// # Errors
/// What was tried, on which path, and what to do.
pub(crate) fn add(path: &Path, sources: &mut Sources, settings: &Settings) -> Result<()> {
    let temp = sources.private()?.empty()?;
    let bundle = bundle::open(path, &temp, &Limits::default(), &look)?;
    take(&path.display().to_string(), bundle, sources, settings)
}

/// The same for the root of a disk that is not running.
///
/// # Errors
/// As [`add`].
pub(crate) fn add_root(path: &Path, sources: &mut Sources, settings: &Settings) -> Result<()> {
    let temp = sources.private()?.empty()?;
    let bundle = bundle::open_root(path, &temp, &Limits::default())?;
    take(&path.display().to_string(), bundle, sources, settings)
}

/// This host's crash records, and the monitors that were seen lying around and are not read unasked.
pub(crate) fn add_own(sources: &mut Sources, settings: &Settings) {
    let root = Path::new("/");
    for (what, path) in bundle::monitors_lying(root) {
        sources.notes.push(format!("{}: {what}, not read unasked; name it to use it", path.display()));
    }
    let is_worth_a_look = |folder: &str| match std::fs::read_dir(root.join(folder)) {
        Ok(mut entries) => entries.next().is_some(),
        Err(error) => error.kind() != std::io::ErrorKind::NotFound,
    };
    if !bundle::CRASH_FOLDERS.into_iter().any(is_worth_a_look) {
        return;
    }
    let found = sources.private().and_then(|private| {
        let temp = private.empty()?;
        Ok(bundle::crash_folders(root, &temp, &Limits::default())?)
    });
    let taken = found.and_then(|bundle| take("", bundle, sources, settings));
    if let Err(why) = taken {
        sources.notes.push(format!("this host's crash records are not read: {why:#}"));
    }
}

/// What a member is by its first bytes, where its place does not tell.
pub(crate) fn look(name: &Path, head: &[u8]) -> Option<Role> {
    match journal::sniff_head(name, head) {
        Some(journal::Kind::JournalFile) => return Some(Role::Journal),
        Some(_) => return Some(Role::Stream),
        None => {}
    }
    match textlog::sniff(head) {
        Some(Form::Last | Form::Wtmp | Form::BootList) => Some(Role::Sessions),
        Some(_) => Some(Role::Text { lines: None, current_boot_only: false }),
        None if monitor::sniff(head) => Some(Role::Monitor),
        // The reader says why it is not used.
        None => textlog::refusal(head).map(|_| Role::Text { lines: None, current_boot_only: false }),
    }
}

fn take(path: &str, bundle: Bundle, sources: &mut Sources, settings: &Settings) -> Result<()> {
    let is_folder = Path::new(path).is_dir();
    let shown = |name: &str| match bundle.kind {
        _ if path.is_empty() => name.to_owned(),
        // A section is named by the text that it is of.
        Kind::NvidiaBugReport => Path::new(path).with_file_name(name).display().to_string(),
        _ if is_folder => Path::new(path).join(name).display().to_string(),
        // A record that lies by itself.
        Kind::CrashFolder => path.to_owned(),
        // The one folder in it repeats the bundle's name.
        Kind::Sosreport => {
            let inner = name.split_once('/').filter(|(top, _)| top.starts_with("sosreport-"));
            format!("{path}:{}", inner.map_or(name, |(_, inner)| inner))
        }
        _ => format!("{path}:{name}"),
    };
    let zone = zone(&bundle, settings)?;
    let mut sections = 0;
    for member in &bundle.members {
        let name = shown(&member.name);
        sources.names.add(&member.path, name.clone());
        let source = match member.role {
            Role::Monitor => {
                sources.monitors.push(member.path.clone());
                continue;
            }
            Role::Journal if member.path.is_dir() => Source::Directory(member.path.clone()),
            Role::Journal => Source::File(member.path.clone()),
            Role::Stream => Source::Export(member.path.clone()),
            Role::Crash { reason: Some(CrashReason::Shutdown), .. } => {
                sources.notes.push(format!("{name}: kept at an orderly shutdown, no crash record"));
                continue;
            }
            Role::Text { .. } | Role::Sessions | Role::Crash { .. } => {
                let mut text = text(member, &bundle, zone, settings);
                // A section a boot; those of log files hold several.
                if member.part.is_some() && text.lines == Some(Lines::Driver) && name.contains("journalctl") {
                    text.one_boot = Some(sections);
                    sections -= 1;
                }
                Source::Text(Box::new(text))
            }
        };
        sources.journals.push(NamedSource { source, name: Some(name) });
    }
    tell(path, &bundle, sources);
    Ok(())
}

/// A text log in a bundle, with what the bundle tells of it.
fn text(
    member: &Member,
    bundle: &Bundle,
    zone: Option<(Zone, ZoneBasis)>,
    settings: &Settings,
) -> TextSource {
    let mut text = TextSource {
        path: member.path.clone(),
        part: member.part.map(|part| Part { first_line: part.first_line, from: part.from, to: part.to }),
        zone,
        year: settings.year(),
        not_after: written(member, bundle),
        hostname: bundle.hostname.clone(),
        machine: bundle.machine_id,
        is_cut: bundle.cut.contains(&member.path),
        ..TextSource::default()
    };
    match member.role {
        Role::Text { lines, current_boot_only } => {
            text.lines = lines;
            text.newest = current_boot_only;
            text.current_boot = bundle.current_boot.filter(|_| current_boot_only);
        }
        Role::Crash { at, named, local, .. } => {
            text.form = Some(Form::Dmesg);
            text.lines = Some(Lines::Crash);
            // A file's own time is that of a copy, often; the name's is not.
            let local = local.and_then(|local| instant(local, zone));
            text.crash = Some(local.or(at));
            text.crash_named = named.map(|at| (at, Span(0))).or(local.map(|at| (at, KDUMP_OFF)));
            text.not_after = text.crash.flatten().or(text.not_after);
        }
        Role::Journal | Role::Stream | Role::Sessions | Role::Monitor => {}
    }
    text
}

/// When a member was last written: archives may have no times or foreign ones, and a bundle is made last of all.
fn written(member: &Member, bundle: &Bundle) -> Option<Micros> {
    /// No Linux host with systemd is older.
    const FIRST: Micros = Micros::from_secs(1_262_304_000);
    let now = Micros(Utc::now().timestamp_micros());
    let made = bundle.collected.filter(|at| *at > FIRST && *at <= now + Span::minutes(24 * 60));
    let latest = made.map_or(now, |made| made + Span::minutes(24 * 60));
    member.modified.filter(|at| *at > FIRST && *at <= latest).or(made)
}

fn instant(local: NaiveDateTime, zone: Option<(Zone, ZoneBasis)>) -> Option<Micros> {
    let at = match zone {
        Some((Zone::Named(zone), _)) => zone.from_local_datetime(&local).earliest()?.with_timezone(&Utc),
        Some((Zone::Fixed(zone), _)) => zone.from_local_datetime(&local).earliest()?.with_timezone(&Utc),
        None => return None,
    };
    Some(Micros(at.timestamp_micros()))
}

/// The zone of the bundle's local times: the user's word, else the host's own setting.
fn zone(bundle: &Bundle, settings: &Settings) -> Result<Option<(Zone, ZoneBasis)>> {
    if let Some(zone) = settings.text_zone() {
        return Ok(Some((zone, ZoneBasis::Given)));
    }
    let Some(name) = &bundle.zone else { return Ok(None) };
    let known = crate::times::zone(name, "the bundle's zone").ok();
    Ok(known.map(|zone| (crate::samples::for_texts(zone), ZoneBasis::Host)))
}

/// What of a bundle was not used.
fn tell(path: &str, bundle: &Bundle, sources: &mut Sources) {
    let prefix = if path.is_empty() { String::new() } else { format!("{path}: ") };
    for problem in &bundle.problems {
        sources.notes.push(format!("{prefix}{}", problem.what));
    }
    if bundle.members.is_empty() && !path.is_empty() {
        sources
            .notes
            .push(format!("{prefix}there are no logs in it that can be read ({})", bundle.kind.name()));
    }
    let skipped: Vec<String> =
        bundle.unread.iter().take(8).map(|(what, count)| format!("{what} ({count})")).collect();
    if !skipped.is_empty() {
        sources.unread.push(format!("{prefix}not read: {}", skipped.join(", ")));
    }
    if bundle.kind == Kind::FieldDiagnostic {
        sources.notes.push(format!(
            "{prefix}results of NVIDIA's field diagnostic are no logs of the host; they are not read"
        ));
    }
}

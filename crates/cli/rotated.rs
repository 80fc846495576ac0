//! Rotated sets: files that are parts of one, told by their names. What is in them decides everything else.

use std::path::{Path, PathBuf};

use journal::Source;

use crate::inputs::NamedSource;

/// Where a member stands in its set; smaller is older.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Age {
    /// `x.csv-20260718`, `x-20260718.csv`: the figures.
    Dated(String),
    /// `x.csv.2`: larger is older.
    Counted(std::cmp::Reverse<u32>),
    /// `x.csv`, which is written to.
    Current,
}

/// Puts members of one set together, the oldest first. Sets stand where their first member stood.
pub(crate) fn sets(paths: &[PathBuf]) -> Vec<Vec<PathBuf>> {
    let mut sets: Vec<(PathBuf, Vec<(Age, PathBuf)>)> = Vec::new();
    for path in paths {
        let (stem, age) = member(path);
        match sets.iter_mut().find(|(own, _)| *own == stem) {
            Some((_, members)) if members.iter().any(|(_, known)| known == path) => {}
            Some((_, members)) => members.push((age, path.clone())),
            None => sets.push((stem, vec![(age, path.clone())])),
        }
    }
    sets.into_iter()
        .map(|(_, mut members)| {
            members.sort();
            members.into_iter().map(|(_, path)| path).collect()
        })
        .collect()
}

/// The members of a set, with how old their names say that they are; one alone that is of no set.
type Members = Vec<(Option<Age>, NamedSource)>;

/// Puts text logs that are members of one set in their order, and says of each that goes on where the one before it
/// ended. A number that is missing is a hole.
pub(crate) fn join(journals: &mut Vec<NamedSource>) {
    let mut sets: Vec<(PathBuf, Members)> = Vec::new();
    for (index, named) in std::mem::take(journals).into_iter().enumerate() {
        let place = log(&named).map(|path| member(&path));
        // What is no member stands alone.
        let (stem, age) =
            place.map_or((PathBuf::from(format!("/{index}")), None), |(stem, age)| (stem, Some(age)));
        match sets.iter_mut().find(|(own, members)| {
            age.is_some() && *own == stem && members.iter().all(|(known, _)| known.is_some() && *known != age)
        }) {
            Some((_, members)) => members.push((age, named)),
            None => sets.push((stem, vec![(age, named)])),
        }
    }
    for (_, mut members) in sets {
        members.sort_by(|one, other| one.0.cmp(&other.0));
        let mut before: Option<Age> = None;
        for (age, mut named) in members {
            if let (Some(before), Some(age), Source::Text(text)) = (&before, &age, &mut named.source) {
                text.continues = age.follows(before);
            }
            before = age;
            journals.push(named);
        }
    }
}

/// The path of a log that may be a member of a set: a whole file.
fn log(named: &NamedSource) -> Option<PathBuf> {
    let Source::Text(text) = &named.source else { return None };
    let is_whole = text.part.is_none() && text.crash.is_none() && text.one_boot.is_none() && !text.newest;
    let path = named.name.as_ref().map_or_else(|| text.path.clone(), PathBuf::from);
    is_whole.then_some(path)
}

impl Age {
    /// Whether nothing is missing between it and an older one, as far as names tell.
    fn follows(&self, older: &Self) -> bool {
        match (older, self) {
            (Self::Counted(old), Self::Counted(new)) => old.0 == new.0.saturating_add(1),
            (Self::Counted(old), Self::Current) => old.0 <= 1,
            (Self::Dated(_), Self::Dated(_) | Self::Current) => true,
            _ => false,
        }
    }
}

/// The other members of a file's set that lie beside it.
pub(crate) fn siblings(path: &Path) -> Vec<PathBuf> {
    let (stem, _) = member(path);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<PathBuf> = entries
        .filter_map(|entry| Some(path.with_file_name(entry.ok()?.file_name())))
        .filter(|other| other != path && member(other).0 == stem && other.is_file())
        .collect();
    found.sort();
    found
}

/// The set's name and the member's age.
fn member(path: &Path) -> (PathBuf, Age) {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
        return (path.to_owned(), Age::Current);
    };
    let bare = [".gz", ".xz", ".zst"].iter().find_map(|packed| name.strip_suffix(packed)).unwrap_or(name);
    let (stem, age) = split(bare);
    (path.with_file_name(stem), age)
}

fn split(name: &str) -> (String, Age) {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let dated = |text: &str| {
        let figures: String = text.chars().filter(|c| !matches!(c, '-' | '_')).collect();
        let form = figures.len() >= 8 && figures.len() <= 14 && figures.starts_with("20") && digits(&figures);
        form.then_some(figures)
    };
    if let Some((stem, number)) = name.rsplit_once('.')
        && digits(number)
        && number.len() <= 3
        && let Ok(number) = number.parse()
    {
        return (stem.to_owned(), Age::Counted(std::cmp::Reverse(number)));
    }
    let (body, extension) = match name.rsplit_once('.') {
        Some((body, extension)) if dated(extension).is_none() && !extension.contains('-') => {
            (body, format!(".{extension}"))
        }
        _ => (name, String::new()),
    };
    for (at, _) in body.match_indices(['-', '.', '_']) {
        if let Some(figures) = dated(&body[at + 1..]) {
            return (format!("{}{extension}", &body[..at]), Age::Dated(figures));
        }
    }
    (name.to_owned(), Age::Current)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_told_by_their_names() {
        for (names, expected) in [
            (&["m.csv", "m.csv.1", "m.csv.2.gz"][..], &[&["m.csv.2.gz", "m.csv.1", "m.csv"][..]][..]),
            (&["a/m.csv", "b/m.csv.1"], &[&["a/m.csv"], &["b/m.csv.1"]]),
            (&["m.csv.10", "m.csv.9"], &[&["m.csv.10", "m.csv.9"]]),
            (
                &["m.csv", "m.csv-20260718.gz", "m.csv-20260717"],
                &[&["m.csv-20260717", "m.csv-20260718.gz", "m.csv"]],
            ),
            (&["m-2026-07-19.csv", "m-2026-07-18.csv.xz"], &[&["m-2026-07-18.csv.xz", "m-2026-07-19.csv"]]),
            (&["m.csv", "m.csv", "n.csv"], &[&["m.csv"], &["n.csv"]]),
            (&["01-a.log", "02-a.log"], &[&["01-a.log"], &["02-a.log"]]),
            (&["m.20260718"], &[&["m.20260718"]]),
        ] {
            let paths: Vec<PathBuf> = names.iter().map(PathBuf::from).collect();
            let expected: Vec<Vec<PathBuf>> =
                expected.iter().map(|set| set.iter().map(PathBuf::from).collect()).collect();
            assert_eq!(sets(&paths), expected, "{names:?}");
        }
    }

    #[test]
    fn text_logs_of_one_set_go_on() {
        for (names, expected) in [
            (
                &["a/syslog", "a/syslog.2.gz", "a/syslog.1"][..],
                &[("a/syslog.2.gz", false), ("a/syslog.1", true), ("a/syslog", true)][..],
            ),
            // A member that is missing is a hole.
            (
                &["syslog.3", "syslog.1", "syslog"],
                &[("syslog.3", false), ("syslog.1", false), ("syslog", true)],
            ),
            (&["syslog", "syslog.2"], &[("syslog.2", false), ("syslog", false)]),
            (
                &["messages", "messages-20260601", "messages-20260608.gz"],
                &[("messages-20260601", false), ("messages-20260608.gz", true), ("messages", true)],
            ),
            (&["a/syslog.1", "b/syslog"], &[("a/syslog.1", false), ("b/syslog", false)]),
            (&["kern.log", "syslog"], &[("kern.log", false), ("syslog", false)]),
            (&["x.log", "x.log"], &[("x.log", false), ("x.log", false)]),
        ] {
            let text = |path: &&str| {
                let text =
                    journal::TextSource { path: PathBuf::from(path), ..journal::TextSource::default() };
                NamedSource::from(Source::Text(Box::new(text)))
            };
            let mut journals: Vec<NamedSource> = names.iter().map(text).collect();
            join(&mut journals);
            let found: Vec<(String, bool)> = journals
                .iter()
                .filter_map(|named| match &named.source {
                    Source::Text(text) => Some((text.path.display().to_string(), text.continues)),
                    _ => None,
                })
                .collect();
            let expected: Vec<(String, bool)> =
                expected.iter().map(|(path, goes_on)| ((*path).to_owned(), *goes_on)).collect();
            assert_eq!(found, expected, "{names:?}");
        }
    }
}

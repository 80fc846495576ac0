//! What unpacked members are called: their paths mean nothing to anybody.

use std::collections::BTreeMap;
use std::ops::Bound::{Included, Unbounded};
use std::path::Path;

/// Names by path. An archive may have thousands of members, so that no text is searched for each of them.
#[derive(Debug, Default)]
pub(crate) struct Names {
    by_path: BTreeMap<String, String>,
}

impl Names {
    /// Names a path. Of several names of one path, the sections of a file, the last one counts.
    pub(crate) fn add(&mut self, path: &Path, name: String) {
        self.by_path.insert(path.to_string_lossy().into_owned(), name);
    }

    /// The text with named paths in the folder replaced by their names.
    pub(crate) fn put_into(&self, text: &str, folder: &str) -> String {
        let mut named = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(folder).filter(|_| !folder.is_empty()) {
            let (before, path) = rest.split_at(at);
            named.push_str(before);
            rest = match self.at_start_of(path) {
                Some((known, name)) => {
                    named.push_str(name);
                    &path[known.len()..]
                }
                None => {
                    named.push_str(folder);
                    &path[folder.len()..]
                }
            };
        }
        named + rest
    }

    /// The longest named path that the text begins with, and its name.
    fn at_start_of<'n>(&'n self, text: &str) -> Option<(&'n str, &'n str)> {
        let mut bound = text;
        loop {
            let (path, name) = self.by_path.range::<str, _>((Unbounded, Included(bound))).next_back()?;
            if text.starts_with(path.as_str()) {
                return Some((path, name));
            }
            // What the text begins with and sorts before this path is a part of what both have in common.
            let common = bound.char_indices().zip(path.chars()).find(|((_, one), other)| one != other);
            bound = &bound[..common.map_or(bound.len().min(path.len()), |((at, _), _)| at)];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        let mut names = Names::default();
        for (path, name) in [
            ("/tmp/x/b1/000001", "a.zip:syslog"),
            ("/tmp/x/b1/000002", "old"),
            ("/tmp/x/b1/000002", "a.zip:kern.log"),
            ("/tmp/x/b1/000003/system.journal", "a.zip:system.journal"),
            ("/tmp/x/b1/000003é", "a.zip:é"),
            ("/tmp/x/b10/000001", "b.tar:syslog"),
            ("/tmp/x/b1", "a.zip"),
            ("/home/log", "elsewhere"),
        ] {
            names.add(Path::new(path), name.to_owned());
        }
        names
    }

    #[test]
    fn paths_become_names() {
        for (text, named) in [
            ("", ""),
            ("nothing", "nothing"),
            ("/tmp/x/b1/000001: cut", "a.zip:syslog: cut"),
            (
                "cannot read /tmp/x/b1/000002: é, /tmp/x/b10/000001",
                "cannot read a.zip:kern.log: é, b.tar:syslog",
            ),
            ("/tmp/x/b1/000003/system.journal", "a.zip:system.journal"),
            ("/tmp/x/b1/000003/system.journ", "a.zip/000003/system.journ"),
            ("/tmp/x/b1/000003é and /tmp/x/b1/000003è", "a.zip:é and a.zip/000003è"),
            ("/tmp/x/b1/000009", "a.zip/000009"),
            ("/tmp/x/b2/000001", "/tmp/x/b2/000001"),
            ("/tmp/x", "/tmp/x"),
            ("/home/log", "/home/log"),
        ] {
            assert_eq!(names().put_into(text, "/tmp/x"), named, "{text}");
        }
    }

    /// Each member is named once or more often in a listing: work that grows with the square takes minutes here.
    #[test]
    fn thousands_of_names_take_no_time() {
        let mut names = Names::default();
        let path = |index: u32| format!("/tmp/x/b1/{index:06}");
        (0..100_000).for_each(|index| names.add(Path::new(&path(index)), index.to_string()));
        let begun = std::time::Instant::now();
        for index in 0..100_000 {
            assert_eq!(names.put_into(&path(index), "/tmp/x"), index.to_string());
        }
        assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
    }
}

//! Takes members as they come, from an archive or a folder, and keeps what is evidence.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use model::{Micros, Problem};

use crate::content::head_of;
use crate::copy::Temp;
use crate::crash::CrashFile;
use crate::host::{Fact, Host};
use crate::limits::{Budget, Exceeded, Limits};
use crate::name::{parts, shown};
use crate::packing::is_checksum;
use crate::place::{Place, place};
use crate::{Bundle, BundleError, Kind, Look, Member, Role, crash, sniff};

/// Problems that are told one by one; the rest is counted.
const PROBLEMS: usize = 40;
/// Longest name in bytes; a path ends at 4 KiB on Linux.
const NAME: usize = 16 * 1024;

/// Where a member's bytes are.
pub(crate) enum Content<'r> {
    /// In an archive, to be read once.
    Stream(&'r mut dyn Read),
    /// In a folder.
    File(&'r Path),
}

/// A member as an archive or a folder gives it.
pub(crate) struct Item<'r> {
    /// Its path inside the bundle.
    pub(crate) name: String,
    /// Its size as its header tells.
    pub(crate) size: u64,
    pub(crate) modified: Option<Micros>,
    pub(crate) content: Content<'r>,
}

/// What was found so far.
pub(crate) struct Collector<'a> {
    pub(crate) bundle: &'a Path,
    pub(crate) temp: Temp,
    pub(crate) budget: Rc<Budget>,
    pub(crate) look: Look<'a>,
    /// Archives that the walk is inside of.
    pub(crate) nesting: u32,
    /// Parts of a member's path that are those of the archive it lies in.
    pub(crate) within: usize,
    pub(crate) members: Vec<Member>,
    /// Members whose end is lost.
    pub(crate) cut: Vec<PathBuf>,
    /// Which member a name gave, by its hash: in a tar a later one of the same name replaces it.
    by_name: HashMap<u64, usize>,
    crash: Vec<CrashFile>,
    /// The names of a given folder and of the two above it.
    above: Rc<str>,
    pub(crate) host: Host,
    unread: BTreeMap<String, u64>,
    problems: Vec<Problem>,
    more_problems: u64,
    kinds: sniff::Seen,
    /// Links that lead outside and look like no log, and the first of them.
    links_out: (u64, String),
}

impl<'a> Collector<'a> {
    pub(crate) fn new(bundle: &'a Path, temp: &Path, limits: &Limits, look: Look<'a>) -> Self {
        Self {
            bundle,
            temp: Temp::new(temp),
            budget: Budget::new(limits),
            look,
            nesting: 0,
            within: 0,
            members: Vec::new(),
            cut: Vec::new(),
            by_name: HashMap::new(),
            crash: Vec::new(),
            above: above(bundle),
            host: Host::default(),
            unread: BTreeMap::new(),
            problems: Vec::new(),
            more_problems: 0,
            kinds: sniff::Seen::default(),
            links_out: (0, String::new()),
        }
    }

    pub(crate) fn problem(&mut self, what: String) {
        if self.problems.len() < PROBLEMS {
            self.problems.push(Problem { line: None, what });
        } else {
            self.more_problems = self.more_problems.saturating_add(1);
        }
    }

    pub(crate) fn unread(&mut self, what: &str) {
        self.unread_many(what, 1);
    }

    pub(crate) fn unread_many(&mut self, what: &str, count: u64) {
        let entry = self.unread.entry(what.to_owned()).or_default();
        *entry = entry.saturating_add(count);
    }

    /// Notes a link that leads outside: one that stands for a log by itself, others in one sentence, because a
    /// packed root is full of them (`/etc/alternatives`).
    pub(crate) fn link_out(&mut self, name: &str, target: &str) {
        let link = format!("{} to {}", shown(name), shown(target));
        if ["log", "pstore", "crash"].iter().any(|place| name.contains(place)) {
            self.problem(format!("a link leads outside of the bundle and is not followed: {link}"));
        } else {
            if self.links_out.0 == 0 {
                self.links_out.1 = link;
            }
            self.links_out.0 = self.links_out.0.saturating_add(1);
        }
    }

    /// Counts a member of any kind.
    pub(crate) fn count(&self) -> Result<(), BundleError> {
        self.budget.member().map_err(|exceeded| self.exceeded(exceeded))
    }

    pub(crate) fn exceeded(&self, exceeded: Exceeded) -> BundleError {
        exceeded.error(self.bundle)
    }

    /// Takes one file.
    pub(crate) fn take(&mut self, item: Item<'_>) -> Result<(), BundleError> {
        let name = item.name.clone();
        let path = parts(&name);
        if name.len() > NAME {
            self.unread("members with hostile names");
            self.problem(format!("{} has a name of {} bytes and is not read", shown(&name), name.len()));
            return Ok(());
        }
        if path.climbs {
            self.unread("members with hostile names");
            self.problem(format!("{} climbs out of its folder and is not read", shown(&name)));
            return Ok(());
        }
        self.kinds.see(&path.parts);
        if item.size == 0 {
            self.unread("empty files");
            return Ok(());
        }
        match place(path.parts.get(self.within..).unwrap_or_default()) {
            Place::Unread(what) => self.unread(what),
            Place::Fact(fact) => self.fact(fact, item)?,
            Place::Crash => {
                if let Some(path) = self.store(item.content, &name, item.modified)? {
                    self.take_crash(name, path, item.modified);
                }
            }
            Place::Evidence { role, tail } => {
                if let Some(path) = self.store(item.content, &name, item.modified)? {
                    self.keep(&name, path, role, tail, item.modified);
                }
            }
            Place::Look => self.look_at(item)?,
        }
        Ok(())
    }

    pub(crate) fn take_crash(&mut self, name: String, path: PathBuf, modified: Option<Micros>) {
        let above = Rc::clone(&self.above);
        self.crash.push(CrashFile { name, path, modified, above });
    }

    pub(crate) fn keep(
        &mut self,
        name: &str,
        path: PathBuf,
        role: Role,
        tail: bool,
        modified: Option<Micros>,
    ) {
        let member = Member { name: shown(name), path, part: None, role, tail, modified };
        let hash = self.by_name.hasher().hash_one(name);
        let known = self.by_name.insert(hash, self.members.len());
        match known.and_then(|at| self.members.get_mut(at).map(|slot| (at, slot))) {
            Some((at, slot)) => {
                *slot = member;
                self.by_name.insert(hash, at);
                self.problem(format!("{} is there twice; the later one is read", shown(name)));
            }
            None => self.members.push(member),
        }
    }

    fn fact(&mut self, fact: Fact, item: Item<'_>) -> Result<(), BundleError> {
        let (text, error) = head_of(item.content);
        if let Some(error) = error {
            self.damaged(&item.name, &error)?;
        }
        self.host.learn(fact, &String::from_utf8_lossy(&text));
        Ok(())
    }

    /// Notes that a member could not be read, or to its end.
    ///
    /// # Errors
    /// If the error stands for a limit of the whole bundle.
    pub(crate) fn damaged(&mut self, name: &str, error: &io::Error) -> Result<(), BundleError> {
        if let Some(exceeded) = Exceeded::of(error) {
            return Err(self.exceeded(exceeded));
        }
        self.problem(if is_checksum(error) {
            format!("the checksum of {} is wrong: some of its bytes may be damaged", shown(name))
        } else {
            format!("cannot read all of {}: {error}", shown(name))
        });
        Ok(())
    }

    /// Puts crash records together and says what the bundle is.
    pub(crate) fn finish(mut self, kind: Kind) -> Result<Bundle, BundleError> {
        let records = std::mem::take(&mut self.crash);
        let found = crash::assemble(records, &mut self.temp)?;
        self.members.extend(found.members);
        if found.copies > 0 {
            self.unread_many("copies of crash records", found.copies);
        }
        for what in found.problems {
            self.problem(what);
        }
        if self.links_out.0 > 0 {
            let (count, first) = std::mem::take(&mut self.links_out);
            self.problem(format!(
                "links that lead outside of the bundle are not followed: {count}, the first {first}"
            ));
        }
        if let (Some(one), Some(other)) = (self.host.machine_id, self.host.other) {
            self.problem(format!("it holds several hosts ({one}, {other}); give each by itself"));
        }
        if self.more_problems > 0 {
            let what = format!("{} more problems of these kinds", self.more_problems);
            self.problems.push(Problem { line: None, what });
        }
        Ok(Bundle {
            kind: self.kinds.kind(kind),
            members: self.members,
            hostname: self.host.name.clone(),
            machine_id: self.host.machine_id,
            zone: self.host.zone(),
            os: self.host.os.clone(),
            current_boot: self.host.boot,
            collected: self.host.collected,
            cut: self.cut,
            unread: self.unread.into_iter().collect(),
            problems: self.problems,
        })
    }
}

/// The last names of a folder's path: those of crash records tell when they were saved. An archive's tells nothing.
fn above(bundle: &Path) -> Rc<str> {
    let folder = bundle.canonicalize().ok().filter(|path| path.is_dir()).unwrap_or_default();
    let mut names: Vec<_> = folder.iter().rev().take(3).map(|name| name.to_string_lossy()).collect();
    names.reverse();
    names.join("/").into()
}

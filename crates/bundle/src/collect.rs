//! Takes members as they come, from an archive or a folder, and keeps what is evidence.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use model::{Micros, Problem};

use crate::archive;
use crate::copy::{self, Temp};
use crate::crash::CrashFile;
use crate::host::{Fact, Host};
use crate::limits::{Bounded, Budget, Counted, Exceeded, Limits};
use crate::name::{parts, shown};
use crate::packing::{Packing, read_head, unpacked, unpacked_head};
use crate::place::{Place, place};
use crate::{Bundle, BundleError, Kind, LOOK_BYTES, Look, Member, Role, bugreport, crash, sniff, varlog};

/// Problems that are told one by one; the rest is counted.
const PROBLEMS: usize = 40;

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
    look: Look<'a>,
    /// Archives that the walk is inside of.
    nesting: u32,
    /// Parts of a member's path that are those of the archive it lies in.
    within: usize,
    members: Vec<Member>,
    /// Which member a name gave: in a tar a later one of the same name replaces it.
    by_name: HashMap<String, usize>,
    crash: Vec<CrashFile>,
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
            by_name: HashMap::new(),
            crash: Vec::new(),
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

    fn take_crash(&mut self, name: String, path: PathBuf, modified: Option<Micros>) {
        self.crash.push(CrashFile { name, path, modified });
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
        let known = self.by_name.insert(name.to_owned(), self.members.len());
        match known.and_then(|at| self.members.get_mut(at).map(|slot| (at, slot))) {
            Some((at, slot)) => {
                *slot = member;
                self.by_name.insert(name.to_owned(), at);
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
    fn damaged(&mut self, name: &str, error: &io::Error) -> Result<(), BundleError> {
        if let Some(exceeded) = Exceeded::of(error) {
            return Err(self.exceeded(exceeded));
        }
        self.problem(format!("cannot read all of {}: {error}", shown(name)));
        Ok(())
    }

    /// Decides by the content: an nvidia-bug-report, an archive, what the caller knows, or nothing.
    fn look_at(&mut self, item: Item<'_>) -> Result<(), BundleError> {
        let Item { name, modified, mut content, .. } = item;
        let (head, error) = match content {
            Content::Stream(ref mut reader) => read_head(*reader, LOOK_BYTES),
            Content::File(path) => head_of(Content::File(path)),
        };
        if let Some(error) = error {
            self.damaged(&name, &error)?;
        }
        let packing = Packing::of(&head);
        if packing == Packing::Bzip2 {
            self.unread("files compressed with bzip2");
            self.problem(format!(
                "{} is compressed with bzip2 and is not read; unpack it first",
                shown(&name)
            ));
            return Ok(());
        }
        let inside = unpacked_head(&head);
        // What was read of a stream is put before the rest again.
        let mut chained;
        let content = match content {
            Content::Stream(reader) => {
                chained = Cursor::new(head).chain(reader);
                Content::Stream(&mut chained)
            }
            Content::File(path) => Content::File(path),
        };
        if bugreport::is_report(&inside) {
            return self.bug_report(content, packing, &name, modified);
        }
        if archive::is_archive(&inside) {
            return self.nested(content, &name, modified);
        }
        if crash::is_record(&inside) {
            if let Some(path) = self.store(content, &name, modified)? {
                self.take_crash(name, path, modified);
            }
            return Ok(());
        }
        let role = (self.look)(Path::new(&name), &inside);
        let Some(role) = role.map(|role| by_family(role, &name)) else {
            self.unread("files that are no logs");
            return Ok(());
        };
        if let Some(path) = self.store(content, &name, modified)? {
            self.keep(&name, path, role, false, modified);
        }
        Ok(())
    }

    /// An nvidia-bug-report: unpacked once, and its sections are members.
    pub(crate) fn bug_report(
        &mut self,
        content: Content<'_>,
        packing: Packing,
        name: &str,
        modified: Option<Micros>,
    ) -> Result<(), BundleError> {
        let path = match (content, packing) {
            (Content::File(path), Packing::None) => Some(path.to_owned()),
            (Content::File(path), _) => match File::open(path) {
                Ok(file) => self.store_unpacked(file, packing, name, modified)?,
                Err(error) => {
                    self.problem(format!("cannot read {}: {error}", shown(name)));
                    None
                }
            },
            (content @ Content::Stream(_), Packing::None) => self.store(content, name, modified)?,
            (Content::Stream(reader), _) => self.store_unpacked(reader, packing, name, modified)?,
        };
        let Some(path) = path else { return Ok(()) };
        let sections = match File::open(&path) {
            Ok(file) => bugreport::sections(BufReader::new(file), &mut self.host),
            Err(error) => {
                self.problem(format!("cannot read {}: {error}", shown(name)));
                return Ok(());
            }
        };
        for section in sections.found {
            self.members.push(Member {
                name: format!("{}: {}", shown(name), shown(&section.title)),
                path: path.clone(),
                part: Some(section.part),
                role: section.role,
                tail: false,
                modified,
            });
        }
        if sections.other > 0 {
            self.unread_many("other sections of the nvidia-bug-report", sections.other);
        }
        if let Some(error) = sections.error {
            self.problem(format!("{} could be read in part only: {error}", shown(name)));
        }
        Ok(())
    }

    fn store_unpacked(
        &mut self,
        packed: impl Read,
        packing: Packing,
        name: &str,
        modified: Option<Micros>,
    ) -> Result<Option<PathBuf>, BundleError> {
        let counted = Counted { inner: packed, budget: Rc::clone(&self.budget) };
        match unpacked(BufReader::new(counted), packing) {
            Ok(reader) => {
                let mut bounded = Bounded { inner: reader, budget: Rc::clone(&self.budget) };
                self.store(Content::Stream(&mut bounded), name, modified)
            }
            Err(error) => {
                self.problem(format!("{} can't be unpacked: {error}", shown(name)));
                Ok(None)
            }
        }
    }

    /// An archive inside: written out, because a zip is read from its end, and walked.
    fn nested(
        &mut self,
        content: Content<'_>,
        name: &str,
        modified: Option<Micros>,
    ) -> Result<(), BundleError> {
        if self.nesting >= self.budget.limits.nested {
            self.unread("archives inside archives");
            self.problem(format!("{} is an archive inside an archive and is not read", shown(name)));
            return Ok(());
        }
        let is_ours = matches!(content, Content::Stream(_));
        let Some(path) = self.store(content, name, modified)? else { return Ok(()) };
        let outer = (self.nesting, self.within);
        (self.nesting, self.within) = (self.nesting.saturating_add(1), parts(name).parts.len());
        let read = archive::read_archive(self, &path, name);
        (self.nesting, self.within) = outer;
        if is_ours {
            // Only its room is wanted back; the folder goes as a whole later.
            let _ = std::fs::remove_file(&path);
        }
        read
    }

    /// Writes a member out, or leaves it where it lies. None if it is too long.
    fn store(
        &mut self,
        content: Content<'_>,
        name: &str,
        modified: Option<Micros>,
    ) -> Result<Option<PathBuf>, BundleError> {
        let reader = match content {
            Content::File(path) => return Ok(Some(path.to_owned())),
            Content::Stream(reader) => reader,
        };
        let file = name.rsplit('/').next().unwrap_or_default();
        let path = self.temp.path(file)?;
        let copied = self.temp.copy(reader, &path, &self.budget, self.bundle)?;
        if copied.too_long {
            self.unread("members that are too long");
            let limit = self.budget.limits.one;
            self.problem(format!("{} is longer than {limit} bytes and is not read", shown(name)));
            let _ = std::fs::remove_file(&path);
            return Ok(None);
        }
        if let Some(error) = copied.cut {
            self.problem(format!(
                "{} is damaged behind its first {} bytes: {error}",
                shown(name),
                copied.bytes
            ));
        }
        copy::set_modified(&path, modified);
        Ok(Some(path))
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
            unread: self.unread.into_iter().collect(),
            problems: self.problems,
        })
    }
}

/// The first bytes of a member, and the error that ended them.
fn head_of(content: Content<'_>) -> (Vec<u8>, Option<io::Error>) {
    match content {
        Content::Stream(reader) => read_head(reader, LOOK_BYTES),
        Content::File(path) => match File::open(path) {
            Ok(mut file) => read_head(&mut file, LOOK_BYTES),
            Err(error) => (Vec::new(), Some(error)),
        },
    }
}

/// A text whose content does not tell which lines it holds: its name may.
fn by_family(role: Role, name: &str) -> Role {
    match role {
        Role::Text { lines: None, current_boot_only } => {
            let file = name.rsplit('/').next().unwrap_or_default();
            Role::Text { lines: varlog::lines_of(file), current_boot_only }
        }
        role => role,
    }
}

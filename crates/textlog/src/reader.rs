//! Logs of records, line by line.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::io::BufRead;

use model::{Micros, Origin, Problem, Record, Transport};

use crate::boots::Building;
use crate::clock::Clock;
use crate::draft::{Draft, Moment};
use crate::dress::Dress;
use crate::fit;
use crate::front::{self, Stamped};
use crate::joined::Joined;
use crate::lines::{self, LINE_MAX, Line, LineReader};
use crate::marks::{self, Header, Marks};
use crate::message;
use crate::notes::Notes;
use crate::parse::{self, Parsed};
use crate::pid1;
use crate::shape::Shape;
use crate::stamp::{self, Stamp};
use crate::unit;
use crate::wrapped::Wrapped;
use crate::{Begun, Form, Options, Reading};

/// Records that are held back until it is known which boot they belong to.
const QUEUE: usize = 2048;
/// Repetitions that one line may stand for.
const REPEATED_MAX: u64 = 100;
/// Boots that are told apart. A file with more of them is no log.
const BOOTS_MAX: usize = 20_000;
/// Hosts that are told apart.
const HOSTS_MAX: usize = 64;

/// Reads a log of records.
pub(crate) fn read(stream: &mut dyn BufRead, form: Form, options: &Options) -> Reading {
    let mut reader = Reader::new(form, options);
    let head = lines::head(stream);
    reader.look_ahead(&head);
    let mut whole = std::io::Read::chain(head.as_slice(), stream);
    let mut lines = LineReader::new(&mut whole, options.first_line);
    let mut line = Line::default();
    while lines.read(&mut line) {
        reader.line(&line);
    }
    if let Some(error) = lines.error {
        let what = format!("reading stopped: {error}; what came before it is kept");
        reader.notes.tell(Some(line.number), what);
        reader.notes.is_cut_off = true;
    }
    reader.finish()
}

pub(crate) struct Reader<'a> {
    pub(crate) form: Form,
    pub(crate) options: &'a Options<'a>,
    pub(crate) clock: Clock,
    pub(crate) notes: Notes,
    pub(crate) boots: Vec<Building>,
    pub(crate) hosts: Vec<Box<str>>,
    pub(crate) records: u64,
    /// The latest time that the log itself names, as `-- Logs begin at ..., end at ...` does.
    pub(crate) ends: Option<i64>,
    /// Whether the lines are cut, and how they run.
    pub(crate) shape: Shape,
    /// journalctl had no right to read the system's lines, or some of the files.
    pub(crate) no_rights: bool,
    pub(crate) unopened: bool,
    /// Whether logs were joined in the wrong order.
    joined: Joined,
    /// Changes from one host to another.
    pub(crate) host_changes: u64,
    building: Building,
    marks: Marks,
    /// The newest record, while lines may still continue it.
    pending: Option<Draft>,
    queue: VecDeque<Draft>,
    /// What stands in front of every line: blanks or `> `, from a ticket or a mail.
    dress: Option<String>,
    last_host: Option<u16>,
    /// The newest stamp that differences are added to.
    counted: Option<Stamp>,
    /// The zone's name that the newest line bears.
    zone: Option<Box<str>>,
    first_line: bool,
    /// Somebody else's stamp stands in front of every line.
    is_stamped: bool,
    /// What else stands in front of every line, as the first ones show.
    front: Dress,
    /// Lines were broken at a width.
    wrapped: Option<Wrapped>,
    /// Characters of the newest line.
    width: usize,
    /// Of each host, whether its kernel lines bear the kernel's own time.
    stamped: HashMap<Option<u16>, Stamped>,
    /// The lines up to this one were looked at for it.
    looked: u64,
    /// Some line of systemd has a process number: one without is not known to be PID 1's. CentOS 7 writes none.
    has_manager_s_number: bool,
}

impl<'a> Reader<'a> {
    fn new(form: Form, options: &'a Options<'a>) -> Self {
        let year =
            options.year.or_else(|| options.not_after.map(|at| crate::civil::year(at.0))).unwrap_or(2000);
        Self {
            form,
            options,
            clock: Clock::new(year, options.zone.map(|(zone, _)| zone)),
            notes: Notes::default(),
            boots: Vec::new(),
            hosts: Vec::new(),
            records: 0,
            ends: None,
            shape: Shape::default(),
            no_rights: false,
            unopened: false,
            joined: Joined::default(),
            host_changes: 0,
            building: Building::new(Begun::FileStart, None),
            marks: Marks::of_new_boot(Begun::FileStart),
            pending: None,
            queue: VecDeque::new(),
            dress: None,
            last_host: None,
            counted: None,
            zone: None,
            first_line: true,
            is_stamped: false,
            front: Dress::default(),
            wrapped: None,
            width: 0,
            stamped: HashMap::new(),
            looked: 0,
            has_manager_s_number: false,
        }
    }

    /// Looks at the start of the stream before it is read.
    fn look_ahead(&mut self, head: &[u8]) {
        let head = String::from_utf8_lossy(head);
        let said = || head.lines().filter(|line| !line.trim().is_empty());
        self.is_stamped = front::is_stamped(said().take(400));
        self.front = Dress::of(said());
        let bare: Vec<Cow<'_, str>> = said().map(|line| self.bare(line)).collect();
        self.wrapped = Wrapped::of(bare.iter().take(400).map(AsRef::as_ref));
        let form = self.form;
        for parsed in bare.iter().filter_map(|line| parse::parse(form, line)) {
            let host = parsed.speaker.host.and_then(|host| self.host(host));
            self.stamped.entry(host).or_default().look(&parsed);
            self.has_manager_s_number |= message::is_numbered_manager(&parsed);
        }
        let lines = memchr::memchr_iter(b'\n', head.as_bytes()).count() as u64;
        self.looked = self.options.first_line.saturating_add(lines);
    }

    fn line(&mut self, line: &Line) {
        if line.nuls > 0 {
            self.notes.nuls(line.number, line.nuls);
        }
        if line.is_cut {
            self.notes.cut(line.number);
        }
        let mut text = String::from_utf8_lossy(&line.bytes);
        if text.contains('\u{1b}') {
            text = Cow::Owned(lines::strip_escapes(&text));
        }
        let mut text = text.as_ref();
        if std::mem::take(&mut self.first_line) {
            text = text.trim_start_matches('\u{feff}');
        }
        let bare = self.bare(text);
        text = bare.as_ref();
        if let Some(dress) = &self.dress {
            text = text.strip_prefix(dress.as_str()).unwrap_or(text);
        }
        if text.trim().is_empty() {
            return;
        }
        let count = if self.wrapped.is_some() { text.trim_end().chars().count() } else { 0 };
        let width = std::mem::replace(&mut self.width, count);
        if let Some(parsed) = self.parse(text) {
            self.finish_pending();
            self.begin(text, &parsed, line.number);
        } else if self.goes_on(text, width) {
        } else if let Some(header) = marks::header(text) {
            self.header(header, line.number);
        } else if !self.continues(text) {
            self.notes.reject(line.number, text, self.form.name());
        }
    }

    /// A line without what stands in front of all.
    fn bare<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let inner = if self.is_stamped { front::unstamped(text) } else { None };
        self.front.off(inner.unwrap_or(text))
    }

    /// The rest of the newest line, which was broken at a width.
    fn goes_on(&mut self, text: &str, width: usize) -> bool {
        let Some(wrapped) = self.wrapped.filter(|wrapped| wrapped.goes_on(width, text)) else { return false };
        let is_mark =
            matches!(marks::header(text), Some(Header::Boot(_) | Header::Reboot | Header::Begins(_)));
        let Some(pending) = self.pending.as_mut().filter(|_| !is_mark) else { return false };
        if pending.record.message.len().saturating_add(text.len()) < LINE_MAX {
            wrapped.join(&mut pending.record.message, text);
        }
        true
    }

    /// Reads a line; the first ones tell what stands in front of all.
    fn parse<'t>(&mut self, text: &'t str) -> Option<Parsed<'t>> {
        let parsed = parse::parse(self.form, text);
        if parsed.is_some() || self.dress.is_some() || self.records > 0 || self.pending.is_some() {
            if parsed.is_some() {
                self.dress.get_or_insert_default();
            }
            return parsed;
        }
        let bare = text.strip_prefix("> ").unwrap_or(text).trim_start_matches([' ', '\t']);
        let dress = text.len().checked_sub(bare.len()).filter(|&len| len > 0)?;
        let parsed = parse::parse(self.form, bare)?;
        self.dress = text.get(..dress).map(str::to_owned);
        Some(parsed)
    }

    /// A further line of the newest message: journalctl and dmesg indent it.
    fn continues(&mut self, text: &str) -> bool {
        let is_indented = text.starts_with([' ', '\t']);
        let Some(pending) = self.pending.as_mut().filter(|_| is_indented) else { return false };
        let message = &mut pending.record.message;
        let more = text.trim_start_matches([' ', '\t']);
        if message.len().saturating_add(more.len()) < LINE_MAX {
            message.push('\n');
            message.push_str(more);
        }
        true
    }

    fn header(&mut self, header: Header, number: u64) {
        self.finish_pending();
        match header {
            Header::Boot(id) => self.new_boot(Begun::Marker, Some(id), 0),
            Header::Reboot => self.new_boot(Begun::Marker, None, 0),
            Header::Begins(end) => {
                if let Some((stamp, ..)) = stamp::full(end) {
                    let at = self.clock.rough(&stamp, 0);
                    self.ends = Some(at);
                }
            }
            Header::NoRights => self.no_rights = true,
            Header::Unopened => self.unopened = true,
            Header::Hole => {
                self.new_boot(Begun::FileStart, None, 0);
                self.building.is_behind_hole = !self.boots.is_empty();
                let what = "lines were taken out here: whether a boot ended among them is not known";
                self.notes.tell(Some(number), what);
            }
            Header::Other => {}
        }
    }

    /// Makes a draft of a line; it waits for the lines that may continue it.
    fn begin(&mut self, text: &str, parsed: &Parsed, number: u64) {
        let stamp = self.count_on(parsed.stamp);
        let segment = self.clock.follow(&stamp);
        let rough = self.clock.rough(&stamp, segment);
        if let Some(zone) = parsed.zone {
            self.hear_zone(zone, &stamp, number);
        }
        // Where a mail program broke the lines, many are of one width.
        let line = if self.wrapped.is_some() { "" } else { text };
        self.shape.look(line, parsed, rough);
        self.joined.look(text, parsed, number);
        let host = parsed.speaker.host.and_then(|host| self.host(host));
        self.host_changes += u64::from(self.last_host.is_some() && host != self.last_host);
        self.last_host = host;

        let stamped = self.stamped.entry(host).or_default();
        if number >= self.looked {
            stamped.look(parsed);
        }
        let has_printk = stamped.all();
        let (mut record, printk) = message::record(self.form, parsed, has_printk);
        self.has_manager_s_number |= message::is_numbered_manager(parsed);
        if !self.has_manager_s_number && record.identifier.as_deref() == Some("systemd") {
            record.pid = record.pid.or(Some(1));
        }
        record.at = Micros(rough);
        record.origin = Origin { input: self.options.input, cursor: None, line: Some(number) };
        // The two differ only in what stands in the speaker's place.
        if self.form == Form::ShortFull && record.unit.is_some() {
            self.form = Form::WithUnit;
        }
        record.kernel_time = printk.or(match stamp {
            Stamp::Monotonic(at) if record.transport == Transport::Kernel => Some(at),
            _ => None,
        });
        let moment = Moment { stamp, segment, line: number, rough };
        self.pending = Some(Draft { record, moment, printk, host, is_selected: false });
    }

    /// The stamp of a line that only tells the difference to the one before.
    fn count_on(&mut self, stamp: Stamp) -> Stamp {
        let counted = match (stamp, self.counted) {
            (Stamp::Since(by), Some(Stamp::Local(local))) => {
                let of_day = local.of_day.saturating_add(by).min(crate::civil::DAY);
                Stamp::Local(stamp::Local { of_day, ..local })
            }
            (Stamp::Since(by), Some(Stamp::Monotonic(at))) => Stamp::Monotonic(at.saturating_add(by)),
            (Stamp::Since(by), _) => Stamp::Monotonic(by),
            (stamp, _) => stamp,
        };
        self.counted = Some(counted);
        counted
    }

    fn hear_zone(&mut self, zone: &str, stamp: &Stamp, number: u64) {
        let is_utc = matches!(zone, "UTC" | "GMT" | "Z") || zone.starts_with(['+', '-']);
        if is_utc || self.zone.as_deref() == Some(zone) {
            return;
        }
        self.zone = Some(zone.into());
        let what = match (stamp, stamp::zone_offset(zone)) {
            (Stamp::Utc(_), Some(offset)) => {
                format!("the zone {zone} in the lines is taken as {}", crate::zone::shown(offset))
            }
            _ => format!("the zone {zone} in the lines is the name of several zones"),
        };
        self.notes.tell(Some(number), what);
    }

    fn host(&mut self, name: &str) -> Option<u16> {
        if let Some(known) = self.last_host
            && self.hosts.get(usize::from(known)).is_some_and(|host| &**host == name)
        {
            return Some(known);
        }
        let found = self.hosts.iter().position(|host| &**host == name).or_else(|| {
            (self.hosts.len() < HOSTS_MAX).then(|| {
                self.hosts.push(name.into());
                self.hosts.len() - 1
            })
        })?;
        u16::try_from(found).ok()
    }

    /// The newest message is complete.
    fn finish_pending(&mut self) {
        let Some(mut draft) = self.pending.take() else { return };
        if draft.record.identity() == model::Identity::Pid1
            && let Some(unit) = unit::of_message(&draft.record.message)
        {
            let unit = unit.into();
            draft.record.fields.push(("UNIT".into(), unit));
        }
        let times = self.repeated(&mut draft);
        if let Some(begun) = self.marks.begins(&draft) {
            let is_start = self.building.entries == 0 && self.queue.is_empty();
            if is_start {
                // The file or the mark's boot begins with it.
                if self.building.begun == Begun::FileStart {
                    self.building.begun = begun;
                }
            } else {
                let lead = match draft.moment.stamp {
                    Stamp::Monotonic(_) => 0,
                    _ if draft.record.message.starts_with("Startup finished in ") => {
                        pid1::lead_of_finished(&self.queue, &draft)
                    }
                    _ => marks::lead(self.queue.iter().rev(), draft.moment.rough),
                };
                self.new_boot_of(begun, None, lead);
            }
        }
        draft.is_selected = (self.options.select)(&draft.record);
        for _ in 1..times {
            self.enqueue(draft.clone());
        }
        self.enqueue(draft);
    }

    fn enqueue(&mut self, draft: Draft) {
        self.records += 1;
        self.queue.push_back(draft);
        if self.queue.len() > QUEUE
            && let Some(draft) = self.queue.pop_front()
        {
            self.building.add(draft, self.options);
        }
    }

    /// Undoes rsyslog's and sysklogd's summing up of equal lines; how often the message is given.
    fn repeated(&self, draft: &mut Draft) -> u64 {
        let message = draft.record.message.as_str();
        let is_last = message.starts_with("last message ");
        let Some(rest) = message
            .strip_prefix("message repeated ")
            .or_else(|| message.strip_prefix("last message repeated "))
        else {
            return 1;
        };
        let Some((times, rest)) = stamp::number(rest, 9) else { return 1 };
        let Some(rest) = rest.strip_prefix(" times") else { return 1 };
        let times = u64::try_from(times).unwrap_or(1).clamp(1, REPEATED_MAX);
        if let Some(inner) = rest.strip_prefix(": [").and_then(|rest| rest.strip_suffix(']')) {
            draft.record.message = inner.trim_start().to_owned();
            return times;
        }
        let Some(before) = self.queue.back().filter(|before| is_last && before.host == draft.host) else {
            return 1;
        };
        let origin = draft.record.origin.clone();
        draft.record = Record { at: draft.record.at, origin, ..before.record.clone() };
        times
    }

    /// Ends the boot being read by a mark: what comes is another one.
    fn new_boot(&mut self, begun: Begun, id: Option<model::BootId>, lead: usize) {
        self.marks = Marks::of_new_boot(begun);
        self.new_boot_of(begun, id, lead);
    }

    fn new_boot_of(&mut self, begun: Begun, id: Option<model::BootId>, lead: usize) {
        while self.queue.len() > lead {
            if let Some(draft) = self.queue.pop_front() {
                self.building.add(draft, self.options);
            }
        }
        if self.boots.len() >= BOOTS_MAX {
            self.notes.tell(None, "more than 20,000 boots: the last ones are not told apart");
            return;
        }
        let building = std::mem::replace(&mut self.building, Building::new(begun, id));
        if building.entries > 0 {
            self.boots.push(building);
        } else {
            self.building.is_behind_hole = building.is_behind_hole;
        }
    }

    fn finish(mut self) -> Reading {
        self.finish_pending();
        while let Some(draft) = self.queue.pop_front() {
            self.building.add(draft, self.options);
        }
        let last = std::mem::replace(&mut self.building, Building::new(Begun::FileStart, None));
        if last.entries > 0 {
            self.boots.push(last);
        }
        let of_all = self.shape.refusal().map(|why| (self.options.first_line, why));
        if let Some((line, what)) = of_all.or_else(|| self.joined.refusal()) {
            let rejected = self.records.saturating_add(self.notes.rejected);
            let problems = vec![Problem { line: Some(line), what }];
            return Reading { form: Some(self.form), rejected, problems, ..Reading::default() };
        }
        fit::fit(self)
    }
}

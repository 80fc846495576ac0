//! The parts of a report in words, the same in every rendering.

use crate::schema::{
    Advice, BaseRateInfo, BlindWindowInfo, BootReport, Citation, CiteKind, ClockStepInfo, ContextInfo,
    Control, EndingName, EventInfo, EvidenceInfo, HypothesisName, MachineInfo, Pattern, Report, Running,
};
use model::{Span, Text};
use serde::Serialize;

use crate::words::{before_end, count, hypothesis as hypothesis_text, name_of};
use crate::{Options, Stamp};

/// The heading over the pieces for or against a hypothesis.
pub(crate) fn evidence_heading(
    boot: &BootReport,
    hypothesis: HypothesisName,
    against: bool,
    options: &Options,
) -> String {
    let what = match hypothesis {
        HypothesisName::Other => Text::new("neither-memory-nor-heat"),
        _ => hypothesis_text(hypothesis),
    };
    let id = if against {
        "evidence-against"
    } else if boot.cause.is_some() && !hypothesis.is(boot.cause) && boot.hypotheses()[0].is(boot.cause) {
        "evidence-for-other"
    } else {
        "evidence-for"
    };
    options.say(&Text::new(id).with("what", what))
}

/// When a piece was, and how long before the end.
pub(crate) fn when(piece: &EvidenceInfo, boot: &BootReport, options: &Options) -> Option<String> {
    if let Some(absent) = piece.cites.iter().find(|cite| cite.kind == CiteKind::Absence)
        && piece.cites.iter().all(|cite| cite.kind == CiteKind::Absence)
    {
        let times = cite_times(absent, boot, options)?;
        return Some(options.say(&Text::new("no-such-line").with("times", times)));
    }
    let at = piece.at?;
    let time = options.near(at, boot.end());
    Some(match boot.end() {
        Some(end) => format!("{time}, {}", before_end(at, end, options)),
        None => time,
    })
}

/// The first source of a piece and how many more there are.
pub(crate) fn sources(report: &Report, piece: &EvidenceInfo, options: &Options) -> Option<String> {
    let mut cites = piece.cites.iter().filter(|cite| cite.kind != CiteKind::Absence);
    let first = source(report, cites.next()?, false)?;
    Some(match cites.count() {
        0 => first,
        more => options.say(&Text::new("and-more-lines").with("first", first).with("more", more)),
    })
}

/// Where a citation stands: `monitor.csv:208-209`, or the journal's cursor.
pub(crate) fn source(report: &Report, cite: &Citation, in_full: bool) -> Option<String> {
    let path = cite.input.map(|input| report.path(input)).filter(|path| !path.is_empty());
    let path = path.map(|path| if in_full { path } else { file_name(report, path) });
    match (path, cite.line, cite.line_last, &cite.cursor) {
        (Some(path), Some(line), Some(last), _) if last > line => Some(format!("{path}:{line}-{last}")),
        (Some(path), Some(line), ..) => Some(format!("{path}:{line}")),
        (Some(path), None, _, Some(cursor)) if in_full => Some(format!("{path}, cursor {cursor}")),
        (None, _, _, Some(cursor)) if in_full => Some(format!("cursor {cursor}")),
        (Some(path), ..) => Some(path.to_owned()),
        (None, ..) => None,
    }
}

/// The file's name without its folder, unless another input has the same.
pub(super) fn file_name<'a>(report: &Report, path: &'a str) -> &'a str {
    let name = |path: &'a str| path.trim_end_matches('/').rsplit('/').next().unwrap_or(path);
    let short = name(path);
    let same = report
        .inputs
        .iter()
        .filter(|input| input.path.trim_end_matches('/').rsplit('/').next() == Some(short));
    if same.count() > 1 { path } else { short }
}

/// The instants of a citation.
fn cite_times(cite: &Citation, boot: &BootReport, options: &Options) -> Option<String> {
    let from = options.near(cite.from?, boot.end());
    let to = cite.to.filter(|&to| Some(to) != cite.from).map(|to| options.near(to, boot.end()));
    let id = match (cite.kind, &to) {
        (CiteKind::Absence, Some(_)) => "absent-from-to",
        (CiteKind::Absence, None) => "absent-from",
        (_, Some(_)) => "from-to",
        (_, None) => return Some(from),
    };
    Some(options.say(&Text::new(id).with("from", from).with("to", to.unwrap_or_default())))
}

/// The name of a signal in words.
pub(crate) fn signal(rate: &BaseRateInfo) -> &str {
    rate.text.as_deref().unwrap_or(&rate.signal)
}

/// A base rate in words.
pub(crate) fn rate(rate: &BaseRateInfo, options: &Options) -> String {
    let part = |with: u32, all: u32, id| (all > 0).then(|| Text::new(id).with("with", with).with("all", all));
    let parts = [
        part(rate.clean_boots_with, rate.clean_boots, "rate-clean"),
        part(rate.unexpected_boots_with, rate.unexpected_boots, "rate-unexpected"),
    ];
    Text::list(parts.into_iter().flatten()).map_or_else(String::new, |text| options.say(&text))
}

/// What guards against memory exhaustion and what is known of it.
pub(crate) fn protection(boot: &BootReport, options: &Options) -> Vec<String> {
    let known = [
        ("protection-earlyoom", &boot.protection.earlyoom),
        ("protection-oom-killer", &boot.protection.oom_killer),
    ];
    known
        .into_iter()
        .filter_map(|(id, text)| {
            let text = options.localise(text.as_ref()?, boot.end());
            Some(options.say(&Text::new(id).with("text", text)))
        })
        .collect()
}

/// What surrounds the end, with its time and place.
pub(crate) fn context(
    report: &Report,
    context: &ContextInfo,
    boot: &BootReport,
    options: &Options,
) -> String {
    let place = source(report, &context.cite, false).map(|place| format!("; {place}")).unwrap_or_default();
    let text = options.localise(&context.text, boot.end());
    format!("{text} ({}{place})", options.near(context.at, boot.end()))
}

/// A run that survived.
pub(crate) fn control(control: &Control, boot: &BootReport, options: &Options) -> String {
    let text = options.localise(&control.text, boot.end());
    let which = if control.boot_id == boot.boot_id {
        options.word("in-this-boot")
    } else {
        let id = control.boot_id.get(..8).unwrap_or(&control.boot_id);
        options.say(&Text::new("in-boot").with("id", id))
    };
    let said = match (control.from, control.to) {
        (Some(from), Some(to)) => Text::new("control-between")
            .with("from", options.near(from, boot.end()))
            .with("to", options.near(to, boot.end())),
        _ => Text::new("control-line"),
    };
    options.say(&said.with("text", text).with("which", which))
}

/// The last key events, or the last of all if none is marked; repetitions in a row are one group.
pub(crate) fn last_events(boot: &BootReport, groups: usize) -> Vec<Vec<&EventInfo>> {
    let any_key = boot.events.iter().any(|event| event.key);
    let mut found: Vec<Vec<&EventInfo>> = Vec::new();
    for event in boot.events.iter().filter(|event| event.key || !any_key) {
        match found.last_mut() {
            Some(group) if group[0].kind == event.kind && group[0].text == event.text => group.push(event),
            _ => found.push(vec![event]),
        }
    }
    found.split_off(found.len().saturating_sub(groups))
}

/// What is known of a machine, in the order in which bug forms ask for it: what it is, then its value.
pub(crate) fn machine(machine: &MachineInfo, options: &Options) -> Vec<(String, String)> {
    let mib = |id, mib: Option<u64>| mib.map(|mib| options.say(&Text::new(id).with("mib", mib)));
    let memory = if machine.memory_model == "unified" { "mib-shared" } else { "mib" };
    [
        ("machine-host", machine.hostname.clone()),
        ("machine-product", machine.product.clone()),
        ("machine-driver", machine.driver.clone()),
        ("machine-os", machine.os.clone()),
        ("machine-kernel", machine.kernel.clone()),
        ("machine-firmware", machine.firmware.clone()),
        ("machine-memory", mib(memory, machine.memory_mib)),
        ("machine-swap", mib("mib", machine.swap_mib)),
    ]
    .into_iter()
    .filter_map(|(what, value)| value.map(|value| (options.word(what), value)))
    .collect()
}

/// The same in one line; the host and the product speak for themselves.
pub(crate) fn machine_line(machine: &MachineInfo, options: &Options) -> String {
    let plain = [options.word("machine-host"), options.word("machine-product")];
    let parts: Vec<String> = self::machine(machine, options)
        .into_iter()
        .map(
            |(what, value)| {
                if plain.contains(&what) { value } else { format!("{} {value}", what.to_lowercase()) }
            },
        )
        .collect();
    parts.join(", ")
}

/// A step of the clock.
pub(crate) fn clock_step(step: &ClockStepInfo, boot: &BootReport, options: &Options) -> String {
    let id = if step.by_s < 0.0 { "clock-back" } else { "clock-forward" };
    let text = Text::new(id)
        .with("by", Span((step.by_s * 1e6) as i64))
        .with("at", options.near(step.at, boot.end()));
    options.say(&text)
}

/// What redaction replaced.
pub(crate) fn redaction(report: &Report, options: &Options) -> String {
    let counts = report.redaction.iter().flatten().filter(|&(_, &times)| times > 0);
    let kinds: Vec<String> = counts
        .map(|(kind, times)| format!("{} {}", name_of("redacted", kind, options), count(*times)))
        .collect();
    options.say(&if kinds.is_empty() {
        Text::new("redacted-nothing")
    } else {
        Text::new("redacted").with("kinds", kinds.join(", "))
    })
}

/// The gap between two instants, empty if one is unknown.
pub(crate) fn gap(from: Option<Stamp>, to: Option<Stamp>, options: &Options) -> String {
    match (from, to) {
        (Some(from), Some(to)) => options.span(to.since(from)),
        _ => String::new(),
    }
}

/// The piece of evidence that says most about a boot's end, or the summary; empty where the table has words of
/// its own.
pub(crate) fn key_evidence(boot: &BootReport) -> &str {
    if boot.ending != EndingName::Unexpected {
        return "";
    }
    let named = boot.hypotheses()[0];
    let mut pieces = if named.is(boot.cause) { boot.evidence_on(named, false) } else { Vec::new() };
    if pieces.is_empty() {
        pieces = boot.evidence.iter().filter(|piece| piece.weight_db > 0).collect();
        pieces.sort_by_key(|piece| std::cmp::Reverse(piece.weight_db));
    }
    pieces.first().map_or(boot.summary.as_str(), |piece| piece.text.as_str())
}

/// How long before the end an event was, told only where a reader of the last events would not expect it.
pub(crate) fn age(at: Stamp, boot: &BootReport, options: &Options) -> Option<String> {
    const EXPECTED: i64 = 3600 * 1_000_000;
    let end = boot.end()?;
    (end.since(at).0 > EXPECTED).then(|| before_end(at, end, options))
}

/// What to do, in words.
#[derive(Serialize)]
pub(crate) struct AdviceWords {
    pub(crate) text: String,
    /// Why it is given, and who says so.
    pub(crate) why: String,
    /// Lines to be copied.
    pub(crate) command: Vec<String>,
}

/// The advice on a boot.
pub(crate) fn advice(boot: &BootReport, options: &Options) -> Vec<AdviceWords> {
    let advice = boot.advice.iter().map(|advice| AdviceWords {
        text: options.localise(&advice.text, boot.end()),
        why: why(advice, boot, options),
        command: advice.command.iter().flat_map(|command| command.lines()).map(str::to_owned).collect(),
    });
    advice.collect()
}

/// Why an advice is given, and who says so.
fn why(advice: &Advice, boot: &BootReport, options: &Options) -> String {
    let why = options.localise(&advice.why, boot.end());
    match (why.is_empty(), advice.source.is_empty()) {
        (false, false) => {
            let text = Text::new("why-source").with("why", why).with("source", advice.source.as_str());
            options.say(&text)
        }
        (false, true) => options.say(&Text::new("why").with("why", why)),
        (true, false) => format!("[{}]", advice.source),
        (true, true) => String::new(),
    }
}

/// `boots -3, -2` for a list of ids.
fn boots(report: &Report, ids: &[String], options: &Options) -> String {
    let names: Vec<String> = ids
        .iter()
        .map(|id| match report.boots.iter().find(|boot| boot.boot_id == *id) {
            Some(boot) => boot.offset.to_string(),
            None => id.get(..8).unwrap_or(id).to_owned(),
        })
        .collect();
    if names.is_empty() {
        return String::new();
    }
    options.say(&Text::new("boots").with("count", names.len()).with("names", names.join(", ")))
}

/// What several boots have in common, with their names.
pub(crate) fn pattern(report: &Report, pattern: &Pattern, options: &Options) -> String {
    let text = options.localise(&pattern.text, None);
    let boots = boots(report, &pattern.boots, options);
    if boots.is_empty() { text } else { format!("{text} ({boots})") }
}

/// What the samplers did not see; of several sensors of one kind only the hottest, which says the most.
pub(crate) fn blind_lines(boot: &BootReport, options: &Options) -> Vec<String> {
    let kind = |window: &BlindWindowInfo| {
        let (metric, rest) = window.series.split_once(' ').unwrap_or((&window.series, ""));
        (metric.to_owned(), rest.rsplit(" of ").next().unwrap_or_default().to_owned())
    };
    let mut lines = Vec::new();
    let mut told: Vec<(String, String)> = Vec::new();
    for window in &boot.blind_windows {
        let this = kind(window);
        if told.contains(&this) {
            continue;
        }
        let alike = || boot.blind_windows.iter().filter(|other| kind(other) == this);
        let hottest = alike().max_by(|a, b| a.last_value.total_cmp(&b.last_value)).unwrap_or(window);
        let count = alike().count();
        let aside = (count > 1).then(|| Text::new("hottest-of").with("count", count));
        let text = Text::new("blind-aside").with("text", blind(hottest, boot, options)).with("aside", aside);
        lines.push(options.say(&text));
        told.push(this);
    }
    lines.extend(boot.unsampled.iter().map(|none| format!("{}: {}", none.sampler, none.text)));
    lines
}

/// What a sampler did not see.
fn blind(window: &BlindWindowInfo, boot: &BootReport, options: &Options) -> String {
    let judged = match (window.could_have_seen, window.unit.as_str()) {
        (true, _) | (false, "entries") => None,
        (false, "°C") => Some(Text::new("blind-climb")),
        (false, _) => Some(Text::new("blind-fall")),
    };
    let text = Text::new("blind-line")
        .with("name", window_name(window, options))
        .with("text", options.localise(&window.text, boot.end()))
        .with("judged", judged);
    options.say(&text)
}

/// `available memory of monitor.csv`.
pub(crate) fn series_of(what: &str, sampler: &str, options: &Options) -> String {
    let text = Text::new("series-of").with("series", series(what, options)).with("sampler", sampler);
    options.say(&text)
}

/// `Available memory of monitor.csv`, from the name of a series in the contract.
fn window_name(window: &BlindWindowInfo, options: &Options) -> String {
    match window.series.split_once(" of ") {
        Some((what, sampler)) => series_of(what, &name_of("sampler", sampler, options), options),
        None => series(&window.series, options),
    }
}

/// What was running, a line a thing; containers of which only the id is known share one.
pub(crate) fn running(boot: &BootReport, options: &Options) -> Vec<String> {
    const NAMELESS: &str = " (known by its id only)";
    /// An id says little, and a host of many short runs has dozens whose end was not logged.
    const NEWEST: usize = 8;
    let since = |thing: &Running| {
        let since = thing.since.map(|at| Text::new("since").with("at", options.near(at, boot.end())));
        since.map(|since| options.say(&since)).unwrap_or_default()
    };
    let (nameless, named): (Vec<&Running>, Vec<&Running>) =
        boot.running.iter().partition(|thing| thing.what.ends_with(NAMELESS));
    let mut lines: Vec<String> = named
        .iter()
        .map(|thing| format!("{} {}{}", name_of("kind", &thing.kind, options), thing.what, since(thing)))
        .collect();
    let ids: Vec<String> = nameless
        .iter()
        .map(|thing| format!("{}{}", thing.what.trim_end_matches(NAMELESS), since(thing)))
        .collect();
    match ids.len() {
        0 => {}
        n => {
            let id = if n <= NEWEST { "nameless" } else { "nameless-newest" };
            let ids = ids[n.saturating_sub(NEWEST)..].join(", ");
            lines.push(options.say(&Text::new(id).with("count", n).with("ids", ids)));
        }
    }
    lines
}

/// A text that may begin with a metric, such as the name of a series, with that metric in words.
pub(crate) fn series(name: &str, options: &Options) -> String {
    let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(name.len());
    let (metric, rest) = name.split_at(end);
    format!("{}{rest}", name_of("metric", metric, options))
}

/// Citations in a row that quote the same line of the same input.
pub(crate) fn same_lines(cites: &[Citation]) -> Vec<&[Citation]> {
    let is_line = |cite: &Citation| cite.kind == CiteKind::Event && cite.line.is_some();
    cites.chunk_by(|a, b| is_line(a) && is_line(b) && a.input == b.input && a.raw == b.raw).collect()
}

/// Where the citations of a group stand, and when that was.
pub(crate) fn place(report: &Report, group: &[Citation], boot: &BootReport, options: &Options) -> String {
    const LINES: usize = 4;
    let (Some(first), Some(last)) = (group.first(), group.last()) else {
        return String::new();
    };
    let span = Citation { to: last.to.or(last.from), ..first.clone() };
    let times = cite_times(&span, boot, options);
    let mut place = source(report, first, true);
    if let Some(place) = &mut place {
        for line in group.iter().skip(1).take(LINES - 1).filter_map(|cite| cite.line) {
            place.push_str(&format!(", {line}"));
        }
        if group.len() > LINES {
            let more = Text::new("and-more").with("count", group.len() - LINES);
            place.push_str(&options.say(&more));
        }
    }
    // A cursor is long: what can be read at a glance goes first.
    let parts = if first.line.is_some() { [place, times] } else { [times, place] };
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What is missing and why it would have been seen.
pub(crate) fn absence(cite: &Citation, options: &Options) -> String {
    let because = cite.because.as_ref().map(|why| Text::new("absent-because").with("why", why.as_str()));
    options.say(&Text::new("absent").with("what", cite.raw.as_str()).with("because", because))
}

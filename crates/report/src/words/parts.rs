//! The parts of a report in words, the same in every rendering.

use crate::schema::{
    Advice, BaseRateInfo, BlindWindowInfo, BootReport, Citation, CiteKind, ContextInfo, Control, Coverage,
    EndingName, EventInfo, EvidenceInfo, HypothesisName, InputInfo, MachineInfo, Pattern, Report, Running,
};
use crate::words::{before_end, count, duration};
use crate::{Options, Stamp};

/// The heading over the pieces for or against a hypothesis.
pub(crate) fn evidence_heading(boot: &BootReport, hypothesis: HypothesisName, against: bool) -> String {
    let what = match hypothesis {
        HypothesisName::Other => "a cause other than memory or heat",
        _ => hypothesis.words(),
    };
    let for_or_against = if against { "against" } else { "for" };
    let aside = if !against
        && boot.cause.is_some()
        && !hypothesis.is(boot.cause)
        && boot.hypotheses()[0].is(boot.cause)
    {
        " (not the verdict)"
    } else {
        ""
    };
    format!("Evidence {for_or_against} {what}{aside}")
}

/// When a piece was, and how long before the end.
pub(crate) fn when(piece: &EvidenceInfo, boot: &BootReport, options: &Options) -> Option<String> {
    if let Some(absent) = piece.cites.iter().find(|cite| cite.kind == CiteKind::Absence)
        && piece.cites.iter().all(|cite| cite.kind == CiteKind::Absence)
    {
        let times = cite_times(absent, boot, options)?;
        return Some(format!("no such line {times}, where it would have been recorded"));
    }
    let at = piece.at?;
    let time = options.near(at, boot.end());
    Some(boot.end().map_or_else(|| time.clone(), |end| format!("{time}, {}", before_end(at, end))))
}

/// The first source of a piece and how many more there are.
pub(crate) fn sources(report: &Report, piece: &EvidenceInfo) -> Option<String> {
    let mut cites = piece.cites.iter().filter(|cite| cite.kind != CiteKind::Absence);
    let first = source(report, cites.next()?, false)?;
    Some(match cites.count() {
        0 => first,
        1 => format!("{first} and 1 more line"),
        more => format!("{first} and {more} more lines"),
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
fn file_name<'a>(report: &Report, path: &'a str) -> &'a str {
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
    let times = to.map_or_else(|| from.clone(), |to| format!("{from} to {to}"));
    Some(if cite.kind == CiteKind::Absence { format!("from {times}") } else { times })
}

/// The name of a signal in words.
pub(crate) fn signal(rate: &BaseRateInfo) -> &str {
    rate.text.as_deref().unwrap_or(&rate.signal)
}

/// A base rate in words.
pub(crate) fn rate(rate: &BaseRateInfo) -> String {
    let part =
        |with: u32, all: u32, how: &str| (all > 0).then(|| format!("{with} of {all} that ended {how}"));
    let parts = [
        part(rate.clean_boots_with, rate.clean_boots, "cleanly"),
        part(rate.unexpected_boots_with, rate.unexpected_boots, "unexpectedly"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What guards against memory exhaustion and what is known of it.
pub(crate) fn protection(boot: &BootReport) -> Vec<(&'static str, &str)> {
    [("earlyoom", &boot.protection.earlyoom), ("Kernel OOM killer", &boot.protection.oom_killer)]
        .into_iter()
        .filter_map(|(name, text)| text.as_deref().map(|text| (name, text)))
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
        "earlier in this boot".to_owned()
    } else {
        format!("boot {}", control.boot_id.get(..8).unwrap_or(&control.boot_id))
    };
    match (control.from, control.to) {
        (Some(from), Some(to)) => format!(
            "{text} ({which}, {} to {})",
            options.near(from, boot.end()),
            options.near(to, boot.end())
        ),
        _ => format!("{text} ({which})"),
    }
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

/// What is known of a machine, in the order in which bug forms ask for it.
pub(crate) fn machine(machine: &MachineInfo) -> Vec<(&'static str, String)> {
    let memory = machine.memory_mib.map(|mib| {
        let model = if machine.memory_model == "unified" { " shared by CPU and GPU" } else { "" };
        format!("{} MiB{model}", count(mib))
    });
    [
        ("Host", machine.hostname.clone()),
        ("Product", machine.product.clone()),
        ("Driver", machine.driver.clone()),
        ("OS", machine.os.clone()),
        ("Kernel", machine.kernel.clone()),
        ("Firmware", machine.firmware.clone()),
        ("Memory", memory),
        ("Swap", machine.swap_mib.map(|mib| format!("{} MiB", count(mib)))),
    ]
    .into_iter()
    .filter_map(|(what, value)| value.map(|value| (what, value)))
    .collect()
}

/// What was read of an input.
pub(crate) fn input_line(input: &InputInfo) -> String {
    let what = if input.kind == "monitor" { "rows" } else { "entries" };
    let mut text = format!("{}: {} {what}", input.path, count(input.records));
    if input.rejected > 0 {
        text.push_str(&format!(", {} could not be read", count(input.rejected)));
    }
    if let Some(zone) = &input.zone {
        let basis = input.zone_basis.as_deref().map_or("", zone_basis);
        text.push_str(&format!("; its times were read as {zone}{basis}"));
    }
    text
}

fn zone_basis(name: &str) -> &str {
    match name {
        "cells" => ", as it says itself",
        "given" => ", as you said",
        "host" => ", this host's zone",
        "uptime" => ": its uptime column fits the boots",
        "restart" => ": its restarts fit the boots",
        "agreement" => ": its memory values agree with earlyoom's",
        "only_fit" => ": no other offset puts its samples into boots",
        "assumed" => ", which is an assumption (give --tz to settle it)",
        _ => "",
    }
}

/// What redaction replaced.
pub(crate) fn redaction(report: &Report) -> String {
    let counts = report.redaction.iter().flatten().filter(|&(_, &times)| times > 0);
    let kinds: Vec<String> =
        counts.map(|(kind, times)| format!("{} {}", kind.replace('_', " "), count(*times))).collect();
    if kinds.is_empty() {
        "Redacted: nothing private was found; read it once more before you publish it.".to_owned()
    } else {
        format!(
            "Redacted: {}. The same placeholder always stands for the same thing. Read it once more before you \
             publish it.",
            kinds.join(", ")
        )
    }
}

/// The gap between two instants, empty if one is unknown.
pub(crate) fn gap(from: Option<Stamp>, to: Option<Stamp>) -> String {
    match (from, to) {
        (Some(from), Some(to)) => duration(to.since(from).0),
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
pub(crate) fn age(at: Stamp, boot: &BootReport) -> Option<String> {
    const EXPECTED: i64 = 3600 * 1_000_000;
    let end = boot.end()?;
    (end.since(at).0 > EXPECTED).then(|| before_end(at, end))
}

/// Why an advice is given, and who says so.
pub(crate) fn why(advice: &Advice, boot: &BootReport, options: &Options) -> String {
    let why = options.localise(&advice.why, boot.end());
    match (why.is_empty(), advice.source.is_empty()) {
        (false, false) => format!("Why: {why} [{}]", advice.source),
        (false, true) => format!("Why: {why}"),
        (true, false) => format!("[{}]", advice.source),
        (true, true) => String::new(),
    }
}

/// `boots -3, -2` for a list of ids.
fn boots(report: &Report, ids: &[String]) -> String {
    let names: Vec<String> = ids
        .iter()
        .map(|id| match report.boots.iter().find(|boot| boot.boot_id == *id) {
            Some(boot) => boot.offset.to_string(),
            None => id.get(..8).unwrap_or(id).to_owned(),
        })
        .collect();
    match names.len() {
        0 => String::new(),
        1 => format!("boot {}", names[0]),
        _ => format!("boots {}", names.join(", ")),
    }
}

/// What several boots have in common, with their names.
pub(crate) fn pattern(report: &Report, pattern: &Pattern, options: &Options) -> String {
    let text = options.localise(&pattern.text, None);
    let boots = boots(report, &pattern.boots);
    if boots.is_empty() { text } else { format!("{text} ({boots})") }
}

/// What a source covers.
pub(crate) fn coverage(cover: &Coverage, boot: &BootReport, options: &Options) -> String {
    let near = |at| options.near(at, boot.end());
    let span = match (cover.from, cover.to) {
        (Some(from), Some(to)) => format!(", {} to {}", near(from), near(to)),
        (Some(from), None) => format!(", from {}", near(from)),
        (None, Some(to)) => format!(", until {}", near(to)),
        (None, None) => String::new(),
    };
    // Sentences hold commas of their own.
    let separator = if cover.shows.iter().any(|shown| shown.contains(", ")) { "; " } else { ", " };
    let shows = if cover.shows.is_empty() {
        "nothing of use here".to_owned()
    } else {
        cover.shows.iter().map(|shown| series(shown)).collect::<Vec<_>>().join(separator)
    };
    format!("{}{span}: {shows}", cover.source)
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
        let aside = if count > 1 { format!(" (The hottest of {count} sensors.)") } else { String::new() };
        lines.push(format!("{}{aside}", blind(hottest, boot, options)));
        told.push(this);
    }
    lines.extend(boot.unsampled.iter().map(|none| format!("{}: {}", none.sampler, none.text)));
    lines
}

/// What a sampler did not see.
fn blind(window: &BlindWindowInfo, boot: &BootReport, options: &Options) -> String {
    let judged = match (window.could_have_seen, window.unit.as_str()) {
        (true, _) | (false, "entries") => "",
        (false, "°C") => " A fast climb after it was invisible here.",
        (false, _) => " A fast fall after it was invisible here.",
    };
    let name = series(&window.series);
    let mut chars = name.chars();
    let name = chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect::<String>());
    format!("{name}: {}{judged}", options.localise(&window.text, boot.end()))
}

/// What was running, a line a thing; containers of which only the id is known share one.
pub(crate) fn running(boot: &BootReport, options: &Options) -> Vec<String> {
    const NAMELESS: &str = " (known by its id only)";
    /// An id says little, and a host of many short runs has dozens whose end was not logged.
    const NEWEST: usize = 8;
    let since = |thing: &Running| {
        thing.since.map(|at| format!(" since {}", options.near(at, boot.end()))).unwrap_or_default()
    };
    let (nameless, named): (Vec<&Running>, Vec<&Running>) =
        boot.running.iter().partition(|thing| thing.what.ends_with(NAMELESS));
    let mut lines: Vec<String> =
        named.iter().map(|thing| format!("{} {}{}", thing.kind, thing.what, since(thing))).collect();
    let ids: Vec<String> = nameless
        .iter()
        .map(|thing| format!("{}{}", thing.what.trim_end_matches(NAMELESS), since(thing)))
        .collect();
    match ids.len() {
        0 => {}
        1 => lines.push(format!("a container known by its id only: {}", ids[0])),
        n if n <= NEWEST => lines.push(format!("{n} containers known by their ids only: {}", ids.join(", "))),
        n => lines.push(format!(
            "{n} containers known by their ids only, the newest: {} (all of them with -o json)",
            ids[n - NEWEST..].join(", ")
        )),
    }
    lines
}

/// A text that may begin with a metric, such as the name of a series, with that metric in words.
pub(crate) fn series(name: &str) -> String {
    let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(name.len());
    let (metric, rest) = name.split_at(end);
    let words = match metric {
        "mem_available_mib" => "available memory",
        "mem_free_mib" => "free memory",
        "mem_used_mib" => "used memory",
        "swap_used_mib" | "swap_used_pct" => "used swap",
        "swap_free_mib" => "free swap",
        "gpu_temp_c" => "GPU temperature",
        "soc_temp_c" => "SoC temperature",
        "gpu_mem_used_mib" => "used GPU memory",
        "power_w" => "power",
        "gpu_util_pct" => "GPU load",
        "cpu_util_pct" => "CPU load",
        "clock_mhz" => "GPU clock",
        "throttle_bits" => "reasons for a lowered clock",
        "thermal_slowdown_s" => "time in thermal slowdown",
        "psi_some_avg10" | "psi_full_avg10" => "memory pressure (PSI)",
        "mem_total_mib" => "all memory",
        "swap_total_mib" => "all swap",
        "load1" => "load average",
        "uptime_s" => "uptime",
        "fan_pct" => "fan speed",
        "voltage_v" => "voltage",
        metric => metric,
    };
    format!("{words}{rest}")
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
            place.push_str(&format!(" and {} more", group.len() - LINES));
        }
    }
    // A cursor is long: what can be read at a glance goes first.
    let parts = if first.line.is_some() { [place, times] } else { [times, place] };
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What is missing and why it would have been seen.
pub(crate) fn absence(cite: &Citation) -> String {
    let because = cite.because.as_ref().map(|why| format!(" (would have been seen: {why})"));
    format!("absent: {}{}", cite.raw, because.unwrap_or_default())
}

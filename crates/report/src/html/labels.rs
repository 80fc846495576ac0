//! Every word that this page says by itself, in one place: by id where it stands alone, as a whole sentence where it
//! holds values.

use crate::words;

/// The language of the words, for screen readers and hyphenation.
pub(super) const LANG: &str = "en";
/// Seconds, minutes and hours on the time axis.
pub(super) const UNITS: [&str; 3] = ["s", "min", "h"];

/// A label by its id.
const LABELS: &[(&str, &str)] = &[
    ("advice.do", "What to do"),
    ("advice.settle", "What would settle it"),
    ("batch.boots", "All boots"),
    ("batch.pattern", "Pattern over the boots"),
    ("boot.boot", "Boot"),
    ("boot.cause", "Cause"),
    ("boot.confidence", "Confidence"),
    ("boot.end", "End"),
    ("boot.ending", "Ending"),
    ("boot.gap", "Gap"),
    ("boot.key", "Key evidence"),
    ("boot.start", "Start"),
    ("chart.all", "Show all"),
    ("chart.end", "end"),
    ("chart.earlier", "Earlier"),
    ("chart.help", "Drag to zoom, double-click to go back. Keys: ← → move, + − zoom, 0 goes back."),
    ("chart.in", "Zoom in"),
    ("chart.later", "Later"),
    ("chart.next", "next start"),
    ("chart.none", "No samples of the last hour are on record, so there is no chart."),
    ("chart.out", "Zoom out"),
    ("chart.reset", "Reset"),
    ("covered", "What was recorded, and what was not"),
    ("environment", "Environment"),
    ("event.before", "Before the end"),
    ("event.number", "No."),
    ("event.source", "Source"),
    ("event.text", "Event"),
    ("event.time", "Time"),
    ("evidence", "Evidence for and against"),
    ("evidence.none", "None found."),
    ("evidence.raw", "Raw lines"),
    ("evidence.rule", "rule"),
    ("healthy", "The same signals in this host's other boots"),
    ("healthy.clean", "Boots that ended cleanly"),
    ("healthy.line", "Line"),
    ("healthy.unexpected", "Other boots that ended unexpectedly"),
    ("inputs", "What was read"),
    ("machine.driver", "NVIDIA driver"),
    ("machine.firmware", "Firmware"),
    ("machine.host", "Host"),
    ("machine.kernel", "Kernel"),
    ("machine.memory", "Memory"),
    ("machine.os", "OS"),
    ("machine.product", "Board"),
    ("machine.swap", "Swap"),
    ("machine.unknown", "not on record"),
    ("minutes", "The last minutes"),
    ("next_check", "Next check"),
    ("not_excluded", "What is not excluded"),
    ("panel.clock", "GPU clock"),
    ("panel.fan", "Fan speed"),
    ("panel.gpu_memory", "GPU memory"),
    ("panel.load", "Load"),
    ("panel.load_average", "Load average"),
    ("panel.memory", "Available memory"),
    ("panel.other_memory", "Memory"),
    ("panel.power", "Power"),
    ("panel.pressure", "Memory pressure (PSI)"),
    ("panel.swap", "Swap"),
    ("panel.swap_share", "Swap used"),
    ("panel.temperature", "Temperature"),
    ("panel.voltage", "Voltage"),
    ("section.context", "Who held memory, and what was killed or refused"),
    ("section.controls", "What this host survived under like conditions"),
    ("section.protection", "What should have protected the host"),
    ("section.running", "What was running"),
    ("title", "Why did it reboot?"),
    ("to_top", "Back to the boots"),
    ("unknown", "unknown"),
];

/// The words for an id; none if there is no such id.
pub(super) fn find(id: &str) -> Option<&'static str> {
    LABELS.iter().find(|(known, _)| *known == id).map(|(_, words)| *words)
}

/// The words for an id of this program's own.
pub(super) fn label(id: &str) -> &'static str {
    find(id).unwrap_or_default()
}

/// A number with so many decimals and its thousands separated.
pub(super) fn value(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let (whole, rest) =
        text.split_once('.').map_or((text.as_str(), None), |(whole, rest)| (whole, Some(rest)));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), words::count);
    let zero = text.bytes().all(|b| matches!(b, b'0' | b'.'));
    let sign = if value < 0.0 && !zero { "−" } else { "" };
    rest.map_or_else(|| format!("{sign}{whole}"), |rest| format!("{sign}{whole}.{rest}"))
}

/// A value with its unit.
pub(super) fn measure(measured: f64, unit: &str) -> String {
    let decimals = match unit {
        "V" => 2,
        _ if measured.fract().abs() < 0.05 || measured.abs() >= 1000.0 => 0,
        _ => 1,
    };
    let shown = value(measured, decimals);
    match unit {
        "" => shown,
        "%" => format!("{shown} %"),
        unit => format!("{shown} {unit}"),
    }
}

/// A label of the time axis.
pub(super) fn tick(seconds: f64) -> String {
    let [s, min, h] = UNITS;
    let size = seconds.abs().round() as i64;
    let sign = if seconds < 0.0 { "−" } else { "+" };
    match size {
        0 => "0".to_owned(),
        size if size % 3600 == 0 => format!("{sign}{} {h}", size / 3600),
        size if size % 60 == 0 => format!("{sign}{} {min}", size / 60),
        size => format!("{sign}{size} {s}"),
    }
}

/// What a point of a curve says when it is pointed at.
pub(super) fn sample(name: &str, measured: &str, time: &str, before: &str) -> String {
    format!("{name}: {measured} at {time}, {before}")
}

/// A curve's name in the legend: what is measured, on which device, by whom.
pub(super) fn curve(metric: Option<&str>, device: Option<&str>, sampler: &str) -> String {
    let what: Vec<&str> = metric.into_iter().chain(device).collect();
    if what.is_empty() { sampler.to_owned() } else { format!("{} ({sampler})", what.join(" ")) }
}

/// A curve in the legend.
pub(super) fn last_sample(name: &str, measured: &str, time: &str) -> String {
    format!("{name}: last {measured} at {time}")
}

/// A curve for those who can't see it.
pub(super) fn curve_told(
    name: &str,
    [first, from, last, to]: [&str; 4],
    lowest: &str,
    highest: &str,
) -> String {
    format!("{name}: {first} at {from}, {last} at {to}, between {lowest} and {highest}")
}

/// A panel for those who can't see it.
pub(super) fn panel_told(title: &str, curves: &[String]) -> String {
    format!("Chart of {}. {}.", title.to_lowercase(), curves.join("; "))
}

/// The row of marks for those who can't see it.
pub(super) fn strip_told(events: &[String]) -> String {
    if events.is_empty() {
        "The end of the boot and the start of the next one, over the charts below.".to_owned()
    } else {
        format!("Events over the charts below, as listed after them: {}.", events.join("; "))
    }
}

/// An event's mark when it is pointed at.
pub(super) fn event(time: &str, before: &str, text: &str) -> String {
    format!("{time}, {before}: {text}")
}

/// The stretch after the last sample.
pub(super) fn unseen(last: &str, end: &str, lasted: &str) -> String {
    format!(
        "No sample after {last} until the end of the record at {end}, {lasted}: nobody knows the values here."
    )
}

/// The stretch after the end.
pub(super) fn gone(end: &str, next: Option<(&str, &str)>) -> String {
    match next {
        Some((at, after)) => {
            format!("Nothing is on record from {end} to the next boot's start at {at}, {after}.")
        }
        None => format!("Nothing is on record after {end}."),
    }
}

/// The next start where it is too far to be drawn.
pub(super) fn next_later(after: &str) -> String {
    format!("next start {after} later →")
}

/// What the chart shows.
pub(super) fn chart_caption(before: &str, end: &str, zone: &str, empty: bool) -> String {
    let what = if empty {
        "Nothing was sampled; the numbers are the events below."
    } else {
        "Hatched: no sample tells the values. A line breaks where samples fail, and none is carried on. The numbers \
         are the events below."
    };
    format!("The last {before} before the end at {end} {zone}. {what}")
}

/// The series that found no place in the chart.
pub(super) fn not_drawn(names: &[String]) -> String {
    format!("Sampled too, but not drawn: {}.", names.join(", "))
}

/// All memory of a machine.
pub(super) fn memory(mib: u64, unified: bool) -> String {
    let model = if unified { ", shared by CPU and GPU" } else { "" };
    format!("{} MiB{model}", words::count(mib))
}

/// All swap of a machine.
pub(super) fn swap(mib: u64) -> String {
    format!("{} MiB", words::count(mib))
}

/// The heading of a batch.
pub(super) fn batch(boots: usize, unexpected: usize) -> String {
    format!("{boots} boots, {unexpected} ended unexpectedly")
}

/// Times and program, at the foot.
pub(super) fn foot(zone: &str, tool: &str, version: &str) -> String {
    format!(
        "All times are {zone}. Made by {tool} {version}. This page needs nothing but itself and loads nothing."
    )
}

/// A problem in an input.
pub(super) fn problem(path: &str, line: Option<u64>, what: &str) -> String {
    let line = line.map(|line| format!(" line {}", words::count(line))).unwrap_or_default();
    format!("problem in {path}{line}: {what}")
}

/// Problems that are not told one by one.
pub(super) fn more_problems(count: usize) -> String {
    format!("and {count} more problems")
}

/// An event that came several times in a row.
pub(super) fn times(text: &str, count: usize) -> String {
    if count > 1 { format!("{text} ({count} times)") } else { text.to_owned() }
}

/// So many of so many boots.
pub(super) fn share(with: u32, all: u32) -> String {
    format!("{with} of {all}")
}

/// A weight in words, with decibans where they are asked for.
pub(super) fn weight(decibans: i32, in_full: bool) -> String {
    let words = words::weight(decibans);
    if in_full { format!("{words} ({decibans:+} dB)") } else { words.to_owned() }
}

/// Citations that are not shown.
pub(super) fn more_citations(count: usize) -> String {
    format!("and {count} more")
}

/// A hypothesis that nothing on record speaks against.
pub(super) fn nothing_against(hypothesis: &str) -> String {
    format!("Nothing on record speaks against {hypothesis}.")
}

/// A hypothesis for which something speaks that did not decide.
pub(super) fn something_for(hypothesis: &str, ids: &[&str]) -> String {
    format!("Some evidence speaks for {hypothesis}, but did not decide: {}.", ids.join(", "))
}

/// A sampler's sight that did not reach far enough to exclude something.
pub(super) fn could_not_see(series: &str) -> String {
    format!("{series} could not have shown a fast change before the end.")
}

/// A group of sensors that are told as one.
pub(super) fn sensors(series: &str, count: usize) -> String {
    if count > 1 { format!("{series} ({count} sensors)") } else { series.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_sorted_and_unique() {
        let ids: Vec<&str> = LABELS.iter().map(|(id, _)| *id).collect();
        assert!(LABELS.iter().all(|(_, words)| !words.is_empty()));
        let mut unique = ids.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), ids.len());
    }

    #[test]
    fn values_and_ticks() {
        for (number, unit, shown) in [
            (5440.0, "MiB", "5,440 MiB"),
            (66.0, "°C", "66 °C"),
            (11.984, "V", "11.98 V"),
            (3.25, "", "3.2"),
            (-40.0, "°C", "−40 °C"),
            (-0.001, "", "0"),
            (1e12, "MiB", "1,000,000,000,000 MiB"),
        ] {
            assert_eq!(measure(number, unit), shown);
        }
        for (seconds, shown) in
            [(-1200.0, "−20 min"), (-90.0, "−90 s"), (0.0, "0"), (7200.0, "+2 h"), (-5400.0, "−90 min")]
        {
            assert_eq!(tick(seconds), shown);
        }
    }
}

//! The sentences of this page that hold values, and how values are written.

use model::{Span, Text};

use crate::{Options, words};

/// Seconds, minutes and hours on the time axis.
pub(super) fn units(options: &Options) -> [String; 3] {
    ["unit-s", "unit-min", "unit-h"].map(|id| options.word(id))
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
pub(super) fn tick(seconds: f64, options: &Options) -> String {
    let size = seconds.abs().round() as i64;
    let sign = if seconds < 0.0 { "−" } else { "+" };
    let (size, unit) = match size {
        0 => return "0".to_owned(),
        size if size % 3600 == 0 => (size / 3600, "unit-h"),
        size if size % 60 == 0 => (size / 60, "unit-min"),
        size => (size, "unit-s"),
    };
    format!("{sign}{size} {}", options.word(unit))
}

/// What a point of a curve says when it is pointed at.
pub(super) fn sample(name: &str, measured: &str, time: &str, before: &str, options: &Options) -> String {
    let text = Text::new("html-sample").with("name", name).with("value", measured);
    options.say(&text.with("time", time).with("before", before))
}

/// A curve's name in the legend: what is measured, on which device, by whom.
pub(super) fn curve(metric: Option<&str>, device: Option<&str>, sampler: &str, options: &Options) -> String {
    let what: Vec<&str> = metric.into_iter().chain(device).collect();
    if what.is_empty() {
        return sampler.to_owned();
    }
    options.say(&Text::new("html-curve").with("what", what.join(" ")).with("sampler", sampler))
}

/// A curve in the legend.
pub(super) fn last_sample(name: &str, measured: &str, time: &str, options: &Options) -> String {
    let text = Text::new("html-last-sample").with("name", name);
    options.say(&text.with("value", measured).with("time", time))
}

/// A curve for those who can't see it.
pub(super) fn curve_told(
    name: &str,
    [first, from, last, to]: [&str; 4],
    [lowest, highest]: [&str; 2],
    options: &Options,
) -> String {
    let text = Text::new("html-curve-told").with("name", name).with("first", first).with("from", from);
    let text = text.with("last", last).with("to", to);
    options.say(&text.with("lowest", lowest).with("highest", highest))
}

/// A panel for those who can't see it.
pub(super) fn panel_told(title: &str, curves: &[String], options: &Options) -> String {
    let text = Text::new("html-panel-told").with("title", title.to_lowercase());
    options.say(&text.with("curves", curves.join("; ")))
}

/// The row of marks for those who can't see it.
pub(super) fn strip_told(events: &[String], options: &Options) -> String {
    if events.is_empty() {
        return options.word("html-strip-bare");
    }
    options.say(&Text::new("html-strip").with("events", events.join("; ")))
}

/// An event's mark when it is pointed at.
pub(super) fn event(time: &str, before: &str, text: &str, options: &Options) -> String {
    options.say(&Text::new("html-event").with("time", time).with("before", before).with("text", text))
}

/// The stretch after the last sample.
pub(super) fn unseen(last: &str, end: &str, lasted: Span, options: &Options) -> String {
    options.say(&Text::new("html-unseen").with("last", last).with("end", end).with("lasted", lasted))
}

/// The stretch after the end, with the next boot's start and how much later that was.
pub(super) fn gone(end: &str, next: Option<(String, Span)>, options: &Options) -> String {
    options.say(&match next {
        Some((at, after)) => Text::new("html-gone").with("end", end).with("next", at).with("after", after),
        None => Text::new("html-gone-for-good").with("end", end),
    })
}

/// What the chart shows.
pub(super) fn chart_caption(before: Span, end: &str, zone: &str, empty: bool, options: &Options) -> String {
    let what = options.word(if empty { "html-caption-empty" } else { "html-caption-sampled" });
    let text = Text::new("html-caption").with("before", before).with("end", end);
    options.say(&text.with("zone", zone).with("what", what))
}

/// An event that came several times in a row.
pub(super) fn times(text: &str, count: usize, options: &Options) -> String {
    if count > 1 {
        options.say(&Text::new("times").with("text", text).with("count", count))
    } else {
        text.to_owned()
    }
}

/// A weight in words, with decibans where they are asked for.
pub(super) fn weight(decibans: i32, options: &Options) -> String {
    let words = words::weight(decibans, options);
    if options.verbose > 0 { format!("{words} ({decibans:+} dB)") } else { words }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(tick(seconds, &Options::default()), shown);
        }
    }
}

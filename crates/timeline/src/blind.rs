//! What a sampler could not have seen.

use model::evidence::BlindWindow;
use model::{Metric, Series, Span, Text, series::Sampler};

use crate::BootTimeline;

/// Low-priority entries of about the last 35 s may never reach the disk: the kernel writes dirty pages after
/// 30 s and ext4 commits every 5 s. Measured on real power cuts: 14 to 34 s.
pub const WRITE_BACK_LOSS: Span = Span::secs(35);

/// The fastest fall of available memory reported on a GB10: 34.0 to 12.7 GiB in about 1.5 s
/// (dgx-spark-playbooks issue 116), in MiB a second.
pub const FASTEST_FALL_MIB_S: f64 = 14_541.0;

/// The fastest fall of available memory between two samples of this boot, in MiB a second.
#[must_use]
pub fn fastest_fall(boot: &BootTimeline) -> Option<f64> {
    boot.series_of(Metric::MemAvailable)
        .flat_map(|series| {
            series.at.windows(2).zip(series.values.windows(2)).filter_map(|(at, value)| {
                let seconds = at[1].since(at[0]).as_secs_f64();
                let fall = value[0] - value[1];
                (seconds > 0.0 && fall > 0.0).then(|| fall / seconds)
            })
        })
        .max_by(f64::total_cmp)
}

/// Whether the metric is one whose last value people take for the state at the end.
const fn is_shown(metric: Metric) -> bool {
    matches!(metric, Metric::MemAvailable | Metric::GpuTemp | Metric::SocTemp)
}

/// The blind window of every sampled series that speaks of memory or heat.
#[must_use]
pub fn blind_windows(boot: &BootTimeline, file_of: &dyn Fn(&Series) -> String) -> Vec<BlindWindow> {
    let mut windows: Vec<BlindWindow> = Vec::new();
    // Monitors first: theirs are the values that people take for the state at the end.
    let mut shown: Vec<&Series> = boot.series.iter().filter(|series| is_shown(series.metric)).collect();
    shown.sort_by_key(|series| (series.metric, series.sampler));
    for series in shown {
        let Some(last) = series.len().checked_sub(1) else { continue };
        let last_sample = series.at[last];
        let unseen_until_last_entry = boot.boot.last.since(last_sample);
        let unseen_until_next_boot = boot.next_start.map(|next| next.since(last_sample));
        let cadence = series.cadence();
        let sampler = match series.sampler {
            Sampler::Earlyoom => "earlyoom".to_owned(),
            Sampler::Monitor => file_of(series),
        };
        let mut window = BlindWindow {
            metric: series.metric,
            sampler,
            device: series.device.clone(),
            cadence,
            last_sample,
            last_value: series.values[last],
            unseen_until_last_entry,
            unseen_until_next_boot,
            could_have_seen: false,
            text: Text::new("blind"),
        };
        window.could_have_seen = could_have_seen(boot, &window);
        window.text = describe(boot, series, &window);
        windows.push(window);
    }
    windows
}

/// The time that the sampler did not see before the last sign of life: from its last sample on, and at
/// least one cadence, since the next sample may have fallen due just after the end.
#[must_use]
pub fn unseen(boot: &BootTimeline, window: &BlindWindow) -> Span {
    let gap = boot.alive_until.since(window.last_sample).0.max(0);
    Span(gap.max(window.cadence.map_or(0, |cadence| cadence.0)))
}

fn could_have_seen(boot: &BootTimeline, window: &BlindWindow) -> bool {
    let unseen = unseen(boot, window).as_secs_f64();
    match window.metric {
        Metric::MemAvailable => {
            let rate = fastest_fall(boot).unwrap_or(0.0).max(FASTEST_FALL_MIB_S);
            // A value that is already exhausted has seen the collapse.
            is_exhausted(boot, window.last_value) || window.last_value / rate > unseen
        }
        // The fastest climb reported is 9.8 C in 5 s from 88 C on (a SoC zone of a GB10); chips that are
        // far from their trip take minutes.
        _ => unseen <= 600.0 && window.last_value < 80.0,
    }
}

fn describe(boot: &BootTimeline, series: &Series, window: &BlindWindow) -> Text {
    let text = counter_evidence(boot, window)
        .with("cadence", cadence(window.cadence))
        .with("value", thousands(window.last_value))
        .with("unit", series.metric.unit())
        .with("when", instant(window.last_sample));
    let gap = window.unseen_until_last_entry;
    text.with(
        "relation",
        if gap.abs() < Span(500_000) {
            Text::new("blind-at-last-entry")
        } else if gap.0 >= 0 {
            Text::new("blind-before-last-entry").with("gap", gap)
        } else {
            Text::new("blind-after-last-entry").with("gap", gap.abs())
        },
    )
}

/// The sentence, with why the last sample is no counter-evidence where somebody might take it for one.
fn counter_evidence(boot: &BootTimeline, window: &BlindWindow) -> Text {
    if window.metric != Metric::MemAvailable || is_exhausted(boot, window.last_value) {
        return Text::new("blind");
    }
    let zero = boot.series_of(Metric::MemAvailable).find_map(|other| first_zero_after(other, window));
    if let Some(fall) = zero {
        let pace = fall.from_mib / 1024.0 / (fall.took.as_secs_f64() / 60.0);
        return Text::new("blind-before-zero")
            .with("before", fall.zero_at.since(window.last_sample))
            .with("held", thousands(fall.from_mib))
            .with("took", fall.took)
            .with("pace", format!("{pace:.1}"));
    }
    if window.could_have_seen {
        return Text::new("blind");
    }
    let seconds = window.last_value / FASTEST_FALL_MIB_S;
    Text::new("blind-fast-fall").with("seconds", format!("{seconds:.1}"))
}

/// How often was sampled. A minute is said without its number, so that it reads well after "every".
fn cadence(cadence: Option<Span>) -> Text {
    match cadence {
        None => Text::new("blind-single"),
        Some(cadence) if cadence < Span(500_000) => Text::new("blind-several-a-second"),
        Some(cadence) if (cadence.0 + 500_000) / 1_000_000 == 60 => Text::new("blind-every-minute"),
        Some(cadence) => Text::new("blind-every").with("cadence", cadence),
    }
}

/// An instant in RFC 3339, which the renderings show in the reader's zone.
#[must_use]
pub fn instant(at: model::Micros) -> String {
    chrono::DateTime::from_timestamp_micros(at.0)
        .map_or_else(String::new, |at| at.format("%Y-%m-%dT%H:%M:%SZ").to_string())
}

/// A number with thousands marks and no decimals.
#[must_use]
pub fn thousands(value: f64) -> String {
    let digits = format!("{:.0}", value.abs().min(1e15));
    let mut shown = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// Nothing is left to fall: at most 1.5 % of all memory, the same share as the rule of exhausted memory.
fn is_exhausted(boot: &BootTimeline, value: f64) -> bool {
    boot.memory_mib().is_some_and(|total| value <= total * 0.015)
}

/// A recorded fall to zero.
struct Fall {
    zero_at: model::Micros,
    from_mib: f64,
    took: Span,
}

/// The first sample of `series` after the window's last one that reads (nearly) zero, and the steep part of the
/// fall that led there. The duration is in whole seconds, so that the reader's own arithmetic agrees.
fn first_zero_after(series: &Series, window: &BlindWindow) -> Option<Fall> {
    let start = series.at.partition_point(|&at| at <= window.last_sample);
    let zero = (start..series.len()).find(|&i| series.values[i] < 64.0)?;
    let pace = |i: usize| {
        let seconds = series.at[i].since(series.at[i - 1]).as_secs_f64();
        (series.values[i - 1] - series.values[i]) / seconds.max(1e-6)
    };
    let mut from = zero.checked_sub(1)?;
    let steepest = pace(zero);
    while from > 0 && steepest > 0.0 && pace(from) >= steepest * 0.2 {
        from -= 1;
    }
    let took = Span::secs((series.at[zero].since(series.at[from]).0 + 500_000) / 1_000_000);
    (took > Span(0)).then(|| Fall { zero_at: series.at[zero], from_mib: series.values[from], took })
}

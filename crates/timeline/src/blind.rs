//! What a sampler could not have seen.

use model::evidence::BlindWindow;
use model::{Metric, Series, Span, series::Sampler};

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
    for series in boot.series.iter().filter(|series| is_shown(series.metric)) {
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
            text: String::new(),
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
            // A value that is already exhausted needs no further fall.
            window.last_value / rate > unseen
        }
        // The fastest climb reported is 9.8 C in 5 s from 88 C on (a SoC zone of a GB10); chips that are
        // far from their trip take minutes.
        _ => unseen <= 600.0 && window.last_value < 80.0,
    }
}

fn describe(boot: &BootTimeline, series: &Series, window: &BlindWindow) -> String {
    let cadence = window.cadence.map_or("a single sample".to_owned(), |c| format!("one sample every {}", show(c)));
    let gap = window.unseen_until_last_entry;
    let relation = if gap.0 >= 0 {
        format!("{} before the last journal entry", show(gap))
    } else {
        format!("{} after the last journal entry", show(gap.abs()))
    };
    let value = format!("{:.0} {}", window.last_value, series.metric.unit());
    let mut text = format!("{cadence}; the last one, {value}, is {relation}");
    if window.metric == Metric::MemAvailable {
        let zero = boot.series_of(Metric::MemAvailable).find_map(|other| first_zero_after(other, window));
        if let Some((at, from, rate)) = zero {
            let unseen = at.since(window.last_sample);
            text.push_str(&format!(
                " and {} before available memory was recorded at zero; from {from:.0} MiB it fell by {:.1} GiB \
                 a minute",
                show(unseen),
                rate * 60.0 / 1024.0
            ));
        } else if !window.could_have_seen {
            text.push_str(&format!(
                ": a fall of 21 GiB in 1.5 s, as reported on such hosts, needs {:.0} s",
                (window.last_value / FASTEST_FALL_MIB_S).max(1.0)
            ));
        }
    }
    text
}

/// The first sample of `series` after the window's last one that reads (nearly) zero, with the value and
/// the fall that led there, in MiB a second.
fn first_zero_after(series: &Series, window: &BlindWindow) -> Option<(model::Micros, f64, f64)> {
    let start = series.at.partition_point(|&at| at <= window.last_sample);
    let zero = (start..series.len()).find(|&i| series.values[i] < 64.0)?;
    let mut from = zero;
    while from > 0 && series.values[from - 1] > series.values[from] {
        from -= 1;
    }
    let seconds = series.at[zero].since(series.at[from]).as_secs_f64();
    (seconds > 0.0).then(|| {
        let fall = series.values[from] - series.values[zero];
        (series.at[zero], series.values[from], fall / seconds)
    })
}

/// Shows a duration with at most two units.
#[must_use]
pub fn show(span: Span) -> String {
    let secs = (span.abs().0 + 500_000) / 1_000_000;
    let (days, hours, minutes, seconds) = (secs / 86_400, secs / 3600 % 24, secs / 60 % 60, secs % 60);
    match (days, hours, minutes, seconds) {
        (0, 0, 0, s) => format!("{s} s"),
        (0, 0, m, 0) => format!("{m} min"),
        (0, 0, m, s) => format!("{m} min {s} s"),
        (0, h, 0, _) => format!("{h} h"),
        (0, h, m, _) => format!("{h} h {m} min"),
        (d, 0, ..) => format!("{d} d"),
        (d, h, ..) => format!("{d} d {h} h"),
    }
}

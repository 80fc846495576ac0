//! Monitors whose memory is not the host's: a container's limit, a virtual machine's, another host's.

use model::{Metric, Micros, Series, Span};

use crate::BootTimeline;
use crate::facts::Facts;

/// How far a monitor's total may be from the kernel's. The kernel keeps a few percent of what its banner names, and
/// a driver may reserve more; some boards add memory after the banner.
const SAME: std::ops::RangeInclusive<f64> = 0.75..=2.2;

/// Takes memory and swap out of a monitor's series if their total is not this host's, and says so.
pub(crate) fn leave_out_memory(series: &mut Vec<Series>, facts: &Facts) -> Option<String> {
    let of_host = facts.memory_mib? as f64;
    let total = series.iter().find(|series| series.metric == Metric::MemTotal)?.values.last().copied()?;
    if total <= 0.0 || SAME.contains(&(total / of_host)) {
        return None;
    }
    series.retain(|series| !is_of_memory(series.metric));
    Some(format!(
        "its total of memory, {} MiB, is not this host's {} MiB: it is a container's, a virtual machine's or another \
         host's, and its memory and swap are left out",
        crate::thousands(total),
        crate::thousands(of_host)
    ))
}

/// How far an uptime column may be from the boot's own: more than any clock's error and any rounding.
const UPTIME_OFF: Span = Span::minutes(6 * 60);

/// Takes everything out of a monitor's series if their uptime is not this boot's, and says so.
pub(crate) fn leave_out_all(series: &mut Vec<Series>, started: Micros) -> Option<String> {
    let uptime = series.iter().find(|series| series.metric == Metric::Uptime)?;
    let (at, said) = (*uptime.at.last()?, *uptime.values.last()?);
    if Span(at.since(started).0 - (said * 1e6) as i64).abs() <= UPTIME_OFF {
        return None;
    }
    series.clear();
    Some(
        "its uptime is not that of the boot in which its rows would lie: it is another host's, and its samples are \
         left out"
            .to_owned(),
    )
}

/// Why a monitor is left out whose rows or banner name another host than the journal's. A container has a name of
/// its own, and a host may have been renamed, so it says how to have it read all the same. The names themselves are
/// private and not repeated.
pub(crate) fn other_name(named: Option<&str>, boots: &[BootTimeline]) -> Option<String> {
    let short = |name: &str| name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let named = short(named?);
    let mut known = boots.iter().filter_map(|boot| boot.hostname.as_deref()).map(short).peekable();
    (known.peek().is_some() && !known.any(|name| name == named)).then(|| {
        "it names another host than the journal does, so its samples are left out; if it is this host's all the same, \
         give a map that leaves out the column or the line with the name (--map)"
            .to_owned()
    })
}

fn is_of_memory(metric: Metric) -> bool {
    matches!(
        metric,
        Metric::MemAvailable
            | Metric::MemFree
            | Metric::MemUsed
            | Metric::MemTotal
            | Metric::SwapUsed
            | Metric::SwapFree
            | Metric::SwapTotal
            | Metric::SwapUsedPct
            | Metric::LargestFreeBlock
    )
}

#[cfg(test)]
mod tests {
    use model::InputId;
    use model::series::Sampler;

    use super::*;

    fn left(total: f64, of_host: Option<u64>) -> usize {
        let mut all: Vec<Series> =
            [(Metric::MemTotal, total), (Metric::MemAvailable, 10.0), (Metric::GpuTemp, 60.0)]
                .into_iter()
                .map(|(metric, value)| {
                    let mut series = Series::new(InputId(1), Sampler::Monitor, metric, None);
                    series.push(Micros(1), value, 2);
                    series
                })
                .collect();
        let facts = Facts { memory_mib: of_host, ..Facts::default() };
        let said = leave_out_memory(&mut all, &facts).is_some();
        assert_eq!(said, all.len() < 3);
        all.len()
    }

    #[test]
    fn another_hosts_uptime_is_left_out() {
        let with = |seconds: f64| {
            let mut uptime = Series::new(InputId(1), Sampler::Monitor, Metric::Uptime, None);
            uptime.push(Micros::from_secs(10_000), seconds, 2);
            let mut all = vec![uptime];
            leave_out_all(&mut all, Micros::from_secs(1_000)).is_some() && all.is_empty()
        };
        assert!(!with(9_000.0) && !with(9_060.0) && !with(0.0));
        assert!(with(3_456_000.0));
    }

    #[test]
    fn another_name_is_said() {
        let boot =
            BootTimeline { hostname: Some("Spark-61.example.net".to_owned()), ..BootTimeline::default() };
        let boots = [boot];
        for (named, said) in [(None, false), (Some("spark-61"), false), (Some("db-7"), true)] {
            assert_eq!(other_name(named, &boots).is_some(), said, "{named:?}");
        }
        assert_eq!(other_name(Some("db-7"), &[BootTimeline::default()]), None);
    }

    #[test]
    fn only_the_hosts_own_memory_counts() {
        assert_eq!(left(124_546.0, Some(125_440)), 3);
        assert_eq!(left(119_200.0, Some(125_440)), 3);
        assert_eq!(left(8_192.0, Some(64_000)), 1);
        assert_eq!(left(15_881.0, Some(125_440)), 1);
        assert_eq!(left(7_620.0, Some(4_057)), 3);
        assert_eq!(left(512_000.0, Some(125_440)), 1);
        assert_eq!(left(8_192.0, None), 3);
    }
}

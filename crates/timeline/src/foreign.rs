//! Monitors whose memory is not the host's: a container's limit, a virtual machine's, another host's.

use model::{Metric, Series};

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
    use model::series::Sampler;
    use model::{InputId, Micros};

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

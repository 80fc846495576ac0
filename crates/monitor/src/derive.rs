//! Tracks that follow from others, and values that cannot be.

use std::collections::BTreeMap;

use model::Metric;

use crate::cells::Samples;
use crate::log::Log;
use crate::tracks::{Track, Tracks, is_of_gpu};

impl Tracks {
    /// CPU load from idle time, where the load itself is not recorded.
    pub(crate) fn take_idle(&mut self) {
        let Some(idle) = self.idle.take() else { return };
        if self.first(Metric::CpuUtil).is_none() {
            let values = idle.iter().map(|idle| Some((100.0 - idle?).clamp(0.0, 100.0))).collect();
            self.tracks.push(Track {
                metric: Metric::CpuUtil,
                device: None,
                gpu: None,
                derived: true,
                values,
            });
        }
    }

    /// Zeros of a GPU that does not answer are no values: those beside a lost GPU, and temperature,
    /// power and clock that are all zero.
    pub(crate) fn drop_failed_reads(&mut self) {
        for (&row, (gpu, _)) in &self.silent {
            for track in self.tracks.iter_mut().filter(|track| is_of_gpu(track) && track.gpu == *gpu) {
                drop_zero(&mut track.values, row);
            }
        }
        let mut gpus: BTreeMap<Option<String>, Vec<&mut Track>> = BTreeMap::new();
        for track in self.tracks.iter_mut().filter(|track| is_of_gpu(track)) {
            gpus.entry(track.gpu.clone()).or_default().push(track);
        }
        let with_heat = |own: &[&mut Track]| own.iter().any(|track| track.metric == Metric::GpuTemp);
        for mut own in gpus.into_values().filter(|own| with_heat(own)) {
            let rows = own.first().map_or(0, |track| track.values.len());
            for row in 0..rows {
                let vital = own
                    .iter()
                    .filter(|track| matches!(track.metric, Metric::GpuTemp | Metric::Power | Metric::Clock))
                    .filter_map(|track| track.values.get(row));
                let (zeros, others) =
                    vital.fold(
                        (0, 0),
                        |(zeros, others), value| {
                            if value == 0.0 { (zeros + 1, others) } else { (zeros, others + 1) }
                        },
                    );
                if zeros >= 2 && others == 0 {
                    for track in &mut own {
                        drop_zero(&mut track.values, row);
                    }
                }
            }
        }
    }

    fn first(&self, metric: Metric) -> Option<&Track> {
        self.tracks.iter().find(|track| track.metric == metric)
    }

    /// Available memory where the sampler did not record it: free and reclaimable, or all less used.
    pub(crate) fn derive_available(&mut self) {
        if self.first(Metric::MemAvailable).is_some() {
            return;
        }
        let values: Samples = if let (Some(free), false) =
            (self.first(Metric::MemFree), self.reclaimable.is_empty())
        {
            let parts = |row: usize| self.reclaimable.iter().map(|part| part.get(row)).sum::<Option<f64>>();
            free.values.iter().enumerate().map(|(row, free)| Some(free? + parts(row)?)).collect()
        } else if let (Some(total), Some(used)) = (self.first(Metric::MemTotal), self.first(Metric::MemUsed))
        {
            let pairs = total.values.iter().zip(used.values.iter());
            pairs.map(|(total, used)| Some(total? - used?).filter(|value| *value >= 0.0)).collect()
        } else {
            return;
        };
        self.tracks.push(Track {
            metric: Metric::MemAvailable,
            device: None,
            gpu: None,
            derived: true,
            values,
        });
    }

    /// More than there is cannot be.
    pub(crate) fn check_total(&mut self, lines: &[u64], log: &mut Log) {
        use Metric::{MemAvailable, MemFree, MemTotal, MemUsed, SwapFree, SwapTotal, SwapUsed};
        self.check_parts(MemTotal, &[MemAvailable, MemFree, MemUsed], "memory", lines, log);
        self.check_parts(SwapTotal, &[SwapUsed, SwapFree], "swap", lines, log);
    }

    fn check_parts(&mut self, whole: Metric, parts: &[Metric], of: &str, lines: &[u64], log: &mut Log) {
        let Some(at) = self.tracks.iter().position(|track| track.metric == whole) else { return };
        let total = std::mem::take(&mut self.tracks[at].values);
        for track in self.tracks.iter_mut().filter(|track| parts.contains(&track.metric)) {
            let (mut count, mut first) = (0_u64, 0);
            for (row, (value, total)) in track.values.0.iter_mut().zip(&total.0).enumerate() {
                // Never where one of them is missing.
                if *value > total * 1.02 {
                    if count == 0 {
                        first = row;
                    }
                    count += 1;
                    *value = f64::NAN;
                }
            }
            if count > 0 {
                let line = lines.get(first).copied().unwrap_or_default();
                let name = track.metric.name();
                log.note(line, || format!("{count} values of {name} exceed all {of} and are left out"));
            }
        }
        self.tracks[at].values = total;
    }
}

/// Takes a zero away.
fn drop_zero(values: &mut Samples, row: usize) {
    if values.get(row) == Some(0.0) {
        values.clear(row);
    }
}

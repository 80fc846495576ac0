//! Rows of zeros that were never measured.

use model::Metric;

use crate::log::Log;
use crate::tracks::Tracks;

/// Amounts of which some are left on every host that still samples, and heat. Where all of them read zero in one
/// row, the sampler printed zeros for reads that failed; one that is not zero shows that something was read, and
/// then a zero beside it may be true. Load, pressure and shares are left out: they are zero on an idle host.
const VITAL: [Metric; 12] = [
    Metric::GpuTemp,
    Metric::SocTemp,
    Metric::Power,
    Metric::Clock,
    Metric::GpuMemUsed,
    Metric::MemAvailable,
    Metric::MemFree,
    Metric::MemUsed,
    Metric::MemTotal,
    Metric::SwapUsed,
    Metric::SwapFree,
    Metric::SwapTotal,
];

const fn is_heat(metric: Metric) -> bool {
    matches!(metric, Metric::GpuTemp | Metric::SocTemp)
}

const fn is_memory(metric: Metric) -> bool {
    matches!(metric, Metric::MemAvailable | Metric::MemFree | Metric::MemUsed | Metric::MemTotal)
}

impl Tracks {
    /// Takes memory and swap out of rows whose total of memory reads zero: nothing was read there.
    pub(crate) fn drop_rows_without_total(&mut self, lines: &[u64], log: &mut Log) {
        let Some(total) = self.tracks.iter().position(|track| track.metric == Metric::MemTotal) else {
            return;
        };
        // A total that could not be read beside memory that reads zero is the same.
        let reads_zero = |row: usize| {
            let memory = self.tracks.iter().filter(|track| is_memory(track.metric));
            memory.filter_map(|track| track.values.get(row)).any(|value| value == 0.0)
        };
        let told = self.tracks[total].values.iter().flatten().any(|total| total > 0.0);
        let without: Vec<usize> = (0..lines.len())
            .filter(|&row| match self.tracks[total].values.get(row) {
                Some(total) => total == 0.0,
                None => told && reads_zero(row),
            })
            .collect();
        let Some(&first) = without.first() else { return };
        let is_memory = |metric| {
            is_memory(metric) || matches!(metric, Metric::SwapUsed | Metric::SwapFree | Metric::SwapUsedPct)
        };
        for track in self.tracks.iter_mut().filter(|track| is_memory(track.metric)) {
            without.iter().for_each(|&row| track.values.clear(row));
        }
        for part in &mut self.reclaimable {
            without.iter().for_each(|&row| part.clear(row));
        }
        log.note(lines[first], || {
            format!("{} rows read a total of 0 MiB: failed reads; their memory is left out", without.len())
        });
    }

    /// Takes the zeros out of rows in which a temperature, memory and whatever else must have an amount all read
    /// exactly zero. No host runs at 0 °C beside 0 MiB: it is a failed read and no exhausted memory.
    pub(crate) fn drop_empty_reads(&mut self, lines: &[u64], log: &mut Log) {
        let vital = |metric: Metric| VITAL.contains(&metric);
        let has = |kind: fn(Metric) -> bool| self.tracks.iter().any(|track| kind(track.metric));
        if !has(is_heat) || !has(is_memory) {
            return;
        }
        let (mut count, mut first) = (0_u64, None);
        for (row, &line) in lines.iter().enumerate() {
            let zero = |kind: fn(Metric) -> bool| {
                let own = self.tracks.iter().filter(|track| kind(track.metric));
                own.filter_map(|track| track.values.get(row)).any(|value| value == 0.0)
            };
            let read =
                self.tracks.iter().filter(|track| vital(track.metric)).map(|track| track.values.get(row));
            let parts = self.reclaimable.iter().map(|part| part.get(row));
            if !zero(is_heat) || !zero(is_memory) || read.chain(parts).flatten().any(|value| value != 0.0) {
                continue;
            }
            for track in self.tracks.iter_mut().filter(|track| vital(track.metric)) {
                track.values.clear(row);
            }
            for part in &mut self.reclaimable {
                part.clear(row);
            }
            count += 1;
            first.get_or_insert(line);
        }
        if let Some(line) = first {
            log.note(line, || {
                format!(
                    "{count} rows read 0 °C beside 0 MiB: failed reads, no empty memory; their zeros are left out"
                )
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use model::{InputId, Metric};

    use crate::{Options, read};

    #[test]
    fn memory_beside_a_total_of_nothing_was_not_read() {
        let text = "epoch,mem_total_mib,mem_available_mib\n1780000000,64000,30000\n1780000005,64000,0\n\
                    1780000010,0,0\n1780000015,,0\n";
        let read = read(text.as_bytes(), InputId(1), &Options::default()).expect("a table");
        let available = read.series.iter().find(|series| series.metric == Metric::MemAvailable);
        assert_eq!(available.map(|series| series.values.to_vec()), Some(vec![30_000.0, 0.0]));
    }

    #[test]
    fn zeros_all_over_a_row_are_failed_reads() {
        const FULL: &str = "epoch,mem_available_mib,swap_free_mib,gpu_temp_c,power_w,clock_mhz,load1";
        for (header, row, memory_kept) in [
            (FULL, "0,0,0,0,0,0.5", false),
            // Swap was read, so memory was.
            (FULL, "0,4096,0,0,0,0.5", true),
            (FULL, "0,0,70,90,2400,9.5", true),
            (FULL, "0,0,,90,2400,9.5", true),
            ("epoch,mem_available_mib,gpu_temp_c", "0,0", false),
            // Only memory is sampled: nothing tells a failed read.
            ("epoch,mem_available_mib,swap_used_mib", "0,0", true),
            ("epoch,mem_total_mib,mem_used_mib,soc_temp_c", "0,0,0", false),
        ] {
            let whole = "61000,4096,61,80,2400,1".split(',').take(header.matches(',').count());
            let whole = whole.collect::<Vec<_>>().join(",");
            let text = format!("{header}\n1784351340,{whole}\n1784351345,{row}\n1784351350,{whole}\n");
            let reading = read(text.as_bytes(), InputId(0), &Options::default()).unwrap();
            let of_memory = |metric: Metric| matches!(metric, Metric::MemAvailable | Metric::MemUsed);
            let memory = reading.series.iter().find(|series| of_memory(series.metric)).unwrap();
            assert_eq!(memory.values.contains(&0.0), memory_kept, "{header} {row}");
            let said =
                reading.notes.iter().any(|note| note.line == 3 && note.reason.contains("failed reads"));
            assert_eq!(said, !memory_kept, "{header} {row}: {:?}", reading.notes);
            assert_eq!(reading.rows, 3);
        }
    }
}

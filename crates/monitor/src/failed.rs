//! Rows of zeros that were never measured.

use model::Metric;

use crate::log::Log;
use crate::table::Table;
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
    /// Takes the zeros out of rows in which a temperature, memory and whatever else must have an amount all read
    /// exactly zero. No host runs at 0 °C beside 0 MiB: it is a failed read and no exhausted memory.
    pub(crate) fn drop_empty_reads(&mut self, table: &Table, log: &mut Log) {
        let vital = |metric: Metric| VITAL.contains(&metric);
        let has = |kind: fn(Metric) -> bool| self.tracks.iter().any(|track| kind(track.metric));
        if !has(is_heat) || !has(is_memory) {
            return;
        }
        let (mut count, mut first) = (0_u64, None);
        for row in 0..table.lines.len() {
            let zero = |kind: fn(Metric) -> bool| {
                let own = self.tracks.iter().filter(|track| kind(track.metric));
                own.filter_map(|track| track.values[row]).any(|value| value == 0.0)
            };
            let read = self.tracks.iter().filter(|track| vital(track.metric)).map(|track| track.values[row]);
            let parts = self.reclaimable.iter().map(|part| part[row]);
            if !zero(is_heat) || !zero(is_memory) || read.chain(parts).flatten().any(|value| value != 0.0) {
                continue;
            }
            for track in self.tracks.iter_mut().filter(|track| vital(track.metric)) {
                track.values[row] = None;
            }
            for part in &mut self.reclaimable {
                part[row] = None;
            }
            count += 1;
            first.get_or_insert(table.lines[row]);
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

//! Laws that hold for every file.

use proptest::prelude::*;

use super::samples::bytes;
use super::*;

/// Columns whose values tell which column they belong to.
const COLUMNS: [(&str, std::ops::Range<f64>); 6] = [
    ("mem_available_mib", 40_000.0..50_000.0),
    ("swap_used_mib", 10_000.0..20_000.0),
    ("gpu_temp_c", 61.0..70.0),
    ("power_w", 101.0..140.0),
    ("gpu_util_pct", 1.0..60.0),
    ("clock_mhz", 2000.0..3000.0),
];

const METRICS: [Metric; 6] =
    [Metric::MemAvailable, Metric::SwapUsed, Metric::GpuTemp, Metric::Power, Metric::GpuUtil, Metric::Clock];

/// A table with cells between 0 and 1 scaled into each column's range, in the given order of columns;
/// the time may stand anywhere.
fn table(rows: &[[f64; 6]], order: &[usize]) -> Vec<String> {
    let line = |cell: &dyn Fn(usize) -> String| {
        order.iter().map(|&column| cell(column)).collect::<Vec<_>>().join(",") + "\n"
    };
    let name = |column: usize| COLUMNS.get(column).map_or("epoch", |(name, _)| name).to_owned();
    let mut lines = vec![line(&name)];
    for (at, row) in (1_784_351_491..).zip(rows) {
        lines.push(line(&|column| match COLUMNS.get(column) {
            Some((_, range)) => format!("{:.2}", range.start + row[column] * (range.end - range.start)),
            None => format!("{at}"),
        }));
    }
    lines
}

fn rows() -> impl Strategy<Value = Vec<[f64; 6]>> {
    proptest::collection::vec(proptest::array::uniform6(0.0..1.0), 1..40)
}

fn order() -> impl Strategy<Value = Vec<usize>> {
    Just((0..7).collect::<Vec<usize>>()).prop_shuffle()
}

type Content = (Metric, Option<String>, Vec<i64>, Vec<f64>);

/// Series by metric and device, with instants and values.
fn content(reading: &Reading) -> Vec<Content> {
    let one = |one: &Series| {
        (one.metric, one.device.clone(), one.at.iter().map(|at| at.0).collect(), one.values.to_vec())
    };
    reading.series.iter().map(one).collect()
}

/// Each value lies in the range of its column.
fn nothing_is_shifted(reading: &Reading) {
    for series in &reading.series {
        let column = METRICS.iter().position(|metric| *metric == series.metric);
        let range = column.map(|column| COLUMNS[column].1.clone()).unwrap_or_default();
        for value in &series.values {
            assert!((range.start..=range.end).contains(value), "{:?}: {value}", series.metric);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn the_order_of_columns_means_nothing(rows in rows(), order in order()) {
        let plain: String = table(&rows, &[0, 1, 2, 3, 4, 5, 6]).concat();
        let shuffled: String = table(&rows, &order).concat();
        prop_assert_eq!(content(&of(&plain)), content(&of(&shuffled)));
    }

    #[test]
    fn a_wrong_number_of_cells_shifts_nothing(
        rows in rows(),
        order in order(),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), 0..8_usize, any::<bool>(), 0..4_usize), 0..30),
    ) {
        let mut lines = table(&rows, &order);
        for (line, at, insert, what) in damage {
            let line = line.index(rows.len()) + 1;
            let mut cells: Vec<&str> = lines[line].trim_end().split(',').collect();
            let at = at.min(cells.len());
            if insert {
                cells.insert(at, ["7", "x", "12.25", "1784351000"][what]);
            } else if at < cells.len() {
                cells.remove(at);
            }
            // One more and one less give the right number again, and nobody can tell.
            if cells.len() == 7 {
                continue;
            }
            lines[line] = cells.join(",") + "\n";
        }
        nothing_is_shifted(&of(&lines.concat()));
    }

    #[test]
    fn the_same_surplus_in_all_rows_shifts_nothing(rows in rows(), order in order(), at in 0..8_usize, what in 0..4_usize) {
        let lines: Vec<String> = table(&rows, &order)
            .iter()
            .enumerate()
            .map(|(line, text)| {
                let mut cells: Vec<&str> = text.trim_end().split(',').collect();
                if line > 0 {
                    cells.insert(at, ["7", "x", "12.25", "48213"][what]);
                }
                cells.join(",") + "\n"
            })
            .collect();
        nothing_is_shifted(&of(&lines.concat()));
    }

    #[test]
    fn a_cut_loses_only_what_is_behind_it(rows in rows(), order in order(), cut in 0.0..1.0_f64) {
        let text: String = table(&rows, &order).concat();
        let cut = (text.len() as f64 * cut) as usize;
        let whole = of(&text);
        let lines = text[..cut].matches('\n').count() as u64;
        let Ok(part) = read(&text.as_bytes()[..cut], InputId(0), &Options::default()) else {
            prop_assert!(lines < 2);
            return Ok(());
        };
        prop_assert_eq!(part.rows, lines - 1);
        for series in &part.series {
            let own = super::series(&whole, series.metric, series.device.as_deref());
            prop_assert_eq!(&series.values[..], &own.values[..series.len()]);
            prop_assert_eq!(series.len() as u64, lines - 1);
        }
    }
}

/// Cut at every tenth of their bytes and around them, the samples keep every row in front of the cut,
/// and its values.
#[test]
fn samples_that_are_cut() {
    for (file, tz, torn_block) in [
        ("02-nvidia-smi-units-restart.csv", "Asia/Tokyo", 0),
        ("05-dmon-o-DT.txt", "Asia/Tokyo", 0),
        ("06-sadf-d-10min-restart.csv", "UTC", 0),
        ("08-sar-r-12h.txt", "UTC", 0),
        ("09-dool.csv", "UTC", 0),
        ("10-vmstat-tn.txt", "UTC", 0),
        // Of the last block a part may be there.
        ("11-date-ja-free-m-loop.txt", "UTC", 1),
        ("13-atop-P.txt", "UTC", 1),
        ("14-tegrastats.log", "UTC", 0),
        ("30-s-tui.csv", "UTC", 0),
    ] {
        let bytes = bytes(file);
        let options = options(Some(tz), None, None);
        let whole = read(&bytes, InputId(0), &options).unwrap();
        for cut in (bytes.len() / 3..bytes.len()).step_by(bytes.len() / 37) {
            let Ok(part) = read(&bytes[..cut], InputId(0), &options) else { continue };
            let lines = bytes[..cut].iter().filter(|byte| **byte == b'\n').count() as u64;
            let kept = whole.row_times.iter().filter(|(_, line)| *line <= lines).count();
            assert!(part.row_times.len() >= kept - torn_block, "{file} cut at {cut}");
            for series in &part.series {
                let own = super::series(&whole, series.metric, series.device.as_deref());
                let same = series.values.len().saturating_sub(torn_block);
                assert_eq!(series.values[..same], own.values[..same], "{file} cut at {cut}");
            }
        }
    }
}

/// A table of ten thousand columns is no reason to wait.
#[test]
fn many_columns_take_time_in_proportion() {
    for name in ["x", "gpu_temp_", "thermal_zone", "temp_"] {
        let names: String = (0..10_000).map(|column| format!(",{name}{column}")).collect();
        let cells = ",61".repeat(10_000);
        let text = format!(
            "epoch,mem_available_kb{names}\n1784351491,61000000{cells}\n1784351492,61000000{cells}\n"
        );
        let start = std::time::Instant::now();
        let reading = of(&text);
        assert!(start.elapsed().as_secs() < 20, "{name}: {:?}", start.elapsed());
        assert_eq!((reading.rows, reading.columns.len()), (2, 10_002));
    }
}

/// What a whole column tells counts for the rows in front of it, too, however far behind it stands.
#[test]
fn what_the_last_row_tells_counts_for_the_first() {
    let rows = |last: &str| {
        let rows: String = (0..2000).map(|row| format!("{};61.240\n", 1_784_351_491 + row)).collect();
        format!("epoch;mem_available_kb\n{rows}{};{last}\n", 1_784_353_491_i64)
    };
    for (last, first) in [("61240,5", 61_240.0 / 1024.0), ("61.25", 61.24 / 1024.0), ("61", 61.24 / 1024.0)] {
        let reading = of(&rows(last));
        let values = values(&reading, Metric::MemAvailable, None);
        assert_eq!((values.len(), values[0], values[1999]), (2001, first, first), "{last}");
    }
    let days = |last: &str| {
        let rows: String = (1..=12).map(|day| format!("{day:02}/01/2026 10:00:00,5000\n")).collect();
        format!("time,mem_available_mib\n{rows}{last} 10:00:00,4000\n")
    };
    assert_eq!(instants(&of(&days("13/01/2026")))[1], "2026-01-02 10:00:00");
}

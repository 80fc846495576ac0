use model::{Metric, Micros};

use super::*;
use crate::read;

fn map(columns: Vec<MapColumn>) -> Map {
    Map {
        separator: ';',
        header: true,
        skip: 0,
        comment: None,
        decimal_comma: None,
        missing: Vec::new(),
        tz: None,
        date: None,
        year: None,
        gpu: None,
        time: MapTime::Columns { at: vec![Position::Name("wann".to_owned())], form: None },
        columns,
    }
}

fn column(at: Position, metric: Metric) -> MapColumn {
    MapColumn { at, metric, unit: None, scale: 1.0, missing: Vec::new(), device: None }
}

fn name(name: &str) -> Position {
    Position::Name(name.to_owned())
}

fn values(reading: &Reading, metric: Metric) -> Vec<f64> {
    reading.series.iter().find(|series| series.metric == metric).expect("the series").values.to_vec()
}

#[test]
fn a_map_says_what_the_file_does_not() {
    let text = "Kasten 7\nwann;frei;warm;zone\n1784351340;62,5;44,5;1\n1784351345;31,25;-1;1\nwann;frei;warm;zone\n\
                1784351350;kaputt;45;1\n1784351355;1\n";
    let map = map(vec![
        MapColumn {
            unit: Some("GiB".to_owned()),
            missing: vec!["kaputt".to_owned()],
            ..column(name("frei"), Metric::MemAvailable)
        },
        MapColumn {
            missing: vec!["-1".to_owned()],
            device: Some("7".to_owned()),
            ..column(name("warm"), Metric::SocTemp)
        },
    ]);
    let reading =
        read_mapped(vec![Box::new(text.as_bytes())], InputId(0), &Options::default(), &map).unwrap();
    assert_eq!((reading.rows, reading.rejected, reading.rejects[0].line), (3, 1, 7));
    assert_eq!(values(&reading, Metric::MemAvailable), [64_000.0, 32_000.0]);
    assert_eq!(values(&reading, Metric::SocTemp), [44.5, 45.0]);
    assert_eq!(
        reading.series.iter().filter_map(|series| series.device.as_deref()).collect::<Vec<_>>(),
        ["7"]
    );
}

#[test]
fn positions_scales_and_a_steady_pace() {
    let text = "61,700\n60,701\n59,702\n";
    let start = NaiveDate::from_ymd_opt(2026, 7, 21).and_then(|day| day.and_hms_opt(9, 0, 0)).unwrap();
    let map = Map {
        separator: ',',
        header: false,
        time: MapTime::Every { start, offset: FixedOffset::east_opt(9 * 3600), every_s: 2.5 },
        ..map(vec![
            column(Position::Number(1), Metric::GpuTemp),
            MapColumn { scale: 0.1, ..column(Position::Number(2), Metric::Power) },
        ])
    };
    let reading =
        read_mapped(vec![Box::new(text.as_bytes())], InputId(0), &Options::default(), &map).unwrap();
    let from = Micros::from_secs(1_784_592_000);
    assert_eq!(*reading.series[0].at, [from, from + model::Span(2_500_000), from + model::Span(5_000_000)]);
    for (value, expected) in values(&reading, Metric::Power).into_iter().zip([70.0, 70.1, 70.2]) {
        assert!((value - expected).abs() < 1e-9, "{value}");
    }
}

#[test]
fn a_map_wins_over_what_names_mean() {
    let text = "timestamp,memory.used,tgpu,temperature.gpu\n1784351340,100,50,60\n";
    let map = Map {
        separator: ',',
        time: MapTime::Columns { at: vec![name("timestamp")], form: None },
        ..map(vec![
            MapColumn { unit: Some("MiB".to_owned()), ..column(name("memory.used"), Metric::SwapUsed) },
            column(name("tgpu"), Metric::GpuTemp),
        ])
    };
    let reading =
        read_mapped(vec![Box::new(text.as_bytes())], InputId(0), &Options::default(), &map).unwrap();
    assert_eq!(values(&reading, Metric::SwapUsed), [100.0]);
    assert_eq!(values(&reading, Metric::GpuTemp), [50.0]);
    assert_eq!(reading.series.len(), 2);
}

#[test]
fn a_map_that_does_not_fit_says_which_column_is_missing() {
    let map = map(vec![column(name("frei"), Metric::MemAvailable)]);
    let error = read_mapped(vec![Box::new(&b"when;free\n1;2\n"[..])], InputId(0), &Options::default(), &map)
        .unwrap_err();
    assert!(error.to_string().contains("`wann`"), "{error}");
    let error = read_mapped(vec![Box::new(&b"wann;free\n1;2\n"[..])], InputId(0), &Options::default(), &map)
        .unwrap_err();
    assert!(error.to_string().contains("`frei`"), "{error}");
}

#[test]
fn every_metric_has_units_of_its_own() {
    for metric in Metric::ALL {
        let own = metric.unit();
        assert!(own.is_empty() || units_of(metric).contains(&own), "{metric:?}");
        assert!(own.is_empty() || is_unit_of(own, metric), "{metric:?}");
    }
    assert!(!is_unit_of("W", Metric::MemAvailable));
}

#[test]
fn a_starting_map_names_what_is_known() {
    let text =
        "wann;mem_available_kb;\"odd \"\"x\"\"\"\n2026-07-21 18:00:00;61200;3\n2026-07-21 18:00:05;61100;4\n";
    let map = starting(text.as_bytes()).unwrap();
    for expected in [
        "separator = \";\"",
        "header = true",
        "column = \"wann\"   # 2026-07-21 18:00:00,",
        "metric = \"mem_available_mib\"\nunit = \"KiB\"",
        "# column = \"odd \\\"x\\\"\"   # 3, 4",
    ] {
        assert!(map.contains(expected), "{expected} in\n{map}");
    }
    let headless = starting(b"1784351340 61 7\n1784351345 62 8\n").unwrap();
    assert!(headless.contains("separator = \"blank\"\nheader = false"), "{headless}");
    assert!(headless.contains("column = 1   # 1784351340"), "{headless}");
    assert!(starting(b"").is_err() && read(b"", InputId(0), &Options::default()).is_err());
}

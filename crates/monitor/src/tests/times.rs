//! Times of whole files.

use model::Metric::*;

use super::*;
use crate::Clock;

fn at(header: &str, stamps: &[&str], options: &Options) -> (Vec<String>, Clock, u64) {
    let rows: String = stamps.iter().map(|stamp| format!("{stamp},61000\n")).collect();
    let text = format!("{header},mem_available_mib\n{rows}");
    let reading = read(text.as_bytes(), InputId(0), options).unwrap();
    (instants(&reading), reading.clock, reading.rejected)
}

#[test]
fn forms() {
    let none = Options::default();
    for (header, stamp, instant, clock) in [
        ("time", "1784351491", "2026-07-18 05:11:31", Clock::Absolute),
        ("time", "1784351491.5", "2026-07-18 05:11:31", Clock::Absolute),
        ("time", "1784351491000", "2026-07-18 05:11:31", Clock::Absolute),
        ("time", "1784351491000000", "2026-07-18 05:11:31", Clock::Absolute),
        ("time", "1784351491000000000", "2026-07-18 05:11:31", Clock::Absolute),
        ("time", "2026-07-18T05:11:31Z", "2026-07-18 05:11:31", Clock::Absolute),
        ("time", "2026-07-18 05:11:31 UTC", "2026-07-18 05:11:31", Clock::Absolute),
        ("time", "2026-07-18T14:11:31+0900", "2026-07-18 05:11:31", Clock::Absolute),
        ("time", "2026-07-18 14:11:31", "2026-07-18 14:11:31", Clock::Local),
        ("utc", "2026-07-18 14:11:31", "2026-07-18 14:11:31", Clock::Absolute),
        ("time", "18.07.2026 14:11:31", "2026-07-18 14:11:31", Clock::Local),
        ("time", "18/07/2026 14:11:31", "2026-07-18 14:11:31", Clock::Local),
        ("time", "07-18-2026 14:11:31", "2026-07-18 14:11:31", Clock::Local),
        ("date,time", "2026-07-18,14:11:31", "2026-07-18 14:11:31", Clock::Local),
        ("time,date", "14:11:31,2026-07-18", "2026-07-18 14:11:31", Clock::Local),
        ("time,epoch", "2026-07-18 14:11:31,1784351491", "2026-07-18 05:11:31", Clock::Absolute),
        (
            "time,now.iso",
            "2026-07-18 14:11:31,2026-07-18T14:11:31+09:00",
            "2026-07-18 05:11:31",
            Clock::Absolute,
        ),
        ("Zeitpunkt der Messung", "2026-07-18 14:11:31", "2026-07-18 14:11:31", Clock::Local),
        ("host,sampled", "a,2026-07-18 14:11:31", "2026-07-18 14:11:31", Clock::Local),
    ] {
        // A name that is not known makes a weak header; a second metric helps.
        let (found, found_clock, rejected) =
            at(&format!("{header},gpu_temp_c"), &[&format!("{stamp},66")], &none);
        assert_eq!((found, found_clock, rejected), (vec![instant.to_owned()], clock, 0), "{header}: {stamp}");
    }
}

#[test]
fn the_time_may_stand_last() {
    let reading = of("gpu load, pwr main, time\n50, 20.5, 2026-07-18 14:11:31\n");
    assert_eq!(names(&reading), [(Power, Some("pwr main")), (GpuUtil, None)]);
}

#[test]
fn a_zone_with_summer_time() {
    let berlin = options(Some("Europe/Berlin"), None, None);
    let (found, clock, rejected) = at(
        "time",
        &[
            "2026-10-25 01:59:00",
            "2026-10-25 02:00:00",
            "2026-10-25 02:59:00",
            "2026-10-25 02:00:00",
            "2026-10-25 02:30:00",
            "2026-10-25 03:00:00",
        ],
        &berlin,
    );
    assert_eq!((clock, rejected), (Clock::Absolute, 0));
    assert_eq!(
        found,
        [
            "2026-10-24 23:59:00",
            "2026-10-25 00:00:00",
            "2026-10-25 00:59:00",
            "2026-10-25 01:00:00",
            "2026-10-25 01:30:00",
            "2026-10-25 02:00:00"
        ]
    );
    let (found, _, rejected) =
        at("time", &["2026-03-29 01:59:59", "2026-03-29 02:30:00", "2026-03-29 03:00:00"], &berlin);
    assert_eq!(rejected, 1);
    assert_eq!(found, ["2026-03-29 00:59:59", "2026-03-29 01:00:00"]);
}

#[test]
fn rows_without_a_zone_among_others() {
    let stamps = ["2026-07-18 14:11:31", "2026-07-18T05:11:41Z"];
    let (found, clock, rejected) = at("time", &stamps, &Options::default());
    assert_eq!((found, clock, rejected), (vec!["2026-07-18 05:11:41".to_owned()], Clock::Absolute, 1));
    let (found, _, rejected) = at("time", &stamps, &options(Some("Asia/Tokyo"), None, None));
    assert_eq!((found.len(), rejected), (2, 0));
    assert_eq!(found[0], "2026-07-18 05:11:31");
}

#[test]
fn the_day_wraps_at_midnight() {
    let day = options(None, Some("2026-07-22"), None);
    let (found, clock, _) = at("time", &["23:59:58", "00:00:01", "23:59:59", "00:00:02"], &day);
    assert_eq!(clock, Clock::Local);
    assert_eq!(
        found,
        ["2026-07-22 23:59:58", "2026-07-23 00:00:01", "2026-07-22 23:59:59", "2026-07-23 00:00:02"]
    );
    let (found, ..) = at("time", &["Dec-31 23:59:58", "Jan-01 00:00:01"], &options(None, None, Some(2025)));
    assert_eq!(found, ["2025-12-31 23:59:58", "2026-01-01 00:00:01"]);
}

#[test]
fn a_joined_number_is_no_time_of_another_unit() {
    // `178` of a torn row and a whole one give thirteen digits.
    let (found, _, rejected) =
        at("time", &["1784351491", "1781784351501", "1784351511"], &Options::default());
    assert_eq!((found.len(), rejected), (2, 1));
}

#[test]
fn newest_first_is_turned() {
    let reading = of(
        "time,mem_available_mib\n2026-07-18 14:11:35,212\n2026-07-18 14:11:33,5000\n2026-07-18 14:11:31,61000\n",
    );
    assert_eq!(values(&reading, MemAvailable, None), [61_000.0, 5000.0, 212.0]);
    assert_eq!(instants(&reading)[0], "2026-07-18 14:11:31");
    assert!(has_note(&reading, 2, "the newest row comes first"));
}

#[test]
fn inversions_are_sorted_and_counted() {
    let reading = of(
        "time,mem_available_mib\n2026-07-18 14:11:31,3\n2026-07-18 14:11:35,1\n2026-07-18 14:11:33,2\n2026-07-18 14:11:37,0\n",
    );
    assert_eq!(values(&reading, MemAvailable, None), [3.0, 2.0, 1.0, 0.0]);
    assert_eq!(*series(&reading, MemAvailable, None).lines, [2, 4, 3, 5]);
    assert!(has_note(&reading, 4, "1 row is out of order"));
}

#[test]
fn rows_with_a_wrong_clock_have_no_place() {
    let reading = of("epoch,uptime_s,mem_available_kb\n1784351628,43100,5293056\n1784351638,43110,217088\n\
         1783641612,20,114688000\n1783641622,30,114688000\n1783641632,40,114688000\n1784352150,70,114585600\n1784352160,80,114585600\n");
    assert_eq!((reading.rows, reading.rejected, reading.row_times.len()), (7, 0, 4));
    assert_eq!(*series(&reading, MemAvailable, None).lines, [2, 3, 7, 8]);
    assert!(has_note(&reading, 4, "the clock was wrong"));
}

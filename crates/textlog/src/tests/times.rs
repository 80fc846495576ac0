//! Years, zones, and boots that have no wall time.

use chrono::FixedOffset;
use model::{Micros, ZoneBasis};

use super::{NOON, all, keep_all, of, records, shown, told, with};
use crate::{Form, Options, Reading, Wall, Zone};

fn instants(reading: &Reading) -> Vec<String> {
    records(reading).iter().map(|record| shown(record.at)).collect()
}

fn syslog(stamps: &[&str]) -> String {
    stamps.iter().map(|stamp| format!("{stamp} box a[2]: x\n")).collect()
}

#[test]
fn years_are_counted_backward_from_the_last_line() {
    for (stamps, year, expected) in [
        (
            &["Dec 31 23:59:59", "Jan  1 00:00:00"][..],
            None,
            &["2025-12-31T23:59:59", "2026-01-01T00:00:00"][..],
        ),
        (&["Jan  1 00:00:00", "Nov 26 10:00:00"], None, &["2026-01-01T00:00:00", "2026-11-26T10:00:00"]),
        (&["Nov 28 10:00:00"], None, &["2025-11-28T10:00:00"]),
        // A day of slack: the file may be of another zone.
        (&["Nov 27 08:00:00"], None, &["2026-11-27T08:00:00"]),
        (&["Nov 28 10:00:00"], Some(2026), &["2026-11-28T10:00:00"]),
        // Over the end of two years.
        (
            &["Jun  1 00:00:00", "Jan  1 00:00:00", "Dec  1 00:00:00", "Feb  1 00:00:00"],
            None,
            &["2024-06-01T00:00:00", "2025-01-01T00:00:00", "2025-12-01T00:00:00", "2026-02-01T00:00:00"],
        ),
        // The clock was set back by hours: no new year.
        (&["Nov 26 09:00:00", "Nov 25 22:00:00"], None, &["2026-11-26T09:00:00", "2026-11-25T22:00:00"]),
        (
            &["Feb 28 10:00:00", "Feb 29 10:00:00", "Mar  1 10:00:00"],
            None,
            &["2024-02-28T10:00:00", "2024-02-29T10:00:00", "2024-03-01T10:00:00"],
        ),
        // A late line of the old year.
        (
            &["Dec 31 23:59:59", "Jan  1 00:00:00", "Dec 31 23:59:59", "Jan  1 00:00:01"],
            None,
            &["2025-12-31T23:59:59", "2026-01-01T00:00:00", "2025-12-31T23:59:59", "2026-01-01T00:00:01"],
        ),
        // A hardware clock that begins at the start of a year, then set right: all of one year.
        (
            &["Nov 20 10:00:00", "Jan  1 00:00:10", "Nov 20 10:05:00"],
            None,
            &["2026-11-20T10:00:00", "2026-01-01T00:00:10", "2026-11-20T10:05:00"],
        ),
    ] {
        let reading = with(&syslog(stamps), &Options { year, form: Some(Form::Syslog), ..keep_all() });
        assert_eq!(instants(&reading), expected, "{stamps:?}");
        assert_eq!(told(&reading, "can't be later than the log itself"), year.is_none(), "{stamps:?}");
    }
}

#[test]
fn the_kernel_s_clock_tells_year_and_zone() {
    let text = "\
Mar 28 10:00:10 box kernel: [    1.000000] rtc_cmos 00:01: setting system clock to 2024-03-28T09:00:08 UTC (1711616408)
Mar 28 10:00:20 box a[2]: x
Apr  2 12:00:00 box kernel: [    0.500000] audit: type=2000 audit(1712052000.100:1): state=initialized
";
    let reading = of(Form::Syslog, text);
    assert_eq!(instants(&reading), ["2024-03-28T09:00:10", "2024-03-28T09:00:20", "2024-04-02T10:00:00"]);
    assert_eq!((reading.zone.as_deref(), reading.zone_basis), (Some("+02:00"), Some(ZoneBasis::KernelClock)));
    assert!(reading.boots.iter().all(|boot| boot.wall == Wall::Sure));
    assert!(told(&reading, "the last is of 2024"));
}

#[test]
fn a_hardware_clock_in_local_time_tells_no_zone() {
    let text = "\
Nov 26 10:00:10 box kernel: rtc_cmos 00:01: setting system clock to 2026-11-26T10:00:08 UTC (1795687208)
Nov 26 10:00:11 box systemd[1]: RTC configured in localtime, applying delta of 540 minutes to system time.
";
    let reading = of(Form::Syslog, text);
    assert_eq!(reading.zone_basis, Some(ZoneBasis::Assumed));
}

#[test]
fn a_zone_that_was_given_is_used() {
    let text = syslog(&["Oct 25 01:30:00", "Oct 25 02:59:00", "Oct 25 02:00:00", "Oct 25 03:00:00"]);
    let berlin = Some((Zone::Named(chrono_tz::Europe::Berlin), ZoneBasis::Given));
    let reading = with(&text, &Options { zone: berlin, form: Some(Form::Syslog), ..keep_all() });
    let expected =
        ["2026-10-24T23:30:00", "2026-10-25T00:59:00", "2026-10-25T01:00:00", "2026-10-25T02:00:00"];
    assert_eq!(instants(&reading), expected);
    assert_eq!(
        (reading.zone.as_deref(), reading.zone_basis),
        (Some("Europe/Berlin"), Some(ZoneBasis::Given))
    );

    let tokyo = FixedOffset::east_opt(9 * 3600).map(|offset| (Zone::Fixed(offset), ZoneBasis::Host));
    let reading = with(&text, &Options { zone: tokyo, form: Some(Form::Syslog), ..keep_all() });
    assert_eq!(instants(&reading)[0], "2026-10-24T16:30:00");
    assert_eq!(reading.zone.as_deref(), Some("+09:00"));

    let reading = of(Form::Syslog, &text);
    assert_eq!((reading.boots[0].wall, reading.zone_basis), (Wall::LocalAssumed, Some(ZoneBasis::Assumed)));
    assert!(told(&reading, "UTC is assumed"));
}

#[test]
fn abbreviations_of_zones() {
    for (zone, instant, sure, part) in [
        ("UTC", "2026-11-26T10:00:00", true, ""),
        ("JST", "2026-11-26T01:00:00", true, "JST in the lines is taken as +09:00"),
        ("-03", "2026-11-26T13:00:00", true, ""),
        ("CST", "2026-11-26T10:00:00", false, "the name of several zones"),
    ] {
        let reading = all(&format!("Thu 2026-11-26 10:00:00 {zone} box a[2]: x\n"));
        assert_eq!(reading.form, Some(Form::ShortFull));
        assert_eq!(instants(&reading), [instant], "{zone}");
        assert_eq!(reading.boots[0].wall == Wall::Sure, sure, "{zone}");
        assert!(part.is_empty() && reading.problems.is_empty() || told(&reading, part), "{zone}");
    }
}

#[test]
fn months_of_other_languages() {
    for stamp in [
        "11月 26 09:00:00",
        "noviembre 26 09:00:00",
        "ноя 26 09:00:00",
        "NOV. 26 09:00:00",
        "nov. 26 09:00:00",
    ] {
        let reading = all(&syslog(&[stamp]));
        assert_eq!(instants(&reading), ["2026-11-26T09:00:00"], "{stamp}");
        assert_eq!(reading.form, Some(Form::Short), "{stamp}");
    }
    let hungarian =
        ["jan.", "febr.", "márc.", "ápr.", "máj.", "jún.", "júl.", "aug.", "szept.", "okt.", "nov."];
    for (index, month) in hungarian.iter().enumerate() {
        let reading = all(&syslog(&[&format!("{month} 16 09:00:00")]));
        assert_eq!(instants(&reading), [format!("2026-{:02}-16T09:00:00", index + 1)], "{month}");
    }
    let reading = of(Form::Short, &syslog(&["Nov 26 09:00:00", "Foo 26 09:00:00"]));
    assert_eq!((reading.records, reading.rejected), (1, 1));
}

#[test]
fn journalctl_s_own_header_tells_the_year() {
    let text = "-- Logs begin at Mon 2023-01-02 10:00:00 UTC, end at Thu 2023-11-30 10:00:00 UTC. --\n\
                Nov 26 09:00:00 box a[2]: x\n";
    assert_eq!(instants(&all(text)), ["2023-11-26T09:00:00"]);
}

#[test]
fn the_end_without_wall_times_is_a_guess() {
    let reading = all("[    0.000000] Linux version 6\n[  100.000000] a\n");
    assert_eq!(reading.form, Some(Form::Dmesg));
    assert_eq!(instants(&reading), ["2026-11-26T09:58:20", "2026-11-26T10:00:00"]);
    let boot = &reading.boots[0];
    assert_eq!((boot.wall, boot.last_monotonic), (Wall::Anchored, Some(100_000_000)));
    assert!(told(&reading, "wall times are guesses"));

    let anchored =
        all("[    0.000000] Linux version 6\n[    2.000000] rtc-efi rtc-efi.0: setting system clock to \
         2026-11-26T08:00:02 UTC (1795680002)\n[  100.000000] a\n");
    assert_eq!(anchored.boots[0].wall, Wall::Sure);
    assert_eq!(anchored.boots[0].started.map(shown).as_deref(), Some("2026-11-26T08:00:00"));
    assert_eq!(instants(&anchored)[2], "2026-11-26T08:01:40");
}

#[test]
fn sleep_and_steps_of_the_clock_change_the_start() {
    let text = "\
2026-11-26T08:00:10.000000+00:00 box kernel: [   10.000000] a
2026-11-26T08:01:40.000000+00:00 box kernel: [  100.000000] a
2026-11-26T09:01:41.000000+00:00 box kernel: [  101.000000] back from sleep
2026-11-26T09:01:42.000000+00:00 box a[2]: x
";
    let reading = of(Form::Syslog, text);
    let monotonic: Vec<_> = records(&reading).iter().map(|record| record.monotonic).collect();
    assert_eq!(monotonic, [10, 100, 101, 102].map(|secs| Some(secs * 1_000_000)));
    assert_eq!(reading.boots[0].started, Some(Micros(NOON - 7_200_000_000)));
}

#[test]
fn plain_last_has_weekdays_instead_of_years() {
    let text = "\
reboot   system boot  6.17 Sat Jan  3 10:00   still running
reboot   system boot  6.17 Wed Dec 31 10:00 - crash  (3+00:00)
shutdown system down  6.17 Wed Dec 31 09:00 - 10:00  (01:00)

wtmp begins Wed Dec 31 09:00:00 2025
";
    let reading = all(text);
    assert_eq!(reading.form, Some(Form::Last));
    assert_eq!(instants(&reading), ["2025-12-31T09:00:00", "2025-12-31T10:00:00", "2026-01-03T10:00:00"]);
    assert_eq!(records(&reading)[1].message, "reboot system boot 6.17 crash");
    assert!(told(&reading, "whole minutes"));
}

/// A clock that is set back, from local time to UTC as on hosts that start Windows too, or ahead, from a hardware clock
/// that lost its time: the file's order stays, and so does the boot's own time.
#[test]
fn a_clock_that_is_set_changes_no_order() {
    let boot = |start: &str, set: &str, later: [&str; 2]| {
        format!(
            "{start}:00 box kernel: [    0.000000] Linux version 6\n{start}:02 box kernel: [    1.500000] a\n\
             {start}:09 box systemd[1]: Startup finished in 5.0s.\n\
             {set} box systemd-timesyncd[400]: Initial clock synchronization\n{} box CRON[900]: b\n\
             {} box systemd[1]: Shutting down.\n",
            later[0], later[1]
        )
    };
    for (name, text, uptime) in [
        ("back", boot("Feb 20 17:00", "Feb 20 08:00:12", ["Feb 20 09:00:12", "Feb 20 10:00:12"]), 7209),
        (
            "ahead by hours",
            boot("Feb 20 02:00", "Feb 20 10:00:12", ["Feb 20 11:00:12", "Feb 20 12:00:12"]),
            7209,
        ),
        (
            "ahead by weeks",
            boot("Jan  1 00:00", "Feb 20 08:00:12", ["Feb 20 09:00:12", "Feb 20 10:00:12"]),
            7209,
        ),
    ] {
        let reading = of(Form::Syslog, &text);
        let [boot] = reading.boots.as_slice() else { panic!("{name}: {}", reading.boots.len()) };
        let times: Vec<_> = boot.records.iter().map(|record| record.monotonic.unwrap_or(-1)).collect();
        assert!(times.is_sorted() && times.first() >= Some(&0), "{name}: {times:?}");
        let uptime_read = boot.last_monotonic.unwrap_or_default() / 1_000_000;
        assert!((uptime..uptime + 5).contains(&uptime_read), "{name}: {uptime_read}");
    }
}

#[test]
fn leap_days_are_counted_where_they_are() {
    // The year of the log itself has no such day, or one where the lines have none.
    for (not_after, stamps, days) in [
        ("2026-11-26", &["Feb 27", "Feb 28", "Feb 29", "Mar  1", "Mar  2"][..], &[1, 2, 3, 4, 5][..]),
        ("2026-11-26", &["Feb 27", "Feb 28", "Mar  1", "Mar  2"], &[1, 2, 3, 4]),
        (
            "2024-06-01",
            &["Feb 27", "Feb 28", "Mar  1", "Dec 31", "Jan  1", "Feb  1"],
            &[1, 2, 3, 308, 309, 340],
        ),
        ("2025-06-01", &["Dec 31", "Jan  1", "Feb 28", "Feb 29", "Mar  1"], &[1, 2, 60, 61, 62]),
    ] {
        // Only the first line tells the kernel's own time.
        let first = format!("{} 10:00:00 box kernel: [86400.000000] x\n", stamps[0]);
        let text: String = stamps.iter().map(|stamp| format!("{stamp} 10:00:00 box a[2]: x\n")).collect();
        let text = format!("{first}{text}");
        let not_after =
            format!("{not_after}T12:00:00Z").parse::<chrono::DateTime<chrono::Utc>>().expect("a time");
        let not_after = Some(Micros(not_after.timestamp_micros()));
        let reading = with(&text, &Options { not_after, form: Some(Form::Syslog), ..keep_all() });
        let read: Vec<_> = records(&reading)
            .iter()
            .map(|record| record.monotonic.map_or(-1, |at| at / 86_400_000_000))
            .collect();
        assert_eq!(read.get(1..), Some(days), "{stamps:?}");
        let starts: Vec<_> = records(&reading)
            .iter()
            .map(|record| record.at.0 - record.monotonic.unwrap_or_default())
            .collect();
        assert!(
            starts.iter().all(|start| Some(start) == starts.first()),
            "{stamps:?}: {:?}",
            instants(&reading)
        );
    }
}

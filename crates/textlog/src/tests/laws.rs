//! What holds of any bytes and any log.

use proptest::prelude::*;

use super::{keep_all, records};
use crate::{Form, Options, read, refusal, sniff};

const FORMS: [Form; 14] = [
    Form::Short,
    Form::ShortFull,
    Form::ShortIso,
    Form::ShortIsoPrecise,
    Form::ShortPrecise,
    Form::ShortMonotonic,
    Form::ShortUnix,
    Form::WithUnit,
    Form::Syslog,
    Form::Dmesg,
    Form::DmesgWall,
    Form::Last,
    Form::Wtmp,
    Form::BootList,
];

/// Pieces of which near-misses are made.
const PIECES: [&str; 47] = [
    "Nov 26 10:00:00",
    "Feb 29 23:59:60",
    "Dec 31 23:59:59",
    "Jan  1 00:00:00",
    "2026-11-26T10:00:00.123456+01:00",
    "Thu 2026-11-26 10:00:00 UTC",
    "Thu Nov 26 10:00:00 2026",
    "1795687200.123456",
    "[   12.345678]",
    "[    0.000000 <    0.000001 >]",
    "[  +0.000012]",
    "[Nov26 10:00]",
    "<6>",
    "<30>1 ",
    "2026-11-26T10:00:00.1Z stdout F ",
    "kern.info ",
    "12:",
    "systemd[1]: Startup finished in 1.9s (kernel) + 99999999999d = 1min 2s.",
    "systemd[1]: systemd 255 running in system mode (+PAM)",
    "systemd-journald[300]: Journal started",
    "márc. 26 10:00:00",
    "kern  :info  : ",
    " box ",
    " kernel: ",
    "systemd[1]: ",
    "a[99999999999]: ",
    "Linux version 6.1",
    "Booting Linux on physical CPU",
    "audit: type=1400 audit(1795687200.123:4): x",
    "rtc: setting system clock to x (1795687200)",
    "message repeated 999999 times: [ x]",
    "last message repeated 3 times",
    "#012#0330#",
    "\u{1b}[31m",
    "-- Boot fa23458207dc46bc9893b8dac5f4edb3 --",
    "-- Reboot --",
    "-- Logs begin at Mon 2026-01-05 10:00:00 UTC, end at Thu 2026-11-26 10:00:00 UTC. --",
    "reboot   system boot  6.17 ",
    "shutdown system down  ",
    " - crash (00:10)",
    "-1 fa23458207dc46bc9893b8dac5f4edb3 ",
    "—",
    "\0\0",
    "\r\n",
    "\n",
    "\n",
    "    ",
];

fn near_misses() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => prop::sample::select(PIECES.to_vec()).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..6),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn never_panics(bytes: &[u8], year: Option<i32>, not_after: Option<i64>) {
    let _ = (sniff(bytes), refusal(bytes));
    for form in FORMS.into_iter().map(Some).chain([None]) {
        let not_after = not_after.map(model::Micros);
        let zone = Some((crate::Zone::Named(chrono_tz::Europe::Berlin), model::ZoneBasis::Given));
        let options = Options { form, year, not_after, tail_entries: 2, ..keep_all() };
        let reading = read(&mut &*bytes, &options);
        let entries: u64 = reading.boots.iter().map(|boot| boot.entries).sum();
        if form != Some(Form::BootList) && reading.form != Some(Form::BootList) {
            assert_eq!(entries, reading.records, "{form:?}");
            let kept: usize = reading.boots.iter().map(|boot| boot.records.len()).sum();
            assert_eq!(kept as u64, entries, "{form:?}");
        }
        let _ = read(&mut &*bytes, &Options { zone, not_after: None, ..options });
    }
}

/// One line of a log: what it is to count as.
#[derive(Clone, Debug)]
enum Kind {
    Record(String),
    Rejected(String),
    Neither(String),
}

fn line() -> impl Strategy<Value = Kind> {
    let minute = 0..60_u32;
    let record =
        (minute, "[a-z]{1,8}", 2..9999_u32, "[ -~]{0,40}").prop_map(|(minute, name, pid, message)| {
            // A repetition stands for several records.
            let message = message.replace("repeated", "");
            Kind::Record(format!("2026-11-26T10:{minute:02}:00.000000+00:00 box {name}[{pid}]: {message}"))
        });
    prop_oneof![
        6 => record,
        1 => "[a-z]{3,20}".prop_map(Kind::Rejected),
        1 => "[ ]{0,4}".prop_map(Kind::Neither),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        never_panics(&bytes, None, Some(super::NOON));
    }

    #[test]
    fn near_misses_are_survived(
        bytes in near_misses(),
        year in prop::option::of(prop_oneof![Just(2026), any::<i32>()]),
        not_after in prop::option::of(prop_oneof![Just(super::NOON), any::<i64>()]),
    ) {
        never_panics(&bytes, year, not_after);
    }

    #[test]
    fn every_line_is_counted(lines in prop::collection::vec(line(), 0..50)) {
        let text = |kind: &Kind| match kind {
            Kind::Record(text) | Kind::Rejected(text) | Kind::Neither(text) => text.clone(),
        };
        let whole = lines.iter().map(text).collect::<Vec<_>>().join("\n");
        let count = |is: fn(&Kind) -> bool| lines.iter().filter(|kind| is(kind)).count() as u64;
        let reading = read(&mut whole.as_bytes(), &Options { form: Some(Form::Syslog), ..keep_all() });
        prop_assert_eq!(reading.records, count(|kind| matches!(kind, Kind::Record(_))));
        prop_assert_eq!(reading.rejected, count(|kind| matches!(kind, Kind::Rejected(_))));
    }

    #[test]
    fn two_pieces_are_the_whole(lines in prop::collection::vec(line(), 1..50), at in any::<prop::sample::Index>()) {
        let lines: Vec<String> = lines
            .into_iter()
            .map(|kind| match kind {
                Kind::Record(text) | Kind::Rejected(text) | Kind::Neither(text) => text,
            })
            .collect();
        let at = at.index(lines.len());
        let read_from = |lines: &[String], first_line: u64| {
            let text = lines.join("\n");
            let options = Options { form: Some(Form::Syslog), first_line, ..keep_all() };
            let reading = read(&mut text.as_bytes(), &options);
            records(&reading).into_iter().cloned().collect::<Vec<_>>()
        };
        let (before, after) = lines.split_at(at);
        let mut pieces = read_from(before, 1);
        pieces.extend(read_from(after, at as u64 + 1));
        prop_assert_eq!(read_from(&lines, 1), pieces);
    }
}

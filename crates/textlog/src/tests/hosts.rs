//! Whose lines a log holds.

use super::{keep_all, with};
use crate::{Options, Reading, short_host};

fn lines(text: &[(&str, &str, &str)]) -> String {
    text.iter().map(|(at, host, said)| format!("2026-02-20T{at}+00:00 {host} {said}\n")).collect()
}

fn read(text: &[(&str, &str, &str)]) -> Reading {
    with(&lines(text), &keep_all())
}

const BANNER: &str = "kernel: [    0.000000] Linux version 6.1.0 (a@b) #1 SMP";
const CRON: &str = "CRON[9]: (root) CMD (x)";
const LATE: &str = "kernel: [ 7200.000000] eth0: link up";

#[test]
fn hosts_that_take_turns_are_told_apart() {
    for (what, log, hosts, others) in [
        (
            "one host",
            &[("08:00:00", "box", BANNER), ("09:00:00", "box", CRON)][..],
            &[&["box"][..]][..],
            &[][..],
        ),
        (
            "a container with its own PID 1",
            &[
                ("08:00:00", "box", BANNER),
                ("09:00:00", "box", CRON),
                ("10:00:00", "web1", "systemd[1]: Shutting down."),
                ("10:00:09", "box", CRON),
            ],
            &[&["box"], &["web1"]],
            &[],
        ),
        (
            "another host's kernel",
            &[
                ("08:00:00", "box", BANNER),
                ("10:00:00", "box", LATE),
                ("10:00:01", "web1", "kernel: [91234.000000] critical temperature reached"),
                ("10:00:09", "box", CRON),
                ("10:00:10", "box", LATE),
            ],
            &[&["box"], &["web1"]],
            &[],
        ),
        (
            "a switch that only programs speak for",
            &[
                ("08:00:00", "box", BANNER),
                ("09:00:00", "sw1", "dot1x: port 3 up"),
                ("09:01:00", "box", CRON),
            ],
            &[&["box"]],
            &["sw1"],
        ),
        (
            "a name that is set late, in each boot",
            &[
                ("08:00:00", "localhost", BANNER),
                ("08:00:05", "box", CRON),
                ("09:00:00", "box", CRON),
                ("10:00:00", "localhost", BANNER),
                ("10:00:05", "box", CRON),
                ("11:00:00", "box", CRON),
            ],
            &[&["localhost", "box"]],
            &[],
        ),
        (
            "a name that comes and goes while the kernel's time goes on",
            &[
                ("08:00:00", "box", BANNER),
                ("10:00:00", "box", LATE),
                ("10:10:00", "localhost", "kernel: [ 7800.000000] eth0: link down"),
                ("10:20:00", "box", "kernel: [ 8400.000000] eth0: link up"),
            ],
            &[&["box", "localhost"]],
            &[],
        ),
        (
            "with and without the domain",
            &[("08:00:00", "box.lan", BANNER), ("09:00:00", "box", CRON), ("09:01:00", "box.lan", CRON)],
            &[&["box.lan", "box"]],
            &[],
        ),
    ] {
        let reading = read(log);
        assert_eq!(reading.hosts, hosts, "{what}");
        assert_eq!(reading.other_hosts, others, "{what}");
    }
}

#[test]
fn a_host_is_read_alone() {
    let log = lines(&[
        ("08:00:00", "box", BANNER),
        ("09:00:00", "web1", "systemd[1]: Shutting down."),
        ("09:00:09", "box", CRON),
    ]);
    for (name, entries) in [("box", 2), ("web1", 1)] {
        let of_host = |host: &str| host == name;
        let reading = with(&log, &Options { of_host: Some(&of_host), ..keep_all() });
        let boots: Vec<(Option<&str>, u64)> =
            reading.boots.iter().map(|boot| (boot.hostname.as_deref(), boot.entries)).collect();
        assert_eq!(boots, [(Some(name), entries)]);
        assert_eq!(reading.rejected, 0);
    }
}

#[test]
fn a_boot_bears_the_newest_name() {
    let reading = read(&[("08:00:00", "localhost", BANNER), ("08:00:09", "box", CRON)]);
    assert_eq!(reading.boots[0].hostname.as_deref(), Some("box"));
}

#[test]
fn domains_are_taken_off_names_and_not_addresses() {
    for (name, short) in [("Box.example.com", "box"), ("box", "box"), ("10.0.0.5", "10.0.0.5")] {
        assert_eq!(short_host(name), short);
    }
}

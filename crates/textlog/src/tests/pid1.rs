//! Boots of logs without the kernel's first lines.

use super::boots::cuts;
use super::of;
use crate::{Begun, Form};

const MODE: &str = "systemd[1]: systemd 255 running in system mode (+PAM)";
const UP: &str = "systemd[1]: Startup finished in 9.100s (userspace).";

/// A log of `minute:second speaker: text`.
fn log(lines: &[(&str, &str)]) -> String {
    lines.iter().map(|(at, said)| format!("Nov 26 09:{at} box {said}\n")).collect()
}

#[test]
fn boots_by_what_pid_1_says() {
    let journald = "systemd-journald[300]: Journal started";
    for (name, lines, expected) in [
        (
            "a second start-up, from journald on",
            &[
                ("00:00", UP),
                ("01:00", "app[7]: working"),
                ("01:40", "systemd-modules-load[299]: Inserted module 'nvidia'"),
                ("01:41", journald),
                ("01:41", "systemd-journald[300]: Runtime Journal (/run/log/journal/1) is 8.0M"),
                ("01:45", "app[8]: starts"),
                ("01:50", UP),
            ][..],
            vec![(Begun::FileStart, 1, 2), (Begun::Restarted, 3, 7)],
        ),
        (
            "with journald in the initrd",
            &[
                ("00:00", UP),
                ("01:00", "app[7]: working"),
                ("01:40", journald),
                ("01:44", "systemd-journald[300]: Received SIGTERM from PID 1 (systemd)."),
                ("01:49", "systemd-journald[400]: Journal started"),
                ("01:59", UP),
            ],
            vec![(Begun::FileStart, 1, 2), (Begun::Restarted, 3, 6)],
        ),
        (
            "without journald, behind the largest gap",
            &[
                ("00:00", UP),
                ("01:00", "app[7]: working"),
                ("01:03", "app[7]: still"),
                ("01:40", "app[8]: starts"),
                ("01:45", "cron[9]: starts"),
                ("01:50", UP),
                ("03:00", "app[8]: working"),
                ("03:40", "app[9]: starts"),
                ("03:45", UP),
            ],
            vec![(Begun::FileStart, 1, 3), (Begun::Restarted, 4, 7), (Begun::Restarted, 8, 9)],
        ),
        (
            "kernel lines without a first one",
            &[
                ("00:00", UP),
                ("00:10", "kernel: device eth0 left promiscuous mode"),
                ("05:00", "app[7]: working"),
                ("06:00", MODE),
                ("06:01", "app[7]: starts"),
                ("06:10", UP),
                ("08:00", MODE),
            ],
            vec![(Begun::FileStart, 1, 3), (Begun::Restarted, 4, 6), (Begun::Restarted, 7, 7)],
        ),
        (
            "a container's single kernel line",
            &[
                ("00:10", "kernel: device eth0 left promiscuous mode"),
                ("05:00", "app[7]: working"),
                ("06:00", MODE),
                ("06:01", "app[7]: starts"),
            ],
            vec![(Begun::FileStart, 1, 2), (Begun::Restarted, 3, 4)],
        ),
        (
            "from the initrd to the root file system, behind the banner",
            &[
                ("00:00", "kernel: Linux version 6"),
                ("00:02", MODE),
                ("00:04", "systemd[1]: Switching root."),
                ("00:05", MODE),
                ("00:10", UP),
            ],
            vec![(Begun::Banner, 1, 5)],
        ),
        (
            "PID 1 before the banner",
            &[
                ("00:00", UP),
                ("01:00", "app[7]: working"),
                ("02:00", MODE),
                ("02:00", "kernel: Linux version 6"),
                ("02:09", UP),
            ],
            vec![(Begun::FileStart, 1, 2), (Begun::Restarted, 3, 5)],
        ),
        (
            "a disk that is unlocked late",
            &[
                ("00:00", "kernel: Linux version 6"),
                ("20:00", MODE),
                ("20:05", UP),
                ("21:00", "systemd[1]: Reexecuting requested from client PID 7..."),
                ("21:01", MODE),
            ],
            vec![(Begun::Banner, 1, 5)],
        ),
        (
            "soft reboots, and managers of users",
            &[
                ("00:00", UP),
                ("00:10", "systemd[900]: Startup finished in 100ms."),
                ("00:20", "systemd[901]: Startup finished in 100ms."),
                ("01:00", "systemd[1]: System userspace is rebooting."),
                ("01:30", "systemd[1]: Soft-rebooting."),
                ("01:31", MODE),
                ("01:40", "systemd[1]: Soft-reboot finished in 31.979s, counter is now at 1."),
            ],
            vec![(Begun::FileStart, 1, 7)],
        ),
        (
            "a soft reboot, told by logind and a target only",
            &[
                ("00:00", UP),
                ("01:00", "systemd-logind[600]: System userspace is rebooting."),
                ("01:02", "systemd[1]: Reached target Reboot System Userspace."),
                ("01:02", "systemd[1]: Shutting down."),
                ("01:02", "systemd-journald[300]: Journal stopped"),
                ("01:05", MODE),
                ("01:05", journald),
                ("01:08", UP),
            ],
            vec![(Begun::FileStart, 1, 8)],
        ),
    ] {
        assert_eq!(cuts(&of(Form::Short, &log(lines))), expected, "{name}");
    }
    let marked = format!("{}-- Reboot --\n{}", log(&[("00:00", UP)]), log(&[("01:00", MODE), ("01:09", UP)]));
    assert_eq!(cuts(&of(Form::Short, &marked)), [(Begun::FileStart, 1, 1), (Begun::Marker, 3, 4)]);
}

#[test]
fn logs_without_the_kernel_s_lines_have_as_many_boots() {
    for (name, whole) in super::shape::logs() {
        if !name.contains("forms") || !name.contains("syslog-") {
            continue;
        }
        let boots = of(Form::Syslog, &whole).boots;
        for kept in [0, 1] {
            let mut kernel = 0;
            let programs: String = whole
                .lines()
                .filter(|line| {
                    kernel += usize::from(line.contains(" kernel: "));
                    !line.contains(" kernel: ") || kept == 1 && kernel == 10
                })
                .map(|line| format!("{line}\n"))
                .collect();
            let read = of(Form::Syslog, &programs).boots;
            assert_eq!(read.len(), boots.len(), "{name}");
            for (read, boot) in read.iter().zip(&boots) {
                let by = read.last.0.abs_diff(boot.last.0);
                assert!(by < 60_000_000, "{name}: {} {}", super::shown(read.last), super::shown(boot.last));
            }
        }
    }
}

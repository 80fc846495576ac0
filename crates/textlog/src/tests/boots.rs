//! Where boots begin and end, and who speaks.

use model::{Identity, Lines, Transport};

use super::{all, keep_all, of, records, told, with};
use crate::{Begun, Form, Options, Reading, refusal, sniff};

/// First and last line of each boot, with what began it.
pub(super) fn cuts(reading: &Reading) -> Vec<(Begun, u64, u64)> {
    let cut = |boot: &crate::TextBoot| {
        let lines = boot.records.iter().filter_map(|record| record.origin.line);
        Some((boot.begun, lines.clone().min()?, lines.max()?))
    };
    reading.boots.iter().filter_map(cut).collect()
}

const CLEAN: &str = "\
Nov 26 09:00:00 box kernel: [ 7200.100000] usb 1-1: new device
Nov 26 09:00:01 box systemd[1]: Stopping ssh.service - OpenBSD Secure Shell server...
Nov 26 09:00:02 box rsyslogd: [origin software=\"rsyslogd\" swVersion=\"8.2\" x-pid=\"700\"] exiting on signal 15.
Nov 26 09:00:30 box systemd-modules-load[300]: Inserted module 'nvidia'
Nov 26 09:00:30 box systemd[1]: Mounted sys-fs-fuse-connections.mount.
Nov 26 09:00:30 box kernel: [    0.000000] Booting Linux on physical CPU 0x0000000000 [0x410fd871]
Nov 26 09:00:30 box kernel: [    0.000000] Linux version 6.17.0-1008-nvidia
Nov 26 09:00:30 box kernel: [    9.500000] [T123] EXT4-fs (nvme0n1p2): mounted
Nov 26 09:00:31 box ssh[900]: Server listening
";

#[test]
fn early_user_space_in_front_of_the_banner_is_of_the_new_boot() {
    let reading = all(CLEAN);
    assert_eq!(cuts(&reading), [(Begun::FileStart, 1, 3), (Begun::Banner, 4, 9)]);
    let boot = &reading.boots[1];
    assert_eq!(boot.lines, Lines::All);
    // 9.5 s had passed when the lines were received.
    assert_eq!(boot.first_monotonic, Some(9_500_000));
    assert_eq!(boot.last_monotonic, Some(10_500_000));
    assert!(boot.records.iter().all(|record| record.monotonic >= Some(9_500_000)), "{:?}", boot.records);
    assert_eq!(boot.records[4].message, "EXT4-fs (nvme0n1p2): mounted");
}

#[test]
fn marks_of_a_boot() {
    for (name, text, expected) in [
        (
            "the kernel's own time goes back",
            "Nov 26 09:00:00 box kernel: [ 7200.1] a\n\
             Nov 26 09:00:00 box kernel: [ 7200.100000] a\n\
             Nov 26 09:02:00 box kernel: [    3.100000] b\n",
            vec![(Begun::FileStart, 1, 2), (Begun::Restarted, 3, 3)],
        ),
        (
            "to 0 after few seconds, without a first line",
            "Nov 26 09:00:00 box kernel: [    1.400000] a\nNov 26 09:00:04 box kernel: [    4.800000] b\n\
             Nov 26 21:00:00 box sshd[9]: c\nNov 27 09:00:00 box kernel: [    0.000000] Command line: d\n\
             Nov 27 09:00:00 box kernel: [    1.400000] e\n",
            vec![(Begun::FileStart, 1, 3), (Begun::Restarted, 4, 5)],
        ),
        (
            "by a few seconds, long after",
            "Nov 26 09:00:00 box kernel: [    1.400000] a\nNov 26 09:00:04 box kernel: [    4.800000] b\n\
             Nov 27 09:00:00 box kernel: [    2.400000] e\n",
            vec![(Begun::FileStart, 1, 2), (Begun::Restarted, 3, 3)],
        ),
        (
            "lines of two processors that change places",
            "Nov 26 09:00:00 box kernel: [    1.400000] a\nNov 26 09:00:04 box kernel: [    1.390000] b\n",
            vec![(Begun::FileStart, 1, 2)],
        ),
        (
            "behind the last words of the old boot",
            "Nov 26 09:00:00 box systemd[1]: Shutting down.\nNov 26 09:00:00 box systemd-shutdown[1]: Syncing\n\
             Nov 26 09:00:01 box systemd-journald[300]: Journal stopped\nNov 26 09:00:40 box sshd[9]: a\n\
             Nov 26 09:00:41 box kernel: [    0.000000] Linux version 6\n",
            vec![(Begun::FileStart, 1, 3), (Begun::Restarted, 4, 5)],
        ),
        (
            "a quick reboot without a gap",
            "Nov 26 09:00:00 box a[2]: old\nNov 26 09:00:02 box systemd-modules-load[300]: new\n\
             Nov 26 09:00:02 box kernel: Linux version 6\n",
            vec![(Begun::FileStart, 1, 1), (Begun::Banner, 2, 3)],
        ),
        (
            "a mark and a banner are one boot",
            "Nov 26 09:00:00 box kernel: a\n-- Reboot --\nNov 26 09:02:00 box kernel: Linux version 6\n\
             Nov 26 09:02:00 box kernel: b\n",
            vec![(Begun::FileStart, 1, 1), (Begun::Marker, 3, 4)],
        ),
        (
            "a crash kernel is a boot of its own",
            "Nov 26 09:00:00 box kernel: Linux version 6\nNov 26 09:00:09 box kernel: Linux version 6\n\
             Nov 26 09:00:09 box kernel: Command line: elfcorehdr=0x1\n",
            vec![(Begun::Banner, 1, 1), (Begun::Banner, 2, 3)],
        ),
        (
            "what another program quotes is no banner",
            "Nov 26 09:00:00 box kernel: a\nNov 26 09:00:09 box qemu[77]: Linux version 6\n\
             Nov 26 09:00:09 box qemu[77]: kernel: [    0.000000] Linux version 6\n",
            vec![(Begun::FileStart, 1, 3)],
        ),
        (
            "PID 1 starts, where there are no kernel lines",
            "Nov 26 09:00:00 box sshd[1000]: a\nNov 26 09:02:00 box systemd[1]: systemd 255 running in system mode (+PAM)\n",
            vec![(Begun::FileStart, 1, 1), (Begun::Restarted, 2, 2)],
        ),
        (
            "PID 1 executes itself again",
            "Nov 26 09:00:00 box systemd[1]: Reexecuting requested\n\
             Nov 26 09:02:00 box systemd[1]: systemd 255 running in system mode (+PAM)\n",
            vec![(Begun::FileStart, 1, 2)],
        ),
        (
            "the syslog daemon starts again, behind a gap",
            "Nov 26 09:00:00 box rsyslogd: [origin software=\"rsyslogd\"] exiting on signal 15.\n\
             Nov 26 09:00:40 box rsyslogd: [origin software=\"rsyslogd\"] start\nNov 26 09:00:41 box sshd[12]: a\n",
            vec![(Begun::FileStart, 1, 1), (Begun::Restarted, 2, 3)],
        ),
        (
            "the syslog daemon starts again at once",
            "Nov 26 09:00:00 box rsyslogd: [origin software=\"rsyslogd\"] exiting on signal 15.\n\
             Nov 26 09:00:01 box rsyslogd: [origin software=\"rsyslogd\"] start\nNov 26 09:00:41 box sshd[12]: a\n",
            vec![(Begun::FileStart, 1, 3)],
        ),
    ] {
        assert_eq!(cuts(&of(Form::Syslog, text)), expected, "{name}");
    }
}

#[test]
fn several_boots_of_monotonic_times() {
    let text = "[    1.000000] box kernel: a\n[  900.000000] box kernel: b\n[    0.000000] box kernel: c\n\
                [   60.000000] box sshd[9]: d\n";
    let reading = all(text);
    assert_eq!(reading.form, Some(Form::ShortMonotonic));
    assert_eq!(cuts(&reading), [(Begun::FileStart, 1, 2), (Begun::Restarted, 3, 4)]);
    assert!(told(&reading, "wall times are guesses"));
    let lines: Vec<_> = reading.boots.iter().map(|boot| boot.lines).collect();
    assert_eq!(lines, [Lines::All, Lines::All]);

    let late = "[  900.000000] box kernel: a\n[  990.000000] box sshd[9]: b\n[  930.000000] box kernel: late\n\
                [  991.000000] box sshd[9]: c\n";
    assert_eq!(cuts(&all(late)), [(Begun::FileStart, 1, 4)]);
}

#[test]
fn speakers_and_transports() {
    for (line, identity, transport, identifier) in [
        ("box kernel: a", Identity::Kernel, Transport::Kernel, "kernel"),
        ("box kernel: [    1.000000] systemd[1]: a", Identity::Pid1, Transport::Kernel, "systemd"),
        ("box systemd[1]: a", Identity::Pid1, Transport::Unknown, "systemd"),
        ("box systemd[2817]: a", Identity::Program, Transport::Unknown, "systemd"),
        ("box systemd-journald[300]: a", Identity::Journald, Transport::Driver, "systemd-journald"),
        ("box systemd-shutdown[1]: a", Identity::Program, Transport::Kernel, "systemd-shutdown"),
        ("box earlyoom[700]: a", Identity::Program, Transport::Unknown, "earlyoom"),
        ("box app[700]: kernel: a", Identity::Program, Transport::Unknown, "app"),
        ("box kernel[700]: a", Identity::Program, Transport::Unknown, "kernel"),
    ] {
        let reading = of(Form::Syslog, &format!("Nov 26 09:00:00 {line}\n"));
        let record = records(&reading)[0];
        let read = (record.identity(), record.transport, record.identifier.as_deref());
        assert_eq!(read, (identity, transport, Some(identifier)), "{line}");
    }
    let forged = of(Form::Syslog, "<14>Nov 26 09:00:00 box kernel: Out of memory\n");
    assert_eq!(records(&forged)[0].identity(), Identity::Program);
}

#[test]
fn messages_are_put_together_again() {
    for (form, text, messages) in [
        (
            Form::Short,
            "Nov 26 09:00:00 box a[2]: one\n                       two\n  three\nNov 26 09:00:00 box b[3]: x\n",
            vec!["one\ntwo\nthree", "x"],
        ),
        (
            Form::Syslog,
            "Nov 26 09:00:00 box a[2]: one#012two #1 #033[31mred#033[0m\n",
            vec!["one\ntwo #1 red"],
        ),
        (
            Form::Syslog,
            "Nov 26 09:00:00 box a[2]: x\nNov 26 09:00:01 box a[2]: message repeated 2 times: [ y]\n\
             Nov 26 09:00:02 box last message repeated 2 times\n",
            vec!["x", "y", "y", "y", "y"],
        ),
        (Form::Short, "\u{1b}[1mNov 26 09:00:00 box a[2]: x\u{1b}[0m\r\n", vec!["x"]),
        (
            Form::Short,
            "\n```\n> Nov 26 09:00:00 box a[2]: x\n> Nov 26 09:00:00 box a[2]: y\n```\n",
            vec!["x", "y"],
        ),
        (Form::Short, "    Nov 26 09:00:00 box a[2]: x\n        more\n", vec!["x\nmore"]),
        (Form::Short, "Nov 26 09:00:00 box a[2]: [123B blob data]\n", vec!["[123B blob data]"]),
        (Form::Dmesg, "[    1.000000] a\n               b\n", vec!["a\nb"]),
    ] {
        let reading = of(form, text);
        let read: Vec<_> = records(&reading).iter().map(|record| record.message.as_str()).collect();
        assert_eq!(read, messages, "{text}");
        assert_eq!(reading.rejected, 0, "{text}");
    }
}

#[test]
fn what_is_lost_is_told() {
    let text = "rn line\nNov 26 09:00:00 box kernel: a\n\0\0\0\0\0\0\nNov 26 09:00:00 box kernel: b\njunk\n";
    let reading = of(Form::Syslog, text);
    assert_eq!((reading.records, reading.rejected), (2, 2));
    assert!(told(&reading, "6 NUL bytes"), "{:?}", reading.problems);
    let lines: Vec<_> = reading.problems.iter().filter_map(|problem| problem.line).collect();
    assert!(lines.contains(&1) && lines.contains(&5) && lines.contains(&3), "{lines:?}");

    let torn = "Nov 26 09:00:00 box kern\0\0\0Nov 26 09:05:00 box kernel: b\nNov 26 09:05:00 box kernel: c\n";
    let reading = of(Form::Syslog, torn);
    let read: Vec<_> =
        records(&reading).iter().map(|record| (record.origin.line, record.message.as_str())).collect();
    assert_eq!(read, [(Some(1), "kern"), (Some(1), "b"), (Some(2), "c")]);

    let long = format!("Nov 26 09:00:00 box a[2]: {}\nNov 26 09:00:00 box a[2]: b\n", "x".repeat(200_000));
    let reading = of(Form::Syslog, &long);
    assert_eq!((reading.records, reading.rejected), (2, 0));
    assert!(told(&reading, "longer than 64 KiB"));

    let numbered = with("Nov 26 09:00:00 box a[2]: b\n", &Options { first_line: 100, ..keep_all() });
    assert_eq!(records(&numbered)[0].origin.line, Some(100));
}

#[test]
fn drivers_are_no_hosts() {
    for (text, form) in [
        ("[    1.000000] usb 1-1: new device\n[    1.100000] usb 1-2: new device\n", Form::Dmesg),
        (
            "[    1.000000] systemd[1]: a\n[    2.000000] nvidia 000f:01:00.0: b\n[    2.000000] c\n",
            Form::Dmesg,
        ),
        ("[    1.000000] box kernel: usb 1-1: new device\n", Form::ShortMonotonic),
        ("[    1.000000] kernel: usb 1-1: new device\n[    2.000000] systemd[1]: a\n", Form::ShortMonotonic),
        ("[    1.000000] box earlyoom[700]: mem avail\n", Form::ShortMonotonic),
        ("2026-11-26T10:00:00,123456+00:00 usb 1-1: new device\n", Form::DmesgWall),
        (
            "2026-11-26T10:00:00,123+0000 box kernel: usb 1-1: new device\n\
             2026-11-26T10:00:01,123+0000 box sshd[9]: a\n",
            Form::ShortIsoPrecise,
        ),
    ] {
        assert_eq!(sniff(text.as_bytes()), Some(form), "{text}");
    }
}

#[test]
fn other_texts_are_none_of_these() {
    for text in [
        "timestamp,mem_available,temp\n2026-11-26T10:00:00,1234,45\n2026-11-26T10:00:01,1234,45\n",
        "2026-11-26 10:00:00, 1234, 45\n2026-11-26 10:00:01, 1234, 45\n",
        "2026-11-26T10:00:00.123Z INFO main: started\n2026-11-26T10:00:00.124Z ERROR db: lost [3]\n",
        "2026-11-26T10:00:00.123456789Z stdout F hello: x\n",
        "{\"a\": 1}\n{\"a\": 2}\n",
        "__CURSOR=s=1\n__REALTIME_TIMESTAMP=1\nMESSAGE=a\n\n",
        "Nov 26 was a fine day. We rebooted at 10:00:00 and all was well.\nThen it died.\n",
        "1795687200.5,3,4\n1795687201.5,3,4\n",
        "Thu Nov 26 10:00:00 2026\n| NVIDIA-SMI 580.95 |\n",
        "[INFO] a\n[WARN] b\n",
        "",
        "\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0",
    ] {
        assert_eq!(sniff(text.as_bytes()), None, "{text}");
    }
    let zeros = [0_u8; 1024];
    assert_eq!(sniff(&zeros), None);
}

#[test]
fn what_can_t_be_used_is_refused_with_the_reason() {
    for (text, part) in [
        ("Linux version 6.17\nCommand line: a\nNVRM: x\nStarted a.service - A.\n", "journalctl -o cat"),
        ("2026-11-26 10:00:00,123 INFO main: a\n2026-11-26 10:00:00,123 ERROR main: a\n", "application"),
        ("12:Nov 26 09:00:00 box a[2]: x\n14:Nov 26 09:00:00 box a[2]: y\n", "what grep found"),
        (
            "var/log/sys-log:Nov 26 09:00:00 box a[2]: x\nvar/log/sys-log-Nov 26 09:00:01 box a[2]: x\n",
            "grep",
        ),
        (
            "a.log:7:2026-11-26T10:00:00+00:00 box a[2]: x\na.log-8-2026-11-26T10:00:00+00:00 box a[2]: x\n",
            "grep",
        ),
        ("-- No entries --\n", "not on record"),
        (
            "$ journalctl -b -1\n-- Journal begins at Thu 2026-11-26 09:00:00 UTC. --\n-- No entries --\n",
            "no entry",
        ),
        ("Data from the specified boot (-1) is not available: No such boot ID in journal\n", "--list-boots"),
        ("No journal files were found.\n-- No entries --\n", "no journal"),
        (
            "Hint: You are currently not seeing messages from other users and the system.\n      Users in groups 'adm', \
             'systemd-journal' can see all messages.\n      Pass -q to turn off this notice.\nNo journal files were \
             opened due to insufficient permissions.\n",
            "no right",
        ),
        ("7:[    1.000000] usb 1-1: new device\n9:[    2.000000] usb 1-2: new device\n", "grep"),
    ] {
        assert!(refusal(text.as_bytes()).is_some_and(|why| why.contains(part)), "{text}");
        assert!(told(&all(text), part), "{text}");
    }
    for text in [CLEAN, "time,free\n1,2\n", "A report.\nIt rebooted.\n"] {
        assert_eq!(refusal(text.as_bytes()), None, "{text}");
    }
    // Somebody else's words around it are a report and no log.
    let quoted = format!("{}-- No entries --\n", "The journal was asked.\n".repeat(5));
    assert_eq!(refusal(quoted.as_bytes()), None);
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    for bytes in [utf16(CLEAN), utf16(&format!("\u{feff}{CLEAN}"))] {
        assert!(refusal(&bytes).is_some_and(|why| why.contains("UTF-16")));
    }
}

/// What journalctl writes where somebody has no right to read the system's journal.
#[test]
fn a_text_made_without_rights_is_an_excerpt() {
    const HINT: &str = "Hint: You are currently not seeing messages from other users and the system.\n      Users in \
                        groups 'adm', 'systemd-journal' can see all messages.\n      Pass -q to turn off this notice.\n";
    const OLDER: &str = "Hint: You are currently not seeing messages from the system.\n      Users in the \
                         'systemd-journal' group can see all messages. Pass -q to\n      turn off this notice.\n";
    const OTHERS: &str = "Hint: You are currently not seeing messages from other users.\n";
    const WARNING: &str = "Warning: some journal files were not opened due to insufficient permissions.\n";
    let user =
        "Nov 26 09:00:00 box systemd[812]: Reached target default.target.\nNov 26 09:00:01 box gjs[900]: a\n";
    let kernel = "Nov 26 09:00:02 box kernel: usb 1-1: new device\n";
    for (front, lines, shown, is_told) in [
        (HINT, user.to_owned(), Lines::Excerpt, true),
        (OLDER, user.to_owned(), Lines::Excerpt, true),
        (WARNING, format!("{user}{kernel}"), Lines::Excerpt, true),
        // Whoever saw the kernel's lines had the right after all.
        (HINT, format!("{user}{kernel}"), Lines::All, false),
        (OTHERS, format!("{user}{kernel}"), Lines::All, false),
        ("", user.to_owned(), Lines::Programs, false),
    ] {
        let reading = all(&format!("{front}{lines}"));
        assert_eq!(reading.boots[0].lines, shown, "{front}");
        assert_eq!(told(&reading, "made without rights"), is_told, "{front}");
        assert_eq!(reading.rejected, 0, "{front}{:?}", reading.problems);
    }
}

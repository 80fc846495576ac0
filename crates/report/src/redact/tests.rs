use super::*;
use crate::sample;

const BOOT: &str = "c6a2026b516845e7a5b6f2fa823f08e5";
const MACHINE: &str = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";

/// The strings as they stand in a redacted report of host gx10-lab7 and user jdoe.
fn redacted(texts: &[&str]) -> Vec<String> {
    let mut report = sample::incident();
    report.boots[0].coverage[0].shows = texts.iter().map(|&text| text.to_owned()).collect();
    redact(&report).0.boots[0].coverage[0].shows.clone()
}

#[test]
fn private_things_go() {
    for (text, shown) in [
        ("Accepted publickey for jdoe from 192.0.2.17 port 50022 ssh2: ED25519 SHA256:AbCdEfGhIjKlMnOpQrStUvWxYz0123456789+/abcde",
         "Accepted publickey for user-1 from ip-1 port 50022 ssh2: ED25519 SHA256:key-1"),
        ("    jdoe : TTY=pts/0 ; PWD=/home/jdoe/runs ; USER=root ; COMMAND=/usr/sbin/reboot",
         "    user-1 : TTY=pts/0 ; PWD=/home/user-1/runs ; USER=root ; COMMAND=/usr/sbin/reboot"),
        ("pam_unix(sshd:session): session opened for user asmith(uid=1001) by (uid=0)",
         "pam_unix(sshd:session): session opened for user user-2(uid=1001) by (uid=0)"),
        ("New session 3 of user asmith.", "New session 3 of user user-2."),
        ("May 14 05:21:50 gx10-lab7 kernel: NVRM: x", "May 14 05:21:50 host-1 kernel: NVRM: x"),
        ("Hostname set to <gx10-lab7.example.org>.", "Hostname set to <host-1>."),
        ("sosreport-GX10-LAB7-2026.tar, gx10-lab7.csv", "sosreport-host-1-2026.tar, host-1.csv"),
        ("eth0 02:00:5e:00:53:01 fe80::5eff:fe00:5301 2001:db8::1", "eth0 mac-1 ip-2 ip-3"),
        ("http://10.1.2.3:8000/v1 and [2001:db8::1]:22", "http://ip-4:8000/v1 and [ip-3]:22"),
        ("usb 1-1: SerialNumber: 0123456789AB", "usb 1-1: SerialNumber: serial-1"),
        ("Serial Number: S6EXNX0T123456", "Serial Number: serial-2"),
        ("GPU-6ba7b810-9dad-11d1-80b4-00c04fd430c8", "GPU-uuid-1"),
        ("machine 0f1e2d3c4b5a69788796a5b4c3d2e1f0", "machine machine-1"),
        ("mail to j.doe@example.org", "mail to email-1"),
        ("HF_TOKEN=hf_abcdefghijklmnop and sk-abcdefghijklmnop1234", "HF_TOKEN=secret-1 and secret-2"),
        ("Authorization: Bearer abc.def-ghi", "Authorization: Bearer secret-3"),
        ("--api-key 0a1b2c3d4e5f60718293 AKIAIOSFODNN7EXAMPLE ghp_abcdefghijklmnopqrst",
         "--api-key secret-6 secret-4 secret-5"),
        ("https://bob:hunter22@example.org/x", "https://secret-7@host-2/x"),
        ("container=68a6e4aea280145351dbc493b274a64f7d04a87af211d1caec65650e6cc5ef31",
         "container=68a6e4aea280"),
        ("(jdoe) CMD (/home/jdoe/bin/sample.sh)", "(user-1) CMD (/home/user-1/bin/sample.sh)"),
    ]
    .chunks(64)
    .flat_map(|rows| {
        let texts: Vec<&str> = rows.iter().map(|row| row.0).collect();
        let shown: Vec<(String, &str)> = redacted(&texts).into_iter().zip(rows.iter().map(|row| row.1)).collect();
        shown
    }) {
        assert_eq!(text, shown);
    }
}

#[test]
fn the_structure_of_a_log_stays() {
    let texts = [
        "NVRM: loading NVIDIA UNIX Open Kernel Module 580.95.05 driver version 1.2.3.4 v10.2.0.1",
        "pkg_1.2.3.4-1ubuntu2 linux-5.15.0.91 firmware: 2.14.0.3 BIOS 1.2.3.4, 1.2.3.4.5",
        "12:34:56 2026-05-14T05:21:54.431416Z 05:21:54.431 pcieport 0000:01:00.0: AER 000f:01:00.0",
        "NVRM: Xid (PCI:0000:01:00): 79, pid=1234, GPU has fallen off the bus.",
        "mem avail:     0 of 122803 MiB ( 0.00%), swap free: 28640 of 32767 MiB (87.40%)",
        "boot c6a2026b516845e7a5b6f2fa823f08e5 c6a2026b-5168-45e7-a5b6-f2fa823f08e5",
        "Started user@1000.service - User Manager for UID 1000, session-3.scope, std::string a::b",
        "listening on 127.0.0.1:8000, [::1]:22, 0.0.0.0, mask 255.255.255.0",
        "New USB device strings: Mfr=1, Product=2, SerialNumber=3; max_tokens=4096, token expired",
        "Memory cgroup out of memory: Killed process 70282 (python3) total-vm:1kB, UID:1000",
        "session opened for user root(uid=0) by root(uid=0); /root/x; spark-autopsy 0.1.0",
    ];
    for (text, shown) in texts.iter().zip(redacted(&texts)) {
        assert_eq!(shown, *text);
    }
}

#[test]
fn nothing_private_is_left_anywhere_in_the_report() {
    let mut report = sample::incident();
    report.boots[0].requested_by = Some("user asmith".to_owned());
    report.boots[0].summary = "asmith rebooted GX10-lab7".to_owned();
    report.boots[0].running[0].what = "train.py of asmith".to_owned();
    let (redacted, counts) = redact(&report);
    let text = serde_json::to_string(&redacted).unwrap();
    for private in ["jdoe", "asmith", "gx10-lab7", "GX10", MACHINE] {
        assert!(!text.contains(private), "{private} is left");
    }
    assert!(text.contains(BOOT));
    assert_eq!(redacted.boots[0].machine_id, redacted.machines[0].machine_id);
    assert_eq!(redacted.inputs[0].path, "/home/user-2/incident/journal.export");
    assert_eq!(redacted.boots[0].requested_by.as_deref(), Some("user user-1"));
    assert_eq!((counts["host_names"], counts["user_names"], counts["machine_ids"]), (1, 2, 1));
    assert_eq!(redacted.redaction.as_ref(), Some(&counts));
    // Once more changes nothing.
    assert_eq!(redact(&redacted).0.boots, redacted.boots);
}

proptest::proptest! {
    #[test]
    fn any_text_is_taken(text in "(?s).{0,80}|[0-9a-f:.@/ -]{0,60}|(user |token=|serial: |10\\.)[^a]{0,30}") {
        let shown = redacted(&[&text]);
        proptest::prop_assert_eq!(shown.len(), 1);
    }
}

//! Text logs to boots and records: journalctl's text forms, syslog files, `dmesg`, `last`, wtmp.

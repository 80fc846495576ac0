//! Damaged files: both counts are pinned.

use model::Metric::*;

use super::*;

const HEADER: &str = "time,mem_available_mib,gpu_temp_c\n";

/// Rows, rejected lines, lines of the memory series.
fn counts(bytes: &[u8]) -> (u64, u64, Vec<u64>) {
    let reading = read(bytes, InputId(0), &Options::default()).unwrap();
    let lines = reading.series.iter().find(|series| series.metric == MemAvailable);
    (reading.rows, reading.rejected, lines.map(|series| series.lines.to_vec()).unwrap_or_default())
}

/// What is damaged, the file, rows, rejected lines, lines of the memory series.
type Case<'a> = (&'a str, Vec<u8>, u64, u64, &'a [u64]);

#[test]
fn kinds() {
    let row = "2026-07-18 05:00:00,61000,66\n";
    let late = "2026-07-18 05:00:10,60000,67\n";
    let cases: Vec<Case<'_>> = vec![
        ("whole", format!("{HEADER}{row}{late}").into(), 2, 0, &[2, 3]),
        ("no newline at the end", format!("{HEADER}{row}{}", late.trim_end()).into(), 1, 1, &[2]),
        ("torn end", format!("{HEADER}{row}2026-07-18 05:0").into(), 1, 1, &[2]),
        ("BOM and CRLF", format!("\u{feff}{HEADER}{row}{late}").replace('\n', "\r\n").into(), 2, 0, &[2, 3]),
        ("BOM before #", format!("\u{feff}# started\n{HEADER}{row}").into(), 1, 0, &[3]),
        ("NUL tail", format!("{HEADER}{row}2026-07\0\0\0\0").into(), 1, 1, &[2]),
        ("NULs in the middle", format!("{HEADER}{row}2026-07\0\0\0{late}").into(), 2, 1, &[2, 3]),
        ("a NUL line", format!("{HEADER}{row}\0\0\0\0\n{late}").into(), 2, 0, &[2, 4]),
        ("too few fields", format!("{HEADER}{row}2026-07-18 05:00:05,61000\n{late}").into(), 2, 1, &[2, 4]),
        ("too many fields", format!("{HEADER}{row}2026-07-18 05:00:05,1,2,3\n{late}").into(), 2, 1, &[2, 4]),
        ("empty surplus", format!("{HEADER}2026-07-18 05:00:05,61000,66,,\n{late}").into(), 2, 0, &[2, 3]),
        (
            "separator at the end",
            { format!("{}{}", HEADER.replace('\n', ",\n"), row.replace('\n', ",\n")).into() },
            1,
            0,
            &[2],
        ),
        ("two rows in one line", format!("{HEADER}{row}2026-07-18 05:0{late}{late}").into(), 2, 1, &[2, 4]),
        ("two whole rows in one line", format!("{HEADER}{}{late}{late}", row.trim_end()).into(), 1, 1, &[3]),
        ("header again", format!("{HEADER}{row}{HEADER}{late}").into(), 2, 0, &[2, 4]),
        (
            "other header",
            format!("{HEADER}{row}time,gpu_temp_c,mem_available_mib\n2026-07-18 05:00:10,67,60000\n").into(),
            2,
            0,
            &[2, 4],
        ),
        (
            "prose",
            format!("{HEADER}{row}NVIDIA-SMI has failed because it couldn't communicate\n{late}").into(),
            2,
            1,
            &[2, 4],
        ),
        ("comments and blanks", format!("# started\n\n{HEADER}{row}\n# again\n{late}").into(), 2, 0, &[4, 7]),
        ("averages and units", format!("{HEADER},MiB,C\n{row}Average:,1,2\n").into(), 1, 0, &[3]),
        ("no time", format!("{HEADER}{row}n/a,61000,66\n").into(), 1, 1, &[2]),
        ("before the header", format!("{row}{HEADER}{late}").into(), 1, 1, &[3]),
        ("unset clock", format!("{HEADER}1970-01-01 00:00:12,61000,66\n{row}").into(), 1, 1, &[3]),
        ("sep=", format!("sep=,\n{HEADER}{row}").into(), 1, 0, &[3]),
        ("open quote", format!("{HEADER}\"2026-07-18 05:00:05,61000,66\n{late}").into(), 1, 1, &[3]),
        (
            "Latin-1",
            [HEADER.replace("_c\n", " (°C)\n").chars().map(|c| c as u8).collect::<Vec<_>>(), row.into()]
                .concat(),
            1,
            0,
            &[2],
        ),
        (
            "UTF-16",
            [0xFF, 0xFE]
                .into_iter()
                .chain(format!("{HEADER}{row}").encode_utf16().flat_map(u16::to_le_bytes))
                .collect(),
            1,
            0,
            &[2],
        ),
        ("lone CR", format!("{HEADER}{row}{late}").replace('\n', "\r").into(), 2, 0, &[2, 3]),
    ];
    for (kind, bytes, rows, rejected, lines) in cases {
        assert_eq!(counts(&bytes), (rows, rejected, lines.to_vec()), "{kind}");
    }
}

#[test]
fn what_gives_no_reading() {
    for (text, expected) in [
        ("", "Empty"),
        ("\0\0\0", "Empty"),
        (HEADER, "HeaderOnly"),
        ("time,mem_available_mib", "HeaderOnly"),
        ("temperature.gpu, power.draw [W]\n64, 45.20 W\n", "NoTime"),
        ("2026/07/21 09:37:52.005, 82, 97.63, 96, [N/A]\n", "NoHeader"),
        ("Dear all,\nplease see below.\n", "NoTable"),
        ("time,mem_available_mib\n23:59:30,100\n", "NeedsDate"),
        ("time,mem_available_mib\nNov-29 23:59:30,100\n", "NeedsYear"),
        ("time,mem_available_mib\n01/02/2026 23:59:30,100\n", "DayOrMonth"),
    ] {
        let error = format!("{:?}", error(text));
        assert!(error.starts_with(expected), "{text}: {error}");
    }
    let error = error("temperature.gpu, power.draw [W]\n64, 45.20 W\n").to_string();
    assert_eq!(error, "no column with the time of the rows; columns found: temperature.gpu, power.draw");
    assert!(matches!(
        read(b"\x7fELF\x02\x01\x01\x00\x03", InputId(0), &Options::default()),
        Err(MonitorError::Binary)
    ));
}

#[test]
fn only_the_first_rejects_are_kept() {
    let reading = of(&format!("{HEADER}{}", "broken\n".repeat(50)));
    assert_eq!((reading.rows, reading.rejected, reading.rejects.len()), (0, 50, 20));
    assert_eq!(reading.rejects[0].line, 2);
}

#[test]
fn what_is_a_monitors_file() {
    for (head, expected) in [
        ("timestamp,temperature.gpu,power.draw\n", true),
        ("time,foo,bar\n2026-01-01 00:00:00,1,2\n", false),
        ("temperature.gpu, power.draw [W]\n64, 45.20 W\n", true),
        ("2026/07/21 09:37:52.005, 82, 97.63\n", true),
        ("# hostname;interval;timestamp;kbmemfree\n", true),
        ("__CURSOR=s=0;i=1\n__REALTIME_TIMESTAMP=1\nMESSAGE=time, memory\n", false),
        ("Jul 21 18:42:37 host kernel: NVRM: memory, time, power\n", false),
        ("Time, it seems, is short.\n", false),
        ("it was out of memory at that time\n", false),
        ("memory used over time: a_b 1\n", false),
        ("timestamp mem_available_kb load1\n", true),
        ("{\"time\": 1, \"mem_available_kb\": 2}\n", false),
        ("", false),
    ] {
        assert_eq!(crate::sniff(head.as_bytes()), expected, "{head}");
    }
}

//! A report made by hand: the day on which a DGX Spark died three times.

mod last_minutes;
mod surrounds;
mod telling;

pub(crate) use telling::telling;

use crate::Stamp;
use crate::schema::{
    Advice, BaseRateInfo, BlindWindowInfo, BootReport, CauseName, Citation, CiteKind, ConfidenceName,
    Control, EndingName, EventInfo, EvidenceInfo, HypothesisName, InputInfo, MachineInfo, Pattern,
    ProblemInfo, Protection, Report, RunnerUp, Running, SCHEMA, SeriesInfo, Tool, Totals, Unsampled,
};

const MACHINE: &str = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
const NO_MEMORY: &str = "NVRM: nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051) \
                         returned from _memdescAllocInternal(pMemDesc) @ mem_desc.c:1359";

pub(crate) fn at(text: &str) -> Stamp {
    serde_json::from_str(&format!("\"{text}\"")).unwrap()
}

/// A boot of which nothing but its bounds is known.
pub(crate) fn bare(offset: i64, boot_id: &str, ending: EndingName, detail: &str) -> BootReport {
    BootReport {
        machine_id: Some(MACHINE.to_owned()),
        boot_id: boot_id.to_owned(),
        id_recorded: true,
        times_assumed: false,
        offset,
        first: None,
        last: None,
        next_first: None,
        died_between: None,
        clock_steps: Vec::new(),
        entries: None,
        ending,
        ending_detail: detail.to_owned(),
        running_basis: None,
        requested_by: None,
        cause: None,
        confidence: None,
        finding: None,
        summary: String::new(),
        runner_up: None,
        totals_db: Totals::default(),
        flips_without: None,
        evidence: Vec::new(),
        blind_windows: Vec::new(),
        unsampled: Vec::new(),
        base_rates: Vec::new(),
        coverage: Vec::new(),
        controls: Vec::new(),
        context: Vec::new(),
        protection: Protection::default(),
        running: Vec::new(),
        events: Vec::new(),
        sampled: Vec::new(),
        series: Vec::new(),
        last_minutes: None,
        advice: Vec::new(),
    }
}

fn event(from: &str, line: u64, raw: &str) -> Citation {
    Citation {
        kind: CiteKind::Event,
        input: Some(0),
        cursor: None,
        line: Some(line),
        line_last: None,
        from: Some(at(from)),
        to: None,
        raw: raw.to_owned(),
        because: None,
    }
}

fn samples(input: u32, lines: (u64, u64), from: &str, to: &str, raw: &str) -> Citation {
    Citation {
        kind: CiteKind::Samples,
        input: Some(input),
        line: Some(lines.0),
        line_last: Some(lines.1),
        to: Some(at(to)),
        ..event(from, 0, raw)
    }
}

pub(crate) fn piece(
    id: &str,
    hypothesis: HypothesisName,
    weight_db: i32,
    when: Option<&str>,
    text: &str,
    cites: Vec<Citation>,
) -> EvidenceInfo {
    EvidenceInfo {
        id: id.to_owned(),
        rule: format!("sample_{id}"),
        hypothesis,
        weight_db,
        group: "collapse".to_owned(),
        direct: weight_db >= 30,
        text: text.to_owned(),
        at: when.map(at),
        cites,
    }
}

/// The end at 14:21:54 JST, found again at 14:31.
pub(crate) fn afternoon() -> BootReport {
    BootReport {
        first: Some(at("2026-05-13T16:59:43.312311Z")),
        last: Some(at("2026-05-14T05:21:54.431416Z")),
        next_first: Some(at("2026-05-14T05:31:08.796582Z")),
        died_between: Some((at("2026-05-14T05:21:54.431416Z"), at("2026-05-14T05:31:08.796582Z"))),
        entries: Some(1127),
        cause: Some(CauseName::MemoryExhaustion),
        confidence: Some(ConfidenceName::High),
        summary: "Available memory fell from 5,440 MiB to 0 in 2 min 0 s, the GPU driver's allocations failed in the \
                  last 4 s, and nothing on record speaks for heat."
            .to_owned(),
        runner_up: Some(RunnerUp { cause: HypothesisName::Other, total_db: -8 }),
        totals_db: Totals { memory_exhaustion: Some(58), thermal: Some(-24), other: Some(-8) },
        flips_without: Some("e1".to_owned()),
        evidence: evidence(),
        unsampled: vec![Unsampled {
            sampler: "thermal.log".to_owned(),
            first_sample: at("2026-05-14T05:31:45Z"),
            text: "the file begins after the reboot, 40 s after the next boot's start, and has nothing about this boot."
                .to_owned(),
        }],
        blind_windows: vec![BlindWindowInfo {
            series: "mem_available_mib of monitor.csv".to_owned(),
            cadence_s: Some(300.0),
            last_sample: at("2026-05-14T05:17:02Z"),
            last_value: 5366.0,
            unit: "MiB".to_owned(),
            unseen_until_last_entry_s: 292.431_416,
            unseen_until_next_boot_s: Some(846.796_582),
            could_have_seen: false,
            text: "One sample each 5 min; the last, 5,366 MiB at 2026-05-14T05:17:02Z, lies 4 min 52 s before the last \
                   entry, and this host has lost 5,440 MiB in 2 min."
                .to_owned(),
        }],
        base_rates: vec![BaseRateInfo {
            signal: "nvrm.no_memory".to_owned(),
            text: Some("NVRM lines with NV_ERR_NO_MEMORY".to_owned()),
            clean_boots_with: 0,
            clean_boots: 0,
            unexpected_boots_with: 2,
            unexpected_boots: 2,
        }],
        coverage: surrounds::coverage(),
        controls: vec![Control {
            boot_id: "c6a2026b516845e7a5b6f2fa823f08e5".to_owned(),
            from: Some(at("2026-05-14T01:32:02Z")),
            to: Some(at("2026-05-14T03:52:02Z")),
            text: "3,005 MiB available for 2 h 20 min, survived: low memory alone is not the end".to_owned(),
        }],
        context: vec![surrounds::out_of_memory()],
        protection: Protection {
            earlyoom: Some(
                "ran and did not act: it acts only when memory and free swap are both at or below 10 %, and 87 % of \
                 the swap was still free"
                    .to_owned(),
            ),
            oom_killer: Some("no OOM kill is on record".to_owned()),
        },
        running: vec![Running {
            what: "trainer (LoRA 8B)".to_owned(),
            kind: "container".to_owned(),
            since: Some(at("2026-05-13T23:54:11Z")),
        }],
        events: events(),
        sampled: surrounds::sampled(&series()),
        series: series(),
        last_minutes: Some(last_minutes::last_minutes()),
        advice: advice(),
        ..bare(-2, "c6a2026b516845e7a5b6f2fa823f08e5", EndingName::Unexpected, "abrupt")
    }
}

fn evidence() -> Vec<EvidenceInfo> {
    use HypothesisName::{MemoryExhaustion, Thermal};
    let fall = samples(
        0,
        (70_101, 70_143),
        "2026-05-14T05:19:50.097000Z",
        "2026-05-14T05:21:50.415000Z",
        "mem avail 5440 -> 2618 -> 0 of 122803 MiB",
    );
    let refused = vec![
        event("2026-05-14T05:21:50.900000Z", 70_165, NO_MEMORY),
        event("2026-05-14T05:21:50.987000Z", 70_187, NO_MEMORY),
        event("2026-05-14T05:21:51.063000Z", 70_209, NO_MEMORY),
        event("2026-05-14T05:21:51.118000Z", 70_231, NO_MEMORY),
    ];
    let cool = samples(
        1,
        (205, 210),
        "2026-05-14T04:52:02Z",
        "2026-05-14T05:17:02Z",
        "gpu_temp_c 66 -> 66, highest 66",
    );
    let no_trip = Citation {
        kind: CiteKind::Absence,
        input: None,
        line: None,
        to: Some(at("2026-05-14T05:21:54.431416Z")),
        because: Some("other kernel lines were stored until 2026-05-14T05:21:54.431416Z".to_owned()),
        ..event("2026-05-13T16:59:43.312311Z", 0, "thermal trip or throttling lines of the kernel")
    };
    vec![
        piece(
            "e1",
            MemoryExhaustion,
            35,
            Some("2026-05-14T05:21:50.415000Z"),
            "earlyoom reported 0 MiB available, down from 5,440 MiB 2 min 0 s earlier.",
            vec![fall],
        ),
        piece(
            "e2",
            MemoryExhaustion,
            23,
            Some("2026-05-14T05:21:50.900000Z"),
            "The driver could not allocate memory 31 times in the last 4 s (NV_ERR_NO_MEMORY).",
            refused,
        ),
        piece(
            "e3",
            Thermal,
            -18,
            Some("2026-05-14T05:17:02Z"),
            "The GPU was at 66 °C, its highest of the day.",
            vec![cool],
        ),
        piece(
            "e4",
            Thermal,
            -6,
            None,
            "The kernel logged no critical temperature and no throttling, and it would have.",
            vec![no_trip],
        ),
    ]
}

fn events() -> Vec<EventInfo> {
    let say = |when: &str, kind: &str, text: &str, line| EventInfo {
        at: at(when),
        kind: kind.to_owned(),
        text: text.to_owned(),
        input: Some(0),
        line: Some(line),
        key: true,
    };
    let mut events = vec![
        say("2026-05-14T05:19:50.097000Z", "earlyoom.report", "earlyoom: 5,440 MiB available", 70_101),
        say("2026-05-14T05:20:50.052000Z", "earlyoom.report", "earlyoom: 2,618 MiB available", 70_122),
        say("2026-05-14T05:21:50.415000Z", "earlyoom.report", "earlyoom: 0 MiB available", 70_143),
    ];
    events.extend((0..31).map(|n| EventInfo {
        at: Stamp::new(at("2026-05-14T05:21:50.900000Z").micros() + n * 113_000),
        ..say("2026-05-14T05:21:50Z", "nvrm.no_memory", "driver: out of memory (NV_ERR_NO_MEMORY)", 70_165)
    }));
    events
}

fn series() -> Vec<SeriesInfo> {
    let start = at("2026-05-14T05:01:50Z").micros();
    let mut earlyoom: Vec<(Stamp, f64)> =
        (0..19).map(|n| (Stamp::new(start + n * 60_000_000), 7350.0 - 107.0 * n as f64)).collect();
    earlyoom.push((at("2026-05-14T05:20:50Z"), 2618.0));
    earlyoom.push((at("2026-05-14T05:21:50Z"), 0.0));
    let monitor = |values: [f64; 4]| {
        ["2026-05-14T05:02:02Z", "2026-05-14T05:07:02Z", "2026-05-14T05:12:02Z", "2026-05-14T05:17:02Z"]
            .map(at)
            .into_iter()
            .zip(values)
            .collect()
    };
    let one = |metric: &str, unit: &str, sampler: &str, points| SeriesInfo {
        metric: metric.to_owned(),
        device: None,
        unit: unit.to_owned(),
        sampler: sampler.to_owned(),
        points,
    };
    vec![
        one("mem_available_mib", "MiB", "earlyoom", earlyoom),
        one("mem_available_mib", "MiB", "monitor.csv", monitor([7000.0, 6350.0, 5700.0, 5366.0])),
        one("gpu_temp_c", "°C", "monitor.csv", monitor([66.0, 66.0, 66.0, 66.0])),
    ]
}

fn advice() -> Vec<Advice> {
    vec![
        Advice {
            id: "earlyoom_swap".to_owned(),
            text: "Let earlyoom act on memory alone and report each minute.".to_owned(),
            why: "It waits until free swap is below its limit too, and here swap was 87 % free when memory was gone."
                .to_owned(),
            command: Some("earlyoom -s 100 -r 60".to_owned()),
            source: "earlyoom's manual".to_owned(),
        },
        Advice {
            id: "fragmentation".to_owned(),
            text: "Use expandable segments in PyTorch.".to_owned(),
            why: "The fall was sudden, as with a fragmented allocator.".to_owned(),
            command: Some("export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True".to_owned()),
            source: "PyTorch's notes on CUDA memory".to_owned(),
        },
    ]
}

/// The report that `--boot -2` makes.
pub(crate) fn incident() -> Report {
    Report {
        schema: SCHEMA.to_owned(),
        tool: Tool { name: "spark-autopsy".to_owned(), version: "0.1.0".to_owned() },
        inputs: vec![
            InputInfo {
                id: 0,
                path: "/home/jdoe/incident/journal.export".to_owned(),
                kind: "journal_export".to_owned(),
                machine_id: Some(MACHINE.to_owned()),
                records: 3570,
                rejected: 0,
                first: Some(at("2026-05-13T00:00:03.158666Z")),
                last: Some(at("2026-05-14T15:11:43.601530Z")),
                zone: None,
                zone_basis: None,
                problems: Vec::new(),
            },
            InputInfo {
                id: 1,
                path: "/home/jdoe/incident/monitor.csv".to_owned(),
                kind: "monitor".to_owned(),
                machine_id: None,
                records: 316,
                rejected: 1,
                first: Some(at("2026-05-13T12:02:02Z")),
                last: Some(at("2026-05-14T14:37:02Z")),
                zone: Some("+09:00".to_owned()),
                zone_basis: Some("uptime".to_owned()),
                problems: vec![ProblemInfo {
                    line: Some(120),
                    what: "6 cells were expected, 3 found".to_owned(),
                }],
            },
        ],
        machines: vec![MachineInfo {
            machine_id: Some(MACHINE.to_owned()),
            hostname: Some("gx10-lab7".to_owned()),
            os: Some("DGX OS 7.2".to_owned()),
            kernel: Some("6.11.0-1016-nvidia".to_owned()),
            driver: Some("580.95.05".to_owned()),
            product: Some("NVIDIA DGX Spark".to_owned()),
            firmware: None,
            memory_mib: Some(122_803),
            swap_mib: Some(32_767),
            memory_model: "unified".to_owned(),
        }],
        patterns: Vec::new(),
        boots: vec![afternoon()],
        redaction: None,
        messages: Default::default(),
    }
}

/// The report that `--all` makes: four boots in a day.
pub(crate) fn batch() -> Report {
    let memory = |offset, id, first: &str, last: &str, next: &str, text: &str, level| BootReport {
        first: Some(at(first)),
        last: Some(at(last)),
        next_first: Some(at(next)),
        entries: Some(1520),
        cause: Some(CauseName::MemoryExhaustion),
        confidence: Some(level),
        evidence: vec![piece("e1", HypothesisName::MemoryExhaustion, 24, Some(last), text, Vec::new())],
        ..bare(offset, id, EndingName::Unexpected, "abrupt")
    };
    Report {
        patterns: vec![Pattern {
            text: "All three unexpected ends follow a fall of available memory to nearly nothing during a LoRA training."
                .to_owned(),
            boots: [
                "7f9ba1896cb045b6a23b660f4b1f501e",
                "c6a2026b516845e7a5b6f2fa823f08e5",
                "39d0b0a1eabb4078a161bb2e645925ae",
            ]
            .map(str::to_owned)
            .to_vec(),
        }],
        boots: vec![
            memory(
                -3,
                "7f9ba1896cb045b6a23b660f4b1f501e",
                "2026-05-13T00:00:03.158666Z",
                "2026-05-13T16:58:22.904361Z",
                "2026-05-13T16:59:43.312311Z",
                "The monitor's last sample shows 365 MiB available, 58 s before the end.",
                ConfidenceName::Medium,
            ),
            afternoon(),
            memory(
                -1,
                "39d0b0a1eabb4078a161bb2e645925ae",
                "2026-05-14T05:31:08.796582Z",
                "2026-05-14T14:39:23.400360Z",
                "2026-05-14T14:41:33.792215Z",
                "earlyoom reported 0 MiB available for 3 min until the end.",
                ConfidenceName::High,
            ),
            BootReport {
                first: Some(at("2026-05-14T14:41:33.792215Z")),
                last: Some(at("2026-05-14T15:11:43.601530Z")),
                entries: Some(85),
                running_basis: Some("copied".to_owned()),
                ..bare(0, "4de2b14900cb4312a3cf787a6c59e180", EndingName::Running, "running")
            },
        ],
        ..incident()
    }
}

/// The other kinds of ends, for the short texts.
pub(crate) fn others() -> Report {
    let times = |boot: BootReport| BootReport {
        first: Some(at("2026-05-02T08:00:00Z")),
        last: Some(at("2026-05-04T21:15:00Z")),
        next_first: Some(at("2026-05-04T21:15:41Z")),
        entries: Some(48_211),
        ..boot
    };
    Report {
        boots: vec![
            times(BootReport {
                requested_by: Some("unattended-upgrades".to_owned()),
                summary: "An orderly shutdown was carried out to its end.".to_owned(),
                ..bare(-4, "11111111aaaa4bbb8ccc0123456789ab", EndingName::Clean, "reboot")
            }),
            BootReport {
                summary: "Its cause of death, if it died, cannot be known.".to_owned(),
                ..bare(-3, "22222222aaaa4bbb8ccc0123456789ab", EndingName::Undetermined, "header_only")
            },
            times(BootReport {
                cause: Some(CauseName::Unknown),
                confidence: Some(ConfidenceName::Low),
                finding: Some("no_trace".to_owned()),
                summary: "Memory and temperature were unremarkable in the last samples, 3 s before the end.".to_owned(),
                totals_db: Totals { memory_exhaustion: Some(-12), thermal: Some(-10), other: Some(0) },
                ..bare(-2, "33333333aaaa4bbb8ccc0123456789ab", EndingName::Unexpected, "abrupt")
            }),
            times(BootReport {
                cause: Some(CauseName::Unknown),
                confidence: Some(ConfidenceName::High),
                finding: Some("kernel_panic".to_owned()),
                summary: "The panic's text was found in pstore.".to_owned(),
                evidence: vec![piece(
                    "e1",
                    HypothesisName::Other,
                    40,
                    Some("2026-05-04T21:15:00Z"),
                    "Kernel panic - not syncing: Fatal exception in interrupt.",
                    vec![Citation {
                        cursor: Some(
                            "s=0f1e2d3c4b5a69788796a5b4c3d2e1f0;i=4d2;b=44444444aaaa4bbb8ccc0123456789ab;m=3b9aca00;\
                             t=6350f2d4c3b10;x=9c1d2e3f4a5b6c7d"
                                .to_owned(),
                        ),
                        line: None,
                        ..event("2026-05-04T21:15:00Z", 0, "Kernel panic - not syncing: \u{1b}[31mFatal\u{202e} exception")
                    }],
                )],
                ..bare(-1, "44444444aaaa4bbb8ccc0123456789ab", EndingName::Unexpected, "panic")
            }),
            BootReport {
                running_basis: Some("live".to_owned()),
                first: Some(at("2026-05-04T21:16:00Z")),
                last: Some(at("2026-05-05T07:00:00Z")),
                ..bare(0, "55555555aaaa4bbb8ccc0123456789ab", EndingName::Running, "running")
            },
        ],
        inputs: Vec::new(),
        machines: Vec::new(),
        ..incident()
    }
}

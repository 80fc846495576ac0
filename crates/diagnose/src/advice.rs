//! What to do: advice tied to the evidence, the most effective first, each with its reason and source.

use model::evidence::{Blank, Cause, Cite, Evidence, Finding, Verdict};
use model::{InputKind, Lines, MemoryModel, Metric, Span, Text, ZoneBasis};

use crate::{Case, Protection};

/// One piece of advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// A stable id.
    pub id: &'static str,
    /// What to do.
    pub text: Text,
    /// Why, from this boot's evidence.
    pub why: Text,
    /// A command or setting, if there is one.
    pub command: Option<&'static str>,
    /// Where the advice comes from.
    pub source: Text,
}

const ARTICLE: &str = "source-article";
const SKILLS: &str = "source-skills";
/// Takes everything along, with boot ids and both clocks.
const EXPORT: &str = "sudo journalctl -o export > journal.export";

/// An advice of messages into which nothing goes.
fn advice(
    id: &'static str,
    text: &'static str,
    why: &'static str,
    command: Option<&'static str>,
    source: &'static str,
) -> Advice {
    Advice { id, text: Text::new(text), why: Text::new(why), command, source: Text::new(source) }
}

pub(crate) fn advise(
    case: &Case<'_>,
    verdict: &Verdict,
    evidence: &[Evidence],
    protection: &Protection,
) -> Vec<Advice> {
    let by_cause = match verdict.cause {
        Cause::MemoryExhaustion => memory(case, evidence, protection),
        Cause::Thermal => thermal(case, evidence),
        Cause::Unknown => unknown(case, verdict, evidence),
    };
    unplaced_monitor(case).into_iter().chain(by_cause).collect()
}

/// What would show how a boot ended, where the sources do not.
pub(crate) fn undetermined(case: &Case<'_>, blank: Blank) -> Vec<Advice> {
    let is_listed = case.boot.is_only(Lines::Boots);
    let is_gap = case.next.is_some_and(|next| next.boot.start_unseen);
    // Where the system's entries of another boot could be read, rights are not what is missing.
    let may_read = case.timeline.boots.iter().any(|boot| boot.boot.has_system_entries);
    vec![match blank {
        // The host's own lines are there, so the copy was narrow and not the rights of whoever made it.
        Blank::NoSystemEntries if case.boot.boot.has_system_entries => give_all(),
        Blank::HeaderOnly if is_listed => give_all(),
        Blank::NoSystemEntries if !may_read => advice(
            "undetermined.as_root",
            "advice-as-root",
            "advice-as-root-why",
            Some(EXPORT),
            "source-journalctl",
        ),
        Blank::Rotated if case.boot.unread.end => {
            advice("undetermined.unread", "advice-unread", "advice-unread-why", None, "source-journalctl")
        }
        Blank::Rotated if is_gap => {
            advice("undetermined.gap", "advice-gap", "advice-gap-why", None, "source-logrotate")
        }
        Blank::Rotated | Blank::NoSystemEntries => advice(
            "undetermined.keep_more",
            "advice-keep-more",
            "advice-keep-more-why",
            Some("journald.conf: SystemMaxUse=4G"),
            "source-journald",
        ),
        Blank::Volatile | Blank::HeaderOnly => persist(),
    }]
}

fn give_all() -> Advice {
    advice(
        "undetermined.give_all",
        "advice-give-all",
        "advice-give-all-why",
        Some(EXPORT),
        "source-journalctl",
    )
}

fn persist() -> Advice {
    advice(
        "unknown.persist",
        "advice-persist",
        "advice-persist-why",
        Some("journald.conf: Storage=persistent, SyncIntervalSec=10s"),
        "source-journald",
    )
}

fn has(evidence: &[Evidence], rule: &str) -> bool {
    evidence.iter().any(|piece| piece.rule == rule && piece.weight_db > 0)
}

fn memory(case: &Case<'_>, evidence: &[Evidence], protection: &Protection) -> Vec<Advice> {
    let unified = case.boot.facts.memory_model == MemoryModel::Unified;
    let mut list = vec![advice(
        "memory.headroom",
        if unified { "advice-headroom-unified" } else { "advice-headroom" },
        "advice-headroom-why",
        Some("free -m; grep MemAvailable /proc/meminfo"),
        ARTICLE,
    )];
    let loads = case.boot.running.len();
    if loads >= 2 {
        list.push(Advice {
            id: "memory.one_heavy_job",
            text: Text::new("advice-one-heavy-job"),
            why: Text::new("advice-one-heavy-job-why").with("count", loads),
            command: None,
            source: Text::new(SKILLS),
        });
    }
    if fell_suddenly(evidence) {
        list.push(advice(
            "memory.fragmentation",
            "advice-fragmentation",
            "advice-fragmentation-why",
            Some("PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True"),
            ARTICLE,
        ));
    }
    list.push(advice(
        "memory.ladder",
        "advice-ladder",
        "advice-ladder-why",
        Some("sync; echo 3 > /proc/sys/vm/drop_caches"),
        SKILLS,
    ));
    if protection.earlyoom_idle {
        list.push(advice(
            "memory.earlyoom",
            "advice-earlyoom",
            "advice-earlyoom-why",
            Some("EARLYOOM_ARGS=\"-r 60 -s 100\""),
            "source-earlyoom",
        ));
    } else if protection.earlyoom.is_none() && case.boot.shows(Lines::shows_programs) {
        list.push(advice(
            "memory.install_earlyoom",
            "advice-install-earlyoom",
            "advice-install-earlyoom-why",
            Some("apt install earlyoom"),
            "source-earlyoom",
        ));
    }
    if unified {
        list.push(advice(
            "memory.container_limits",
            "advice-container-limits",
            "advice-container-limits-why",
            None,
            "source-container-issues",
        ));
    }
    list.extend(faster_monitor(case));
    list
}

/// Fragmentation ends a run within minutes; a fall over half an hour is memory that was used up.
fn fell_suddenly(evidence: &[Evidence]) -> bool {
    const SUDDEN: Span = Span::minutes(5);
    let falls = evidence.iter().filter(|piece| piece.rule == "memory.fall" && piece.weight_db > 0);
    falls.flat_map(|piece| &piece.cites).any(|cite| match cite {
        Cite::Samples { from, to, .. } => to.since(*from) <= SUDDEN,
        Cite::Event { .. } | Cite::Absence { .. } => false,
    })
}

/// A monitor none of whose samples could be put into this boot, because nothing settles its zone.
fn unplaced_monitor(case: &Case<'_>) -> Option<Advice> {
    let input = case.timeline.inputs.iter().find(|input| {
        input.kind == InputKind::Monitor
            && input.zone_basis == Some(ZoneBasis::Assumed)
            && !case.boot.series.iter().any(|series| series.input == input.id)
    })?;
    let name = input.path.rsplit('/').next().unwrap_or(&input.path);
    Some(Advice {
        id: "monitor.zone",
        text: Text::new("advice-zone").with("name", name),
        why: Text::new("advice-zone-why"),
        command: Some("spark-autopsy --tz Asia/Tokyo ... (or --tz +09:00)"),
        source: Text::new("source-design"),
    })
}

/// The one product that the vendor's field diagnostic and the clock caps are about.
fn is_spark(case: &Case<'_>) -> bool {
    let product = case.boot.facts.product.as_deref().unwrap_or_default().replace('_', " ");
    product.contains("DGX Spark") || product.contains("GB10")
}

/// A sampler that sees the next collapse, where this one could not.
fn faster_monitor(case: &Case<'_>) -> Option<Advice> {
    if unplaced_monitor(case).is_some() {
        return None;
    }
    let blind = case.windows.iter().any(|w| w.metric == Metric::MemAvailable && w.could_have_seen);
    (!blind).then(|| advice("monitor.faster", "advice-faster", "advice-faster-why", None, ARTICLE))
}

fn thermal(case: &Case<'_>, evidence: &[Evidence]) -> Vec<Advice> {
    let mut list = Vec::new();
    // The trip pin and the kernel's own zones of a host with a card of its own are not the GPU's.
    if is_spark(case) || has(evidence, "thermal.gpu_hot") || has(evidence, "thermal.slowdown") {
        list.push(advice(
            "thermal.cap_clock",
            "advice-cap-clock",
            "advice-cap-clock-why",
            Some("nvidia-smi -lgc 0,2100"),
            ARTICLE,
        ));
    }
    list.push(advice(
        "thermal.air",
        "advice-air",
        if has(evidence, "thermal.trip") || has(evidence, "thermal.trip_pin") {
            "advice-air-why-trip"
        } else {
            "advice-air-why-sensor"
        },
        None,
        "source-kernel-thermal",
    ));
    list.push(advice(
        "thermal.zones",
        "advice-zones",
        "advice-zones-why",
        Some("grep . /sys/class/thermal/thermal_zone*/temp"),
        "source-field-note",
    ));
    list
}

fn unknown(case: &Case<'_>, verdict: &Verdict, evidence: &[Evidence]) -> Vec<Advice> {
    let mut list = Vec::new();
    match verdict.finding {
        Some(Finding::MemoryCorruption) => list.push(advice(
            "unknown.memtest",
            "advice-memtest",
            "advice-memtest-why",
            Some("memtest86+ (from the boot menu), one full pass"),
            "source-dimm",
        )),
        Some(Finding::PowerLoss) => {
            list.push(advice("unknown.power", "advice-power", "advice-power-why", None, "source-psu"));
        }
        Some(Finding::KernelPanic | Finding::KernelOops) => list.push(advice(
            "unknown.crash_record",
            "advice-crash-record",
            "advice-crash-record-why",
            Some("ls -R /var/lib/systemd/pstore /var/crash"),
            "source-pstore",
        )),
        Some(Finding::Mixed) => list.push(advice(
            "unknown.mixed",
            "advice-mixed",
            "advice-mixed-why",
            Some("nvidia-smi -lgc 0,2100"),
            ARTICLE,
        )),
        Some(Finding::ShutdownHung) => list.push(advice(
            "unknown.shutdown",
            "advice-shutdown",
            "advice-shutdown-why",
            Some("systemctl list-jobs"),
            "source-systemd",
        )),
        Some(Finding::GpuOffBus | Finding::GpuDriverFault) => list.push(advice(
            "unknown.gpu",
            "advice-gpu",
            "advice-gpu-why",
            Some("nvidia-bug-report.sh"),
            "source-nvidia-bug",
        )),
        _ => {}
    }
    list.push(persist());
    if case.boot.recording_stopped {
        list.push(advice(
            "unknown.disk_full",
            "advice-disk-full",
            "advice-disk-full-why",
            Some("journalctl --disk-usage; journald.conf: SystemMaxUse=2G"),
            "source-journald",
        ));
    }
    list.extend(faster_monitor(case));
    if !has(evidence, "other.panic") {
        list.push(advice(
            "unknown.capture",
            "advice-capture",
            "advice-capture-why",
            Some("systemctl enable systemd-pstore kdump-tools"),
            "source-pstore",
        ));
    }
    if verdict.finding == Some(Finding::NoTrace) {
        list.push(advice(
            "unknown.field_diagnostic",
            "advice-field-diagnostic",
            "advice-field-diagnostic-why",
            is_spark(case).then_some("partnerdiag --field"),
            if is_spark(case) { "source-spark-support" } else { "source-vendors" },
        ));
    }
    list
}

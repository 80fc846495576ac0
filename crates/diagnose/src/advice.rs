//! What to do: advice tied to the evidence, the most effective first, each with its reason and source.

use model::evidence::{Cause, Evidence, Finding, Verdict};
use model::{MemoryModel, Metric, Text, ZoneBasis};

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
    pub source: &'static str,
}

const ARTICLE: &str = "a DGX Spark's post-mortem";
const SKILLS: &str = "DGX Spark skills (wshobson/agents, dgx-spark-ops)";

fn advice(
    id: &'static str,
    text: &str,
    why: &str,
    command: Option<&'static str>,
    source: &'static str,
) -> Advice {
    Advice { id, text: text.into(), why: why.into(), command, source }
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

fn has(evidence: &[Evidence], rule: &str) -> bool {
    evidence.iter().any(|piece| piece.rule == rule && piece.weight_db > 0)
}

fn memory(case: &Case<'_>, evidence: &[Evidence], protection: &Protection) -> Vec<Advice> {
    let unified = case.boot.facts.memory_model == MemoryModel::Unified;
    let mut list = vec![advice(
        "memory.headroom",
        if unified {
            "Budget by MemAvailable, never by nvidia-smi: GPU allocations are host memory here. Leave headroom \
             for the load peak, about twice the resident size for a while."
        } else {
            "Leave headroom: keep the sum of what runs below the host's memory."
        },
        "low but stable memory is survived; reaching zero is not",
        Some("free -m; grep MemAvailable /proc/meminfo"),
        ARTICLE,
    )];
    let loads = case.boot.running.len();
    if loads >= 2 {
        let why = format!(
            "{loads} containers and services were running at the end, and what of them uses the GPU shares one pool"
        );
        list.push(advice(
            "memory.one_heavy_job",
            "Run one heavy uncapped job at a time; cap the server beside it (vLLM: --gpu-memory-utilization 0.5 \
             or less).",
            &why,
            None,
            SKILLS,
        ));
    }
    if has(evidence, "memory.fall") {
        list.push(advice(
            "memory.fragmentation",
            "If a PyTorch job ran: let its allocator grow segments (from torch 2.9 on the variable is \
             PYTORCH_ALLOC_CONF).",
            "the fall was sudden, as fragmentation makes it",
            Some("PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True"),
            ARTICLE,
        ));
    }
    list.push(advice(
        "memory.ladder",
        "If a training or load step starts the fall: drop the page cache between runs (never in mid-run), then \
         shorten the sequence length, then the batch, then step the method down (bf16 LoRA before QLoRA), and \
         only then take a smaller model.",
        "the order matters: shrinking the batch first rarely helps",
        Some("sync; echo 3 > /proc/sys/vm/drop_caches"),
        SKILLS,
    ));
    if protection.earlyoom_idle {
        list.push(advice(
            "memory.earlyoom",
            "Let earlyoom act on memory alone (-s 100) and report each minute (-r 60) in /etc/default/earlyoom.",
            "it waited for free swap to run low as well, and that never happened",
            Some("EARLYOOM_ARGS=\"-r 60 -s 100\""),
            "earlyoom manual",
        ));
    } else if protection.earlyoom.is_none() {
        list.push(advice(
            "memory.install_earlyoom",
            "Install earlyoom with -s 100 -r 60: it acts before the host is lost, and its reports are evidence.",
            "no killer in userspace was seen in this boot",
            Some("apt install earlyoom"),
            "earlyoom manual",
        ));
    }
    if unified {
        list.push(advice(
            "memory.container_limits",
            "Do not rely on a container's memory limit.",
            "the driver's allocations are not charged to the container's memory cgroup",
            None,
            "vllm issue 54200; sglang issue 35860",
        ));
    }
    list.extend(faster_monitor(case));
    list
}

/// A monitor none of whose samples could be put into this boot, because nothing settles its zone.
fn unplaced_monitor(case: &Case<'_>) -> Option<Advice> {
    let input = case.timeline.inputs.iter().find(|input| {
        input.zone_basis == Some(ZoneBasis::Assumed)
            && !case.boot.series.iter().any(|series| series.input == input.id)
    })?;
    let name = input.path.rsplit('/').next().unwrap_or(&input.path);
    Some(Advice {
        id: "monitor.zone",
        text: Text::new("advice-zone").with("name", name),
        why: Text::new("advice-zone-why"),
        command: Some("spark-autopsy --tz Asia/Tokyo ... (or --tz +09:00)"),
        source: "design",
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
    (!blind).then(|| {
        advice(
            "monitor.faster",
            "Sample every 1 to 5 s with an fsync a row: MemAvailable, swap, PSI, every thermal zone, GPU \
             temperature, power and slowdown bits, with a zone in the time stamp, appending.",
            "no sampler of this boot could have seen the end coming",
            None,
            ARTICLE,
        )
    })
}

fn thermal(case: &Case<'_>, evidence: &[Evidence]) -> Vec<Advice> {
    let mut list = Vec::new();
    // The trip pin and the kernel's own zones of a host with a card of its own are not the GPU's.
    if is_spark(case) || has(evidence, "thermal.gpu_hot") || has(evidence, "thermal.slowdown") {
        list.push(advice(
            "thermal.cap_clock",
            "Cap the GPU clock; on a GB10 0,2000 is about 10 °C cooler than uncapped.",
            "a GB10 that had overheated ran 26 days without a reboot after it",
            Some("nvidia-smi -lgc 0,2100"),
            ARTICLE,
        ));
    }
    list.push(advice(
        "thermal.air",
        "Clean the air path, and look at room temperature and stacking.",
        if has(evidence, "thermal.trip") || has(evidence, "thermal.trip_pin") {
            "the trip did its job"
        } else {
            "a sensor came up to its limit"
        },
        None,
        "kernel documentation, thermal",
    ));
    list.push(advice(
        "thermal.zones",
        "Sample the hottest zone of the chip each 30 to 60 s, not only the GPU's own sensor.",
        "the GPU's sensor lags: a power-off came at 97.8 °C in a zone and 87 °C on the GPU",
        Some("grep . /sys/class/thermal/thermal_zone*/temp"),
        "field note on a GB10's hard power-off",
    ));
    list
}

fn unknown(case: &Case<'_>, verdict: &Verdict, evidence: &[Evidence]) -> Vec<Advice> {
    let mut list = Vec::new();
    match verdict.finding {
        Some(Finding::MemoryCorruption) => list.push(advice(
            "unknown.memtest",
            "Test the memory modules before anything else.",
            "corrupted structures with single flipped bits were a defective module before",
            Some("memtest86+ (from the boot menu), one full pass"),
            "public case: defective DIMM",
        )),
        Some(Finding::PowerLoss) => list.push(advice(
            "unknown.power",
            "Check the power path: supply, cables, circuit, UPS; watch the 12 V rail under load.",
            "a drive lost power without notice",
            None,
            "public case: PSU collapse",
        )),
        Some(Finding::KernelPanic | Finding::KernelOops) => list.push(advice(
            "unknown.crash_record",
            "Read the crash record: its last part holds the newest lines.",
            "the journal itself can't hold a panic",
            Some("ls -R /var/lib/systemd/pstore /var/crash"),
            "systemd-pstore manual",
        )),
        Some(Finding::Mixed) => list.push(advice(
            "unknown.mixed",
            "Change one thing at a time: cap the clock (nvidia-smi -lgc 0,2100) in one run, halve the memory load \
             in the next.",
            "memory and heat were both at their limits; the record does not say which came first",
            Some("nvidia-smi -lgc 0,2100"),
            ARTICLE,
        )),
        Some(Finding::ShutdownHung) => list.push(advice(
            "unknown.shutdown",
            "Stop the loads before a reboot; look at the units that could not be stopped.",
            "the shutdown itself hung",
            Some("systemctl list-jobs"),
            "systemd manual",
        )),
        Some(Finding::GpuOffBus | Finding::GpuDriverFault) => list.push(advice(
            "unknown.gpu",
            "Save the driver's own report right after the next fault, and check slot, power and cooling of the GPU.",
            "the GPU or its driver failed before the end",
            Some("nvidia-bug-report.sh"),
            "NVIDIA bug form",
        )),
        _ => {}
    }
    list.push(advice(
        "unknown.persist",
        "Keep every log: persistent journal and a short sync interval.",
        "what is lost with the last 35 s can't name a cause",
        Some("journald.conf: Storage=persistent, SyncIntervalSec=10s"),
        "journald.conf(5)",
    ));
    if case.boot.recording_stopped {
        list.push(advice(
            "unknown.disk_full",
            "Make room on the disk that holds the journal, and bound what it may use.",
            "journald could not write any more before the end, so what came after is not on record",
            Some("journalctl --disk-usage; journald.conf: SystemMaxUse=2G"),
            "journald.conf(5)",
        ));
    }
    list.extend(faster_monitor(case));
    if !has(evidence, "other.panic") {
        list.push(advice(
            "unknown.capture",
            "Arm what survives a hang: pstore (systemd-pstore with efi_pstore or ramoops), kdump, netconsole to \
             another host.",
            "a panic or a hang leaves no line in the journal",
            Some("systemctl enable systemd-pstore kdump-tools"),
            "systemd-pstore manual",
        ));
    }
    if verdict.finding == Some(Finding::NoTrace) {
        list.push(advice(
            "unknown.field_diagnostic",
            "If it happens again without a trace, run the vendor's field diagnostic.",
            "power, firmware and hardware are not excluded",
            is_spark(case).then_some("partnerdiag --field"),
            if is_spark(case) { "NVIDIA DGX Spark support" } else { "vendors' support guides" },
        ));
    }
    list
}

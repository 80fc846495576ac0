//! What surrounds the end without deciding it: who held the memory, which programs ran out of GPU memory and why,
//! and what was killed while the host lived on.

use model::event::kernel::OomScope;
use model::event::{Earlyoom, Kernel, Userspace};
use model::evidence::Cite;
use model::{Event, EventKind, MemoryModel, Micros, Span, Text};

use crate::Case;
use crate::case::{before_end, mib};

/// One thing that is worth knowing beside the evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// `memory_holders`, `gpu_out_of_memory` or `killed`.
    pub kind: &'static str,
    /// When.
    pub at: Micros,
    /// One sentence.
    pub text: Text,
    /// The line that says it.
    pub cite: Cite,
}

/// How far back from the end things are told.
const NEAR: Span = Span::minutes(60);

/// The context of a boot's end, oldest first.
pub(crate) fn find(case: &Case<'_>) -> Vec<Context> {
    let mut found: Vec<Context> =
        [holders(case), earlyoom_choice(case), gpu(case), killed(case)].into_iter().flatten().collect();
    found.sort_by_key(|context| context.at);
    found
}

fn last<'t>(case: &Case<'t>, wanted: impl Fn(&EventKind) -> bool) -> Option<(&'t Event, usize)> {
    let events: Vec<&Event> = case.boot.last_events(NEAR).filter(|event| wanted(&event.kind)).collect();
    Some((*events.last()?, events.len()))
}

fn context(kind: &'static str, event: &Event, text: impl Into<Text>) -> Context {
    Context { kind, at: event.at, text: text.into(), cite: Case::cite(event) }
}

/// The kernel's own table of processes, of the last OOM report.
fn holders(case: &Case<'_>) -> Option<Context> {
    let (event, _) = last(case, |kind| matches!(kind, EventKind::Kernel(Kernel::OomTasks { .. })))?;
    let EventKind::Kernel(Kernel::OomTasks { largest, total_kib, count }) = &event.kind else { return None };
    let names: Vec<String> =
        largest.iter().map(|(name, kib)| format!("{name} {} MiB", mib(*kib as f64 / 1024.0))).collect();
    let total_mib = *total_kib as f64 / 1024.0;
    let mut text = format!(
        "the kernel's table of processes, {}: {}; all {count} together {} MiB",
        before_end(case.boot.age_at_end(event)),
        names.join(", "),
        mib(total_mib)
    );
    if let Some(memory) = case.boot.memory_mib() {
        text.push_str(&format!(" of {}", mib(memory)));
        if total_mib < memory * 0.7 {
            text.push_str(match case.boot.facts.memory_model {
                MemoryModel::Unified => {
                    ": the rest is no process's own, but the GPU driver's, caches' or the kernel's, and no kill of \
                     a process need give it back"
                }
                _ => ": the rest is caches', shared memory's or the kernel's",
            });
        }
    }
    Some(context("memory_holders", event, text))
}

/// Whom earlyoom held to be the largest.
fn earlyoom_choice(case: &Case<'_>) -> Option<Context> {
    let (event, count) =
        last(case, |kind| matches!(kind, EventKind::Earlyoom(Earlyoom::Kill { rss_mib: Some(_), .. })))?;
    let EventKind::Earlyoom(Earlyoom::Kill { name, pid, rss_mib: Some(rss), .. }) = &event.kind else {
        return None;
    };
    let pid = pid.map(|pid| format!(" (pid {pid})")).unwrap_or_default();
    let times =
        if count > 1 { format!("; it signalled {count} times in the last hour") } else { String::new() };
    let text = format!(
        "earlyoom's choice, {}: {name}{pid}, which held {} MiB{times}",
        before_end(case.boot.age_at_end(event)),
        mib(*rss as f64)
    );
    Some(context("memory_holders", event, text))
}

/// The last program that ran out of GPU memory, with the allocator's arithmetic.
fn gpu(case: &Case<'_>) -> Option<Context> {
    let (event, count) =
        last(case, |kind| matches!(kind, EventKind::Userspace(Userspace::CudaOutOfMemory { .. })))?;
    let EventKind::Userspace(kind) = &event.kind else { return None };
    let times = if count > 1 { format!(", {count} times in the last hour") } else { String::new() };
    let text = format!(
        "{} ran out of GPU memory, {}{times}{}; that ends a process in order, not a host",
        event.speaker,
        before_end(case.boot.age_at_end(event)),
        arithmetic(kind).map(|clause| format!(": {clause}")).unwrap_or_default(),
    );
    Some(context("gpu_out_of_memory", event, text))
}

/// Fragmentation or exhaustion, from the numbers of the text.
fn arithmetic(kind: &Userspace) -> Option<String> {
    let Userspace::CudaOutOfMemory { tried_mib, allocated_mib, unallocated_mib, free_mib } = kind else {
        return None;
    };
    let (tried, unused) = ((*tried_mib)?, (*unallocated_mib)?);
    let asked = format!("{} MiB asked for, {} MiB reserved but unallocated", mib(tried), mib(unused));
    let share = allocated_mib.map_or(0.0, |allocated| unused / (allocated + unused).max(1.0));
    let verdict = match free_mib {
        _ if unused >= tried => "enough lay idle, in pieces too small: fragmentation",
        Some(free) if *free < tried && free + unused >= tried => {
            "with what was free it would have been enough in one piece: fragmentation"
        }
        Some(free) if *free >= tried => {
            "more was free on the device: a limit, or the driver refused it, not the allocator"
        }
        _ if share >= 0.2 => "much lay idle in pieces: fragmentation has a part in it",
        _ => "hardly anything lay idle: memory was really used up",
    };
    Some(format!("{asked}; {verdict}"))
}

/// What was killed although the host lived on: a cgroup at its own limit, a killer for one group's pressure.
fn killed(case: &Case<'_>) -> Option<Context> {
    let (event, count) = last(case, |kind| {
        matches!(
            kind,
            EventKind::Kernel(Kernel::OomKill { scope: OomScope::Cgroup, .. })
                | EventKind::Userspace(
                    Userspace::OomdKill { for_swap: false, .. } | Userspace::KillerActed { .. }
                )
        )
    })?;
    let times = if count > 1 { format!(" ({count} kills in the last hour)") } else { String::new() };
    let ago = before_end(case.boot.age_at_end(event));
    let text = match &event.kind {
        EventKind::Kernel(Kernel::OomKill { name, .. }) => {
            format!(
                "{name} was killed at its own cgroup's memory limit, {ago}{times}: the limit's doing, not the host's"
            )
        }
        EventKind::Userspace(Userspace::OomdKill { cgroup, .. }) => {
            format!(
                "systemd-oomd killed {cgroup} for that group's pressure, {ago}{times}: the host was not killed"
            )
        }
        EventKind::Userspace(Userspace::KillerActed { killer }) => {
            format!("{killer} killed a process, {ago}{times}: the process was killed, the host was not")
        }
        _ => return None,
    };
    Some(context("killed", event, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_fragmentation_from_exhaustion() {
        let text = |tried, allocated, unused, free| {
            arithmetic(&Userspace::CudaOutOfMemory {
                tried_mib: Some(tried),
                allocated_mib: allocated,
                unallocated_mib: Some(unused),
                free_mib: free,
            })
            .expect("numbers")
        };
        for (tried, allocated, unused, free, expected) in [
            (1002.0, Some(9298.0), 9728.0, Some(13_035.0), "in pieces too small"),
            (23_327.0, Some(9298.0), 9574.0, Some(13_035.0), "has a part"),
            (22_000.0, Some(9298.0), 9574.0, Some(13_035.0), "in one piece"),
            (20.0, Some(500.0), 10.0, Some(2400.0), "a limit"),
            (4000.0, Some(9000.0), 3000.0, Some(100.0), "has a part"),
            (4000.0, Some(9000.0), 30.0, Some(100.0), "really used up"),
            (4000.0, None, 30.0, None, "really used up"),
        ] {
            let text = text(tried, allocated, unused, free);
            assert!(text.contains(expected), "{tried} {unused}: {text}");
        }
        let silent = Userspace::CudaOutOfMemory {
            tried_mib: Some(1.0),
            allocated_mib: None,
            unallocated_mib: None,
            free_mib: None,
        };
        assert_eq!(arithmetic(&silent), None);
    }
}

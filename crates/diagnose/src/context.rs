//! What surrounds the end without deciding it: who held the memory, which programs ran out of GPU memory and why,
//! and what was killed while the host lived on.

use model::event::kernel::OomScope;
use model::event::{Earlyoom, Kernel, Userspace};
use model::evidence::Cite;
use model::{Event, EventKind, MemoryModel, Micros, Span, Text};

use crate::Case;
use crate::case::{ago, mib};

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

fn context(kind: &'static str, event: &Event, text: Text) -> Context {
    Context { kind, at: event.at, text, cite: Case::cite(event) }
}

/// How many there were in the last hour, if it was not the one.
fn several(id: &'static str, count: usize) -> Option<Text> {
    (count > 1).then(|| Text::new(id).with("count", count))
}

/// The kernel's own table of processes, of the last OOM report.
fn holders(case: &Case<'_>) -> Option<Context> {
    let (event, _) = last(case, |kind| matches!(kind, EventKind::Kernel(Kernel::OomTasks { .. })))?;
    let EventKind::Kernel(Kernel::OomTasks { largest, total_kib, count }) = &event.kind else { return None };
    let largest = largest.iter().map(|(name, kib)| {
        Text::new("context-holder").with("name", name.as_str()).with("held", mib(*kib as f64 / 1024.0))
    });
    let total_mib = *total_kib as f64 / 1024.0;
    let of_memory = case.boot.memory_mib().map(|memory| {
        let id = match case.boot.facts.memory_model {
            _ if total_mib >= memory * 0.7 => "context-holders-of-memory",
            MemoryModel::Unified => "context-holders-rest-unified",
            _ => "context-holders-rest",
        };
        Text::new(id).with("memory", mib(memory))
    });
    let text = Text::new("context-holders")
        .with("ago", ago(case.boot.age_at_end(event)))
        .with("largest", Text::list(largest))
        .with("count", *count)
        .with("total", mib(total_mib))
        .with("of-memory", of_memory);
    Some(context("memory_holders", event, text))
}

/// Whom earlyoom held to be the largest.
fn earlyoom_choice(case: &Case<'_>) -> Option<Context> {
    let (event, count) =
        last(case, |kind| matches!(kind, EventKind::Earlyoom(Earlyoom::Kill { rss_mib: Some(_), .. })))?;
    let EventKind::Earlyoom(Earlyoom::Kill { name, pid, rss_mib: Some(rss), .. }) = &event.kind else {
        return None;
    };
    let text = Text::new("context-choice")
        .with("ago", ago(case.boot.age_at_end(event)))
        .with("name", name.as_str())
        .with("pid", pid.map(|pid| Text::new("context-choice-pid").with("pid", pid.to_string())))
        .with("held", mib(*rss as f64))
        .with("times", several("context-choice-times", count));
    Some(context("memory_holders", event, text))
}

/// The last program that ran out of GPU memory, with the allocator's arithmetic.
fn gpu(case: &Case<'_>) -> Option<Context> {
    let (event, count) =
        last(case, |kind| matches!(kind, EventKind::Userspace(Userspace::CudaOutOfMemory { .. })))?;
    let EventKind::Userspace(kind) = &event.kind else { return None };
    let text = Text::new("context-gpu")
        .with("program", &*event.speaker)
        .with("ago", ago(case.boot.age_at_end(event)))
        .with("times", several("context-gpu-times", count))
        .with("numbers", arithmetic(kind));
    Some(context("gpu_out_of_memory", event, text))
}

/// Fragmentation or exhaustion, from the numbers of the text.
fn arithmetic(kind: &Userspace) -> Option<Text> {
    let Userspace::CudaOutOfMemory { tried_mib, allocated_mib, unallocated_mib, free_mib } = kind else {
        return None;
    };
    let (tried, unused) = ((*tried_mib)?, (*unallocated_mib)?);
    let share = allocated_mib.map_or(0.0, |allocated| unused / (allocated + unused).max(1.0));
    let verdict = match free_mib {
        _ if unused >= tried => "context-gpu-pieces",
        Some(free) if *free < tried && free + unused >= tried => "context-gpu-one-piece",
        Some(free) if *free >= tried => "context-gpu-limit",
        _ if share >= 0.2 => "context-gpu-part",
        _ => "context-gpu-used-up",
    };
    let numbers = Text::new("context-gpu-numbers").with("tried", mib(tried)).with("unused", mib(unused));
    Some(numbers.with("verdict", Text::new(verdict)))
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
    let text = match &event.kind {
        EventKind::Kernel(Kernel::OomKill { name, .. }) => {
            Text::new("context-killed-limit").with("name", name.as_str())
        }
        EventKind::Userspace(Userspace::OomdKill { cgroup, .. }) => {
            Text::new("context-killed-oomd").with("cgroup", cgroup.as_str())
        }
        EventKind::Userspace(Userspace::KillerActed { killer }) => {
            Text::new("context-killed-userspace").with("killer", killer.as_str())
        }
        _ => return None,
    };
    let text = text
        .with("ago", ago(case.boot.age_at_end(event)))
        .with("times", several("context-killed-times", count));
    Some(context("killed", event, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_fragmentation_from_exhaustion() {
        let text = |tried, allocated, unused, free| {
            let text = arithmetic(&Userspace::CudaOutOfMemory {
                tried_mib: Some(tried),
                allocated_mib: allocated,
                unallocated_mib: Some(unused),
                free_mib: free,
            })
            .expect("numbers");
            catalogue::Lang::En.say(&text)
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

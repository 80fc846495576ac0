//! Why nothing protected the host: what earlyoom and the kernel's OOM killer did, or why they did nothing.

use model::event::earlyoom::KillSignal;
use model::event::kernel::OomScope;
use model::event::{Earlyoom, Kernel};
use model::{Event, EventKind, Lines, MemoryModel, Metric, Span, Text, series::Sampler};

use crate::Case;
use crate::case::{ago, mib, number};

/// The last minutes in which a killer's acts matter to the end.
const NEAR: Span = Span::minutes(15);

/// What stood between the host and exhaustion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Protection {
    /// earlyoom, none where it was not seen.
    pub earlyoom: Option<Text>,
    /// Whether earlyoom was there and did not act.
    pub earlyoom_idle: bool,
    /// The kernel's OOM killer.
    pub oom_killer: Option<Text>,
}

pub(crate) fn explain(case: &Case<'_>) -> Protection {
    let idle_text = earlyoom_idle(case);
    Protection {
        earlyoom_idle: idle_text.is_some(),
        earlyoom: idle_text.or_else(|| earlyoom_acted(case)),
        oom_killer: Some(oom_killer(case)),
    }
}

fn earlyoom_acts<'t>(case: &Case<'t>) -> Vec<&'t Event> {
    let acts = |event: &&Event| {
        matches!(
            event.kind,
            EventKind::Earlyoom(Earlyoom::Kill { .. } | Earlyoom::KillFailed { .. } | Earlyoom::DidNotExit)
        )
    };
    case.boot.last_events(NEAR).filter(acts).collect()
}

fn earlyoom_acted(case: &Case<'_>) -> Option<Text> {
    let acts = earlyoom_acts(case);
    let last = acts.last()?;
    let failed = acts
        .iter()
        .filter(|event| {
            matches!(event.kind, EventKind::Earlyoom(Earlyoom::KillFailed { .. } | Earlyoom::DidNotExit))
        })
        .count();
    let text = if failed > 0 {
        Text::new("protection-earlyoom-failed").with("count", failed)
    } else {
        Text::new("protection-earlyoom-signalled")
    };
    Some(text.with("ago", ago(case.boot.age_at_end(last))))
}

/// The sentence for an earlyoom that was there and did nothing: free swap stayed above its limit.
fn earlyoom_idle(case: &Case<'_>) -> Option<Text> {
    if !earlyoom_acts(case).is_empty() {
        return None;
    }
    let limits = case.boot.events.iter().rev().find_map(|event| match event.kind {
        EventKind::Earlyoom(Earlyoom::Limits { signal: KillSignal::Term, mem_pct, swap_pct }) => {
            Some((mem_pct, swap_pct, false))
        }
        _ => None,
    });
    // Without the start-up lines the defaults of every release are the best guess, and said to be one.
    let (mem_pct, swap_pct, assumed) = limits.unwrap_or((10.0, 10.0, true));
    let swap = case
        .boot
        .series_of(Metric::SwapFree)
        .find(|series| series.sampler == Sampler::Earlyoom)
        .filter(|series| !series.is_empty())?;
    let total = case.boot.facts.swap_mib.filter(|&total| total > 0)? as f64;
    let from = swap.range(case.end() - Span::minutes(60), case.end());
    let lowest = swap.values[from].iter().copied().min_by(f64::total_cmp).or(swap.values.last().copied())?;
    let pct = lowest / total * 100.0;
    (pct > swap_pct).then(|| {
        Text::new("protection-earlyoom-idle")
            .with("mem-limit", number(mem_pct))
            .with("swap-limit", number(swap_pct))
            .with("assumed", assumed.then(|| Text::new("protection-earlyoom-assumed")))
            .with("lowest", mib(lowest))
            .with("total", mib(total))
            .with("share", number(pct))
    })
}

fn oom_killer(case: &Case<'_>) -> Text {
    let kills: Vec<&Event> = case
        .boot
        .events
        .iter()
        .filter(|event| {
            matches!(event.kind, EventKind::Kernel(Kernel::OomKill { scope: OomScope::Host, .. }))
        })
        .collect();
    if let Some(last) = kills.last() {
        let ago = ago(case.boot.age_at_end(last));
        return Text::new("protection-kills").with("count", kills.len()).with("ago", ago);
    }
    if !case.boot.shows(Lines::shows_kernel) {
        return Text::new("protection-not-covered");
    }
    Text::new(match case.boot.facts.memory_model {
        MemoryModel::Unified => "protection-no-kill-unified",
        _ => "protection-no-kill",
    })
}

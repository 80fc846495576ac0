//! What the next boot says of the end before it.

use model::event::{Kernel, Lifecycle};
use model::evidence::Cite;
use model::{Event, EventKind, Span};
use timeline::BootTimeline;

use crate::Case;

/// What a start says of the end before it, it says in its first minutes.
const NEXT_SAYS_WITHIN: Span = Span::minutes(5);

/// What the next boot says of this one's end, and the headers of its files.
pub(super) fn unclean_signs(boot: &BootTimeline, next: Option<&BootTimeline>) -> Vec<Cite> {
    let mut signs: Vec<Cite> = boot
        .files
        .iter()
        .filter(|file| file.is_system() && file.is_unclean())
        .map(|file| Cite::Event {
            at: file.tail_at,
            origin: model::Origin { input: file.input, cursor: None, line: None },
            raw: format!("{}: set aside by a later boot, header still ONLINE", file.name).into(),
        })
        .collect();
    let Some(next) = next else { return signs };
    signs.extend(first_events(next).filter(|event| is_unclean(&event.kind)).map(Case::cite));
    signs
}

fn is_unclean(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Lifecycle(
            Lifecycle::JournalUnclean { system: true, .. } | Lifecycle::FsckRecovered { strong: true, .. }
        ) | EventKind::Kernel(Kernel::FsRecovery { strong: true, .. })
    )
}

/// The events of a boot's first minutes.
pub(crate) fn first_events(boot: &BootTimeline) -> impl Iterator<Item = &Event> {
    let start = boot.boot.started();
    let first = boot.boot.first;
    boot.events.iter().filter(move |event| {
        let since_start = event.monotonic.map_or_else(|| event.at.since(start.min(first)), Span);
        since_start <= NEXT_SAYS_WITHIN
    })
}

/// The bit of a hardware watchdog in AMD's reset register.
pub(crate) const AMD_WATCHDOG: u32 = 1 << 25;
/// Bits of AMD's reset register that tell a hardware fault: sync flood, CPU shutdown, parity, software sync
/// flood.
pub(crate) const AMD_FAULT: u32 = 1 << 27 | 1 << 23 | 1 << 30 | 1 << 31;
/// The bit of the THERMTRIP pin.
pub(crate) const AMD_THERMTRIP: u32 = 1;

/// The bit of the processor's own thermal limit. It is often set beside another reason, and means nothing then.
pub(crate) const AMD_INTERNAL_LIMIT: u32 = 1 << 9;
/// A bit that is set with any reason.
const AMD_ALWAYS: u32 = 1 << 11;

/// The line of the next boot that gives the processor's own thermal limit as the only reason.
pub(crate) fn internal_limit<'b>(boot: &BootTimeline, next: Option<&'b BootTimeline>) -> Option<&'b Event> {
    let told = next.into_iter().flat_map(first_events).filter_map(|event| reset_bits(&event.kind));
    let all = told.fold(0, |all, bits| all | bits);
    (all & !AMD_ALWAYS == AMD_INTERNAL_LIMIT).then(|| reset_reason(boot, next, AMD_INTERNAL_LIMIT)).flatten()
}

/// The line of the next boot that gives one of the bits in `mask` as the reason of the reset between the two.
/// Linux does not clear the register before 6.18, so until then a bit that this boot itself found set at its
/// start tells of an older reset.
pub(crate) fn reset_reason<'b>(
    boot: &BootTimeline,
    next: Option<&'b BootTimeline>,
    mask: u32,
) -> Option<&'b Event> {
    let next = next?;
    let older = if clears_register(next) {
        0
    } else {
        first_events(boot).filter_map(|event| reset_bits(&event.kind)).fold(0, |all, bits| all | bits)
    };
    first_events(next).find(|event| reset_bits(&event.kind).is_some_and(|bits| bits & !older & mask != 0))
}

/// The register reads as all ones where it is not implemented.
fn reset_bits(kind: &EventKind) -> Option<u32> {
    match kind {
        EventKind::Kernel(Kernel::ResetReason { bits, .. }) if *bits != u32::MAX => Some(*bits),
        _ => None,
    }
}

/// Whether the boot's kernel clears the register after reading it: Linux 6.18 and newer.
fn clears_register(boot: &BootTimeline) -> bool {
    let Some(release) = boot.facts.kernel.as_deref() else { return false };
    let mut numbers = release.split(['.', '-']).map_while(|part| part.parse::<u32>().ok());
    (numbers.next(), numbers.next()) >= (Some(6), Some(18))
}

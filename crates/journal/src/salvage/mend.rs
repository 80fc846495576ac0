//! What a damaged entry's head must have been, by its neighbours in the file: journald appends, so numbers and
//! monotonic times only rise there. One flipped bit would else make a boot last for years, or be another boot.

use model::{BootId, Id128};

use super::object::EntryHead;

/// Disorder of monotonic times between neighbours that is taken as it is, in microseconds.
const DISORDER: u64 = 10_000_000;
/// The same of the wall clock's distance from the monotonic one.
const DRIFT: u64 = 10_000_000;

/// The head of an entry with what can't be true put right: `named` is what its `_BOOT_ID=` says, `before` and
/// `after` are the entries beside it.
pub(super) fn mend(
    mut head: EntryHead,
    named: Option<BootId>,
    before: Option<EntryHead>,
    after: Option<EntryHead>,
) -> EntryHead {
    if let Some(named) = named.filter(|named| *named != head.boot) {
        let beside = [before, after].into_iter().flatten();
        let (mut is_head, mut is_named) = (false, false);
        beside.for_each(|other| {
            is_head |= other.boot == head.boot;
            is_named |= other.boot == named;
        });
        if is_named || !is_head {
            head.boot = named;
        }
    }
    let (Some(before), Some(after)) = (before, after) else { return head };
    if before.boot != after.boot || !before.is_plausible() || !after.is_plausible() {
        return head;
    }
    if named.is_none() && head.boot != before.boot {
        head.boot = before.boot;
    }
    if head.boot != before.boot || head.boot == Id128::ZERO {
        return head;
    }
    if before.seq < after.seq && !(before.seq..=after.seq).contains(&head.seq) {
        head.seq = before.seq.saturating_add(1);
    }
    if before.monotonic <= after.monotonic
        && !(before.monotonic.saturating_sub(DISORDER)..=after.monotonic.saturating_add(DISORDER))
            .contains(&head.monotonic)
    {
        head.monotonic = before.monotonic;
    }
    let is_steady = before.offset().abs_diff(after.offset()) <= DRIFT;
    if is_steady && head.offset().abs_diff(before.offset()) > DRIFT.saturating_mul(2) {
        head.at = head.monotonic.saturating_add_signed(before.offset());
    }
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(seq: u64, monotonic_s: u64, boot: u128) -> EntryHead {
        let monotonic = monotonic_s * 1_000_000;
        EntryHead { seq, at: 1_700_000_000_000_000 + monotonic, monotonic, boot: Id128::of(boot), xor: 0 }
    }

    #[test]
    fn a_flipped_bit_is_put_right() {
        let (before, after) = (head(10, 100, 1), head(12, 102, 1));
        let true_head = head(11, 101, 1);
        for bit in 0..64 {
            let seq = EntryHead { seq: true_head.seq ^ 1 << bit, ..true_head };
            assert!((10..=12).contains(&mend(seq, None, Some(before), Some(after)).seq), "{bit}");
            let monotonic = EntryHead { monotonic: true_head.monotonic ^ 1 << bit, ..true_head };
            let mended = mend(monotonic, None, Some(before), Some(after));
            assert!(mended.monotonic.abs_diff(true_head.monotonic) <= 11_000_000, "{bit}");
            assert!(mended.at.abs_diff(true_head.at) <= 21_000_000, "{bit}");
            let at = EntryHead { at: true_head.at ^ 1 << bit, ..true_head };
            assert!(
                mend(at, None, Some(before), Some(after)).at.abs_diff(true_head.at) <= 20_000_000,
                "{bit}"
            );
        }
        for boot in [0, 2] {
            let damaged = EntryHead { boot: Id128::of(boot), ..true_head };
            assert_eq!(mend(damaged, None, Some(before), Some(after)), true_head);
            assert_eq!(mend(damaged, Some(Id128::of(1)), None, None), true_head);
        }
        // The value that names the boot is damaged and not the head.
        assert_eq!(mend(true_head, Some(Id128::of(7)), Some(before), Some(after)), true_head);
    }

    #[test]
    fn what_can_be_true_stays() {
        let cases = [
            (head(10, 100, 1), head(11, 101, 1), head(12, 102, 1)),
            // The next boot's first entries.
            (head(10, 100, 1), head(11, 1, 2), head(12, 2, 2)),
            (head(10, 100, 1), head(11, 1, 2), head(12, 1, 3)),
            // Entries of two boots in turn, each with its own name.
            (head(10, 100, 1), head(11, 90, 2), head(12, 101, 1)),
            // A step of the clock.
            (
                head(10, 100, 1),
                EntryHead { at: 5, ..head(11, 101, 1) },
                EntryHead { at: 6, ..head(12, 102, 1) },
            ),
            // Slight disorder.
            (head(10, 100, 1), head(11, 95, 1), head(12, 102, 1)),
        ];
        for (before, head, after) in cases {
            assert_eq!(mend(head, Some(head.boot), Some(before), Some(after)), head);
        }
    }
}

//! The true order of boots.
//!
//! Inside one count of sequence numbers the numbers order, whatever the clock said. Boots that share a count
//! form a group; groups are ordered by wall time, one between the boots of another where the clock shows a place
//! for it. A stream without sequence numbers is a count of its own:
//! the order of first appearance.

use std::collections::{BTreeMap, BTreeSet};

use model::{Id128, MachineId, Micros};

use crate::drafts::Draft;

/// Which count orders a boot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Chain {
    Seq(Id128),
    Appearance(u32),
}

/// Brings boots into their order, machine by machine, oldest first. The second value says whether part of
/// the order rests on wall clocks that contradict each other.
pub(crate) fn in_true_order(drafts: Vec<Draft>) -> (Vec<Draft>, bool) {
    let mut machines: BTreeMap<Option<MachineId>, Vec<Draft>> = BTreeMap::new();
    for draft in drafts {
        machines.entry(draft.machine).or_default().push(draft);
    }
    let mut uncertain = false;
    let mut machines: Vec<Vec<Draft>> = machines
        .into_values()
        .map(|drafts| {
            let (drafts, unsure) = one_machine(drafts);
            uncertain |= unsure;
            drafts
        })
        .collect();
    machines.sort_by_key(|drafts| drafts.iter().map(last).max());
    (machines.into_iter().flatten().collect(), uncertain)
}

fn first(draft: &Draft) -> Micros {
    draft.first.map_or(Micros(0), |edge| edge.at)
}

fn last(draft: &Draft) -> Micros {
    draft.last.map_or(Micros(0), |edge| edge.at)
}

/// The places of a boot in the counts that it belongs to.
fn places(draft: &Draft) -> Vec<(Chain, u64)> {
    if draft.ranges.is_empty() {
        if draft.header_only {
            return Vec::new();
        }
        return vec![(Chain::Appearance(draft.appearance.0), draft.appearance.1)];
    }
    // A header tells the first number of the file, which may be an earlier boot's: its last one is surer.
    let place = |range: &crate::drafts::SeqRange| if draft.header_only { range.last } else { range.first };
    draft.ranges.iter().map(|range| (Chain::Seq(range.source), place(range))).collect()
}

fn one_machine(drafts: Vec<Draft>) -> (Vec<Draft>, bool) {
    let mut chains: BTreeMap<Chain, Vec<(u64, usize)>> = BTreeMap::new();
    for (index, draft) in drafts.iter().enumerate() {
        for (chain, place) in places(draft) {
            chains.entry(chain).or_default().push((place, index));
        }
    }
    let mut after: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); drafts.len()];
    let mut group: Vec<usize> = (0..drafts.len()).collect();
    let mut uncertain = false;
    for (chain, members) in &mut chains {
        members.sort_unstable();
        for pair in members.windows(2) {
            let (one, other) = (pair[0].1, pair[1].1);
            after[one].insert(other);
            // Without numbers only the stream's order speaks; if the clocks contradict it, nobody knows.
            uncertain |= matches!(chain, Chain::Appearance(_)) && last(&drafts[one]) > last(&drafts[other]);
            let (one, other) = (root(&mut group, one), root(&mut group, other));
            group[one.max(other)] = one.min(other);
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for index in 0..drafts.len() {
        groups.entry(root(&mut group, index)).or_default().push(index);
    }
    let mut ordered: Vec<Vec<usize>> = Vec::new();
    for members in groups.into_values() {
        let (members, unsure) = chained(&members, &after, &drafts);
        uncertain |= unsure;
        ordered.push(members);
    }
    ordered
        .sort_by_key(|members| members.iter().map(|&index| (last(&drafts[index]), drafts[index].id)).max());
    let span = |members: &Vec<usize>| {
        (
            members.iter().map(|&index| first(&drafts[index])).min(),
            members.iter().map(|&index| last(&drafts[index])).max(),
        )
    };
    uncertain |= ordered.windows(2).any(|pair| span(&pair[0]).1 > span(&pair[1]).0);
    let times: Vec<(Micros, Micros)> = drafts.iter().map(|draft| (first(draft), last(draft))).collect();
    let mut drafts: Vec<Option<Draft>> = drafts.into_iter().map(Some).collect();
    let ordered = ordered.into_iter().rev().fold(Vec::new(), |later, group| laid_into(later, group, &times));
    let sorted = ordered.into_iter().filter_map(|index| drafts[index].take()).collect();
    (sorted, uncertain)
}

/// Lays a group among boots of which the last is later than its own last: each of its boots into a gap that holds
/// it, if there is one for all of them in their order, else before everything.
fn laid_into(later: Vec<usize>, group: Vec<usize>, times: &[(Micros, Micros)]) -> Vec<usize> {
    let mut ordered = Vec::with_capacity(later.len() + group.len());
    let mut rest = later.iter().copied().peekable();
    for &index in &group {
        ordered.extend(std::iter::from_fn(|| rest.next_if(|&next| times[next].1 <= times[index].0)));
        ordered.push(index);
    }
    ordered.extend(rest);
    // Numbers may contradict the clock: then some boot is not where the clock says.
    if ordered.windows(2).any(|pair| times[pair[0]].1 > times[pair[1]].0) {
        return group.into_iter().chain(later).collect();
    }
    ordered
}

/// The first member of a boot's group; the way to it is shortened for the next who asks.
fn root(group: &mut [usize], mut index: usize) -> usize {
    while group[index] != index {
        group[index] = group[group[index]];
        index = group[index];
    }
    index
}

/// Orders one group so that every boot comes after those that precede it in any count. Contradicting counts
/// are cut where the wall clock says.
fn chained(members: &[usize], after: &[BTreeSet<usize>], drafts: &[Draft]) -> (Vec<usize>, bool) {
    let mut before: BTreeMap<usize, usize> = members.iter().map(|&index| (index, 0)).collect();
    for &index in members {
        for next in &after[index] {
            *before.entry(*next).or_default() += 1;
        }
    }
    let key = |index: usize| (last(&drafts[index]), drafts[index].appearance, drafts[index].id);
    let mut ready: BTreeSet<_> =
        before.iter().filter(|(_, count)| **count == 0).map(|(&index, _)| (key(index), index)).collect();
    let mut ordered = Vec::with_capacity(members.len());
    let mut contradiction = false;
    while !before.is_empty() {
        let index = match ready.pop_first() {
            Some((_, index)) => index,
            None => {
                contradiction = true;
                let Some(index) = before.keys().copied().min_by_key(|&index| key(index)) else { break };
                index
            }
        };
        if before.remove(&index).is_none() {
            continue;
        }
        ordered.push(index);
        for next in &after[index] {
            if let Some(count) = before.get_mut(next) {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    ready.insert((key(*next), *next));
                }
            }
        }
    }
    (ordered, contradiction)
}

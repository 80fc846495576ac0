//! Durations in words.

use fluent_bundle::{FluentArgs, FluentValue};
use model::Span;

use super::Lang;

/// At most two units; below two minutes in seconds, as cadences and delays are compared. `0 s`, `under 1 s`, `4 s`,
/// `76 s`, `4 min 52 s`, `2 h 20 min`, `26 days 10 h`.
pub(super) fn show(lang: Lang, span: Span) -> String {
    let micros = span.0.unsigned_abs();
    let secs = micros.saturating_add(500_000) / 1_000_000;
    let (days, hours, minutes, seconds) = (secs / 86_400, secs / 3600 % 24, secs / 60 % 60, secs % 60);
    let say = |id, numbers: [(&'static str, u64); 2]| {
        let args: FluentArgs<'_> =
            numbers.into_iter().map(|(name, number)| (name, FluentValue::from(number))).collect();
        lang.format(id, Some(&args))
    };
    match (days, hours, minutes, seconds) {
        (0, 0, 0, 0) if micros > 0 => lang.word("span-under-second"),
        (0, 0, 1, 0) => say("span-m", [("m", 1), ("s", 0)]),
        (0, 0, 0 | 1, _) => say("span-s", [("s", secs), ("m", 0)]),
        (0, 0, m, 0) => say("span-m", [("m", m), ("s", 0)]),
        (0, 0, m, s) => say("span-m-s", [("m", m), ("s", s)]),
        (0, h, 0, _) => say("span-h", [("h", h), ("m", 0)]),
        (0, h, m, _) => say("span-h-m", [("h", h), ("m", m)]),
        (d, 0, ..) => say("span-d", [("d", d), ("h", 0)]),
        (d, h, ..) => say("span-d-h", [("d", d), ("h", h)]),
    }
}

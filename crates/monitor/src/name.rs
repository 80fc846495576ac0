//! A column's name: normalised, with its unit and GPU number taken off.

use std::sync::LazyLock;

use regex::Regex;

use crate::unit::Unit;

/// A column's name in its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    /// As written, without blanks, `#` and labels.
    pub(crate) shown: String,
    /// Lower case, everything but letters, digits, `%` and `°` as `_`, without unit brackets.
    pub(crate) norm: String,
    /// `norm` without unit and GPU number.
    pub(crate) stem: String,
    /// The unit that the name states.
    pub(crate) unit: Option<Unit>,
    /// The GPU that the name states: `gpu0_w`, `gpu="0"`.
    pub(crate) gpu: Option<String>,
}

static BRACKETS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[\[(]([^\])]*)[\])]\s*$").expect("constant"));
static NUMBERED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:gpu_?(?:nvidia_?|amd_?)?(\d{1,3})(?:_(.+))?|(gpu_[a-z]+)_(\d{1,3}))$").expect("constant")
});
static LABEL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"(__name__|gpu|device)\s*=\s*"([^"]*)""#).expect("constant"));

impl Name {
    /// Takes a header's cell apart.
    pub(crate) fn new(raw: &str) -> Self {
        let raw = raw.trim_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '"' | '\'' | '\u{feff}'));
        let (raw, label_gpu) = without_labels(raw);
        let (bare, bracket) = match BRACKETS.captures(&raw) {
            Some(found) => {
                let start = found.get(0).map_or(raw.len(), |whole| whole.start());
                (raw[..start].trim(), found.get(1).and_then(|unit| Unit::of_text(unit.as_str())))
            }
            None => (raw.as_str(), None),
        };
        let norm = normalise(bare);
        let (stem, suffix) = split_unit(&norm);
        let (stem, gpu) = split_gpu(stem);
        let shown = if bare.is_empty() { raw.clone() } else { bare.to_owned() };
        Self { shown, norm, stem, unit: bracket.or(suffix), gpu: label_gpu.or(gpu) }
    }

    /// The name without its unit, for display: `thermal_zone0_c` is the sensor `thermal_zone0`.
    pub(crate) fn sensor(&self) -> String {
        match self.shown.rsplit_once(['_', ' ']) {
            Some((sensor, unit)) if !sensor.is_empty() && Unit::of_token(&unit.to_lowercase()).is_some() => {
                sensor.to_owned()
            }
            _ => self.shown.clone(),
        }
    }
}

/// `{__name__="x", gpu="0"}` and `x{gpu="0"}` as Prometheus and Grafana write them: name and GPU.
fn without_labels(raw: &str) -> (String, Option<String>) {
    let Some((name, labels)) = raw.split_once('{') else {
        return (raw.to_owned(), None);
    };
    let label = |key: &str| {
        LABEL.captures_iter(labels).find(|found| &found[1] == key).map(|found| found[2].to_owned())
    };
    let name =
        if name.trim().is_empty() { label("__name__").unwrap_or_default() } else { name.trim().to_owned() };
    (name, label("gpu"))
}

fn normalise(name: &str) -> String {
    let mut norm = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() || matches!(c, '%' | '°') {
            norm.push(c);
        } else if !norm.ends_with('_') {
            norm.push('_');
        }
    }
    norm.trim_matches('_').to_owned()
}

/// The unit at the end (`_kb`), in front (`%swpused`), or in sysstat's prefix (`kbavail`).
fn split_unit(norm: &str) -> (&str, Option<Unit>) {
    if let Some(stem) = norm.strip_prefix('%') {
        return (stem.trim_start_matches('_'), Some(Unit::Percent));
    }
    if ["kbmem", "kbavail", "kbswp", "kbbuff", "kbcach"].iter().any(|prefix| norm.starts_with(prefix)) {
        return (norm, Some(Unit::KiB));
    }
    let (stem, token) = norm.rsplit_once('_').unwrap_or(("", norm));
    match Unit::of_token(token) {
        Some(unit) if !stem.is_empty() => (stem, Some(unit)),
        _ => match norm.strip_suffix('%') {
            Some(stem) => (stem, Some(Unit::Percent)),
            None => (norm, None),
        },
    }
}

fn split_gpu(stem: &str) -> (String, Option<String>) {
    let Some(found) = NUMBERED.captures(stem) else {
        return (stem.to_owned(), None);
    };
    let part = |n| found.get(n).map(|part| part.as_str());
    let number = part(1).or(part(4)).map(str::to_owned);
    let stem = match (part(2), part(3)) {
        (Some(rest), _) => format!("gpu_{rest}"),
        (None, Some(stem)) => stem.to_owned(),
        (None, None) => "gpu".to_owned(),
    };
    (stem, number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fall_into_parts() {
        for (raw, stem, unit, gpu) in [
            ("power.draw [W]", "power_draw", Some(Unit::Watt), None),
            ("\u{feff}# Mem_Available_MB", "mem_available", Some(Unit::MiB), None),
            ("MemAvailable_GiB", "memavailable", Some(Unit::GiB), None),
            ("%swpused", "swpused", Some(Unit::Percent), None),
            ("gpu_util_%", "gpu_util", Some(Unit::Percent), None),
            ("kbavail", "kbavail", Some(Unit::KiB), None),
            ("gpu0_w", "gpu", Some(Unit::Watt), Some("0")),
            ("gpu1_power_mw", "gpu_power", Some(Unit::MilliWatt), Some("1")),
            ("gpu_temp_1", "gpu_temp", None, Some("1")),
            ("in5_mv", "in5", Some(Unit::MilliVolt), None),
            ("Temp (°C)", "temp", Some(Unit::Celsius), None),
            ("sw_thermal_us", "sw_thermal", Some(Unit::MicroSecond), None),
            ("Temp tj", "temp_tj", None, None),
            ("日時", "日時", None, None),
            (
                r#"{__name__="nv_gpu_power_watts", gpu="0", instance="a:1"}"#,
                "nv_gpu_power",
                Some(Unit::Watt),
                Some("0"),
            ),
            (
                r#"node_memory_MemAvailable_bytes{job="n"}"#,
                "node_memory_memavailable",
                Some(Unit::Bytes),
                None,
            ),
            ("c", "c", None, None),
            ("", "", None, None),
        ] {
            let name = Name::new(raw);
            assert_eq!((name.stem.as_str(), name.unit, name.gpu.as_deref()), (stem, unit, gpu), "{raw}");
        }
    }

    #[test]
    fn sensors_lose_the_unit() {
        for (raw, sensor) in [("thermal_zone0_c", "thermal_zone0"), ("TSOC", "TSOC"), ("Temp tj", "Temp tj")]
        {
            assert_eq!(Name::new(raw).sensor(), sensor);
        }
    }
}

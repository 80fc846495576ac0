//! Uptimes as tools print them, in seconds.

/// Seconds from `43000`, `478.05 661.41` (`/proc/uptime`), `12:02` and `2 days, 3:07` (hours and
/// minutes, as `uptime` prints them), `1:02:03`, `up 12 hours, 4 minutes`, `12 h`, `P0DT12H2M`.
pub(crate) fn seconds(text: &str) -> Option<f64> {
    let lower = text.trim().to_lowercase();
    let text = lower.strip_prefix("up").unwrap_or(&lower).trim();
    if let Some(iso) = text.strip_prefix('p') {
        return words(&iso.replace('t', " "));
    }
    if let Ok(value) = text.split_whitespace().next()?.parse::<f64>()
        && text.split_whitespace().skip(1).all(|word| word.parse::<f64>().is_ok())
    {
        return value.is_finite().then_some(value);
    }
    words(text)
}

/// A sum of numbers with units and of clock forms.
fn words(text: &str) -> Option<f64> {
    let mut total = 0.0;
    let mut found = false;
    let mut rest = text.trim_matches(|c: char| c.is_whitespace() || c == ',');
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, ':' | '.')).unwrap_or(rest.len());
        let (figure, behind) = rest.split_at(end);
        let behind = behind.trim_start();
        let end = behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len());
        let (unit, behind) = behind.split_at(end);
        total += if figure.contains(':') {
            if !unit.is_empty() {
                return None;
            }
            clock(figure)?
        } else {
            figure.parse::<f64>().ok()? * scale(unit)?
        };
        found = true;
        rest = behind.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
    }
    (found && f64::is_finite(total)).then_some(total)
}

fn clock(figure: &str) -> Option<f64> {
    let parts: Vec<u32> = figure.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    match parts[..] {
        [hours, minutes] if minutes < 60 => Some(f64::from(hours) * 3600.0 + f64::from(minutes) * 60.0),
        [hours, minutes, seconds] if minutes < 60 && seconds < 60 => {
            Some(f64::from(hours) * 3600.0 + f64::from(minutes) * 60.0 + f64::from(seconds))
        }
        _ => None,
    }
}

fn scale(unit: &str) -> Option<f64> {
    Some(match unit {
        "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
        "m" | "min" | "mins" | "minute" | "minutes" => 60.0,
        "h" | "hr" | "hrs" | "hour" | "hours" => 3600.0,
        "d" | "day" | "days" => 86_400.0,
        "w" | "week" | "weeks" => 604_800.0,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        for (text, expected) in [
            ("43000", Some(43_000.0)),
            ("478.05 661.41", Some(478.05)),
            ("12:02", Some(43_320.0)),
            ("0:24", Some(1440.0)),
            ("1:02:03", Some(3723.0)),
            ("up 12 hours, 4 minutes", Some(43_440.0)),
            ("up 2 days, 3:07", Some(184_020.0)),
            ("up 3 minutes", Some(180.0)),
            ("12 h", Some(43_200.0)),
            ("P0DT12H2M", Some(43_320.0)),
            ("12:61", None),
            ("", None),
            ("up", None),
            ("N/A", None),
            ("5 apples", None),
            ("inf", None),
        ] {
            assert_eq!(seconds(text), expected, "{text}");
        }
    }
}

//! What only this host itself can say of the machine that a report is about.

use std::fs;

use report::Report;

/// Names the distribution of the machine that this host is; the journal does not hold it.
pub(crate) fn complete(report: &mut Report) {
    let Ok(id) = fs::read_to_string("/etc/machine-id") else { return };
    for machine in &mut report.machines {
        if machine.os.is_none() && machine.machine_id.as_deref() == Some(id.trim()) {
            machine.os = distribution();
        }
    }
}

/// In the files and the order of os-release(5).
fn distribution() -> Option<String> {
    let files = ["/etc/os-release", "/usr/lib/os-release"];
    files.into_iter().find_map(|path| pretty_name(&fs::read_to_string(path).ok()?))
}

fn pretty_name(text: &str) -> Option<String> {
    let value = text.lines().find_map(|line| line.trim_start().strip_prefix("PRETTY_NAME="))?.trim();
    let quoted = ['"', '\''].into_iter().find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote));
    let value = quoted.unwrap_or(value).replace("\\\"", "\"").replace("\\\\", "\\");
    (!value.is_empty()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_distribution() {
        for (text, name) in [
            ("NAME=x\nPRETTY_NAME=\"Ubuntu 24.04.3 LTS\"\n", Some("Ubuntu 24.04.3 LTS")),
            ("PRETTY_NAME='Arch Linux'", Some("Arch Linux")),
            ("PRETTY_NAME=Slackware\r\n", Some("Slackware")),
            ("PRETTY_NAME=\"a \\\"b\\\"\"", Some("a \"b\"")),
            ("PRETTY_NAME=\"\"\n", None),
            ("NAME=x\n", None),
            ("", None),
        ] {
            assert_eq!(pretty_name(text).as_deref(), name, "{text:?}");
        }
    }
}

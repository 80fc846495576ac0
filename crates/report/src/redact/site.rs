//! Other hosts: full names with a domain, and those in addresses of the web.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::{Given, Kind, is_placeholder};

/// Domains that everybody's logs name: they tell nothing of the host.
const PUBLIC: &[&str] = &[
    "nvidia.com",
    "nvcr.io",
    "ubuntu.com",
    "canonical.com",
    "launchpad.net",
    "debian.org",
    "fedoraproject.org",
    "redhat.com",
    "kernel.org",
    "freedesktop.org",
    "gnu.org",
    "w3.org",
    "github.com",
    "ghcr.io",
    "quay.io",
    "docker.com",
    "docker.io",
    "k8s.io",
    "kubernetes.io",
    "huggingface.co",
    "hf.co",
    "pypi.org",
    "python.org",
    "pytorch.org",
    "ollama.com",
    "snapcraft.io",
    "fwupd.org",
    "json-schema.org",
    "rustup.rs",
    "slack.com",
    "discord.com",
    "telegram.org",
];

/// Hosts that others are: `db.example.org`, `https://phone-home.example.com/`.
pub(super) fn sites(text: &str, given: &mut Given) -> String {
    static URL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)(\b[a-z][a-z0-9+.-]{1,12}://(?:[^/\s@]*@)?)([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)")
            .expect("a valid pattern")
    });
    // Under the usual domains, and under those of countries if there is a label more.
    static NAME: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?\.)+(?:com|net|org|edu|gov|mil|io|ai|cloud|local|lan|internal|corp|home|intranet|localdomain|arpa|[a-z0-9-]+\.(?:de|fr|uk|jp|cn|kr|tw|in|nl|eu|us|ca|au|ch|at|se|fi|pl|br|it|es))\b").expect("a valid pattern")
    });
    let text = URL.replace_all(text, |found: &Captures<'_>| {
        if is_told(&found[2]) {
            found[0].to_owned()
        } else {
            format!("{}{}", &found[1], host(&found[2], given))
        }
    });
    NAME.replace_all(
        &text,
        |found: &Captures<'_>| {
            if is_told(&found[0]) { found[0].to_owned() } else { host(&found[0], given) }
        },
    )
    .into_owned()
}

/// The placeholder of a host by its full name: the host's own is that of its short name.
fn host(name: &str, given: &mut Given) -> String {
    let short = name.split('.').next().unwrap_or(name);
    if given.is_known(Kind::Host, short) {
        return given.placeholder(Kind::Host, short);
    }
    given.placeholder(Kind::Host, name)
}

fn is_told(name: &str) -> bool {
    let name = name.to_lowercase();
    let ends = |public: &&str| name == **public || name.ends_with(&format!(".{public}"));
    let is_number = name.chars().all(|c| c.is_ascii_digit() || c == '.');
    is_placeholder(&name)
        || is_placeholder(name.split('.').next().unwrap_or_default())
        || is_number
        || name == "localhost"
        || name.ends_with(".localdomain") && name.starts_with("localhost")
        || PUBLIC.iter().any(ends)
}

//! Words of log lines and names that several readers go by, each once.

/// How the kernel's first line begins that names its version.
pub const LINUX_VERSION: &str = "Linux version ";

/// How the kernel's line of a panic begins; the reason follows.
pub const KERNEL_PANIC: &str = "Kernel panic - not syncing: ";

/// Verbs behind which PID 1 names a unit whose job to stop has begun or is done (systemd `job.c`, `unit.c`). One that
/// begins like another comes first.
pub const STOP_VERBS: [&str; 8] = [
    "Stopping ",
    "Stopped target ",
    "Stopped ",
    "Unmounting ",
    "Unmounted ",
    "Removed slice ",
    "Closed ",
    "Deactivated swap ",
];

/// Whether a word is a unit's name.
#[must_use]
pub fn is_unit(word: &str) -> bool {
    const KINDS: [&str; 11] = [
        "service",
        "scope",
        "target",
        "mount",
        "automount",
        "socket",
        "slice",
        "timer",
        "path",
        "swap",
        "device",
    ];
    !word.contains(char::is_whitespace)
        && word.rsplit_once('.').is_some_and(|(stem, kind)| !stem.is_empty() && KINDS.contains(&kind))
}

/// When the dump was made that pstore keeps under this name (`dmesg-efi-177207697401001`), in seconds since 1970.
///
/// ERST: the upper 32 bits of the id. EFI: the id is (seconds * 100 + part) * 1000 + count (kernel
/// `drivers/firmware/efi/efi-pstore.c`); kernels since about 5.13 name the backend by its module. Other backends number
/// their records. A time before 2000 is that of a clock that was not set.
#[must_use]
pub fn dumped_at(name: &str) -> Option<i64> {
    let (backend, id) = name.strip_prefix("dmesg-")?.split_once('-')?;
    let digits = id.find(|c: char| !c.is_ascii_digit()).unwrap_or(id.len());
    let id: u64 = id.get(..digits)?.parse().ok()?;
    let seconds = match backend {
        "erst" => id >> 32,
        "efi" | "efi_pstore" => id / 100_000,
        _ => return None,
    };
    i64::try_from(seconds).ok().filter(|seconds| (946_684_800..=u32::MAX.into()).contains(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_known_by_their_kind() {
        for (word, known) in [
            ("docker.service", true),
            ("dev-disk-by\\x2duuid-1.swap", true),
            (".service", false),
            ("a b.service", false),
            ("a.exe", false),
            ("service", false),
            ("", false),
        ] {
            assert_eq!(is_unit(word), known, "{word}");
        }
    }

    #[test]
    fn times_in_the_names_of_dumps() {
        for (name, epoch_s) in [
            ("dmesg-erst-7646365594584875011", Some(1_780_308_223)),
            ("dmesg-erst-7646365594584875011.enc.z", Some(1_780_308_223)),
            ("dmesg-efi-154000000001001", Some(1_540_000_000)),
            ("dmesg-efi_pstore-176415000012001", Some(1_764_150_000)),
            ("dmesg-erst-12", None),
            ("dmesg-efi-1", None),
            ("dmesg-efi-99999999999999999999999999", None),
            ("dmesg-nvram-3", None),
            ("dmesg-erst-", None),
            ("dmesg-", None),
        ] {
            assert_eq!(dumped_at(name), epoch_s, "{name}");
        }
    }
}

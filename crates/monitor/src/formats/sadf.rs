//! `sadf -d` of sysstat: `;`, a header behind `# ` that is printed again after each restart, and
//! restart rows. Local with `-T` and `-t`, otherwise marked `UTC`, epoch with `-U` (sysstat 12.6).

use std::borrow::Cow;

use super::{Format, Read};
use crate::frame::{Dialect, Special};

pub(super) const FORMAT: Format = Format {
    name: "sadf -d",
    sniff: |head| {
        let names = head.names();
        head.header.as_ref().is_some_and(|header| header.separator == ';')
            && names.len() > 3
            && names[..3] == ["hostname", "interval", "timestamp"]
    },
    read: Read::Table(|_| Dialect {
        special,
        rename,
        only: Some((CORE, |core| matches!(core, "-1" | "all"))),
        ..Dialect::plain(';')
    }),
    sample: (
        "# hostname;interval;timestamp;kbmemfree;kbavail;kbmemused;%memused;kbswpfree;kbswpused\n\
         host;600;2026-04-22 14:00:01 UTC;18224088;58787381;6825023;10.40;8387584;0\n\
         host;-1;2026-04-22 20:07:52 UTC;LINUX-RESTART\t(20 CPU)\n\
         # hostname;interval;timestamp;kbmemfree;kbavail;kbmemused;%memused;kbswpfree;kbswpused\n\
         host;600;2026-04-22 20:10:01 UTC;19007466;61314407;4297997;6.55;8387584;0\n",
        2,
    ),
};

/// -1 is all cores together.
const CORE: &str = "core number";

fn rename(name: &str) -> Option<&'static str> {
    (name == "CPU").then_some(CORE)
}

/// Interval -1: a restart or a comment.
fn special(row: &[Cow<'_, str>]) -> Option<Special> {
    if row.len() < 4 || row.get(1)? != "-1" {
        return None;
    }
    let text = row.get(3)?;
    if text.starts_with("LINUX-RESTART") {
        Some(Special::Restart(2))
    } else {
        text.starts_with("COM").then_some(Special::Skip)
    }
}

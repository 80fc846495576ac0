//! The record of a line: who speaks, and the message as it was said.

use std::borrow::Cow;

use model::words::is_unit;
use model::{Record, Transport};

use crate::Form;
use crate::front;
use crate::kernel_text;
use crate::lines;
use crate::parse::Parsed;
use crate::speaker;

/// The record of a line, and the kernel's own time in its message. Where `has_printk`, all lines of the kernel bear
/// it, and one without it was sent under the kernel's name by a program.
pub(crate) fn record(form: Form, parsed: &Parsed, has_printk: bool) -> (Record, Option<i64>) {
    let name = parsed.speaker.name.unwrap_or_default();
    let (mut transport, mut pid) = speaker::transport(name, parsed.speaker.pid);
    let (mut identifier, mut message) = (parsed.speaker.name, parsed.message);
    // What a program sends under the name of the kernel has the facility of a program.
    let is_dmesg = matches!(form, Form::Dmesg | Form::DmesgWall);
    let is_foreign = parsed.facility.is_some_and(|facility| facility != 0);
    let mut printk = None;
    if transport == Transport::Kernel && name == "kernel" {
        if is_foreign && !is_dmesg {
            transport = Transport::Unknown;
        } else {
            let whole = message;
            (printk, message) = kernel_text::printk(message);
            if has_printk && !is_dmesg && printk.is_none() && !front::is_continuation(whole) {
                transport = Transport::Unknown;
            } else if let Some((name, by, text)) = kernel_text::borrowed(message) {
                (identifier, message) = (Some(name), text);
                pid = (name != "systemd" && name != "systemd-shutdown").then_some(by);
            } else if is_dmesg
                && is_foreign
                && let Some((name, by, text)) = speaker::named(message)
            {
                (identifier, pid, message) = (Some(name), by, text);
                (transport, _) = (Transport::Unknown, ());
            }
        }
    }
    let mut record = Record {
        transport,
        identifier: identifier.map(Into::into),
        pid,
        message: if matches!(form, Form::Syslog | Form::Short | Form::ShortIso | Form::ShortIsoPrecise) {
            unescaped(message).into_owned()
        } else {
            message.to_owned()
        },
        ..Record::default()
    };
    if matches!(form, Form::WithUnit | Form::ShortFull) {
        place_unit(&mut record);
    }
    (record, printk)
}

/// Whether the line is of systemd, of the system or of a user, and names its process.
pub(crate) fn is_numbered_manager(parsed: &Parsed) -> bool {
    parsed.speaker.name == Some("systemd") && parsed.speaker.pid.is_some()
}

/// Puts what stands in the speaker's place of `-o with-unit` where it belongs: a unit, maybe with a user's unit
/// behind it, and for what belongs to no unit the name.
fn place_unit(record: &mut Record) {
    let Some(place) = record.identifier.take() else { return };
    let system = place.split('/').next().unwrap_or_default();
    if !is_unit(system) {
        record.identifier = Some(place);
        return;
    }
    record.unit = Some(system.into());
    if system == "init.scope" {
        record.identifier = Some("systemd".into());
        return;
    }
    if system == "systemd-journald.service" {
        record.transport = Transport::Driver;
    }
    let own = place.rsplit('/').next().unwrap_or_default();
    let stem = own.rsplit_once('.').map_or(own, |(stem, _)| stem);
    record.identifier = Some(match stem.split('@').next().unwrap_or(stem) {
        "systemd-suspend"
        | "systemd-hibernate"
        | "systemd-hybrid-sleep"
        | "systemd-suspend-then-hibernate" => "systemd-sleep".into(),
        "systemd-fsck-root" => "systemd-fsck".into(),
        "ssh" => "sshd".into(),
        "docker" => "dockerd".into(),
        name => name.into(),
    });
}

/// Undoes `#012` and its like, rsyslog's way to write control characters.
fn unescaped(message: &str) -> Cow<'_, str> {
    if memchr::memmem::find(message.as_bytes(), b"#0").is_none() {
        return Cow::Borrowed(message);
    }
    let mut plain = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(at) = rest.find('#') {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let code = from.get(1..4).filter(|code| code.bytes().all(|byte| (b'0'..=b'7').contains(&byte)));
        let byte = code.and_then(|code| u8::from_str_radix(code, 8).ok()).filter(|byte| *byte < 0x20);
        match byte {
            Some(byte) => {
                plain.push(char::from(byte));
                rest = from.get(4..).unwrap_or_default();
            }
            None => {
                plain.push('#');
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    plain.push_str(rest);
    if plain.contains('\u{1b}') { Cow::Owned(lines::strip_escapes(&plain)) } else { Cow::Owned(plain) }
}

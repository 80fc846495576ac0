//! What the record of logins (wtmp) tells of starts and shutdowns. `systemd-update-utmp` writes both: the start early
//! in user space, the shutdown shortly before the file systems are unmounted (utmp(5), `last -x`).

use model::event::lifecycle::Lifecycle;
use model::{Example, Listen, Signal};

use crate::life;

const WTMP: Listen = Listen::Program("wtmp");

pub(crate) const BOOTED: Signal = Signal {
    name: "life.boot_recorded",
    listen: WTMP,
    message_ids: &[],
    needles: &["reboot system boot"],
    parse: |record| life(Lifecycle::BootRecorded { crash: record.message.ends_with(" crash") }),
    examples: &[
        Example {
            message: "reboot system boot 6.17.0-1008-nvidia",
            fields: &[],
            event: "Lifecycle(BootRecorded { crash: false })",
        },
        Example {
            message: "reboot system boot 6.17.0-1008-nvid crash",
            fields: &[],
            event: "Lifecycle(BootRecorded { crash: true })",
        },
    ],
};

pub(crate) const SHUT_DOWN: Signal = Signal {
    name: "life.shutdown_recorded",
    listen: WTMP,
    message_ids: &[],
    needles: &["shutdown system down"],
    parse: |_| life(Lifecycle::ShutdownRecorded),
    examples: &[Example {
        message: "shutdown system down 6.17.0-1008-nvidia",
        fields: &[],
        event: "Lifecycle(ShutdownRecorded)",
    }],
};

//! Panics, oopses and corrupted structures. A `WARNING` is never a cause by itself and no event.

use std::sync::LazyLock;

use model::event::Kernel;
use model::words::KERNEL_PANIC;
use model::{EventKind, Record, Signal};
use regex::Regex;

use crate::{example, first_line, group, regex, row};

/// A panic. It hardly ever reaches the journal; it is read for copies of pstore and of serial consoles.
pub(crate) const PANIC: Signal = row(
    "kernel.panic",
    &[KERNEL_PANIC],
    panic,
    &[
        example(
            "Kernel panic - not syncing: Fatal exception in interrupt",
            r#"Kernel(Panic { reason: "Fatal exception in interrupt", memory: false })"#,
        ),
        example(
            "---[ end Kernel panic - not syncing: Asynchronous SError Interrupt ]---",
            r#"Kernel(Panic { reason: "Asynchronous SError Interrupt", memory: false })"#,
        ),
        example(
            "Kernel panic - not syncing: System is deadlocked on memory",
            r#"Kernel(Panic { reason: "System is deadlocked on memory", memory: true })"#,
        ),
        example(
            "Kernel panic - not syncing: Out of memory: system-wide panic_on_oom is enabled",
            r#"Kernel(Panic { reason: "Out of memory: system-wide panic_on_oom is enabled", memory: true })"#,
        ),
        example(
            "Kernel panic - not syncing: Out of memory: compulsory panic_on_oom is enabled",
            r#"Kernel(Panic { reason: "Out of memory: compulsory panic_on_oom is enabled", memory: true })"#,
        ),
        example(
            "Kernel panic - not syncing: Out of memory and no killable processes...",
            r#"Kernel(Panic { reason: "Out of memory and no killable processes...", memory: true })"#,
        ),
        example(
            "Kernel panic - not syncing: hung_task: blocked tasks",
            r#"Kernel(Panic { reason: "hung_task: blocked tasks", memory: false })"#,
        ),
        example(
            "Kernel panic - not syncing: Attempted to kill init! exitcode=0x0000000b",
            r#"Kernel(Panic { reason: "Attempted to kill init! exitcode=0x0000000b", memory: false })"#,
        ),
    ],
);

/// The kernel oopsed. One oops is several lines, and so several events.
pub(crate) const OOPS: Signal = row(
    "kernel.oops",
    &[
        "BUG: kernel NULL pointer dereference",
        "BUG: unable to handle ",
        "Oops: ",
        "general protection fault",
        "Unable to handle kernel ",
        "Internal error: ",
        "SError Interrupt on CPU",
        "kernel BUG at ",
        "invalid opcode: 0000 [#",
        "divide error: 0000 [#",
        "double fault: 0000 [#",
    ],
    oops,
    &[
        example(
            "BUG: kernel NULL pointer dereference, address: 0000000000000008",
            r#"Kernel(Oops { text: "BUG: kernel NULL pointer dereference, address: 0000000000000008" })"#,
        ),
        example(
            "BUG: unable to handle page fault for address: ffffc90000a3f000",
            r#"Kernel(Oops { text: "BUG: unable to handle page fault for address: ffffc90000a3f000" })"#,
        ),
        example(
            "BUG: unable to handle kernel NULL pointer dereference at 0000000000000010",
            r#"Kernel(Oops { text: "BUG: unable to handle kernel NULL pointer dereference at 0000000000000010" })"#,
        ),
        example(
            "Oops: 0000 [#1] PREEMPT SMP NOPTI",
            r#"Kernel(Oops { text: "Oops: 0000 [#1] PREEMPT SMP NOPTI" })"#,
        ),
        example(
            "Oops: Oops: 0000 [#1] SMP NOPTI",
            r#"Kernel(Oops { text: "Oops: Oops: 0000 [#1] SMP NOPTI" })"#,
        ),
        example(
            "Oops: invalid opcode: 0000 [#1] SMP NOPTI",
            r#"Kernel(Oops { text: "Oops: invalid opcode: 0000 [#1] SMP NOPTI" })"#,
        ),
        example(
            "general protection fault, probably for non-canonical address 0xdead000000000100: 0000 [#1] SMP",
            r#"Kernel(Oops { text: "general protection fault, probably for non-canonical address 0xdead000000000100: 0000 [#1] SMP" })"#,
        ),
        example(
            "invalid opcode: 0000 [#1] PREEMPT SMP",
            r#"Kernel(Oops { text: "invalid opcode: 0000 [#1] PREEMPT SMP" })"#,
        ),
        example(
            "kernel BUG at lib/list_debug.c:62!",
            r#"Kernel(Oops { text: "kernel BUG at lib/list_debug.c:62!" })"#,
        ),
        example(
            "Unable to handle kernel NULL pointer dereference at virtual address 0000000000000010",
            r#"Kernel(Oops { text: "Unable to handle kernel NULL pointer dereference at virtual address 0000000000000010" })"#,
        ),
        example(
            "Unable to handle kernel paging request at virtual address ffff80008a2c1000",
            r#"Kernel(Oops { text: "Unable to handle kernel paging request at virtual address ffff80008a2c1000" })"#,
        ),
        example(
            "Internal error: Oops: 0000000096000004 [#1] SMP",
            r#"Kernel(Oops { text: "Internal error: Oops: 0000000096000004 [#1] SMP" })"#,
        ),
        example(
            "Internal error: Oops: 96000004 [#1] PREEMPT SMP",
            r#"Kernel(Oops { text: "Internal error: Oops: 96000004 [#1] PREEMPT SMP" })"#,
        ),
        example(
            "Internal error: synchronous external abort: 0000000096000410 [#1] SMP",
            r#"Kernel(Oops { text: "Internal error: synchronous external abort: 0000000096000410 [#1] SMP" })"#,
        ),
        example(
            "Internal error: Oops - BUG: 00000000f2000800 [#1] SMP",
            r#"Kernel(Oops { text: "Internal error: Oops - BUG: 00000000f2000800 [#1] SMP" })"#,
        ),
        example(
            "SError Interrupt on CPU4, code 0x00000000be000411 -- SError",
            r#"Kernel(Oops { text: "SError Interrupt on CPU4, code 0x00000000be000411 -- SError" })"#,
        ),
    ],
);

/// A structure of the kernel has a value that nobody wrote: a defect of RAM or a bug, never a shortage.
pub(crate) const CORRUPTION: Signal = row(
    "kernel.corruption",
    &[
        "list_add corruption",
        "list_del corruption",
        "list_add double add",
        "Bad page state in process",
        "Bad page map in process",
        "Bad rss-counter state",
        "Bad swap file entry",
        "Bad swap offset entry",
        "Unused swap file entry",
        "Unused swap offset entry",
        "Corrupted page table at address",
        "kernel BUG at mm/page_table_check",
        "Redzone overwritten",
        "Poison overwritten",
    ],
    |record| Some(EventKind::Kernel(Kernel::Corruption { text: first_line(record) })),
    &[
        example(
            "list_del corruption. prev->next should be fffff7eac79a1808, but was fffff7eac39a1808.",
            r#"Kernel(Corruption { text: "list_del corruption. prev->next should be fffff7eac79a1808, but was fffff7eac39a1808." })"#,
        ),
        example(
            "list_add corruption. next->prev should be prev (ffff88810a), but was 0000000000000000.",
            r#"Kernel(Corruption { text: "list_add corruption. next->prev should be prev (ffff88810a), but was 0000000000000000." })"#,
        ),
        example(
            "BUG: Bad page state in process llama-server  pfn:b0377a",
            r#"Kernel(Corruption { text: "BUG: Bad page state in process llama-server  pfn:b0377a" })"#,
        ),
        example(
            "BUG: Bad rss-counter state mm:00000000 type:MM_ANONPAGES val:1",
            r#"Kernel(Corruption { text: "BUG: Bad rss-counter state mm:00000000 type:MM_ANONPAGES val:1" })"#,
        ),
        example(
            "get_swap_device: Bad swap file entry 3ffc0000000000",
            r#"Kernel(Corruption { text: "get_swap_device: Bad swap file entry 3ffc0000000000" })"#,
        ),
        example(
            "swap_free: Unused swap offset entry 00012345",
            r#"Kernel(Corruption { text: "swap_free: Unused swap offset entry 00012345" })"#,
        ),
        example(
            "kernel BUG at mm/page_table_check.c:157!",
            r#"Kernel(Corruption { text: "kernel BUG at mm/page_table_check.c:157!" })"#,
        ),
    ],
);

static PANIC_LINE: LazyLock<Regex> =
    LazyLock::new(|| regex(&format!(r"{KERNEL_PANIC}(?<reason>.*?)\s*(?:\]---\s*)?$")));

fn panic(record: &Record) -> Option<EventKind> {
    let line = first_line_with(&record.message, KERNEL_PANIC)?;
    let reason = group(&PANIC_LINE.captures(line)?, "reason")?.to_owned();
    let memory =
        ["Out of memory", "panic_on_oom", "deadlocked on memory"].iter().any(|text| reason.contains(text));
    Some(EventKind::Kernel(Kernel::Panic { reason, memory }))
}

fn first_line_with<'t>(message: &'t str, text: &str) -> Option<&'t str> {
    message.lines().find(|line| line.contains(text))
}

// At the start of a line: `traps: python3[12] general protection fault ip:...` is a process's fault, and
// drivers have internal errors of their own.
static OOPS_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?m)^(?:BUG: kernel NULL pointer dereference|BUG: unable to handle |Oops: |general protection fault|Unable to handle kernel |Internal error: |SError Interrupt on CPU|kernel BUG at |(?:invalid opcode|divide error|double fault): 0000 \[#).*",
    )
});

fn oops(record: &Record) -> Option<EventKind> {
    let text = OOPS_LINE.find(&record.message)?.as_str().trim_end().to_owned();
    Some(EventKind::Kernel(Kernel::Oops { text }))
}

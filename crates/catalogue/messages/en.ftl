### The words of the reports in English.
#
# Rules of the house: what goes in is a name, a number as it is to be shown, a duration or another message. The pieces
# of evidence begin with a small letter and have no full stop, since they stand as parts of longer sentences.
# An empty pattern that begins or ends with a space needs { "" } there.

## Common

plain = { $words }
listed = { $first }, { $second }
together = { $first }{ $second }
between-clauses = ; {""}
span-under-second = under 1 s
span-s = { $s } s
span-m = { $m } min
span-m-s = { $m } min { $s } s
span-h = { $h } h
span-h-m = { $h } h { $m } min
span-d = { $d ->
    [one] 1 day
   *[other] { $d } days
}
span-d-h = { span-d } { $h } h
at-the-end = at the end
before-end = { $age } before the end

## Evidence: memory

## Evidence: heat

## Evidence: another cause

## How a boot ended

## Blind windows

unwritten = ordinary lines of about the last { $loss } before a sudden end may never have reached the disk, those of priority crit and above are written at once, and a panic hardly ever is{ $stopped }{ $lost }.
unwritten-stopped = ; it could no longer write before that
unwritten-lost = ; { $count } entries after the last one are known to be missing
unsampled = the file begins after the reboot, { $after } after the next boot's start, and has nothing about this boot; a sampler that is started again with > loses what it had written.
the-journal = journal
covers-kernel = lines of the kernel and systemd in the whole boot
covers-kernel-driver = lines of the kernel, the NVIDIA driver and systemd in the whole boot
covers-kernel-earlyoom = lines of the kernel, earlyoom and systemd in the whole boot
covers-kernel-driver-earlyoom = lines of the kernel, the NVIDIA driver, earlyoom and systemd in the whole boot
covers-no-programs = nothing of other programs
covers-programs = { $count ->
    [one] of other programs, only what is in the last entry
   *[other] of other programs, what is in the last { $count } entries
}

## What surrounds the end: context, controls, protection

control-low = down to { $lowest } MiB available for { $lasted } and the run completed: low is not exhausted
survived = ; survived on the way: { $what }
survived-frame = { $lasted }{ $next }{ $kernel }
survived-up = ; it was up for { $up }
survived-next = ; the next boot began { $gap } later
survived-kernel = , with kernel { $new } instead of { $old }
survived-allocations = { $count ->
    [one] 1 failed allocation of the GPU driver (NV_ERR_NO_MEMORY)
   *[other] { $count } failed allocations of the GPU driver (NV_ERR_NO_MEMORY)
}
survived-earlyoom = { $count ->
    [one] 1 kill of earlyoom
   *[other] { $count } kills of earlyoom
}
survived-oom-kills = { $count ->
    [one] 1 kill of the kernel for the whole host
   *[other] { $count } kills of the kernel for the whole host
}
survived-cgroup-kills = { $count ->
    [one] 1 kill at a container's own memory limit
   *[other] { $count } kills at a container's own memory limit
}
survived-trips = { $count ->
    [one] 1 report of a critical temperature
   *[other] { $count } reports of a critical temperature
}
survived-xids = { $count ->
    [one] 1 Xid
   *[other] { $count } Xids
}
survived-low = available memory down to { $value } of { $total } MiB ({ $share } %) at { $at } and back at { $back } %
survived-low-stayed = available memory down to { $value } of { $total } MiB ({ $share } %) at { $at }, and it stayed there
survived-sensor = { $sensor } at { $value } °C
survived-gpu = the GPU at { $value } °C
survived-hottest = the hottest sensor at { $value } °C
survived-slowdown = thermal slowdown of the GPU

## Advice

advice-zone = Say in which zone { $name } keeps its times (--tz), and run this again.
advice-zone-why = none of its samples could be put into this boot: its times have no zone, and nothing here settles it

## The summary

sentences = { $first } { $second }
summary-pieces = { CAPITAL($pieces) }.
summary-panic = { CAPITAL($pieces) }; why it panicked is not in the journal.
summary-gpu = { CAPITAL($pieces) }; what ended the host is not recorded.
summary-corruption = { CAPITAL($pieces) }, which points to defective hardware.
summary-watchdog = { CAPITAL($pieces) }; whether and why the host had hung is not recorded.
summary-stopped = { CAPITAL($pieces) }; journald could not write any more before that.
summary-stopped-before-end = { CAPITAL($pieces) }; journald could not write any more before the end.
summary-mixed = { CAPITAL($memory) }; and { $heat }. The record does not say which stopped the host.
summary-memory-not-enough = Not enough to name memory exhaustion: { $why }.
summary-heat-not-enough = Not enough to name heat: { $why }.
summary-not-heat = Heat is ruled out: { $why }.
summary-not-memory = Memory is ruled out: { $why }.

## Patterns over boots

pattern-of-host = { $host }: { $pattern }
pattern-those = those { $cause }: { $pattern }
pattern-count = { $crashed } of { $ended } boots that ended did so unexpectedly
pattern-count-of-cause = { $crashed ->
    [one] { $crashed } of { $ended } boots that ended did so unexpectedly, { $cause }
   *[other] { $crashed } of { $ended } boots that ended did so unexpectedly, all { $cause }
}
pattern-by-cause = { $count } { $cause }
pattern-memory = by memory exhaustion
pattern-heat = by heat
pattern-finding = of unknown cause ({ $finding })
pattern-no-trace = of unknown cause (no trace)
pattern-into-the-boot = each ended { $shortest } to { $longest } after its start
pattern-time-of-day = each ended between { $from } and { $to } UTC
pattern-workload = { $names } was running at each end; it was started in { $most } of { $healthy } boots that ended in order
pattern-kernel = all ran kernel { $version }, none of the { $healthy } that ended in order did
pattern-driver = all ran driver { $version }, none of the { $healthy } that ended in order did
pattern-firmware = all ran firmware { $version }, none of the { $healthy } that ended in order did
pattern-signal = each logged: { $signal }; none of the { $healthy } that ended in order did

## Signals in words

signal-earlyoom-kill = earlyoom kills a process
signal-earlyoom-kill-failed = earlyoom fails to kill
signal-earlyoom-low-memory = earlyoom warns of low memory
signal-kernel-corruption = the kernel finds its memory corrupted
signal-kernel-firmware-record = the firmware hands over a hardware error
signal-kernel-hard-lockup = a CPU is locked up (hard)
signal-kernel-hardware-protection = hardware protection shuts the host down
signal-kernel-hardware-protection-forced = hardware protection forces the power off
signal-kernel-hung-task = a task is blocked for minutes
signal-kernel-machine-check = a machine check
signal-kernel-memory-error = a memory error
signal-kernel-messages-lost = kernel messages are lost
signal-kernel-nvmap-allocation-failed = the board's allocator gets no memory
signal-kernel-oom-invoked = the OOM killer is called
signal-kernel-oom-kill = the OOM killer kills
signal-kernel-oom-no-victim = the OOM killer finds nothing to kill
signal-kernel-oom-reaped = a killed process gives its memory back
signal-kernel-oom-requested = the OOM killer is called by hand
signal-kernel-oom-summary = the OOM killer's summary
signal-kernel-oops = a kernel oops
signal-kernel-page-allocation-failure = the kernel gets no page
signal-kernel-panic = a kernel panic
signal-kernel-pcie-corrected = a corrected PCI Express error
signal-kernel-pcie-error = a PCI Express error
signal-kernel-rcu-stall = a CPU stalls (RCU)
signal-kernel-reset-reason = the reason of the last reset
signal-kernel-soft-lockup = a CPU is stuck (soft lockup)
signal-kernel-storage-error = a storage error
signal-kernel-storage-lost = a storage device is lost
signal-kernel-suspend-entry = going to sleep
signal-kernel-suspend-exit = waking up
signal-kernel-swap-write-error = an error writing to swap
signal-kernel-sysrq = a SysRq key or command
signal-kernel-thermal-critical = a critical temperature
signal-kernel-thermal-throttle = the CPU is throttled by heat
signal-kernel-watchdog-not-stopped = a watchdog is left running
signal-kernel-watchdog-reset = a watchdog's reset
signal-kernel-workqueue-lockup = kernel work is stuck
signal-life-unit-oom = a unit loses a process to the OOM killer
signal-life-watchdog-timeout = a service misses its watchdog
signal-nvrm-address-space = the driver can't map memory
signal-nvrm-allocation-failed = the driver fails to allocate a stretch of memory
signal-nvrm-check = a failed check of the driver
signal-nvrm-firmware-stopped = the GPU's firmware stops answering
signal-nvrm-gpu-locked = the GPU is locked up
signal-nvrm-init-failed = the GPU can't be initialised
signal-nvrm-init-no-memory = the GPU can't be initialised for lack of memory
signal-nvrm-no-memory = the driver gets no memory (NV_ERR_NO_MEMORY)
signal-nvrm-off-bus = the GPU falls off the bus
signal-nvrm-xid = a GPU error (Xid)
signal-userspace-oomd-kill = systemd-oomd kills

## The frame of the report

event-times = { $count } times in { $lasted }: { $line }
event-last-sample = { $sampler }, last sample: { $values }
sample-sensor = { $sensor } { $value }
sample-available = { $value } available{ $device }
sample-swap-free = { $value } swap free{ $device }
sample-swap-used = { $value } swap used{ $device }
sample-of-swap-used = { $value } of swap used{ $device }
sample-soc = SoC{ $device } { $value }
sample-gpu = GPU{ $device } { $value }
sample-power = power{ $device } { $value }

## Problems with the input

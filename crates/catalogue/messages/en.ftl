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

thermal-climb = { $sensor } climbed by { $rise } °C within { $lasted } and was still at { $value } °C{ $power }
thermal-climb-power = , while the power was flat at about { $watts } W
thermal-cool = { $sensor } was at most { $peak } °C in the last ten minutes sampled, the last sample { $ago }
thermal-cool-gpu = the GPU was at most { $peak } °C in the last ten minutes sampled, the last sample { $ago }
thermal-cool-hottest = the hottest sensor was at most { $peak } °C in the last ten minutes sampled, the last sample { $ago }
thermal-daemon = a thermal daemon said that a critical temperature was reached, { $ago }, and the host was switched off
thermal-gpu-hot = the GPU at { $value } °C in the last sample, { $ago }
thermal-no-trip = the kernel logged no thermal trip
thermal-no-trip-what = no line 'critical temperature reached' or 'HARDWARE PROTECTION'
thermal-no-trip-because = the kernel's lines of this boot were read, and journald writes such a line (priority EMERG) to disk at once
thermal-slowdown = thermal slowdown of the GPU was active for { $lasted } to the last sample
thermal-slowdown-counter = the count of time in thermal slowdown still grew in the last sample
thermal-trip-shut-down = the kernel saw { $heat } { $ago } and shut the host down for it
thermal-trip-unfinished = the kernel saw { $heat } { $ago } and the record stops without the shutdown that it calls for
thermal-trip-cancelled = the kernel saw { $heat } { $ago } but the shutdown was cancelled: it did not end this boot
thermal-trip-averted = the kernel saw { $heat } { $ago } but the host worked on: it did not end this boot
thermal-trip-zone = { $zone } at its critical { $celsius } °C
thermal-trip-zone-only = { $zone } at its critical temperature
thermal-trip-implausible = { $zone } at { $celsius } °C, which it took for critical (a wrong sensor or trip point),
thermal-trip-protection = heat (hardware protection)
thermal-trip-pin = the hardware's own register names the thermal trip pin as the reason of the reset
thermal-trip-pin-limit = the hardware's own register names the processor's thermal limit, and nothing else, as the reason of the reset
thermal-zone-long = { $reading }, long at { $trip }, in the last sample, { $ago }
thermal-zone-at-trip = { $reading }, at or above { $trip }, in the last sample, { $ago }
thermal-zone-within = { $reading }, within 1 °C of { $trip }, in the last sample, { $ago }
thermal-zone-near = { $reading }, near { $trip }, in the last sample, { $ago }
thermal-zone-reading = { $sensor } at { $value } °C
thermal-zone-hottest = the hottest zone at { $value } °C
thermal-zone-trip = its trip point of { $celsius } °C
thermal-zone-trip-usual = the usual trip point of { $celsius } °C (this host's own is not recorded)

## Evidence: another cause

other-corruption = the kernel found its own memory corrupted, the last time { $ago }
other-cut-nul = a monitor's row after the one { $ago } is filled with NUL bytes: the host stopped without closing its files, as in a power cut or a reset
other-cut-mid-line = a monitor's row after the one { $ago } is cut in mid-line: the host stopped without closing its files, as in a power cut or a reset
other-driver-fault = the GPU's driver or firmware failed, the last report { $ago }
other-firmware-record = the firmware kept an error record of this boot
other-firmware-register = the hardware's own register names an uncorrected fault as the reason of the reset
other-forced = PID 1 ended the boot at once, { $ago }: "{ $line }"
other-forced-frozen = PID 1 crashed and froze, { $ago }
other-forced-user = { $user } asked for an end { $ago }, and no shutdown is recorded: a forced reboot leaves none
other-forced-somebody = a user asked for an end { $ago }, and no shutdown is recorded: a forced reboot leaves none
other-hardware-error = the processor reports an uncorrected hardware error
other-hardware-error-memory = the memory controller reports an uncorrected error
other-hung-driver = tasks hung inside the GPU driver, the last report { $ago }
other-lockup = { $count ->
    [one] the kernel reported a stuck CPU or task { $ago }
   *[other] the kernel reported a stuck CPU or task { $count } times, the last time { $ago }
}
other-off-bus = the GPU fell off the bus { $ago }
other-oops = a kernel oops { $ago }
other-panic = the kernel panicked
other-panic-filed = the next boot found a crash record of the kernel and filed it{ $first }
other-panic-first-on-kernel = ; it was the first boot on kernel { $kernel }
other-pcie = a fatal PCI Express error { $ago }
other-power-unsafe = a drive counts { $after } unsafe shutdowns after this boot, { $before } before: it lost power
other-power-clock = the next start found the hardware clock far in the past: it had lost its standby power, by a power cut or a pulled plug
other-protection = the kernel's hardware protection acted ({ $reason }) { $ago }
other-resume = the host went to sleep and no resume is recorded{ $before }
other-resume-before = { $count ->
    [one] ; it had come back from one sleep of this boot before
   *[other] ; it had come back from { $count } sleeps of this boot before
}
other-shutdown = a shutdown was begun and its end is not recorded
other-shutdown-stuck = a shutdown was begun and did not finish; { $units } could not be stopped in time
other-shutdown-unkillable = a shutdown was begun and did not finish; { $units } could not be stopped even by SIGKILL
other-storage-lost = a storage device was lost { $ago }
other-storage-errors = reads, writes or a file system failed { $count } times, the last time { $ago }
other-sysrq = somebody used the magic SysRq key ({ $action }) { $ago }
other-ups = the UPS reported battery power { $ago }
other-voltage = { $rail } dipped from { $before } to { $after } V in the last sample
other-voltage-unnamed = a supply voltage dipped from { $before } to { $after } V in the last sample
other-watchdog = the next boot tells of a reset by the hardware watchdog
other-watchdog-left = a hardware watchdog was let go without being stopped, { $ago }: it resets the host when its time is up
other-watchdog-armed = a hardware watchdog was armed, and the next boot came soon enough to be its work

## How a boot ended

end-live = it is the boot that this host is running now
end-copied = the newest boot of a copied journal, without end marks: it may be running still
end-kernel-lines-only = only the kernel's lines are left, and they hardly tell an orderly end: the system's own would
end-programs-lines-only = only lines of single programs are left, none of the kernel or of systemd: a filtered copy
end-header-only = only the header of a journal file names it; its entries can't be read
end-no-system-entries = only entries of user sessions are left: how it ended would stand in the system journal
end-volatile = its journal was volatile: the end was never written to disk
end-rotated = entries are missing between its last entry and the next boot: the end was rotated away
end-orderly = an orderly { $verb }: { $what }
end-forced = a forced { $verb }: { $what }
end-orderly-by-gap = an orderly end, a { $verb } to judge by the time until the next boot: { $what }
end-reboot = reboot
end-poweroff = power-off
end-halt = halt
end-kexec = kexec
end-mark-finished = the shutdown sequence is recorded to its end
end-mark-forced = asked for by force, which leaves no shutdown in the record
end-mark-var = the record ends where the journal leaves its own /var, and the next boot shows nothing unclean
end-mark-closed = the journal was closed in order, and the next boot shows nothing unclean
end-mark-soon-back = its last lines were not kept, but the next boot came soon and shows nothing unclean
end-kernel-trip = the kernel's thermal trip switched the host off in order: nobody asked for it
end-kernel-trip-unfinished = the kernel's thermal trip acted, and a shutdown is not recorded to its end
end-daemon-trip = the thermal daemon switched the host off in order: nobody asked for it
end-daemon-trip-unfinished = the thermal daemon acted, and a shutdown is not recorded to its end
end-suspended = it was suspended and never resumed
end-panic = a kernel panic: the crash record proves it
end-trip-pin = the processor's thermal trip pin switched the host off
end-watchdog = a hardware watchdog reset the host
end-hardware-reset = the hardware reset the host after an uncorrected error
end-by-pid1 = PID 1 ended the boot at once, without an orderly shutdown
end-shutdown-unfinished = a shutdown was begun and never finished
end-abrupt = the record just stops: no orderly end is recorded, though the next boot shows nothing unclean
end-abrupt-newest = the record just stops: no orderly end is recorded, and no later boot is there to say more
end-abrupt-unclean = the record just stops, and the next boot found the host unclean
asked-by-user = user { $user }
asked-by-a-user = a user
asked-by-power-key = the power key (or a hypervisor's button)
asked-by-ctrl-alt-del = Ctrl-Alt-Del
asked-by-unattended-upgrades = unattended-upgrades
asked-by-ups = the UPS monitor
asked-by-hypervisor = the hypervisor
asked-by-program = { $program }
asked-by-protection = the kernel's hardware protection ({ $reason })

## Blind windows

blind = { $cadence }; the last one, { $value } { $unit } at { $when }, is { $relation }.
blind-before-zero = { $cadence }; the last one, { $value } { $unit } at { $when }, is { $relation } and { $before } before available memory was recorded at zero. It is no counter-evidence: from { $held } MiB memory fell to nothing in { $took }, { $pace } GiB a minute.
blind-fast-fall = { $cadence }; the last one, { $value } { $unit } at { $when }, is { $relation }. It is no counter-evidence: a fall of 21 GiB in 1.5 s, as reported on a GB10, empties that in { $seconds } s.
blind-single = a single sample
blind-several-a-second = several samples a second
blind-every-minute = a sample every minute
blind-every = a sample every { $cadence }
blind-at-last-entry = at the last journal entry
blind-before-last-entry = { $gap } before the last journal entry
blind-after-last-entry = { $gap } after the last journal entry
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

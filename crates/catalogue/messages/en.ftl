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

memory-ample = { $value } of { $total } MiB available in the last sample, { $ago }, by a sampler that could have seen a collapse
memory-driver = { $count ->
    [one] the driver failed to allocate host memory once in the last minute{ $then }
   *[other] the driver failed to allocate host memory { $count } times in the last minute{ $then }
}
memory-driver-lived-on = , and something was started after it
memory-driver-quarter = the driver failed to allocate host memory { $count } times within { $within } of the end
memory-driver-old = the driver's { $count } failed allocations are old: the last one lies { $ago }
memory-driver-companion = a second path of the driver got no memory either, { $ago }
memory-fall = available memory fell from { $high } MiB at { $high-at } to { $low } MiB at { $low-at }, in { $took }: { $pace } GiB a minute
memory-fall-projected = { $value } MiB available and falling by { $pace } MiB a minute in the last sample: at that pace nothing was left { $needed } s later; the last sign of life came { $unseen } after it
memory-fragmented = { $free } MiB were free but only { $large } MiB of them in blocks of 2 MiB and more, { $ago }{ $driver }
memory-fragmented-sampled = { $available } MiB available but no large block of it free, { $ago }{ $driver }
memory-fragmented-in-vain = , and the driver asked in vain
memory-hung = { $count ->
    [one] a task was blocked in memory reclaim, the last report { $ago }
   *[other] { $count } reports of tasks blocked in memory reclaim, the last report { $ago }
}
memory-killer-failed = earlyoom tried to kill and failed { $count } times, the last time { $ago }
memory-killer-to-the-end = a userspace killer acted { $count } times to the end, and each kill bought only seconds
memory-killer-exited = a userspace killer acted { $ago }; its victim exited
memory-killer-unrecorded = a userspace killer acted { $ago }; its victim's exit is not recorded
memory-late-earlyoom = earlyoom's reports came late: { $gaps } after the one before, at a cadence of { $cadence }
memory-late-monitor = the monitor's samples came late: { $gaps } after the one before, at a cadence of { $cadence }
memory-late-gap = { $gap }
memory-low-flat = memory was low but flat: about { $value } MiB for the last { $lasted }
memory-nvmap = the board's allocator got no memory, the last time { $ago }
memory-oom-unreaped = the kernel killed for the whole host { $count } times and could not take the memory back { $unreaped } times{ $victim } ({ $ago })
memory-oom-to-the-end = the kernel killed for the whole host { $count } times to the end, and each kill bought only seconds{ $victim } ({ $ago })
memory-oom-last = the kernel killed for the whole host and the record ends there{ $victim } ({ $ago })
memory-oom-recovered = the kernel killed for the whole host, and work went on after it{ $victim } ({ $ago })
memory-oom-victim = ; the last victim was { $name } (pid { $pid })
memory-oom-victim-reaped = ; the last victim was { $name } (pid { $pid }), whose memory was taken back
memory-oomd = systemd-oomd killed a group because memory and swap were used up, { $ago }
memory-oomd-to-the-end = systemd-oomd killed { $count } groups to the end because memory and swap were used up
memory-page-allocation = the kernel could not allocate a single page, { $ago }
memory-panic = the kernel panicked because memory ran out, and says so
memory-panic-no-victim = the kernel found no memory and nothing to kill, and the record ends there
memory-pressure-flushes = services flushed their caches under memory pressure { $count } times
memory-pressure-stalled = all tasks waited for memory { $share } % of the time in the last sample (pressure stall, full)
memory-reports-stop = earlyoom reported every { $cadence } and then no more, although the boot lived on for at least { $silent }; its last report read { $value } MiB
memory-swap-zram = compressed swap (zram) refused { $count } pages, the last time { $ago }
memory-swap-none-left = no swap was left of { $total } MiB when the kernel looked
memory-swap-used-up = swap was used up in the last sample, { $ago }
memory-watchdogs = { $units } missed the watchdog, the last time { $ago }
memory-zero = { $value } of { $total } MiB ({ $share } %) available in the last sample, { $ago }{ $held }
memory-zero-held = , exhausted for { $lasted }

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
thermal-no-trip-because-text = the kernel's lines of this boot were read from a text log, and such a line (priority EMERG) is logged at once
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
end-copied = the newest boot of a copied journal or log, without end marks: it may be running still
end-lines-missing = lines are missing between its last one and the next that were given, maybe whole boots: how it ended may stand there
end-excerpt-only = only an excerpt of its lines was given (a level, words or a unit were selected, or rights were missing): what would show its end may have been left out
end-driver-lines-only = only the NVIDIA driver's lines of it are left (a bug report holds no others of earlier boots): nothing that tells an end would be among them
end-sessions-only = only the record of logins (wtmp) tells of it, and no shutdown is in it: that points to an end without one, and no line shows it
end-listed-only = only a list of boots names it: no line of it was given
end-kernel-lines-only = only the kernel's lines are left, and they hardly tell an orderly end: the system's own would
end-kernel-lines-unclean = the next boot found that it had not ended in order, but only the kernel's lines are left, and the last of them was written long before that boot: what came between is in no source
end-programs-lines-only = only lines of single programs are left, none of the kernel or of systemd: a filtered copy
end-header-only = only the header of a journal file names it; its entries can't be read
end-no-system-entries = only entries of user sessions are left: how it ended would stand in the system journal
end-volatile = its journal was volatile: the end was never written to disk
end-rotated = entries are missing between its last entry and the next boot: the end was rotated away
end-unread = lines behind the last one that could be read are lost: a damaged file or a log that was cut off held them, and how it ended may stand there
end-orderly = an orderly { $verb }: { $what }
end-forced = a forced { $verb }: { $what }
end-orderly-by-gap = an orderly end, a { $verb } to judge by the time until the next boot: { $what }
end-no-kernel-lines = ; none of the kernel's lines were given, and a power-off that it asked for against heat would look the same
end-lines-lost = ; some of its lines are lost in a damaged file, and what asked for the power-off may be among them
end-reboot = reboot
end-poweroff = power-off
end-halt = halt
end-kexec = kexec
end-mark-finished = the shutdown sequence is recorded to its end
end-mark-forced = asked for by force, which leaves no shutdown in the record
end-mark-var = the record ends where the journal leaves its own /var, and the next boot shows nothing unclean
end-mark-closed = the journal was closed in order, and the next boot shows nothing unclean
end-mark-syslog = the record ends where the shutdown stopped the syslog daemon, and the next boot shows nothing unclean
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
unwritten-texts = lines of about the last { $loss } before a sudden end may never have reached the disk, in a syslog file those of every priority, and a panic hardly ever does{ $stopped }{ $lost }.
unwritten-stopped = ; journald could no longer write before that
unwritten-lost = ; { $count } entries after the last one are known to be missing
unsampled = the file begins after the reboot, { $after } after the next boot's start, and has nothing about this boot; a sampler that is started again with > loses what it had written.
the-journal = journal
covers-kernel = lines of the kernel and systemd in the whole boot
covers-kernel-driver = lines of the kernel, the NVIDIA driver and systemd in the whole boot
covers-kernel-earlyoom = lines of the kernel, earlyoom and systemd in the whole boot
covers-kernel-driver-earlyoom = lines of the kernel, the NVIDIA driver, earlyoom and systemd in the whole boot
covers-text-all = lines of the kernel, systemd and programs as text: who speaks is told by a name that anybody can use
covers-text-kernel = only the kernel's lines: nothing of systemd, earlyoom or other programs
covers-text-programs = only lines of programs: nothing of the kernel
covers-text-excerpt = only an excerpt (a level, words or a unit were selected, or rights were missing): that a line is missing says nothing
covers-text-driver = only lines of the NVIDIA driver and its daemons: that lines about memory or heat are missing says nothing
covers-text-crash = the kernel's last lines before it stopped
covers-text-boots = only starts and orderly shutdowns
covers-made-up-id = no source names the boot's id; the one shown is made up of the host's name and the start
covers-assumed-times = only times since the boot's start are on record; the wall times are guesses
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
habit-boots = ; the like occurs in { $with } of this host's { $all } healthy boots
habit-boots-dense = ; the like occurs in { $with } of this host's { $all } healthy boots, as dense
habit-starts = ; { $with } of { $all } starts after an orderly end say the same
context-holders = the kernel's table of processes, { $ago }: { $largest }; all { $count } together { $total } MiB{ $of-memory }
context-holder = { $name } { $held } MiB
context-holders-of-memory = {""} of { $memory }
context-holders-rest-unified = {""} of { $memory }: the rest is no process's own, but the GPU driver's, caches' or the kernel's, and no kill of a process need give it back
context-holders-rest = {""} of { $memory }: the rest is caches', shared memory's or the kernel's
context-choice = earlyoom's choice, { $ago }: { $name }{ $pid }, which held { $held } MiB{ $times }
context-choice-pid = {""} (pid { $pid })
context-choice-times = ; it signalled { $count } times in the last hour
context-gpu = { $program } ran out of GPU memory, { $ago }{ $times }{ $numbers }; that ends a process in order, not a host
context-gpu-times = , { $count } times in the last hour
context-gpu-numbers = : { $tried } MiB asked for, { $unused } MiB reserved but unallocated; { $verdict }
context-gpu-pieces = enough lay idle, in pieces too small: fragmentation
context-gpu-one-piece = with what was free it would have been enough in one piece: fragmentation
context-gpu-limit = more was free on the device: a limit, or the driver refused it, not the allocator
context-gpu-part = much lay idle in pieces: fragmentation has a part in it
context-gpu-used-up = hardly anything lay idle: memory was really used up
context-killed-limit = { $name } was killed at its own cgroup's memory limit, { $ago }{ $times }: the limit's doing, not the host's
context-killed-oomd = systemd-oomd killed { $cgroup } for that group's pressure, { $ago }{ $times }: the host was not killed
context-killed-userspace = { $killer } killed a process, { $ago }{ $times }: the process was killed, the host was not
context-killed-times = {""} ({ $count } kills in the last hour)
protection-earlyoom-failed = it tried to kill and failed { $count } times, the last time { $ago }
protection-earlyoom-signalled = it signalled a process { $ago }
protection-earlyoom-idle = it acts only when available memory is at or below { $mem-limit } % and free swap at or below { $swap-limit } %{ $assumed }; free swap never fell below { $lowest } of { $total } MiB ({ $share } %), so it did nothing
protection-earlyoom-assumed = {""} (its default; its start-up lines are not in the record)
protection-kills = { $count ->
    [one] the kernel killed for the whole host once, the last time { $ago }
   *[other] the kernel killed for the whole host { $count } times, the last time { $ago }
}
protection-no-kill-unified = no kill for the whole host is recorded; the GPU driver's allocations fail without calling it, so its silence does not mean that memory was left
protection-not-covered = no source holds the kernel's own lines of this boot, so whether its OOM killer acted is not known
protection-no-kill = no kill for the whole host is recorded; kills of the last 35 s may never have reached the disk

## Advice

advice-zone = Say in which zone { $name } keeps its times (--tz), and run this again.
advice-zone-why = none of its samples could be put into this boot: its times have no zone, and nothing here settles it
advice-headroom-unified = Budget by MemAvailable, never by nvidia-smi: GPU allocations are host memory here. Leave headroom for the load peak, about twice the resident size for a while.
advice-headroom = Leave headroom: keep the sum of what runs below the host's memory.
advice-headroom-why = low but stable memory is survived; reaching zero is not
advice-one-heavy-job = Run one heavy uncapped job at a time; cap the server beside it (vLLM: --gpu-memory-utilization 0.5 or less).
advice-one-heavy-job-why = { $count } containers and services were running at the end, and what of them uses the GPU shares one pool
advice-fragmentation = If a PyTorch job ran: let its allocator grow segments (from torch 2.9 on the variable is PYTORCH_ALLOC_CONF).
advice-fragmentation-why = the fall was sudden, as fragmentation makes it
advice-ladder = If a training or load step starts the fall: drop the page cache between runs (never in mid-run), then shorten the sequence length, then the batch, then step the method down (bf16 LoRA before QLoRA), and only then take a smaller model.
advice-ladder-why = the order matters: shrinking the batch first rarely helps
advice-earlyoom = Let earlyoom act on memory alone (-s 100) and report each minute (-r 60) in /etc/default/earlyoom.
advice-earlyoom-why = it waited for free swap to run low as well, and that never happened
advice-install-earlyoom = Install earlyoom with -s 100 -r 60: it acts before the host is lost, and its reports are evidence.
advice-install-earlyoom-why = no killer in userspace was seen in this boot
advice-container-limits = Do not rely on a container's memory limit.
advice-container-limits-why = the driver's allocations are not charged to the container's memory cgroup
advice-faster = Sample every 1 to 5 s with an fsync a row: MemAvailable, swap, PSI, every thermal zone, GPU temperature, power and slowdown bits, with a zone in the time stamp, appending.
advice-faster-why = no sampler of this boot could have seen the end coming
advice-cap-clock = Cap the GPU clock; on a GB10 0,2000 is about 10 °C cooler than uncapped.
advice-cap-clock-why = a GB10 that had overheated ran 26 days without a reboot after it
advice-air = Clean the air path, and look at room temperature and stacking.
advice-air-why-trip = the trip did its job
advice-air-why-sensor = a sensor came up to its limit
advice-zones = Sample the hottest zone of the chip each 30 to 60 s, not only the GPU's own sensor.
advice-zones-why = the GPU's sensor lags: a power-off came at 97.8 °C in a zone and 87 °C on the GPU
advice-memtest = Test the memory modules before anything else.
advice-memtest-why = corrupted structures with single flipped bits were a defective module before
advice-power = Check the power path: supply, cables, circuit, UPS; watch the 12 V rail under load.
advice-power-why = a drive lost power without notice
advice-crash-record = Read the crash record: its last part holds the newest lines.
advice-crash-record-why = the journal itself can't hold a panic
advice-mixed = Change one thing at a time: cap the clock (nvidia-smi -lgc 0,2100) in one run, halve the memory load in the next.
advice-mixed-why = memory and heat were both at their limits; the record does not say which came first
advice-shutdown = Stop the loads before a reboot; look at the units that could not be stopped.
advice-shutdown-why = the shutdown itself hung
advice-gpu = Save the driver's own report right after the next fault, and check slot, power and cooling of the GPU.
advice-gpu-why = the GPU or its driver failed before the end
advice-persist = Keep every log: persistent journal and a short sync interval.
advice-persist-why = what is lost with the last 35 s can't name a cause
advice-give-all = Give this program everything that is left of this boot: the journal itself (/var/log/journal), or all of it from the host.
advice-give-all-why = a selection (-k, -u, -p, -g, one log of several) leaves out the lines that show how a boot ended
advice-as-root = Run this on the host as root, or copy /var/log/journal as root.
advice-as-root-why = without rights only one's own entries can be read; the system's may still be there
advice-gap = Give the log files that lie between as well (syslog.1, syslog.2.gz, messages-20260601).
advice-gap-why = how it ended would stand in them
advice-unread = Look for another copy of the damaged file (a backup, the host itself, the rest of the archive) and give it with the others.
advice-unread-why = what is read twice counts once, so a copy only adds what is missing here
advice-keep-more = Let the journal keep more, so that the end of the next one is still there.
advice-keep-more-why = the entries that would show this one's end were deleted to make room
advice-disk-full = Make room on the disk that holds the journal, and bound what it may use.
advice-disk-full-why = journald could not write any more before the end, so what came after is not on record
advice-capture = Arm what survives a hang: pstore (systemd-pstore with efi_pstore or ramoops), kdump, netconsole to another host.
advice-capture-why = a panic or a hang leaves no line in the journal
advice-field-diagnostic = If it happens again without a trace, run the vendor's field diagnostic.
advice-field-diagnostic-why = power, firmware and hardware are not excluded
source-article = a DGX Spark's post-mortem
source-skills = DGX Spark skills (wshobson/agents, dgx-spark-ops)
source-design = design
source-earlyoom = earlyoom manual
source-container-issues = vllm issue 54200; sglang issue 35860
source-kernel-thermal = kernel documentation, thermal
source-field-note = field note on a GB10's hard power-off
source-dimm = public case: defective DIMM
source-psu = public case: PSU collapse
source-pstore = systemd-pstore manual
source-systemd = systemd manual
source-nvidia-bug = NVIDIA bug form
source-journald = journald.conf(5)
source-journalctl = journalctl(1)
source-logrotate = logrotate(8)
source-spark-support = NVIDIA DGX Spark support
source-vendors = vendors' support guides

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
pattern-all-into-the-boot = each ended { $after } after its start
pattern-time-of-day = each ended between { $from } and { $to } UTC
pattern-at-one-time = each ended at { $at } UTC
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
sample-available = { $value } available
sample-swap-free = { $value } swap free
sample-swap-used = { $value } swap used
sample-of-swap-used = { $value } of swap used
sample-soc = SoC{ $device } { $value }
sample-gpu = GPU{ $device } { $value }
sample-power = power { $value }

after-record = { $age } after the end of the record
unknown = unknown
boot-name = Boot { $offset } ({ $id })
verdict-at = {""} at { $when }
verdict-asked = , asked for by { $who }
verdict-known = ; { $what }
verdict-unexpected = { $boot } ended unexpectedly{ $at }: { $cause }.
verdict-clean = { $boot } ended cleanly { $how }{ $at }{ $asked }.
verdict-copied = { $boot } has no end: it was still running when its journal was copied, or it died after its last entry{ $at }.
verdict-running = { $boot } is still running.
verdict-undetermined = { $boot }: how it ended cannot be told{ $known }.
cause-not-judged = the cause was not judged
cause-unknown-here = cause unknown
cause-no-trace = cause unknown; nothing on record names one
cause-unknown-mixed = cause unknown; { $finding }
cause-unknown-finding = cause unknown; on record: { $finding }{ $confidence }
cause-named = { $cause }{ $confidence }
with-confidence-high = , high confidence
in-brackets-confidence-high = {""} (high confidence)
confidence-high = high
with-confidence-medium = , medium confidence
in-brackets-confidence-medium = {""} (medium confidence)
confidence-medium = medium
with-confidence-low = , low confidence
in-brackets-confidence-low = {""} (low confidence)
confidence-low = low
cause-memory-exhaustion = memory exhaustion
cause-thermal = thermal
cause-unknown = unknown
hypothesis-memory-exhaustion = memory exhaustion
hypothesis-thermal = heat
hypothesis-other = another cause
ending-clean = clean
ending-unexpected = unexpected
ending-running = running
ending-undetermined = undetermined
weight-decisive = decisive
weight-strong = strong
weight-moderate = moderate
weight-weak = weak
finding-kernel-panic = the kernel panicked
finding-kernel-oops = the kernel hit an internal error (oops)
finding-lockup = a CPU or the GPU locked up
finding-storage-lost = a storage device was lost
finding-gpu-off-bus = the GPU fell off the bus
finding-gpu-driver-fault = the GPU's driver or firmware failed
finding-pcie-fatal = a fatal PCI Express error
finding-memory-error = an uncorrected memory error
finding-machine-check = a machine check
finding-memory-corruption = kernel memory was corrupted
finding-power-loss = power was lost
finding-watchdog-reset = a watchdog reset the host
finding-firmware-reset = the firmware reset the host
finding-shutdown-hung = a shutdown hung
finding-resume-failed = it slept and did not wake up
finding-mixed = memory exhaustion and heat are both strongly indicated
finding-no-trace = nothing on record names a cause
short-kernel-panic = kernel panic
short-kernel-oops = kernel oops
short-lockup = lockup
short-storage-lost = storage lost
short-gpu-off-bus = gpu off bus
short-gpu-driver-fault = gpu driver fault
short-pcie-fatal = pcie fatal
short-memory-error = memory error
short-machine-check = machine check
short-memory-corruption = memory corruption
short-power-loss = power loss
short-watchdog-reset = watchdog reset
short-firmware-reset = firmware reset
short-shutdown-hung = shutdown hung
short-resume-failed = resume failed
short-mixed = mixed
short-no-trace = no trace
detail-reboot = with a reboot
detail-poweroff = with a power-off
detail-halt = with a halt
detail-kexec = by starting another kernel (kexec)
detail-abrupt = The record just stops: no shutdown, no panic.
detail-shutdown-unfinished = A shutdown began and never finished.
detail-suspended = It was suspended and never resumed.
detail-panic = The kernel panicked.
detail-watchdog = A watchdog reset it.
detail-thermal-trip = A critical temperature was reached and the kernel shut it down.
detail-firmware-reset = The firmware or the hardware reset it.
detail-rotated = the part of the record that holds its end is missing (rotated, vacuumed, damaged or not given)
detail-volatile = its journal was kept in memory only and was lost with it
detail-header-only = only a list of boots or the header of an unreadable journal file names it
detail-no-system-entries = the lines that would show its end are not among those that are left
done-reboot = reboot
done-poweroff = poweroff
done-halt = halt
done-kexec = kexec
clean-asked = { $how }, asked for by { $who }
no-end-mark = no end mark in a copy (--ended judges it as dead)
unknown-finding = unknown: { $finding }
flips-without = Without { $id } the verdict would be another.
runner-up = Next in line: { $cause }.
last-entry = Last entry { $at }
last-sample = last sample { $at }
last-sample-later = last sample { $at }, { $later } later
next-boot-at = the next boot started at { $at }, { $later } later
next-boot-untold = when the next boot started is not told by its clock
next-boot-none = no later boot is on record
end-bounds = { $seen }; { $then }.
neither-memory-nor-heat = a cause other than memory or heat
evidence-for = Evidence for { $what }
evidence-for-other = Evidence for { $what } (not the verdict)
evidence-against = Evidence against { $what }
no-such-line = no such line { $times }, where it would have been recorded
and-more-lines = { $more ->
    [one] { $first } and 1 more line
   *[other] { $first } and { $more } more lines
}
from-to = { $from } to { $to }
absent-from-to = from { $from } to { $to }
absent-from = from { $from }
rate-clean = { $with } of { $all } that ended cleanly
rate-unexpected = { $with } of { $all } that ended unexpectedly
n-of-m = { $with } of { $all }
protection-earlyoom = earlyoom: { $text }
protection-oom-killer = Kernel OOM killer: { $text }
in-this-boot = earlier in this boot
in-boot = boot { $id }
control-between = { $text } ({ $which }, { $from } to { $to })
control-line = { $text } ({ $which })
machine-host = Host
machine-product = Product
machine-driver = Driver
machine-os = OS
machine-kernel = Kernel
machine-firmware = Firmware
machine-memory = Memory
machine-swap = Swap
machine = Machine
mib = { $mib } MiB
mib-shared = { $mib } MiB shared by CPU and GPU
input-rows = { $path }: { $count } rows{ $rejected }{ $zone }
input-entries = { $path }: { $count } entries{ $rejected }{ $zone }
input-rejected = , { $count } could not be read
input-zone = ; { $read }
zone-read = its times were read as { $zone }{ $basis }
zone-cells = , as it says itself
zone-given = , as you said
zone-host = , the host's own zone
zone-kernel-clock = : the kernel tells times in UTC in it
zone-common-lines = : it has lines in common with another source
zone-uptime = : its uptime column fits the boots
zone-restart = : its restarts fit the boots
zone-agreement = : its memory values agree with earlyoom's
zone-only-fit = : no other offset puts its samples into boots
zone-assumed = , which is an assumption (give --tz to settle it)
left-out = Shortened, as a ticket has room for 60,000 characters: { $what }. For all of it use --report FILE.html or FILE.json, or --boot for one boot alone.
left-out-ends = raw lines after { $columns } columns and beyond the first few of each piece of evidence
left-out-lines = all raw lines
left-out-texts = texts after { $columns } columns
left-out-lists = lists after { $count } lines
left-out-samples = charts and samples
left-out-sections = { $count ->
    [one] the section of one older boot
   *[other] the sections of { $count } older boots
}
left-out-rows = { $count ->
    [one] the row of one older boot
   *[other] the rows of { $count } older boots
}
redacted-nothing = Redacted: nothing private was found; read it once more before you publish it.
redacted = Redacted: { $kinds }. The same placeholder always stands for the same thing. Read it once more before you publish it.
redacted-host-names = host names
redacted-user-names = user names
redacted-ip-addresses = ip addresses
redacted-mac-addresses = mac addresses
redacted-serial-numbers = serial numbers
redacted-uuids = uuids
redacted-machine-ids = machine ids
redacted-other-ids = other ids
redacted-email-addresses = email addresses
redacted-key-fingerprints = key fingerprints
redacted-secrets = secrets
redacted-network-names = network names
redacted-command-lines = command lines
redacted-container-ids-shortened = container ids shortened
problem-in-line = line { $line }: { $what }
more-problems = { $count ->
    [one] and 1 more problem (all are in -o json)
   *[other] and { $count } more problems (all are in -o json)
}
of-several = each of { $count } inputs ({ $names }):{ $zone }
of-several-zone = {""} { $read }
clock-back = The clock was set back by { $by } at { $at }.
clock-forward = The clock was set forward by { $by } at { $at }.
why-source = Why: { $why } [{ $source }]
why = Why: { $why }
boots = { $count ->
    [one] boot { $names }
   *[other] boots { $names }
}
covers-between = , { $from } to { $to }
covers-from = , from { $from }
covers-until = , until { $to }
covers-nothing = nothing of use here
covers = { $source }{ $span }: { $shows }
hottest-of = {""} (The hottest of { $count } sensors.)
blind-aside = { $text }{ $aside }
blind-climb = {""} A fast climb after it was invisible here.
blind-fall = {""} A fast fall after it was invisible here.
blind-line = { CAPITAL($name) }: { $text }{ $judged }
series-of = { $series } of { $sampler }
since = {""} since { $at }
kind-container = container
kind-unit = unit
kind-process = process
nameless = { $count ->
    [one] a container known by its id only: { $ids }
   *[other] { $count } containers known by their ids only: { $ids }
}
nameless-newest = { $count } containers known by their ids only, the newest: { $ids } (all of them with -o json)
absent = absent: { $what }{ $because }
absent-because = {""} (would have been seen: { $why })
and-more = {""} and { $count } more
more = and { $count } more
more-with-v = and { $count } more (-v shows all)
minutes-each = The last samples, a row each { $step }
minutes-each-minute = The last samples, a row each minute
minutes-to = to
minutes-legend = { $columns }. A sample shows once, in the row that ends its step; - is no sample.
metric-mem-available-mib = available memory
metric-mem-free-mib = free memory
metric-mem-used-mib = used memory
metric-swap-used-mib = used swap
metric-swap-used-pct = used swap
metric-swap-free-mib = free swap
metric-gpu-temp-c = GPU temperature
metric-soc-temp-c = SoC temperature
metric-gpu-mem-used-mib = used GPU memory
metric-power-w = power
metric-gpu-util-pct = GPU load
metric-cpu-util-pct = CPU load
metric-clock-mhz = GPU clock
metric-throttle-bits = reasons for a lowered clock
metric-thermal-slowdown-s = time in thermal slowdown
metric-psi-some-avg10 = memory pressure (PSI)
metric-psi-full-avg10 = memory pressure (PSI)
metric-mem-total-mib = all memory
metric-swap-total-mib = all swap
metric-load1 = load average
metric-uptime-s = uptime
metric-fan-pct = fan speed
metric-voltage-v = voltage
metric-entries = entries
sampler-text-logs = text logs
no-boot = No boot to show.
short-entries = { $count } entries
short-bounds = { $from } to { $to } ({ $zone })
on-record = On record: { $what }.
next-boot-later = The next boot started { $later } later.
add-ended = To have it judged as dead, add --ended.
heading-last-events = Last events
totals = Totals: memory exhaustion { $memory }, heat { $heat }, another cause { $other }.
heading-happened-last = What happened last
times-until = { $text } ({ $count } times until { $until })
times = { $text } ({ $count } times)
heading-patterns = Over several boots
heading-read = What was read
all-times = All times are { $zone }.
heading-coverage = What the sources cover
heading-running = What was running
heading-protection = What should have protected the host
heading-context = Who held memory, and what was killed or refused
heading-controls = What this host survived under like conditions
heading-do = What to do
heading-settle = What would settle it
none-found-here = none found
none-found = None found.
heading-unseen = What the record could not have shown
heading-rates = Which of this host's other boots have such lines too
heading-citations = Where each line came from
heading-recorded = What was recorded, and what was not
heading-raw = Raw lines and where they came from
title-why = Why did it reboot?
pattern-name = Pattern:
pattern-label = Pattern: {""}
more-on-one-boot = More on one boot: spark-autopsy --boot OFFSET with the same inputs.
caption = { $count ->
    [one] 1 boot{ $of }{ $when }
   *[other] { $count } boots{ $of }{ $when }
}
caption-of = {""} of { $hosts }
caption-when = , { $from } to { $to }; times are { $zone }
overview-caption = { $count } boots, { $unexpected } ended unexpectedly
made-by = Made by { $name } { $version }.
column-boot = Boot
column-boot-id = Boot id
column-first-entry = First entry
column-last-entry = Last entry
column-entries = Entries
column-start = Start
column-end = End
column-gap = Gap
column-ending = Ending
column-cause = Cause
column-confidence = Confidence
column-conf = Conf.
column-key-evidence = Key evidence
column-time = Time
column-before-end = Before the end
column-event = Event
column-weight = Weight
column-says = What it says
column-when = When
column-where = Where
column-rule = Rule
column-line = Line
column-clean = Boots that ended cleanly
column-unexpected = Other boots that ended unexpectedly
chart-caption = The last { $minutes } minutes on record; the dotted line marks its end.
chart-legend = { $title }: { $curves }.
chart-memory = Available memory
chart-temperature = Temperature
chart-end = end { $at }

## The page for a browser

html-batch-boots = All boots
html-batch-pattern = Pattern over the boots
html-chart-all = Show all
html-chart-end = end
html-chart-earlier = Earlier
html-chart-help = Drag to zoom, double-click to go back. Keys: ← → move, + − zoom, 0 goes back.
html-chart-in = Zoom in
html-chart-later = Later
html-chart-next = next start
html-chart-none = No samples of the last hour are on record, so there is no chart.
html-chart-out = Zoom out
html-chart-reset = Reset
html-environment = Environment
html-event-number = No.
html-event-source = Source
html-evidence = Evidence for and against
html-evidence-raw = Raw lines
html-evidence-rule = rule
html-healthy = The same signals in this host's other boots
html-machine-driver = NVIDIA driver
html-machine-product = Board
html-machine-unknown = not on record
html-minutes = The last minutes
html-next-check = Next check
html-not-excluded = What is not excluded
html-panel-clock = GPU clock
html-panel-fan = Fan speed
html-panel-gpu-memory = GPU memory
html-panel-load = Load
html-panel-load-average = Load average
html-panel-other-memory = Memory
html-panel-power = Power
html-panel-pressure = Memory pressure (PSI)
html-panel-swap = Swap
html-panel-swap-share = Swap used
html-panel-voltage = Voltage
html-title = Why did it reboot?
html-to-top = Back to the boots
unit-s = s
unit-min = min
unit-h = h
html-sample = { $name }: { $value } at { $time }, { $before }
html-curve = { $what } ({ $sampler })
html-last-sample = { $name }: last { $value } at { $time }
html-curve-told = { $name }: { $first } at { $from }, { $last } at { $to }, between { $lowest } and { $highest }
html-panel-told = Chart of { $title }. { $curves }.
html-strip-bare = The end of the boot and the start of the next one, over the charts below.
html-strip = Events over the charts below, as listed after them: { $events }.
html-event = { $time }, { $before }: { $text }
html-unseen = No sample after { $last } until the end of the record at { $end }, { $lasted }: nobody knows the values here.
html-gone = Nothing is on record from { $end } to the next boot's start at { $next }, { $after }.
html-gone-for-good = Nothing is on record after { $end }.
html-next-later = next start { $after } later →
html-caption = The last { $before } before the end at { $end } { $zone }. { $what }
html-caption-empty = Nothing was sampled; the numbers are the events below.
html-caption-sampled = Hatched: no sample tells the values. A line breaks where samples fail, and none is carried on. The numbers are the events below.
html-not-drawn = Sampled too, but not drawn: { $names }.
html-foot = { $zone } { $made } This page needs nothing but itself and loads nothing.
html-nothing-against = Nothing on record speaks against { $what }.
html-something-for = Some evidence speaks for { $what }, but did not decide: { $ids }.
html-could-not-see = { CAPITAL($series) } could not have shown a fast change before the end.
html-sensors = { $series } ({ $count } sensors)

## Problems with the input

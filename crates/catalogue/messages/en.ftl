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
memory-reports-stop = earlyoom reported each { $cadence } and then no more, although the boot lived on for at least { $silent }; its last report read { $value } MiB
memory-swap-zram = compressed swap (zram) refused { $count } pages, the last time { $ago }
memory-swap-none-left = no swap was left of { $total } MiB when the kernel looked
memory-swap-used-up = swap was used up in the last sample, { $ago }
memory-watchdogs = { $units } missed the watchdog, the last time { $ago }
memory-zero = { $value } of { $total } MiB ({ $share } %) available in the last sample, { $ago }{ $held }
memory-zero-held = , exhausted for { $lasted }

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

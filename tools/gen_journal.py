#!/usr/bin/env python3
"""Write a made-up journal of many boots in Journal Export Format, for load tests.

    gen_journal.py BOOTS ENTRIES_PER_BOOT [SEED] > x.export
    gen_journal.py 40 50000 2 | systemd-journal-remote -o DIR/system.journal -

Each boot has a kernel boot log, then a mix of kernel, dockerd, sshd, systemd and vLLM lines with one
earlyoom report a minute, then an ending that goes round by boot number:

    0  clean reboot
    1  memory exhaustion: earlyoom's low-memory lines, then a global OOM kill
    2  thermal: the kernel's critical-temperature lines
    3  abrupt, without a trace
    4  Xid 79, then abrupt

The same arguments give the same bytes. Names, addresses and ids are random.
"""

import hashlib
import random
import sys

FLUSH_AFTER_ENTRIES = 4000
FIRST_BOOT_US = 1_750_000_000_000_000
MINUTE_US = 60_000_000

WORDS = (
    "memory allocation request container started network bridge veth0 attached eth0 link state "
    "forwarding scheduler worker request completed tokens throughput batch prompt cache hit session "
    "opened closed user root by uid pam_unix connection from port preauth checkpoint loaded shard "
    "model layer pipeline"
).split()

KERNEL_LINES = [
    "docker0: port 1(veth%x) entered forwarding state",
    "veth%x: renamed from eth0",
    'audit: type=1400 audit(%x): apparmor="ALLOWED" operation="open"',
    "IPv6: ADDRCONF(NETDEV_CHANGE): veth%x: link becomes ready",
    "mlx5_core 0000:01:00.0: Port module event: module %x, Cable plugged",
    "usb 1-1: new high-speed USB device number %x using xhci_hcd",
    "pcieport 0000:00:01.0: AER: Corrected error received: 0000:%x",
]

CLEAN_END = [
    ("The system will reboot now!", ""),
    ("System is rebooting.", "MESSAGE_ID=98268866d1d54a499c4e98921d93bc40\n"),
    ("Stopped target multi-user.target - Multi-User System.", ""),
    ("Reached target shutdown.target - System Shutdown.", ""),
    ("Reached target final.target - Late Shutdown Services.", ""),
    ("Shutting down.", "MESSAGE_ID=98268866d1d54a499c4e98921d93bc40\n"),
]


class Writer:
    """Entries in Journal Export Format, written in blocks."""

    def __init__(self, out):
        self.out = out
        self.pending = []

    def entry(self, head, message):
        if "\n" in message:
            # A value with a line feed goes as a length and bytes.
            data = message.encode()
            framed = b"MESSAGE\n" + len(data).to_bytes(8, "little") + data + b"\n\n"
            self.pending.append(head.encode() + framed)
        else:
            self.pending.append(f"{head}MESSAGE={message}\n\n".encode())

    def flush_if_full(self):
        if len(self.pending) > FLUSH_AFTER_ENTRIES:
            self.flush()

    def flush(self):
        self.out.write(b"".join(self.pending))
        self.pending.clear()


class Boot:
    """One boot's clock and the ways its programs log."""

    def __init__(self, writer, rand, machine_id, hostname, boot_id, start_us):
        self.writer = writer
        self.rand = rand
        self.mono_us = 2_000_000
        self.real_at_zero_us = start_us - self.mono_us
        self.common = f"_BOOT_ID={boot_id}\n_MACHINE_ID={machine_id}\n_HOSTNAME={hostname}\n"

    def advance(self, low_us, high_us):
        self.mono_us += self.rand.randint(low_us, high_us)

    def emit(self, fields, message, priority, extra):
        head = (
            f"__REALTIME_TIMESTAMP={self.real_at_zero_us + self.mono_us}\n"
            f"__MONOTONIC_TIMESTAMP={self.mono_us}\n"
            f"{self.common}PRIORITY={priority}\n{fields}{extra}"
        )
        self.writer.entry(head, message)

    def kernel(self, message, priority=6):
        fields = (
            "_TRANSPORT=kernel\nSYSLOG_FACILITY=0\nSYSLOG_IDENTIFIER=kernel\n"
            f"_SOURCE_MONOTONIC_TIMESTAMP={self.mono_us - 7}\n"
        )
        self.emit(fields, message, priority, "")

    def service(self, fields, message, priority=6, extra=""):
        source = self.real_at_zero_us + self.mono_us - 11
        extra = f"{extra}SYSLOG_FACILITY=3\n_SOURCE_REALTIME_TIMESTAMP={source}\n"
        self.emit(fields, message, priority, extra)


def random_id(rand):
    return "%032x" % rand.getrandbits(128)


def service_fields(rand, ident, unit, transport, pid, exe, cmd, uid=0, slice_="system.slice"):
    """The trusted fields that journald adds to every entry of one service."""
    invocation = random_id(rand)
    fields = (
        f"_TRANSPORT={transport}\nSYSLOG_IDENTIFIER={ident}\n_PID={pid}\n_UID={uid}\n_GID={uid}\n"
        f"_COMM={ident[:15]}\n_EXE={exe}\n_CMDLINE={cmd}\n"
        f"_CAP_EFFECTIVE={'1ffffffffff' if uid == 0 else '0'}\n_SELINUX_CONTEXT=unconfined\n"
        f"_SYSTEMD_CGROUP=/{slice_}/{unit}\n_SYSTEMD_UNIT={unit}\n_SYSTEMD_SLICE={slice_}\n"
        f"_SYSTEMD_INVOCATION_ID={invocation}\n"
    )
    if transport == "stdout":
        fields += f"_STREAM_ID={random_id(rand)}\n"
    return fields


class Services:
    """Those that log in every boot."""

    def __init__(self, rand):
        self.dockerd = service_fields(
            rand, "dockerd", "docker.service", "journal", rand.randint(800, 2000), "/usr/bin/dockerd",
            "/usr/bin/dockerd -H fd:// --containerd=/run/containerd/containerd.sock")
        self.earlyoom = service_fields(
            rand, "earlyoom", "earlyoom.service", "stdout", rand.randint(800, 2000),
            "/usr/bin/earlyoom", "/usr/bin/earlyoom -r 60 -m 5")
        self.systemd = service_fields(
            rand, "systemd", "init.scope", "journal", 1, "/usr/lib/systemd/systemd",
            "/sbin/init splash", slice_="init.scope")
        self.vllm = service_fields(
            rand, "vllm", "vllm.service", "stdout", rand.randint(2000, 9000), "/usr/bin/python3.12",
            "/usr/bin/python3 -m vllm.entrypoints.openai.api_server --model /models/gpt-oss-120b "
            "--gpu-memory-utilization 0.9", uid=1000)
        self.journald = service_fields(
            rand, "systemd-journald", "systemd-journald.service", "driver", 300,
            "/usr/lib/systemd/systemd-journald", "/usr/lib/systemd/systemd-journald")


def boot_log(boot, services, lines):
    rand = boot.rand
    boot.kernel(
        "Linux version 6.11.0-1016-nvidia (buildd@bos03) (aarch64-linux-gnu-gcc-13) "
        "#16-Ubuntu SMP PREEMPT_DYNAMIC", 5)
    boot.service(services.journald, "Journal started", 6,
                 "MESSAGE_ID=f77379a8490b408bbe5f6940505a777b\n")
    for node in range(lines):
        boot.advance(20, 3000)
        boot.kernel("ACPI: PCI: [Firmware Bug] node %d [mem 0x%012x-0x%012x]"
                    % (node, rand.getrandbits(44), rand.getrandbits(44)))


def traceback(rand):
    frames = (
        '  File "/usr/lib/python3.12/site-packages/vllm/%s.py", line %d, in %s\n    %s'
        % (rand.choice(WORDS), rand.randint(1, 999), rand.choice(WORDS),
           " ".join(rand.choices(WORDS, k=9)))
        for _ in range(14)
    )
    return "Traceback (most recent call last):\n" + "\n".join(frames)


def ordinary_line(boot, services):
    rand = boot.rand
    pick = rand.random()
    if pick < 0.12:
        boot.kernel(rand.choice(KERNEL_LINES) % rand.getrandbits(28))
    elif pick < 0.37:
        boot.service(services.dockerd,
                     'time="2026-06-01T10:%02d:%02d.%09dZ" level=info msg="%s" container=%064x'
                     % (rand.randint(0, 59), rand.randint(0, 59), rand.randint(0, 999999999),
                        " ".join(rand.choices(WORDS, k=6)), rand.getrandbits(256)))
    elif pick < 0.45:
        pid = rand.randint(10000, 99999)
        sshd = service_fields(rand, "sshd", "ssh.service", "syslog", pid, "/usr/sbin/sshd",
                              "sshd: ubuntu [priv]")
        boot.service(sshd,
                     "Accepted publickey for ubuntu from 10.0.%d.%d port %d ssh2: ED25519 SHA256:%x"
                     % (rand.randint(0, 255), rand.randint(0, 255), rand.randint(1024, 65535),
                        rand.getrandbits(250)),
                     6, f"SYSLOG_PID={pid}\n")
    elif pick < 0.60:
        boot.service(services.systemd,
                     "%s.service: Deactivated successfully." % rand.choice(WORDS), 6,
                     "MESSAGE_ID=7ad2d189f7e94e70a38c781354912448\nCODE_FILE=src/core/unit.c\n"
                     "CODE_LINE=5792\nCODE_FUNC=unit_log_success\nJOB_TYPE=start\n")
    elif pick < 0.995:
        boot.service(services.vllm,
                     "INFO %02d:%02d:%02d [loggers.py:%d] Engine %03d: Avg prompt throughput: %.1f "
                     "tokens/s, Avg generation throughput: %.1f tokens/s, Running: %d reqs, "
                     "GPU KV cache usage: %.1f%%"
                     % (rand.randint(0, 23), rand.randint(0, 59), rand.randint(0, 59),
                        rand.randint(1, 400), rand.randint(0, 8), rand.random() * 9e3,
                        rand.random() * 900, rand.randint(0, 64), rand.random() * 100))
    else:
        boot.service(services.vllm, traceback(rand), 3)


def working_time(boot, services, entries, span_us):
    rand = boot.rand
    step_us = max(2, (span_us - boot.mono_us) // max(entries, 1))
    next_report_us = MINUTE_US
    available_mib = 60000
    for _ in range(entries):
        boot.advance(1, 2 * step_us)
        if boot.mono_us >= next_report_us:
            next_report_us = boot.mono_us - boot.mono_us % MINUTE_US + MINUTE_US
            available_mib = max(500, available_mib + rand.randint(-900, 900))
            boot.service(services.earlyoom,
                         "mem avail: %5d of 122500 MiB (%5.2f%%), swap free: %4d of 16383 MiB (%5.2f%%)"
                         % (available_mib, available_mib / 1225, 12000, 73.2))
            continue
        ordinary_line(boot, services)
        boot.writer.flush_if_full()


def ending(boot, services, kind):
    if kind == 0:
        for message, extra in CLEAN_END:
            boot.advance(1000, 500000)
            boot.service(services.systemd, message, 6, extra)
        boot.service(services.journald, "Journal stopped", 6,
                     "MESSAGE_ID=d93fb3c9c24d451a97cea615ce59c00b\n")
    elif kind == 1:
        for available_mib in (900, 500, 300):
            boot.advance(900000, 1100000)
            boot.service(services.earlyoom,
                         "low memory! at or below SIGTERM limits: mem %.2f%%, swap 0.00%%"
                         % (available_mib / 1225), 4)
        boot.advance(10, 1000)
        boot.kernel("python3 invoked oom-killer: gfp_mask=0x140cca(GFP_HIGHUSER_MOVABLE|__GFP_COMP), "
                    "order=0, oom_score_adj=0", 4)
        boot.advance(10, 1000)
        boot.kernel("Out of memory: Killed process 4242 (python3) total-vm:190000000kB, "
                    "anon-rss:118000000kB", 3)
    elif kind == 2:
        for celsius in (96, 99, 104):
            boot.advance(100, 90000)
            boot.kernel("thermal thermal_zone0: acpitz: critical temperature reached (%d C), shutting down"
                        % celsius, 0)
    elif kind == 4:
        boot.advance(100, 9000)
        boot.kernel("NVRM: Xid (PCI:000f:01:00): 79, pid=4242, name=python3, "
                    "GPU has fallen off the bus.", 3)
        boot.advance(100, 9000)
        boot.kernel("NVRM: GPU 000f:01:00.0: GPU has fallen off the bus.", 3)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__.strip())
    boots, entries = int(sys.argv[1]), int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    rand = random.Random(seed)
    machine_id = hashlib.md5(b"machine%d" % seed).hexdigest()
    writer = Writer(sys.stdout.buffer)
    start_us = FIRST_BOOT_US
    boot_lines = min(900, entries // 4)
    for number in range(boots):
        boot = Boot(writer, rand, machine_id, "spark-%02d" % seed, random_id(rand), start_us)
        span_us = rand.randint(6, 60) * 60 * MINUTE_US
        services = Services(rand)
        boot_log(boot, services, boot_lines)
        # What is left after the two first lines and room for the longest ending.
        working_time(boot, services, entries - 2 - boot_lines - 12, span_us)
        ending(boot, services, number % 5)
        start_us = boot.real_at_zero_us + boot.mono_us + rand.randint(30, 600) * 1_000_000
    writer.flush()


if __name__ == "__main__":
    main()

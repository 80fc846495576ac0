#!/usr/bin/env python3
"""CPU time and heap on a large journal, against journalctl on the same files.

    benches/journal.py [--dir DIR] [--binary PATH] [--runs N] [--salvage]

The journal has 40 boots and 2 million entries (1.3 GB). It is made once, in about a minute, with
tools/gen_journal.py and systemd-journal-remote (Debian and Ubuntu: package systemd-journal-remote),
and kept in DIR. Without --binary the release build is made first, which takes over 10 minutes.

Measured: user + system CPU time of

    journalctl -D DIR _TRANSPORT=kernel + SYSLOG_IDENTIFIER=earlyoom -o json
    spark-autopsy --all -D DIR
    spark-autopsy --boot -1 -D DIR

one after the other, N rounds, the least of each. Peak heap is the largest RssAnon in
/proc/PID/status, sampled every 5 ms: journal files are mapped, and their pages are not heap.
Fails if spark-autopsy takes more than a quarter of journalctl's CPU time, if its heap goes over
200 MiB, or if a command fails.

With --salvage also the same of a copy whose files lack their last 4 KiB, which libsystemd refuses:

    journalctl -D DIR -o cat                a full read of the healthy files, the fastest that it has
    spark-autopsy --all -D COPY

The second may take twice the CPU time of the first, and 256 MiB of heap.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BOOTS, ENTRIES_PER_BOOT, SEED = 40, 50_000, 2
MAX_RATIO = 0.25
MAX_HEAP_MIB = 200
MAX_SALVAGE_RATIO = 2.0
MAX_SALVAGE_HEAP_MIB = 256
LOST_BYTES = 4096
SAMPLE_EVERY_S = 0.005


def journal_remote():
    for folder in ("/usr/lib/systemd", "/lib/systemd"):
        program = pathlib.Path(folder, "systemd-journal-remote")
        if program.exists():
            return program
    sys.exit("systemd-journal-remote is not installed; on Debian and Ubuntu: "
             "apt-get install systemd-journal-remote")


def make_journal(folder):
    if folder.exists():
        print(f"journal: {folder} (kept from an earlier run)")
        return
    remote = journal_remote()
    # A run that was stopped must not leave half a journal under the final name.
    part = folder.with_name(folder.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    print(f"journal: making {folder}, {BOOTS} boots of {ENTRIES_PER_BOOT} entries ...", flush=True)
    generator = subprocess.Popen(
        [sys.executable, ROOT / "tools/gen_journal.py", str(BOOTS), str(ENTRIES_PER_BOOT), str(SEED)],
        stdout=subprocess.PIPE)
    with open(part.with_name(part.name + ".log"), "wb") as log:
        done = subprocess.run([remote, "-o", part / "system.journal", "-"],
                              stdin=generator.stdout, stderr=log, check=False)
    generator.stdout.close()
    if done.returncode != 0 or generator.wait() != 0:
        sys.exit(f"making the journal failed; see {log.name}")
    part.rename(folder)


def make_cut(folder, cut):
    if cut.exists():
        return
    part = cut.with_name(cut.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(folder, part)
    for file in part.glob("*.journal"):
        os.truncate(file, file.stat().st_size - LOST_BYTES)
    part.rename(cut)


def rss_anon_mib(pid):
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
            for line in status:
                if line.startswith("RssAnon:"):
                    return int(line.split()[1]) / 1024
    except (FileNotFoundError, ProcessLookupError):
        pass
    return 0.0


def measure(command):
    """CPU seconds (user + system) and peak heap in MiB of one run."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    peak = 0.0
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        peak = max(peak, rss_anon_mib(process.pid))
        time.sleep(SAMPLE_EVERY_S)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit code {process.returncode}")
    return usage.ru_utime + usage.ru_stime, peak


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dir", type=pathlib.Path, default=ROOT / "target/bench-journal")
    parser.add_argument("--binary", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--salvage", action="store_true")
    options = parser.parse_args()

    if not shutil.which("journalctl"):
        sys.exit("journalctl is not installed: there is nothing to compare with")
    make_journal(options.dir)
    binary = options.binary
    if binary is None:
        subprocess.run(["cargo", "build", "--release", "--locked"], cwd=ROOT, check=True)
        target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
        binary = target / "release/spark-autopsy"

    healthy, full = "journalctl", "full read"
    commands = {
        healthy: ["journalctl", "-D", options.dir, "_TRANSPORT=kernel", "+",
                  "SYSLOG_IDENTIFIER=earlyoom", "-o", "json"],
        "--all": [binary, "--all", "-D", options.dir],
        "--boot -1": [binary, "--boot", "-1", "-D", options.dir],
    }
    # What each is measured against, and what it may take.
    limits = {name: (healthy, MAX_RATIO, MAX_HEAP_MIB) for name in ("--all", "--boot -1")}
    if options.salvage:
        cut = options.dir.with_name(options.dir.name + ".cut")
        make_cut(options.dir, cut)
        commands[full] = ["journalctl", "-D", options.dir, "-o", "cat"]
        commands["salvage"] = [binary, "--all", "-D", cut]
        limits["salvage"] = (full, MAX_SALVAGE_RATIO, MAX_SALVAGE_HEAP_MIB)
    cpu_s = {name: float("inf") for name in commands}
    heap_mib = {name: 0.0 for name in commands}
    for _ in range(options.runs):
        for name, command in commands.items():
            seconds, peak = measure(command)
            cpu_s[name] = min(cpu_s[name], seconds)
            heap_mib[name] = max(heap_mib[name], peak)

    print(f"{'':12} {'CPU s':>8} {'ratio':>7} {'heap MiB':>9}")
    failures = []
    for name in commands:
        against, max_ratio, max_heap_mib = limits.get(name, (name, 1.0, float("inf")))
        ratio = cpu_s[name] / cpu_s[against]
        print(f"{name:12} {cpu_s[name]:8.2f} {ratio:7.3f} {heap_mib[name]:9.1f}")
        if ratio > max_ratio:
            failures.append(f"{name}: {ratio:.3f} of the CPU time of {against}, limit {max_ratio}")
        if heap_mib[name] > max_heap_mib:
            failures.append(f"{name}: heap {heap_mib[name]:.0f} MiB, limit {max_heap_mib}")
    for failure in failures:
        print(f"FAILED {failure}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

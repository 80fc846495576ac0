#!/usr/bin/env python3
"""Damage a journal file of 80,000 entries and more in the ways of crashes and bad disks, and count what is read.

    tools/salvage_damage.py [--file FILE] [--dir DIR] [--binary PATH]

For each damage: the entries that journalctl gives, those that `spark-autopsy inputs` gives and by which
reader, and the least it must give: all entries that do not lie in the damaged bytes. Fails if it gives less.
Without --file one is made with tools/gen_journal.py and systemd-journal-remote (Debian and Ubuntu: package
systemd-journal-remote; SYSTEMD_JOURNAL_REMOTE may name the program).
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ENTRY = 3
PAGE = 4096


def journal_remote():
    named = os.environ.get("SYSTEMD_JOURNAL_REMOTE")
    for program in filter(None, (named, "/usr/lib/systemd/systemd-journal-remote",
                                 "/lib/systemd/systemd-journal-remote")):
        if pathlib.Path(program).exists():
            return program
    sys.exit("systemd-journal-remote is not installed; give a journal file with --file")


def make_file(folder):
    made = folder / "whole"
    if not made.exists():
        made.mkdir(parents=True)
        generator = subprocess.Popen(
            [sys.executable, ROOT / "tools/gen_journal.py", "3", "50000", "2"], stdout=subprocess.PIPE)
        subprocess.run([journal_remote(), "-o", made / "system.journal", "-"],
                       stdin=generator.stdout, stderr=subprocess.DEVNULL, check=True)
    return max(made.iterdir(), key=lambda path: number(path.read_bytes(), 152))


def number(data, at):
    return struct.unpack_from("<Q", data, at)[0]


def entries_of(data):
    """Start and end of every entry."""
    at, last, found = number(data, 88), number(data, 136), []
    while at <= last:
        size = number(data, at + 8)
        if data[at] == ENTRY:
            found.append((at, at + size))
        at = at + size + 7 & ~7
    return found


def beside(entries, start, end):
    return sum(1 for first, last in entries if last <= start or first >= end)


def flip(data, at, bit):
    data[at] ^= 1 << bit


def damages(whole, entries):
    """Name, damaged bytes, least number of entries."""
    count, used = len(entries), entries[-1][1]
    middle = entries[count // 2][0] & ~(PAGE - 1)
    first_list = number(whole, 176)

    def changed(change):
        data = bytearray(whole)
        change(data)
        return data

    def zeros(start, end):
        return changed(lambda data: data.__setitem__(slice(start, end), bytes(end - start)))

    yield "intact", whole, count
    for name, size in (("cut to 70 %", len(whole) * 7 // 10), ("last 4 KiB cut", len(whole) - PAGE)):
        yield name, whole[:size], beside(entries, size, sys.maxsize)
    yield "last 4 KiB in use cut", whole[:used - PAGE], beside(entries, used - PAGE, sys.maxsize)
    start = len(whole) * 7 // 10
    yield "last 30 % zeros", zeros(start, len(whole)), beside(entries, start, sys.maxsize)
    yield "1 zero page", zeros(middle, middle + PAGE), beside(entries, middle, middle + PAGE) - 1
    pages = 16 * PAGE
    yield "16 zero pages", zeros(middle, middle + pages), beside(entries, middle, middle + pages) - 1
    yield "signature byte", changed(lambda data: flip(data, 3, 2)), count
    yield "first 4 KiB zero", zeros(0, PAGE), count
    yield "entry_array_offset bit", changed(lambda data: flip(data, 178, 5)), count
    yield "unknown incompat flag", changed(lambda data: flip(data, 13, 6)), count
    yield "3 entry-array items", changed(
        lambda data: [flip(data, first_list + 24 + item * 4, 3) for item in range(3)]), count
    yield "entry-array next pointer", changed(lambda data: flip(data, first_list + 18, 4)), count
    yield "entry-array header zero", zeros(first_list, first_list + 16), count

    def flips(data):
        numbers = random.Random(1)
        for _ in range(64):
            flip(data, numbers.randrange(number(whole, 88), used), numbers.randrange(8))
    yield "64 random bit flips", changed(flips), count - 1
    yield "empty", b"", 0
    yield "random bytes", random.Random(2).randbytes(8 << 20), 0


def by_journalctl(path):
    done = subprocess.Popen(
        ["journalctl", "--no-pager", "-q", "--file", path, "-o", "export", "--output-fields=_TRANSPORT"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    count = sum(1 for line in done.stdout if line.startswith(b"__CURSOR="))
    done.wait()
    return count


def by_us(binary, path):
    done = subprocess.run([binary, "inputs", "-o", "json", path], stdout=subprocess.PIPE, check=True)
    files = json.loads(done.stdout)["inputs"][0]["files"]
    return (files[0]["read"], files[0]["reader"], files[0]["salvage"]) if files else (0, "none", None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", type=pathlib.Path)
    parser.add_argument("--dir", type=pathlib.Path, default=ROOT / "target/salvage-damage")
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "target/debug/spark-autopsy")
    options = parser.parse_args()
    if not shutil.which("journalctl"):
        sys.exit("journalctl is not installed: there is nothing to compare with")
    options.dir.mkdir(parents=True, exist_ok=True)
    source = options.file or make_file(options.dir)
    whole = source.read_bytes()
    entries = entries_of(whole)
    print(f"{source}: {len(entries)} entries, {len(whole)} bytes")
    print(f"{'damage':26} {'journalctl':>10} {'ours':>8} {'at least':>8}  reader")
    failed = []
    damaged = options.dir / "damaged.journal"
    for name, data, least in damages(whole, entries):
        damaged.write_bytes(data)
        read, reader, salvage = by_us(options.binary, damaged)
        details = {key: value for key, value in (salvage or {}).items() if value and key != "found"}
        print(f"{name:26} {by_journalctl(damaged):10} {read:8} {least:8}  {reader} {details or ''}", flush=True)
        if read < least:
            failed.append(name)
    damaged.unlink()
    if failed:
        sys.exit(f"FAILED: {', '.join(failed)}")


if __name__ == "__main__":
    main()

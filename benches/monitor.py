#!/usr/bin/env python3
"""Throughput on a large, clean nvidia-smi log, against polars and pandas on the same file.

    benches/monitor.py [--dir DIR] [--mib N] [--target DIR --profile NAME] [--runs N]

The log has rows as `nvidia-smi --query-gpu=... --format=csv,nounits -l 1` writes them, N MiB of them (200). It
is made once and kept in DIR. Without --target the release build is made first, which takes over 10 minutes; with
it the programs are taken from DIR/NAME (such as target/debug), where

    cargo build --release --locked --bins --examples

has put them. Compared, N rounds, the least wall time of each:

    spark-autopsy monitors -o json FILE
    examples/polars_alone FILE          polars' own CSV reader with types, dates and extremes; it needs a clean file
    pandas.read_csv and the same        as a user would write it; left out where pandas is not installed

Fails if spark-autopsy has less than a third of polars' throughput, or less than pandas'. Peak memory is the
largest RSS.

polars is built without optimisation in both profiles (see Cargo.toml), spark-autopsy's crates with it in release
only: compare release figures.
"""

import argparse
import datetime
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MIN_OF_POLARS = 1 / 3
HEADER = ("timestamp, index, temperature.gpu, power.draw [W], clocks.current.sm [MHz], utilization.gpu [%], "
          "memory.used [MiB], memory.total [MiB]\n")
PANDAS = """
import sys
import pandas
frame = pandas.read_csv(sys.argv[1], skipinitialspace=True)
frame["timestamp"] = pandas.to_datetime(frame["timestamp"], format="%Y/%m/%d %H:%M:%S.%f")
numbers = frame.select_dtypes("number")
print(frame["timestamp"].min(), frame["timestamp"].max())
print(numbers.agg(["count", "min", "max"]))
"""


def make_log(path, mib):
    if path.exists() and path.stat().st_size >= mib << 20:
        print(f"log: {path} (kept from an earlier run)")
        return
    print(f"log: making {path}, {mib} MiB ...", flush=True)
    at = datetime.datetime(2026, 1, 1)
    second = datetime.timedelta(seconds=1)
    part = path.with_suffix(".part")
    size = 0
    with open(part, "w", encoding="ascii") as log:
        log.write(HEADER)
        while size < mib << 20:
            lines = []
            for i in range(10_000):
                at += second
                stamp = at.strftime("%Y/%m/%d %H:%M:%S")
                lines.append(f"{stamp}.{i % 1000:03}, 0, {50 + i % 39}, {80 + i % 2000 / 100:.2f}, "
                             f"{1400 + i % 1000}, {i % 101}, {30000 + i % 9000}, 81559\n")
            text = "".join(lines)
            size += len(text)
            log.write(text)
    part.rename(path)


def measure(command):
    """Seconds of wall time and peak RSS in MiB of one run."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit code {process.returncode}")
    return time.monotonic() - start, usage.ru_maxrss / 1024


def has_pandas():
    return subprocess.run([sys.executable, "-c", "import pandas"], stderr=subprocess.DEVNULL,
                          check=False).returncode == 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dir", type=pathlib.Path, default=ROOT / "target/bench-monitor")
    parser.add_argument("--mib", type=int, default=200)
    parser.add_argument("--target", type=pathlib.Path)
    parser.add_argument("--profile", default="release")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()

    options.dir.mkdir(parents=True, exist_ok=True)
    log = options.dir / f"nvidia-smi-{options.mib}.csv"
    make_log(log, options.mib)
    target = options.target
    if target is None:
        subprocess.run(["cargo", "build", "--release", "--locked", "--bins", "--examples"], cwd=ROOT, check=True)
        target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = target / options.profile

    commands = {
        "polars alone": [built / "examples/polars_alone", log],
        "spark-autopsy": [built / "spark-autopsy", "monitors", "-o", "json", log],
    }
    if has_pandas():
        commands["pandas"] = [sys.executable, "-c", PANDAS, log]
    seconds = {name: float("inf") for name in commands}
    peak_mib = {name: 0.0 for name in commands}
    for _ in range(options.runs):
        for name, command in commands.items():
            took, peak = measure(command)
            seconds[name] = min(seconds[name], took)
            peak_mib[name] = max(peak_mib[name], peak)

    size_mb = log.stat().st_size / 1e6
    mb_s = {name: size_mb / took for name, took in seconds.items()}
    print(f"{'':14} {'s':>7} {'MB/s':>8} {'of polars':>10} {'peak MiB':>9}")
    for name in commands:
        ratio = mb_s[name] / mb_s["polars alone"]
        print(f"{name:14} {seconds[name]:7.2f} {mb_s[name]:8.1f} {ratio:10.2f} {peak_mib[name]:9.0f}")
    failures = []
    if mb_s["spark-autopsy"] < MIN_OF_POLARS * mb_s["polars alone"]:
        failures.append(f"less than {MIN_OF_POLARS:.2f} of polars' throughput")
    if "pandas" not in commands:
        print("pandas is not installed: no comparison with it")
    elif mb_s["spark-autopsy"] < mb_s["pandas"]:
        failures.append("slower than pandas")
    for failure in failures:
        print(f"FAILED {failure}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

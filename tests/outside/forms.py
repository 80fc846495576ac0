"""journalctl prints the journals of fixtures/ in each of its forms, and the program reads the same out of all of them."""

import json
import lzma
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["SPARK_AUTOPSY"]
WORK = Path(os.environ["OUTSIDE"]) / "forms"
# Forms that keep all fields, and forms that keep a line's time, speaker and text.
LOSSLESS = ["export", "json", "json-pretty", "json-seq", "json-sse", "verbose"]
LINES = ["short", "short-full", "short-iso", "short-iso-precise", "short-precise", "short-unix", "with-unit"]


def unpack(name):
    folder = WORK / name / "journal"
    folder.mkdir(parents=True)
    for packed in (ROOT / "fixtures/journals" / name).glob("*.xz"):
        (folder / packed.stem).write_bytes(lzma.decompress(packed.read_bytes()))
    return folder


def printed(journal, form, zone="UTC", options=()):
    """The journal in a form, as a file that was written a minute after the last entry."""
    file = journal.parent / f"{form}-{zone.replace('/', '-')}.txt"
    everything = ["--all"] if form in LOSSLESS else []
    with file.open("wb") as out:
        subprocess.run(["journalctl", "-D", journal, "-o", form, "--no-pager", *everything, *options], check=True, stdout=out,
                       stderr=subprocess.DEVNULL, env={**os.environ, "TZ": zone, "LC_ALL": "C"})
    newest = subprocess.run(["journalctl", "-D", journal, "-n", "1", "-o", "short-unix", "-q"], check=True, capture_output=True)
    written = float(newest.stdout.split()[0]) + 60
    os.utime(file, (written, written))
    return file


def judged(*inputs):
    done = subprocess.run([PROGRAM, "-q", "--all", "-o", "json", *inputs], check=True, capture_output=True)
    return json.loads(done.stdout)["boots"]


def verdicts(boots):
    return [(boot["ending"], boot["ending_detail"], boot["cause"], boot["finding"]) for boot in boots]


def expect_same(name, forms, zone="UTC", options=()):
    journal = unpack(name)
    wanted = verdicts(judged("-D", journal))
    differing = []
    for form in forms:
        got = verdicts(judged(printed(journal, form, zone), *options))
        if got != wanted:
            differing.append(f"{name}, {form}:\n  {got}\n  not\n  {wanted}")
    assert not differing, "\n".join(differing)


def journals():
    return sorted(path.name for path in (ROOT / "fixtures/journals").iterdir())


def test_forms_with_all_fields():
    for name in journals():
        expect_same(name, LOSSLESS)


def test_forms_of_lines():
    for name in journals():
        expect_same(name, LINES)


def test_local_times():
    for name in ("00-article-day", "01-gb10-nvrm-wedge"):
        expect_same(name, ["short", "short-precise"], "Asia/Tokyo", ["--tz", "Asia/Tokyo"])
        shutil.rmtree(WORK / name)
        expect_same(name, ["short-full", "short-iso", "with-unit"], "Asia/Tokyo")


def test_beside_the_journal_nothing_is_counted_twice():
    for name in ("00-article-day", "30-critical-temp-orderly"):
        journal = unpack(name)
        alone = judged("-D", journal)
        for form in ("short", "short-monotonic"):
            both = judged("-D", journal, printed(journal, form))
            assert verdicts(both) == verdicts(alone)
            assert [len(boot["events"]) for boot in both] == [len(boot["events"]) for boot in alone], (name, form)
            assert [boot["boot_id"] for boot in both] == [boot["boot_id"] for boot in alone]


def main():
    if not shutil.which("journalctl"):
        print("there is no journalctl")
        return 77
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    failed = 0
    for name, test in tests:
        words = name.removeprefix("test_").replace("_", " ")
        shutil.rmtree(WORK, ignore_errors=True)
        try:
            test()
            print(f"ok      {words}")
        except Exception as error:
            failed += 1
            print(f"FAILED  {words}: {type(error).__name__}: {error}")
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

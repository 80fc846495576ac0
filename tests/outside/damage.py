"""systemd-journal-remote makes a journal file of 84,000 entries, tools/salvage_damage.py damages it in the ways of crashes
and bad disks: the program reads every entry that does not lie in the damaged bytes; journalctl's count stands beside."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACES = ("/usr/lib/systemd/systemd-journal-remote", "/lib/systemd/systemd-journal-remote")
PACKAGE = "systemd-journal-remote"


def is_there():
    return "SYSTEMD_JOURNAL_REMOTE" in os.environ or any(Path(place).exists() for place in PLACES)


def install():
    """Where there is none and this is root: apt-get's. Its service is not started, so nothing listens."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-y", "-q", PACKAGE]):
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if done.returncode:
            return


def main():
    if not is_there():
        install()
    if not is_there() or not shutil.which("journalctl"):
        print(f"journalctl and systemd-journal-remote are not installed (on Debian: package {PACKAGE})")
        sys.exit(77)
    command = [sys.executable, ROOT / "tools/salvage_damage.py", "--dir", Path(os.environ["OUTSIDE"]) / "damage",
               "--binary", os.environ["SPARK_AUTOPSY"]]
    done = subprocess.run(command, check=False)
    failed = int(done.returncode != 0)
    print(f"{1 - failed} passed, {failed} failed")
    sys.exit(failed)


if __name__ == "__main__":
    main()

"""DuckDB, pandas and pyarrow read the tables of the article's day and find what happened in them."""

import json
import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pandas
import pyarrow.parquet

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["SPARK_AUTOPSY"]
WORK = Path(os.environ["OUTSIDE"]) / "tables"
DAY = ROOT / "fixtures/incidents/00-article-day"
INPUTS = [str(DAY / "journal.export.xz"), "--csv", str(DAY / "monitor.csv")]
# The second of the three ends: 5,440 MiB available, and none two minutes later.
BOOT, BEFORE, AFTER = -2, 5440, 0
MINUTES = 2


def run(*options):
    return subprocess.run([PROGRAM, "-q", *options, *INPUTS], check=True, capture_output=True).stdout


def write_all():
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    for extension in ("parquet", "csv", "jsonl"):
        run("--all", "--timeline", WORK / f"timeline.{extension}", "--report", WORK / f"boots.{extension}")
    os.chdir(WORK)


def expect_fall(values):
    """A value a row and a row a minute, in order of time: the fall is there, without a rise in it."""
    values = [float(value) for value in values]
    last = values[-1 - MINUTES:]
    assert last == sorted(last, reverse=True) and (last[0], last[-1]) == (BEFORE, AFTER), last


FALL = f"""FROM '{{}}' WHERE boot_offset = {BOOT} AND kind = 'sample' AND name = 'mem_available_mib'
           AND source = 'earlyoom' ORDER BY time"""


def test_duckdb_finds_the_fall_in_the_time_line():
    for file in ("timeline.parquet", "timeline.csv", "timeline.jsonl"):
        rows = duckdb.sql("SELECT value " + FALL.format(file)).fetchall()
        expect_fall(row[0] for row in rows)


def test_duckdb_sees_types():
    types = {row[0]: row[1] for row in duckdb.sql("DESCRIBE FROM 'timeline.parquet'").fetchall()}
    wanted = {"time": "TIMESTAMP WITH TIME ZONE", "boot_offset": "BIGINT", "before_end_s": "DOUBLE", "value": "DOUBLE",
              "line": "BIGINT", "text": "VARCHAR", "device": "VARCHAR"}
    assert {name: types[name] for name in wanted} == wanted, types
    types = {row[0]: row[1] for row in duckdb.sql("DESCRIBE FROM 'boots.parquet'").fetchall()}
    for column in ("first", "last", "next_first", "died_from", "died_to", "last_mem_available_at"):
        assert types[column] == "TIMESTAMP WITH TIME ZONE", (column, types[column])
    types = {row[0]: row[1] for row in duckdb.sql("DESCRIBE FROM 'boots.csv'").fetchall()}
    for column in ("first", "last", "died_from"):
        assert types[column].startswith("TIMESTAMP"), (column, types[column])


def test_duckdb_counts_causes_alike_in_every_form():
    query = "SELECT cause, count(*) FROM '{}' WHERE ending = 'unexpected' GROUP BY cause"
    for file in ("boots.parquet", "boots.csv", "boots.jsonl"):
        assert duckdb.sql(query.format(file)).fetchall() == [("memory_exhaustion", 3)], file
    query = f"SELECT last_mem_available_mib FROM '{{}}' WHERE boot_offset = {BOOT}"
    for file in ("boots.parquet", "boots.csv"):
        assert duckdb.sql(query.format(file)).fetchall() == [(AFTER,)], file


def test_duckdb_joins_boots_and_time_line():
    rows = duckdb.sql("""
        SELECT b.boot_id, min(t.value) FROM 'boots.parquet' b JOIN 'timeline.parquet' t USING (boot_id)
        WHERE t.name = 'mem_available_mib' AND t.time >= b.died_from - INTERVAL 5 MINUTE GROUP BY ALL""").fetchall()
    assert len(rows) == 3 and min(row[1] for row in rows) == 0, rows


def test_the_line_in_the_readme_works():
    found = re.findall(r'^duckdb -c "(.*)"$', (ROOT / "README.md").read_text(), re.MULTILINE)
    assert found, "README.md has no line for duckdb"
    for query in found:
        expect_fall(row[1] for row in duckdb.sql(query).fetchall())


def test_pandas_reads_parquet():
    frame = pandas.read_parquet("timeline.parquet")
    assert str(frame["time"].dtype) == "datetime64[us, UTC]", frame["time"].dtype
    assert str(frame["value"].dtype) == "float64" and str(frame["boot_offset"].dtype) == "int64"
    chosen = frame[(frame.boot_offset == BOOT) & (frame.name == "mem_available_mib") & (frame.source == "earlyoom")]
    expect_fall(chosen.sort_values("time")["value"])
    boots = pandas.read_parquet("boots.parquet")
    died = boots[boots.ending == "unexpected"]
    assert (died["died_to"] - died["died_from"]).min() > pandas.Timedelta(0)


def test_pandas_reads_csv_and_json_lines():
    parquet = pandas.read_parquet("timeline.parquet")
    csv = pandas.read_csv("timeline.csv", parse_dates=["time"])
    lines = pandas.read_json("timeline.jsonl", lines=True)
    for frame in (csv, lines):
        assert list(frame.columns) == list(parquet.columns)
        assert len(frame) == len(parquet)
        chosen = frame[(frame.boot_offset == BOOT) & (frame.name == "mem_available_mib") & (frame.source == "earlyoom")]
        expect_fall(chosen.sort_values("time")["value"])
    assert (csv["time"] == parquet["time"]).all()
    assert csv["value"].equals(parquet["value"])


def test_pyarrow_sees_name_and_compression():
    for file, name in (("timeline.parquet", b"spark-autopsy-timeline/1"), ("boots.parquet", b"spark-autopsy-boots/1")):
        read = pyarrow.parquet.ParquetFile(file)
        assert read.metadata.metadata[b"schema"] == name, read.metadata.metadata
        assert read.metadata.row_group(0).column(0).compression == "ZSTD"
        assert str(read.schema_arrow.types[read.schema_arrow.get_field_index("boot_offset")]) == "int64"


def test_a_line_has_its_machine_and_its_inputs():
    boots = [json.loads(line) for line in Path("boots.jsonl").read_text().splitlines()]
    assert [boot["offset"] for boot in boots] == [-3, -2, -1, 0]
    for boot in boots:
        assert boot["schema"] == "spark-autopsy-boot/1"
        assert boot["machine"]["machine_id"] == boot["machine_id"]
        cited = {cite["input"] for piece in boot["evidence"] for cite in piece["cites"]} - {None}
        assert cited <= {file["id"] for file in boot["inputs"]}


def test_files_are_private_and_complete():
    for file in WORK.iterdir():
        assert file.stat().st_mode & 0o777 == 0o600, file
        assert not file.name.startswith("."), file
        assert b"spark-01" not in file.read_bytes(), f"the host's name is in {file}"


def test_parquet_goes_through_a_pipe_and_not_to_a_terminal():
    assert run("--all", "--redact", "-o", "parquet") == Path("boots.parquet").read_bytes()
    main, other = pty.openpty()
    with os.fdopen(main, "rb"), os.fdopen(other, "wb") as terminal:
        refused = subprocess.run([PROGRAM, "--all", "-o", "parquet", *INPUTS], stdout=terminal, stderr=subprocess.PIPE)
    assert refused.returncode == 2 and b"--report FILE.parquet" in refused.stderr, refused


def main():
    write_all()
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    failed = 0
    for name, test in tests:
        words = name.removeprefix("test_").replace("_", " ")
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

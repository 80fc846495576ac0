//! `turbostat`: a row of names before every block, then a row for the whole host, marked by `-` as its
//! core, and one for each core. A time only with `--enable Time_Of_Day_Seconds`.

use super::{Format, Pairs, Read};
use crate::frame::whole;
use crate::log::{Log, quote};
use crate::sheet::Framed;
use crate::text::Line;

pub(super) const FORMAT: Format = Format {
    name: "turbostat",
    sniff: |head| head.lines.iter().any(|line| is_names(&words(&line.text))),
    read: Read::Whole(|lines, _, _, log| Ok(read(lines, log))),
    sample: (
        "Time_Of_Day_Seconds\tCore\tCPU\tAvg_MHz\tBusy%\tBzy_MHz\tPkgTmp\tPkgWatt\n\
         1784351518.123456\t-\t-\t2100\t61.20\t3431\t71\t98.20\n\
         1784351518.123400\t0\t0\t2000\t60.00\t3431\t71\t98.20\n\
         Time_Of_Day_Seconds\tCore\tCPU\tAvg_MHz\tBusy%\tBzy_MHz\tPkgTmp\tPkgWatt\n\
         1784351523.123456\t-\t-\t2100\t62.20\t3431\t72\t99.20\n",
        2,
    ),
};

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

fn is_names(words: &[&str]) -> bool {
    words.iter().any(|word| matches!(*word, "PkgWatt" | "PkgTmp" | "Bzy_MHz" | "CorWatt"))
        && words.iter().all(|word| crate::cell::number(word, false).is_none())
}

fn read(lines: &[Line<'_>], log: &mut Log) -> Framed {
    let mut framed = Framed::default();
    let mut columns: Vec<&str> = Vec::new();
    for line in whole(lines, log) {
        let cells = words(&line.text);
        if is_names(&cells) {
            columns = cells;
            continue;
        }
        // Rows of a core leave out what belongs to the package.
        let core = columns.iter().position(|name| matches!(*name, "Core" | "CPU"));
        if let Some(at) = core
            && cells.get(at).is_some_and(|cell| cell.parse::<u32>().is_ok())
            && cells.len() <= columns.len()
        {
            continue;
        }
        if cells.len() != columns.len() {
            log.reject(line.number, || {
                format!("{} fields, the header has {}: `{}`", cells.len(), columns.len(), quote(&line.text))
            });
            continue;
        }
        let mut row = Pairs::default();
        for (name, cell) in columns.iter().zip(&cells) {
            match *name {
                "Core" | "CPU" | "Package" | "Node" | "Die" => {}
                "Busy%" => row.add("cpu_util_pct", *cell),
                name => row.add(name, *cell),
            }
        }
        framed.row(line.number, &row.0, false);
    }
    framed
}

use model::InputId;
fn main() {
    for f in std::env::args().skip(1) {
        let (path, tz) = match f.split_once('@') {
            Some((p, z)) => (p.to_owned(), Some(z.to_owned())),
            None => (f.clone(), None),
        };
        let bytes = std::fs::read(&path).unwrap();
        let mut o = monitor::Options::default();
        for part in tz.iter().flat_map(|t| t.split('@')) {
            if let Ok(d) = part.parse() {
                o.date = Some(d)
            } else {
                o.tz = Some(monitor::Zone::Named(part.parse().unwrap()))
            }
        }
        let start = std::time::Instant::now();
        let r = monitor::read(&bytes, InputId(0), &o);
        println!("== {path} sniff {} {:?}", monitor::sniff(&bytes[..bytes.len().min(4096)]), start.elapsed());
        match r {
            Err(e) => println!("ERR {e}"),
            Ok(r) => {
                println!(
                    "{} rows {} rej {} {:?} placed {} {:?}..{:?} silent {} restarts {:?}",
                    r.format,
                    r.rows,
                    r.rejected,
                    r.clock,
                    r.row_times.len(),
                    r.row_times.iter().map(|t| t.0.0).min().map(t),
                    r.row_times.iter().map(|t| t.0.0).max().map(t),
                    r.gpu_silent.len(),
                    r.restarts.iter().map(|x| (t(x.0.0), x.1)).collect::<Vec<_>>()
                );
                for s in &r.series {
                    println!(
                        "  {} {:?} n {} d {} min {:.3} max {:.3} first {:.3} last {:.3} l{}",
                        s.metric.name(),
                        s.device,
                        s.len(),
                        s.derived,
                        s.values.iter().copied().fold(f64::MAX, f64::min),
                        s.values.iter().copied().fold(f64::MIN, f64::max),
                        s.values[0],
                        s.values[s.len() - 1],
                        s.lines[s.len() - 1]
                    );
                }
                for x in r.rejects.iter().take(4) {
                    println!("  REJ {} {}", x.line, x.reason);
                }
                for x in r.notes.iter().take(8) {
                    println!("  NOTE {} {}", x.line, x.reason);
                }
                for c in &r.columns {
                    if c.metric.is_none() || c.missing > 0 {
                        println!(
                            "  COL {} {:?} unit {:?} {} missing {}",
                            c.name,
                            c.metric,
                            c.unit,
                            c.ignored.as_deref().unwrap_or("-"),
                            c.missing
                        );
                    }
                }
                for x in r.gpu_silent.iter().take(3) {
                    println!("  SILENT {:?}", x);
                }
            }
        }
    }
}
fn t(us: i64) -> String {
    chrono::DateTime::from_timestamp_micros(us).unwrap().format("%F %T%.3f").to_string()
}

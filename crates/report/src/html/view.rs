//! The page as the template shows it.

use model::Text;
use serde::Serialize;

use super::boot::{self, BootView};
use crate::schema::{BootReport, Report};
use crate::{Options, words};

/// Problems of an input that are told; the others are counted.
const PROBLEMS: usize = 5;

#[derive(Serialize)]
pub(super) struct View {
    lang: &'static str,
    title: String,
    overview: Option<Overview>,
    boots: Vec<BootView>,
    inputs: Vec<words::Read>,
    foot: String,
    redaction: Option<String>,
}

#[derive(Serialize)]
struct Overview {
    caption: String,
    rows: Vec<Row>,
    patterns: Vec<String>,
}

#[derive(Serialize)]
struct Row {
    anchor: String,
    tone: &'static str,
    boot: String,
    cells: words::overview::Row,
}

impl View {
    pub(super) fn new(report: &Report, options: &Options) -> Self {
        let zone = report.boots.iter().rev().find_map(BootReport::end);
        let zone = zone.map_or_else(|| "UTC".to_owned(), |at| options.zone_at(at));
        let overview = (report.boots.len() != 1).then(|| overview(report, options));
        let title = match (&overview, report.boots.first()) {
            (None, Some(boot)) => words::verdict(boot, options),
            (overview, _) => overview.as_ref().map(|all| all.caption.clone()).unwrap_or_default(),
        };
        let view = |(place, boot)| boot::view(report, boot, place, options);
        Self {
            lang: options.lang.tag(),
            title,
            overview,
            boots: report.boots.iter().enumerate().map(view).collect(),
            inputs: words::read(report, PROBLEMS, options),
            foot: foot(report, &zone, options),
            redaction: report.redaction.is_some().then(|| words::redaction(report, options)),
        }
    }
}

fn overview(report: &Report, options: &Options) -> Overview {
    Overview {
        caption: words::overview::caption(report, options),
        rows: report.boots.iter().enumerate().map(|(place, boot)| row(boot, place, options)).collect(),
        patterns: report.patterns.iter().map(|pattern| words::pattern(report, pattern, options)).collect(),
    }
}

fn row(boot: &BootReport, place: usize, options: &Options) -> Row {
    Row {
        anchor: boot::anchor(place),
        tone: boot::tone(boot),
        boot: words::boot_name(boot, options),
        cells: words::overview::Row::new(boot, |at| options.date_time(at), options),
    }
}

/// Times and program, at the foot.
fn foot(report: &Report, zone: &str, options: &Options) -> String {
    let made = Text::new("made-by")
        .with("name", report.tool.name.as_str())
        .with("version", report.tool.version.as_str());
    let zone = Text::new("all-times").with("zone", zone);
    options.say(&Text::new("html-foot").with("zone", zone).with("made", made))
}

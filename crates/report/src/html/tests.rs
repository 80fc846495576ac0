//! What must hold for any page: nothing of a log acts, nothing is lost on the way through JSON, everything is well-formed.

use chrono::FixedOffset;
use proptest::prelude::*;
use quick_xml::Reader;
use quick_xml::events::Event;
use regex::Regex;
use serde_json::Value;

use super::{BOOT, PAGE, SCRIPT, STYLE};
use crate::schema::Report;
use crate::tests::shown;
use crate::{Format, Lang, Options, Zone, json, sample};

fn page(report: &Report) -> String {
    shown(report, Format::Html, &Options::default())
}

fn tokyo() -> Options {
    Options { zone: Zone::Fixed(FixedOffset::east_opt(9 * 3600).unwrap()), ..Options::default() }
}

/// The page without what is the same on every page.
fn body(page: &str) -> String {
    page.replace(STYLE, "").replace(SCRIPT, "")
}

#[test]
fn samples_as_html() {
    // Style and script have their own files, and their hashes would change with every stroke.
    let policy = Regex::new("'sha256-[^']+'").unwrap();
    for (name, report) in
        [("incident", sample::incident()), ("batch", sample::batch()), ("others", sample::others())]
    {
        let page = body(&shown(&report, Format::Html, &tokyo()));
        insta::assert_snapshot!(format!("html_{name}"), policy.replace_all(&page, "'sha256-HASH'"));
    }
}

#[test]
fn every_label_is_used_and_known() {
    let used = Regex::new(r#"label\("([^"]+)"\)"#).unwrap();
    for id in [PAGE, BOOT].into_iter().flat_map(|template| used.captures_iter(template)) {
        assert!(Lang::En.has(&id[1]), "no message {}", &id[1]);
    }
}

#[test]
fn the_style_and_the_script_are_the_page_s_own() {
    let page = page(&sample::incident());
    assert_eq!(page.matches("<script").count(), 1);
    assert_eq!(page.matches("<style").count(), 1);
    assert!(page.contains(&format!("<script>{SCRIPT}</script>")));
    assert!(page.contains(&format!("<style>{STYLE}</style>")));
    for loading in
        ["src=", "@import", "url(http", "href=\"http", "<link", "<img", "<iframe", "fetch(", "XMLHttp"]
    {
        assert!(!page.contains(loading), "{loading}");
    }
}

#[test]
fn a_saved_report_gives_the_same_page() {
    for report in [sample::incident(), sample::batch(), sample::others()] {
        let mut saved = Vec::new();
        json::render(&report, &Options::default(), &mut saved).unwrap();
        let again = json::read(std::str::from_utf8(&saved).unwrap()).unwrap();
        assert_eq!(page(&again), page(&report));
    }
}

/// The names of all elements, in order, and their attributes' names; fails for what a strict parser refuses.
fn skeleton(page: &str) -> Vec<String> {
    // HTML closes these by itself, and knows no `?` or `!` of XML there.
    let open = Regex::new(r"<(meta[^>]*|!DOCTYPE html)>").unwrap();
    let page = body(page);
    let page =
        open.replace_all(&page, "").replace(" hidden>", " hidden=\"\">").replace(" hidden ", " hidden=\"\" ");
    let mut reader = Reader::from_str(&page);
    reader.config_mut().check_end_names = true;
    let mut found = Vec::new();
    loop {
        match reader.read_event().unwrap_or_else(|error| panic!("{error} at {}", reader.error_position())) {
            Event::Start(tag) | Event::Empty(tag) => {
                let mut names = vec![String::from_utf8(tag.name().as_ref().to_vec()).unwrap()];
                for attribute in tag.attributes() {
                    let attribute = attribute.unwrap();
                    attribute.unescape_value().unwrap();
                    names.push(String::from_utf8(attribute.key.as_ref().to_vec()).unwrap());
                }
                found.push(names.join(" "));
            }
            Event::Eof => return found,
            Event::Comment(_) | Event::CData(_) | Event::PI(_) => panic!("nothing of the kind is ours"),
            _ => {}
        }
    }
}

#[test]
fn pages_are_well_formed() {
    for report in [sample::incident(), sample::batch(), sample::others()] {
        let tags = skeleton(&page(&report));
        let curves = tags.iter().filter(|tag| tag.starts_with("path class d data-t data-v")).count();
        let samples =
            |boot: &crate::schema::BootReport| boot.series.iter().any(|series| !series.points.is_empty());
        assert_eq!(curves > 0, report.boots.iter().any(samples), "{tags:?}");
    }
    let none = Report { boots: Vec::new(), ..sample::incident() };
    skeleton(&page(&none));
}

#[test]
fn headings_are_in_order() {
    for report in [sample::incident(), sample::batch(), sample::others()] {
        let mut level = 0;
        for tag in skeleton(&page(&report)) {
            let Some(next) = tag.strip_prefix('h').and_then(|rest| rest.parse::<u8>().ok()) else { continue };
            assert!(next <= level + 1, "h{next} after h{level}");
            level = next;
        }
        assert_eq!(page(&report).matches("<h1>").count(), 1);
    }
}

/// Replaces every text of a report that is no id, instant or word of a closed list.
fn plant(value: &mut Value, text: &str) {
    const OURS: &[&str] = &[
        "schema",
        "first",
        "last",
        "next_first",
        "died_between",
        "at",
        "from",
        "to",
        "since",
        "last_sample",
        "first_sample",
        "min_at",
        "max_at",
        "ending",
        "cause",
        "confidence",
        "for",
        "points",
        "metric",
    ];
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| plant(item, text)),
        Value::Object(object) => {
            // A citation's kind is a word of ours, an input's or a running thing's is a text.
            let cite = object.contains_key("raw");
            for (key, value) in object {
                let ours = OURS.contains(&key.as_str()) || (cite && key == "kind");
                if !ours {
                    plant(value, text);
                }
            }
        }
        Value::String(old) => *old = text.to_owned(),
        _ => {}
    }
}

fn planted(report: &Report, text: &str) -> Report {
    let mut value = serde_json::to_value(report).unwrap();
    plant(&mut value, text);
    serde_json::from_value(value).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever stands in any text of a report: the page's elements and attributes are those of a harmless text.
    #[test]
    fn no_text_becomes_markup(text in r#"[<>&"'/=a-z`{}%\-!\x00-\x1f\u{202e}\u{2028}日 ]{0,24}|(</?(script|style|title|svg|textarea|!--|img src=x onerror=1)[ >]?){1,4}|\{\{ ?7 ?\}\}|\]\]>|-->"#) {
        for report in [sample::incident(), sample::batch()] {
            // The same in every field, as whether two are alike or a word is known may choose other parts.
            let harmless: String = text.chars().map(|c| if c.is_alphanumeric() { c } else { 'x' }).collect();
            let hostile = page(&planted(&report, &text));
            prop_assert_eq!(skeleton(&hostile).len(), skeleton(&page(&planted(&report, &harmless))).len());
            prop_assert!(!hostile.chars().any(|c| c != '\n' && crate::inert::is_active(c)));
            prop_assert_eq!(hostile.matches("<script").count(), 1);
        }
    }

    /// Samples of any value and time are drawn without a number that is none.
    #[test]
    fn any_sample_can_be_drawn(values in prop::collection::vec((any::<i64>(), any::<f64>()), 0..12), metric in 0..3_usize) {
        let mut report = sample::incident();
        let end = report.boots[0].end().unwrap().micros();
        let points = values.iter().map(|&(at, value)| (crate::Stamp::new(end.saturating_add(at >> 20)), value));
        report.boots[0].series[0].points = points.collect();
        report.boots[0].series[0].metric = ["mem_available_mib", "voltage_v", "soc_temp_c"][metric].to_owned();
        let page = body(&page(&report));
        prop_assert!(!page.contains("NaN") && !page.contains("inf,") && !page.contains("inf)"));
        skeleton(&page);
    }
}

#[test]
fn a_sample_is_never_carried_on() {
    let page = page(&sample::incident());
    let right = Regex::new(r#"class="line" d="([^"]*)""#).unwrap();
    let last = |path: &str| {
        path.rsplit(['M', 'L']).next().unwrap().split(',').next().unwrap().parse::<f64>().unwrap()
    };
    let ends: Vec<f64> = right
        .captures_iter(&page)
        .filter_map(|path| Some(path.get(1)?.as_str()))
        .filter(|d| *d != "M1,6H29")
        .map(last)
        .collect();
    let end = Regex::new(r#"<path class="when end" d="[^"]*" data-t="0" transform="translate\(([\d.]+),0\)"#)
        .unwrap();
    let end: f64 = end.captures(&page).unwrap()[1].parse().unwrap();
    assert_eq!(ends.len(), 3, "{page}");
    assert!(ends.iter().all(|&at| at < end), "{ends:?} {end}");
    // The monitor's last sample is 4 min 52 s old.
    assert!(ends[1] < end - 100.0);
    assert_eq!(page.matches("shade unseen").count(), 2);
}

#[test]
fn a_page_is_small() {
    assert!(page(&sample::incident()).len() < 200_000);
}

//! Logs that a terminal cut, that run backward, and that something stands in front of.

use std::io::Read;
use std::path::Path;

use model::{Identity, Transport};

use super::{all, keep_all, of, records, told, with};
use crate::{Form, Options, refusal, sniff};

/// Every text log among the fixtures.
pub(super) fn logs() -> Vec<(String, String)> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let files = |folder: &Path| -> Vec<_> {
        let entries = std::fs::read_dir(folder).expect("the fixtures");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    };
    let forms = files(&fixtures.join("forms")).into_iter().flat_map(|incident| files(&incident));
    let mut logs = Vec::new();
    for path in forms.chain(files(&fixtures.join("texts"))) {
        let bytes = std::fs::read(&path).expect("a fixture");
        let mut plain = Vec::new();
        if path.extension().is_some_and(|extension| extension == "xz") {
            liblzma::read::XzDecoder::new(bytes.as_slice()).read_to_end(&mut plain).expect("xz");
        } else {
            plain = bytes;
        }
        let form = sniff(&plain);
        if form.is_some_and(|form| !matches!(form, Form::Last | Form::Wtmp | Form::BootList)) {
            logs.push((path.display().to_string(), String::from_utf8_lossy(&plain).into_owned()));
        }
    }
    assert!(logs.len() > 60, "{}", logs.len());
    logs
}

fn cut(text: &str, width: usize) -> String {
    text.lines().map(|line| line.chars().take(width).chain(['\n']).collect::<String>()).collect()
}

#[test]
fn cut_lines_are_refused_and_whole_ones_are_not() {
    for (name, whole) in logs() {
        assert_eq!(refusal(whole.as_bytes()), None, "{name}");
        let form = sniff(whole.as_bytes());
        assert!(!all(&whole).boots.is_empty(), "{name}");
        for width in [80, 100, 120] {
            let text = cut(&whole, width);
            let reason = format!("cut at {width} columns");
            let why = refusal(text.as_bytes());
            // A few lines of one message tell nothing.
            let longer = whole.lines().filter(|line| line.chars().count() > width).count();
            if longer < 10 && why.is_none() {
                continue;
            }
            assert!(why.is_some_and(|why| why.contains(&reason)), "{name} at {width}");
            assert_eq!(sniff(text.as_bytes()), None, "{name}");
            let lines = text.lines().filter(|line| !line.trim().is_empty()).count() as u64;
            assert_eq!((all(&text).rejected, all(&text).boots.len()), (lines, 0), "{name}");
            let reading = with(&text, &Options { form, ..keep_all() });
            assert_eq!((reading.boots.len(), reading.records, reading.problems.len()), (0, 0, 1), "{name}");
            assert!(reading.rejected > 5 && told(&reading, &reason), "{name}: {:?}", reading.problems);
        }
    }
}

/// Lines of a log of many messages, one each second.
fn many(count: usize) -> Vec<String> {
    const WORDS: [&str; 8] =
        ["memory", "pressure", "is", "high", "reclaiming", "journal", "vacuumed", "thermal zone"];
    let word = |index: usize| WORDS.get(index % WORDS.len()).copied().unwrap_or_default();
    let line = |index: usize| {
        let words: Vec<_> =
            (0..3 + index * 7 % 11).map(|at| word(index / 3 + at * (index % 5 + 1))).collect();
        let (minute, second) = (index / 60 % 60, index % 60);
        format!("2026-11-26T09:{minute:02}:{second:02}+00:00 box app-{}[7]: {}", word(index), words.join(" "))
    };
    (0..count).map(line).collect()
}

#[test]
fn what_shows_only_later_or_by_a_mark() {
    // Cut lines behind what `sniff` sees.
    let whole = many(1600).join("\n");
    assert_eq!((sniff(whole.as_bytes()), all(&whole).records), (Some(Form::ShortIso), 1600));
    let head = many(400).iter().filter(|line| line.len() < 90).cloned().collect::<Vec<_>>().join("\n");
    let text = format!("{head}\n{}", cut(&many(1600).split_off(400).join("\n"), 90));
    let reading = with(&text, &Options { form: Some(Form::ShortIso), ..keep_all() });
    assert!(reading.boots.is_empty() && told(&reading, "cut at 90 columns"), "{:?}", reading.problems);

    // Whole lines behind cut ones.
    let text = format!("{}{whole}", cut(&whole, 90));
    let reading = with(&text, &Options { form: Some(Form::ShortIso), ..keep_all() });
    assert!(reading.boots.is_empty() && told(&reading, "cut at 90 columns"), "{:?}", reading.problems);

    // `less -S` marks what goes on.
    let marked: String = many(9)
        .iter()
        .map(|line| if line.len() > 70 { format!("{}>\n", &line[..69]) } else { format!("{line}\n") })
        .collect();
    assert!(refusal(marked.as_bytes()).is_some_and(|why| why.contains("cut at 70 columns")), "{marked}");

    // Bursts of one message, addresses of mail.
    for burst in [
        (0..500)
            .map(|at| format!("Nov 26 09:00:00 box a[2]: request {at:05} took {:03} ms\n", at * 7 % 1000))
            .collect(),
        (0..500)
            .map(|at| format!("Nov 26 09:00:00 box a[2]: container {:064x} died\n", at as u64 * 77_777_777))
            .collect(),
        ["<one@example.org>", "<two@example.org>", "<six@example.org>", "<ten@example.org>"]
            .map(|to| format!("Nov 26 09:00:00 box postfix/smtp[2]: delivered to {to}\n"))
            .concat(),
    ] {
        let burst: String = burst;
        assert_eq!(sniff(burst.as_bytes()), Some(Form::Short), "{burst}");
        assert!(all(&burst).records > 0);
    }
}

#[test]
fn the_newest_line_first_is_refused() {
    for (name, whole) in logs() {
        let form = sniff(whole.as_bytes());
        let text: String = whole.lines().rev().map(|line| format!("{line}\n")).collect();
        // The samples' further lines tell no further times.
        if whole.lines().count() < 60 || form == Some(Form::Dmesg) {
            continue;
        }
        assert!(
            refusal(text.as_bytes()).is_some_and(|why| why.contains("newest line stands first")),
            "{name}"
        );
        let reading = with(&text, &Options { form, ..keep_all() });
        assert_eq!((reading.boots.len(), reading.problems.len()), (0, 1), "{name}");
        assert!(told(&reading, "newest line"), "{name}");
    }
}

#[test]
fn only_the_kernel_speaks_for_the_kernel() {
    let stamped = "Nov 26 09:00:00 box kernel: [    1.000000] a\n".repeat(3);
    let forged = "Nov 26 09:00:00 box kernel: Linux version 6.1\n";
    let identities = |text: &str| -> Vec<Identity> {
        records(&of(Form::Syslog, text)).iter().map(|record| record.identity()).collect()
    };
    let (kernel, program) = (Identity::Kernel, Identity::Program);
    assert_eq!(identities(&format!("{stamped}{forged}")), [kernel, kernel, kernel, program]);
    assert_eq!(identities(&format!("{forged}{stamped}")), [program, kernel, kernel, kernel]);
    assert_eq!(of(Form::Syslog, &format!("{stamped}{forged}{stamped}")).boots.len(), 1);
    // The rest of a line of an old kernel; another host; a file without stamps.
    let rest = "Nov 26 09:00:00 box kernel:  S3 S4 S5)\n";
    assert_eq!(identities(&format!("{stamped}{rest}")).last(), Some(&kernel));
    let other = "Nov 26 09:00:00 cat kernel: a\n";
    assert_eq!(identities(&format!("{stamped}{other}")).last(), Some(&kernel));
    assert_eq!(identities(&format!("{}{forged}", other.repeat(4))), [kernel; 5]);
    // Three stamps of a program's make no file of stamps.
    let bare = "Nov 26 09:00:00 box kernel: a\n".repeat(5);
    assert_eq!(identities(&format!("{stamped}{bare}")), [kernel; 8]);
    assert!(records(&of(Form::Syslog, &format!("{stamped}{forged}")))[3].transport == Transport::Unknown);
}

#[test]
fn what_others_put_in_front() {
    let plain = "Nov 26 09:00:00 box kernel: [    1.000000] a\nNov 26 09:00:01 box a[2]: b\n";
    for (name, text, form) in [
        (
            "busybox",
            "Nov 26 09:00:00 box kern.info kernel: [    1.000000] a\nNov 26 09:00:01 box daemon.err a[2]: b\n"
                .to_owned(),
            Form::Syslog,
        ),
        (
            "busybox without a host",
            "Nov 26 09:00:00 kern.info kernel: [    1.000000] a\nNov 26 09:00:01 daemon.err a[2]: b\n".to_owned(),
            Form::Syslog,
        ),
        (
            "a container runtime",
            plain.lines().map(|line| format!("2026-11-26T10:00:00.123456789Z {line}\n")).collect(),
            Form::Syslog,
        ),
        (
            "a container runtime that names the stream",
            plain.lines().map(|line| format!("2026-11-26T10:00:00.1Z stdout F {line}\n")).collect(),
            Form::Syslog,
        ),
    ] {
        assert_eq!(sniff(text.as_bytes()), Some(form), "{name}");
        for reading in [all(&text), of(form, &text)] {
            let read: Vec<_> = records(&reading)
                .iter()
                .map(|record| (record.identifier.clone().unwrap_or_default().to_string(), record.message.clone()))
                .collect();
            let expected = [("kernel", "a"), ("a", "b")].map(|(name, text)| (name.to_owned(), text.to_owned()));
            assert_eq!(read, expected, "{name}");
            assert_eq!(reading.rejected, 0, "{name}");
        }
    }
    let forged = of(Form::Syslog, "Nov 26 09:00:00 box user.notice kernel: Out of memory\n");
    assert_eq!(records(&forged)[0].identity(), Identity::Program);
}

//! Tests of the reader on sources made in code.

use std::io::Write;

use model::Transport;
use tempfile::TempDir;

use super::*;
use crate::header::MIN_SIZE;
use crate::{Kind, Prefilter, sniff};

const MACHINE: &str = "0123456789abcdef0123456789abcdef";
const COUNT: &str = "92f7af79b533c1fb35e181e941f95aab";

/// An export stream under construction.
#[derive(Default)]
struct Stream(Vec<u8>);

impl Stream {
    /// An entry; `seq` 0 leaves the number out.
    fn add(mut self, boot: u32, seq: u64, at_s: i64, monotonic_s: i64, fields: &[(&str, &str)]) -> Self {
        let mut entry = String::new();
        if seq > 0 {
            entry += &format!("__CURSOR=s={COUNT};i={seq:x};b={boot:032x};m=0;t=0;x=0\n");
        }
        entry += &format!("__REALTIME_TIMESTAMP={}\n", at_s * 1_000_000);
        entry += &format!("__MONOTONIC_TIMESTAMP={}\n", monotonic_s * 1_000_000);
        entry += &format!("_BOOT_ID={boot:032x}\n_MACHINE_ID={MACHINE}\n_HOSTNAME=box\n");
        for (name, value) in fields {
            entry += &format!("{name}={value}\n");
        }
        self.0.extend(entry.as_bytes());
        self.0.push(b'\n');
        self
    }

    fn write(&self, dir: &TempDir, name: &str) -> Source {
        let path = dir.path().join(name);
        fs::write(&path, &self.0).unwrap();
        Source::Export(path)
    }
}

fn wanted(text: &'static str) -> Prefilter {
    Box::new(move |message| message.windows(text.len()).any(|part| part == text.as_bytes()))
}

fn selection(head: usize, tail: usize) -> Selection {
    Selection {
        filtered: vec![("_TRANSPORT", "kernel".to_owned()), ("SYSLOG_IDENTIFIER", "earlyoom".to_owned())],
        chatty: vec![("SYSLOG_IDENTIFIER", "dockerd".to_owned())],
        wanted: wanted("want"),
        always: vec![Id128::of(1)],
        stream_always: vec![Id128::of(2)],
        head_entries: head,
        tail_entries: tail,
    }
}

fn read(sources: &[Source], selection: &Selection) -> Reading {
    Reader::open(sources, 0).unwrap().read(selection)
}

fn order(reading: &Reading) -> Vec<u128> {
    reading.boots.iter().map(|boot| u128::from_be_bytes(boot.boot.id.0)).collect()
}

fn messages(reading: &Reading, boot: usize) -> Vec<&str> {
    reading.boots[boot].records.iter().map(|record| record.message.as_str()).collect()
}

#[test]
fn numbers_order_boots_whatever_the_clock_says() {
    let dir = TempDir::new().unwrap();
    let stream = Stream::default()
        .add(3, 30, 100, 1, &[("MESSAGE", "c")])
        .add(1, 10, 900, 1, &[("MESSAGE", "a")])
        .add(2, 20, 500, 1, &[("MESSAGE", "b")]);
    let reading = read(&[stream.write(&dir, "x")], &selection(1, 1));
    assert_eq!(order(&reading), [1, 2, 3]);
    assert!(!reading.order_uncertain);
    assert_eq!(reading.boots[0].boot.first_seq.map(|seq| seq.number), Some(10));
}

#[test]
fn without_numbers_the_first_appearance_orders() {
    let dir = TempDir::new().unwrap();
    let stream = Stream::default().add(3, 0, 100, 1, &[]).add(1, 0, 200, 1, &[]).add(3, 0, 101, 2, &[]).add(
        2,
        0,
        300,
        1,
        &[],
    );
    let reading = read(&[stream.write(&dir, "x")], &selection(1, 1));
    assert_eq!(order(&reading), [3, 1, 2]);
    assert!(!reading.order_uncertain);
    // With contradicting clocks the order stays but is not sure.
    let stream = Stream::default().add(3, 0, 900, 1, &[]).add(1, 0, 200, 1, &[]);
    let reading = read(&[stream.write(&dir, "x")], &selection(1, 1));
    assert_eq!((order(&reading), reading.order_uncertain), (vec![3, 1], true));
}

#[test]
fn sources_without_a_common_count_are_ordered_by_time() {
    let dir = TempDir::new().unwrap();
    let numbered = Stream::default().add(5, 1, 1000, 1, &[]).add(6, 2, 2000, 1, &[]);
    let late = Stream::default().add(9, 0, 3000, 1, &[]);
    let early = Stream::default().add(4, 0, 500, 1, &[]);
    let sources = [late.write(&dir, "late"), numbered.write(&dir, "numbered"), early.write(&dir, "early")];
    let reading = read(&sources, &selection(1, 1));
    assert_eq!((order(&reading), reading.order_uncertain), (vec![4, 5, 6, 9], false));
    let inside = Stream::default().add(7, 0, 1500, 1, &[]);
    let reading = read(&[numbered.write(&dir, "n"), inside.write(&dir, "i")], &selection(1, 1));
    assert_eq!((order(&reading), reading.order_uncertain), (vec![5, 7, 6], true));
}

#[test]
fn the_selection_keeps_what_it_names() {
    let dir = TempDir::new().unwrap();
    let id = |number: u32| format!("{number:032x}");
    let kernel = ("_TRANSPORT", "kernel");
    let rows: Vec<Vec<(&str, String)>> = vec![
        vec![("MESSAGE", "head".into())],
        vec![("MESSAGE", "dropped".into())],
        vec![("MESSAGE", "kernel want".into()), (kernel.0, kernel.1.into())],
        vec![("MESSAGE", "kernel dull".into()), (kernel.0, kernel.1.into())],
        vec![("MESSAGE", "want of somebody".into()), ("SYSLOG_IDENTIFIER", "other".into())],
        vec![("MESSAGE", "earlyoom want".into()), ("SYSLOG_IDENTIFIER", "earlyoom".into())],
        vec![("MESSAGE", "always".into()), ("MESSAGE_ID", id(1))],
        vec![("MESSAGE", "in streams".into()), ("MESSAGE_ID", id(2)), ("UNIT", "a.service".into())],
        vec![("MESSAGE", "another id".into()), ("MESSAGE_ID", id(3))],
        vec![("MESSAGE", "tail 1".into())],
        vec![("MESSAGE", "tail want".into()), (kernel.0, kernel.1.into())],
    ];
    let mut stream = Stream::default();
    for (number, row) in (1_i64..).zip(&rows) {
        let fields: Vec<(&str, &str)> = row.iter().map(|(name, value)| (*name, value.as_str())).collect();
        stream = stream.add(1, number as u64, 1000 + number, number, &fields);
    }
    let reading = read(&[stream.write(&dir, "x")], &selection(1, 2));
    assert_eq!(
        messages(&reading, 0),
        ["head", "kernel want", "earlyoom want", "always", "in streams", "tail 1", "tail want"]
    );
    let boot = &reading.boots[0];
    assert_eq!(boot.tail_from, Some(Micros::from_secs(1010)));
    assert_eq!((boot.boot.entries, reading.inputs[0].records, reading.inputs[0].rejected), (11, 11, 0));
    assert_eq!(boot.hostname.as_deref(), Some("box"));
    assert_eq!(boot.records[1].transport, Transport::Kernel);
    assert_eq!(boot.records[4].field("UNIT"), Some("a.service"));
    // Two entries of eight lines stand before it.
    assert_eq!(boot.records[1].origin.line, Some(17));
    // Of a boot no longer than head and tail everything is kept.
    let reading = read(&[stream.write(&dir, "x")], &selection(5, 6));
    assert_eq!(reading.boots[0].records.len(), 11);
    assert_eq!(reading.boots[0].tail_from, Some(Micros::from_secs(1001)));
}

#[test]
fn entries_read_out_of_order_are_put_in_order() {
    let dir = TempDir::new().unwrap();
    let mut stream = Stream::default();
    for monotonic in [5, 3, 9, 1, 7, 2, 8, 4, 6] {
        let message = monotonic.to_string();
        stream = stream.add(1, 0, 1000 + monotonic, monotonic, &[("MESSAGE", &message)]);
    }
    let reading = read(&[stream.write(&dir, "x")], &selection(2, 3));
    assert_eq!(messages(&reading, 0), ["1", "2", "7", "8", "9"]);
    let boot = &reading.boots[0].boot;
    assert_eq!((boot.first, boot.last), (Micros::from_secs(1001), Micros::from_secs(1009)));
    assert_eq!((boot.first_monotonic, boot.last_monotonic), (Some(1_000_000), Some(9_000_000)));
}

#[test]
fn the_last_entry_is_that_of_the_highest_monotonic_time() {
    let dir = TempDir::new().unwrap();
    let stream = Stream::default()
        .add(1, 1, 9000, 10, &[("_TRANSPORT", "kernel"), ("MESSAGE", "Linux version 6.8")])
        .add(1, 2, 9001, 11, &[("_UID", "1000"), ("_PID", "77")])
        .add(1, 3, 2002, 12, &[]);
    let reading = read(&[stream.write(&dir, "x")], &selection(3, 3));
    let boot = &reading.boots[0].boot;
    assert_eq!(boot.last, Micros::from_secs(2002));
    assert_eq!(boot.clock_steps.len(), 1);
    assert_eq!(boot.clock_steps[0].at, Micros::from_secs(2002));
    assert_eq!(boot.clock_steps[0].by, Span::secs(-7000));
    assert!(boot.has_head && boot.has_system_entries);
}

#[test]
fn heads_and_system_entries() {
    type Fields = &'static [(&'static str, &'static str)];
    const USER: Fields = &[("_UID", "1000"), ("_PID", "7"), ("_TRANSPORT", "journal")];
    const KERNEL: Fields = &[("_TRANSPORT", "kernel"), ("MESSAGE", "usb 1-1: new device")];
    let dir = TempDir::new().unwrap();
    let cases: [(&str, i64, Fields, bool, bool); 3] = [
        ("user entries only", 20, USER, false, false),
        ("the head was vacuumed", 4000, KERNEL, false, true),
        ("an early kernel line", 20, KERNEL, true, true),
    ];
    for (name, monotonic, fields, head, system) in cases {
        let reading =
            read(&[Stream::default().add(1, 1, 9000, monotonic, fields).write(&dir, "x")], &selection(1, 1));
        let boot = &reading.boots[0].boot;
        assert_eq!((boot.has_head, boot.has_system_entries), (head, system), "{name}");
    }
}

#[test]
fn entries_that_lack_time_or_boot_are_rejected_with_their_line() {
    let dir = TempDir::new().unwrap();
    let mut stream = Stream::default().add(1, 1, 1000, 1, &[("MESSAGE", "good")]);
    stream.0.extend(b"__REALTIME_TIMESTAMP=1\nMESSAGE=no boot\n\n");
    stream.0.extend(b"_BOOT_ID=00000000000000000000000000000001\nMESSAGE=no time\n\n");
    stream.0.extend(b"__REALTIME_TIMESTAMP=soon\n_BOOT_ID=1\n\n");
    stream.0.extend(b"__REALTIME_TIMESTAMP=5\n_BOOT_ID=1\n\n");
    let mut stream = stream.add(1, 2, 1001, 2, &[("MESSAGE", "also good")]);
    stream.0.extend(b"__REALTIME_TIMESTAMP=12");
    let reading = read(&[stream.write(&dir, "x")], &selection(5, 5));
    let input = &reading.inputs[0];
    assert_eq!((input.records, input.rejected), (2, 5));
    let lines: Vec<_> = input.problems.iter().map(|problem| problem.line.unwrap()).collect();
    assert_eq!(lines, [9, 12, 15, 18, 29]);
    assert!(input.problems[0].what.contains("_BOOT_ID"), "{:?}", input.problems);
    assert_eq!(messages(&reading, 0), ["good", "also good"]);
}

#[test]
fn one_boot_from_two_sources_is_one_boot() {
    let dir = TempDir::new().unwrap();
    let entry = |stream: Stream, n: i64| stream.add(1, n as u64, 1000 + n, n, &[("MESSAGE", "m")]);
    let one = (1..=4).fold(Stream::default(), entry);
    let two = (3..=6).fold(Stream::default(), entry);
    let reading = read(&[one.write(&dir, "one"), two.write(&dir, "two")], &selection(9, 9));
    assert_eq!(reading.boots.len(), 1);
    let numbers: Vec<_> = reading.boots[0].records.iter().map(|record| record.seq.unwrap().number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
    assert_eq!(reading.boots[0].boot.entries, 6);
    assert_eq!(reading.boots[0].boot.last_seq.map(|seq| seq.number), Some(6));
    assert_eq!(reading.inputs.iter().map(|input| input.records).sum::<u64>(), 8);
}

fn packed(name: &str, bytes: &[u8]) -> Vec<u8> {
    let gz = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    match name {
        "gz" => gz(bytes),
        "gz of two members" => [gz(&bytes[..100]), gz(&bytes[100..])].concat(),
        "xz" => {
            let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 1);
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap()
        }
        "zst" => zstd::encode_all(bytes, 1).unwrap(),
        _ => bytes.to_vec(),
    }
}

#[test]
fn compressed_streams_are_looked_through() {
    let dir = TempDir::new().unwrap();
    let stream = (1..=50).fold(Stream::default(), |stream, n| {
        stream.add(1, n, 1000 + n as i64, n as i64, &[("MESSAGE", &format!("line {n} of some text"))])
    });
    for name in ["plain", "gz", "gz of two members", "xz", "zst"] {
        let path = dir.path().join("stream");
        let bytes = packed(name, &stream.0);
        fs::write(&path, &bytes).unwrap();
        assert_eq!(sniff(&path).unwrap(), Some(Kind::Export), "{name}");
        let reading = read(&[Source::Export(path.clone())], &selection(25, 25));
        assert_eq!((reading.inputs[0].records, reading.inputs[0].rejected), (50, 0), "{name}");
        assert_eq!(reading.boots[0].records.len(), 50, "{name}");
        // A torn archive gives what came before the tear.
        fs::write(&path, &bytes[..bytes.len() - 20]).unwrap();
        let reading = read(&[Source::Export(path)], &selection(25, 25));
        assert_eq!(reading.inputs[0].problems.len(), 1, "{name}: {:?}", reading.inputs[0].problems);
    }
}

/// A header that claims 4 KiB more than it writes, so that the file counts as truncated.
fn truncated_file(boot: u32, first: u64, last: u64, at_s: u64, monotonic_s: u64) -> Vec<u8> {
    let mut bytes = vec![0; MIN_SIZE];
    let id = |text: &str| Id128::parse(text).unwrap().0;
    let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
    put(0, b"LPKSHHRH");
    put(16, &[1]);
    put(24, &Id128::of(u128::from(boot) + 77).0);
    put(40, &id(MACHINE));
    put(56, &Id128::of(boot.into()).0);
    put(72, &id(COUNT));
    put(88, &264_u64.to_le_bytes());
    put(96, &4096_u64.to_le_bytes());
    put(152, &(last - first + 1).to_le_bytes());
    put(160, &last.to_le_bytes());
    put(168, &first.to_le_bytes());
    put(184, &((at_s - 60) * 1_000_000).to_le_bytes());
    put(192, &(at_s * 1_000_000).to_le_bytes());
    put(200, &(monotonic_s * 1_000_000).to_le_bytes());
    bytes
}

#[test]
fn a_boot_known_only_from_a_header_has_its_place() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().join(MACHINE);
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("system@1-2.journal~"), truncated_file(2, 11, 19, 5000, 300)).unwrap();
    // Its clock is ahead of the boot's after it.
    let stream = Stream::default().add(1, 10, 1000, 1, &[]).add(3, 20, 3000, 1, &[]);
    let sources = [Source::Directory(dir.path().to_owned()), stream.write(&dir, "x")];
    let reading = read(&sources, &selection(5, 5));
    assert_eq!(order(&reading), [1, 2, 3]);
    let boot = &reading.boots[1].boot;
    assert!(boot.header_only && !boot.has_head);
    assert_eq!((boot.first, boot.last), (Micros::from_secs(4940), Micros::from_secs(5000)));
    assert_eq!((boot.entries, boot.last_seq.map(|seq| seq.number)), (0, Some(19)));
    let file = &reading.files[0];
    assert!(!file.readable && file.is_unclean());
    assert_eq!(file.lost_bytes, 264 + 4096 - MIN_SIZE as u64);
    let what = &reading.inputs[0].problems[0].what;
    assert!(what.contains("truncated") && what.contains("system@1-2.journal~"), "{what}");
    // An entry of the boot in another source makes it a boot like others.
    let known = Stream::default().add(2, 12, 4950, 250, &[]);
    let reading = read(&[sources[0].clone(), known.write(&dir, "y")], &selection(5, 5));
    assert_eq!((reading.boots.len(), reading.boots[0].boot.header_only), (1, false));
}

#[test]
fn the_head_of_an_earlier_boot_is_not_taken_for_the_last_boots() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("system.journal");
    fs::write(&path, truncated_file(2, 11, 19, 5000, 20)).unwrap();
    let reading = read(&[Source::File(path)], &selection(5, 5));
    let boot = &reading.boots[0].boot;
    assert_eq!((boot.first, boot.first_seq), (Micros::from_secs(4980), None));
}

#[test]
fn files_that_are_not_read_say_why() {
    let dir = TempDir::new().unwrap();
    let mut flags = truncated_file(1, 1, 2, 1000, 20);
    flags[13] = 0x40;
    let cases = [
        ("a.journal", Vec::new(), "empty"),
        ("b.journal", b"some text that is no journal".to_vec(), "not a journal file"),
        ("c.journal", vec![0; 5000], "all zeros"),
        ("d.journal", b"LPKSHHRH".to_vec(), "ends inside its header"),
        ("e.journal", flags, "not supported (incompatible flags 0x4000)"),
    ];
    for (name, bytes, _) in &cases {
        fs::write(dir.path().join(name), bytes).unwrap();
    }
    let reading = read(&[Source::Directory(dir.path().to_owned())], &selection(1, 1));
    for ((name, _, why), problem) in cases.iter().zip(&reading.inputs[0].problems) {
        assert!(problem.what.contains(name) && problem.what.contains(why), "{}", problem.what);
    }
    assert_eq!(reading.inputs[0].problems.len(), cases.len());
}

#[test]
fn folders_are_searched_as_journald_lays_them_out() {
    let dir = TempDir::new().unwrap();
    let inner = [
        "system.journal".to_owned(),
        format!("{MACHINE}/system.journal"),
        format!("{MACHINE}/user-1000@1-2.journal~"),
        format!("{MACHINE}/notes.txt"),
        format!("{MACHINE}.lab/system.journal"),
        "host1/system.journal".to_owned(),
        format!("host1/{MACHINE}/system.journal"),
        "host1/deeper/system.journal".to_owned(),
    ];
    for name in &inner {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
    }
    let (files, problems) = files::in_directory(dir.path()).unwrap();
    let mut names: Vec<String> =
        files.iter().map(|path| path.strip_prefix(dir.path()).unwrap().display().to_string()).collect();
    names.sort();
    let mut expected = [&inner[0], &inner[1], &inner[2], &inner[5], &inner[6]].map(String::clone);
    expected.sort();
    assert_eq!(names, expected);
    assert_eq!(problems.len(), 1);
    assert!(problems[0].what.contains("namespace lab"), "{}", problems[0].what);
}

#[test]
fn a_file_given_twice_is_read_once() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("system.journal");
    fs::write(&path, truncated_file(2, 11, 19, 5000, 20)).unwrap();
    let sources = [Source::File(path), Source::Directory(dir.path().to_owned())];
    let reading = read(&sources, &selection(1, 1));
    assert_eq!((reading.files.len(), reading.boots.len()), (1, 1));
    assert!(reading.inputs[1].problems[0].what.contains("read once"));
}

#[test]
fn sources_that_cannot_be_opened() {
    let dir = TempDir::new().unwrap();
    let missing = dir.path().join("missing");
    for source in [Source::Export(missing.clone()), Source::File(missing.clone()), Source::Directory(missing)]
    {
        let error = Reader::open(&[source], 0).err().unwrap();
        assert!(
            matches!(&error, JournalError::Open { .. }) && error.to_string().contains("missing"),
            "{error}"
        );
    }
    let error = Reader::open(&[Source::Directory(dir.path().to_owned())], 0).err().unwrap();
    assert!(matches!(error, JournalError::NoFiles { .. }), "{error}");
}

#[test]
fn the_live_journal_is_this_machines() {
    let root = TempDir::new().unwrap();
    let error = Reader::open_below(root.path(), &[Source::Live], 0).err().unwrap();
    let text = error.to_string();
    assert!(matches!(error, JournalError::NoJournal { .. }));
    assert!(text.contains("Storage=persistent") && text.contains("/var/log/journal"), "{text}");
    let other = "f".repeat(32);
    for (machine, boot) in [(MACHINE, 1), (other.as_str(), 2)] {
        let folder = root.path().join("var/log/journal").join(machine);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("system.journal"), truncated_file(boot, 1, 2, 5000, 20)).unwrap();
    }
    fs::create_dir(root.path().join("etc")).unwrap();
    fs::write(root.path().join("etc/machine-id"), format!("{MACHINE}\n")).unwrap();
    let mut reader = Reader::open_below(root.path(), &[Source::Live], 4).unwrap();
    let reading = reader.read(&selection(1, 1));
    assert_eq!(order(&reading), [1]);
    assert_eq!((reading.inputs[0].kind, reading.inputs[0].id), (InputKind::LiveJournal, InputId(4)));
    fs::remove_file(root.path().join("etc/machine-id")).unwrap();
    let reading = Reader::open_below(root.path(), &[Source::Live], 0).unwrap().read(&selection(1, 1));
    assert_eq!(reading.boots.len(), 2);
}

#[test]
fn sources_are_recognised_by_content() {
    let dir = TempDir::new().unwrap();
    let stream = Stream::default().add(1, 1, 1000, 1, &[]).0;
    let journal = truncated_file(1, 1, 2, 1000, 20);
    let unsigned = [b"XPKSHHRH", &journal[8..]].concat();
    let cases: [(&str, Vec<u8>, Option<Kind>); 11] = [
        ("j.journal~", unsigned.clone(), Some(Kind::JournalFile)),
        ("k.bin", unsigned, None),
        ("a.csv", stream.clone(), Some(Kind::Export)),
        ("b", [b"torn line\n".as_slice(), &stream].concat(), Some(Kind::Export)),
        ("c.txt", journal.clone(), Some(Kind::JournalFile)),
        ("d.zst", packed("zst", &journal), Some(Kind::JournalFile)),
        ("e.journal", b"time,value\n1,2\n".to_vec(), None),
        ("f.journal", Vec::new(), Some(Kind::JournalFile)),
        ("g.json", b"{\"__CURSOR\":\"s=1\"}\n".to_vec(), Some(Kind::Export)),
        ("h.csv", packed("gz", b"time,value\n1,2\n"), None),
        ("i.csv", Vec::new(), None),
    ];
    for (name, bytes, kind) in cases {
        let path = dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        assert_eq!(sniff(&path).unwrap(), kind, "{name}");
    }
    assert_eq!(sniff(dir.path()).unwrap(), Some(Kind::Directory));
    assert_eq!(sniff(TempDir::new().unwrap().path()).unwrap(), None);
    assert_eq!(sniff(Path::new("-")).unwrap(), Some(Kind::Export));
    assert!(sniff(&dir.path().join("none")).is_err());
}

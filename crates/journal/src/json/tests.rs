//! Tests of the JSON reader.

use proptest::prelude::*;

use super::*;
use crate::entries;

fn steps(bytes: &[u8]) -> Vec<(u64, Result<Vec<u8>, String>)> {
    entries::steps(JsonReader::new(bytes, vec!["MESSAGE", "UNIT", "_PID"]))
}

/// Lines and whether an entry begins on them.
fn outline(bytes: &[u8]) -> Vec<(u64, bool)> {
    steps(bytes).iter().map(|(line, step)| (*line, step.is_ok())).collect()
}

const A: &str = r#"{"MESSAGE":"a","_PID":"1"}"#;

#[test]
fn objects_however_they_stand() {
    type Case = (&'static str, String, &'static [(u64, bool)]);
    let pretty = "{\n\t\"MESSAGE\" : \"a { [ \\\" } \\\\\",\n\t\"UNIT\" : [\n\t\t\"b\"\n\t]\n}\n";
    let cases: &[Case] = &[
        ("nothing", String::new(), &[]),
        ("blank", "\n \n".into(), &[]),
        ("two lines", format!("{A}\n{A}\n"), &[(1, true), (2, true)]),
        ("no last newline", format!("{A}\n{A}"), &[(1, true), (2, true)]),
        ("CR LF", format!("{A}\r\n{A}\r\n"), &[(1, true), (2, true)]),
        ("one line", format!("{A}{A} {A}"), &[(1, true), (1, true), (1, true)]),
        ("pretty", format!("{pretty}{pretty}"), &[(1, true), (7, true)]),
        ("pretty, CR LF", format!("{pretty}{pretty}").replace('\n', "\r\n"), &[(1, true), (7, true)]),
        ("sequence", format!("\u{1e}{A}\n\u{1e}{A}\n"), &[(1, true), (2, true)]),
        ("events", format!("data: {A}\n\ndata: {A}\n\n"), &[(1, true), (3, true)]),
        ("an array", format!("[{A},{A}]"), &[(1, true), (1, true)]),
        ("a pretty array", format!("\u{feff}[\n  {A},\n  {A}\n]\n"), &[(2, true), (3, true)]),
        ("torn last line", format!("{A}\n{{\"MESSAGE\":\"b"), &[(1, true), (2, false)]),
        ("torn first line", format!("E\":\"b\"}}\n{A}\n"), &[(1, false), (2, true)]),
        (
            "torn pretty start",
            format!("\t\"A\" : \"b\",\n\t\"B\" : [\n\t\t1\n\t]\n}}\n{A}"),
            &[(1, false), (6, true)],
        ),
        ("torn in a string", format!("{{\"MESSAGE\":\"b\n{A}\n"), &[(1, false), (2, true)]),
        ("torn between", format!("{{\"MESSAGE\":\n{A}\n"), &[(1, false), (2, true)]),
        ("torn sequence", format!("\u{1e}{{\"MESSAGE\":\u{1e}{A}\n"), &[(1, false), (1, true)]),
        ("torn event", format!("data: {{\"MESSAGE\":\"a\",\ndata: {A}\n"), &[(1, false), (2, true)]),
        ("one brace too many", format!("{A}}}\n{A}\n"), &[(1, true), (1, false), (2, true)]),
        ("one brace too few", format!("{{{A}\n{A}\n"), &[(1, false), (2, true)]),
        ("no JSON inside", format!("{{MESSAGE}}{A}\n"), &[(1, false), (1, true)]),
        ("text between", format!("{A}\n-- Boot 1 --\nmore\n{A}"), &[(1, true), (2, false), (4, true)]),
        ("a raw control character", format!("{{\"MESSAGE\":\"\u{1}\"}}\n{A}"), &[(1, false), (2, true)]),
        ("a number is no entry", "1\n2\n".into(), &[(1, false)]),
    ];
    for (name, bytes, expected) in cases {
        assert_eq!(&outline(bytes.as_bytes()), expected, "{name}");
    }
}

#[test]
fn values() {
    let cases: &[(&str, &[&[u8]])] = &[
        (r#""a\n\u00e9\u0000""#, &[b"a\n\xc3\xa9\0"]),
        ("[97,255,0]", &[b"a\xff\0"]),
        (r#"["a",[98,254],null,"c"]"#, &[b"a", b"b\xfe", b"c"]),
        ("null", &[]),
        ("[]", &[]),
        ("17", &[b"17"]),
        ("[1000]", &[b"1000"]),
        ("-3", &[b"-3"]),
        ("true", &[b"true"]),
        (r#"{"a":[1]}"#, &[]),
        ("\"\u{fffd}\"", &["\u{fffd}".as_bytes()]),
    ];
    for (value, expected) in cases {
        let text = format!("{{\"A\":{{\"MESSAGE\":1}},\"MESSAGE\":{value},\"B\":[]}}");
        let mut reader = JsonReader::new(text.as_bytes(), vec!["MESSAGE"]);
        assert_eq!(reader.step().unwrap(), Step::Entry { line: 1, closed: true }, "{value}");
        let found: Vec<&[u8]> = reader.fields().iter().map(|(_, value)| value.as_slice()).collect();
        assert_eq!(&found, expected, "{value}");
        assert_eq!(!reader.losses().is_empty(), value.contains("null"), "{value}");
    }
    assert_eq!(steps(b"{\"MESSAGE\":\"a\xffb\"}"), [(1, Ok("a\u{fffd}b".into()))]);
}

#[test]
fn what_is_too_large_is_cut_or_passed_over() {
    let value = "x".repeat(200_000);
    let numbers = "7,".repeat(100_000) + "7";
    let many = "\"a\",".repeat(5000) + "\"b\"";
    for value in [format!("\"{value}\""), format!("[{numbers}]")] {
        let found = steps(format!("{{\"MESSAGE\":{value}}}\n{A}").as_bytes());
        assert_eq!(found[0].1.as_ref().unwrap().len(), crate::fields::VALUE_MAX);
        assert_eq!(found[1], (2, Ok(b"a".to_vec())));
    }
    let text = format!("{{\"MESSAGE\":[{many}]}}");
    let mut reader = JsonReader::new(text.as_bytes(), vec!["MESSAGE"]);
    reader.step().unwrap();
    assert_eq!(reader.fields().len(), 1024);
    let huge = format!("{{\"MESSAGE\":\"{}\"}}\n{A}\n", "x".repeat(9 << 20));
    assert_eq!(outline(huge.as_bytes()), [(1, false), (2, true)]);
}

#[test]
fn deep_nesting_is_refused() {
    let deep = format!("{{\"MESSAGE\":{}1{}}}\n{A}\n", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(outline(deep.as_bytes()), [(1, false), (2, true)]);
}

fn object(message: &str) -> String {
    serde_json::to_string(&serde_json::json!({ "MESSAGE": message, "_PID": "1" })).unwrap()
}

proptest! {
    #[test]
    fn any_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        steps(&bytes);
    }

    #[test]
    fn any_tokens_never_panic(tokens in proptest::collection::vec("[\\[\\]{}:,\"\\\\\n\x1e0-9a-z]|\"MESSAGE\":|data: |\"[a-z]*\"", 0..80)) {
        let bytes = tokens.concat();
        let found = steps(bytes.as_bytes());
        prop_assert!(found.len() <= bytes.len());
        prop_assert!(found.windows(2).all(|pair| pair[0].0 <= pair[1].0));
    }

    #[test]
    fn nothing_is_lost(messages in proptest::collection::vec(any::<String>(), 0..20), between in "\n|\r\n|,|\n\u{1e}|\n\ndata: ", chunk in 1_usize..70) {
        let text = messages.iter().map(|message| object(message)).collect::<Vec<_>>().join(&between);
        let mut reader = JsonReader::new(io::BufReader::with_capacity(chunk, text.as_bytes()), vec!["MESSAGE"]);
        for message in &messages {
            let is_entry = matches!(reader.step().unwrap(), Step::Entry { .. });
            prop_assert!(is_entry);
            prop_assert_eq!(reader.field("MESSAGE"), Some(message.as_bytes()));
        }
        prop_assert_eq!(reader.step().unwrap(), Step::End);
    }

    #[test]
    fn a_torn_object_costs_only_itself(before in 0_usize..5, after in 0_usize..5, cut in 1_usize..25) {
        let text = format!("{}{}\n{}", format!("{A}\n").repeat(before), &A[..cut], format!("{A}\n").repeat(after));
        let found = steps(text.as_bytes());
        prop_assert_eq!(found.iter().filter(|(_, step)| step.is_ok()).count(), before + after);
        prop_assert_eq!(found.len(), before + after + 1);
    }

    #[test]
    fn a_stream_is_the_sum_of_its_parts(texts in proptest::collection::vec("\\PC{0,20}", 1..20), at in any::<prop::sample::Index>()) {
        let lines: Vec<String> = texts.iter().map(|text| object(text) + "\n").collect();
        let (one, two) = lines.split_at(at.index(lines.len()));
        let parts = [steps(one.concat().as_bytes()), steps(two.concat().as_bytes())].concat();
        let whole = steps(lines.concat().as_bytes());
        prop_assert_eq!(whole.len(), parts.len());
        for (a, b) in whole.iter().zip(&parts) {
            prop_assert_eq!(&a.1, &b.1);
        }
    }
}

//! Text logs.

use model::{InputId, Record};
use textlog::{Form, Options, Reading};

/// The forms that can be forced.
const FORMS: [Form; 14] = [
    Form::Short,
    Form::ShortFull,
    Form::ShortIso,
    Form::ShortIsoPrecise,
    Form::ShortPrecise,
    Form::ShortMonotonic,
    Form::ShortUnix,
    Form::WithUnit,
    Form::Syslog,
    Form::Dmesg,
    Form::DmesgWall,
    Form::Last,
    Form::Wtmp,
    Form::BootList,
];

/// Bytes as a text log. A first byte between A and N with a newline behind it chooses the form; without them it is
/// told by content.
pub fn text_log(bytes: &[u8]) {
    let (form, bytes) = match bytes {
        [letter @ b'A'..=b'N', b'\n', rest @ ..] => (FORMS.get(usize::from(letter - b'A')).copied(), rest),
        _ => (None, bytes),
    };
    let options = Options {
        input: InputId(0),
        form,
        zone: None,
        year: Some(2026),
        not_after: None,
        lines: None,
        first_line: 1,
        of_host: None,
        select: &|record: &Record| record.message.contains('o'),
        head_entries: 3,
        tail_entries: 5,
    };
    let read = |chunk| textlog::read(&mut std::io::BufReader::with_capacity(chunk, bytes), &options);
    let reading: Reading = read(1 << 16);
    // wtmp has a record in 384 bytes, a line has at least its newline; every boot of a list is two records.
    let most = bytes.len() as u64 + 1;
    assert!(reading.records + reading.rejected <= 2 * most, "more records than bytes");
    assert!(reading.rejected == 0 || !reading.problems.is_empty(), "rejected in silence");
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
    let counted: u64 = reading.boots.iter().map(|boot| boot.entries).sum();
    assert!(counted <= reading.records, "{counted} entries in boots, {} read", reading.records);
    for boot in &reading.boots {
        assert!(boot.records.len() as u64 <= boot.entries, "more kept than read");
        for record in &boot.records {
            assert!(
                reading.form == Some(Form::Wtmp)
                    || record.origin.line.is_none_or(|line| (1..=lines).contains(&line)),
                "line {:?} is not there",
                record.origin.line
            );
        }
    }
    assert!(read(7) == reading, "it depends on how much is read at once");
}

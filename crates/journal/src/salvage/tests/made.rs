//! Files made object by object, in every layout and compression that journald has written.

use std::io::Write;

use super::*;
use crate::header::incompatible;

/// A field with the compression of its value (the object's flag).
pub(super) type Field<'a> = (&'a str, &'a str, u8);

/// A journal file under construction: header, values and entries, no lists and no hash tables.
pub(super) struct Made {
    pub(super) bytes: Vec<u8>,
    compact: bool,
    values: std::collections::HashMap<String, u64>,
    entries: u64,
}

impl Made {
    pub(super) fn new(incompatible: u32) -> Self {
        let mut bytes = vec![0; 272];
        bytes[..8].copy_from_slice(crate::header::SIGNATURE);
        bytes[12..16].copy_from_slice(&incompatible.to_le_bytes());
        bytes[16] = 1;
        bytes[24..40].copy_from_slice(&[7; 16]);
        bytes[40..56].copy_from_slice(&[8; 16]);
        bytes[72..88].copy_from_slice(&[9; 16]);
        bytes[88..96].copy_from_slice(&272_u64.to_le_bytes());
        let compact = incompatible & incompatible::COMPACT != 0;
        Self { bytes, compact, values: std::collections::HashMap::new(), entries: 0 }
    }

    fn object(&mut self, kind: u8, flags: u8, content: &[u8]) -> u64 {
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
        let at = self.bytes.len() as u64;
        self.bytes.extend([kind, flags, 0, 0, 0, 0, 0, 0]);
        self.bytes.extend((16 + content.len() as u64).to_le_bytes());
        self.bytes.extend(content);
        at
    }

    fn value(&mut self, (name, value, flags): Field) -> u64 {
        let field = format!("{name}={value}");
        if let Some(at) = self.values.get(&field) {
            return *at;
        }
        let mut content = vec![0; if self.compact { 56 } else { 48 }];
        content[..8].copy_from_slice(&1_u64.to_le_bytes());
        content.extend(packed(flags, field.as_bytes()));
        let at = self.object(1, flags, &content);
        self.values.insert(field, at);
        at
    }

    /// An entry, so many seconds after its boot's start.
    pub(super) fn add(&mut self, boot: u128, second: u64, fields: &[Field]) -> u64 {
        self.entries += 1;
        let boot = model::Id128::of(boot);
        let id = boot.to_string();
        let all = [&[("_BOOT_ID", id.as_str(), 0)], fields].concat();
        let items: Vec<u64> = all.into_iter().map(|field| self.value(field)).collect();
        let mut content = Vec::new();
        content.extend(self.entries.to_le_bytes());
        content.extend((1_700_000_000_000_000 + second * 1_000_000).to_le_bytes());
        content.extend((second * 1_000_000).to_le_bytes());
        content.extend(boot.0);
        content.extend(0_u64.to_le_bytes());
        for item in items {
            if self.compact {
                content.extend(u32::try_from(item).unwrap().to_le_bytes());
            } else {
                content.extend(item.to_le_bytes());
                content.extend([1; 8]);
            }
        }
        self.object(3, 0, &content)
    }

    /// The file with its counts.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let arena = (self.bytes.len() - 272) as u64;
        self.bytes[96..104].copy_from_slice(&arena.to_le_bytes());
        self.bytes[152..160].copy_from_slice(&self.entries.to_le_bytes());
        self.bytes
    }
}

/// A payload as journald compresses it.
fn packed(flags: u8, field: &[u8]) -> Vec<u8> {
    match flags {
        1 => {
            let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 1);
            encoder.write_all(field).unwrap();
            encoder.finish().unwrap()
        }
        2 => [&(field.len() as u64).to_le_bytes()[..], &lz4_flex::block::compress(field)].concat(),
        4 => zstd::bulk::compress(field, 3).unwrap(),
        _ => field.to_vec(),
    }
}

pub(super) fn written(dir: &TempDir, bytes: &[u8]) -> PathBuf {
    let path = dir.path().join("made.journal");
    fs::write(&path, bytes).unwrap();
    path
}

fn sample(incompatible: u32, flags: u8) -> Vec<u8> {
    let mut made = Made::new(incompatible);
    let long = "many words ".repeat(100);
    for second in 1..=20 {
        let message = format!("line {second} {long}");
        made.add(1, second, &[("MESSAGE", &message, flags), ("_TRANSPORT", "kernel", 0), ("_PID", "17", 0)]);
    }
    made.finish()
}

#[test]
fn every_layout_and_compression_is_read() {
    let dir = TempDir::new().unwrap();
    let keyed = incompatible::KEYED_HASH;
    for layout in [0, keyed, keyed | incompatible::COMPACT] {
        for (flags, feature) in [
            (0, 0),
            (1, incompatible::COMPRESSED_XZ),
            (2, incompatible::COMPRESSED_LZ4),
            (4, incompatible::COMPRESSED_ZSTD),
        ] {
            let mut bytes = sample(layout | feature, flags);
            // Also without a header that could say what it is.
            for headless in [false, true] {
                if headless {
                    bytes[..272].fill(0);
                }
                let salvaged = salvaged(&written(&dir, &bytes), true);
                let salvage = salvaged.salvage;
                assert_eq!((salvage.found, salvage.partial, salvage.gaps), (20, 0, 0), "{layout} {flags}");
                assert_eq!(salvage.promised, (!headless).then_some(20));
                let boots = boots(salvaged);
                let record = &boots[0].records[4];
                assert_eq!((record.pid, record.monotonic), (Some(17), Some(5_000_000)));
                assert!(record.message.starts_with("line 5 many words many"), "{}", record.message);
                assert_eq!(record.message.len(), 7 + 1100);
            }
        }
    }
}

#[test]
fn a_number_of_no_known_count_is_a_count_of_its_own() {
    let dir = TempDir::new().unwrap();
    let mut bytes = sample(0, 0);
    bytes[..272].fill(0);
    let path = written(&dir, &bytes);
    let source = |number| {
        let salvaged = read(&path, number, InputId(0), &selection(true)).unwrap();
        boots(salvaged)[0].boot.first_seq.unwrap().source
    };
    assert_ne!(source(0), source(1));
}

#[test]
fn a_sender_that_is_lost_is_not_made_up() {
    let dir = TempDir::new().unwrap();
    let mut made = Made::new(incompatible::COMPACT);
    made.add(1, 1, &[("MESSAGE", "hello", 0)]);
    let trusted = [("_COMM", "app", 0), ("_UID", "1000", 0), ("_TRANSPORT", "syslog", 0)];
    let fields = [("SYSLOG_IDENTIFIER", "earlyoom", 0), ("MESSAGE", "low memory!", 0)];
    made.add(1, 2, &[&fields[..], &trusted].concat());
    let trusted_at: Vec<u64> = ["_COMM=app", "_UID=1000"].iter().map(|value| made.values[*value]).collect();
    let mut bytes = made.finish();
    let whole = boots(salvaged(&written(&dir, &bytes), true)).remove(0).records.remove(1);
    assert_eq!(whole.identifier.as_deref(), Some("earlyoom"));
    for at in trusted_at {
        bytes[at as usize] = 0;
    }
    let salvaged = salvaged(&written(&dir, &bytes), true);
    assert_eq!((salvaged.salvage.found, salvaged.salvage.partial), (2, 1));
    let record = boots(salvaged).remove(0).records.remove(1);
    assert_eq!((record.message.as_str(), record.identifier), ("low memory!", None));
}

#[test]
fn a_damaged_time_or_boot_comes_from_the_neighbours() {
    let dir = TempDir::new().unwrap();
    let mut made = Made::new(incompatible::COMPACT);
    let places: Vec<u64> =
        (1..=9).map(|second| made.add(1, second, &[("MESSAGE", &format!("line {second}"), 0)])).collect();
    let good = made.finish();
    // Number, wall time, monotonic time, boot id; of each a bit far up.
    for (field, bit) in [(22, 3), (30, 3), (38, 3), (41, 6)] {
        let mut bytes = good.clone();
        bytes[places[4] as usize + field] ^= 1 << bit;
        let salvaged = salvaged(&written(&dir, &bytes), true);
        assert_eq!((salvaged.salvage.found, salvaged.salvage.mended, salvaged.salvage.strays), (9, 1, 0));
        let boots = boots(salvaged);
        let boot = &boots[0].boot;
        assert_eq!(
            (boots.len(), boot.first_monotonic, boot.last_monotonic),
            (1, Some(1_000_000), Some(9_000_000))
        );
        assert_eq!(boot.last_seq.map(|seq| seq.number), Some(9));
        assert!(boot.clock_steps.is_empty(), "{field}");
    }
}

#[test]
fn what_a_message_holds_is_no_entry() {
    // A whole journal in a message, and the place behind it damaged, so that its bytes are searched.
    let dir = TempDir::new().unwrap();
    let mut made = Made::new(incompatible::COMPACT);
    made.object(2, 0, &[1; 40]);
    made.add(1, 1, &[("MESSAGE", "before", 0)]);
    let mut inner = Made::new(incompatible::COMPACT);
    inner.add(66, 1, &[("MESSAGE", "forged", 0)]);
    let inner: Vec<u8> = inner.bytes.split_off(272);
    let mut content = vec![0; 56];
    content[..8].fill(1);
    content.extend(b"MESSAGE=");
    content.extend(&inner);
    made.object(1, 0, &content);
    made.bytes.extend([0xff; 64]);
    made.add(1, 2, &[("MESSAGE", "after", 0)]);
    let salvaged = salvaged(&written(&dir, &made.finish()), true);
    assert_eq!(salvaged.salvage.found, 2, "the forged entry's values are not where it says");
    assert_eq!(boots(salvaged).len(), 1);
}

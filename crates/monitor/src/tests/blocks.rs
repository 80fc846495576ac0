//! A law: in which blocks a file is read means nothing.

use std::io::Read;

use proptest::prelude::*;

use super::*;
use crate::log::Log;
use crate::{finish, stream};

/// Gives out a few bytes at a time, as a decoder may.
struct Drops<'a>(&'a [u8], usize);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let some = self.1.min(buffer.len());
        let (now, rest) = self.0.split_at(some.min(self.0.len()));
        buffer[..now.len()].copy_from_slice(now);
        self.0 = rest;
        Ok(now.len())
    }
}

/// The reading, or why there is none.
fn by(size: usize, members: &[&[u8]], drop: usize) -> String {
    let (mut log, options) = (Log::default(), options(Some("Asia/Tokyo"), None, Some(2026)));
    let sources = members.iter().map(|member| Box::new(Drops(member, drop)) as crate::Source<'_>).collect();
    let found = stream::frame_by(size, sources, &options, &mut log);
    format!("{:?}", found.and_then(|found| finish(found, InputId(0), &options, log)))
}

#[test]
fn every_kind_of_file_reads_the_same_in_blocks_of_any_size() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/monitors");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let beginning = &bytes[..bytes.len().min(20_000)];
        let whole = by(1 << 20, &[beginning], usize::MAX);
        for (size, drop) in [(1, 7), (300, usize::MAX), (4096, 100)] {
            assert_eq!(by(size, &[beginning], drop), whole, "{} in blocks of {size}", path.display());
        }
        files += 1;
    }
    assert!(files > 20, "{files}");
}

fn piece() -> impl Strategy<Value = Vec<u8>> {
    let row = |(second, mib, temp): (u32, u32, u32)| {
        format!("2026-07-18 14:{:02}:{:02},{mib},{temp}.5", second / 60, second % 60).into_bytes()
    };
    prop_oneof![
        8 => (0_u32..3600, 0_u32..125_000, 20_u32..99).prop_map(row),
        8 => Just(b"\n".to_vec()),
        3 => Just(b"\r\n".to_vec()),
        1 => Just(b"\r".to_vec()),
        2 => Just(b"time,mem_available_mib,gpu_temp_c\n".to_vec()),
        1 => Just(b"time;swap_used_mib;gpu_temp_c\n".to_vec()),
        1 => Just(b"ts,mem_available_mib,note\n2026-07-18 14:00:00,5,\"two\nlines\"\n".to_vec()),
        1 => Just(b",\"".to_vec()),
        1 => (1_usize..40).prop_map(|count| vec![0; count]),
        1 => Just("§°C温".as_bytes().to_vec()),
        1 => Just(b"21 \xB0C,".to_vec()),
        1 => Just(b"[N/A],ERR!,[GPU requires reset]\n".to_vec()),
        1 => Just(b"Killed: out of memory\n".to_vec()),
        1 => Just(b"ts=1784351340 mem_avail=3\n".to_vec()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn damaged_files_read_the_same_in_blocks_of_any_size(
        pieces in proptest::collection::vec(piece(), 0..60),
        cut in any::<prop::sample::Index>(),
        parted in any::<prop::sample::Index>(),
        size in 1_usize..200,
        drop in 1_usize..50,
    ) {
        let text = [b"time,mem_available_mib,gpu_temp_c\n".to_vec(), pieces.concat()].concat();
        let text = &text[..cut.index(text.len()) + 1];
        let (first, second) = text.split_at(parted.index(text.len()));
        prop_assert_eq!(by(size, &[text], drop), by(1 << 20, &[text], usize::MAX));
        let set: &[&[u8]] = &[first, b"", second];
        prop_assert_eq!(by(size, set, drop), by(1 << 20, set, usize::MAX));
    }
}

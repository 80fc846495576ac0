//! The payload of a data object: compression undone, name and value told apart.

use std::io::Read;

use liblzma::stream::{Action, Stream};

use crate::fields::VALUE_MAX;

/// Bytes of a compressed payload that are looked at; more than the part that is kept can need.
pub(super) const COMPRESSED_MAX: usize = 1 << 20;
/// Size of an LZ4 value that is undone: its block can only be undone as a whole.
const LZ4_MAX: usize = 16 << 20;
/// Memory that an xz payload may ask for.
const XZ_MEMORY_MAX: u64 = 64 << 20;
/// Largest Zstandard window that is undone (a power of two); journald's blobs have at most 8 MiB.
const ZSTD_WINDOW_MAX: u32 = 24;
/// Longest name of a field (journald's own bound).
const NAME_MAX: usize = 64;

/// Undoes the compression that an object's flags name. At most the first [`VALUE_MAX`] bytes are given. `None`
/// where the payload is damaged.
pub(super) fn undo<'a>(flags: u8, payload: &'a [u8], room: &'a mut Vec<u8>) -> Option<&'a [u8]> {
    room.clear();
    let undone = match flags {
        0 => return Some(&payload[..payload.len().min(VALUE_MAX)]),
        1 => xz(payload, room),
        2 => lz4(payload, room),
        4 => zstd(payload, room),
        _ => None,
    };
    // A flipped flag makes no compressed payload.
    if undone.is_none() && name_and_value(payload).is_some() {
        return Some(&payload[..payload.len().min(VALUE_MAX)]);
    }
    undone.map(|()| &room[..room.len().min(VALUE_MAX)])
}

/// Name and value of a field.
pub(super) fn name_and_value(field: &[u8]) -> Option<(&[u8], &[u8])> {
    let start = &field[..field.len().min(NAME_MAX + 1)];
    let equals = start.iter().position(|&byte| byte == b'=')?;
    let name = &field[..equals];
    let is_name = !name.is_empty()
        && name.iter().all(|&byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    is_name.then(|| (name, &field[equals + 1..]))
}

fn zstd(payload: &[u8], room: &mut Vec<u8>) -> Option<()> {
    let mut decoder = zstd::Decoder::with_buffer(payload).ok()?.single_frame();
    decoder.window_log_max(ZSTD_WINDOW_MAX).ok()?;
    decoder.take(VALUE_MAX as u64).read_to_end(room).ok()?;
    (!room.is_empty()).then_some(())
}

fn xz(payload: &[u8], room: &mut Vec<u8>) -> Option<()> {
    let mut stream = Stream::new_stream_decoder(XZ_MEMORY_MAX, 0).ok()?;
    room.reserve(VALUE_MAX);
    stream.process_vec(payload, room, Action::Run).ok()?;
    (!room.is_empty()).then_some(())
}

fn lz4(payload: &[u8], room: &mut Vec<u8>) -> Option<()> {
    let (size, block) = payload.split_first_chunk::<8>()?;
    let size = usize::try_from(u64::from_le_bytes(*size)).ok().filter(|size| *size <= LZ4_MAX)?;
    room.resize(size, 0);
    let done = lz4_flex::block::decompress_into(block, room).ok()?;
    (done == size && size > 0).then_some(())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use proptest::prelude::*;

    use super::*;

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

    #[test]
    fn compression_is_undone() {
        let text: Vec<u8> = (0..40_000).flat_map(|n| format!("{n} ").into_bytes()).collect();
        for flags in [0, 1, 2, 4] {
            for len in [1, 20, 600, 100_000] {
                let field = [b"MESSAGE=", &text[..len]].concat();
                let (payload, mut room) = (packed(flags, &field), Vec::new());
                let undone = undo(flags, &payload, &mut room).unwrap();
                assert!(undone == &field[..field.len().min(VALUE_MAX)], "{flags} {len}");
            }
        }
        // The flag says compressed, the payload does not.
        for flags in [1, 2, 3, 4, 7] {
            assert_eq!(undo(flags, b"A=plain text", &mut Vec::new()), Some(&b"A=plain text"[..]), "{flags}");
            assert_eq!(undo(flags, b"no field", &mut Vec::new()), None);
        }
    }

    #[test]
    fn names_are_told_from_values() {
        for (field, expected) in [
            (&b"MESSAGE=a=b"[..], Some((&b"MESSAGE"[..], &b"a=b"[..]))),
            (b"_PID=", Some((b"_PID", b""))),
            (b"9A_=x", Some((b"9A_", b"x"))),
            (b"=x", None),
            (b"lower=x", None),
            (b"NO_VALUE", None),
            (b"", None),
        ] {
            assert_eq!(name_and_value(field), expected);
        }
        assert_eq!(name_and_value(&[b'A'; 100]), None);
    }

    proptest! {
        #[test]
        fn any_payload_is_undone_or_refused(flags in 0_u8..8, payload in proptest::collection::vec(any::<u8>(), 0..200)) {
            undo(flags, &payload, &mut Vec::new());
        }

        #[test]
        fn damaged_payloads_are_undone_or_refused(flags in prop_oneof![Just(1_u8), Just(2), Just(4)], at in any::<prop::sample::Index>(), bit in 0_u8..8) {
            let mut payload = packed(flags, format!("MESSAGE={}", "some text ".repeat(100)).as_bytes());
            let at = at.index(payload.len());
            payload[at] ^= 1 << bit;
            undo(flags, &payload, &mut Vec::new());
        }
    }
}

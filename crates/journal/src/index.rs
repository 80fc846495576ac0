//! How often each value of a field occurs in a journal file, from the file's own index and without reading
//! entries: a FIELD object heads a chain of its DATA objects, each with a count of its entries.
//!
//! Source: systemd's "Journal File Format" document. Plain reads, so a file that shrinks is an error and no
//! signal.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

use crate::header::Header;

/// Objects looked at before giving up on finding a field; every entry has the trusted fields, so their
/// objects are among a file's first.
const OBJECTS_MAX: usize = 100_000;
/// Values of one field that are looked at.
const VALUES_MAX: usize = 100_000;
/// Length of the longest value that is compared.
const PAYLOAD_MAX: u64 = 512;

const FIELD: u8 = 2;
const DATA: u8 = 1;

/// The values of a field with the number of entries that have each, as the file's index counts them.
///
/// # Errors
/// What reading returns; a damaged index gives what could be followed.
pub(crate) fn values(path: &Path, header: &Header, field: &str) -> io::Result<Vec<(Vec<u8>, u64)>> {
    let file = File::open(path)?;
    let Some(mut next) = first_value(&file, header, field.as_bytes())? else {
        return Ok(Vec::new());
    };
    let payload_at = if header.is_compact() { 72 } else { 64 };
    let mut found = Vec::new();
    while next != 0 && found.len() < VALUES_MAX {
        let head: [u8; 64] = read(&file, next)?;
        let size = u64_at(&head, 8);
        if head[0] != DATA || size < payload_at {
            break;
        }
        // Values that are compressed or long can't be asked for here.
        if head[1] == 0 && size - payload_at <= PAYLOAD_MAX {
            let mut payload = vec![0; usize::try_from(size - payload_at).unwrap_or(0)];
            file.read_exact_at(&mut payload, next.saturating_add(payload_at))?;
            if let Some(value) =
                payload.strip_prefix(field.as_bytes()).and_then(|rest| rest.strip_prefix(b"="))
            {
                found.push((value.to_vec(), u64_at(&head, 56)));
            }
        }
        let older = u64_at(&head, 32);
        // The chain runs from the newest value to the oldest; anything else would be a loop.
        if older >= next {
            break;
        }
        next = older;
    }
    Ok(found)
}

/// Finds the FIELD object by walking the objects; the offset of its newest DATA object.
fn first_value(file: &File, header: &Header, field: &[u8]) -> io::Result<Option<u64>> {
    let mut at = header.header_size;
    let end = header.claimed_size();
    for _ in 0..OBJECTS_MAX {
        if at.saturating_add(64) > end {
            return Ok(None);
        }
        let head: [u8; 40] = read(file, at)?;
        let size = u64_at(&head, 8);
        if size < 16 {
            return Ok(None);
        }
        if head[0] == FIELD && size == 40 + field.len() as u64 {
            let mut name = vec![0; field.len()];
            file.read_exact_at(&mut name, at.saturating_add(40))?;
            if name == field {
                return Ok(Some(u64_at(&head, 32)));
            }
        }
        at = at.saturating_add(size).saturating_add(7) & !7;
    }
    Ok(None)
}

fn read<const N: usize>(file: &File, at: u64) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact_at(&mut bytes, at)?;
    Ok(bytes)
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes)
}

//! Support bundles and archives.

use std::fs;
use std::path::Path;

use bundle::{Bundle, Limits, Role};

const MIB: u64 = 1 << 20;

/// Small, so that they are reached.
const LIMITS: Limits =
    Limits { members: 300, unpacked: 4 * MIB, one: MIB, ratio: 100, ratio_from: MIB, nested: 1, depth: 8 };

/// Bytes as a bundle in one file.
pub fn archive(bytes: &[u8]) {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let (path, temp) = (folder.path().join("bundle"), folder.path().join("unpacked"));
    fs::write(&path, bytes).expect("room for it");
    fs::create_dir(&temp).expect("room for it");
    // What the caller's look would say: a text log wherever there is a space.
    let look = |_: &Path, head: &[u8]| {
        head.contains(&b' ').then_some(Role::Text { lines: None, current_boot_only: false })
    };
    let opened = bundle::open(&path, &temp, &LIMITS, &look);
    let written = written(&temp);
    assert!(written <= LIMITS.unpacked + MIB, "{written} bytes unpacked");
    let others = fs::read_dir(folder.path()).expect("its folder").count();
    assert_eq!(others, 2, "something was written outside of the folder");
    match opened {
        Ok(bundle) => check(&bundle, &path, &temp),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Bytes in the private folder, in which nothing but files and folders may be.
fn written(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).expect("the private folder").map(|entry| entry.expect("an entry"));
    let sizes = entries.map(|entry| {
        let meta = fs::symlink_metadata(entry.path()).expect("an entry");
        assert!(meta.is_file() || meta.is_dir(), "neither file nor folder: {}", entry.path().display());
        if meta.is_dir() { written(&entry.path()) } else { meta.len() }
    });
    sizes.sum()
}

fn check(bundle: &Bundle, path: &Path, temp: &Path) {
    for member in &bundle.members {
        assert!(
            member.path == path || member.path.starts_with(temp),
            "{} lies elsewhere",
            member.path.display()
        );
        assert!(!member.name.chars().any(char::is_control), "{:?} can't be shown", member.name);
        let size = fs::metadata(&member.path).expect("a member that is there").len();
        if let Some(part) = member.part {
            assert!(part.from <= part.to && part.to <= size, "{part:?} of {size} bytes");
        }
    }
    assert!(bundle.unread.iter().all(|(name, _)| !name.chars().any(char::is_control)));
    assert!(bundle.members.len() as u64 <= LIMITS.members * 2, "{} members", bundle.members.len());
}

//! Runs the program, unpacks fixtures, reads the JSON.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Far above what the slowest case takes in an unoptimised build on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(300);

/// What a run left behind.
pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Outcome {
    /// The JSON on standard output of a run that succeeded.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        self.expect_code(0);
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in:\n{}", self.stdout))
    }

    /// Checks the exit code, and that the program did not panic on the way.
    #[track_caller]
    pub(crate) fn expect_code(&self, code: i32) {
        assert!(!self.stderr.contains("panicked at"), "{}", self.stderr);
        assert_eq!(self.code, Some(code), "stderr:\n{}\nstdout:\n{}", self.stderr, self.stdout);
    }

    /// Checks that standard error has each of the words, in any case.
    #[track_caller]
    pub(crate) fn expect_note(&self, words: &[&str]) {
        let notes = self.stderr.to_lowercase();
        for word in words {
            assert!(notes.contains(&word.to_lowercase()), "no {word:?} in stderr:\n{}", self.stderr);
        }
    }
}

/// The program, in an environment without a user's settings.
pub(crate) fn program() -> std::process::Command {
    program_at(Path::new(env!("CARGO_BIN_EXE_spark-autopsy")))
}

/// A copy of the program, for a user who can't reach the build folder.
pub(crate) fn program_at(path: &Path) -> std::process::Command {
    let mut command = std::process::Command::new(path);
    command.env_clear();
    for name in ["PATH", "HOME", "TZ", "TMPDIR"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command.env("LANG", "C.UTF-8").env("RUST_BACKTRACE", "0");
    command
}

/// Runs the program with these arguments and no standard input.
pub(crate) fn run<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Outcome {
    let mut command = program();
    command.args(arguments);
    finish(command, Vec::new())
}

/// Runs a prepared command to its end.
pub(crate) fn finish(command: std::process::Command, stdin: Vec<u8>) -> Outcome {
    let output =
        Command::from_std(command).timeout(TIMEOUT).write_stdin(stdin).output().expect("the program starts");
    Outcome {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("standard output is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("standard error is UTF-8"),
    }
}

/// A path below `fixtures/`.
pub(crate) fn fixture(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(path)
}

/// The folders in a folder of fixtures, by name.
pub(crate) fn folders(of: &str) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(fixture(of))
        .expect("the folder exists")
        .map(|entry| entry.expect("the folder can be read"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().expect("names are UTF-8"))
        .collect();
    names.sort();
    names
}

/// A fixture's bytes, unpacked if its name ends in `.xz`.
pub(crate) fn bytes(path: &Path) -> Vec<u8> {
    let file = fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut bytes = Vec::new();
    let mut reader: Box<dyn Read> = if path.extension().is_some_and(|extension| extension == "xz") {
        Box::new(liblzma::read::XzDecoder::new(file))
    } else {
        Box::new(file)
    };
    reader.read_to_end(&mut bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    bytes
}

/// The journal files of `fixtures/journals/NAME`, unpacked into `TEMP/MACHINE_ID/` as under `/var/log/journal`.
pub(crate) struct Journal {
    temp: TempDir,
}

impl Journal {
    const MACHINE_ID: &str = "0123456789abcdef0123456789abcdef";

    pub(crate) fn unpack(name: &str) -> Self {
        let journal = Self { temp: TempDir::new().expect("a temporary folder") };
        fs::create_dir(journal.files()).expect("a new folder");
        let folder = fixture(&format!("journals/{name}"));
        for entry in fs::read_dir(&folder).expect("the fixture exists") {
            let path = entry.expect("the fixture can be read").path();
            if path.extension().is_some_and(|extension| extension == "xz") {
                let name = path.file_stem().expect("a name");
                fs::write(journal.files().join(name), bytes(&path)).expect("room for the journal");
            }
        }
        journal
    }

    /// What `-D` gets for a copied `/var/log/journal`.
    pub(crate) fn root(&self) -> &Path {
        self.temp.path()
    }

    /// The folder that holds the files.
    pub(crate) fn files(&self) -> PathBuf {
        self.temp.path().join(Self::MACHINE_ID)
    }

    /// The files' paths, by name.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> = fs::read_dir(self.files())
            .expect("the folder exists")
            .map(|entry| entry.expect("the folder can be read").path())
            .collect();
        paths.sort();
        paths
    }
}

/// A JSON file below `fixtures/`.
pub(crate) fn expected(path: &str) -> Value {
    let path = fixture(path);
    serde_json::from_slice(&bytes(&path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The list under a key.
#[track_caller]
pub(crate) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("{key} is no list in {value:#}"))
}

/// The text under a key, if it is text.
pub(crate) fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value[key].as_str()
}

/// Offset, id, ending and cause of each boot, in the order of the output.
pub(crate) fn outline(output: &Value) -> Vec<(i64, String, String, Option<String>)> {
    list(output, "boots")
        .iter()
        .map(|boot| {
            (
                boot["offset"].as_i64().expect("an offset"),
                text(boot, "boot_id").expect("an id").to_owned(),
                text(boot, "ending").expect("an ending").to_owned(),
                text(boot, "cause").map(str::to_owned),
            )
        })
        .collect()
}

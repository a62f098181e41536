//! Starting the program and looking at what it left.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The program that is tested: the one at the absolute path `DRAKKAR`, or that of the tests' profile.
pub(crate) fn program() -> PathBuf {
    let built = || env!("CARGO_BIN_EXE_drakkar").into();
    let path = std::env::var_os("DRAKKAR").map_or_else(built, PathBuf::from);
    let named = path.file_stem() == Some("drakkar".as_ref());
    assert!(named && path.is_absolute() && path.is_file(), "DRAKKAR: {}", path.display());
    path
}

/// An empty folder to call the program in.
pub(crate) struct Place(TempDir);

/// What a call gave.
#[derive(Debug)]
pub(crate) struct Called {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Called {
    pub(crate) fn of(output: Output) -> Called {
        Called {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Place {
    /// In memory where there is a file system for it: every chunk of a run waits for the disk, and what
    /// disks do with what they confirmed is not tested here.
    pub(crate) fn new() -> Place {
        Place(TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()).unwrap())
    }

    /// On a disk: what is in memory may not be allowed to be a program.
    pub(crate) fn on_disk() -> Place {
        Place(TempDir::new().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// `drakkar` with arguments given as one line.
    pub(crate) fn command(&self, line: &str) -> Command {
        let mut command = Command::new(program());
        command.current_dir(self.0.path()).args(line.split_whitespace());
        // Whoever runs the tests may have a window of another width, and defaults.
        command.env_remove("COLUMNS").env("DRAKKAR_DEFAULTS", "");
        command
    }

    pub(crate) fn call(&self, line: &str) -> Called {
        Called::of(self.command(line).output().unwrap())
    }

    /// The same with a text to read on standard input.
    pub(crate) fn call_with(&self, line: &str, input: &str) -> Called {
        let mut command = self.command(line);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A program that does not read to the end closes the pipe.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        Called::of(child.wait_with_output().unwrap())
    }

    /// Calls the program, which must succeed, and returns its standard output.
    pub(crate) fn ok(&self, line: &str) -> String {
        let called = self.call(line);
        assert_eq!(called.code, Some(0), "{line}\n{}", called.err);
        called.out
    }

    /// Calls the program, which must exit with `code`, and returns its standard error.
    pub(crate) fn fails(&self, line: &str, code: i32) -> String {
        let called = self.call(line);
        assert_eq!(called.code, Some(code), "{line}\n{}{}", called.out, called.err);
        called.err
    }

    /// Waits until there is such a file or folder, which somebody is about to make.
    pub(crate) fn wait_for(&self, name: &str) {
        let begin = Instant::now();
        while !self.path(name).exists() {
            assert!(begin.elapsed() < Duration::from_secs(120), "{name}");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// The result files of a folder: all but the plan, the manifest, and those that may
    /// differ from one time to the next.
    pub(crate) fn files(&self, folder: &str) -> BTreeMap<String, String> {
        files(&self.path(folder))
    }

    /// The receipts of chunks in the folder of a run: which file each is in, and its line.
    pub(crate) fn receipts(&self, folder: &str) -> BTreeMap<u64, (PathBuf, String)> {
        let logs = std::fs::read_dir(self.path(folder).join("done")).into_iter().flatten();
        let mut found = BTreeMap::new();
        for log in logs.map(|log| log.unwrap().path()).filter(|path| path.is_file()) {
            let text = std::fs::read_to_string(&log).unwrap();
            // The last line may be in the making.
            for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
                let receipt = serde_json::from_str::<serde_json::Value>(line).unwrap_or_default();
                if let Some(chunk) = receipt["chunk"].as_u64() {
                    found.insert(chunk, (log.clone(), line.to_owned()));
                }
            }
        }
        found
    }

    /// Writes the receipt of a chunk anew.
    pub(crate) fn change_receipt(
        &self,
        folder: &str,
        chunk: u64,
        change: impl FnOnce(&str) -> String,
    ) {
        let (log, line) = &self.receipts(folder)[&chunk];
        let text = std::fs::read_to_string(log).unwrap();
        std::fs::write(log, text.replacen(line, &change(line), 1)).unwrap();
    }

    pub(crate) fn manifest(&self, folder: &str) -> serde_json::Value {
        let text = std::fs::read_to_string(self.path(folder).join("manifest.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    }
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| (entry.file_name().into_string().unwrap(), entry.path()))
        .filter(|(name, path)| {
            let beside = ["manifest.json", "run.json", "timing.csv", "printed.json"];
            !beside.contains(&name.as_str()) && path.is_file()
        })
        .map(|(name, path)| (name, std::fs::read_to_string(path).unwrap()))
        .collect()
}

/// Sends a signal, such as `STOP`, to a process.
pub(crate) fn signal(process: &Child, name: &str) {
    let sent = Command::new("kill").arg(format!("-{name}")).arg(process.id().to_string()).status();
    assert!(sent.unwrap().success(), "{name}");
}

/// The rows of a CSV file, by column.
pub(crate) fn rows(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(|row| row.unwrap()).collect()
}

/// A figure of a cell.
pub(crate) fn number(text: &str) -> f64 {
    text.parse().unwrap()
}

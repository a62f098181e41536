//! What the repository publishes in `results`.

use std::fs;
use std::path::{Path, PathBuf};

/// All files under a folder of the repository whose names end so.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found
}

/// Every row has as many cells as the head.
#[test]
fn published_tables_are_tables() {
    let tables = files("results", ".csv");
    assert!(tables.len() > 100, "{}", tables.len());
    for path in tables {
        let mut reader = csv::Reader::from_path(&path).unwrap();
        for record in reader.records() {
            record.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
    }
}

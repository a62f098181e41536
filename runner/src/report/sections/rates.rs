//! How often things are taken when they may be.

use std::collections::HashMap;

use crate::report::folder::Folder;
use crate::report::table::CsvFile;

pub const RATE: &str = "pick_rate_per_decision";

/// Whether a table tells how often things are taken; the name of its file is the game's.
pub fn is_picks(table: &CsvFile) -> bool {
    ["agent", "kind", RATE].iter().all(|column| table.has(column))
}

/// How often a kind was taken when it could be, in the file of whole games that a balance writes beside `file`.
pub fn rates_beside(folder: &Folder, file: &str) -> HashMap<String, f64> {
    let observed = file.replace("_effect.csv", "_observed.csv");
    let table = folder.table(&observed).filter(|table| observed != file && is_picks(table));
    let mut rates = HashMap::new();
    for row in table.iter().flat_map(CsvFile::rows) {
        if let Some(rate) = row.number(RATE) {
            rates.entry(row.text("kind").to_owned()).or_insert(rate);
        }
    }
    rates
}

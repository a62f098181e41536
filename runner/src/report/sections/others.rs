//! Files without a picture of their own, and the manifest.

use maud::html;
use serde_json::Value;

use crate::error::Error;
use crate::report::folder::Folder;
use crate::report::section::Section;
use crate::report::sections::items::is_picks;
use crate::report::sections::worth;

/// Files that other parts show, or that are too long to show.
const SHOWN: [&str; 13] = [
    "win_rates.csv",
    "seats.csv",
    "strategy.csv",
    "pace.csv",
    "games.csv",
    "compare.csv",
    "effects.csv",
    "differences.csv",
    "ratings.csv",
    "pairings.csv",
    "neighbours.csv",
    "tune.csv",
    "verdict.csv",
];

/// Whether a file has a part of its own, by its name.
pub(super) fn has_part(file: &str) -> bool {
    SHOWN.contains(&file)
}

/// Tables of all other files.
pub(super) fn others(folder: &Folder) -> Result<Option<Section>, Error> {
    let mut section = Section::new("Other files");
    let mut some = false;
    // The pace stands beside the win shares, if there are such.
    let paced = folder.files.iter().any(|file| matches!(&**file, "win_rates.csv" | "seats.csv"));
    let shown = |file: &str| has_part(file) && (paced || file != "pace.csv");
    for file in folder.files.iter().filter(|file| !shown(file)) {
        if let Some(table) =
            folder.table(file)?.filter(|table| !is_picks(table) && !worth::draws(table))
        {
            section = section.table(&table);
            some = true;
        }
    }
    Ok(some.then_some(section))
}

/// What the run was, as it stands in its file.
pub(super) fn manifest(folder: &Folder) -> Option<Section> {
    let manifest = folder.manifest.as_ref()?;
    let text = format!("{:#}", Value::Object(manifest.clone()));
    let html = html! {
        details {
            summary { "manifest.json" } "\n"
            pre.scroll { (text) }
        } "\n"
    };
    Some(Section::new("Manifest").html(html))
}

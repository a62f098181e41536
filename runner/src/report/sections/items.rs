//! Things that seats may take: how often they are taken.

use super::Names;
use super::others::has_part;
use crate::error::Error;
use crate::report::chart::{Forest, Line, Mark, Point};
use crate::report::folder::Folder;
use crate::report::section::Section;
use crate::report::table::Table;

/// How often agents take what they may, from whichever file tells it.
pub(super) fn picks(folder: &Folder) -> Result<Option<Section>, Error> {
    for file in folder.files.iter().filter(|file| !has_part(file)) {
        let Some(table) = folder.table(file)?.filter(is_picks) else { continue };
        let names = Names::of(&table);
        let mut section = Section::new(&title(file)).words(
            "How often each kind was taken when it could be. How its owners fare is an association: who leads can afford more.",
        );
        for (number, agent) in table.different("agent").into_iter().enumerate() {
            let mut lines = Vec::new();
            for row in table.with("agent", agent) {
                let Some(value) = table.number(row, RATE)? else { continue };
                let point =
                    Point { mark: Mark::Circle, value, low: Some(0.0), high: None, open: false };
                let (taken, offered) = (table.text(row, "taken"), table.text(row, "offered"));
                lines.push(Line {
                    label: table.text(row, KIND).to_owned(),
                    points: vec![point],
                    note: format!("{taken} of {offered}"),
                });
            }
            if lines.is_empty() {
                continue;
            }
            let axis = "taken by decisions at which it could be".to_owned();
            let forest = Forest { axis, reference: None, key: Vec::new(), lines };
            let caption = format!("Pick rates of {}.", names.short(agent));
            section = section.chart(&format!("picks_{}", number + 1), &caption, forest.svg())?;
        }
        return Ok(Some(section.table(&table)));
    }
    Ok(None)
}

/// How often a kind was taken when it could be, in the file of whole games that a balance writes beside `file`.
pub(super) fn rates_beside(folder: &Folder, file: &str) -> Result<Vec<(String, f64)>, Error> {
    let observed = file.replace("_effect.csv", "_observed.csv");
    let table = folder.table(&observed)?.filter(|table| observed != file && is_picks(table));
    let Some(table) = table else { return Ok(Vec::new()) };
    let rates = table.rows().iter().map(|row| {
        Ok(table.number(row, RATE)?.map(|rate| (table.text(row, KIND).to_owned(), rate)))
    });
    Ok(rates.collect::<Result<Vec<_>, Error>>()?.into_iter().flatten().collect())
}

const KIND: &str = "kind";
const RATE: &str = "pick_rate_per_decision";

/// Whether a table tells how often things are taken; the name of its file is the game's.
pub(super) fn is_picks(table: &Table) -> bool {
    table.has("agent") && table.has(KIND) && table.has(RATE)
}

/// `bonus_tiles.csv` to `Bonus tiles`.
pub(super) fn title(file: &str) -> String {
    let words = file.trim_end_matches(".csv").replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

//! Things that seats may take: how often they are taken.

use super::{Names, SHOWN, lines};
use crate::error::Error;
use crate::report::{
    chart::Forest, folder::Folder, section::Section, table::Table, verdicts::capital,
};

const RATE: &str = "pick_rate_per_decision";

/// Whether a table tells how often things are taken; the name of its file is the game's.
pub fn is_picks(table: &Table) -> bool {
    ["agent", "kind", RATE].iter().all(|column| table.has(column))
}

/// How often agents take what they may, from whichever file tells it.
pub fn picks(folder: &Folder) -> Result<Option<Section>, Error> {
    for file in folder.files.iter().filter(|file| !SHOWN.contains(&&***file)) {
        let Some(table) = folder.table(file)?.filter(is_picks) else { continue };
        let names = Names::of(&table);
        let title = capital(&file.trim_end_matches(".csv").replace('_', " "));
        let mut section = Section::new(title).words(
            "How often each kind was taken when it could be. How its owners fare is an association: who leads can afford more.",
        );
        for (number, ([agent], rows)) in (1..).zip(table.groups(["agent"])) {
            let mut lines = lines(rows, [RATE; 3], |row, _| {
                let note = format!("{} of {}", row.text("taken"), row.text("offered"));
                (row.text("kind").to_owned(), note)
            })?;
            // From nothing to the rate.
            for point in lines.iter_mut().flat_map(|line| &mut line.points) {
                (point.low, point.high) = (Some(0.0), None);
            }
            let axis = "taken by decisions at which it could be";
            let forest = Forest { axis, reference: None, key: &[], lines };
            let caption = format!("Pick rates of {}.", names.short(agent));
            section = section.chart(&format!("picks_{number}"), &caption, &forest)?;
        }
        return Ok(Some(section.tables([&table])));
    }
    Ok(None)
}

/// How often a kind was taken when it could be, in the file of whole games that a balance writes beside `file`.
pub fn rates_beside(folder: &Folder, file: &str) -> Result<Vec<(String, f64)>, Error> {
    let observed = file.replace("_effect.csv", "_observed.csv");
    let table = folder.table(&observed)?.filter(|table| observed != file && is_picks(table));
    let mut rates = Vec::new();
    for row in table.iter().flat_map(Table::rows) {
        rates.extend(row.number(RATE)?.map(|rate| (row.text("kind").to_owned(), rate)));
    }
    Ok(rates)
}

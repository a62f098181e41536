//! The parts of a report, one for each kind of file. A file that is not there is no part.

mod effects;
mod items;
mod others;
mod path;
mod ratings;
mod scores;
mod shares;
mod strategy;
mod tune;
pub(crate) mod worth;

use crate::error::Error;
use crate::page::short;
use crate::report::folder::Folder;
use crate::report::section::Section;
use crate::report::table::Table;

/// All parts of a folder's report, in the order of the page.
///
/// # Errors
/// A damaged file; the message names file and line.
pub(crate) fn sections(folder: &Folder) -> Result<Vec<Section>, Error> {
    let mut found = Vec::new();
    let mut worth = worth::sections(folder)?.into_iter();
    found.extend(worth.next());
    // Beside what things are worth stands how often they are taken.
    found.extend(items::picks(folder)?);
    found.extend(worth);
    found.extend(path::path(folder)?);
    found.extend(effects::rules(folder)?);
    found.extend(ratings::ratings(folder)?);
    found.extend(tune::trace(folder)?);
    found.extend(shares::shares(folder)?);
    found.extend(scores::scores(folder)?);
    found.extend(shares::places(folder)?);
    found.extend(strategy::strategy(folder)?);
    found.extend(others::others(folder)?);
    found.extend(others::manifest(folder));
    Ok(found)
}

/// Short names of the agents in a table's column `agent`.
struct Names<'t> {
    specs: Vec<&'t str>,
    short: Vec<String>,
}

impl<'t> Names<'t> {
    fn of(table: &'t Table) -> Names<'t> {
        let specs = table.different("agent");
        let short = short(&specs);
        Names { specs, short }
    }

    fn short(&self, spec: &str) -> &str {
        let index = self.specs.iter().position(|known| *known == spec);
        index.map_or("", |index| &self.short[index])
    }
}

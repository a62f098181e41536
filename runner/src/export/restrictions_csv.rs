//! `restrictions.csv`: what the restrictions of agents came to.

use serde::Serialize;

use crate::error::Error;
use crate::export::lines;

/// Name of the file.
pub const FILE: &str = "restrictions.csv";

/// Header and row.
#[derive(Serialize)]
struct Row<'a> {
    agent: &'a str,
    restricted: i128,
    void: i128,
}

/// The whole file: for each agent, decisions in which its restriction took something away, and decisions in
/// which it would have taken everything and was void. Empty if nobody is restricted.
///
/// # Errors
/// A row that cannot be written.
pub fn text(names: &[String], restrictions: &[[i128; 2]]) -> Result<Vec<u8>, Error> {
    let rows = names.iter().zip(restrictions);
    lines::file(rows.map(|(agent, &[restricted, void])| Row { agent, restricted, void }))
}

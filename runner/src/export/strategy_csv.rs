//! `strategy.csv`: one row for each agent and fact.

use drakkar_engine::fact::FactInfo;
use serde::Serialize;

use crate::error::Error;
use crate::export::figure::Figure;
use crate::export::lines;
use drakkar_stats::strategy::Strategy;

/// Header and row.
#[derive(Serialize)]
struct Row<'a> {
    agent: &'a str,
    fact: &'a str,
    games: i128,
    mean: Figure,
    sd: Figure,
    mean_when_winning: Figure,
    mean_when_not: Figure,
    association: Figure,
    association_low: Figure,
    association_high: Figure,
}

/// Name of the row of the score itself.
pub const SCORE: &str = "score";

/// The whole file.
///
/// # Errors
/// A row that cannot be written.
pub fn text(names: &[String], facts: &[FactInfo], rows: &[Strategy]) -> Result<Vec<u8>, Error> {
    lines::file(rows.iter().map(|row| {
        let association = row.association;
        Row {
            agent: &names[row.agent],
            fact: row.fact.map_or(SCORE, |index| facts[index].name),
            games: row.games,
            mean: row.mean.into(),
            sd: row.sd.into(),
            mean_when_winning: association.winning.into(),
            mean_when_not: association.not_winning.into(),
            association: association.difference.into(),
            association_low: association.interval.map(|ends| ends.0).into(),
            association_high: association.interval.map(|ends| ends.1).into(),
        }
    }))
}

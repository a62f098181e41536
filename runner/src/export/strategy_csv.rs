//! `strategy.csv`: one row for each agent and fact.

use drakkar_engine::fact::FactInfo;
use serde::Serialize;

use crate::export::figure::Figure;
use crate::export::lines::Lines;
use crate::stats::strategy::Strategy;

/// Header and row.
#[derive(Serialize)]
struct Row<'a> {
    agent: &'a str,
    fact: &'a str,
    games: String,
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
pub fn text(names: &[String], facts: &[FactInfo], rows: &[Strategy]) -> Vec<u8> {
    let mut lines = Lines::new();
    for row in rows {
        let association = row.association;
        lines.record(Row {
            agent: &names[row.agent],
            fact: row.fact.map_or(SCORE, |index| facts[index].name),
            games: row.games.to_string(),
            mean: row.mean.into(),
            sd: row.sd.into(),
            mean_when_winning: association.winning.into(),
            mean_when_not: association.not_winning.into(),
            association: association.difference.into(),
            association_low: association.interval.map(|ends| ends.0).into(),
            association_high: association.interval.map(|ends| ends.1).into(),
        });
    }
    lines.bytes()
}

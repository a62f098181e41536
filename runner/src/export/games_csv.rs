//! `games.csv`: one row for each game and seat.

use drakkar_engine::fact::{FactInfo, Ledger};
use drakkar_engine::outcome::{Outcome, WHOLE_WIN};

use crate::export::figure::Figure;
use crate::play::game::GameId;
use crate::play::schedule::Order;

/// Columns before the facts.
const COLUMNS: [&str; 8] =
    ["game", "block", "seating", "seat", "agent", "score", "place", "win_share"];

/// The header line.
pub fn header(facts: &[FactInfo]) -> Vec<u8> {
    let mut line = csv::Writer::from_writer(Vec::new());
    // Writing into memory does not fail.
    let _ = line.write_record(COLUMNS.into_iter().chain(facts.iter().map(|fact| fact.name)));
    line.into_inner().unwrap_or_default()
}

/// Rows as bytes. A game that did not reach its end has empty cells for its results.
#[derive(Debug)]
pub struct GameRows<'a> {
    names: &'a [String],
    lines: csv::Writer<Vec<u8>>,
    cell: String,
}

impl<'a> GameRows<'a> {
    /// No rows yet; `names` are the agents' specifications by number.
    pub fn new(names: &'a [String]) -> GameRows<'a> {
        let lines = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        GameRows { names, lines, cell: String::new() }
    }

    /// Adds the rows of game number `index`, one for each seat.
    pub fn game<Scoring>(
        &mut self,
        id: GameId,
        index: u64,
        order: &Order,
        outcome: Option<&Outcome>,
        ledger: &Ledger<Scoring>,
    ) {
        for (seat, agent) in order.iter() {
            for number in [index, id.block, id.seating, seat.index() as u64] {
                self.number(number);
            }
            self.text(&self.names[usize::from(agent)]);
            let facts = ledger.facts(seat);
            if let Some(outcome) = outcome {
                self.number(outcome.score[seat]);
                self.number(outcome.place[seat]);
                let share = f64::from(outcome.share[seat]) / f64::from(WHOLE_WIN);
                self.text(&Figure(Some(share)).text());
                facts.iter().for_each(|&fact| self.number(fact));
            } else {
                (0..3 + facts.len()).for_each(|_| self.text(""));
            }
            let _ = self.lines.write_record(None::<&[u8]>);
        }
    }

    /// The rows.
    pub fn into_bytes(self) -> Vec<u8> {
        self.lines.into_inner().unwrap_or_default()
    }

    fn text(&mut self, text: &str) {
        // Writing into memory does not fail.
        let _ = self.lines.write_field(text);
    }

    fn number(&mut self, number: impl std::fmt::Display) {
        use std::fmt::Write;
        self.cell.clear();
        let _ = write!(self.cell, "{number}");
        let _ = self.lines.write_field(&self.cell);
    }
}

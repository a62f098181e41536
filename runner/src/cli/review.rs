//! How well people played a game that is over, as an adviser sees it.

use crate::cli::{analyse::decisions, judged::loss, opinion::Adviser, recorded::RecordedGame};
use crate::{error::Error, export::sheet::Sheet, threads::progress::bar};
use drakkar_play::{erased::Move, opinion::Opinion};

/// The decisions that are shown: those that cost most.
const SHOWN: usize = 5;

/// What the adviser would have done in the decisions of the seats that `asks` names.
pub fn review(
    game: &RecordedGame<'_>,
    adviser: &Adviser,
    seed: u64,
    asks: impl Fn(usize) -> bool,
) -> Result<Option<Sheet>, Error> {
    let record = &game.record;
    let asked = |index: usize, legal| legal > 1 && asks(record.decisions[index].seat.index());
    let bar = bar("decisions", record.decisions.len() as u64, false);
    let mut rows = Vec::new();
    for decision in bar.wrap_iter(adviser.opinions(game, FLAG, seed, asked)?) {
        if let (step, Some(opinion)) = decision? {
            rows.push((step, opinion));
        }
    }
    if rows.is_empty() {
        return Ok(None);
    }
    let (name, all) = (&adviser.name, rows.len());
    rows.retain(|(step, opinion)| opinion.choice != step.action);
    let same = all - rows.len();
    // Below all others where it expects none.
    let cost = |row: &(Move, Opinion)| loss(row).unwrap_or(-1.0);
    rows.sort_by(|one, other| cost(other).total_cmp(&cost(one)));
    rows.truncate(SHOWN);
    let title =
        format!("How you played: {name} would have done the same in {same} of {all} decisions");
    if rows.is_empty() {
        return Ok(Some(Sheet::line(title)));
    }
    let remark = "Those that cost most, by the win share that it expects.".to_owned();
    Ok(Some(Sheet { remark, ..decisions(&rows).sheet("review", title) }))
}

pub const FLAG: &str = "--adviser";

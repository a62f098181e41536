//! The same agents under two rule sets.

use drakkar_engine::fact::Ledger;
use drakkar_engine::outcome::Outcome;
use serde::{Deserialize, Serialize};

use crate::play::schedule::Order;
use crate::stats::counters::{LEADER_UNIT, SHARE_UNIT, Shape};
use crate::stats::paired::Paired;
use crate::stats::tally::{leader_wins, margin};

/// Every figure under both rule sets, in the order of [`figures`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Versus(pub Vec<Paired>);

/// What a figure is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// Win share of an agent, in one seat or in all.
    Share {
        /// The agent's number.
        agent: usize,
        /// The seat, `None` for all.
        seat: Option<usize>,
    },
    /// Mean score of an agent in one seat or in all.
    Score {
        /// The agent's number.
        agent: usize,
        /// The seat, `None` for all.
        seat: Option<usize>,
    },
    /// A fact of an agent, by number.
    Fact {
        /// The agent's number.
        agent: usize,
        /// The fact's number.
        fact: usize,
    },
    /// Score of the best seat less score of the second.
    WinningMargin,
    /// Share of games whose win is shared.
    SharedWin,
    /// Share of the win of who leads at the milestone with this number.
    LeaderWins(usize),
}

impl Figure {
    /// Whether it is a share of games, from 0 to 1.
    pub fn is_share(self) -> bool {
        matches!(self, Figure::Share { .. } | Figure::SharedWin | Figure::LeaderWins(_))
    }

    /// What makes the ratio of its sums a figure.
    pub fn unit(self) -> f64 {
        match self {
            Figure::Share { .. } => SHARE_UNIT,
            Figure::LeaderWins(_) => LEADER_UNIT,
            _ => 1.0,
        }
    }
}

/// All figures of runs of this shape, in order.
pub fn figures(shape: Shape) -> Vec<Figure> {
    let seats = || std::iter::once(None).chain((0..shape.players).map(Some));
    let mut all = Vec::new();
    for agent in 0..shape.agents {
        all.extend(seats().map(|seat| Figure::Share { agent, seat }));
        all.extend(seats().map(|seat| Figure::Score { agent, seat }));
        all.extend((0..shape.facts).map(|fact| Figure::Fact { agent, fact }));
    }
    all.extend([Figure::WinningMargin, Figure::SharedWin]);
    all.extend((0..shape.milestones).map(Figure::LeaderWins));
    all
}

impl Versus {
    /// Nothing counted yet.
    pub fn new(shape: Shape) -> Versus {
        Versus(vec![Paired::default(); figures(shape).len()])
    }

    /// Adds the blocks of `other`.
    pub fn merge(&mut self, other: &Versus) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, term)| sum.merge(term));
    }
}

/// Such a comparison while its blocks come in.
#[derive(Clone, Debug)]
pub(crate) struct VersusTally {
    shape: Shape,
    /// Numerators and denominators of the present block under both rule sets.
    block: [Vec<(i64, i64)>; 2],
    versus: Versus,
}

impl VersusTally {
    pub(crate) fn new(shape: Shape) -> VersusTally {
        let versus = Versus::new(shape);
        let zeros = vec![(0, 0); versus.0.len()];
        VersusTally { shape, block: [zeros.clone(), zeros], versus }
    }

    /// Adds a game under rule set number `rules`; `standings` are those at the milestones.
    pub(crate) fn game<'s, Scoring: 's>(
        &mut self,
        rules: usize,
        order: &Order,
        outcome: &Outcome,
        ledger: &'s Ledger<Scoring>,
        standings: impl Iterator<Item = (usize, drakkar_engine::seat::PerSeat<i32>)>,
    ) {
        let Shape { players, facts, agents, .. } = self.shape;
        let width = 2 * (players + 1) + facts;
        let cells = &mut self.block[rules];
        let mut add = |index: usize, value: i64| {
            cells[index].0 += value;
            cells[index].1 += 1;
        };
        for (seat, agent) in order.iter() {
            let first = usize::from(agent) * width;
            for place in [first, first + 1 + seat.index()] {
                add(place, i64::from(outcome.share[seat]));
                add(place + players + 1, i64::from(outcome.score[seat]));
            }
            for (fact, &value) in ledger.facts(seat).iter().enumerate() {
                add(first + 2 * (players + 1) + fact, i64::from(value));
            }
        }
        let rest = agents * width;
        add(rest, margin(&outcome.score));
        let winners = outcome.share.as_slice().iter().filter(|&&share| share > 0).count();
        add(rest + 1, i64::from(winners > 1));
        for (milestone, standing) in standings {
            add(rest + 2 + milestone, leader_wins(&standing, outcome));
        }
    }

    pub(crate) fn end_block(&mut self) {
        let [one, two] = &mut self.block;
        for ((paired, one), two) in self.versus.0.iter_mut().zip(one).zip(two) {
            paired.add_block(*one, *two);
            (*one, *two) = ((0, 0), (0, 0));
        }
    }

    pub(crate) fn finish(self) -> Versus {
        self.versus
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::schedule::order_of;
    use drakkar_engine::fact::{Fact, Sink};
    use drakkar_engine::seat::{PerSeat, Seat};

    #[test]
    fn every_figure_stands_where_the_list_says() {
        let shape = Shape { agents: 2, players: 2, facts: 1, milestones: 1 };
        let mut tally = VersusTally::new(shape);
        let mut ledger: Ledger<()> = Ledger::new(2, 1);
        ledger.add(Seat::new(0), Fact(0), 3);
        ledger.add(Seat::new(1), Fact(0), 5);
        for (rules, scores) in [(0, [4, 9]), (1, [6, 6])] {
            let outcome = Outcome::by_score(PerSeat::from_fn(2, |seat| scores[seat.index()]));
            let standing = PerSeat::from_fn(2, |seat| [1, 0][seat.index()]);
            let standings = std::iter::once((0, standing));
            tally.game(rules, &order_of(&[1, 0]), &outcome, &ledger, standings);
        }
        tally.end_block();
        let versus = tally.finish();
        let list = figures(shape);
        assert_eq!(list.len(), versus.0.len());
        for (figure, one, two) in [
            (Figure::Share { agent: 0, seat: None }, 1.0, 0.5),
            (Figure::Share { agent: 0, seat: Some(1) }, 1.0, 0.5),
            (Figure::Share { agent: 1, seat: Some(0) }, 0.0, 0.5),
            (Figure::Score { agent: 1, seat: None }, 4.0, 6.0),
            (Figure::Score { agent: 0, seat: Some(1) }, 9.0, 6.0),
            (Figure::Fact { agent: 0, fact: 0 }, 5.0, 5.0),
            (Figure::Fact { agent: 1, fact: 0 }, 3.0, 3.0),
            (Figure::WinningMargin, 5.0, 0.0),
            (Figure::SharedWin, 0.0, 1.0),
            (Figure::LeaderWins(0), 0.0, 0.5),
        ] {
            let index = list.iter().position(|&known| known == figure).unwrap();
            let found = versus.0[index].difference(figure.unit(), true).unwrap();
            assert!(
                (found.one - one).abs() < 1e-12 && (found.two - two).abs() < 1e-12,
                "{figure:?}"
            );
        }
    }
}

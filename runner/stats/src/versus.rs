//! The same agents under two rule sets.

use crate::counters::{SHARE_UNIT, Shape};
use crate::{finished::Finished, paired::Paired, summary::GameFigure};

/// The subject of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compared {
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
    /// A figure of whole games.
    Game(GameFigure),
}

impl Compared {
    /// Whether it is a share of games.
    pub fn is_share(self) -> bool {
        match self {
            Compared::Share { .. } => true,
            Compared::Score { .. } | Compared::Fact { .. } => false,
            Compared::Game(figure) => figure.is_share(),
        }
    }

    /// What makes the ratio of its sums a figure.
    pub fn unit(self) -> f64 {
        match self {
            Compared::Share { .. } => SHARE_UNIT,
            Compared::Score { .. } | Compared::Fact { .. } => 1.0,
            Compared::Game(figure) => figure.unit(),
        }
    }
}

/// All figures of runs of this shape, in order.
pub fn figures(shape: Shape) -> Vec<Compared> {
    let seats = || std::iter::once(None).chain((0..shape.players).map(Some));
    let mut all = Vec::new();
    for agent in 0..shape.agents {
        all.extend(seats().map(|seat| Compared::Share { agent, seat }));
        all.extend(seats().map(|seat| Compared::Score { agent, seat }));
        all.extend((0..shape.facts).map(|fact| Compared::Fact { agent, fact }));
    }
    all.extend(GameFigure::all(shape.milestones).map(Compared::Game));
    all
}

/// Adds a game by rule set number `rules` to the open blocks of these [`figures`].
pub(crate) fn game(versus: &mut [Paired], shape: Shape, rules: usize, game: &Finished<'_>) {
    let Shape { players, facts, agents, .. } = shape;
    let width = 2 * (players + 1) + facts;
    let mut add = |place: usize, n: i64| versus[place].arm_mut(rules).add(n);
    for (seat, &agent) in game.agents.iter().enumerate() {
        let first = usize::from(agent) * width;
        for place in [first, first + 1 + seat] {
            add(place, i64::from(game.shares[seat]));
            if game.counts(seat) {
                add(place + players + 1, i64::from(game.scores[seat]));
            }
        }
        if !game.counts(seat) {
            continue;
        }
        for (fact, &value) in game.facts[seat][..facts].iter().enumerate() {
            add(first + 2 * (players + 1) + fact, i64::from(value));
        }
    }
    if game.failed == 0 {
        let rest = agents * width;
        add(rest, game.margin());
        add(rest + 1, i64::from(game.is_shared()));
    }
}

/// Adds a milestone of a game.
pub(crate) fn milestone(versus: &mut [Paired], shape: Shape, rules: usize, index: usize, won: i64) {
    let first = versus.len() - shape.milestones;
    versus[first + index].arm_mut(rules).add(won);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finished::made_up::with_facts;

    #[test]
    fn every_figure_stands_where_the_list_says() {
        let shape = Shape { agents: 2, players: 2, facts: 1, milestones: 1 };
        let mut versus = vec![Paired::default(); figures(shape).len()];
        for (rules, scores) in [(0, [4, 9]), (1, [6, 6])] {
            with_facts(&[1, 0], &scores, &[&[3, 0], &[5, 0]], |game| {
                super::game(&mut versus, shape, rules, game);
                milestone(&mut versus, shape, rules, 0, game.leader_wins(&[1, 0]));
            });
        }
        versus.iter_mut().for_each(Paired::end_block);
        let list = figures(shape);
        assert_eq!(list.len(), versus.len());
        for (figure, one, two) in [
            (Compared::Share { agent: 0, seat: None }, 1.0, 0.5),
            (Compared::Share { agent: 0, seat: Some(1) }, 1.0, 0.5),
            (Compared::Share { agent: 1, seat: Some(0) }, 0.0, 0.5),
            (Compared::Score { agent: 1, seat: None }, 4.0, 6.0),
            (Compared::Score { agent: 0, seat: Some(1) }, 9.0, 6.0),
            (Compared::Fact { agent: 0, fact: 0 }, 5.0, 5.0),
            (Compared::Fact { agent: 1, fact: 0 }, 3.0, 3.0),
            (Compared::Game(GameFigure::WinningMargin), 5.0, 0.0),
            (Compared::Game(GameFigure::SharedWin), 0.0, 1.0),
            (Compared::Game(GameFigure::LeaderWins(0)), 0.0, 0.5),
        ] {
            let index = list.iter().position(|&known| known == figure).unwrap();
            let found = versus[index].difference(figure.unit(), true).unwrap();
            assert!(
                (found.one - one).abs() < 1e-12 && (found.two - two).abs() < 1e-12,
                "{figure:?}"
            );
        }
    }
}

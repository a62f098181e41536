//! Results of agents, facts associated with winning, and how close games are.

use crate::counters::{Counters, LEADER_UNIT, SHARE_UNIT, SeatSums};
use crate::interval::{self, Interval};
use crate::{fact_sums::Association, ratio::centred};

/// The results of one agent, in one seat or in all.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WinRate {
    /// Number of the agent in the line-up.
    pub agent: usize,
    /// The seat; `None` for all seats together.
    pub seat: Option<usize>,
    /// Win share of a seat at a table of equals.
    pub par: f64,
    /// Games in the estimates, counted once for each seat that the agent held.
    pub games: i128,
    /// Blocks that these games come from.
    pub blocks: i128,
    /// Mean share of the win.
    pub win_share: Option<f64>,
    /// Its 95 % interval; none with fewer than two blocks, or if the agent holds all seats.
    pub interval: Option<Interval>,
    /// Mean score.
    pub score_mean: Option<f64>,
    /// Standard deviation of the score over games.
    pub score_sd: Option<f64>,
    /// Share of games ended in place 1, 2, ..., one for each seat; tied seats share the better place.
    pub places: Vec<Option<f64>>,
    /// Games that were not completed; they are in no other figure.
    pub failed: i128,
    /// Games that the agent lost because it failed: among the games, but without a score.
    pub lost: i128,
}

/// One row for each agent in all seats, followed by its rows for each seat that it held.
pub fn win_rates(counters: &Counters) -> Vec<WinRate> {
    let mut rows = Vec::new();
    for (agent, sums) in counters.agents.iter().enumerate() {
        let mut all = SeatSums::default();
        sums.seats.iter().for_each(|seat| all.merge(seat));
        // The agent's block sum cannot be derived from the sums of its seats.
        all.share = sums.share;
        let mut pooled = row(counters, agent, None, &all);
        if counters.agents.len() == 1 {
            pooled.interval = None;
        }
        rows.push(pooled);
        for (seat, sums) in sums.seats.iter().enumerate() {
            if sums.share.d != 0 || sums.failed != 0 {
                rows.push(row(counters, agent, Some(seat), sums));
            }
        }
    }
    rows
}

fn row(counters: &Counters, agent: usize, seat: Option<usize>, sums: &SeatSums) -> WinRate {
    let players = counters.shape.players;
    let games = sums.share.d;
    let scored = games - sums.lost;
    let share = |count: i128, of: i128| (of != 0).then(|| count as f64 / of as f64);
    WinRate {
        agent,
        seat,
        par: 1.0 / players as f64,
        games,
        blocks: sums.share.blocks,
        win_share: sums.share.value(SHARE_UNIT),
        interval: interval::of_share(&sums.share, SHARE_UNIT),
        score_mean: share(sums.score, scored),
        score_sd: deviation(scored, sums.score, sums.score_squares),
        places: sums.places[..players].iter().map(|&n| share(n, games)).collect(),
        failed: sums.failed,
        lost: sums.lost,
    }
}

/// One fact of one agent, over all its seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Strategy {
    /// Number of the agent in the line-up.
    pub agent: usize,
    /// Number of the fact; `None` for the score itself.
    pub fact: Option<usize>,
    /// Games in the estimates, counted once for each seat that the agent held.
    pub games: i128,
    /// Mean of a game.
    pub mean: Option<f64>,
    /// Standard deviation over games.
    pub sd: Option<f64>,
    /// Its association with winning.
    pub association: Association,
}

/// The score and every fact of every agent.
pub fn strategy(counters: &Counters) -> Vec<Strategy> {
    let mut rows = Vec::new();
    for (agent, sums) in counters.agents.iter().enumerate() {
        let share = sums.share_of_counted();
        let games = share.d;
        // The score is counted after the facts and shown before them.
        let score = sums.facts.len() - 1;
        for index in std::iter::once(score).chain(0..score) {
            let fact = &sums.facts[index];
            rows.push(Strategy {
                agent,
                fact: (index != score).then_some(index),
                games,
                mean: (games != 0).then(|| fact.x as f64 / games as f64),
                sd: deviation(games, fact.x, fact.squares),
                association: fact.association(&share),
            });
        }
    }
    rows
}

/// A figure of whole games, for display.
#[derive(Clone, PartialEq, Debug)]
pub struct Pace {
    /// The figure.
    pub figure: GameFigure,
    /// Games in the estimate.
    pub games: i128,
    /// Its mean.
    pub mean: Option<f64>,
    /// Standard deviation over games, for figures that are not shares.
    pub sd: Option<f64>,
    /// 95 % interval of the mean; none with fewer than two blocks.
    pub interval: Option<Interval>,
}

/// A figure of whole games, independent of the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameFigure {
    /// Score of the best seat minus score of the second; 0 if they are equal.
    WinningMargin,
    /// Share of games whose win is shared.
    SharedWin,
    /// Share of the win that goes to the leaders at this milestone, each with an equal part.
    LeaderWins(usize),
}

impl GameFigure {
    /// All figures of a game with this many milestones, in order.
    pub fn all(milestones: usize) -> impl Iterator<Item = GameFigure> {
        let leaders = (0..milestones).map(GameFigure::LeaderWins);
        [GameFigure::WinningMargin, GameFigure::SharedWin].into_iter().chain(leaders)
    }

    /// Whether it is a share of games, from 0 to 1.
    pub fn is_share(self) -> bool {
        self != GameFigure::WinningMargin
    }

    /// What makes the ratio of its sums a figure.
    pub fn unit(self) -> f64 {
        match self {
            GameFigure::LeaderWins(_) => LEADER_UNIT,
            GameFigure::WinningMargin | GameFigure::SharedWin => 1.0,
        }
    }
}

/// All figures of whole games.
pub fn pace(counters: &Counters) -> Vec<Pace> {
    let row = |figure: GameFigure| {
        let sums = match figure {
            GameFigure::WinningMargin => &counters.margin,
            GameFigure::SharedWin => &counters.shared,
            GameFigure::LeaderWins(milestone) => &counters.leader[milestone],
        };
        let unit = figure.unit();
        let (sd, interval) = if figure.is_share() {
            (None, interval::of_share(sums, unit))
        } else {
            (deviation(sums.d, sums.n, counters.margin_squares), interval::of_ratio(sums, unit))
        };
        Pace { figure, games: sums.d, mean: sums.value(unit), sd, interval }
    };
    GameFigure::all(counters.leader.len()).map(row).collect()
}

/// Standard deviation of a sample from its size, sum and sum of squares; `None` below two.
fn deviation(count: i128, sum: i128, squares: i128) -> Option<f64> {
    let squares = || centred(count, squares, sum, sum).max(0.0);
    (count > 1).then(|| (squares() / (count - 1) as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counters::{Shape, Tally};
    use crate::finished::made_up::scored;

    #[test]
    fn deviation_of_a_small_sample() {
        assert_eq!(deviation(4, 20, 120), Some((20.0_f64 / 3.0).sqrt()));
        assert_eq!(deviation(1, 5, 25), None);
    }

    fn counted(agents: usize, orders: &[[u8; 2]], scores: &[[i32; 2]]) -> Vec<WinRate> {
        let shape = Shape { agents, players: 2, facts: 0, milestones: 0 };
        let mut tally = Tally::new(shape);
        for score in scores {
            for order in orders {
                scored(order, score, |game| tally.game(game));
            }
            tally.end_block();
        }
        win_rates(&tally.finish())
    }

    #[test]
    fn agents_and_seats() {
        let rows = counted(2, &[[0, 1], [1, 0]], &[[5, 1], [2, 2], [0, 9]]);
        let [first, first_0, first_1, second, ..] = &rows[..] else { panic!("{rows:?}") };
        assert_eq!((first.games, first.blocks, first.win_share), (6, 3, Some(0.5)));
        assert_eq!((first_0.seat, first_0.games, first_0.win_share), (Some(0), 3, Some(0.5)));
        assert!(first.interval.is_some_and(|(low, high)| low < 0.5 && high > 0.5));
        assert!(first_1.interval.is_some_and(|(low, high)| low < 0.5 && high > 0.5));
        assert_eq!(second.places, [Some(4.0 / 6.0), Some(2.0 / 6.0)]);
        assert_eq!((second.score_mean, second.par), (Some(19.0 / 6.0), 0.5));
    }

    #[test]
    fn one_agent_in_all_seats_has_intervals_by_seat_only() {
        let rows = counted(1, &[[0, 0]], &[[5, 1], [2, 2], [0, 9], [4, 1]]);
        assert_eq!((rows[0].win_share, rows[0].interval), (Some(0.5), None));
        assert_eq!((rows[1].seat, rows[1].win_share), (Some(0), Some(0.625)));
        assert!(rows[1].interval.is_some());
    }
}

//! How close games are, and how early they are decided.

use crate::counters::{Counters, LEADER_UNIT};
use crate::interval::{self, Interval};
use crate::ratio::Ratio;
use crate::win_rates::deviation;

/// A figure of whole games, as it is shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Pace {
    /// What it is.
    pub figure: GameFigure,
    /// Games in the estimate.
    pub games: i128,
    /// Its mean.
    pub mean: Option<f64>,
    /// Standard deviation over games, for figures that are no shares.
    pub sd: Option<f64>,
    /// 95 % interval of the mean; none with fewer than two blocks.
    pub interval: Option<Interval>,
}

/// A figure of whole games, whoever plays them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameFigure {
    /// Score of the best seat minus score of the second; 0 if they are equal.
    WinningMargin,
    /// Share of games whose win is shared.
    SharedWin,
    /// Share of the win that goes to who led at the milestone with this number; leaders that are
    /// level count as one, each with an equal part.
    LeaderWins(usize),
}

impl GameFigure {
    /// All of a game with so many milestones, in order.
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

/// All figures in order.
pub fn pace(counters: &Counters) -> Vec<Pace> {
    let row = |figure: GameFigure| {
        let (sums, unit) = (counters.of_games(figure), figure.unit());
        let deviation = || deviation(sums.d, sums.n, counters.margin_squares);
        let interval = if figure.is_share() { interval::of_share } else { interval::of_ratio };
        Pace {
            figure,
            games: sums.d,
            mean: sums.value(unit),
            sd: (!figure.is_share()).then(deviation).flatten(),
            interval: interval(sums, unit),
        }
    };
    GameFigure::all(counters.leader.len()).map(row).collect()
}

impl Counters {
    /// The sums of a figure.
    fn of_games(&self, figure: GameFigure) -> &Ratio {
        match figure {
            GameFigure::WinningMargin => &self.margin,
            GameFigure::SharedWin => &self.shared,
            GameFigure::LeaderWins(milestone) => &self.leader[milestone],
        }
    }
}

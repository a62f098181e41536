//! How close games are, and how early they are decided.

use crate::stats::counters::{Counters, LEADER_UNIT};
use crate::stats::interval::{self, Interval};
use crate::stats::win_rates::deviation;

/// A figure of whole games.
#[derive(Clone, PartialEq, Debug)]
pub struct Pace {
    /// What it is.
    pub figure: Figure,
    /// Games in the estimate.
    pub games: i128,
    /// Its mean.
    pub mean: Option<f64>,
    /// Standard deviation over games, for figures that are no shares.
    pub sd: Option<f64>,
    /// 95 % interval of the mean; none with fewer than two blocks.
    pub interval: Option<Interval>,
}

/// What a row of [`pace`] is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// Score of the best seat minus score of the second; 0 if they are equal.
    WinningMargin,
    /// Share of games whose win is shared.
    SharedWin,
    /// Share of the win that goes to who led at the milestone with this number; leaders that are
    /// level count as one, each with an equal part.
    LeaderWins(usize),
}

/// All figures in order.
pub fn pace(counters: &Counters) -> Vec<Pace> {
    let margin = &counters.margin;
    let mut rows = vec![
        Pace {
            figure: Figure::WinningMargin,
            games: margin.d,
            mean: margin.value(1.0),
            sd: deviation(margin.d, margin.n, counters.margin_squares),
            interval: interval::of_ratio(margin, 1.0),
        },
        Pace {
            figure: Figure::SharedWin,
            games: counters.shared.d,
            mean: counters.shared.value(1.0),
            sd: None,
            interval: interval::of_share(&counters.shared, 1.0),
        },
    ];
    rows.extend(counters.leader.iter().enumerate().map(|(milestone, wins)| Pace {
        figure: Figure::LeaderWins(milestone),
        games: wins.d,
        mean: wins.value(LEADER_UNIT),
        sd: None,
        interval: interval::of_share(wins, LEADER_UNIT),
    }));
    rows
}

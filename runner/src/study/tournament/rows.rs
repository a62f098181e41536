use drakkar_stats::interval::Interval;
use drakkar_stats::ratings::Rating;
use drakkar_stats::ratio::Ratio;

pub struct RatingRow {
    pub number: usize,
    pub rank: usize,
    pub rating: Rating,
    pub superiority: Option<f64>,
    pub share: Ratio,
    pub alpha_rank: Option<f64>,
}

#[derive(Default)]
pub struct PairingRow {
    pub meetings: i128,
    pub blocks: i128,
    pub score: f64,
    pub interval: Option<Interval>,
    pub p: Option<f64>,
    pub p_holm: Option<f64>,
    pub verdict: &'static str,
    pub blocks_needed: Option<u64>,
    /// The share of the wins of the two, both ends of its interval, and what the ratings predict.
    pub wins: [Option<f64>; 4],
}

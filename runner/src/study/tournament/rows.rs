//! The rows of the files of a tournament.

use serde::Serialize;

use crate::export::figure::Figure;

/// Header and row of `ratings.csv`.
#[derive(Serialize, Default)]
pub struct RatingRow<'a> {
    #[serde(skip)]
    pub number: usize,
    pub rank: usize,
    pub agent: &'a str,
    pub status: &'a str,
    pub elo: Figure,
    pub elo_low: Figure,
    pub elo_high: Figure,
    pub superiority_over_next: Figure,
    pub games: i128,
    pub blocks: i128,
    pub win_share: Figure,
    pub win_share_low: Figure,
    pub win_share_high: Figure,
    pub alpha_rank: Figure,
}

/// Header and row of `pairings.csv`.
#[derive(Serialize, Default)]
pub struct PairingRow<'a> {
    pub agent: &'a str,
    pub opponent: &'a str,
    pub meetings: i128,
    pub blocks: i128,
    pub score: Figure,
    pub low: Figure,
    pub high: Figure,
    pub p: Figure,
    pub p_holm: Figure,
    pub verdict: &'a str,
    pub blocks_needed: Option<u64>,
    pub wins: Figure,
    pub wins_low: Figure,
    pub wins_high: Figure,
    pub wins_predicted: Figure,
}

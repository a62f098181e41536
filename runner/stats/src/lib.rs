//! Statistics of games: from wins, scores and places to intervals, tests and ratings.
//!
//! For anyone who lets programs play games and wants to know what the results say. Nothing here
//! knows a game, a player or a file: numbers go in, integers are added up, and figures are computed
//! once at the end.
//!
//! - **A block is one sample.** Games that share a deal, an opening or exchanged seats are not independent.
//!   They form a block, and errors come from the differences between blocks: [`ratio`].
//! - **Sums are integers** and can be added in any order ([`Counters::merge`](counters::Counters::merge)),
//!   so that threads and machines give the same result. They can be written and read with `serde`.
//! - **The same bits on every machine**: mathematical functions are those of [`libm`].
//!
//! | question | module |
//! |---|---|
//! | How often does it win, and how certain is that? | [`ratio`], [`interval`] |
//! | Do two of them differ on the same deals? | [`paired`], [`p_value`], [`verdict`] |
//! | When may a comparison stop? | [`sequential`] |
//! | How strong is each of many? | [`ratings`], [`meetings`] |
//! | Is strength one number at all? | [`transitivity`] |
//! | What is associated with winning? Does a seat win too often, does the leader stay ahead? | [`summary`], [`fact_sums`] |
//! | What is each of several choices worth? | [`branches`], [`worth`] |
//! | Which values make them worth the same? | [`levelling`] |
//! | Which part of the results is skill, seat, deal? | [`components`] |
//! | Which part of the results is luck, and which is decisions? | [`luck`] |
//! | When is the winner known? | [`forecast`] |
//! | All of that in one pass over the games | [`sums`], [`finished`] |
//!
//! # A win share with its interval
//!
//! Two programs play each opening twice, with seats exchanged:
//!
//! ```
//! use drakkar_stats::interval;
//! use drakkar_stats::ratio::Ratio;
//!
//! let mut wins = Ratio::default();
//! for opening in 0..300 {
//!     let won = if opening % 5 == 0 { 2 } else { opening % 2 };
//!     wins.add_block(won, 2);
//! }
//! assert_eq!(wins.value(1.0), Some(0.4));
//! let (low, high) = interval::of_share(&wins, 1.0).unwrap();
//! assert!(0.35 < low && low < 0.4 && 0.4 < high && high < 0.45);
//! ```
//!
//! # A test that stops as soon as it can
//!
//! Is the new program 20 Elo better than the old one, or no better at all? Blocks are again two games,
//! scored in half points:
//!
//! ```
//! use drakkar_stats::sequential::{BlockScores, Decision, Grid, SequentialTest, share_of_elo};
//!
//! let test = SequentialTest {
//!     mean0: 4.0 * share_of_elo(0.0, 2),
//!     mean1: 4.0 * share_of_elo(20.0, 2),
//!     alpha: 0.05,
//!     beta: 0.05,
//!     grid: Grid { lowest: 0, highest: 4, step: 1 },
//! };
//! let mut scores = BlockScores::default();
//! let decision = (0..).find_map(|pair| {
//!     // It wins both games of every fifth pair, and one of the two else.
//!     scores.add(if pair % 5 == 0 { 4 } else { 2 });
//!     Some(test.decide(&scores)).filter(|&decision| decision != Decision::Continue)
//! });
//! assert_eq!(decision, Some(Decision::Upper));
//! assert!(scores.blocks() < 200);
//! ```
//!
//! # Ratings of many players
//!
//! ```
//! use drakkar_stats::finished::ranked;
//! use drakkar_stats::ratings::{Estimates, Wins};
//!
//! let mut wins = Wins::default();
//! for deal in 0..200 {
//!     // The first player wins three games of four.
//!     let (_, shares) = ranked(if deal % 4 == 0 { &[3, 8] } else { &[8, 3] });
//!     wins.add(&[0, 1], &shares, deal);
//! }
//! let elo = Estimates::new(&wins, 2, 42).ratings(1)[0].elo.unwrap();
//! assert!((elo - 190.8).abs() < 0.1);
//! ```

#[macro_use]
mod merge;

pub mod bounds;
pub mod branches;
pub mod components;
pub mod contest;
pub mod counters;
pub mod crossing;
mod draws;
pub mod fact_sums;
mod fact_tally;
pub mod finished;
pub mod forecast;
pub mod interval;
pub mod jackknife;
pub mod layout;
pub mod levelling;
pub mod looks;
pub mod lost;
pub mod luck;
pub mod median;
pub mod meetings;
mod number;
pub mod occurrence;
pub mod p_value;
pub mod paired;
pub mod ratings;
pub mod ratio;
pub mod sequential;
pub mod student;
pub mod summary;
pub mod sums;
pub mod transitivity;
pub mod verdict;
pub mod versus;
pub mod worth;

//! Integer counters, and the figures computed from them once at the end.

pub mod appraisal;
pub mod branches;
pub mod contest;
pub mod counters;
pub mod fact_sums;
mod fact_tally;
pub mod interval;
pub mod items;
pub mod meetings;
pub mod p_value;
pub mod pace;
pub mod paired;
pub mod ratings;
pub mod ratio;
pub mod sequential;
pub mod strategy;
pub mod sums;
pub mod tally;
pub mod verdict;
pub mod versus;
pub mod win_rates;
pub mod worth;

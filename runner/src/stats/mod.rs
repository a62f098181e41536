//! Integer counters, and the figures computed from them once at the end.

pub mod counters;
pub mod fact_sums;
mod fact_tally;
pub mod interval;
pub mod items;
pub mod p_value;
pub mod pace;
pub mod ratings;
pub mod ratio;
pub mod sequential;
pub mod strategy;
pub mod tally;
pub mod verdict;
pub mod win_rates;

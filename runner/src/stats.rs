//! The statistics, which are a crate of their own, and what joins them to plans and rules.

pub use drakkar_stats::*;

pub use crate::export::items;
pub use crate::journal::appraisal;

use drakkar_engine::{outcome, seat};

// The statistics do not know the engine, but count seats and wins as it does.
const _: () = assert!(finished::WHOLE_WIN == outcome::WHOLE_WIN);
const _: () = assert!(finished::MAX_SEATS == seat::MAX_SEATS);

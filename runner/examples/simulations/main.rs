//! Simulates what the statistics promise: how often intervals hold the true value, and how often the
//! sequential test errs. Writes CSV to standard output; a reading is in `results/statistics/`.

mod coverage;
mod error_rates;
mod looks;
mod model;
mod occurrence;
mod rate;
mod ratings;
mod variance;

use clap::{Parser, Subcommand};
use rayon::prelude::*;
use serde::Serialize;

/// Simulates what the statistics promise; writes CSV to standard output
#[derive(Parser)]
struct Flags {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// How often nominal 95 % intervals hold the true value
    Coverage {
        /// Simulated runs of each case
        #[arg(long, default_value_t = 20_000)]
        repetitions: u64,
    },
    /// How often the interval of the worth of decisions that occur more or less often holds the true value
    Occurrence {
        /// Simulated runs of each case
        #[arg(long, default_value_t = 20_000)]
        repetitions: u64,
    },
    /// The same of parts of a variance: what players, seats and deals explain, and luck
    Variance {
        /// Simulated runs of each case
        #[arg(long, default_value_t = 5_000)]
        repetitions: u64,
    },
    /// How often the sequential test errs, and how many blocks it takes
    ErrorRates {
        /// Simulated runs of each case
        #[arg(long, default_value_t = 5_000)]
        repetitions: u64,
    },
    /// How often something wrong is said of games that are looked at several times
    Looks {
        /// Simulated runs of each case
        #[arg(long, default_value_t = 5_000)]
        repetitions: u64,
    },
    /// How often the intervals of ratings hold the true Elo
    Ratings {
        /// Simulated runs of each case
        #[arg(long, default_value_t = 1_000)]
        repetitions: u64,
    },
}

fn main() -> Result<(), csv::Error> {
    match Flags::parse().what {
        What::Coverage { repetitions } => {
            let most = coverage::BLOCKS.into_iter().max().unwrap_or(0);
            let cases = coverage::cases();
            write(&cases, |number, case| coverage::rows(number, case, most, repetitions))
        }
        What::Occurrence { repetitions } => {
            write(&occurrence::CASES, |number, case| occurrence::rows(number, case, repetitions))
        }
        What::Variance { repetitions } => {
            write(&variance::cases(), |number, case| variance::rows(number, case, repetitions))
        }
        What::ErrorRates { repetitions } => {
            let settings = error_rates::settings();
            write(&settings, |number, setting| error_rates::rows(number, setting, repetitions))
        }
        What::Looks { repetitions } => {
            let settings = looks::settings();
            write(&settings, |number, setting| vec![looks::row(number, setting, repetitions)])
        }
        What::Ratings { repetitions } => {
            let settings = ratings::settings();
            write(&settings, |number, setting| ratings::rows(number, setting, repetitions))
        }
    }
}

/// Writes the rows of each entry in order.
fn write<T: Sync, R: Serialize + Send>(
    entries: &[T],
    rows: impl Fn(usize, &T) -> Vec<R> + Sync,
) -> Result<(), csv::Error> {
    let rows: Vec<Vec<R>> =
        entries.par_iter().enumerate().map(|(number, entry)| rows(number, entry)).collect();
    let mut writer = csv::Writer::from_writer(std::io::stdout());
    for row in rows.into_iter().flatten() {
        writer.serialize(row)?;
    }
    writer.flush()?;
    Ok(())
}

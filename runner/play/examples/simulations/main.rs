//! Simulates what the statistics promise: how often intervals hold the true value, and how often statements are made
//! that are wrong. Writes CSV to standard output; a reading is in `results/statistics/`.

mod coverage;
mod covered;
mod deviation;
mod effects;
mod error_rates;
mod fair_values;
mod looks;
mod model;
mod occurrence;
mod optimiser;
mod rate;
mod ratings;
#[cfg(test)]
mod tests;
mod variance;
mod verdicts;

use clap::{Parser, ValueEnum};
use rayon::prelude::*;
use serde::Serialize;

/// Simulates what the statistics promise; writes CSV to standard output
#[derive(Parser)]
struct Flags {
    what: What,

    /// Simulated runs of each case
    #[arg(long)]
    repetitions: Option<u64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// How often nominal 95 % intervals of win shares, their differences and scores hold the true value
    Coverage,
    /// The same of the worth of decisions that occur more or less often
    Occurrence,
    /// The same of parts of a variance: what players, seats and deals explain, and luck
    Variance,
    /// The same of ratings
    Ratings,
    /// The same of fair values
    FairValues,
    /// The same of the standard deviation between kinds
    Deviation,
    /// The same of what is lost if a change of a weight is taken back
    Effects,
    /// How often the sequential test errs, and how many blocks it takes
    ErrorRates,
    /// How often something wrong is said of games that are looked at several times
    Looks,
    /// How often statements are made that are wrong, and that are right
    Verdicts,
    /// How many evaluations the search for weights takes on functions with published numbers
    Optimiser,
}

fn main() -> Result<(), csv::Error> {
    let Flags { what, repetitions } = Flags::parse();
    let or = |usual: u64| repetitions.unwrap_or(usual);
    match what {
        What::Coverage => {
            let (most, runs) = (coverage::BLOCKS.into_iter().max().unwrap_or(0), or(20_000));
            write(&coverage::cases(), |number, case| coverage::rows(number, case, most, runs))
        }
        What::Occurrence => {
            write(&occurrence::CASES, |number, case| occurrence::rows(number, case, or(20_000)))
        }
        What::Variance => {
            write(&variance::cases(), |number, case| variance::rows(number, case, or(5_000)))
        }
        What::Ratings => {
            write(&ratings::settings(), |number, setting| ratings::rows(number, setting, or(1_000)))
        }
        What::FairValues => {
            write(&fair_values::cases(), |number, case| fair_values::rows(number, case, or(5_000)))
        }
        What::Deviation => {
            write(&deviation::cases(), |number, kinds| deviation::rows(number, kinds, or(20_000)))
        }
        What::Effects => {
            write(&effects::cases(), |number, case| effects::rows(number, case, or(5_000)))
        }
        What::ErrorRates => write(&error_rates::settings(), |number, setting| {
            error_rates::rows(number, setting, or(5_000))
        }),
        What::Looks => write(&looks::settings(), |number, setting| {
            vec![looks::row(number, setting, or(5_000))]
        }),
        What::Verdicts => write(&verdicts::statements(), |number, statement| {
            vec![verdicts::row(number, statement, or(10_000))]
        }),
        What::Optimiser => {
            write(&optimiser::cases(), |number, case| vec![optimiser::row(number, case, or(51))])
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

//! The simulations of `results/statistics/` at a small size: what the statistics promise holds.

#[path = "../examples/simulations/coverage.rs"]
mod coverage;
#[path = "../examples/simulations/error_rates.rs"]
mod error_rates;
#[path = "../examples/simulations/looks.rs"]
mod looks;
#[path = "../examples/simulations/model.rs"]
mod model;
#[path = "../examples/simulations/occurrence.rs"]
mod occurrence;
#[path = "../examples/simulations/rate.rs"]
mod rate;
#[path = "../examples/simulations/ratings.rs"]
mod ratings;
#[path = "../examples/simulations/variance.rs"]
mod variance;

/// Intervals of win shares, of their differences and of scores cover between 94 and 96 % from a hundred
/// blocks on, as far as a thousand runs can tell; but for scores that are rare and high.
#[test]
fn intervals_cover() {
    let (mut looked, mut short) = (0, 0);
    for (number, case) in coverage::cases().iter().enumerate() {
        for row in coverage::rows(number, case, 100, 1000) {
            let within = row.covered_high >= 94.0 && row.covered_low <= 96.0;
            if row.figure == "score (rare and high)" {
                short += usize::from(row.blocks == 10 && row.covered_high < 94.0);
            } else if row.blocks >= 100 {
                looked += 1;
                assert!(within, "{row:?}");
            }
        }
    }
    assert_eq!(looked, 45);
    // Ten blocks are too few there, and the simulation sees it.
    assert_eq!(short, 3);
}

/// From 50 decisions in each round on, intervals of the worth of decisions that occur more or less often cover between
/// 94 and 96 %, as far as a thousand runs can tell.
#[test]
fn intervals_of_what_occurs_more_or_less_often_cover() {
    let mut looked = 0;
    for (number, case) in occurrence::CASES.iter().enumerate() {
        for row in occurrence::rows(number, case, 1000) {
            if row.decisions >= 50 {
                looked += 1;
                assert!(row.covered_high >= 94.0 && row.covered_low <= 96.0, "{row:?}");
            }
        }
    }
    assert_eq!(looked, 12);
}

/// Neither hypothesis is rejected more often than asked for, as far as a few hundred runs can tell.
#[test]
fn the_sequential_test_keeps_its_error_rates() {
    let (mut looked, mut errors) = (0, 0.0);
    for (number, setting) in error_rates::settings().iter().enumerate() {
        if setting.elo.1 - setting.elo.0 < 60.0 {
            continue;
        }
        for row in error_rates::rows(number, setting, 300) {
            assert!(row.errors_low <= row.nominal && row.unfinished == 0.0, "{row:?}");
            looked += 1;
            errors += row.errors;
        }
    }
    assert_eq!(looked, 54);
    // They do happen, or the test would play too long; on the whole they are no more than allowed.
    let mean = errors / f64::from(looked);
    assert!((0.5..=5.0).contains(&mean), "{mean}");
}

/// Planned looks say something wrong in no more than 5 % of runs, others in as many as is told, as far as some hundred
/// runs can tell.
#[test]
fn looks_keep_the_error_that_is_told() {
    for (number, setting) in looks::settings().iter().enumerate() {
        if setting.blocks <= 1000 {
            let row = looks::row(number, setting, 400);
            assert!(row.wrong_low <= row.nominal, "{row:?}");
        }
    }
}

/// Intervals of ratings hold the true Elo about as often as they promise.
#[test]
fn intervals_of_ratings_cover() {
    for (number, setting) in ratings::settings().iter().enumerate().skip(1).step_by(3) {
        for row in ratings::rows(number, setting, 100) {
            assert!(row.covered_high >= 94.0, "{row:?}");
        }
    }
}

/// Parts of a variance are right on average, and their intervals hold them in at least 93 of 100 runs, as far as a few
/// hundred runs can tell.
#[test]
fn parts_of_a_variance_are_found() {
    for (number, case) in variance::cases().iter().enumerate() {
        for row in variance::rows(number, case, 300) {
            let [mean, truth, width] =
                [&row.mean, &row.truth, &row.mean_width].map(|text| text.parse::<f64>().unwrap());
            // The standard error of the mean is about a quarter of the width, divided by the root of the runs.
            assert!((mean - truth).abs() < 4.0 * width / 4.0 / 300_f64.sqrt() + 1e-9, "{row:?}");
            assert!(row.covered_high >= 93.0, "{row:?}");
        }
    }
}

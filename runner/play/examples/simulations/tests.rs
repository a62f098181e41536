//! The simulations of `results/statistics/` at a small size: what the statistics promise holds.

use super::covered::Row;
use super::*;

/// Whether coverage may be within these ends, in per cent, as far as the runs can tell.
fn covers(row: &Row, low: f64, high: f64) -> bool {
    row.covered_high >= low && row.covered_low <= high
}

/// Whether estimates may be right on average: the standard error of their mean is about a quarter of the width of an
/// interval, divided by the root of the runs.
fn is_right_on_average(row: &Row) -> bool {
    let [truth, mean, width] =
        [&row.truth, &row.mean, &row.mean_width].map(|text| text.parse::<f64>().unwrap());
    (mean - truth).abs() < 4.0 * width / 4.0 / (row.repetitions as f64).sqrt() + 1e-6
}

/// Intervals of win shares, of their differences and of scores cover between 94 and 96 % from a hundred
/// blocks on, as far as a thousand runs can tell; but for scores that are rare and high.
#[test]
fn intervals_cover() {
    let (mut looked, mut short) = (0, 0);
    for (number, case) in coverage::cases().iter().enumerate() {
        for row in coverage::rows(number, case, 100, 1000) {
            if row.metric == "score (rare and high)" {
                short += usize::from(row.samples == 10 && row.covered_high < 94.0);
            } else if row.samples >= 100 {
                looked += 1;
                assert!(covers(&row, 94.0, 96.0), "{row:?}");
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
            if row.samples >= 50 {
                looked += 1;
                assert!(covers(&row, 94.0, 96.0), "{row:?}");
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
            assert!(is_right_on_average(&row), "{row:?}");
            assert!(covers(&row, 93.0, 100.0), "{row:?}");
        }
    }
}

/// The interval of a fair value holds the true one in at least 95 of 100 runs, whether it is in doubt because of the
/// games or because of the values between those that were tried; but where a worth hardly rises among errors of its own
/// that are as large, and may cross 0 by chance before it does.
#[test]
fn intervals_of_fair_values_cover() {
    let mut short = 0;
    for (number, case) in fair_values::cases().iter().enumerate() {
        for row in fair_values::rows(number, case, 300) {
            match row.case.as_str() {
                "rising from 4 on, own errors" if row.samples == 100 => short += 1,
                _ => assert!(covers(&row, 95.0, 100.0), "{row:?}"),
            }
        }
    }
    assert_eq!(short, 1);
}

/// The variance between kinds is right on average, and its interval holds it in 93.2 to 98.4 % of the runs.
#[test]
fn the_variance_between_kinds_is_found() {
    for (number, kinds) in deviation::cases().iter().enumerate() {
        let rows = deviation::rows(number, kinds, 1000);
        assert!(is_right_on_average(&rows[0]), "{:?}", rows[0]);
        for row in rows {
            assert!(covers(&row, 93.2, 98.4), "{row:?}");
        }
    }
}

/// What is lost without a change of a weight is right on average, and its interval holds it in 94 to 96 of 100 runs.
#[test]
fn effects_of_weights_are_found() {
    for (number, case) in effects::cases().iter().enumerate() {
        for row in effects::rows(number, case, 300) {
            assert!(is_right_on_average(&row) && covers(&row, 94.0, 96.0), "{row:?}");
        }
    }
}

/// What is wrong is said in no more than 5 of 100 runs, and what is right as often as is promised.
#[test]
fn statements_are_made_as_often_as_promised() {
    let (mut wrong, mut right) = (0, 0);
    for (number, statement) in verdicts::statements().iter().enumerate() {
        let row = verdicts::row(number, statement, 200);
        wrong += usize::from(row.at_most.is_some());
        right += usize::from(row.at_least.is_some());
        assert!(row.at_most.is_none_or(|most| row.said_low <= most), "{row:?}");
        assert!(row.at_least.is_none_or(|least| row.said_high >= least), "{row:?}");
    }
    assert_eq!((wrong, right), (45, 6));
}

/// The search for weights comes to the optimum of functions with one valley, after as many evaluations as published.
#[test]
fn the_search_takes_as_long_as_published() {
    let mut looked = 0;
    for (number, case) in optimiser::cases().iter().enumerate() {
        if let Some(published) = case.3.filter(|&published| published < 7_000) {
            let row = optimiser::row(number, case, 15);
            let ratio = row.mean.unwrap() / f64::from(published);
            assert!((0.8..1.25).contains(&ratio), "{row:?}");
            looked += 1;
        }
    }
    assert_eq!(looked, 5);
}

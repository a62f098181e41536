//! Models learn what is planted.

use drakkar_agents::features::Seen;
use drakkar_agents::net::About;
use drakkar_agents::soft_max::soft_max;
use drakkar_engine::seed::Rng;

use crate::calibration::calibrate;
use crate::loss::{even, forecast};
use crate::perceptron::{Pass, Perceptron};
use crate::positions::{EXPECTED_WIN, Position, Positions, WIN};
use crate::quantize::predictor;
use crate::{fit::fit, method::Method};

/// Positions with `inputs` inputs of 0 to 4 each, two seats, and a winner who is drawn: the first
/// seat wins with the share whose logit is `logit`.
fn planted(count: usize, inputs: u16, logit: impl Fn(&[f64]) -> f64) -> Positions {
    let (mut rng, mut positions) = (Rng::from_seed(9), Positions::new(2));
    for number in 0..count {
        let values: Vec<i16> = (0..inputs).map(|_| rng.below(5) as i16).collect();
        let seen = (0..inputs).zip(&values).filter(|(_, value)| **value != 0);
        let seen = seen.map(|(input, &value)| Seen { input, value }).collect();
        let logit = logit(&values.iter().map(|&value| f64::from(value)).collect::<Vec<_>>());
        let share = 1.0 / (1.0 + (-logit).exp());
        let wins = f64::from(rng.below(1 << 30)) / f64::from(1 << 30) < share;
        let shares = if wins { vec![WIN, 0] } else { vec![0, WIN] };
        let scores = vec![10 * i32::from(values[0]), 7];
        let round = (number % 2) as u8;
        // A unit of the logit is 3 of the heuristic in the first round, 6 in the second.
        let value = (logit * 3.0 * f64::from(round + 1)) as f32;
        let deal = number as u64;
        let values = vec![50.0 + value, 50.0];
        // In every other position, somebody knew.
        let part = (share * f64::from(EXPECTED_WIN)).round() as u8;
        let expected = if number % 2 == 0 { vec![part, EXPECTED_WIN - part] } else { Vec::new() };
        positions.push(&Position { seen, deal, round, shares, expected, scores, values });
    }
    positions
}

fn all(positions: &Positions) -> Vec<u32> {
    (0..positions.len() as u32).collect()
}

/// The mean error of the first seat's forecast.
fn error(
    mut predict: impl FnMut(&Position, &mut Vec<f64>),
    positions: &Positions,
    logit: impl Fn(&[f64]) -> f64,
    inputs: usize,
) -> f64 {
    let (mut position, mut shares, mut sum) = (Position::default(), Vec::new(), 0.0);
    for number in 0..positions.len() {
        positions.get(number, &mut position);
        let mut values = vec![0.0; inputs];
        for seen in &position.seen {
            values[usize::from(seen.input)] = f64::from(seen.value);
        }
        predict(&position, &mut shares);
        sum += (shares[0] - 1.0 / (1.0 + (-logit(&values)).exp())).abs();
    }
    sum / positions.len() as f64
}

fn about(inputs: usize) -> About {
    About {
        game: "planted".to_owned(),
        rules: "base".to_owned(),
        players: 2,
        inputs: (0..inputs).map(|input| format!("input.{input}")).collect(),
        training: serde_json::Map::new(),
    }
}

#[test]
fn slopes_are_those_of_the_loss() {
    let positions = planted(40, 6, |values| values[0] - values[1]);
    let mut rng = Rng::from_seed(1);
    for hidden in [vec![], vec![8, 5]] {
        let mut perceptron = Perceptron::new(2, vec![0.5; 6], &hidden, 5, &mut rng);
        for number in &mut perceptron.numbers {
            *number += (rng.word() >> 40) as f32 / (1 << 24) as f32 * 0.4 - 0.2;
        }
        let (weight, search_value_weight) = (0.3, 0.4);
        let method = Method { score_weight: weight, search_value_weight, ..Method::net(0) };
        let loss = |perceptron: &Perceptron| -> f64 {
            let (mut position, mut pass, mut sum) = (Position::default(), Pass::default(), 0.0);
            for number in 0..positions.len() {
                positions.get(number, &mut position);
                let outputs = perceptron.outputs(&position.seen, &mut pass);
                let mut shares = [f64::from(outputs[0]), f64::from(outputs[1])];
                soft_max(&mut shares, 1.0);
                for place in 0..2 {
                    let mut won = f64::from(position.shares[place]) / f64::from(WIN);
                    if let Some(&expected) = position.expected.get(place) {
                        let expected = f64::from(expected) / f64::from(EXPECTED_WIN);
                        won += search_value_weight * (expected - won);
                    }
                    sum -= won * shares[place].ln();
                    let off =
                        f64::from(outputs[2 + place]) - f64::from(position.scores[place]) / 16.0;
                    sum += f64::from(weight) * off * off / 2.0;
                }
            }
            sum
        };
        let mut slope = vec![0.0; perceptron.numbers.len()];
        let (mut position, mut pass) = (Position::default(), Pass::default());
        for number in 0..positions.len() {
            positions.get(number, &mut position);
            perceptron.add_slope(&position, &method, &mut pass, &mut slope);
        }
        let mut checked = 0;
        for (at, &found) in slope.iter().enumerate() {
            let step = 1e-2;
            let mut moved = |by: f32| {
                let before = perceptron.numbers[at];
                perceptron.numbers[at] += by;
                let loss = loss(&perceptron);
                perceptron.numbers[at] = before;
                loss
            };
            let (up, down, here) = (moved(step), moved(-step), moved(0.0));
            // Not where an activation is cut off in between.
            let curved = (up - here) - (here - down);
            if curved.abs() > 0.02 * (up - down).abs() + 2e-3 {
                continue;
            }
            checked += 1;
            let expected = (up - down) / f64::from(2.0 * step);
            let found = f64::from(found);
            assert!(
                (found - expected).abs() < 0.03 * expected.abs() + 0.05,
                "{hidden:?}, {at}: {found}, not {expected}"
            );
        }
        assert!(
            checked * 4 > perceptron.numbers.len() * 3,
            "{checked} of {}",
            perceptron.numbers.len()
        );
    }
}

/// What somebody expected who knew teaches more than results alone.
#[test]
fn expected_shares_teach() {
    let logit = |values: &[f64]| 0.8 * values[0] - 0.5 * values[1] - 0.3;
    let (few, many) = (planted(600, 3, logit), planted(5_000, 3, logit));
    let [results, both] = [0.0, 0.9].map(|search_value_weight| {
        let method = Method { search_value_weight, batch: 20, epochs: 40, ..Method::logistic(1) };
        let fitted = fit(&few, &all(&few), 3, None, &method, |_| true).unwrap();
        error(fitted.predictor(), &many, logit, 3)
    });
    assert!(both < 0.7 * results, "{both}, {results}");
}

#[test]
fn a_logistic_regression_finds_a_straight_line() {
    let logit = |values: &[f64]| 0.8 * values[0] - 0.5 * values[1] - 0.3;
    let positions = planted(40_000, 3, logit);
    let fitted =
        fit(&positions, &all(&positions), 3, None, &Method::logistic(1), |_| true).unwrap();
    let error = error(fitted.predictor(), &positions, logit, 3);
    assert!(error < 0.01, "{error}");
}

#[test]
fn a_net_finds_what_a_line_does_not_and_keeps_it_in_whole_numbers() {
    // The winner depends on whether two inputs are alike.
    let logit = |values: &[f64]| if (values[0] - values[1]).abs() < 1.5 { 2.0 } else { -2.0 };
    let positions = planted(40_000, 4, logit);
    let numbers = all(&positions);
    let fitted = |method: &Method| fit(&positions, &numbers, 4, None, method, |_| true).unwrap();
    let (logistic, net) = (fitted(&Method::logistic(1)), fitted(&Method::net(1)));
    assert!(error(logistic.predictor(), &positions, logit, 4) > 0.2);
    let whole = net.to_net(about(4)).unwrap();
    let errors = [
        error(net.predictor(), &positions, logit, 4),
        error(predictor(&whole), &positions, logit, 4),
    ];
    assert!(errors.iter().all(|error| *error < 0.04), "{errors:?}");
    // The loss is what nobody can avoid.
    let loss = forecast(predictor(&whole), &positions, &numbers).loss();
    let least = -(0.8808_f64 * 0.8808_f64.ln() + 0.1192 * 0.1192_f64.ln());
    assert!((loss - least).abs() < 0.01, "{loss}, {least}");
    assert!(logistic.to_net(about(4)).is_err());
    assert!(net.to_net(about(3)).is_err());
}

/// The second output is the score: ten times the first input, and always 7.
#[test]
fn a_net_predicts_scores() {
    let positions = planted(20_000, 2, |_| 0.0);
    let fitted = fit(&positions, &all(&positions), 2, None, &Method::net(1), |_| true).unwrap();
    let net = fitted.to_net(about(2)).unwrap();
    let mut scratch = drakkar_agents::net::Scratch::default();
    for value in 1..5 {
        let outputs = net.outputs(&[Seen { input: 0, value }], &mut scratch);
        let (mut shares, mut scores) = ([0.0; 2], [0.0; 2]);
        net.read(outputs, &mut shares, &mut scores);
        let expected = 10.0 * f64::from(value);
        assert!((scores[0] - expected).abs() < 1.0 && (scores[1] - 7.0).abs() < 1.0, "{scores:?}");
        assert!((shares[0] - 0.5).abs() < 0.05, "{shares:?}");
    }
}

#[test]
fn the_heuristic_gets_the_scales_that_the_results_have() {
    let positions = planted(60_000, 3, |values| values[0] - values[1]);
    let calibrated = calibrate(&positions, &all(&positions));
    let [first, second] = calibrated.scales[..] else { panic!("{calibrated:?}") };
    assert!((first - 3.0).abs() < 0.15 && (second - 6.0).abs() < 0.3, "{calibrated:?}");
    let error = error(
        |position, shares| calibrated.predict(position, shares),
        &positions,
        |values| values[0] - values[1],
        3,
    );
    assert!(error < 0.01, "{error}");
}

#[test]
fn the_same_positions_and_seed_give_the_same_net() {
    let positions = planted(2000, 3, |values| values[0] - 2.0);
    let net = |seed| {
        let method = Method { epochs: 2, ..Method::net(seed) };
        fit(&positions, &all(&positions), 3, None, &method, |_| true).unwrap()
    };
    let (one, again, other) = (net(1), net(1), net(2));
    assert!(one == again && one != other);
    // What was computed on another machine, in whole numbers.
    assert_eq!(&one.to_net(about(3)).unwrap().sha256()[..16], "d7632f5a93bf5c4e");
}

#[test]
fn a_net_goes_on_where_it_stopped() {
    let logit = |values: &[f64]| if (values[0] - values[1]).abs() < 1.5 { 2.0 } else { -2.0 };
    let positions = planted(20_000, 4, logit);
    let fitted = fit(&positions, &all(&positions), 4, None, &Method::net(1), |_| true).unwrap();
    let net = fitted.to_net(about(4)).unwrap();
    let again = Perceptron::from_net(&net);
    // Whole numbers cost next to nothing, and other units nothing.
    let other = again.clone().in_units(vec![0.25, 2.0, 1.0, 8.0]);
    let errors = [&fitted, &again, &other].map(|one| error(one.predictor(), &positions, logit, 4));
    assert!((errors[0] - errors[1]).abs() < 1e-3, "{errors:?}");
    assert!((errors[1] - errors[2]).abs() < 1e-6, "{errors:?}");
    assert!(again.to_net(about(4)).unwrap() == net);
    // A short lesson spoils nothing: what was learned before is still there.
    let few: Vec<u32> = (0..500).collect();
    let method = Method { epochs: 1, rate: 1e-4, ..Method::net(2) };
    let more = fit(&positions, &few, 4, Some(&again), &method, |_| true).unwrap();
    let new = fit(&positions, &few, 4, None, &method, |_| true).unwrap();
    let [more, new] = [more, new].map(|one| error(one.predictor(), &positions, logit, 4));
    assert!(more < errors[0] + 0.02 && new > 0.2, "{more}, {new}");
}

#[test]
fn a_fit_can_be_stopped() {
    let positions = planted(2000, 3, |_| 0.0);
    let mut told = 0;
    let fitted = fit(&positions, &all(&positions), 3, None, &Method::net(1), |count| {
        told += count;
        told < 1000
    });
    assert!(fitted.is_none() && told == 1024);
}

#[test]
fn who_knows_nothing_has_the_logarithm_of_the_seats() {
    let positions = planted(100, 2, |_| 0.0);
    let found = forecast(even, &positions, &all(&positions));
    assert!((found.loss() - std::f64::consts::LN_2).abs() < 1e-12);
    assert_eq!((found.positions(), found.rounds.len()), (100, 2));
    let bin = found.bins[5];
    assert_eq!((bin.forecasts, bin.predicted, bin.won), (200, 100.0, 100.0));
    // Every round has its part of them.
    for (bins, (positions, _)) in found.round_bins.iter().zip(&found.rounds) {
        let halves = *positions as f64;
        assert_eq!((bins[5].forecasts, bins[5].predicted), (2 * positions, halves));
        assert!(bins.iter().enumerate().all(|(tenth, bin)| tenth == 5 || bin.forecasts == 0));
    }
    assert_eq!(found.round_bins.len(), 2);
}

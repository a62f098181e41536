use super::*;

/// Rankings from texts with counts, spread over all groups.
fn rankings(games: &[(&str, u64)]) -> Rankings {
    let spread = |count: u64| {
        (0..GROUPS).map(move |g| (g, (count + GROUPS - 1 - g) / GROUPS)).filter(|&(_, n)| n > 0)
    };
    let object: serde_json::Map<String, serde_json::Value> = games
        .iter()
        .map(|&(text, count)| (text.into(), spread(count).map(|(g, n)| vec![g, n]).collect()))
        .collect();
    serde_json::from_value(object.into()).unwrap()
}

fn ratings(rankings: &Rankings, agents: usize, anchor: usize, seed: u64) -> Vec<Rating> {
    Estimates::new(rankings, agents, seed).ratings(anchor)
}

fn elo(games: &[(&str, u64)], agents: usize) -> Vec<f64> {
    let estimates = Estimates::with_resamples(&rankings(games), agents, 1, 0);
    estimates.ratings(0).iter().map(|rating| rating.elo.unwrap()).collect()
}

#[track_caller]
fn assert_close(found: &[f64], expected: &[f64], within: f64) {
    assert_eq!(found.len(), expected.len());
    for (f, e) in found.iter().zip(expected) {
        assert!((f - e).abs() < within, "{found:?} {expected:?}");
    }
}

#[test]
fn two_agents_have_the_ratio_of_their_wins() {
    let log = |ratio: f64| 400.0 * libm::log10(ratio);
    assert_close(&elo(&[("0>1", 10), ("1>0", 100)], 2), &[0.0, 400.0], 1e-9);
    assert_close(&elo(&[("0>1", 3), ("1>0", 1), ("0=1", 4)], 2), &[0.0, log(3.0 / 5.0)], 1e-9);
    assert_close(&elo(&[("0=1", 4)], 2), &[0.0, 0.0], 1e-9);
    // Once in a billion, and the same without symmetry.
    assert_close(&elo(&[("0>1", 1), ("1>0", 1_000_000_000)], 2), &[0.0, 3600.0], 1e-4);
    assert_close(&elo(&[("0>1", 1 << 40), ("1>0", 3)], 2), &[0.0, log(3.0 / 2f64.powi(40))], 1e-6);
}

/// Expected values: choix 0.4.1, `opt_pairwise` and `ilsr_pairwise` without regularisation.
#[test]
fn pairs_agree_with_choix() {
    let games = [
        ("0>1", 30),
        ("1>0", 20),
        ("0>2", 5),
        ("2>0", 45),
        ("1>2", 14),
        ("2>1", 36),
        ("2>3", 25),
        ("3>2", 24),
        ("3>4", 40),
        ("4>3", 2),
        ("0>4", 18),
        ("4>0", 3),
    ];
    let expected = [0.0, -6.2303057, 246.8327918, 237.2665058, -299.7522163];
    assert_close(&elo(&games, 5), &expected, 1e-5);
}

/// Expected values: choix 0.4.1, `opt_rankings` without regularisation, tied places written out as all
/// their orders.
#[test]
fn races_with_ties_agree_with_choix() {
    let games = [
        ("0>1>2>3", 40),
        ("1>0>3>2", 25),
        ("2>0>1>3", 12),
        ("3>1>2>0", 6),
        ("0>2>3>1", 17),
        ("1>2>0>3", 9),
        ("0=1>2>3", 8),
        ("3>0=1=2", 5),
        ("2=3>1>0", 3),
    ];
    assert_close(&elo(&games, 4), &[0.0, -78.74998, -193.61793, -311.91265], 2e-5);
}

/// Agent 1 alone against two seats of agent 0: it wins `r / (r + 2)` of the games, and the second place
/// of the rest `r / (r + 1)`. With the counts in just this proportion, `r = 2` is likeliest.
#[test]
fn an_agent_may_hold_several_seats() {
    let games = [("1>0>0", 30), ("0>1>0", 20), ("0>0>1", 10)];
    assert_close(&elo(&games, 2), &[0.0, 400.0 * libm::log10(2.0)], 1e-9);
}

/// A three-seat race in which all agents but the first are equal: derivative of the likelihood by
/// hand. `n` first places of agent 0 in `N` games between it and two equals, and `m` second places
/// in the rest: `n + m = N r / (r + 2) + (N - n) r / (r + 1)`.
#[test]
fn three_seats_in_closed_form() {
    let games =
        [("0>1>2", 30), ("0>2>1", 30), ("1>0>2", 15), ("2>0>1", 15), ("1>2>0", 5), ("2>1>0", 5)];
    let found = elo(&games, 3);
    let (r, games, first, second) = (libm::pow(10.0, -found[1] / 400.0), 100.0, 60.0, 30.0);
    assert!((found[1] - found[2]).abs() < 1e-9);
    let expected = games * r / (r + 2.0) + (games - first) * r / (r + 1.0);
    assert!((first + second - expected).abs() < 1e-9, "{found:?}");
}

#[test]
fn agents_without_a_number_are_told_apart() {
    // 0 and 1 beat each other; 2 beats both, 3 loses to 2 and 1, 4 ties with 5, 6 never plays.
    let games =
        rankings(&[("0>1", 60), ("1>0", 30), ("2>0>1", 20), ("2>3", 400), ("1>3", 1), ("4=5", 9)]);
    let ratings = ratings(&games, 7, 0, 3);
    let status: Vec<Status> = ratings.iter().map(|rating| rating.status).collect();
    use Status::{NeverLoses, NeverWins, NotConnected, Rated};
    assert_eq!(
        status,
        [Rated, Rated, NeverLoses, NeverWins, NotConnected, NotConnected, NotConnected]
    );
    // Results of agents 2 and 3 add nothing to those of 0 and 1 against each other.
    assert!((ratings[1].elo.unwrap() + 400.0 * libm::log10(80.0 / 30.0)).abs() < 1e-9);
    assert_eq!(
        (ratings[0].elo, ratings[0].low, ratings[0].high),
        (Some(0.0), Some(0.0), Some(0.0))
    );
    assert!(ratings[2..].iter().all(|r| (r.elo, r.low, r.high) == (None, None, None)));

    let estimates = Estimates::new(&games, 7, 3);
    let above = |a, b| estimates.superiority(a, b);
    assert_eq!(
        (above(2, 0), above(3, 2), above(4, 0), above(4, 9)),
        (Some(1.0), Some(0.0), None, None)
    );
    assert_eq!(above(4, 5), Some(0.5));
    assert!(above(0, 1).unwrap() > 0.99);
    assert_eq!(above(0, 1).unwrap() + above(1, 0).unwrap(), 1.0);
    // The two that tied are rated relative to each other.
    assert_eq!(estimates.ratings(5)[4].elo, Some(0.0));
}

/// An agent that lost in one group of 200 never loses in about e^-1 of the resamples.
#[test]
fn an_interval_may_have_no_limit() {
    let mut games = rankings(&[("0>1", 1)]);
    games.merge(&rankings(&[("1>0", 2000)]));
    let ratings = ratings(&games, 2, 0, 5);
    assert_eq!((ratings[1].status, ratings[1].high), (Status::Rated, None));
    let (low, elo) = (ratings[1].low.unwrap(), ratings[1].elo.unwrap());
    assert!((elo - 400.0 * libm::log10(2000.0)).abs() < 1e-6);
    assert!((600.0..elo).contains(&low), "{low}");
}

#[test]
fn few_groups_have_no_interval() {
    let games = |groups: u64| -> Rankings {
        let text: Vec<String> = (0..groups).map(|g| format!("[{g},{}]", g + 1)).collect();
        let text = text.join(",");
        serde_json::from_str(&format!(r#"{{"0>1":[{text}],"1>0":[[0,7]]}}"#)).unwrap()
    };
    let few = ratings(&games(9), 2, 0, 1)[1];
    assert!(few.elo.is_some() && few.low.is_none() && few.high.is_none());
    assert_eq!(Estimates::new(&games(9), 2, 1).superiority(0, 1), None);
    let enough = ratings(&games(10), 2, 0, 1)[1];
    assert!(enough.high.unwrap() > enough.elo.unwrap());
    assert_eq!(ratings(&Rankings::default(), 2, 0, 1)[1].status, Status::NotConnected);
}

#[test]
fn the_seed_decides_the_intervals_and_nothing_else() {
    // 1 to 3 wins against 1 to 5, not all groups alike.
    let counts = |most: u64| -> serde_json::Value {
        (0..GROUPS).map(|g| vec![g, 1 + g * g * 7 % 11 % most]).collect()
    };
    let games = serde_json::json!({ "0>1": counts(3), "1>0": counts(5) });
    let games: Rankings = serde_json::from_value(games).unwrap();
    let (one, other) = (ratings(&games, 2, 0, 1)[1], ratings(&games, 2, 0, 2)[1]);
    assert_eq!(one, ratings(&games, 2, 0, 1)[1]);
    assert_eq!(one.elo, other.elo);
    assert!(one.low != other.low && (one.low.unwrap() - other.low.unwrap()).abs() < 5.0);
}

/// Races of four agents under the model itself: strengths are recovered, and intervals contain
/// them.
#[test]
fn simulated_races_are_recovered_and_covered() {
    use crate::finished::ranked;

    let truth = [0.0, 120.0, -80.0, 300.0];
    let rate = truth.map(|elo: f64| libm::exp(elo / ELO));
    let mut rng = Draws::new(4);
    let (runs, mut held, mut errors) = (100, 0, [0.0; 4]);
    for run in 0..runs {
        let mut rankings = Rankings::default();
        for block in 0..400 {
            // The first to arrive after exponential times is the first chosen.
            let time = rate.map(|rate| {
                let uniform = ((rng.word() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
                -libm::log(uniform) / rate
            });
            let scores =
                time.map(|own| -(time.iter().filter(|&&other| other < own).count() as i32));
            rankings.add(&[0, 1, 2, 3], &ranked(&scores).0, block);
        }
        let ratings = Estimates::with_resamples(&rankings, 4, run, 200).ratings(0);
        for (agent, rating) in ratings.iter().enumerate().skip(1) {
            errors[agent] += (rating.elo.unwrap() - truth[agent]) / runs as f64;
            let inside =
                rating.low.unwrap() <= truth[agent] && truth[agent] <= rating.high.unwrap();
            held += usize::from(inside);
        }
    }
    // The estimates scatter by 17 Elo, so their mean by 1.7; of 300 intervals 285 should contain
    // the truth, with a standard deviation of 4 or more, as those of one run are correlated.
    assert!(errors.iter().all(|error| error.abs() < 6.0), "{errors:?}");
    assert!((268..=298).contains(&held), "{held}");
}

use super::*;

/// Games from texts with counts, spread over all groups: winners, with `=` between them, then `>` and the others.
fn wins(games: &[(&str, u64)]) -> Wins {
    let mut wins = Wins::default();
    for &(text, count) in games {
        let seats = text.split(['>', '=']).map(|seat| seat.parse().unwrap());
        let agents: Vec<u8> = seats.collect();
        let winners = text.split('>').next().unwrap_or_default().split('=').count();
        let share = 60 / winners as u8;
        let shares = (0..agents.len()).map(|seat| if seat < winners { share } else { 0 });
        let shares: Vec<u8> = shares.collect();
        for game in 0..count.min(GROUPS) {
            let mut part = Wins::default();
            part.add(&agents, &shares, game);
            let times = (count + GROUPS - 1 - game) / GROUPS;
            // Doubling: counts may be huge.
            let mut bits = times;
            while bits > 0 {
                if bits & 1 == 1 {
                    wins.merge(&part);
                }
                part.merge(&part.clone());
                bits >>= 1;
            }
        }
    }
    wins
}

fn ratings(wins: &Wins, agents: usize, anchor: usize, seed: u64) -> Vec<Rating> {
    Estimates::new(wins, agents, seed).ratings(anchor)
}

fn elo(games: &[(&str, u64)], agents: usize) -> Vec<f64> {
    let estimates = Estimates::with_resamples(&wins(games), agents, 1, 0);
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

/// Expected values: choix 0.4.1, `opt_top1` without regularisation, shared wins written out in equal parts. Places behind
/// the winners do not count.
#[test]
fn tables_of_four_agree_with_choix() {
    let games = [
        ("0>1>2>3", 40),
        ("1>0>3>2", 25),
        ("2>0>1>3", 12),
        ("3>1>2>0", 6),
        ("0>2>3>1", 17),
        ("1>2>0>3", 9),
        ("0=1>2>3", 8),
        ("3>0>1>2", 5),
        ("2=3>1>0", 3),
    ];
    assert_close(&elo(&games, 4), &[0.0, -82.21850, -261.99843, -275.36793], 2e-5);
}

/// Agent 1 alone against two seats of agent 0 wins `r / (r + 2)` of the games.
#[test]
fn an_agent_may_hold_several_seats() {
    let games = [("1>0>0", 30), ("0>1>0", 20), ("0>0>1", 10)];
    assert_close(&elo(&games, 2), &[0.0, 400.0 * libm::log10(2.0)], 1e-9);
}

/// Both line-ups of two agents: as many wins as expected, the equation by which `drakkar compare` has its Elo. 1 wins
/// 41 of 100 games alone, and 80 of 100 as three of four; `100 r / (r + 3) + 100 * 3 r / (3 r + 1) = 121`.
#[test]
fn two_line_ups_have_one_strength() {
    let games = [("1>0>0>0", 41), ("0>0>0>1", 59), ("1>1>1>0", 80), ("0>1>1>1", 20)];
    let r = libm::pow(10.0, elo(&games, 2)[1] / 400.0);
    assert!((100.0 * r / (r + 3.0) + 300.0 * r / (3.0 * r + 1.0) - 121.0).abs() < 1e-9, "{r}");
}

#[test]
fn predictions_are_shares_of_the_wins_of_two() {
    // One number for each of two agents fits their one result.
    let games =
        wins(&[("1>0>0>0", 41), ("0>0>0>1", 59), ("1>1>1>0", 80), ("0>1>1>1", 20), ("2>0", 7)]);
    let estimates = Estimates::with_resamples(&games, 3, 1, 0);
    assert!((estimates.predicted(&games, 1, 0).unwrap() - 121.0 / 200.0).abs() < 1e-12);
    assert!((estimates.predicted(&games, 0, 1).unwrap() - 79.0 / 200.0).abs() < 1e-12);
    // An agent without a number is not predicted.
    assert_eq!(
        (estimates.predicted(&games, 0, 2), estimates.predicted(&games, 0, 5)),
        (None, None)
    );
    // In a circle all are equally strong, and each pairing is off by as much.
    let circle =
        wins(&[("0>1", 30), ("1>0", 10), ("1>2", 30), ("2>1", 10), ("2>0", 30), ("0>2", 10)]);
    let estimates = Estimates::with_resamples(&circle, 3, 1, 0);
    assert!((estimates.predicted(&circle, 0, 1).unwrap() - 0.5).abs() < 1e-9);
    // At a table of three, of the wins of two.
    let three = wins(&[("0>1>2", 20), ("1>0>2", 10), ("2>0>1", 70)]);
    let estimates = Estimates::with_resamples(&three, 3, 1, 0);
    assert!((estimates.predicted(&three, 0, 1).unwrap() - 2.0 / 3.0).abs() < 1e-9);
}

/// The first of three always loses: the others are rated relative to each other.
#[test]
fn an_outsider_leaves_the_others_their_ratings() {
    let games = wins(&[("1>0", 50), ("2>0", 50), ("1>2", 20), ("2>1", 60)]);
    let estimates = Estimates::new(&games, 3, 1);
    assert_eq!([0, 1, 2].map(|wanted| estimates.anchor(wanted)), [1, 1, 2]);
    let ratings = estimates.ratings(estimates.anchor(0));
    let found = ratings.iter().map(|rating| rating.status).collect::<Vec<_>>();
    assert_eq!(found, [Status::NeverWins, Status::Rated, Status::Rated]);
    assert!((ratings[2].elo.unwrap() - 400.0 * libm::log10(3.0)).abs() < 1e-9);
    // Where nobody is rated, the wanted one stays.
    assert_eq!(Estimates::new(&wins(&[("1>0", 5)]), 2, 1).anchor(0), 0);
}

/// Groups that are all alike say nothing about chance, and where all is shared, all are.
#[test]
fn shared_wins_alone_give_no_interval() {
    for games in [wins(&[("0=1", 400)]), wins(&[("0>1", 400), ("1>0", 200)])] {
        let rating = ratings(&games, 2, 0, 1)[1];
        assert!(rating.elo.is_some() && (rating.low, rating.high) == (None, None), "{rating:?}");
    }
}

#[test]
fn agents_without_a_number_are_told_apart() {
    // 0 and 1 beat each other; 2 beats both, 3 loses to 2 and 1, 4 ties with 5, 6 never plays.
    let games =
        wins(&[("0>1", 60), ("1>0", 30), ("2>0>1", 20), ("2>3", 400), ("1>3", 1), ("4=5", 9)]);
    let ratings = ratings(&games, 7, 0, 3);
    let status: Vec<Status> = ratings.iter().map(|rating| rating.status).collect();
    use Status::{NeverLoses, NeverWins, NotConnected, Rated};
    assert_eq!(
        status,
        [Rated, Rated, NeverLoses, NeverWins, NotConnected, NotConnected, NotConnected]
    );
    // Results of agents 2 and 3 add nothing to those of 0 and 1 against each other.
    assert!((ratings[1].elo.unwrap() + 400.0 * libm::log10(2.0)).abs() < 1e-9);
    assert_eq!((ratings[0].elo, ratings[0].low, ratings[0].high), (Some(0.0), None, None));
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
    let mut games = wins(&[("0>1", 1)]);
    games.merge(&wins(&[("1>0", 2000)]));
    let ratings = ratings(&games, 2, 0, 5);
    assert_eq!((ratings[1].status, ratings[1].high), (Status::Rated, None));
    let (low, elo) = (ratings[1].low.unwrap(), ratings[1].elo.unwrap());
    assert!((elo - 400.0 * libm::log10(2000.0)).abs() < 1e-6);
    assert!((600.0..elo).contains(&low), "{low}");
}

#[test]
fn few_groups_have_no_interval() {
    // 0 wins more and more often in each group, 1 seven times in the first.
    let games = |groups: u64| {
        let mut wins = Wins::default();
        for group in 0..groups {
            (0..=group).for_each(|_| wins.add(&[0, 1], &[60, 0], group));
        }
        (0..7).for_each(|_| wins.add(&[0, 1], &[0, 60], 0));
        wins
    };
    let few = ratings(&games(9), 2, 0, 1)[1];
    assert!(few.elo.is_some() && few.low.is_none() && few.high.is_none());
    assert_eq!(Estimates::new(&games(9), 2, 1).superiority(0, 1), None);
    let enough = ratings(&games(10), 2, 0, 1)[1];
    assert!(enough.high.unwrap() > enough.elo.unwrap());
    assert_eq!(ratings(&Wins::default(), 2, 0, 1)[1].status, Status::NotConnected);
}

#[test]
fn the_seed_decides_the_intervals_and_nothing_else() {
    // 1 to 3 wins against 1 to 5, not all groups alike.
    let mut games = Wins::default();
    for group in 0..GROUPS {
        let count = |most: u64| 1 + group * group * 7 % 11 % most;
        (0..count(3)).for_each(|_| games.add(&[0, 1], &[60, 0], group));
        (0..count(5)).for_each(|_| games.add(&[0, 1], &[0, 60], group));
    }
    let (one, other) = (ratings(&games, 2, 0, 1)[1], ratings(&games, 2, 0, 2)[1]);
    assert_eq!(one, ratings(&games, 2, 0, 1)[1]);
    assert_eq!(one.elo, other.elo);
    assert!(one.low != other.low && (one.low.unwrap() - other.low.unwrap()).abs() < 5.0);
}

/// Tables of four agents under the model itself: strengths are recovered, and intervals contain them.
#[test]
fn simulated_games_are_recovered_and_covered() {
    let truth = [0.0, 120.0, -80.0, 300.0];
    let rate = truth.map(|elo: f64| libm::exp(elo / ELO));
    let mut rng = Draws::new(4);
    let (runs, mut held, mut errors) = (100, 0, [0.0; 4]);
    for run in 0..runs {
        let mut wins = Wins::default();
        for block in 0..400 {
            let uniform = (rng.word() >> 11) as f64 / (1u64 << 53) as f64;
            let mut point = uniform * rate.iter().sum::<f64>();
            let winner = rate.iter().position(|rate| {
                point -= rate;
                point < 0.0
            });
            let mut shares = [0; 4];
            shares[winner.unwrap_or(3)] = 60;
            wins.add(&[0, 1, 2, 3], &shares, block);
        }
        let ratings = Estimates::with_resamples(&wins, 4, run, 200).ratings(0);
        for (agent, rating) in ratings.iter().enumerate().skip(1) {
            errors[agent] += (rating.elo.unwrap() - truth[agent]) / runs as f64;
            let inside =
                rating.low.unwrap() <= truth[agent] && truth[agent] <= rating.high.unwrap();
            held += usize::from(inside);
        }
    }
    // The estimates scatter by up to 30 Elo, so their mean by 3; of 300 intervals 285 should contain
    // the truth, with a standard deviation of 4 or more, as those of one run are correlated.
    assert!(errors.iter().all(|error| error.abs() < 9.0), "{errors:?}");
    assert!((268..=298).contains(&held), "{held}");
}

use super::*;
use crate::draws::Draws;

/// Blocks of two meetings each, in halves: in `won` of a hundred the first agent wins both, and in the
/// others none.
fn decided(won: i64, blocks: i64) -> Ratio {
    let mut pair = Ratio::default();
    (0..blocks).for_each(|block| pair.add_block(if block % 100 < won { 4 } else { 0 }, 2));
    pair
}

/// The pairs of agents with these percentages of meetings won, agent against agent; 100 blocks each.
fn pairs(percent: &[&[i64]]) -> Vec<Ratio> {
    let all = all_pairs(percent.len());
    all.map(|(a, b)| {
        assert_eq!(percent[a][b] + percent[b][a], 100);
        decided(percent[a][b], 100)
    })
    .collect()
}

fn rank(percent: &[&[i64]]) -> Vec<f64> {
    alpha_rank(&pairs(percent), percent.len()).unwrap()
}

fn is_close(found: &[f64], expected: &[f64], within: f64) -> bool {
    let close = found.iter().zip(expected).all(|(one, other)| (one / other - 1.0).abs() < within);
    found.len() == expected.len() && close
}

const ROCK: &[&[i64]] = &[&[50, 20, 80], &[80, 50, 20], &[20, 80, 50]];
/// Each agent beats all later ones.
const LADDER: &[&[i64]] =
    &[&[50, 70, 75, 90], &[30, 50, 70, 80], &[25, 30, 50, 70], &[10, 20, 30, 50]];

#[test]
fn rock_paper_and_scissors_are_a_circle_of_equals() {
    assert_eq!(circles(&pairs(ROCK), 3), [[0, 2, 1]]);
    assert!(is_close(&rank(ROCK), &[1.0 / 3.0; 3], 1e-14));
    // The other direction, without any variation, and with so few blocks that chance can do it.
    let pure = |blocks| {
        let [won, lost] = [decided(100, blocks), decided(0, blocks)];
        vec![won, lost, won]
    };
    assert_eq!(circles(&pure(100), 3), [[0, 1, 2]]);
    // 3 x 2^-6 is 0.047, and 3 x 2^-5 is 0.094.
    assert_eq!(circles(&pure(7), 3).len(), 1);
    assert!(circles(&pure(6), 3).is_empty());
    assert!(is_close(&alpha_rank(&pure(7), 3).unwrap(), &[1.0 / 3.0; 3], 1e-14));
}

/// Four blocks are too few for a circle, also if one of them was not won completely.
#[test]
fn a_block_less_completely_won_is_no_better_evidence() {
    let circle = |halves: [i64; 4]| {
        let of = |sign: i64| {
            let mut pair = Ratio::default();
            halves.iter().for_each(|won| pair.add_block(4 + sign * (won - 4), 4));
            pair
        };
        circles(&[of(1), of(-1), of(1)], 3)
    };
    assert!(circle([8, 8, 8, 8]).is_empty() && circle([8, 8, 8, 6]).is_empty());
}

#[test]
fn on_a_ladder_the_best_is_all_the_time() {
    assert!(circles(&pairs(LADDER), 4).is_empty());
    let found = rank(LADDER);
    assert!(found[0] > 0.99999 && found.windows(2).all(|two| two[0] > two[1]), "{found:?}");
    assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-15);
}

#[test]
fn who_loses_to_all_of_a_circle_has_next_to_nothing() {
    let beaten: &[&[i64]] =
        &[&[50, 20, 80, 70], &[80, 50, 20, 70], &[20, 80, 50, 70], &[30, 30, 30, 50]];
    let found = rank(beaten);
    assert!(is_close(&found[..3], &[1.0 / 3.0; 3], 1e-6) && found[3] < 1e-6, "{found:?}");
    assert_eq!(circles(&pairs(beaten), 4), [[0, 2, 1]]);
}

#[test]
fn two_agents_have_the_odds_that_the_intensity_says() {
    for (percent, odds) in [(50, 1.0), (51, 0.98), (55, 4.9), (100, 49.0)] {
        let found = alpha_rank(&[decided(percent, 100)], 2).unwrap();
        let odds = if percent == 50 { 1.0 } else { libm::exp(odds) };
        assert!((found[0] / found[1] / odds - 1.0).abs() < 1e-12, "{percent}: {found:?}");
    }
}

/// Solved with 60 digits by mpmath 1.3: the stationary distribution of the transition matrix of the paper.
#[test]
fn alpha_rank_agrees_with_a_plain_solution() {
    let percent: &[&[i64]] =
        &[&[50, 55, 40, 100], &[45, 50, 58, 75], &[60, 42, 50, 65], &[0, 25, 35, 50]];
    let expected = [
        0.242_383_266_875_634,
        0.460_384_200_497_590,
        0.297_232_507_863_809,
        2.476_296_617_714_58e-8,
    ];
    let found = rank(percent);
    assert!(is_close(&found, &expected, 1e-12), "{found:?}");
}

#[test]
fn nothing_is_said_where_agents_never_met() {
    let mut some = pairs(LADDER);
    some[Meetings::pair(1, 2)] = Ratio::default();
    assert_eq!(alpha_rank(&some, 4), None);
    assert!(circles(&some, 4).is_empty());
    // Those who met still make circles, now that 3 beats 0.
    some[Meetings::pair(0, 3)] = decided(10, 100);
    assert_eq!(circles(&some, 4), [[0, 1, 3], [0, 2, 3]]);
    assert_eq!((alpha_rank(&[], 1), alpha_rank(&[], 0)), (Some(vec![1.0]), Some(vec![])));
}

/// Games of six agents, two a block: `percent` is the chance that each beats the next two around.
fn played(percent: u32, seed: u64) -> Vec<Ratio> {
    let mut draws = Draws::new(seed);
    let all = all_pairs(6);
    all.map(|(a, b)| {
        let mut pair = Ratio::default();
        let wins = if b - a <= 2 { percent } else { 100 - percent };
        for _ in 0..150 {
            let won = (0..2).map(|_| i64::from(draws.below(100) < wins)).sum::<i64>();
            pair.add_block(2 * won, 2);
        }
        pair
    })
    .collect()
}

#[test]
fn chance_makes_no_circles_and_large_ones_are_found() {
    let with_circles = |percent| {
        let found = (0..100).filter(|&seed| !circles(&played(percent, seed), 6).is_empty());
        found.count()
    };
    let (even, uneven) = (with_circles(50), with_circles(64));
    assert!(even <= 5, "{even}");
    assert!(uneven >= 95, "{uneven}");
}

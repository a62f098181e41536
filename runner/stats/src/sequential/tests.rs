use super::*;
use crate::draws::Draws;

/// Pairs of games of two seats: half wins of the pair from 0 to 4, in sixtieths of a win.
const PAIR: Grid = Grid { lowest: 0, highest: 120, step: 30 };

fn pairs(counts: [u64; 5]) -> BlockScores {
    let mut scores = BlockScores::default();
    for (halves, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        scores.0.insert(30 * halves as i64, count);
    }
    scores
}

fn test(elo0: f64, elo1: f64) -> SequentialTest {
    let mean = |elo| 120.0 * share_of_elo(elo, 2);
    SequentialTest { mean0: mean(elo0), mean1: mean(elo1), alpha: 0.05, beta: 0.05, grid: PAIR }
}

/// Published values: the tests of fastchess, "logistic pentanomial", to their two decimals.
#[test]
fn agrees_with_published_pentanomial_values() {
    for (counts, elo0, elo1, published) in [
        ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
        ([871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.98),
    ] {
        let llr = test(elo0, elo1).llr(&pairs(counts));
        assert!((llr - published).abs() < 0.006, "{counts:?}: {llr}");
    }
}

/// Expected values: the same maximum found with `scipy.optimize.brentq` (SciPy 1.17.1) in a
/// separate program; they agree with the formulas of fishtest (`LLR_logistic`) to eleven digits.
#[test]
fn agrees_with_another_implementation() {
    for (counts, elo0, elo1, expected) in [
        ([10, 100, 250, 110, 12], 0.0, 5.0, 0.329046296678257),
        ([1, 20, 300, 900, 779], 0.0, 2.0, 11.462555473283828),
        ([1, 60, 500, 1200, 600], 0.0, 2.0, 13.530568543840673),
        ([0, 0, 1, 5, 994], 0.0, 2.0, 5.739894328260334),
        ([39, 8843, 22675, 9287, 61], 0.0, 2.0, 6.419443750703067),
        ([0, 12, 30, 10, 0], -5.0, 5.0, -0.27171095385402566),
        ([0, 0, 40, 0, 0], 0.0, 10.0, -1.1603034337000646),
        ([5, 0, 0, 0, 4], -10.0, 10.0, -0.057580643888519134),
        ([0, 0, 0, 0, 30], 0.0, 10.0, 0.8511007009574669),
    ] {
        let llr = test(elo0, elo1).llr(&pairs(counts));
        assert!((llr / expected - 1.0).abs() < 1e-9, "{counts:?}: {llr} {expected}");
    }
}

/// The refitted distribution has the requested mean, and no other with that mean is likelier.
#[test]
fn the_fit_is_a_maximum() {
    let points = [(0.0, 7.0), (30.0, 2.0), (60.0, 1e-3), (90.0, 11.0), (240.0, 3.0)];
    let best = fit(&points, 100.0);
    let total: f64 = points.iter().map(|p| p.1).sum();
    let likelihood = |p: &[f64]| -> f64 {
        points.iter().zip(p).map(|(&(_, n), p)| n * libm::log(p * total / n)).sum()
    };
    // Start from some distribution of mean 100 and climb: moves that keep sum and mean.
    let mut p = [0.3, 0.1, 0.1, 0.1, 0.4];
    let mean: f64 = points.iter().zip(p).map(|(q, p)| q.0 * p).sum();
    let shift = (100.0 - mean) / 240.0;
    p[4] += shift;
    p[0] -= shift;
    let mut size = 0.1;
    while size > 1e-9 {
        let mut moved = false;
        for (i, j, k) in [(0, 1, 2), (1, 2, 3), (2, 3, 4), (0, 2, 4), (0, 1, 4), (0, 3, 4)] {
            for sign in [1.0, -1.0] {
                let (a, b, c) = (points[i].0, points[j].0, points[k].0);
                let mut q = p;
                q[i] += sign * size * (c - b) / (c - a);
                q[k] += sign * size * (b - a) / (c - a);
                q[j] -= sign * size;
                if q.iter().all(|&q| q > 0.0) && likelihood(&q) > likelihood(&p) {
                    (p, moved) = (q, true);
                }
            }
        }
        if !moved {
            size /= 2.0;
        }
    }
    assert!((best - likelihood(&p)).abs() < 1e-6, "{best} {}", likelihood(&p));
}

#[test]
fn hard_cases_stay_finite_and_point_the_right_way() {
    let test = test(-10.0, 10.0);
    for count in [1, 1_000, 1 << 40, 1 << 62] {
        for (halves, sign) in [(0, -1.0), (1, -1.0), (3, 1.0), (4, 1.0)] {
            let mut counts = [0; 5];
            counts[halves] = count;
            let llr = test.llr(&pairs(counts));
            assert!(llr.is_finite() && llr * sign > 0.0, "{counts:?}: {llr}");
        }
        let even = test.llr(&pairs([0, 0, count, 0, 0]));
        assert!(even.abs() < 1e-6 * count as f64, "{count}: {even}");
    }
    assert_eq!(test.llr(&BlockScores::default()), 0.0);
}

#[test]
fn means_that_cannot_be() {
    let with = |mean0, mean1| SequentialTest { mean0, mean1, ..test(0.0, 1.0) };
    let scores = pairs([1, 2, 3, 2, 1]);
    assert_eq!(with(60.0, 120.0).llr(&scores), f64::NEG_INFINITY);
    assert_eq!(with(60.0, 500.0).llr(&scores), f64::NEG_INFINITY);
    assert_eq!(with(-1.0, 60.0).llr(&scores), f64::INFINITY);
    assert_eq!(with(120.0, 130.0).llr(&scores), f64::NEG_INFINITY);
    assert_eq!(with(-10.0, 0.0).llr(&scores), f64::INFINITY);
    // Scores outside the grid widen the range of possible means.
    let mut wide = scores.clone();
    wide.add(170);
    wide.add(-1);
    assert!(with(60.0, 120.0).llr(&wide).is_finite());
}

#[test]
fn scores_beside_the_grid_are_their_own_points() {
    let test = test(0.0, 5.0);
    let mut scores = pairs([1, 0, 2, 0, 0]);
    [-5, 31, 31, 400].into_iter().for_each(|score| scores.add(score));
    let points = test.regularised(&scores);
    let expected = [
        (-5.0, 1.0),
        (0.0, 1.0),
        (30.0, UNSEEN),
        (31.0, 2.0),
        (60.0, 2.0),
        (90.0, UNSEEN),
        (120.0, UNSEEN),
        (400.0, 1.0),
    ];
    assert_eq!(points, expected);
    let points =
        |lowest, highest, step| Grid { lowest, highest, step }.points().collect::<Vec<_>>();
    assert_eq!(points(0, 7, 3), [0, 3, 6, 7]);
    assert_eq!(points(2, 7, 0), [2, 7]);
    assert_eq!(points(i64::MAX - 1, i64::MAX, 5), [i64::MAX - 1, i64::MAX]);
}

#[test]
fn decides_between_walds_bounds_and_not_too_early() {
    let test = test(-200.0, 200.0);
    let (lower, upper) = test.bounds();
    assert!((upper - 2.944_438_979_166_44).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
    assert_eq!(test.decide(&pairs([0, 0, 1, 6, LEAST_BLOCKS - 8])), Decision::Continue);
    assert_eq!(test.decide(&pairs([0, 0, 1, 6, LEAST_BLOCKS - 7])), Decision::Upper);
    assert_eq!(test.decide(&pairs([LEAST_BLOCKS - 7, 6, 1, 0, 0])), Decision::Lower);
    assert_eq!(test.decide(&pairs([8, 0, LEAST_BLOCKS, 0, 8])), Decision::Continue);
}

#[test]
fn scores_add_up_in_any_order_and_are_read_as_written() {
    let (mut all, mut left, mut right) = <(BlockScores, BlockScores, BlockScores)>::default();
    for i in 0..100 {
        let score = i * i % 17 - 4;
        all.add(score);
        if i % 3 == 0 { &mut left } else { &mut right }.add(score);
    }
    right.merge(&left);
    assert_eq!(right, all);
    assert_eq!(all.blocks(), 100);
    let sum: i64 = (0..100).map(|i| i * i % 17 - 4).sum();
    assert_eq!(all.mean(), Some(sum as f64 / 100.0));
    assert_eq!(BlockScores::default().mean(), None);

    let text = serde_json::to_string(&all).unwrap();
    assert!(text.starts_with("[[-4,"), "{text}");
    assert_eq!(serde_json::from_str::<BlockScores>(&text).unwrap(), all);
    for wrong in ["[[1,2],[1,2]]", "[[3,1],[1,2]]", "[[1,0]]", "[[1,18446744073709551615],[2,1]]"] {
        let error = serde_json::from_str::<BlockScores>(wrong).unwrap_err();
        assert!(error.to_string().contains("block scores: entry"), "{error}");
    }
}

#[test]
fn elo_and_share() {
    assert!((share_of_elo(0.0, 4) - 0.25).abs() < 1e-15);
    assert!((share_of_elo(400.0, 2) - 10.0 / 11.0).abs() < 1e-15);
    assert!((share_of_elo(-400.0, 3) - 0.1 / 2.1).abs() < 1e-15);
    for (elo, players) in [(12.5, 2), (-300.0, 3), (77.0, 6)] {
        assert!((elo_of_share(share_of_elo(elo, players), players) - elo).abs() < 1e-9);
    }
    assert_eq!(elo_of_share(0.0, 3), f64::NEG_INFINITY);
    assert_eq!(elo_of_share(1.0, 3), f64::INFINITY);
    assert_eq!((share_of_elo(1e9, 3), share_of_elo(-1e9, 3)), (1.0, 0.0));
}

/// By hand, for hypotheses that are close together: between them the product of the bounds over the spread, and
/// Wald's formula where one of them is true.
#[test]
fn expected_blocks_by_hand() {
    let test = SequentialTest { mean0: 59.0, mean1: 61.0, alpha: 0.05, beta: 0.05, grid: PAIR };
    let (bound, variance) = (libm::log(19.0), 900.0);
    let spread = 4.0 / variance;
    let halfway = test.expected_blocks(60.0, variance);
    assert!((halfway / (bound * bound / spread) - 1.0).abs() < 1e-2, "{halfway}");
    let wald = (0.95 - 0.05) * bound / (0.5 * spread);
    for mean in [59.0, 61.0] {
        let found = test.expected_blocks(mean, variance);
        assert!((found / wald - 1.0).abs() < 1e-2, "{mean}: {found} {wald}");
    }
    // Nothing jumps where the formula changes, and far away it is soon over.
    let near = test.expected_blocks(60.0 + 1e-3, variance);
    assert!((near / halfway - 1.0).abs() < 1e-3, "{near} {halfway}");
    let apart = SequentialTest { mean0: 30.0, mean1: 90.0, ..test };
    assert_eq!(apart.expected_blocks(90.0, 100.0), LEAST_BLOCKS as f64);
}

/// What simulated tests play on average, in pairs of games of which half are drawn: the hypotheses are those of a
/// usual test, the truth is either of them, between them, or beyond.
#[test]
fn expected_blocks_are_what_tests_play() {
    let test = test(0.0, 60.0);
    let mut rng = Draws::new(11);
    for elo in [-40.0, 0.0, 30.0, 60.0, 120.0] {
        let share = share_of_elo(elo, 2);
        // A game is drawn with one half, and won with what the mean asks for.
        let mut game = || match f64::from(rng.below(1_000_000)) / 1e6 {
            draw if draw < 0.5 => 30,
            rest if rest < 0.5 + (share - 0.25) => 60,
            _ => 0,
        };
        let (mut played, mut all) = (0, BlockScores::default());
        for _ in 0..300 {
            let mut scores = BlockScores::default();
            while test.decide(&scores) == Decision::Continue {
                scores.add(game() + game());
            }
            played += scores.blocks();
            all.merge(&scores);
        }
        let mean = 120.0 * share;
        let expected = test.expected_blocks(mean, all.variance().unwrap());
        let found = played as f64 / 300.0;
        assert!((0.8..1.2).contains(&(found / expected)), "{elo}: {found} {expected}");
    }
}

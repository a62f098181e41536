use super::*;
use drakkar_agents::spec::Spec;
use drakkar_engine::seed::Rng;
use drakkar_stats::{contest::Duel, counters::Shape, layout::Layout};

/// Chunks of 20 blocks of two games each, of which the first agent wins seven out of ten.
fn chunks(count: u64) -> Vec<Sums> {
    chunks_of(count, 7, 5)
}

fn chunks_of(count: u64, tenths: u32, seed: u64) -> Vec<Sums> {
    let mut rng = Rng::from_seed(seed);
    let shape = Shape { agents: 2, players: 2, facts: 0, milestones: 0 };
    let beside = Beside::Duel(Duel { agents: [0, 1], field: false });
    (0..count)
        .map(|_| {
            let mut sums = Sums::new(Layout { shape, beside, restricted: false, failures: None });
            let contest = sums.contest.as_mut().unwrap();
            for _ in 0..20 {
                let score = (0..2).map(|_| 60 * i64::from(rng.below(10) < tenths)).sum();
                contest.score.add_block(score, 2);
                contest.scores.add(score);
            }
            sums
        })
        .collect()
}

fn run(stopping: Option<Stopping>) -> Run {
    let run = serde_json::json!({
        "version": "", "generators": 1, "row_format": 1, "game": "", "rules": "",
        "rule_set": {}, "players": 2, "agents": [{"spec": "a"}, {"spec": "b"}], "seed": "1",
        "seating": "permutations", "games_per_block": 2, "blocks": 800, "chunk": 20,
        "per_game": false,
        "purpose": {"kind": "compare", "matchups": [[0, 1]], "opponents": false,
            "stopping": stopping, "confirm_blocks": 40, "primary": "score"},
    });
    serde_json::from_value(run).unwrap()
}

fn rule(run: &Run) -> StoppingRule<'_> {
    let Some(Purpose::Compare(compare)) = &run.purpose else { unreachable!() };
    StoppingRule::new(compare, run)
}

#[test]
fn the_end_depends_on_the_beginning_alone() {
    let (alpha, beta) = (0.05, 0.05);
    let sprt =
        Stopping::Sprt { unit: crate::plan::purpose::Unit::Elo, low: 0.0, high: 80.0, alpha, beta };
    for stopping in [sprt, Stopping::HalfWidth(0.04)] {
        let chunks = chunks(40);
        let run = run(Some(stopping));
        let mut in_order = rule(&run);
        (0..).zip(&chunks).for_each(|(chunk, sums)| in_order.add(chunk, sums));
        let end = in_order.seen();
        assert!((4..39).contains(&end), "{end}");
        assert!(in_order.end().is_some() && in_order.spares(end) && !in_order.spares(end - 1));
        // Fresh deals are always needed.
        assert!(in_order.spares(39) && !in_order.spares(40));
        // If chunks come from the end, nothing is looked at before the first chunk has come.
        let mut backwards = rule(&run);
        for chunk in (1..40).rev() {
            backwards.add(chunk, &chunks[chunk as usize]);
            assert_eq!(backwards.seen(), 0);
        }
        // The journal then adds what the rule waits for.
        while let Some(chunk) = backwards.next() {
            backwards.add(chunk, &chunks[chunk as usize]);
        }
        assert_eq!(backwards.path, in_order.path);
        // A chunk that comes twice counts once.
        backwards.add(0, &chunks[0]);
        assert_eq!(backwards.path, in_order.path);
    }
}

/// The interval of a share of 1 lies on one side of it alone, so its width is how far it extends.
#[test]
fn the_farther_side_of_an_interval_counts() {
    let shape = Shape { agents: 2, players: 2, facts: 0, milestones: 0 };
    let beside = Beside::Duel(Duel { agents: [0, 1], field: false });
    let run = run(Some(Stopping::HalfWidth(0.02)));
    let mut all = rule(&run);
    for chunk in 0..40 {
        let mut sums = Sums::new(Layout { shape, beside, restricted: false, failures: None });
        let contest = sums.contest.as_mut().unwrap();
        for _ in 0..20 {
            contest.score.add_block(120, 2);
            contest.scores.add(120);
        }
        all.add(chunk, &sums);
    }
    let last = all.path.last().unwrap();
    assert_eq!((last.end, last.blocks), (Some(End::Narrow), 200));
    assert!(last.effect.unwrap().interval.unwrap().0 >= 0.98);
    assert!(all.path[8].effect.unwrap().interval.unwrap().0 < 0.98);
}

#[test]
fn without_a_rule_all_chunks_are_needed() {
    let run = run(None);
    let mut all = rule(&run);
    (0..).zip(&chunks(40)).for_each(|(chunk, sums)| all.add(chunk, sums));
    assert_eq!((all.seen(), all.end()), (40, None));
    assert!(all.path.iter().all(|look| look.llr.is_none() && look.effect.is_some()));
}

/// Five looks at 800 blocks of equals: 5 % of the runs get a verdict at any of them. Looking with the plain interval
/// as often would give one in 14 %.
#[test]
fn planned_looks_keep_their_error() {
    let run = run(Some(Stopping::Looks(5)));
    let (planned, mut found) = (rule(&run), 0);
    for seed in 0..1000 {
        let mut all = planned.clone();
        let chunks = chunks_of(40, 5, seed);
        (0..).zip(&chunks).for_each(|(chunk, sums)| all.add(chunk, sums));
        found += u32::from(all.end().is_some());
    }
    // A standard deviation is 6.9.
    assert!((37..=63).contains(&found), "{found}");
}

#[test]
fn a_planned_look_ends_a_clear_comparison() {
    let run = run(Some(Stopping::Looks(5)));
    let mut all = rule(&run);
    (0..).zip(&chunks(40)).for_each(|(chunk, sums)| all.add(chunk, sums));
    // The first look is after a fifth of the chunks, and nothing is concluded before.
    assert_eq!((all.seen(), all.end()), (8, Some(End::Decided)));
    assert!(all.path[..7].iter().all(|look| look.effect.unwrap().interval.is_none()));
    let (number, looks, risk) = all.last_look().unwrap();
    assert_eq!((number, looks), (1, 5));
    assert!(risk < 1e-5, "{risk}");
    // The interval holds at all looks together: at the first one it is that of 4.56 standard errors.
    let last = all.path[7].effect.unwrap();
    let plain = all.trial.effect(&all.contest, None).unwrap();
    let ratio = last.reach().unwrap() / plain.reach().unwrap();
    assert!((ratio / (4.56 / 1.96) - 1.0).abs() < 0.1, "{ratio}");
    // Fewer chunks than looks leave fewer looks.
    let short = Run { blocks: 60, ..run.clone() };
    assert_eq!(rule(&short).looks.len(), 3);
}

#[test]
fn looks_that_nobody_planned_are_told_with_their_error() {
    let with = |looked: &[u64]| {
        let mut run = run(None);
        let Some(Purpose::Compare(compare)) = &mut run.purpose else { unreachable!() };
        compare.looked = looked.to_vec();
        let all = rule(&run);
        (all.risk_of_all_looks(&run), all.looked_at(&run))
    };
    assert_eq!(with(&[]).0, None);
    let (risk, flags) = with(&[800]);
    assert!((risk.unwrap() - 0.083).abs() < 6e-4, "{risk:?}");
    assert_eq!(flags, " --looked 800 0");
    // One seventh of the games.
    let risk = with(&[229]).0.unwrap();
    assert!((0.085..0.0975).contains(&risk), "{risk}");
    assert!(with(&[400, 800]).0.unwrap() > 0.083);
    // What is no look before the end.
    assert_eq!(with(&[0, 1600, 9999]).0, None);
}

/// Blocks that are left out were played, as those of `--games` will be.
#[test]
fn what_was_looked_at_counts_what_is_left_out() {
    // Of 50 blocks of a chunk, 20 count.
    let run = Run { chunk: 50, ..self::run(None) };
    let mut all = rule(&run);
    (0..).zip(&chunks(3)).for_each(|(chunk, sums)| all.add(chunk, sums));
    assert_eq!(all.path[2].blocks, 60);
    assert_eq!(all.looked_at(&run), " --looked 300");
    // Beside a rule that looks by itself, the flag is refused.
    let until = Run { chunk: 50, ..self::run(Some(Stopping::HalfWidth(0.01))) };
    assert_eq!(rule(&until).looked_at(&until), "");
}

#[test]
fn tests_that_may_stop_look_often_but_not_at_every_block() {
    let [random, search]: [Spec; 2] =
        ["random", "mcts:iterations=500"].map(|text| text.parse().unwrap());
    let chunk = |stopping, spec, blocks| {
        Compare::of(None, 2, stopping).chunk(&[(2 * chunking::microseconds(spec, 20), 2)], blocks)
    };
    let sprt = Stopping::Sprt { unit: Unit::Elo, low: 0.0, high: 20.0, alpha: 0.05, beta: 0.05 };
    for stopping in [sprt, Stopping::HalfWidth(0.01)] {
        assert_eq!(chunk(Some(stopping), &random, 50_000), 64);
        assert_eq!(chunk(Some(stopping), &random, 1 << 21), 1024);
    }
    assert!(chunk(None, &random, 50_000) > 10_000);
    assert_eq!(chunk(Some(sprt), &search, 50_000), 1);
}

#[test]
fn a_ratio_is_told_with_its_bounds_and_while_it_goes_on_with_its_way() {
    let run = run(Some(Stopping::Sprt {
        unit: Unit::Share,
        low: 0.5,
        high: 0.6,
        alpha: 0.05,
        beta: 0.05,
    }));
    let rule = rule(&run);
    let test = rule.test.as_ref().unwrap();
    let told = |llr| likelihood_ratio(test, llr);
    assert_eq!(told(1.4722), "LLR +1.47, bounds -2.94 and +2.94, 50 % of the way");
    assert_eq!(told(-2.9445), "LLR -2.94, bounds -2.94 and +2.94, 100 % of the way");
    assert_eq!(told(9.0), "LLR +9.00, bounds -2.94 and +2.94, 100 % of the way");
    assert_eq!(ratio_and_bounds(test, 9.0), "LLR +9.00, bounds -2.94 and +2.94");
}

//! Blocks, their cells and their games; validity of plans.

use std::iter::once;

use super::*;

fn branching(again: u64) -> Branching {
    let kind = |name: &str| Kind {
        name: name.into(),
        action: format!("take {name}"),
        game_item: None,
        weight: 1,
    };
    let cell = |kind, treatment, round| Cell { kind, treatment, round };
    Branching {
        file: "branch".into(),
        sampling_policy: 0,
        agents: vec![0],
        against: "pass".into(),
        kinds: ["a", "b", "c"].map(kind).to_vec(),
        cells: vec![
            cell(0, Treatment::Take, 1),
            cell(0, Treatment::Take, 2),
            cell(1, Treatment::Grant, 1),
            cell(2, Treatment::Take, 2),
        ],
        variants: Vec::new(),
        independent: false,
        undivided: false,
        next: false,
        reached: Vec::new(),
        replicate: again,
        replicate_padded: again.div_ceil(4) * 4,
        alone: false,
        fair: Vec::new(),
        equivalence: 0.5,
        primary: "score_margin".into(),
    }
}

#[test]
fn cells_take_turns_and_then_kind_by_kind() {
    let plan = branching(5);
    let cells = |from: u64, to: u64| -> Vec<Option<usize>> {
        (from..to).map(|block| plan.place_of(block, 8).map(|place| place.cell)).collect()
    };
    assert_eq!(cells(0, 6), [0, 1, 2, 3, 0, 1].map(Some));
    assert_eq!(plan.repeated(), [0, 2]);
    // Five of a kind, and three empty ones that fill its chunks.
    let (first, second) = ([0, 1, 0, 1, 0].map(Some), [3; 5].map(Some));
    let none = [None; 3];
    assert_eq!(cells(8, 24), [&first[..], &none, &second, &none].concat());
    assert_eq!(cells(24, 26), [None, None]);
    assert_eq!(branching(0).place_of(8, 8), None);
    assert_eq!((plan.repeated_kind(7), plan.repeated_kind(8)), (Some(0), Some(2)));
}

#[test]
fn games_are_counted_by_cell() {
    let mut plan = branching(5);
    plan.variants =
        vec![Variant { values: vec!["a.value=1".into()], rule_set: Default::default() }];
    // Kind a has two rule sets; b is granted; in the second pass there is one rule set.
    let each = [5, 5, 2, 3];
    for (start, end) in [(0, 4), (1, 3), (3, 8), (2, 2), (0, 8)] {
        let expected: u64 = (start..end).map(|block| each[block % 4]).sum();
        assert_eq!(plan.games_in(once(start as u64..end as u64), 8), expected);
    }
    // Of 8 + 2 times 8 blocks, the last 3 of each kind are empty.
    assert_eq!(plan.games_in(once(0..24), 8), 30 + 2 * 5 * 3);
    assert_eq!(plan.games_in(once(12..14), 8), 3);
    let undivided = Branching { undivided: true, ..plan };
    assert_eq!(undivided.games_in(once(0..24), 8), 2 * (4 + 4 + 2 + 2) + 2 * 5 * 2);
    // One more, under the run's own rules, where it is asked what is taken in their place.
    let next = Branching { undivided: false, next: true, ..undivided };
    assert_eq!(next.games_in(once(0..4), 8), 6 + 6 + 2 + 4);
    assert_eq!(next.games_in(once(12..14), 8), 4);
    let mut leading = branching(0);
    leading.cells = vec![Cell { kind: 0, treatment: Treatment::Start, round: 1 }];
    assert_eq!((leading.games_in(once(0..3), 8), leading.games_per_block()), (12, 4));
}

/// What is played again does not depend on where chunks end.
#[test]
fn fresh_blocks_are_named_by_kind_and_number() {
    let (plan, mut other) = (branching(5), branching(5));
    other.replicate_padded = 7;
    for within in 0..5 {
        for (place, kind) in [(0, 0), (1, 2)] {
            let one = plan.place_of(8 + place * 8 + within, 8).unwrap();
            let two = other.place_of(30 + place * 7 + within, 30).unwrap();
            assert_eq!(one, two);
            assert_eq!(one.number, AGAIN + (kind << 32) + within);
        }
    }
}

#[test]
fn what_is_varied_is_about_the_kinds_that_its_keys_name() {
    let mut plan = branching(0);
    plan.variants =
        vec![Variant { values: vec!["x.b.value=2".into()], rule_set: Default::default() }];
    assert_eq!([0, 1, 2].map(|kind| plan.is_varied(kind)), [false, true, false]);
    assert!(!plan.concerns_all(1));
    assert_eq!(plan.games_per_block(), 5);
    plan.variants.push(Variant { values: vec!["x.c=1".into()], rule_set: Default::default() });
    let concerned = |rules| [0, 1, 2].map(|kind| plan.concerns(rules, kind));
    assert_eq!(concerned(0), [true; 3]);
    assert_eq!(concerned(1), [false, true, false]);
    assert_eq!(concerned(2), [false, false, true]);
    assert_eq!(plan.games_per_block(), 5);
    plan.variants.truncate(1);
    plan.variants[0].values = vec!["x.value=2".into()];
    assert_eq!([0, 1, 2].map(|kind| plan.is_varied(kind)), [true; 3]);
    assert!(plan.concerns_all(1) && plan.concerns_all(0));
}

#[test]
fn impossible_plans_are_seen() {
    assert!(branching(1).fits(1));
    type Change = fn(&mut Branching);
    let changes: [Change; 10] = [
        |plan| plan.file = "../x".into(),
        |plan| plan.replicate_padded = 0,
        |plan| plan.sampling_policy = 1,
        |plan| plan.agents = vec![1],
        |plan| plan.agents.clear(),
        |plan| plan.cells.clear(),
        |plan| plan.cells[0].kind = 3,
        |plan| plan.cells[0].round = 0,
        |plan| plan.equivalence = f64::NAN,
        |plan| {
            let target = Target::Kind(3);
            plan.fair = vec![Fair { key: "a".into(), kind: 0, now: Some(1.0), target }];
        },
    ];
    for change in changes {
        let mut plan = branching(1);
        change(&mut plan);
        assert!(!plan.fits(1), "{plan:?}");
    }
}

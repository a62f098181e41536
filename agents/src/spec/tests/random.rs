//! Random specifications and random texts.

use proptest::prelude::*;

use super::super::*;
use crate::mcts::{Backup, Reveals, Rollout, Root, Selection};

fn any_spec() -> impl Strategy<Value = Spec> {
    let weights = proptest::option::of("(?s).{1,20}|[,\"a]{1,5}");
    let scale = proptest::option::of(any_scale());
    let net = proptest::option::of("[a-z.]{1,9}");
    (any_kind(), weights, proptest::option::of(any_restriction()), scale, net).prop_map(
        |(kind, weights, restriction, scale, net)| {
            let weights = weights.and_then(|name| FileName::new(&name));
            let net = net.and_then(|name| FileName::new(&name)).filter(|_| kind.estimates());
            let spec = Spec::new(kind).with_net(net).with_scale(scale).with_weights(weights);
            spec.with_restriction(restriction)
        },
    )
}

fn any_scale() -> impl Strategy<Value = ScaleName> {
    let rounds = proptest::collection::vec(0.01..=10_000.0f64, 1..7);
    let rounds =
        rounds.prop_map(|rounds| rounds.iter().map(f64::to_string).collect::<Vec<_>>().join("/"));
    let text = prop_oneof![rounds, "[a-z][a-z0-9-]{0,9}"];
    text.prop_map(|text| text.parse().unwrap())
}

fn any_restriction() -> impl Strategy<Value = Patterns> {
    let pattern = proptest::collection::vec("!?[^\\s|*!]{1,5}|\\*|[,\"=]{1,2}", 1..4);
    let patterns = proptest::collection::vec(pattern.prop_map(|words| words.join(" ")), 1..4);
    patterns.prop_map(|patterns| patterns.join("|").parse().unwrap())
}

fn any_kind() -> impl Strategy<Value = Kind> {
    let flat = |settings: Settings| {
        let Settings { rollout, rollout_epsilon, truncation, score_weight, own_score, .. } =
            settings;
        Kind::Flat(Settings {
            rollout,
            rollout_epsilon,
            truncation,
            score_weight,
            own_score,
            ..Settings::flat()
        })
    };
    prop_oneof![
        Just(Kind::Random),
        Just(Kind::Greedy(Horizon::Action)),
        Just(Kind::Greedy(Horizon::Turn)),
        any_settings().prop_map(flat),
        any_settings().prop_map(Kind::Mcts),
        ("[^\0 '\"\\\\#]([^\0'\"\\\\#]|\"[a,]*\"|'[a,]*')*", 1..=3_600_000u32)
            .prop_filter_map("a command", |(command, time)| Program::new(&command, time).ok())
            .prop_map(Kind::Exec),
        Just(Kind::Human),
    ]
}

fn any_settings() -> impl Strategy<Value = Settings> {
    let rollout_epsilon = 0.0..=1.0f64;
    let rollout = prop_oneof![
        // Random rollouts have none.
        Just((Rollout::Random, Settings::default().rollout_epsilon)),
        rollout_epsilon.clone().prop_map(|rollout_epsilon| (Rollout::Greedy, rollout_epsilon)),
        rollout_epsilon.prop_map(|rollout_epsilon| (Rollout::Mast, rollout_epsilon)),
    ];
    let truncation = prop_oneof![
        Just(Truncation::Never),
        Just(Truncation::Scoring),
        (0..=1_000_000u32).prop_map(Truncation::Decisions)
    ];
    let budget = prop_oneof![
        (1..=10_000_000u32).prop_map(Budget::Iterations),
        (1..=1_000_000_000u32).prop_map(Budget::Decisions),
        (1..=3_600_000u32).prop_map(Budget::Milliseconds)
    ];
    let switches = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    let fpu = proptest::option::of(-1.0..=1.0f64);
    let numbers = (0.0..=100.0f64, 0.001..=1000.0f64, fpu, 0.0..=0.5f64, 0.0..=1000.0f64);
    let endgame = prop_oneof![Just(0), 0..=10_000_000u32];
    let points = prop_oneof![Just(0.0), 0.0..=1.0f64];
    let own = (0.0..=1.0f64, points, any::<bool>(), endgame);
    (budget, rollout, truncation, switches, numbers, own).prop_map(
        |(
            budget,
            (rollout, rollout_epsilon),
            truncation,
            switches,
            numbers,
            (score_weight, own_score, halves, endgame),
        )| {
            let (early_stop, puct, paranoid, reuse, cross) = switches;
            let (exploration, temperature, fpu, bias, widening) = numbers;
            // Halving goes with iterations, and never ends early.
            let (root, early_stop) = match budget {
                Budget::Iterations(_) if halves => (Root::Halving, true),
                _ => (Root::Selection, early_stop),
            };
            let settings = Settings {
                budget,
                early_stop,
                root,
                selection: if puct { Selection::Puct } else { Selection::Ucb1 },
                exploration,
                fpu,
                // Often none.
                progressive_bias: (bias - 0.25).max(0.0),
                widening,
                backup: if paranoid { Backup::Paranoid } else { Backup::MaxN },
                score_weight,
                own_score,
                rollout,
                rollout_epsilon,
                truncation,
                reuse,
                reveals: if cross { Reveals::Cross } else { Reveals::Stop },
                endgame,
                ..Settings::default()
            };
            if settings.asks_prior() { Settings { temperature, ..settings } } else { settings }
        },
    )
}

proptest! {
    #[test]
    fn every_specification_round_trips(spec in any_spec()) {
        prop_assert_eq!(spec.brief().parse::<Spec>(), Ok(spec.clone()));
        prop_assert_eq!(spec.to_string().parse::<Spec>(), Ok(spec));
    }

    #[test]
    fn no_text_panics_and_what_is_read_is_printed_canonically(
        text in "(random|greedy|flat|mcts|uct|exec|human|\\PC*)((:|,)(weights|lookahead|iterations|decisions|milliseconds|exploration|selection|fpu|progressive_bias|rollout|rollout_epsilon|truncation|value_temperature|widening|backup|reuse|early_stop|forbid|\\PC*)(=|)(\\PC*|[0-9.e-]*|none|random|greedy|puct|yes|\"?[a*|, \"]{0,5}\"?)){0,3}"
    ) {
        if let Ok(spec) = text.parse::<Spec>() {
            prop_assert_eq!(spec.to_string().parse::<Spec>(), Ok(spec));
        }
    }
}

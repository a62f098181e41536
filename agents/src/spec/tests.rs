//! Texts of specifications, both ways.

use proptest::prelude::*;

use super::*;

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

#[test]
fn texts_are_canonical() {
    for (text, printed) in [
        ("random", "random"),
        ("greedy", "greedy"),
        ("greedy:weights=my weights.toml", "greedy:weights=my weights.toml"),
        (
            "mcts",
            "mcts:iterations=500,exploration=0.3,rollout=greedy,epsilon=0.03,cutoff=20,widen=0.5",
        ),
        (
            "mcts:iterations=0007,rollout=random,cutoff=none",
            "mcts:iterations=7,exploration=0.3,rollout=random,cutoff=none,widen=0.5",
        ),
        (
            "mcts:exploration=1e-1,iterations=20,widen=1.50,cutoff=012,epsilon=0",
            "mcts:iterations=20,exploration=0.1,rollout=greedy,epsilon=0,cutoff=12,widen=1.5",
        ),
        (
            "mcts:exploration=-0,widen=-0,rollout=random,cutoff=0",
            "mcts:iterations=500,exploration=0,rollout=random,cutoff=0,widen=0",
        ),
        ("greedy:weights=\"a.toml\"", "greedy:weights=a.toml"),
        ("greedy:weights=a \"b\".toml", "greedy:weights=a \"b\".toml"),
        ("greedy:weights=\"a,b=\"\"c\"\"\"", "greedy:weights=\"a,b=\"\"c\"\"\""),
        ("greedy:weights=\"\"\"a\"", "greedy:weights=\"\"\"a\""),
        ("random:forbid=bid  *", "random:forbid=\"bid *\""),
        ("greedy:forbid=\" take longboat|bid *\"", "greedy:forbid=\"take longboat | bid *\""),
        (
            "greedy:forbid=\"b | a, \"\"c\"\"\",weights=\"w,1\"",
            "greedy:weights=\"w,1\",forbid=\"b | a, \"\"c\"\"\"",
        ),
        (
            "mcts:forbid=pass,iterations=\"9\"",
            "mcts:iterations=9,exploration=0.3,rollout=greedy,epsilon=0.03,cutoff=20,widen=0.5,\
             forbid=\"pass\"",
        ),
        (
            "mcts:rollout=random,milliseconds=020,cutoff=none",
            "mcts:milliseconds=20,exploration=0.3,rollout=random,cutoff=none,widen=0.5",
        ),
    ] {
        assert_eq!(spec(text).to_string(), printed);
        assert_eq!(spec(printed), spec(text));
    }
    assert_eq!(spec("mcts"), spec("mcts:exploration=0.30"));
    assert_eq!(spec("mcts"), spec("mcts:cutoff=20,rollout=greedy"));
    for other in ["iterations=501", "rollout=random", "epsilon=0.2", "cutoff=9", "widen=9"] {
        assert_ne!(spec("mcts"), spec(&format!("mcts:{other}")));
    }
    assert_ne!(spec("greedy"), spec("greedy:weights=a"));
    assert_ne!(spec("greedy"), spec("greedy:forbid=a"));
    assert_ne!(spec("random:forbid=a"), spec("random:forbid=b"));
    assert_ne!(spec("mcts:iterations=500"), spec("mcts:milliseconds=500"));
}

#[test]
fn the_parts_of_a_specification_can_be_asked_for() {
    let whole = spec("random:forbid=\"bid * | pass\"");
    assert_eq!(whole.kind(), &Kind::Random);
    assert_eq!(whole.restriction().map(|r| r.patterns().len()), Some(2));
    assert_eq!(Spec::new(Kind::Random, whole.restriction().cloned()), whole);
    assert_eq!(spec("random"), Spec::new(Kind::Random, None));
    for text in ["random", "greedy:forbid=a", "mcts", "mcts:iterations=9,forbid=a"] {
        assert!(spec(text).is_reproducible(), "{text}");
    }
    assert!(!spec("mcts:milliseconds=9").is_reproducible());
}

#[test]
fn errors_name_the_key() {
    for (text, reason) in [
        ("", "there is no agent ``; there are: random, greedy, mcts"),
        ("Random", "there is no agent `Random`; there are: random, greedy, mcts"),
        ("random:", "`` is not an option; options are written key=value, separated by commas"),
        ("random:seed=1", "there is no option `seed`; `random` has: forbid"),
        ("greedy:weight=a", "there is no option `weight`; `greedy` has: weights, forbid"),
        ("greedy:weights=", "option `weights`: expected a file name, found ``"),
        ("greedy:weights=\"\"", "option `weights`: expected a file name, found ``"),
        ("greedy:weights=\"a", "option `weights`: the quote is not closed"),
        ("greedy:weights=\"a\"\"", "option `weights`: the quote is not closed"),
        ("greedy:weights=\"", "option `weights`: the quote is not closed"),
        (
            "greedy:forbid=\"a\"b,weights=c",
            "option `forbid`: expected a comma behind the closing quote, found `b,weights=c`",
        ),
        (
            "greedy:forbid=\"a\",",
            "`` is not an option; options are written key=value, separated by commas",
        ),
        (
            "greedy:forbid=a,b",
            "`b` is not an option; options are written key=value, separated by commas",
        ),
        ("greedy:\"forbid\"=a", "there is no option `\"forbid\"`; `greedy` has: weights, forbid"),
        (
            "random:forbid=",
            "option `forbid`: expected patterns of words or * separated by |, such as bid * | pass; \
             a pattern is empty",
        ),
        (
            "mcts:forbid=\"bid * | \"",
            "option `forbid`: expected patterns of words or * separated by |, such as bid * | pass; \
             a pattern is empty",
        ),
        (
            "greedy:forbid=take noble*",
            "option `forbid`: expected patterns of words or * separated by |, such as bid * | pass; \
             `noble*` is not a word",
        ),
        ("greedy:forbid=a,forbid=\"b\"", "option `forbid` is given twice"),
        (
            "mcts:milliseconds=0",
            "option `milliseconds`: expected a whole number from 1 to 3600000, found `0`",
        ),
        (
            "mcts:milliseconds=3600001",
            "option `milliseconds`: expected a whole number from 1 to 3600000, found `3600001`",
        ),
        (
            "mcts:milliseconds=none",
            "option `milliseconds`: expected a whole number from 1 to 3600000, found `none`",
        ),
        (
            "mcts:iterations=5,milliseconds=5",
            "option `milliseconds`: stands in the place of iterations, name one alone",
        ),
        (
            "mcts:depth=1",
            "there is no option `depth`; `mcts` has: iterations, milliseconds, exploration, rollout, \
             epsilon, cutoff, widen, forbid",
        ),
        ("mcts:rollout=rnd", "option `rollout`: expected random or greedy, found `rnd`"),
        ("mcts:epsilon=1.1", "option `epsilon`: expected a number from 0 to 1, found `1.1`"),
        (
            "mcts:rollout=random,epsilon=0.1",
            "option `epsilon`: random rollouts have none; it goes with rollout=greedy",
        ),
        (
            "mcts:cutoff=-1",
            "option `cutoff`: expected a whole number from 0 to 1000000 or none, found `-1`",
        ),
        (
            "mcts:cutoff=1000001",
            "option `cutoff`: expected a whole number from 0 to 1000000 or none, found `1000001`",
        ),
        ("mcts:widen=-1", "option `widen`: expected a number from 0 to 1000, found `-1`"),
        ("mcts:iterations=5,iterations=5", "option `iterations` is given twice"),
        (
            "mcts:iterations",
            "`iterations` is not an option; options are written key=value, separated by commas",
        ),
        (
            "mcts:iterations=0",
            "option `iterations`: expected a whole number from 1 to 10000000, found `0`",
        ),
        (
            "mcts:iterations=1e3",
            "option `iterations`: expected a whole number from 1 to 10000000, found `1e3`",
        ),
        (
            "mcts:exploration=NaN",
            "option `exploration`: expected a number from 0 to 100, found `NaN`",
        ),
        (
            "mcts:exploration=100.5",
            "option `exploration`: expected a number from 0 to 100, found `100.5`",
        ),
    ] {
        let error = text.parse::<Spec>().unwrap_err();
        assert_eq!(error.to_string(), format!("agent `{text}`: {reason}"));
    }
}

#[test]
fn every_agent_of_the_catalogue_can_be_named() {
    for agent in AGENTS {
        assert!(spec(agent.name).to_string().starts_with(agent.name));
    }
}

fn any_spec() -> impl Strategy<Value = Spec> {
    (any_kind(), proptest::option::of(any_restriction()))
        .prop_map(|(kind, restriction)| Spec::new(kind, restriction))
}

fn any_restriction() -> impl Strategy<Value = Restriction> {
    let pattern = proptest::collection::vec("[^\\s|*]{1,5}|\\*|[,\"=]{1,2}", 1..4);
    let patterns = proptest::collection::vec(pattern.prop_map(|words| words.join(" ")), 1..4);
    patterns.prop_map(|patterns| patterns.join("|").parse().unwrap())
}

fn any_kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        Just(Kind::Random),
        proptest::option::of("(?s).{1,20}|[,\"a]{1,5}")
            .prop_map(|name| Kind::Greedy { weights: name.and_then(|n| FileName::new(&n)) }),
        any_settings().prop_map(Kind::Mcts),
    ]
}

fn any_settings() -> impl Strategy<Value = Settings> {
    let rollout = proptest::option::of(0.0..=1.0f64).prop_map(|epsilon| match epsilon {
        None => Rollout::Random,
        Some(epsilon) => Rollout::Greedy { epsilon },
    });
    let cutoff = proptest::option::of(0..=1_000_000u32);
    let budget = prop_oneof![
        (1..=10_000_000u32).prop_map(Budget::Iterations),
        (1..=3_600_000u32).prop_map(Budget::Milliseconds)
    ];
    (budget, 0.0..=100.0f64, rollout, cutoff, 0.0..=1000.0f64).prop_map(
        |(budget, exploration, rollout, cutoff, widen)| {
            let settings = match budget {
                Budget::Iterations(number) => Settings::plain(number).unwrap(),
                Budget::Milliseconds(number) => {
                    Settings::default().with_milliseconds(number).unwrap()
                }
            };
            let settings = settings.with_exploration(exploration).unwrap();
            let settings = settings.with_rollout(rollout).unwrap();
            settings.with_cutoff(cutoff).unwrap().with_widen(widen).unwrap()
        },
    )
}

proptest! {
    #[test]
    fn every_specification_round_trips(spec in any_spec()) {
        prop_assert_eq!(spec.to_string().parse::<Spec>(), Ok(spec));
    }

    #[test]
    fn no_text_panics_and_what_is_read_is_printed_canonically(
        text in "(random|greedy|mcts|\\PC*)((:|,)(weights|iterations|milliseconds|exploration|rollout|epsilon|cutoff|widen|forbid|\\PC*)(=|)(\\PC*|[0-9.e-]*|none|random|greedy|\"?[a*|, \"]{0,5}\"?)){0,3}"
    ) {
        if let Ok(spec) = text.parse::<Spec>() {
            prop_assert_eq!(spec.to_string().parse::<Spec>(), Ok(spec));
        }
    }
}

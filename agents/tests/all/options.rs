//! An option that is written out replaces what it names, and nothing else.

use std::collections::BTreeMap;

use drakkar_agents::best::{self, Cell};
use drakkar_agents::catalogue::{self, OptionInfo, Values};
use drakkar_agents::heuristic::Playable;
use drakkar_agents::spec::Spec;
use drakkar_engine::recorded::Recorded;

/// Agents with little given, and the kind that has their options.
const STARTS: [(&str, &str); 17] = [
    ("greedy", "greedy"),
    ("greedy:plain", "greedy"),
    ("greedy:lookahead=turn", "greedy"),
    ("flat:iterations=9", "flat"),
    ("uct:iterations=9", "uct"),
    ("uct:milliseconds=9", "uct"),
    ("mcts", "mcts"),
    ("mcts:iterations=9", "mcts"),
    ("mcts:decisions=900", "mcts"),
    ("mcts:plain,iterations=9", "mcts"),
    ("mcts:iterations=9,value=none", "mcts"),
    ("mcts:iterations=9,root=halving,weights=mine.toml", "mcts"),
    ("mcts:truncation=none", "mcts"),
    ("level-1", "random"),
    ("level-2", "mcts"),
    ("level-7", "mcts"),
    ("level-8", "mcts"),
];

/// The options that a canonical text names.
fn named(spec: &Spec) -> BTreeMap<String, String> {
    let text = spec.to_string();
    let options = text.split_once(':').map_or("", |(_, options)| options).split(',');
    let pairs = options.filter_map(|option| option.split_once('='));
    pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}

/// The value that the option has already; `None` if it has none that could be written.
fn own_value(option: &OptionInfo, named: &BTreeMap<String, String>) -> Option<String> {
    match option.values {
        _ if named.contains_key(option.key) => named.get(option.key).cloned(),
        Values::File if option.key == "value" => Some("none".to_owned()),
        Values::File | Values::Rounds(..) | Values::Patterns | Values::Alone => None,
        // Not of a search that has another root or budget, or nothing to rank or to estimate.
        _ if ["early_stop", "iterations", "decisions", "milliseconds", "temperature"]
            .contains(&option.key) =>
        {
            None
        }
        _ => Some(option.default.to_owned()),
    }
}

/// A value that the option does not have, where no other option depends on it.
fn other_value(option: &OptionInfo) -> Option<&'static str> {
    match option.key {
        "exploration" => Some("0.77"),
        "temperature" | "fpu" | "progressive_bias" | "score_weight" | "own_score"
        | "rollout_epsilon" => Some("0.7"),
        "widening" | "endgame" | "iterations" => Some("77"),
        "backup" => Some("paranoid"),
        "reuse" => Some("yes"),
        "reveals" => Some("cross"),
        "truncation" => Some("7"),
        "selection" => Some("ucb1"),
        "epsilon" => Some("0.77"),
        "value" | "weights" => Some("other"),
        _ => None,
    }
}

fn check(text: &str, kind: &str, cell: Cell<'_>) {
    let read = |text: &str| best::read(text, cell).unwrap_or_else(|error| panic!("{error}"));
    let start = read(text);
    let full = start.to_string();
    assert_eq!(read(&full), start, "{full}");
    assert_eq!(full.parse::<Spec>().unwrap(), start);
    let short = best::brief(&start, cell);
    assert_eq!(read(&short), start, "{short}");
    let is_level = text.starts_with("level-");
    let with =
        |option: &str| format!("{text}{}{option}", if text.contains(':') { ',' } else { ':' });
    let before = named(&start);
    let agent = catalogue::all().find(|agent| agent.name == kind).unwrap();
    let open = agent.options().filter(|option| {
        let given = text.contains(&format!("{}=", option.key));
        let is_budget = ["iterations", "decisions", "milliseconds"].contains(&option.key);
        let has_budget = text.contains("decisions=") || text.contains("milliseconds=");
        !(given || is_budget && has_budget && !is_level)
    });
    let mut all = Vec::new();
    for option in open {
        if let Some(value) = own_value(option, &before) {
            let option = format!("{}={value}", option.key);
            assert_eq!(read(&with(&option)).to_string(), full, "{}", with(&option));
            all.push(option);
        }
        let Some(value) = other_value(option) else { continue };
        if option.key == "value" && !start.kind().estimates() {
            continue;
        }
        let changed = read(&with(&format!("{}={value}", option.key)));
        assert_eq!(read(&best::brief(&changed, cell)), changed);
        let mut expected = before.clone();
        expected.insert(option.key.to_owned(), value.to_owned());
        if kind == "greedy" && option.key == "value" {
            expected.remove("weights");
        }
        assert_eq!(named(&changed), expected, "{text} with {}={value}", option.key);
    }
    if !all.is_empty() {
        assert_eq!(read(&with(&all.join(","))).to_string(), full, "{text} with {all:?}");
    }
}

fn check_game<G: Recorded + Playable>() {
    let presets = G::presets().iter().map(|preset| preset.name).chain(["another"]);
    for (preset, players) in presets.flat_map(|preset| {
        let (fewest, most) = G::PLAYERS;
        (fewest..=most).map(move |players| (preset, players))
    }) {
        let cell = Cell::of::<G>(preset, players);
        for (text, kind) in STARTS {
            check(text, kind, cell);
        }
    }
}

#[test]
fn an_option_written_out_changes_nothing_else() {
    macro_rules! check_all {
        ($([$id:literal $module:ident: $whole:ident $($part:ident)*])*) => {
            $(
                #[cfg(feature = $id)]
                check_game::<drakkar_engine::games::$module::$whole>();
            )*
        };
    }
    drakkar_engine::for_each_game!(check_all);
}

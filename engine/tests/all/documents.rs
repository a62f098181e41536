//! The pages in `docs/` describe each game as the code does.

use std::fs;
use std::path::Path;

use drakkar_engine::data::ToData;
use drakkar_engine::games;
use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::games::no_more_vikings::{self, NoMoreVikings};
use drakkar_engine::games::vikings::Vikings;
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::recorded::{Recorded, meaning};
use drakkar_engine::rules::{self, Kind, Leaf, Preset};
use serde_json::Value;

fn page(id: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../docs/{id}.md"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of all tables whose header begins with `first` and `second`, cell by cell.
fn rows<'t>(text: &'t str, first: &str, second: &str) -> Vec<Vec<&'t str>> {
    let head = format!("| {first} | {second} |");
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with(&head) {
            let table = lines.by_ref().take_while(|line| line.starts_with('|')).skip(1);
            found.extend(table.map(|line| {
                line.trim_matches('|').split(" | ").map(str::trim).collect::<Vec<_>>()
            }));
        }
    }
    found
}

/// The words between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The block number `index` in a fence of `language`.
fn block<'t>(text: &'t str, language: &str, index: usize) -> &'t str {
    let fence = format!("```{language}\n");
    let block = text.split(&fence).nth(index + 1).expect("the page has such a block");
    block.split("```").next().unwrap().trim()
}

/// A value as the page writes it.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => format!("`{text}`"),
        Value::Array(list) if list.iter().any(Value::is_object) => {
            format!("{} tables", list.len())
        }
        Value::Array(list) => {
            let list: Vec<String> = list.iter().map(Value::to_string).collect();
            format!("[{}]", list.join(", "))
        }
        other => other.to_string(),
    }
}

/// Every key of the first preset is in the page's table with its value, its allowed values in the
/// words of errors, and its rule; and no other key is.
fn check_keys<G: Recorded>() {
    let text = page(G::ID);
    let leaves = G::rules().leaves().unwrap();
    let mut told: Vec<&str> = Vec::new();
    for row in rows(&text, "key", "base") {
        let keys = quoted(row[0]);
        // A cell of several keys has one entry for each, or one for all; that of a single key may hold
        // a list.
        let entry = |column: usize, index: usize| {
            let entries: Vec<&str> = match keys.len() {
                1 => vec![row[column]],
                _ => row[column].split(", ").collect(),
            };
            *entries.get(index).or(entries.first()).unwrap()
        };
        for (index, key) in keys.iter().enumerate() {
            let leaf = leaves.iter().find(|leaf| leaf.key == *key);
            let leaf = leaf.unwrap_or_else(|| panic!("{}: there is no key `{key}`", G::ID));
            assert_eq!(entry(1, index), written(&leaf.value), "{}: key `{key}`", G::ID);
            assert_eq!(entry(2, index), leaf.values(), "{}: key `{key}`", G::ID);
            let rule = if leaf.declared.rule.is_empty() { "" } else { row[3] };
            assert_eq!(rule, leaf.declared.rule, "{}: key `{key}`", G::ID);
        }
        told.extend(keys);
    }
    for leaf in leaves {
        let times = told.iter().filter(|key| **key == leaf.key).count();
        assert_eq!(times, 1, "{}: key `{}` in the page's table", G::ID, leaf.key);
    }
    check_declared::<G>();
}

/// Every declaration of a key is about a key of the presets, and of its type; and every key is
/// declared.
fn check_declared<G: Recorded>() {
    let table = G::rules();
    let leaves = table.leaves().unwrap();
    for key in table.keys {
        let counts = |leaf: &&Leaf| {
            table.keys.iter().find(|other| other.fits(&leaf.key)).is_some_and(|first| first == key)
        };
        let fits = leaves.iter().find(counts);
        assert_eq!(fits.is_none(), key.kind == Kind::Extra, "{}: `{}`", G::ID, key.pattern);
    }
    for leaf in leaves {
        let declared = table.keys.iter().any(|key| key.fits(&leaf.key));
        assert!(declared, "{}: key `{}` is not declared", G::ID, leaf.key);
    }
    for preset in table.presets {
        let values = table.values_of(preset.name).unwrap();
        let read = G::read_rules(values).unwrap_or_else(|error| panic!("{}: {error}", preset.name));
        // The order of keys is that of the text, and part of the digests of plans.
        assert_eq!(read.to_data().to_string(), values.to_string(), "{}", preset.name);
    }
}

/// The deals of the page are possible under a preset, and the first one under the first preset.
fn check_deals<G: Recorded>() {
    let text = page(G::ID);
    let presets = G::presets().iter();
    let read = |preset: &Preset| G::read_toml(preset.toml).unwrap();
    let games: Vec<G> = presets
        .flat_map(|preset| {
            (G::PLAYERS.0..=G::PLAYERS.1).map(move |players| G::new(read(preset), players).unwrap())
        })
        .collect();
    let fits = |deal: &Value| games.iter().position(|game| game.read_deal(deal).is_ok());
    let deals: Vec<Option<usize>> = text
        .split("```json\n")
        .skip(1)
        .map(|rest| fits(&serde_json::from_str(rest.split("```").next().unwrap()).unwrap()))
        .collect();
    let first = 0..=G::PLAYERS.1 - G::PLAYERS.0;
    assert!(deals[0].is_some_and(|fit| first.contains(&fit)), "{}: {deals:?}", G::ID);
    assert!(deals.iter().all(Option::is_some), "{}: {deals:?}", G::ID);
}

#[test]
fn every_game_has_a_page() {
    for id in games::IDS {
        assert!(page(id).starts_with("# "), "{id}");
    }
}

/// A test for each game; keys of the first variant are those of all.
macro_rules! tests {
    ($([$id:literal $module:ident: $whole:ident $($part:ident)*])*) => {$(
        #[cfg(feature = $id)]
        #[test]
        fn $module() {
            use drakkar_engine::games::$module::$whole as Whole;
            check_keys::<Whole>();
            check_deals::<Whole>();
        }
    )*};
}
drakkar_engine::for_each_game!(tests);

/// The actions of the page, so many, are read and printed in the same way.
fn check_actions<G: Recorded>(page: &str, number: usize) {
    let actions = rows(page, "action", "meaning");
    assert_eq!(actions.len(), number);
    let mut explained = Vec::new();
    for row in actions {
        let action = quoted(row[0])[0];
        assert_eq!(action.parse::<G::Action>().unwrap().to_string(), action);
        let (words, _) =
            meaning(G::MEANINGS, action).unwrap_or_else(|| panic!("{action} has no meaning"));
        explained.push(*words);
    }
    // People are told what each of them does, and of no other.
    for (words, _) in G::MEANINGS {
        assert!(explained.contains(words), "{words}");
    }
}

#[test]
fn notation_of_vikings_can_be_read() {
    check_actions::<Vikings>(&page(Vikings::ID), 19);
}

#[test]
fn notation_of_vikings_on_board_can_be_read() {
    check_actions::<VikingsOnBoard>(&page(VikingsOnBoard::ID), 15);
}

#[test]
fn notation_of_eketorp_can_be_read() {
    let text = page(Eketorp::ID);
    check_actions::<Eketorp>(&text, 11);
    assert!(text.contains("contents of the 12 material cards are assumed"));
}

#[test]
fn notation_of_no_more_vikings_can_be_read() {
    let text = page(NoMoreVikings::ID);
    check_actions::<NoMoreVikings>(&text, 22);
    assert!(text.contains("**This is a reconstruction.**"));
    assert!(text.contains("**The contents are stand-ins**"));
    for kind in no_more_vikings::component::Kind::ALL {
        assert!(text.contains(&format!("`{kind}`")), "{kind}");
    }
}

/// The page's own short file is accepted, and the report's list of assumptions names the stand-ins.
#[test]
fn components_of_no_more_vikings_can_be_typed_in() {
    let text = page(NoMoreVikings::ID);
    let file = NoMoreVikings::rules().complete(block(&text, "toml", 0)).unwrap();
    let file = NoMoreVikings::read_toml(&file).unwrap();
    for players in 2..=4 {
        assert_eq!(NoMoreVikings::new(file.clone(), players).is_ok(), players < 4, "{players}");
    }
    let assumed = rules::assumed(NoMoreVikings::presets()[0].toml);
    for key in ["board", "supply", "months", "cards", "whims"] {
        let found = assumed.iter().find(|(other, _)| other == key);
        assert!(found.is_some_and(|(_, comment)| comment.contains("stand-in")), "{key}: {found:?}");
    }
}

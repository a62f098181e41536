//! What the pages in `docs/` say about each game is what the code does.

use std::fs;
use std::path::Path;

use drakkar_engine::fact::FactKind;
use drakkar_engine::game::Game;
use drakkar_engine::games;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::goofspiel::Goofspiel;
use drakkar_engine::games::vikings::action::Action;
use drakkar_engine::games::vikings::variant::Variant;
use drakkar_engine::games::vikings::{AdvancedVikings, Vikings, VikingsOf};
use drakkar_engine::games::vikings_on_board::{self, VikingsOnBoard};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::DealSeed;

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

/// Every fact stands in the page's table with its kind, and nothing else does.
fn check_facts<G: Recorded>() {
    let text = page(G::ID);
    let table = rows(&text, "fact", "kind");
    for fact in G::FACTS {
        let kind = match fact.kind {
            FactKind::Count => "count",
            FactKind::Source => "source",
        };
        let told = table
            .iter()
            .any(|row| row[1] == kind && row.iter().any(|cell| quoted(cell).contains(&fact.name)));
        assert!(told, "{}: fact `{}` ({kind})", G::ID, fact.name);
    }
    for name in table.iter().flat_map(|row| quoted(row[0])) {
        assert!(G::FACTS.iter().any(|fact| fact.name == name), "{}: no fact `{name}`", G::ID);
    }
}

/// The value of a dotted key, as the page writes it.
fn value(rule_set: &toml::Table, key: &str) -> Option<String> {
    let mut parts = key.split('.');
    let mut value = rule_set.get(parts.next()?)?;
    for part in parts {
        value = value.get(part)?;
    }
    match value {
        toml::Value::String(text) => Some(format!("`{text}`")),
        toml::Value::Table(_) => None,
        other => Some(other.to_string()),
    }
}

fn leaves(prefix: &str, table: &toml::Table, into: &mut Vec<String>) {
    for (name, value) in table {
        match value {
            toml::Value::Table(table) => leaves(&format!("{prefix}{name}."), table, into),
            _ => into.push(format!("{prefix}{name}")),
        }
    }
}

/// Every key of the first preset stands in the page's table with its value.
fn check_keys<G: Recorded>() {
    let text = page(G::ID);
    let rule_set: toml::Table = G::presets()[0].toml.parse().unwrap();
    let mut told: Vec<&str> = Vec::new();
    for row in rows(&text, "key", "base") {
        let keys = quoted(row[0]);
        // The value of a single key may be a list.
        let values: Vec<&str> = match keys.len() {
            1 => vec![row[1]],
            _ => row[1].split(", ").collect(),
        };
        for (index, key) in keys.iter().enumerate() {
            let said = values.get(index).or(values.first()).unwrap().to_string();
            assert_eq!(Some(said), value(&rule_set, key), "{}: key `{key}`", G::ID);
        }
        told.extend(keys);
    }
    let mut keys = Vec::new();
    leaves("", &rule_set, &mut keys);
    for key in &keys {
        assert!(told.contains(&key.as_str()), "{}: key `{key}` is not documented", G::ID);
    }
}

/// The deal of a JSON block of the page is one that the preset can give.
fn check_deal<G: Recorded>(game: &G, index: usize) {
    let deal: G::Deal = serde_json::from_str(block(&page(G::ID), "json", index)).unwrap();
    game.check_deal(&deal).unwrap();
}

#[test]
fn every_game_has_a_page() {
    for id in games::IDS {
        assert!(page(id).starts_with("# "), "{id}");
    }
}

#[test]
fn facts_and_keys_are_documented() {
    // Those of the base game are among them.
    check_facts::<AdvancedVikings>();
    check_facts::<VikingsOnBoard>();
    check_facts::<ConnectFour>();
    check_facts::<Goofspiel>();
    check_keys::<Vikings>();
    check_keys::<VikingsOnBoard>();
    check_keys::<ConnectFour>();
    check_keys::<Goofspiel>();
}

#[test]
fn deals_can_be_read() {
    check_deal(&Vikings::base(3), 0);
    check_deal(&AdvancedVikings::preset("advanced", 2), 1);
    check_deal(&VikingsOnBoard::base(3), 0);
    check_deal(&ConnectFour::default(), 0);
    let rule_set = drakkar_engine::rules::read::<Goofspiel>(Goofspiel::presets()[0].toml).unwrap();
    check_deal(&Goofspiel::new(rule_set, 2).unwrap(), 0);
}

#[test]
fn notation_of_vikings_can_be_read() {
    let text = page(Vikings::ID);
    let actions = rows(&text, "action", "meaning");
    assert_eq!(actions.len(), 19);
    for row in actions {
        let action = quoted(row[0])[0];
        assert_eq!(action.parse::<Action>().unwrap().to_string(), action);
    }
    check_tableau(&Vikings::base(2), block(&text, "text", 0));
    check_tableau(&AdvancedVikings::preset("advanced", 2), block(&text, "text", 1));
}

#[test]
fn notation_of_vikings_on_board_can_be_read() {
    let text = page(VikingsOnBoard::ID);
    let actions = rows(&text, "action", "meaning");
    assert_eq!(actions.len(), 15);
    for row in actions {
        let action = quoted(row[0])[0];
        let read: vikings_on_board::action::Action = action.parse().unwrap();
        assert_eq!(read.to_string(), action);
    }
}

/// The tableau can be read and is written in the same way.
fn check_tableau<V: Variant>(game: &VikingsOf<V>, tableau: &str) {
    let mut state = game.state(&game.deal(DealSeed { seed: 1, deal: 0 }));
    let seat = Seat::new(1);
    state.set_tableau(seat, tableau).unwrap();
    assert_eq!(state.tableau_text(seat), tableau);
}

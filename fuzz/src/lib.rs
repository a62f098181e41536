use std::path::Path;
use std::sync::OnceLock;

use drakkar::Labs;
use drakkar::agents::spec::Spec;
use drakkar::engine::seed::DealSeed;
use drakkar::serde_json::Value;
use drakkar_play::erased::{Seated, Table};
use drakkar_play::lab::Lab;
use tempfile::TempDir;

/// Decisions that are played at most of a game: rules may make it long.
const DECISIONS: usize = 2000;

pub fn labs() -> &'static Labs {
    static LABS: OnceLock<Labs> = OnceLock::new();
    LABS.get_or_init(Labs::standard)
}

pub fn play(lab: &Lab, rules: &Value, players: usize) {
    if let Ok(table) = lab.open(std::slice::from_ref(rules), players) {
        play_at(&*table);
    }
}

fn play_at(table: &dyn Table) {
    let random = Seated::new(&"random".parse().unwrap());
    let crew = table.seat(&[random]).unwrap();
    let mut game = crew.playthrough(DealSeed { seed: 1, deal: 0 });
    for number in 0..DECISIONS {
        if game.to_move().is_none() {
            break;
        }
        game.choose(number * 7 % game.legal().len());
    }
    game.text(None);
    game.outcome();
}

/// Counts a few sequences of actions from a deal that may be refused.
pub fn deal(choice: usize, deal: &Value) {
    let labs: Vec<&Lab> = labs().iter().collect();
    let lab = labs[choice % labs.len()];
    let choice = choice / labs.len();
    let (fewest, most) = lab.info().players;
    let players = fewest + choice % (most - fewest + 1);
    let presets = lab.info().presets;
    let preset = presets[choice / (most - fewest + 1) % presets.len()];
    let rules = lab.read_rules(preset.toml).unwrap();
    let table = lab.open(&[rules], players).unwrap();
    if let Ok(count) = table.perft(Some(deal), DealSeed { seed: 1, deal: 0 }) {
        count(2);
    }
}

/// Builds an agent, with weights for one game, or at the tables of all games.
pub fn seat(spec: &Spec, weights: Option<(&str, &str)>) {
    for lab in labs().iter() {
        if weights.is_some_and(|(id, _)| id != lab.info().id) {
            continue;
        }
        let rules = lab.read_rules(lab.info().presets[0].toml).unwrap();
        let table = lab.open(&[rules], lab.info().players.0).unwrap();
        let weights = weights.map(|(_, text)| text.to_owned());
        let crew = table.seat(&[Seated { weights, ..Seated::new(spec) }]);
        // An agent that can be built with weights plays a game.
        if let (Ok(crew), "greedy") = (crew, spec.to_string().as_str()) {
            let mut game = crew.playthrough(DealSeed { seed: 1, deal: 0 });
            for _ in 0..DECISIONS {
                if game.to_move().is_none() || game.ask(0).is_err() {
                    break;
                }
            }
        }
    }
}

/// Calls `then` with an empty folder, in memory if possible.
pub fn in_folder(then: impl FnOnce(&Path)) {
    let folder = TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()).unwrap();
    then(folder.path());
}

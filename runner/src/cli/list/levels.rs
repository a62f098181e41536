//! The eight levels, and how strong they are.

use serde::Deserialize;

use crate::export::cell::{Cell, Value};
use crate::export::sheet::{DeclaredTable, Sheet};
use crate::{cli::list::infos, error::Error};
use drakkar_agents::levels::{self, Epsilons};
use drakkar_play::info::GameInfo;

/// What was measured of a level against the one below.
#[derive(Deserialize)]
struct LevelStep {
    game: String,
    rules: String,
    players: usize,
    level: usize,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
}

pub fn tables(game: Option<&str>) -> Result<Vec<Sheet>, Error> {
    let infos = infos(game)?;
    let epsilons = epsilons(&infos);
    let mut meaning = DeclaredTable::of(levels::names()).word("level", String::clone);
    for (place, (head, epsilons)) in epsilons.iter().enumerate() {
        meaning = meaning.said(&**head, |name| {
            let meant = levels::short_for(name, epsilons).unwrap_or_default();
            // Games with shares of their own differ only in that option; the full text would be too wide.
            let shown = match meant.split_once(',') {
                _ if place == 0 => meant.clone(),
                Some((_, epsilon)) => epsilon.to_owned(),
                None => "the same".to_owned(),
            };
            Cell::new(shown, [meant.into()])
        });
    }
    let meaning = meaning.sheet("levels", "Levels, players of rising strength for every game");
    let steps = measured()?;
    let known: Vec<&str> = infos.iter().map(|info| info.id).collect();
    let cells = steps.chunk_by(|one, next| one.cell() == next.cell());
    let cells: Vec<&[LevelStep]> = cells.filter(|cell| known.contains(&cell[0].cell().0)).collect();
    let measured = (!cells.is_empty()).then(|| differences(&cells));
    Ok([meaning].into_iter().chain(measured).collect())
}

/// How often levels decide at random: in most games, and in each of those that have shares of their own.
fn epsilons(games: &[&'static GameInfo]) -> Vec<(String, &'static Epsilons)> {
    let is_own = |info: &&&GameInfo| *info.epsilons != levels::EPSILONS;
    let own = games.iter().filter(is_own).map(|info| (format!("in {}", info.id), info.epsilons));
    let most = games
        .iter()
        .any(|info| !is_own(&info))
        .then(|| ("short for".to_owned(), &levels::EPSILONS));
    most.into_iter().chain(own).collect()
}

fn measured() -> Result<Vec<LevelStep>, Error> {
    let steps = csv::Reader::from_reader(levels::MEASURED.as_bytes());
    steps.into_deserialize().collect::<Result<_, _>>().map_err(|error| {
        // The file is part of the program.
        Error::flag("list levels", error)
    })
}

/// Elo above the level below, with how uncertain it is.
fn differences(cells: &[&[LevelStep]]) -> Sheet {
    let head = ("game, rules, seats", ["game", "rules", "seats"]);
    // One column for people, so that all fit next to each other.
    let mut table = DeclaredTable::of(cells).said(head, |cell| {
        let (id, rules, players) = cell[0].cell();
        Cell::new(format!("{id} {rules} {players}"), [id.into(), rules.into(), players.into()])
    });
    for level in 2..=levels::LEVELS {
        let key = format!("elo_step_{level}");
        let keys = [&*key, &format!("{key}_low"), &format!("{key}_high")];
        table = table.shown((&*level.to_string(), keys), |cell| {
            let step = cell.iter().find(|step| step.level == level);
            step.map_or(Cell::new("", [const { Value::Nothing }; 3]), LevelStep::shown)
        });
    }
    let mut title = "Elo of each level above the one below, \u{b1} half the width of its 95 % interval; steps do not \
                     add up to the distance of levels that are further apart"
        .to_owned();
    if cells.iter().copied().flatten().any(|step| step.elo.is_none()) {
        title += "; empty where no single number can say who is stronger, since each of the two wins more than \
                  its share alone among copies of the other, or neither does";
    }
    table.sheet("levels_steps", title)
}

impl LevelStep {
    fn cell(&self) -> (&str, &str, usize) {
        (&self.game, &self.rules, self.players)
    }

    fn shown(&self) -> Cell {
        let elo = self.elo.map(|elo| format!("{elo:.0}"));
        let half = self.elo_low.zip(self.elo_high).map(|(low, high)| (high - low) / 2.0);
        let half = half.map(|half| format!("\u{b1}{half:.0}"));
        let shown = elo.unwrap_or_default() + &half.unwrap_or_default();
        Cell::new(shown, [self.elo, self.elo_low, self.elo_high].map(Value::from))
    }
}

pub fn one(name: &str) -> Option<String> {
    let most = levels::short_for(name, &levels::EPSILONS)?;
    let mut told = format!("{name}: short for {most}\n");
    for (game, epsilons) in epsilons(&infos(None).ok()?) {
        let own = levels::short_for(name, epsilons)?;
        if own != most {
            told += &format!("{game}: {own}\n");
        }
    }
    Some(told)
}

pub fn pointer() -> String {
    let [first, last] = [1, levels::LEVELS].map(|level| format!("level-{level}"));
    let [weakest, strongest] =
        [&first, &last].map(|name| levels::short_for(name, &levels::EPSILONS).unwrap_or_default());
    format!(
        "How strong that is: drakkar list levels has the Elo of {first} ({weakest}) to {last} \
         ({strongest}), by game, rules and seats."
    )
}

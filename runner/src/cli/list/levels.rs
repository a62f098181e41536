//! The eight levels, and how strong they are.

use std::iter::once;

use serde::Deserialize;

use crate::cli::list::infos;
use crate::error::Error;
use crate::export::cell::{Cell, Column};
use crate::export::sheet::{Sheet, Style, text as print};
use drakkar_agents::levels::{self, Strays};
use drakkar_play::lab::GameInfo;

/// What was measured of a level against the one below.
#[derive(Deserialize)]
struct Step {
    game: String,
    rules: String,
    players: usize,
    level: usize,
    elo: Option<f64>,
}

pub fn text(game: Option<&str>) -> Result<String, Error> {
    let sheets = tables(game)?;
    Ok(format!("\n{}", print(&sheets, Style::Text)?))
}

pub fn tables(game: Option<&str>) -> Result<Vec<Sheet>, Error> {
    let strays = strays(&infos(game)?);
    let rows = levels::names().map(|name| {
        let meant = strays.iter().map(|(_, strays)| levels::short_for(&name, strays));
        let meant = meant.map(|meant| Cell::plain(meant.unwrap_or_default()));
        once(Cell::plain(name.as_str())).chain(meant).collect()
    });
    let columns = strays.iter().map(|(head, _)| Column::of(head));
    let columns: Vec<Column> = once(Column::of("level")).chain(columns).collect();
    let about = "Levels, players of rising strength for every game";
    let words = columns.len();
    let meaning = Sheet::new("levels", about, columns, words, rows);
    Ok([Some(meaning), strengths(game)?].into_iter().flatten().collect())
}

/// How often levels decide at random: in most games, and in each of those that have shares of their own.
fn strays(games: &[&'static GameInfo]) -> Vec<(String, &'static Strays)> {
    let is_own = |info: &&&GameInfo| *info.strays != levels::STRAYS;
    let own = games.iter().filter(is_own).map(|info| (format!("in {}", info.id), info.strays));
    let most =
        games.iter().any(|info| !is_own(&info)).then(|| ("short for".to_owned(), &levels::STRAYS));
    most.into_iter().chain(own).collect()
}

/// Elo above the first level, by game, rules and seats; none if nothing was measured of the game.
fn strengths(game: Option<&str>) -> Result<Option<Sheet>, Error> {
    let steps = csv::Reader::from_reader(levels::MEASURED.as_bytes());
    let steps: Vec<Step> = steps.into_deserialize().collect::<Result<_, _>>().map_err(|error| {
        // The file is part of the program.
        Error::flag("list levels", error)
    })?;
    let known = infos(game)?;
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for cell in steps.chunk_by(|one, next| one.cell() == next.cell()) {
        let (id, rules, players) = cell[0].cell();
        if known.iter().all(|info| info.id != id) {
            continue;
        }
        let mut row = vec![Cell::plain(id), Cell::plain(rules), Cell::plain(players)];
        let mut sum = Some(0.0);
        for level in 2..=levels::LEVELS {
            let step = cell.iter().find(|step| step.level == level).and_then(|step| step.elo);
            sum = sum.zip(step).map(|(sum, step)| sum + step);
            row.push(Cell::figure(sum, |elo| format!("{elo:+.0}")));
        }
        rows.push(row);
    }
    let mut columns: Vec<Column> = ["game", "rules", "seats"].map(Column::of).into();
    columns.extend(
        (2..=levels::LEVELS)
            .map(|level| Column::named(&level.to_string(), &[&format!("elo_level_{level}")])),
    );
    let title = "Elo of each level above level-1, the sum of the steps measured between neighbours";
    Ok((!rows.is_empty()).then(|| Sheet::new("levels_elo", title, columns, 3, rows)))
}

impl Step {
    fn cell(&self) -> (&str, &str, usize) {
        (&self.game, &self.rules, self.players)
    }
}

/// What a level is short for, as a line; none if there is no such level.
pub fn one(name: &str) -> Option<String> {
    let strays = strays(&infos(None).ok()?);
    let meant = strays.iter().map(|(head, strays)| {
        let meant = levels::short_for(name, strays)?;
        Some(format!("{name}: {head} {meant}\n"))
    });
    let mut meant: Vec<String> = meant.collect::<Option<_>>()?;
    meant.dedup_by_key(|line| line.rsplit(' ').next().map(str::to_owned));
    Some(meant.concat())
}

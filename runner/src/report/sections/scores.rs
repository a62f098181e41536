//! Scores: their distribution from `games.csv`, or mean and spread from `win_rates.csv`; and the pace.

use std::collections::BTreeMap;

use super::Names;
use super::shares::rates;
use crate::error::Error;
use crate::page::short;
use crate::report::assumptions::score_name;
use crate::report::chart::{Forest, Histogram, Line, Mark, Panel, Point};
use crate::report::folder::Folder;
use crate::report::rounded::{digits, rounded};
use crate::report::section::Section;
use crate::report::table::each;

const GAMES: &str = "games.csv";

/// How scores are spread.
pub(super) fn scores(folder: &Folder) -> Result<Option<Section>, Error> {
    let score = score_name(folder);
    let title = format!("Final {score}");
    let mut section = Section::new(&title);
    let panels = distribution(folder)?;
    if panels.is_empty() {
        let Some(forest) = means(folder, score)? else { return Ok(None) };
        let caption = "Mean final score, and one standard deviation over games to each side (no interval of the mean).";
        section = section.chart("scores", caption, forest.svg())?;
    } else {
        let histogram = Histogram { axis: format!("final {score}"), panels };
        let caption = "Final scores of all games, one panel for each agent, seats taken together.";
        section = section.chart("scores", caption, histogram.svg())?;
    }
    if let Some(pace) = folder.table("pace.csv")? {
        section = section.table(&pace);
    }
    Ok(Some(section))
}

/// How often each score occurs; games that failed have none.
fn distribution(folder: &Folder) -> Result<Vec<Panel>, Error> {
    let path = folder.file(GAMES);
    let mut counts: Vec<(String, BTreeMap<i64, u64>)> = Vec::new();
    if !path.exists() {
        return Ok(Vec::new());
    }
    let mut digits = None;
    each(&path, |columns, line, record| {
        let place = |name: &str| columns.iter().position(|column| column == name);
        let (agent, score) = *digits.get_or_insert_with(|| (place("agent"), place("score")));
        let (Some(agent), Some(score)) = (agent, score) else { return Ok(()) };
        let (agent, text) = (&record[agent], &record[score]);
        if text.is_empty() {
            return Ok(());
        }
        let score: i64 = text.parse().map_err(|_| {
            let reason = format!("line {}: column `score`: `{text}` is no whole number", line);
            Error::input(&path, reason)
        })?;
        let known = counts.iter().position(|(known, _)| known == agent);
        let index = known.unwrap_or_else(|| {
            counts.push((agent.to_owned(), BTreeMap::new()));
            counts.len() - 1
        });
        *counts[index].1.entry(score).or_insert(0) += 1;
        Ok(())
    })?;
    let specs: Vec<&str> = counts.iter().map(|(spec, _)| spec.as_str()).collect();
    let names = short(&specs);
    let panels = names.into_iter().zip(&counts);
    Ok(panels.map(|(label, (_, counts))| Panel { label, counts: counts.clone() }).collect())
}

fn means(folder: &Folder, score: &str) -> Result<Option<Forest>, Error> {
    let Some(table) = rates(folder)? else { return Ok(None) };
    let names = Names::of(&table);
    let digits = digits(table.rows().iter().map(|row| table.text(row, "score_mean")));
    let mut lines = Vec::new();
    for row in table.rows() {
        let mean = table.number(row, "score_mean")?;
        let Some(value) = mean else { continue };
        let sd = table.number(row, "score_sd")?;
        let agent = names.short(table.text(row, "agent"));
        let seat = table.text(row, "seat");
        let place = if seat == "all" { "all seats".to_owned() } else { format!("seat {seat}") };
        let [low, high] = [-1.0, 1.0].map(|side| sd.map(|sd| value + side * sd));
        lines.push(Line {
            label: format!("{agent}, {place}"),
            points: vec![Point { mark: Mark::Circle, value, low, high, open: false }],
            note: rounded(table.text(row, "score_mean"), digits),
        });
    }
    let axis = format!("final {score}: mean, standard deviation");
    let some = !lines.is_empty();
    Ok(some.then_some(Forest { axis, reference: None, key: Vec::new(), lines }))
}

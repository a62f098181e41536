//! Things that seats may take: what they are worth, and how often they are taken.

use super::Names;
use crate::error::Error;
use crate::page::short;
use crate::report::chart::{Forest, Line, Mark, Point};
use crate::report::folder::Folder;
use crate::report::section::Section;
use crate::report::table::{Row, Table};

const EFFECT: &str = "bonus_effect.csv";

/// Worth with its parts, a picture for each agent, rule set and choice of rounds.
pub(super) fn worth(folder: &Folder) -> Result<Option<Section>, Error> {
    let Some(table) = folder.table(EFFECT)? else { return Ok(None) };
    let mut section = Section::new("Worth of the bonus tiles").words(
        "The worth of a kind is the mean, over decisions at which a seat may take it, of the result of taking it less that of declining, all seats then played by the stated agent. Its own worth is what the tile brings to its owner, denial what keeping it from the others brings; the two add up to the worth. It is worth in these hands, at these decisions, with the price already paid.",
    );
    let key =
        |row: &Row| ["agent", "rules", "rounds"].map(|column| table.text(row, column).to_owned());
    let mut cells: Vec<[String; 3]> = Vec::new();
    for row in table.rows() {
        if !cells.contains(&key(row)) {
            cells.push(key(row));
        }
    }
    let agents = table.different("agent");
    let names = short(&agents);
    for (number, cell) in cells.iter().enumerate() {
        let mut lines = Vec::new();
        for row in table.rows().iter().filter(|row| key(row) == *cell) {
            lines.extend(worth_line(&table, row)?);
        }
        let [agent, rules, rounds] = cell;
        let name = agents.iter().position(|known| known == agent).map_or("", |index| &names[index]);
        let rounds = if rounds.is_empty() { String::new() } else { format!(", rounds {rounds}") };
        let caption = format!(
            "Worth in the hands of {name} by the rules {rules}{rounds}, with 95 % intervals; at the right worth and verdict."
        );
        let forest = Forest {
            axis: "worth".into(),
            reference: Some(0.0),
            key: vec![(Mark::Circle, "worth"), (Mark::Square, "own"), (Mark::Triangle, "denial")],
            lines,
        };
        section = section.chart(&format!("bonus_effect_{}", number + 1), &caption, forest.svg())?;
    }
    Ok(Some(section.table(&table)))
}

fn worth_line(table: &Table, row: &Row) -> Result<Option<Line>, Error> {
    let columns = [
        (Mark::Circle, ["worth", "ci_low", "ci_high"]),
        (Mark::Square, ["own", "own_low", "own_high"]),
        (Mark::Triangle, ["denial", "denial_low", "denial_high"]),
    ];
    let mut points = Vec::new();
    for (mark, names) in columns {
        let [value, low, high] = names.map(|name| table.number(row, name));
        if let Some(value) = value? {
            points.push(Point { mark, value, low: low?, high: high?, open: false });
        }
    }
    let note = format!("{} {}", table.text(row, "worth"), table.text(row, "verdict"));
    let label = table.text(row, "kind").to_owned();
    Ok((!points.is_empty()).then_some(Line { label, points, note }))
}

/// How often agents take what they may, from whichever file tells it.
pub(super) fn picks(folder: &Folder) -> Result<Option<Section>, Error> {
    for file in &folder.files {
        let Some(table) = folder.table(file)?.filter(is_picks) else { continue };
        let names = Names::of(&table);
        let mut section = Section::new(&title(file)).words(
            "How often each kind was taken when it could be. How its owners fare is an association: who leads can afford more.",
        );
        for (number, agent) in table.different("agent").into_iter().enumerate() {
            let mut lines = Vec::new();
            for row in table.with("agent", agent) {
                let Some(value) = table.number(row, RATE)? else { continue };
                let point =
                    Point { mark: Mark::Circle, value, low: Some(0.0), high: None, open: false };
                let (taken, offered) = (table.text(row, "taken"), table.text(row, "offered"));
                lines.push(Line {
                    label: table.text(row, KIND).to_owned(),
                    points: vec![point],
                    note: format!("{taken} of {offered}"),
                });
            }
            if lines.is_empty() {
                continue;
            }
            let axis = "taken by decisions at which it could be".to_owned();
            let forest = Forest { axis, reference: None, key: Vec::new(), lines };
            let caption = format!("Pick rates of {}.", names.short(agent));
            section = section.chart(&format!("picks_{}", number + 1), &caption, forest.svg())?;
        }
        return Ok(Some(section.table(&table)));
    }
    Ok(None)
}

const KIND: &str = "kind";
const RATE: &str = "pick_rate_per_decision";

/// Whether a table tells how often things are taken; the name of its file is the game's.
pub(super) fn is_picks(table: &Table) -> bool {
    table.has("agent") && table.has(KIND) && table.has(RATE)
}

/// `bonus_tiles.csv` to `Bonus tiles`.
pub(super) fn title(file: &str) -> String {
    let words = file.trim_end_matches(".csv").replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

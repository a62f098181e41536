//! The path of a comparison of two agents.

use super::VALUE;
use crate::export::unit::FigureUnit;
use crate::export::{cell::Cell, sheet::DeclaredTable, sheet::Sheet};
use crate::games::{fresh, has_deals};
use crate::report::digits::probability;
use crate::report::section::Section;
use crate::report::table::{CsvFile, CsvRow};
use crate::report::{chart::Lines, chart::Series, chart::Stroke, folder::Folder};

pub fn comparison(folder: &Folder) -> Option<Section> {
    // That of a tune is about weights.
    let effects = folder.table("effects.csv").filter(|table| table.has("metric"));
    let path = folder.table("compare.csv");
    if path.is_none() && effects.is_none() {
        return None;
    }
    let game = folder.run_text("game");
    let mut section = Section::new("Comparison of agents");
    if let Some(effects) = &effects {
        section = section.board(compared(effects, game), effects.named());
    }
    // One look is no path.
    if let Some(path) = path.as_ref().filter(|path| path.rows().count() > 1) {
        let x_axis = if has_deals(game) { "deals" } else { "blocks" };
        let looks = |column: &str| -> Vec<(f64, f64)> {
            path.rows().filter_map(|row| row.number("blocks").zip(row.number(column))).collect()
        };
        let at = path.rows().filter_map(|row| Some((row.number("blocks")?, row))).collect();
        let series = vec![Series::estimates("estimate", at, VALUE)];
        let par = effects.iter().flat_map(CsvFile::rows).map(|row| row.number("even_share"));
        // Far from all estimates, its line would take their room.
        let reference = par.fold(None, Option::or).filter(|par| series[0].span().contains(par));
        let (y_axis, unit) = ("estimate", FigureUnit::Share);
        let lines = Lines { x_axis, y_axis, unit, reference, series, ..Lines::default() };
        let about = "The estimate after each look with its 95 % interval; a broken line is equality, if it is near.";
        section = section.chart("estimate_path", about, &lines);
        let y_axis = "log-likelihood ratio";
        let bound = |label: &str, column| Series {
            stroke: Stroke::Broken,
            ..Series::line(label, looks(column))
        };
        let ratio = Series::line(y_axis, looks("llr"));
        let series = vec![ratio, bound("bounds", "llr_upper"), bound("", "llr_lower")];
        let lines = Lines { x_axis, y_axis, series, ..Lines::default() };
        let about = "The path of the sequential test: it ends outside one of the bounds.";
        section = section.chart("test_path", about, &lines);
    }
    Some(section.tables(&effects).tables(&path))
}

fn compared(effects: &CsvFile, game: &str) -> Sheet {
    let [share, difference] = ["score", "win_share_difference"];
    let is_of = |row: &CsvRow<'_>, figure| row.text("metric") == figure;
    let unit =
        |row: &CsvRow<'_>| if is_of(row, share) { FigureUnit::Share } else { FigureUnit::Points };
    let value = |row: &CsvRow<'_>, figure| match is_of(row, figure) {
        true => row.estimate(VALUE, unit(row)),
        false => Cell::default(),
    };
    let rows = effects.rows().filter(|row| is_of(row, share) || is_of(row, difference));
    DeclaredTable::of(rows)
        .word("agent", |row| row.text("agent"))
        .word("on", |row| match row.text("phase") {
            "games" if has_deals(game) => "first deals",
            "games" => "first games",
            _ => fresh(game),
        })
        .cell("games", |row| row.figure("games", |games| FigureUnit::Plain.text(games, 0)))
        .verdict("verdict", |row| Cell::plain(row.text("verdict")))
        .cell("share of wins", |row| value(row, share))
        .cell("difference", |row| value(row, difference))
        .cell("95 % interval", |row| row.interval(VALUE, unit(row)))
        .cell("Elo", |row| row.estimate(["elo", "elo_low", "elo_high"], FigureUnit::Elo))
        .cell("p", |row| Cell::new(probability(row.text("p")), [row.text("p").into()]))
        .sheet("", "")
}

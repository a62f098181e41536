//! Paths: of a comparison of two agents, and of a tuning.

use super::ShortNames;
use crate::export::{
    figure::fixed, figure::is_share, figure::per_cent, figure::plain, sheet::Cell,
};
use crate::export::{figure::points, sheet::DeclaredTable, sheet::Sheet};
use crate::report::{chart::AxisScale, chart::Lines, chart::Series, chart::Stroke, folder::Folder};
use crate::report::{section::Section, table::CsvFile, table::CsvRow, table::probability};

pub fn comparison(folder: &Folder) -> Option<Section> {
    let (path, effects) = (folder.table("compare.csv"), folder.table("effects.csv"));
    if path.is_none() && effects.is_none() {
        return None;
    }
    let mut section = Section::new("Comparison of agents");
    if let Some(effects) = &effects {
        section = section.board(compared(effects));
    }
    if let Some(path) = &path {
        let x_axis = "deals";
        let looks = |column: &str| -> Vec<(f64, f64)> {
            path.rows().filter_map(|row| row.number("blocks").zip(row.number(column))).collect()
        };
        let at = path.rows().filter_map(|row| Some((row.number("blocks")?, row))).collect();
        let series = vec![Series::estimates("estimate", at, ["value", "low", "high"])];
        let par = effects.iter().flat_map(CsvFile::rows).map(|row| row.number("even_share"));
        let reference = par.fold(None, Option::or);
        let is_open = path.rows().any(|row| row.text("llr").is_empty());
        let scale = if is_open { AxisScale::Plain } else { AxisScale::Share };
        let lines = Lines { x_axis, y_axis: "estimate", scale, reference, series };
        let about =
            "The estimate after each look with its 95 % interval; the broken line is equality.";
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

fn games(row: &CsvRow<'_>) -> Cell {
    row.figure("games", |games| fixed(games, 0))
}

fn compared(effects: &CsvFile) -> Sheet {
    let names = ShortNames::of(effects);
    let [share, difference] = ["score", "win_share_difference"];
    let is_of = |row: &CsvRow<'_>, figure| row.text("metric") == figure;
    let value = |row: &CsvRow<'_>, figure| match is_of(row, figure) {
        true => row.figure("value", per_cent),
        false => Cell::default(),
    };
    let rows = effects.rows().filter(|row| is_of(row, share) || is_of(row, difference));
    DeclaredTable::of(rows)
        .word("agent", |row| names.of_row(row))
        .word("on", |row| match row.text("phase") {
            "games" => "first deals",
            phase => phase,
        })
        .cell("games", games)
        .verdict("verdict", |row| Cell::plain(row.text("verdict")))
        .cell("share of wins", |row| value(row, share))
        .cell("difference", |row| value(row, difference))
        .cell("95 % interval", |row| row.interval(["low", "high"], per_cent))
        .cell("Elo", |row| row.figure("elo", |elo| fixed(elo, 0)))
        .cell("p", |row| Cell::new(probability(row.text("p")), [row.text("p").into()]))
        .sheet("", "")
}

fn tested(tests: &CsvFile) -> Sheet {
    let names = ShortNames::of(tests);
    let several = tests.groups(["agent"]).len() > 1;
    let unit = |row: &CsvRow<'_>| match row.text("metric") {
        "score" => per_cent,
        figure if is_share(figure) => points,
        _ => plain,
    };
    DeclaredTable::of(tests.rows().filter(|row| !row.text("test").is_empty()))
        .word("test", |row| row.text("test"))
        .word("agent", |row| if several { names.of_row(row) } else { String::new() })
        .word("against", |row| row.text("against"))
        .verdict("verdict", |row| Cell::plain(row.text("verdict")))
        .cell("estimate", |row| row.figure("estimate", unit(row)))
        .cell("95 % interval", |row| row.interval(["low", "high"], unit(row)))
        .cell("games", games)
        .sheet("", "")
}

pub fn tuning(folder: &Folder) -> Option<Section> {
    let tests = folder.table("verdict.csv");
    let Some(table) = folder.table("tune.csv") else {
        let tests = tests?;
        return Some(Section::new("Tests").board(tested(&tests)).tables([&tests]));
    };
    let (mut means, mut others, mut steps) = (Vec::new(), Vec::new(), Vec::new());
    for row in table.rows() {
        let Some(generation) = row.number("generation") else { continue };
        let mean = row.text("candidate") == "mean";
        if let Some(value) = row.number("value") {
            (if mean { &mut means } else { &mut others }).push((generation, value));
        }
        if let Some(sigma) = row.number("sigma")
            && steps.last().is_none_or(|&(last, _)| last != generation)
        {
            steps.push((generation, sigma));
        }
    }
    let mut caption = "Values of the candidates and of the mean of their distribution. Each generation has deals of its own, so the mean moves for that reason too.".to_owned();
    if table.has("best_share") {
        caption += " The value of the mean counts the opponent pool alone, that of a candidate also the current best: their heights are not to be compared.";
    }
    let x_axis = "generation";
    let candidates = Series { stroke: Stroke::Dots, ..Series::line("candidates", others) };
    let series = vec![candidates, Series::line("mean of the distribution", means)];
    let values = Lines { x_axis, y_axis: "value", series, ..Lines::default() };
    let series = vec![Series::line("step size", steps)];
    let step = Lines { x_axis, y_axis: "sigma", series, ..Lines::default() };
    let mut section = Section::new("Tuning");
    if let Some(tests) = &tests {
        section = section.board(tested(tests));
    }
    let section = section.chart("tuning", &caption, &values);
    let section = section.chart("tuning_step", "Step size of the search by generation.", &step);
    Some(section.tables(&tests).tables([&table]))
}

//! Paths: of a comparison of two agents, and of a tuning.

use super::ShortNames;
use crate::export::figure;
use crate::report::board::{BoardCell, FigureUnit, VerdictTable};
use crate::report::chart::{AxisScale, Lines, Series, Stroke};
use crate::report::table::{CsvFile, probability};
use crate::{error::Error, report::folder::Folder, report::section::Section};

/// The path of the likelihood ratio if there was a test, and of the estimate; and what came of it.
pub fn comparison(folder: &Folder) -> Result<Option<Section>, Error> {
    let (path, effects) = (folder.table("compare.csv")?, folder.table("effects.csv")?);
    if path.is_none() && effects.is_none() {
        return Ok(None);
    }
    let mut section = Section::new("Comparison of agents");
    if let Some(effects) = &effects {
        section = section.board(compared(effects)?);
    }
    if let Some(path) = &path {
        let about =
            "The estimate after each look with its 95 % interval; the broken line is equality.";
        let mut points = Vec::new();
        let mut intervals = Vec::new();
        for row in path.rows() {
            let (Some(deals), Some(value)) = (row.number("blocks")?, row.number("value")?) else {
                continue;
            };
            points.push((deals, value));
            let ends = row.number("low")?.zip(row.number("high")?);
            intervals.extend(ends.map(|(low, high)| (deals, low, high)));
        }
        let mut reference = None;
        for row in effects.iter().flat_map(CsvFile::rows) {
            reference = reference.or(row.number("par")?);
        }
        let series =
            vec![Series { label: "estimate".to_owned(), stroke: Stroke::Line, points, intervals }];
        let scale = if path.rows().any(|row| row.text("llr").is_empty()) {
            AxisScale::Plain
        } else {
            AxisScale::Share
        };
        let lines = Lines { x_axis: "deals", y_axis: "estimate", scale, reference, series };
        section = section.chart("estimate_path", about, &lines)?;
        let ratio = [
            ("llr", "log-likelihood ratio", Stroke::Line),
            ("llr_upper", "bounds", Stroke::Broken),
            ("llr_lower", "", Stroke::Broken),
        ];
        let about = "The path of the sequential test: it ends beyond one of the bounds.";
        let lines = against_deals(path, "log-likelihood ratio", ratio)?;
        section = section.chart("test_path", about, &lines)?;
    }
    Ok(Some(section.tables(&effects).tables(&path)))
}

/// Who is better, by phase of the study: what was found first, and what fresh deals say.
fn compared(effects: &CsvFile) -> Result<VerdictTable, Error> {
    let names = ShortNames::of(effects);
    let head = vec![
        "agent",
        "on",
        "games",
        "verdict",
        "share of wins",
        "difference",
        "95 % interval",
        "Elo",
        "p",
    ];
    let mut board = VerdictTable::new(head);
    for row in effects.rows() {
        let is_share = row.text("figure") == "score";
        if !is_share && row.text("figure") != "win_share_difference" {
            continue;
        }
        let value = BoardCell::figure(row, "value", FigureUnit::Share)?;
        let [share, difference] =
            if is_share { [value, BoardCell::default()] } else { [BoardCell::default(), value] };
        board.rows.push(vec![
            BoardCell::text(names.short(row.text("agent"))),
            BoardCell::text(if row.text("phase") == "games" {
                "first deals"
            } else {
                row.text("phase")
            }),
            BoardCell::figure(row, "games", FigureUnit::Whole)?,
            BoardCell::verdict(row.text("verdict"), ""),
            share,
            difference,
            BoardCell::interval(row, ["low", "high"], FigureUnit::Share)?,
            BoardCell::figure(row, "elo", FigureUnit::Whole)?,
            BoardCell::number(probability(row.text("p")), row.text("p")),
        ]);
    }
    Ok(board)
}

fn against_deals<'a>(
    table: &CsvFile,
    y_axis: &'a str,
    columns: [(&str, &str, Stroke); 3],
) -> Result<Lines<'a>, Error> {
    let mut series = Vec::new();
    for (column, label, stroke) in columns {
        let mut points = Vec::new();
        for row in table.rows() {
            points.extend(row.number("blocks")?.zip(row.number(column)?));
        }
        series.push(Series { label: label.to_owned(), stroke, points, intervals: Vec::new() });
    }
    Ok(Lines { x_axis: "deals", y_axis, scale: AxisScale::Plain, reference: None, series })
}

/// What tests on fresh deals say of the result of a tuning.
fn tested(tests: &CsvFile) -> Result<VerdictTable, Error> {
    let names = ShortNames::of(tests);
    let head = vec!["test", "agent", "against", "verdict", "estimate", "95 % interval", "games"];
    let mut board = VerdictTable::new(head);
    let several = tests.groups(["agent"]).len() > 1;
    for row in tests.rows().filter(|row| !row.text("test").is_empty()) {
        let unit = match row.text("figure") {
            "score" => FigureUnit::Share,
            figure if figure::is_share(figure) => FigureUnit::Points,
            _ => FigureUnit::Plain,
        };
        board.rows.push(vec![
            BoardCell::text(row.text("test")),
            BoardCell::text(if several { names.short(row.text("agent")) } else { "" }),
            BoardCell::text(row.text("against")),
            BoardCell::verdict(row.text("verdict"), ""),
            BoardCell::figure(row, "estimate", unit)?,
            BoardCell::interval(row, ["low", "high"], unit)?,
            BoardCell::figure(row, "games", FigureUnit::Whole)?,
        ]);
    }
    Ok(board)
}

/// Candidates and mean by generation, the step size below, and the tables; without a trace the tests alone.
pub fn tuning(folder: &Folder) -> Result<Option<Section>, Error> {
    let tests = folder.table("verdict.csv")?;
    let Some(table) = folder.table("tune.csv")? else {
        let Some(tests) = tests else { return Ok(None) };
        return Ok(Some(Section::new("Tests").board(tested(&tests)?).tables([&tests])));
    };
    let (mut means, mut others, mut steps) = (Vec::new(), Vec::new(), Vec::new());
    for row in table.rows() {
        let Some(generation) = row.number("generation")? else { continue };
        let mean = row.text("candidate") == "mean";
        if let Some(value) = row.number("value")? {
            (if mean { &mut means } else { &mut others }).push((generation, value));
        }
        if let Some(sigma) = row.number("sigma")?
            && steps.last().is_none_or(|&(last, _)| last != generation)
        {
            steps.push((generation, sigma));
        }
    }
    let mut caption = "Values of the candidates and of the mean of their distribution. Each generation has deals of its own, so the mean moves for that reason too.".to_owned();
    if table.has("best_share") {
        caption += " The value of the mean counts the field alone, that of a candidate also the current best: their heights are not to be compared.";
    }
    let series = |label: &str, stroke, points| Series {
        label: label.to_owned(),
        stroke,
        points,
        intervals: Vec::new(),
    };
    let values = vec![
        series("candidates", Stroke::Dots, others),
        series("mean of the distribution", Stroke::Line, means),
    ];
    let values = Lines {
        x_axis: "generation",
        y_axis: "value",
        scale: AxisScale::Plain,
        reference: None,
        series: values,
    };
    let step = vec![series("step size", Stroke::Line, steps)];
    let step = Lines {
        x_axis: "generation",
        y_axis: "sigma",
        scale: AxisScale::Plain,
        reference: None,
        series: step,
    };
    let mut section = Section::new("Tuning");
    if let Some(tests) = &tests {
        section = section.board(tested(tests)?);
    }
    let section = section.chart("tuning", &caption, &values)?;
    let section = section.chart("tuning_step", "Step size of the search by generation.", &step)?;
    Ok(Some(section.tables(&tests).tables([&table])))
}

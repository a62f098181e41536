//! Paths: of a comparison of two agents, and of a tuning.

use crate::report::chart::{Lines, Series, Stroke};
use crate::{
    error::Error, report::folder::Folder, report::section::Section, report::table::CsvFile,
};

/// The path of the likelihood ratio if there was a test, and of the estimate; and what came of it.
pub fn comparison(folder: &Folder) -> Result<Option<Section>, Error> {
    let (path, effects) = (folder.table("compare.csv")?, folder.table("effects.csv")?);
    if path.is_none() && effects.is_none() {
        return Ok(None);
    }
    let mut section = Section::new("Comparison of two agents").tables(&effects);
    if let Some(path) = &path {
        let ratio = [
            ("llr", "log-likelihood ratio", Stroke::Line),
            ("llr_upper", "upper bound", Stroke::Broken),
            ("llr_lower", "lower bound", Stroke::Broken),
        ];
        let estimate = [
            ("value", "estimate", Stroke::Line),
            ("high", "end of the interval", Stroke::Broken),
            ("low", "other end", Stroke::Broken),
        ];
        let about = "The path of the sequential test: it ends beyond one of the bounds.";
        let lines = against_deals(path, "log-likelihood ratio", ratio)?;
        section = section.chart("test_path", about, &lines)?;
        let about = "The estimate as it was known after each look, with its 95 % interval.";
        let lines = against_deals(path, "estimate", estimate)?;
        section = section.chart("estimate_path", about, &lines)?;
    }
    Ok(Some(section.tables(&path)))
}

fn against_deals<'a>(
    table: &CsvFile,
    y_axis: &'a str,
    columns: [(&str, &'static str, Stroke); 3],
) -> Result<Lines<'a>, Error> {
    let mut series = Vec::new();
    for (column, label, stroke) in columns {
        let mut points = Vec::new();
        for row in table.rows() {
            points.extend(row.number("blocks")?.zip(row.number(column)?));
        }
        series.push(Series { label, stroke, points });
    }
    Ok(Lines { x_axis: "deals", y_axis, series })
}

/// Candidates and mean by generation, the step size below, and the tables; without a trace the tests alone.
pub fn tuning(folder: &Folder) -> Result<Option<Section>, Error> {
    let tests = folder.table("verdict.csv")?;
    let Some(table) = folder.table("tune.csv")? else {
        return Ok(tests.map(|tests| Section::new("Tests").tables([&tests])));
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
    let series = vec![
        Series { label: "candidates", stroke: Stroke::Dots, points: others },
        Series { label: "mean of the distribution", stroke: Stroke::Line, points: means },
    ];
    let values = Lines { x_axis: "generation", y_axis: "value", series };
    let series = vec![Series { label: "step size", stroke: Stroke::Line, points: steps }];
    let step = Lines { x_axis: "generation", y_axis: "sigma", series };
    let section = Section::new("Tuning").chart("tuning", &caption, &values)?;
    let section = section.chart("tuning_step", "Step size of the search by generation.", &step)?;
    Ok(Some(section.tables(&tests).tables([&table])))
}

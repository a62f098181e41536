//! The trace of a tuning, from `tune.csv`, and its tests, from `verdict.csv`.

use crate::error::Error;
use crate::report::chart::{Lines, Series, Stroke};
use crate::report::folder::Folder;
use crate::report::section::Section;

/// Candidates and mean by generation, the step size below, and the tables; without a trace the tests alone.
pub(super) fn trace(folder: &Folder) -> Result<Option<Section>, Error> {
    let tests = folder.table("verdict.csv")?;
    let Some(table) = folder.table("tune.csv")? else {
        return Ok(tests.map(|tests| Section::new("Tests").table(&tests)));
    };
    let (mut means, mut others, mut steps) = (Vec::new(), Vec::new(), Vec::new());
    for row in table.rows() {
        let Some(generation) = table.number(row, "generation")? else { continue };
        let mean = table.text(row, "candidate") == "mean";
        if let Some(value) = table.number(row, "value")? {
            (if mean { &mut means } else { &mut others }).push((generation, value));
        }
        if let Some(sigma) = table.number(row, "sigma")?
            && steps.last().is_none_or(|&(last, _)| last != generation)
        {
            steps.push((generation, sigma));
        }
    }
    let mut section = Section::new("Tuning");
    let values = [
        Series { label: "candidates", stroke: Stroke::Dots, points: others },
        Series { label: "mean of the distribution", stroke: Stroke::Line, points: means },
    ];
    let values: Vec<Series> =
        values.into_iter().filter(|series| !series.points.is_empty()).collect();
    if !values.is_empty() {
        let lines = Lines { x_axis: "generation", y_axis: "value", series: values };
        let mut caption = "Values of the candidates and of the mean of their distribution. Each generation has deals of its own, so the mean moves for that reason too.".to_owned();
        if table.has("best_share") {
            caption += " The value of the mean counts the field alone, that of a candidate also the current best: their heights are not to be compared.";
        }
        section = section.chart("tuning", &caption, lines.svg())?;
    }
    if !steps.is_empty() {
        let sigma = Series { label: "step size", stroke: Stroke::Line, points: steps };
        let lines = Lines { x_axis: "generation", y_axis: "sigma", series: vec![sigma] };
        let caption = "Step size of the search by generation.";
        section = section.chart("tuning_step", caption, lines.svg())?;
    }
    if let Some(tests) = &tests {
        section = section.table(tests);
    }
    Ok(Some(section.table(&table)))
}

//! Values along an axis: the path of a test, the trace of a tuning.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::surface::{
    Area, COLOURS, Failed, GRID, INK, Picture, SOFT, letters, picture, range, tick,
};

/// How a series is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Stroke {
    /// A line with a dot at each value.
    Line,
    /// A broken line.
    Broken,
    /// Open circles.
    Dots,
}

/// Values with their places.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Series {
    pub(crate) label: &'static str,
    pub(crate) stroke: Stroke,
    pub(crate) points: Vec<(f64, f64)>,
}

/// The picture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Lines {
    pub(crate) x_axis: &'static str,
    pub(crate) y_axis: &'static str,
    pub(crate) series: Vec<Series>,
}

impl Lines {
    /// # Errors
    /// What the surface refuses.
    pub(crate) fn svg(&self) -> Result<Picture, Failed> {
        picture(320, |area| self.draw(area))
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Failed> {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let mut chart = ChartBuilder::on(area)
            .margin_top(32)
            .margin_right(22)
            .margin_left(6)
            .x_label_area_size(46)
            .y_label_area_size(78)
            .build_cartesian_2d(
                range(points().map(|point| point.0)),
                range(points().map(|point| point.1)),
            )?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(SOFT)
            .x_labels(7)
            .y_labels(6)
            .x_label_formatter(&|value| tick(*value))
            .y_label_formatter(&|value| tick(*value))
            .label_style(letters(INK, HPos::Center))
            .y_label_style(letters(INK, HPos::Right))
            .x_desc(self.x_axis)
            .y_desc(self.y_axis)
            .axis_desc_style(letters(SOFT, HPos::Center))
            .draw()?;
        let mut x = 90;
        for (index, series) in self.series.iter().enumerate() {
            let colour = COLOURS[index % COLOURS.len()];
            let points = series.points.iter().copied();
            match series.stroke {
                Stroke::Line => {
                    chart.draw_series([PathElement::new(
                        series.points.clone(),
                        colour.stroke_width(2),
                    )])?;
                    chart.draw_series(points.map(|at| Circle::new(at, 3, colour.filled())))?;
                }
                Stroke::Broken => {
                    chart.draw_series(DashedLineSeries::new(
                        points,
                        6,
                        4,
                        colour.stroke_width(2),
                    ))?;
                }
                Stroke::Dots => {
                    chart
                        .draw_series(points.map(|at| Circle::new(at, 3, colour.stroke_width(1))))?;
                }
            }
            sample(area, series.stroke, colour, x)?;
            area.draw(&Text::new(series.label, (x + 28, 14), letters(INK, HPos::Left)))?;
            x += 60 + (series.label.chars().count() as f64 * 7.2) as i32;
        }
        Ok(())
    }
}

/// A piece of a series for the key, `x` from the left.
fn sample(area: &Area<'_>, stroke: Stroke, colour: RGBColor, x: i32) -> Result<(), Failed> {
    let dash = |from: i32, to: i32| {
        PathElement::new(vec![(x + from, 14), (x + to, 14)], colour.stroke_width(2))
    };
    match stroke {
        Stroke::Line => {
            area.draw(&dash(0, 20))?;
            area.draw(&Circle::new((x + 10, 14), 3, colour.filled()))?;
        }
        Stroke::Broken => {
            area.draw(&dash(0, 6))?;
            area.draw(&dash(9, 15))?;
            area.draw(&dash(18, 24))?;
        }
        Stroke::Dots => area.draw(&Circle::new((x + 12, 14), 3, colour.stroke_width(1)))?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_are_told_by_their_strokes() {
        let series = |label, stroke| Series { label, stroke, points: vec![(0.0, 1.0), (1.0, 2.0)] };
        let lines = Lines {
            x_axis: "generation",
            y_axis: "value",
            series: vec![series("mean", Stroke::Line), series("bound", Stroke::Broken)],
        };
        let svg = lines.svg().unwrap().file();
        assert!(svg.contains("generation") && svg.contains("bound") && svg.contains("<circle"));
    }
}

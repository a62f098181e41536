//! Estimates with their intervals, one line below the other.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::surface::{
    Area, BELOW, COLOURS, Failed, GRID, INK, Picture, SOFT, WIDTH, letters, picture, range, room,
    tick,
};

/// Shape of an estimate; each has its colour besides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Mark {
    Circle,
    Square,
    Triangle,
}

/// An estimate with its interval. An end that is missing is drawn up to the edge if `open`, and not
/// at all otherwise.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    pub(crate) mark: Mark,
    pub(crate) value: f64,
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
    pub(crate) open: bool,
}

/// A line of the picture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Line {
    pub(crate) label: String,
    pub(crate) points: Vec<Point>,
    /// Text at the right.
    pub(crate) note: String,
}

/// The picture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Forest {
    /// What the axis measures.
    pub(crate) axis: String,
    /// Values to compare with, drawn as a broken line.
    pub(crate) reference: Option<f64>,
    /// What the marks mean, if there are several.
    pub(crate) key: Vec<(Mark, &'static str)>,
    pub(crate) lines: Vec<Line>,
}

/// What notes leave of the width to the marks, at least.
const PLOT: u32 = 160;
/// Height of a mark's line.
const STEP: i32 = 17;

impl Forest {
    /// # Errors
    /// What the surface refuses.
    pub(crate) fn svg(&self) -> Result<Picture, Failed> {
        let above = if self.key.is_empty() { 8 } else { 30 };
        let heights: i32 = self.lines.iter().map(height).sum();
        picture((above + heights + BELOW) as u32, |area| self.draw(area, above, heights))
    }

    fn draw(&self, area: &Area<'_>, above: i32, heights: i32) -> Result<(), Failed> {
        let left = room(self.lines.iter().map(|line| line.label.as_str()), 260);
        let right = room(self.lines.iter().map(|line| line.note.as_str()), WIDTH - left - PLOT);
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let values = points().flat_map(|point| [Some(point.value), point.low, point.high]);
        let span = range(values.chain([self.reference]).flatten());
        let mut chart = ChartBuilder::on(area)
            .margin_top(above)
            .margin_left(left)
            .margin_right(right)
            .x_label_area_size(BELOW)
            .build_cartesian_2d(span.clone(), 0..heights)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(SOFT)
            .x_labels(7)
            .x_label_formatter(&|value| tick(*value))
            .x_label_style(letters(INK, HPos::Center))
            .x_desc(self.axis.as_str())
            .axis_desc_style(letters(SOFT, HPos::Center))
            .draw()?;
        if let Some(at) = self.reference {
            chart.draw_series(DashedLineSeries::new(
                [(at, 0), (at, heights)],
                6,
                4,
                INK.stroke_width(1),
            ))?;
        }
        let mut top = 0;
        for line in &self.lines {
            let middle = above + top + height(line) / 2;
            area.draw(&Text::new(
                line.label.clone(),
                (left as i32 - 8, middle),
                letters(INK, HPos::Right),
            ))?;
            let at = ((WIDTH - right) as i32 + 8, middle);
            area.draw(&Text::new(line.note.clone(), at, letters(SOFT, HPos::Left)))?;
            for (index, point) in line.points.iter().enumerate() {
                // The axis grows upwards, the list downwards.
                let y = heights
                    - top
                    - (height(line) - STEP * line.points.len() as i32) / 2
                    - STEP * index as i32
                    - STEP / 2;
                let ends = [point.low, point.high];
                let edges = [span.start, span.end];
                let drawn = [0, 1].map(|end| ends[end].or(point.open.then_some(edges[end])));
                let style = colour(point.mark).stroke_width(2);
                let [low, high] = drawn.map(|end| end.unwrap_or(point.value));
                chart.draw_series([PathElement::new(vec![(low, y), (high, y)], style)])?;
                for end in ends.into_iter().flatten() {
                    chart
                        .draw_series([PathElement::new(vec![(end, y - 4), (end, y + 4)], style)])?;
                }
                let at = chart.backend_coord(&(point.value, y));
                mark(area, point.mark, at)?;
            }
            top += height(line);
        }
        let mut x = left as i32 + 8;
        for (shape, text) in &self.key {
            mark(area, *shape, (x, 14))?;
            area.draw(&Text::new(*text, (x + 12, 14), letters(INK, HPos::Left)))?;
            x += 46 + (text.chars().count() as f64 * 7.2) as i32;
        }
        Ok(())
    }
}

/// Height of a line of the list.
fn height(line: &Line) -> i32 {
    STEP * (line.points.len() as i32).max(1) + 7
}

fn colour(mark: Mark) -> RGBColor {
    COLOURS[mark as usize]
}

fn mark(area: &Area<'_>, mark: Mark, (x, y): (i32, i32)) -> Result<(), Failed> {
    let style = colour(mark).filled();
    match mark {
        Mark::Circle => area.draw(&Circle::new((x, y), 5, style))?,
        Mark::Square => area.draw(&Rectangle::new([(x - 5, y - 5), (x + 5, y + 5)], style))?,
        Mark::Triangle => {
            area.draw(&Polygon::new([(x, y - 6), (x - 6, y + 5), (x + 6, y + 5)], style))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forest() -> Forest {
        let point =
            Point { mark: Mark::Circle, value: 0.5, low: Some(0.4), high: None, open: true };
        Forest {
            axis: "share".into(),
            reference: Some(0.25),
            key: vec![(Mark::Circle, "worth"), (Mark::Triangle, "denial")],
            lines: vec![Line { label: "<a>".into(), points: vec![point], note: "b".into() }],
        }
    }

    #[test]
    fn the_same_data_give_the_same_bytes() {
        let svg = forest().svg().unwrap().file();
        assert_eq!(svg, forest().svg().unwrap().file());
        assert!(svg.contains("&lt;a&gt;") && !svg.contains("<a>"));
        assert!(
            svg.starts_with("<svg width=\"600\"")
                && svg.contains("<circle")
                && svg.contains("<polygon")
        );
    }
}

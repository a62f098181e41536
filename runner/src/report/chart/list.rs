//! Lines below each other, each with its name at the left: estimates with intervals, parts of a whole.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{Area, COLOURS, Chart, DrawError, INK, SOFT, WIDTH, axes, mesh, range, width, write};

/// Height of an axis with its numbers and its name.
const BELOW: u32 = 50;

/// Width of the longest of some texts, within bounds.
fn room<'t>(texts: impl Iterator<Item = &'t str>, most: u32) -> u32 {
    (texts.map(width).fold(0.0, f64::max) as u32 + 14).min(most)
}

/// Shape of an estimate; each has its colour besides.
#[derive(Clone, Copy)]
pub enum Mark {
    Circle,
    Square,
    Triangle,
}

/// An estimate with its interval. An end that is missing is drawn up to the edge if `open`, and not
/// at all otherwise.
#[derive(Clone, Copy)]
pub struct Point {
    pub mark: Mark,
    pub value: f64,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub open: bool,
}

pub struct Line {
    pub label: String,
    /// Text at the right.
    pub note: String,
    pub points: Vec<Point>,
}

pub struct Forest<'a> {
    pub axis: &'a str,
    /// Value to compare with, drawn as a broken line.
    pub reference: Option<f64>,
    /// What the marks mean, if there are several.
    pub key: &'a [(Mark, &'a str)],
    pub lines: Vec<Line>,
}

/// What notes leave of the width to the marks, at least.
const PLOT: u32 = 160;
/// Height of a mark's line.
const STEP: i32 = 17;

impl Line {
    fn height(&self) -> i32 {
        STEP * (self.points.len() as i32).max(1) + 7
    }
}

impl Forest<'_> {
    fn above(&self) -> i32 {
        if self.key.is_empty() { 8 } else { 30 }
    }

    fn heights(&self) -> i32 {
        self.lines.iter().map(Line::height).sum()
    }
}

impl Chart for Forest<'_> {
    fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    fn height(&self) -> u32 {
        (self.above() + self.heights()) as u32 + BELOW
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), DrawError> {
        let (above, heights) = (self.above(), self.heights());
        let left = room(self.lines.iter().map(|line| line.label.as_str()), 260);
        let right = room(self.lines.iter().map(|line| line.note.as_str()), WIDTH - left - PLOT);
        let points = self.lines.iter().flat_map(|line| &line.points);
        let values = points.flat_map(|point| [Some(point.value), point.low, point.high]);
        let span = range(values.chain([self.reference]).flatten());
        let whole = 0.0..f64::from(heights);
        let mut axes = axes(area, [above as u32, right, left], [BELOW, 0], span.clone(), whole)?;
        let mut mesh = mesh(&mut axes);
        mesh.disable_y_mesh().disable_y_axis().x_labels(7).x_desc(self.axis).draw()?;
        if let Some(at) = self.reference {
            let ends = [(at, 0.0), (at, f64::from(heights))];
            axes.draw_series(DashedLineSeries::new(ends, 6, 4, INK.stroke_width(1)))?;
        }
        let mut top = 0;
        for line in &self.lines {
            let middle = above + top + line.height() / 2;
            write(area, &line.label, (left as i32 - 8, middle), INK, HPos::Right)?;
            write(area, &line.note, ((WIDTH - right) as i32 + 8, middle), SOFT, HPos::Left)?;
            let marks = STEP * line.points.len() as i32;
            let first = top + (line.height() - marks) / 2 + STEP / 2;
            for (index, point) in (0..).zip(&line.points) {
                // The axis grows upwards, the list downwards.
                let y = f64::from(heights - first - STEP * index);
                let end = |end: Option<f64>, edge: f64| match point.open {
                    true => end.unwrap_or(edge),
                    false => end.unwrap_or(point.value),
                };
                let whole = [(end(point.low, span.start), y), (end(point.high, span.end), y)];
                let ends = [point.low, point.high].into_iter().flatten();
                let ends = ends.map(|end| [(end, y - 4.0), (end, y + 4.0)]);
                let style = colour(point.mark).stroke_width(2);
                let strokes = std::iter::once(whole).chain(ends);
                axes.draw_series(strokes.map(|stroke| PathElement::new(stroke, style)))?;
                mark(area, point.mark, axes.backend_coord(&(point.value, y)))?;
            }
            top += line.height();
        }
        let mut x = left as i32 + 8;
        for (shape, text) in self.key {
            mark(area, *shape, (x, 14))?;
            write(area, text, (x + 12, 14), INK, HPos::Left)?;
            x += 46 + width(text) as i32;
        }
        Ok(())
    }
}

fn colour(mark: Mark) -> RGBColor {
    COLOURS[mark as usize]
}

fn mark(area: &Area<'_>, mark: Mark, (x, y): (i32, i32)) -> Result<(), DrawError> {
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

/// One bar; its parts add up to 1, or less.
pub struct Bar {
    pub label: String,
    pub parts: Vec<f64>,
}

/// Parts of a whole. Each is drawn with its name, where there is room for it.
pub struct Bars<'a> {
    pub axis: &'a str,
    pub names: Vec<String>,
    pub bars: Vec<Bar>,
}

/// Height of a bar with the gaps around it.
const BAR: i32 = 30;

impl Chart for Bars<'_> {
    fn is_empty(&self) -> bool {
        self.names.is_empty() || self.bars.is_empty()
    }

    fn height(&self) -> u32 {
        8 + (BAR * self.bars.len() as i32) as u32 + BELOW
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), DrawError> {
        let heights = BAR * self.bars.len() as i32;
        let left = room(self.bars.iter().map(|bar| bar.label.as_str()), 280);
        let whole = 0.0..f64::from(heights);
        let mut axes = axes(area, [8, 18, left], [BELOW, 0], 0.0..1.0, whole)?;
        let mut mesh = mesh(&mut axes);
        mesh.disable_mesh().disable_y_axis().x_labels(5).x_desc(self.axis).draw()?;
        let all = f64::from(WIDTH - left - 18);
        for (index, bar) in (0..).zip(&self.bars) {
            let top = f64::from(heights - BAR * index);
            let middle = top - f64::from(BAR / 2);
            let mut from = 0.0;
            for (number, (part, name)) in bar.parts.iter().zip(&self.names).enumerate() {
                let corners = [(from, middle - 11.0), (from + part, middle + 11.0)];
                let shade = COLOURS[number % COLOURS.len()].mix(0.75).filled();
                let styles = [shade, INK.stroke_width(1)];
                axes.draw_series(styles.map(|style| Rectangle::new(corners, style)))?;
                if part * all > width(name) + 4.0 {
                    let at = axes.backend_coord(&(from + part / 2.0, middle));
                    write(area, name, at, BLACK, HPos::Center)?;
                }
                from += part;
            }
            let at = (left as i32 - 8, 8 + BAR * index + BAR / 2);
            write(area, &bar.label, at, INK, HPos::Right)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forest() -> Forest<'static> {
        let point =
            Point { mark: Mark::Circle, value: 0.5, low: Some(0.4), high: None, open: true };
        Forest {
            axis: "share",
            reference: Some(0.25),
            key: &[(Mark::Circle, "worth"), (Mark::Triangle, "denial")],
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

    #[test]
    fn parts_carry_their_names_where_there_is_room() {
        let bars = Bars {
            axis: "games",
            names: vec!["1st".into(), "2nd".into()],
            bars: vec![Bar { label: "seat 0".into(), parts: vec![0.995, 0.005] }],
        };
        let svg = bars.svg().unwrap().file();
        assert!(svg.contains("1st") && !svg.contains("2nd") && svg.contains("seat 0"));
    }
}

//! Lines below each other, each with its name at the left: estimates with intervals, parts of a whole.

use std::ops::Range;

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{
    Area, Chart, ChartSpot, DrawError, WIDE, axes, fitted, is_wide, mesh, per_cent, range, said,
    ticks_of, width, write,
};
use crate::export::unit::FigureUnit;
use crate::report::tone::{EVEN, INK, PLAIN, SERIES, SOFT, Tone};

/// Most width of names: enough for a name that is cut with its seat behind it.
const NAME: u32 = 300;
const BELOW: u32 = 50;

fn room<'t>(texts: impl Iterator<Item = &'t str>, most: u32) -> u32 {
    ((1.1 * texts.map(width).fold(0.0, f64::max)) as u32 + 16).min(most)
}

#[derive(Clone, Copy)]
pub enum Mark {
    Circle,
    Square,
    Triangle,
}

/// An estimate with its interval. An end that is missing is drawn up to the edge if `open`.
#[derive(Clone, Copy)]
pub struct Point {
    pub mark: Mark,
    pub value: f64,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub open: bool,
}

#[derive(Clone, Copy)]
pub struct Band {
    pub mean: f64,
    pub margin: f64,
}

#[derive(Default)]
pub struct ChartLine {
    pub label: String,
    pub note: String,
    pub points: Vec<Point>,
    pub band: Option<Band>,
    pub tone: Option<Tone>,
}

#[derive(Default)]
pub struct Forest<'a> {
    pub axis: &'a str,
    pub unit: FigureUnit,
    /// Value to compare with, drawn as a broken line.
    pub reference: Option<f64>,
    pub key: &'a [(Mark, &'a str)],
    pub lines: Vec<ChartLine>,
}

/// What names and notes leave of the width to the marks, at least.
const PLOT: u32 = 220;
/// Room at the edge for half of the number at the end of an axis.
const EDGE: u32 = 22;
const STEP: i32 = 17;
const TEXT: i32 = 18;

impl ChartLine {
    fn height(&self) -> i32 {
        STEP * (self.points.len() as i32).max(1) + 7
    }
}

impl Forest<'_> {
    fn above(&self) -> i32 {
        if self.key.is_empty() { 8 } else { 30 }
    }

    fn heights(&self, wide: bool) -> i32 {
        let text = if wide { 0 } else { TEXT };
        self.lines.iter().map(|line| line.height() + text).sum()
    }

    fn span(&self) -> Range<f64> {
        let points = self.lines.iter().flat_map(|line| &line.points);
        let values = points.flat_map(|point| [Some(point.value), point.low, point.high]);
        let bands = self.lines.iter().filter_map(|line| line.band);
        let bands = bands.flat_map(|band| [band.mean - band.margin, band.mean + band.margin]);
        range(values.chain([self.reference]).flatten().chain(bands))
    }
}

impl Chart for Forest<'_> {
    fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    fn height(&self, width: u32) -> u32 {
        (self.above() + self.heights(width >= WIDE)) as u32 + BELOW
    }

    fn draw(&self, area: &Area<'_>) -> Result<Vec<ChartSpot>, DrawError> {
        let wide = is_wide(area);
        let (all, above, heights) = (area.dim_in_pixel().0, self.above(), self.heights(wide));
        let room = |texts: &dyn Fn(&ChartLine) -> &str, most: u32| match wide {
            true => room(self.lines.iter().map(texts), most),
            false => EDGE,
        };
        let left = room(&|line| &line.label, NAME);
        let right = room(&|line| &line.note, all - left - PLOT);
        let span = self.span();
        let whole = 0.0..f64::from(heights);
        let mut axes = axes(area, [above as u32, right, left], [BELOW, 0], span.clone(), whole)?;
        let mut mesh = mesh(&mut axes);
        let ticks = ((all - left - right) / 56).min(7) as usize;
        let tick = ticks_of(self.unit);
        mesh.disable_y_mesh().disable_y_axis().x_labels(ticks).x_label_formatter(&tick);
        mesh.x_desc(self.axis).draw()?;
        if let Some(at) = self.reference {
            let ends = [(at, 0.0), (at, f64::from(heights))];
            axes.draw_series(DashedLineSeries::new(ends, 6, 4, INK.stroke_width(1)))?;
        }
        let mut spots = Vec::new();
        let mut top = 0;
        for line in &self.lines {
            // The axis grows upwards, the list downwards.
            let up = |down: i32| f64::from(heights - down);
            let text = if wide { 0 } else { TEXT };
            let bottom = top + text + line.height();
            if let Some(Band { mean, margin }) = line.band {
                let corners = [(mean - margin, up(top)), (mean + margin, up(bottom))];
                axes.draw_series([Rectangle::new(corners, EVEN.mix(0.18).filled())])?;
                let stroke = [(mean, up(top)), (mean, up(bottom))];
                axes.draw_series([PathElement::new(stroke, EVEN.stroke_width(1))])?;
            }
            let middle = above + top + if wide { line.height() / 2 } else { TEXT / 2 };
            match wide {
                true => {
                    let at = |x: u32| (x as i32, middle);
                    write(area, &fitted(&line.label, left - 10), at(left - 8), INK, HPos::Right)?;
                    let note = fitted(&line.note, right.saturating_sub(8));
                    write(area, &note, at(all - right + 8), SOFT, HPos::Left)?;
                }
                false => {
                    let note = fitted(&line.note, all / 2);
                    let name = fitted(&line.label, all - 20 - width(&note) as u32);
                    // No line of the plane goes through what is written.
                    let ends = [&name, &note].map(|text| width(text) as i32 + 12);
                    for (left, right) in [(0, ends[0]), (all as i32 - ends[1], all as i32)] {
                        let behind = [(left, above + top), (right, above + top + TEXT)];
                        area.draw(&Rectangle::new(behind, WHITE.filled()))?;
                    }
                    write(area, &name, (6, middle), INK, HPos::Left)?;
                    write(area, &note, (all as i32 - 6, middle), SOFT, HPos::Right)?;
                }
            }
            let marks = STEP * line.points.len() as i32;
            let first = top + text + (line.height() - marks) / 2 + STEP / 2;
            for (index, point) in (0..).zip(&line.points) {
                let y = up(first + STEP * index);
                let end = |end: Option<f64>, edge: f64| match point.open {
                    true => end.unwrap_or(edge),
                    false => end.unwrap_or(point.value),
                };
                let whole = [(end(point.low, span.start), y), (end(point.high, span.end), y)];
                let ends = [point.low, point.high].into_iter().flatten();
                let ends = ends.map(|end| [(end, y - 4.0), (end, y + 4.0)]);
                let colour = line.tone.map_or(SERIES[point.mark as usize], Tone::colour);
                let strokes = std::iter::once(whole).chain(ends);
                let style = colour.stroke_width(2);
                axes.draw_series(strokes.map(|stroke| PathElement::new(stroke, style)))?;
                mark(area, point.mark, colour, axes.backend_coord(&(point.value, y)))?;
                let mut name = line.label.clone();
                if let Some((_, what)) = self.key.get(index as usize) {
                    name += &format!(", {what}");
                }
                let [left, right] = whole.map(|end| axes.backend_coord(&end));
                let corners = [(left.0 - 8, left.1 - 8), (right.0 + 8, right.1 + 8)];
                let text = said(&name, self.unit, [Some(point.value), point.low, point.high]);
                spots.push(ChartSpot { corners, text });
            }
            top = bottom;
        }
        let mut x = left as i32 + 8;
        for (shape, text) in self.key {
            mark(area, *shape, SERIES[*shape as usize], (x, 14))?;
            write(area, text, (x + 12, 14), INK, HPos::Left)?;
            x += 46 + width(text) as i32;
        }
        Ok(spots)
    }
}

fn mark(
    area: &Area<'_>,
    mark: Mark,
    colour: RGBColor,
    (x, y): (i32, i32),
) -> Result<(), DrawError> {
    let style = colour.filled();
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

const BAR: i32 = 30;

impl Bars<'_> {
    fn step(&self, wide: bool) -> i32 {
        if wide { BAR } else { BAR + TEXT }
    }
}

impl Chart for Bars<'_> {
    fn is_empty(&self) -> bool {
        self.names.is_empty() || self.bars.is_empty()
    }

    fn height(&self, width: u32) -> u32 {
        8 + (self.step(width >= WIDE) * self.bars.len() as i32) as u32 + BELOW
    }

    fn draw(&self, area: &Area<'_>) -> Result<Vec<ChartSpot>, DrawError> {
        let (wide, width_of_all) = (is_wide(area), area.dim_in_pixel().0);
        let step = self.step(wide);
        let heights = step * self.bars.len() as i32;
        let left = match wide {
            true => room(self.bars.iter().map(|bar| bar.label.as_str()), NAME),
            false => EDGE,
        };
        let whole = 0.0..f64::from(heights);
        let mut axes = axes(area, [8, EDGE, left], [BELOW, 0], 0.0..1.0, whole)?;
        let mut mesh = mesh(&mut axes);
        mesh.disable_mesh().disable_y_axis().x_labels(5).x_label_formatter(&per_cent);
        mesh.x_desc(self.axis).draw()?;
        let all = f64::from(width_of_all - left - EDGE);
        let mut spots = Vec::new();
        for (index, bar) in (0..).zip(&self.bars) {
            // The bar is the lower part of its step.
            let middle = f64::from(heights - step * (index + 1) + BAR / 2);
            let mut from = 0.0;
            for (number, (part, name)) in bar.parts.iter().zip(&self.names).enumerate() {
                // Shares of a damaged file may reach beyond the axis.
                let [start, end] = [from, from + part].map(|x: f64| x.clamp(0.0, 1.0));
                let corners = [(start, middle + 11.0), (end, middle - 11.0)];
                // The first one is the deepest.
                let depth = 0.7 - 0.6 * number as f64 / bar.parts.len().max(2) as f64;
                let styles = [PLAIN.mix(depth).filled(), INK.stroke_width(1)];
                axes.draw_series(styles.map(|style| Rectangle::new(corners, style)))?;
                if (end - start) * all > width(name) + 4.0 {
                    let at = axes.backend_coord(&((start + end) / 2.0, middle));
                    write(area, name, at, INK, HPos::Center)?;
                }
                let corners = corners.map(|corner| axes.backend_coord(&corner));
                let text = format!("{}, {name} {}", bar.label, per_cent(part));
                spots.push(ChartSpot { corners, text });
                from += part;
            }
            let top = 8 + step * index;
            match wide {
                true => {
                    let at = (left as i32 - 8, top + BAR / 2);
                    write(area, &fitted(&bar.label, left - 10), at, INK, HPos::Right)?;
                }
                false => {
                    let label = fitted(&bar.label, width_of_all - 20);
                    write(area, &label, (left as i32, top + TEXT / 2), INK, HPos::Left)?;
                }
            }
        }
        Ok(spots)
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
            unit: FigureUnit::Share,
            reference: Some(0.25),
            key: &[(Mark::Circle, "worth"), (Mark::Triangle, "denial")],
            lines: vec![ChartLine {
                label: "<a>".into(),
                points: vec![point],
                note: "b".into(),
                ..ChartLine::default()
            }],
        }
    }

    /// Of the longest names, too; else all bars of an agent read the same.
    #[test]
    fn a_bar_keeps_the_seat_at_the_end_of_its_name() {
        let label = format!("{}, all seats", "x".repeat(22));
        let bars = Bars {
            axis: "share",
            names: vec!["1.".into()],
            bars: vec![Bar { label: label.clone(), parts: vec![1.0] }],
        };
        let file = bars.picture().unwrap().file();
        assert!(file.contains(&label), "{file}");
    }

    #[test]
    fn no_line_goes_through_the_names_of_a_narrow_picture() {
        let drawn = forest().picture().unwrap();
        let shown = drawn.inline("").into_string();
        let (wide, narrow) = shown.split_once("chart narrow").unwrap();
        assert_eq!([wide, narrow].map(|part| part.matches("fill=\"#FFFFFF\"").count()), [0, 2]);
    }

    #[test]
    fn the_same_data_give_the_same_bytes() {
        let svg = forest().picture().unwrap().file();
        assert_eq!(svg, forest().picture().unwrap().file());
        assert!(svg.contains("&lt;a&gt;") && !svg.contains("<a>"));
        assert!(
            svg.starts_with("<svg width=\"640\"")
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
        let svg = bars.picture().unwrap().file();
        assert!(svg.contains("\n1st\n") && !svg.contains("\n2nd\n") && svg.contains("\nseat 0\n"));
        assert!(svg.contains("<title>seat 0, 2nd 0.5\u{a0}%</title>"));
    }

    #[test]
    fn parts_of_a_damaged_file_end_at_the_edge() {
        let part = |parts: [f64; 2]| {
            let bars = Bars {
                axis: "games",
                names: vec!["1st".into(), "2nd".into()],
                bars: vec![Bar { label: "seat 0".into(), parts: parts.to_vec() }],
            };
            bars.picture().unwrap().file().replace("200000000", "100")
        };
        assert_eq!(part([2_000_000.0, 0.5]), part([1.0, 0.5]));
        assert!(part([1e308, 1e308]).contains("2nd"));
        assert!(part([-1e300, 0.5]).contains("2nd"));
    }
}

//! Values along two axes: the path of a test, the trace of a tuning, how often values occur.

use std::collections::BTreeMap;

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{
    Area, COLOURS, Chart, DrawError, INK, SOFT, WIDTH, axes, mesh, range, tick, width, write,
};

#[derive(Clone, Copy)]
pub enum Stroke {
    /// A line with a dot at each value.
    Line,
    Broken,
    Dots,
}

pub struct Series {
    pub label: &'static str,
    pub stroke: Stroke,
    pub points: Vec<(f64, f64)>,
}

/// Series on the same axes; those without values are left out.
pub struct Lines<'a> {
    pub x_axis: &'a str,
    pub y_axis: &'a str,
    pub series: Vec<Series>,
}

impl Chart for Lines<'_> {
    fn is_empty(&self) -> bool {
        self.series.iter().all(|series| series.points.is_empty())
    }

    fn height(&self) -> u32 {
        320
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), DrawError> {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let (x, y) = (range(points().map(|point| point.0)), range(points().map(|point| point.1)));
        let mut axes = axes(area, [32, 22, 6], [46, 78], x, y)?;
        let mut mesh = mesh(&mut axes);
        mesh.x_labels(7).y_labels(6).x_desc(self.x_axis).y_desc(self.y_axis).draw()?;
        let mut x = 90;
        let series = self.series.iter().filter(|series| !series.points.is_empty());
        for (Series { label, stroke, points }, colour) in series.zip(COLOURS.iter().cycle()) {
            let (line, dot) = (colour.stroke_width(2), colour.filled());
            // The key has a piece of the series.
            let piece = |from, to| PathElement::new([(x + from, 14), (x + to, 14)], line);
            match stroke {
                Stroke::Line => {
                    axes.draw_series([PathElement::new(points.clone(), line)])?;
                    axes.draw_series(points.iter().map(|&at| Circle::new(at, 3, dot)))?;
                    area.draw(&piece(0, 20))?;
                    area.draw(&Circle::new((x + 10, 14), 3, dot))?;
                }
                Stroke::Broken => {
                    axes.draw_series(DashedLineSeries::new(points.iter().copied(), 6, 4, line))?;
                    for from in [0, 9, 18] {
                        area.draw(&piece(from, from + 6))?;
                    }
                }
                Stroke::Dots => {
                    let ring = colour.stroke_width(1);
                    axes.draw_series(points.iter().map(|&at| Circle::new(at, 3, ring)))?;
                    area.draw(&Circle::new((x + 12, 14), 3, ring))?;
                }
            }
            write(area, label, (x + 28, 14), INK, HPos::Left)?;
            x += 60 + width(label) as i32;
        }
        Ok(())
    }
}

pub struct Panel {
    pub label: String,
    pub counts: BTreeMap<i64, u64>,
}

/// How often values occur, one panel for each agent, all on one axis.
pub struct Histogram<'a> {
    pub axis: &'a str,
    pub panels: Vec<Panel>,
}

/// Bins are made wider until there are no more than these.
const MOST_BINS: i64 = 60;
const PANEL: u32 = 110;

impl Chart for Histogram<'_> {
    fn is_empty(&self) -> bool {
        self.panels.is_empty()
    }

    fn height(&self) -> u32 {
        self.panels.len() as u32 * PANEL + 36
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), DrawError> {
        let keys = || self.panels.iter().flat_map(|panel| panel.counts.keys().copied());
        let (low, high) = (keys().min().unwrap_or(0), keys().max().unwrap_or(1));
        let bin = bin_width(high - low + 1);
        let x = (low.div_euclid(bin) * bin) as f64..((high.div_euclid(bin) + 1) * bin) as f64;
        let (panels, below) = area.split_vertically(PANEL * self.panels.len() as u32);
        let areas = panels.split_evenly((self.panels.len(), 1));
        let per_cent = |share: &f64| format!("{} %", tick(&(share * 100.0)));
        for ((panel, area), colour) in self.panels.iter().zip(&areas).zip(COLOURS.iter().cycle()) {
            let bins = binned(&panel.counts, bin);
            let all: u64 = bins.values().sum();
            let share = |count: u64| count as f64 / all.max(1) as f64;
            let top = share(bins.values().copied().max().unwrap_or(1));
            let mut axes = axes(area, [22, 18, 8], [20, 58], x.clone(), 0.0..top * 1.05)?;
            let mut mesh = mesh(&mut axes);
            mesh.disable_mesh().x_labels(8).y_labels(3).y_label_formatter(&per_cent).draw()?;
            let styles = [colour.mix(0.55).filled(), colour.stroke_width(1)];
            for (from, count) in bins {
                let corners = [(from as f64, 0.0), ((from + bin) as f64, share(count))];
                axes.draw_series(styles.map(|style| Rectangle::new(corners, style)))?;
            }
            write(area, &panel.label, (70, 11), INK, HPos::Left)?;
        }
        let each = if bin == 1 { String::new() } else { format!(", {bin} in each bar") };
        let text = format!("{}{each}; share of games", self.axis);
        write(&below, &text, (WIDTH as i32 / 2 + 30, 14), SOFT, HPos::Center)
    }
}

/// 1, 2, 5, 10, ... such that `span` needs no more than [`MOST_BINS`].
fn bin_width(span: i64) -> i64 {
    let tens = std::iter::successors(Some(1), |ten| Some(ten * 10));
    let mut widths = tens.flat_map(|ten| [ten, 2 * ten, 5 * ten]);
    widths.find(|width| span <= width * MOST_BINS).expect("widths have no end")
}

fn binned(counts: &BTreeMap<i64, u64>, bin: i64) -> BTreeMap<i64, u64> {
    let mut bins = BTreeMap::new();
    for (value, count) in counts {
        *bins.entry(value.div_euclid(bin) * bin).or_insert(0) += count;
    }
    bins
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

    #[test]
    fn bins_are_round_and_hold_everything() {
        assert_eq!([60, 61, 130, 400, 700, 1300].map(bin_width), [1, 2, 5, 10, 20, 50]);
        let counts: BTreeMap<i64, u64> = [(-3, 2), (-1, 1), (0, 4), (1, 1)].into();
        assert_eq!(binned(&counts, 2), [(-4, 2), (-2, 1), (0, 5)].into());
    }

    #[test]
    fn every_agent_has_a_panel() {
        let panel = |label: &str| Panel { label: label.into(), counts: [(3, 1), (90, 4)].into() };
        let picture = Histogram { axis: "score", panels: vec![panel("a"), panel("b")] };
        let svg = picture.svg().unwrap().file();
        assert!(svg.contains("\na\n") && svg.contains("\nb\n") && svg.contains("2 in each bar"));
    }
}

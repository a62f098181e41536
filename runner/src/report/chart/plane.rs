//! Values along two axes: the path of a test, the trace of a tuning, how often values occur.

use std::collections::BTreeMap;
use std::ops::Range;

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{
    Area, Chart, ChartSpot, DrawError, WIDE, axes, fitted, is_wide, mesh, per_cent, range, said,
    tick, ticks_of, width, write,
};
use crate::export::{figure::fixed, unit::FigureUnit};
use crate::report::table::{CsvRow, firsts};
use crate::report::tone::{EVEN, INK, PLAIN, SERIES, SOFT};

/// Height of a line of the key.
const STEP: u32 = 18;

#[derive(Clone, Copy, Default)]
pub enum Stroke {
    #[default]
    Line,
    Broken,
    Dots,
}

#[derive(Default)]
pub struct Series {
    /// For the key, in which a series without a name does not stand.
    pub label: String,
    pub stroke: Stroke,
    pub points: Vec<(f64, f64)>,
    /// Intervals along it, drawn as a band: where, from, to.
    pub intervals: Vec<(f64, f64, f64)>,
}

impl Series {
    pub fn line(label: &str, points: Vec<(f64, f64)>) -> Series {
        Series { label: label.to_owned(), points, ..Series::default() }
    }

    /// The values in a column at these places, with the ends of their intervals in two others.
    pub fn estimates(label: &str, at: Vec<(f64, CsvRow<'_>)>, columns: [&str; 3]) -> Series {
        let mut series = Series::line(label, Vec::new());
        for (at, row) in at {
            let [value, low, high] = columns.map(|column| row.number(column));
            let Some(value) = value else { continue };
            series.points.push((at, value));
            series.intervals.extend(low.zip(high).map(|(low, high)| (at, low, high)));
        }
        series
    }

    /// What it takes of the vertical axis.
    pub fn span(&self) -> Range<f64> {
        let values = self.points.iter().map(|point| point.1);
        range(values.chain(self.intervals.iter().flat_map(|&(_, low, high)| [low, high])))
    }
}

/// A place on the horizontal axis that has a name.
pub struct Upright {
    pub label: String,
    pub at: f64,
    /// Its interval, drawn as a band; an end that is missing is the edge.
    pub interval: Option<[Option<f64>; 2]>,
}

/// Series on the same axes; those without values are left out.
#[derive(Default)]
pub struct Lines<'a> {
    pub x_axis: &'a str,
    pub y_axis: &'a str,
    pub unit: FigureUnit,
    pub reference: Option<f64>,
    pub series: Vec<Series>,
    pub uprights: Vec<Upright>,
}

impl Lines<'_> {
    fn drawn(&self) -> impl Iterator<Item = &Series> {
        self.series.iter().filter(|series| !series.points.is_empty())
    }

    /// Lines of the key: on a phone, each name has its own.
    fn key(&self, wide: bool) -> u32 {
        let names = self.drawn().filter(|series| !series.label.is_empty()).count() as u32;
        if wide { 1 } else { names.max(1) }
    }
}

impl Chart for Lines<'_> {
    fn is_empty(&self) -> bool {
        self.series.iter().all(|series| series.points.is_empty())
    }

    fn height(&self, width: u32) -> u32 {
        302 + STEP * self.key(width >= WIDE)
    }

    fn draw(&self, area: &Area<'_>) -> Result<Vec<ChartSpot>, DrawError> {
        let wide = is_wide(area);
        let drawn = || self.drawn();
        let bands = || drawn().flat_map(|series| &series.intervals);
        let points = || drawn().flat_map(|series| &series.points);
        let heights = points().map(|point| point.1);
        let heights = heights.chain(bands().flat_map(|&(_, low, high)| [low, high]));
        let places = points().map(|point| point.0).chain(self.uprights.iter().map(|one| one.at));
        let whole = points().all(|point| point.0.fract() == 0.0);
        let (x, y) = (range(places), range(heights.chain(self.reference)));
        let (beside, ticks) = if wide { (78, 7) } else { (62, 5) };
        // Nothing is between two generations.
        let ticks = if whole { ticks.min((x.end - x.start) as usize + 1) } else { ticks };
        let mut axes =
            axes(area, [14 + STEP * self.key(wide), 16, 2], [46, beside], x.clone(), y.clone())?;
        let mut mesh = mesh(&mut axes);
        let y_tick = ticks_of(self.unit);
        mesh.x_labels(ticks).y_labels(6).y_label_formatter(&y_tick);
        mesh.x_desc(self.x_axis).y_desc(self.y_axis).draw()?;
        if let Some(at) = self.reference {
            let ends = [(x.start, at), (x.end, at)];
            axes.draw_series(DashedLineSeries::new(ends, 6, 4, INK.stroke_width(1)))?;
        }
        let (mut spots, mut uprights_told) = (Vec::new(), 0);
        for Upright { label, at, interval } in &self.uprights {
            let (from, to) = (y.start, y.end);
            let (low, high) = interval.unwrap_or_default().into();
            let ends = [(*at, from), (*at, to)];
            if interval.is_some() {
                let band = [(low.unwrap_or(x.start), from), (high.unwrap_or(x.end), to)];
                let band = band.map(|(at, y)| (at.clamp(x.start, x.end), y));
                axes.draw_series([Rectangle::new(band, EVEN.mix(0.18).filled())])?;
                axes.draw_series([PathElement::new(ends, EVEN.stroke_width(2))])?;
            } else {
                axes.draw_series(DashedLineSeries::new(ends, 2, 4, INK.stroke_width(2)))?;
            }
            let [bottom, top] = ends.map(|end| axes.backend_coord(&end));
            let text = match low.or(high) {
                Some(_) => said(label, FigureUnit::Plain, [Some(*at), low, high]),
                None => format!("{label}: {}", tick(at)),
            };
            spots.push(ChartSpot { corners: [(top.0 - 5, top.1), (bottom.0 + 5, bottom.1)], text });
            // Names stand below each other, towards the middle.
            let (side, beside) = match top.0 * 3 > area.dim_in_pixel().0 as i32 * 2 {
                true => (HPos::Right, -6),
                false => (HPos::Left, 6),
            };
            write(area, label, (top.0 + beside, top.1 + 12 + 18 * uprights_told), INK, side)?;
            uprights_told += 1;
        }
        let (mut key, mut line_of_key) = (if wide { 90 } else { 8 }, 14);
        let mut named = 0;
        for Series { label, stroke, points, intervals } in drawn() {
            // One without a name belongs to the one before.
            named += usize::from(!label.is_empty() || named == 0);
            let colour = SERIES[(named - 1) % SERIES.len()];
            let (line, dot) = (colour.stroke_width(2), colour.filled());
            if !intervals.is_empty() {
                let low = intervals.iter().map(|&(x, low, _)| (x, low));
                let high = intervals.iter().rev().map(|&(x, _, high)| (x, high));
                let around: Vec<(f64, f64)> = low.chain(high).collect();
                axes.draw_series([Polygon::new(around, colour.mix(0.18).filled())])?;
            }
            // The key has a piece of the series.
            let piece =
                |from, to| PathElement::new([from, to].map(|x| (key + x, line_of_key)), line);
            let ring = colour.stroke_width(1);
            match stroke {
                Stroke::Line => {
                    axes.draw_series([PathElement::new(points.clone(), line)])?;
                    axes.draw_series(points.iter().map(|&at| Circle::new(at, 3, dot)))?;
                }
                Stroke::Broken => {
                    axes.draw_series(DashedLineSeries::new(points.iter().copied(), 6, 4, line))?;
                }
                Stroke::Dots => {
                    axes.draw_series(points.iter().map(|&at| Circle::new(at, 3, ring)))?;
                }
            }
            if !label.is_empty() {
                match stroke {
                    Stroke::Line => {
                        area.draw(&piece(0, 20))?;
                        area.draw(&Circle::new((key + 10, line_of_key), 3, dot))?;
                    }
                    Stroke::Broken => {
                        for from in [0, 9, 18] {
                            area.draw(&piece(from, from + 6))?;
                        }
                    }
                    Stroke::Dots => area.draw(&Circle::new((key + 12, line_of_key), 3, ring))?,
                }
                let room = area.dim_in_pixel().0.saturating_sub(key as u32 + 30);
                let text = fitted(label, room);
                write(area, &text, (key + 28, line_of_key), INK, HPos::Left)?;
                match wide {
                    true => key += 44 + width(&text) as i32,
                    false => line_of_key += STEP as i32,
                }
            }
            let ends = intervals.iter().map(|&(at, low, high)| (at.to_bits(), (low, high)));
            let ends = firsts(ends);
            for &(x, y) in points {
                let (low, high) = ends.get(&x.to_bits()).copied().unzip();
                let name = format!("{label}, {} {}", self.x_axis, tick(&x));
                let text = said(&name, self.unit, [Some(y), low, high]);
                let (x, y) = axes.backend_coord(&(x, y));
                spots.push(ChartSpot { corners: [(x - 9, y - 9), (x + 9, y + 9)], text });
            }
        }
        Ok(spots)
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
const MOST_BINS: u128 = 60;
const PANEL: u32 = 110;

impl Chart for Histogram<'_> {
    fn is_empty(&self) -> bool {
        self.panels.is_empty()
    }

    fn height(&self, _: u32) -> u32 {
        self.panels.len() as u32 * PANEL + 36
    }

    fn draw(&self, area: &Area<'_>) -> Result<Vec<ChartSpot>, DrawError> {
        let keys = || self.panels.iter().flat_map(|panel| panel.counts.keys().copied());
        let (low, high) = (keys().min().unwrap_or(0), keys().max().unwrap_or(1));
        let bin = bin_width(u128::from(high.abs_diff(low)) + 1);
        let x = first_of(low, bin) as f64..(first_of(high, bin) + bin) as f64;
        let (panels, below) = area.split_vertically(PANEL * self.panels.len() as u32);
        let areas = panels.split_evenly((self.panels.len(), 1));
        let all = area.dim_in_pixel().0;
        let mut spots = Vec::new();
        for (panel, area) in self.panels.iter().zip(&areas) {
            let bins = binned(&panel.counts, bin);
            let games: u64 = bins.values().sum();
            let share = |count: u64| count as f64 / games.max(1) as f64;
            let top = share(bins.values().copied().max().unwrap_or(1));
            let mut axes = axes(area, [22, 18, 8], [20, 58], x.clone(), 0.0..top * 1.05)?;
            let mut mesh = mesh(&mut axes);
            mesh.disable_mesh().x_labels(8).y_labels(3).y_label_formatter(&per_cent).draw()?;
            let styles = [PLAIN.mix(0.55).filled(), PLAIN.stroke_width(1)];
            for (from, count) in bins {
                let corners = [(from as f64, share(count)), ((from + bin) as f64, 0.0)];
                axes.draw_series(styles.map(|style| Rectangle::new(corners, style)))?;
                let values = match bin {
                    1 => from.to_string(),
                    _ => format!("{from} to {}", from + bin - 1),
                };
                let share = fixed(100.0 * share(count), 2);
                let text = format!("{}, {values}: {share} % ({count} games)", panel.label);
                // Below a low bar is nothing to point at: the whole height belongs to the bar.
                let [(left, _), (right, bottom)] = corners.map(|at| axes.backend_coord(&at));
                let top = axes.backend_coord(&(from as f64, top)).1;
                spots.push(ChartSpot { corners: [(left, top), (right, bottom)], text });
            }
            write(area, &fitted(&panel.label, all - 80), (70, 11), INK, HPos::Left)?;
        }
        let each = if bin == 1 { String::new() } else { format!(", {bin} in each bar") };
        let text = format!("{}{each}; share of games", self.axis);
        write(&below, &text, (all as i32 / 2 + 20, 14), SOFT, HPos::Center)?;
        Ok(spots)
    }
}

/// 1, 2, 5, 10, ... such that `span` needs no more than [`MOST_BINS`].
/// The sums below are wide enough for any values of files.
fn bin_width(span: u128) -> i128 {
    let tens = std::iter::successors(Some(1_u128), |ten| Some(ten * 10));
    let mut widths = tens.flat_map(|ten| [ten, 2 * ten, 5 * ten]);
    widths.find(|width| span <= width * MOST_BINS).expect("widths have no end") as i128
}

fn first_of(value: i64, bin: i128) -> i128 {
    i128::from(value).div_euclid(bin) * bin
}

fn binned(counts: &BTreeMap<i64, u64>, bin: i128) -> BTreeMap<i128, u64> {
    let mut bins = BTreeMap::new();
    for (&value, count) in counts {
        *bins.entry(first_of(value, bin)).or_insert(0) += count;
    }
    bins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_are_told_by_their_strokes() {
        let series = |label: &str, stroke| Series {
            label: label.into(),
            stroke,
            points: vec![(0.0, 1.0), (1.0, 2.0)],
            intervals: vec![(0.0, 0.5, 1.5)],
        };
        let lines = Lines {
            x_axis: "generation",
            y_axis: "value",
            unit: FigureUnit::Plain,
            reference: Some(0.0),
            series: vec![series("mean", Stroke::Line), series("bound", Stroke::Broken)],
            uprights: Vec::new(),
        };
        // On a phone each name has a line.
        assert_eq!([640, 340].map(|width| lines.height(width)), [320, 338]);
        assert_eq!(lines.series[0].span(), range([0.5, 2.0].into_iter()));
        let svg = lines.picture().unwrap().file();
        assert!(svg.contains("generation") && svg.contains("bound") && svg.contains("<circle"));
    }

    #[test]
    fn places_on_the_axis_have_their_names_and_intervals() {
        let upright = |label: &str, at, interval| Upright { label: label.to_owned(), at, interval };
        let lines = Lines {
            series: vec![Series::line("", vec![(3.0, -1.0), (8.0, 1.0)])],
            uprights: vec![
                upright("printed", 5.0, None),
                upright("fair", 6.25, Some([Some(6.0), Some(6.5)])),
                upright("open", 7.0, Some([None, None])),
            ],
            ..Lines::default()
        };
        let svg = lines.picture().unwrap().file();
        assert!(svg.contains("\nprinted\n") && svg.contains("<title>printed: 5</title>"), "{svg}");
        assert!(svg.contains("<title>fair: 6.25 (6.00 to 6.50)</title>"), "{svg}");
        assert!(svg.contains("<title>open: 7</title>"), "{svg}");
    }

    #[test]
    fn bins_are_round_and_hold_everything() {
        assert_eq!([60, 61, 130, 400, 700, 1300].map(bin_width), [1, 2, 5, 10, 20, 50]);
        let counts: BTreeMap<i64, u64> = [(-3, 2), (-1, 1), (0, 4), (1, 1)].into();
        assert_eq!(binned(&counts, 2), [(-4, 2), (-2, 1), (0, 5)].into());
    }

    #[test]
    fn the_largest_values_of_a_file_are_drawn() {
        let counts: BTreeMap<i64, u64> = [(i64::MIN, 1), (0, 1), (i64::MAX, 1)].into();
        let picture =
            Histogram { axis: "score", panels: vec![Panel { label: "a".into(), counts }] };
        assert!(picture.picture().unwrap().file().contains("500000000000000000 in each bar"));
    }

    #[test]
    fn every_agent_has_a_panel() {
        let panel = |label: &str| Panel { label: label.into(), counts: [(3, 1), (90, 4)].into() };
        let picture = Histogram { axis: "score", panels: vec![panel("a"), panel("b")] };
        let svg = picture.picture().unwrap().file();
        assert!(svg.contains("\na\n") && svg.contains("\nb\n") && svg.contains("2 in each bar"));
    }
}

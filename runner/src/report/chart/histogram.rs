//! How often values occur, one panel for each agent, all on one axis.

use std::collections::BTreeMap;

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::surface::{Area, COLOURS, Failed, INK, Picture, SOFT, WIDTH, letters, picture, tick};

/// The values of one agent.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Panel {
    pub(crate) label: String,
    /// How often each value occurs.
    pub(crate) counts: BTreeMap<i64, u64>,
}

/// The picture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Histogram {
    pub(crate) axis: String,
    pub(crate) panels: Vec<Panel>,
}

/// Bins are made wider until there are no more than these.
const MOST_BINS: i64 = 60;
const HEIGHT: u32 = 110;

impl Histogram {
    /// # Errors
    /// What the surface refuses.
    pub(crate) fn svg(&self) -> Result<Picture, Failed> {
        let count = self.panels.len() as u32;
        picture(count * HEIGHT + 36, |area| self.draw(area))
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Failed> {
        let keys = || self.panels.iter().flat_map(|panel| panel.counts.keys().copied());
        let (low, high) = (keys().min().unwrap_or(0), keys().max().unwrap_or(1));
        let bin = bin_width(high - low + 1);
        let start = low.div_euclid(bin) * bin;
        let end = (high.div_euclid(bin) + 1) * bin;
        let (panels, below) = area.split_vertically(HEIGHT * self.panels.len() as u32);
        let panels = panels.split_evenly((self.panels.len().max(1), 1));
        for (index, (panel, area)) in self.panels.iter().zip(&panels).enumerate() {
            let bins = binned(&panel.counts, bin);
            let all: u64 = bins.values().sum();
            let share = |count: u64| count as f64 / all.max(1) as f64;
            let top = share(bins.values().copied().max().unwrap_or(1));
            let mut chart = ChartBuilder::on(area)
                .margin_left(8)
                .margin_right(18)
                .margin_top(22)
                .y_label_area_size(58)
                .x_label_area_size(20)
                .build_cartesian_2d(start as f64..end as f64, 0.0..top * 1.05)?;
            chart
                .configure_mesh()
                .disable_mesh()
                .axis_style(SOFT)
                .x_labels(8)
                .y_labels(3)
                .x_label_formatter(&|value| tick(*value))
                .y_label_formatter(&|value| format!("{} %", tick(value * 100.0)))
                .label_style(letters(INK, HPos::Center))
                .y_label_style(letters(INK, HPos::Right))
                .draw()?;
            let colour = COLOURS[index % COLOURS.len()];
            for (from, count) in bins {
                let corners = [(from as f64, 0.0), ((from + bin) as f64, share(count))];
                chart.draw_series([Rectangle::new(corners, colour.mix(0.55).filled())])?;
                chart.draw_series([Rectangle::new(corners, colour.stroke_width(1))])?;
            }
            let at = (70, 11);
            area.draw(&Text::new(panel.label.clone(), at, letters(INK, HPos::Left)))?;
        }
        let each = if bin == 1 { String::new() } else { format!(", {bin} in each bar") };
        let text = format!("{}{each}; share of games", self.axis);
        below.draw(&Text::new(text, (WIDTH as i32 / 2 + 30, 14), letters(SOFT, HPos::Center)))?;
        Ok(())
    }
}

/// 1, 2, 5, 10, ... such that `span` needs no more than [`MOST_BINS`].
fn bin_width(span: i64) -> i64 {
    let mut bin = 1;
    for step in [2, 5, 10].into_iter().cycle() {
        if span <= bin * MOST_BINS {
            return bin;
        }
        // 1 to 2, 2 to 5, 5 to 10: by powers of ten.
        bin = match step {
            2 => bin * 2,
            5 => bin / 2 * 5,
            _ => bin * 2,
        };
    }
    bin
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
    fn bins_are_round_and_hold_everything() {
        assert_eq!([60, 61, 130, 400, 700, 1300].map(bin_width), [1, 2, 5, 10, 20, 50]);
        let counts: BTreeMap<i64, u64> = [(-3, 2), (-1, 1), (0, 4), (1, 1)].into();
        assert_eq!(binned(&counts, 2), [(-4, 2), (-2, 1), (0, 5)].into());
    }

    #[test]
    fn every_agent_has_a_panel() {
        let panel = |label: &str| Panel { label: label.into(), counts: [(3, 1), (90, 4)].into() };
        let picture = Histogram { axis: "score".into(), panels: vec![panel("a"), panel("b")] };
        let svg = picture.svg().unwrap().file();
        assert!(svg.contains("\na\n") && svg.contains("\nb\n") && svg.contains("2 in each bar"));
    }
}

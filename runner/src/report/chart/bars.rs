//! Parts of a whole, one bar below the other.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::surface::{
    Area, BELOW, COLOURS, Failed, INK, LETTER_WIDTH, Picture, SOFT, WIDTH, letters, picture, room,
    tick,
};

/// One bar; its parts add up to 1, or less.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Bar {
    pub(crate) label: String,
    pub(crate) parts: Vec<f64>,
}

/// The picture. Each part is drawn with its name, where there is room for it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Bars {
    pub(crate) axis: String,
    /// Names of the parts.
    pub(crate) names: Vec<String>,
    pub(crate) bars: Vec<Bar>,
}

const STEP: i32 = 30;

impl Bars {
    /// # Errors
    /// What the surface refuses.
    pub(crate) fn svg(&self) -> Result<Picture, Failed> {
        let heights = STEP * self.bars.len() as i32;
        picture((8 + heights + BELOW) as u32, |area| self.draw(area, heights))
    }

    fn draw(&self, area: &Area<'_>, heights: i32) -> Result<(), Failed> {
        let left = room(self.bars.iter().map(|bar| bar.label.as_str()), 280);
        let mut chart = ChartBuilder::on(area)
            .margin_top(8)
            .margin_left(left)
            .margin_right(18)
            .x_label_area_size(BELOW)
            .build_cartesian_2d(0.0..1.0, 0..heights)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .disable_y_axis()
            .axis_style(SOFT)
            .x_labels(5)
            .x_label_formatter(&|value| tick(*value))
            .x_label_style(letters(INK, HPos::Center))
            .x_desc(self.axis.as_str())
            .axis_desc_style(letters(SOFT, HPos::Center))
            .draw()?;
        let width = f64::from(WIDTH - left - 18);
        for (index, bar) in self.bars.iter().enumerate() {
            let bottom = heights - STEP * (index as i32 + 1);
            let mut from = 0.0;
            for (number, part) in bar.parts.iter().enumerate() {
                let corners = [(from, bottom + 4), (from + part, bottom + STEP - 4)];
                let shade = COLOURS[number % COLOURS.len()].mix(0.75);
                chart.draw_series([Rectangle::new(corners, shade.filled())])?;
                chart.draw_series([Rectangle::new(corners, INK.stroke_width(1))])?;
                let name = self.names.get(number).map_or("", String::as_str);
                let (x, y) = chart.backend_coord(&(from + part / 2.0, bottom + STEP / 2));
                if part * width > name.chars().count() as f64 * LETTER_WIDTH + 4.0 {
                    area.draw(&Text::new(name.to_owned(), (x, y), letters(BLACK, HPos::Center)))?;
                }
                from += part;
            }
            let at = (left as i32 - 8, 8 + STEP * index as i32 + STEP / 2);
            area.draw(&Text::new(bar.label.clone(), at, letters(INK, HPos::Right)))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_carry_their_names_where_there_is_room() {
        let bars = Bars {
            axis: "games".into(),
            names: vec!["1st".into(), "2nd".into()],
            bars: vec![Bar { label: "seat 0".into(), parts: vec![0.995, 0.005] }],
        };
        let svg = bars.svg().unwrap().file();
        assert!(svg.contains("1st") && !svg.contains("2nd") && svg.contains("seat 0"));
    }
}

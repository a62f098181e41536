//! What all pictures have in common: size, letters, colours, the scale of an axis.

use std::error::Error;

use maud::{Markup, PreEscaped, html};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Why there is no picture.
pub(crate) type Failed = Box<dyn Error>;
pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Width of all pictures.
pub(super) const WIDTH: u32 = 600;
/// Height of an axis with its numbers and its name.
pub(super) const BELOW: i32 = 50;
/// Height of letters.
pub(super) const LETTER: u32 = 15;
/// Width of a letter, on average.
pub(super) const LETTER_WIDTH: f64 = 7.2;

pub(super) const INK: RGBColor = RGBColor(28, 39, 51);
pub(super) const SOFT: RGBColor = RGBColor(91, 104, 117);
pub(super) const GRID: RGBColor = RGBColor(222, 227, 232);
/// Colours that everybody can tell apart (Okabe and Ito).
pub(super) const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

/// A picture: its height, and the marks on it as SVG.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    height: u32,
    marks: PreEscaped<String>,
}

impl Picture {
    /// As a file.
    pub(crate) fn file(&self) -> String {
        framed(self.height, &self.marks).into_string() + "\n"
    }

    /// Within a page: its size is the page's business.
    pub(crate) fn inline(&self, label: &str) -> Markup {
        html! {
            svg.chart role="img" aria-label=(label) viewBox={ "0 0 " (WIDTH) " " (self.height) }
                xmlns="http://www.w3.org/2000/svg" { (self.marks) } "\n"
        }
    }
}

/// Marks as the surface frames them.
fn framed(height: u32, marks: &Markup) -> Markup {
    html! {
        svg width=(WIDTH) height=(height) viewBox={ "0 0 " (WIDTH) " " (height) }
            xmlns="http://www.w3.org/2000/svg" { (marks) }
    }
}

/// Draws a picture of a height.
///
/// # Errors
/// What the surface refuses.
pub(super) fn picture(
    height: u32,
    draw: impl FnOnce(&Area<'_>) -> Result<(), Failed>,
) -> Result<Picture, Failed> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        area.fill(&WHITE)?;
        draw(&area)?;
        area.present()?;
    }
    // The surface gives a whole file: its frame is known, and taken off.
    let frame = framed(height, &html! {}).into_string();
    let (open, close) = frame.split_at(frame.len() - "</svg>".len());
    let marks = svg.strip_prefix(open).and_then(|rest| rest.trim_end().strip_suffix(close));
    let marks = PreEscaped(marks.ok_or("the surface frames pictures in another way")?.to_owned());
    Ok(Picture { height, marks })
}

/// Letters of a colour, anchored at a side.
pub(super) fn letters(colour: RGBColor, side: HPos) -> TextStyle<'static> {
    ("sans-serif", LETTER as i32).into_font().color(&colour).pos(Pos::new(side, VPos::Center))
}

/// Width of the longest of some texts, within bounds.
pub(super) fn room<'t>(texts: impl Iterator<Item = &'t str>, most: u32) -> u32 {
    let longest = texts.map(|text| text.chars().count()).max().unwrap_or(0);
    ((longest as f64 * LETTER_WIDTH) as u32 + 14).min(most)
}

/// A range that holds all values with a little room around them.
pub(super) fn range(values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return 0.0..1.0;
    }
    let room = if high > low { (high - low) * 0.05 } else { 0.5 };
    low - room..high + room
}

/// A number on an axis: as many digits as tell neighbours apart.
pub(super) fn tick(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.replace('-', "\u{2212}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_a_file_or_a_part_of_a_page() {
        let label = "a \"viewBox=\" <b>";
        let drawn = picture(40, |area| {
            area.draw(&Text::new(label, (8, 20), letters(INK, HPos::Left)))?;
            Ok(())
        });
        let drawn = drawn.unwrap();
        let open = "<svg width=\"600\" height=\"40\" viewBox=\"0 0 600 40\" \
                    xmlns=\"http://www.w3.org/2000/svg\">\n<rect ";
        assert!(drawn.file().starts_with(open) && drawn.file().ends_with("</text>\n</svg>\n"));
        let inside = drawn.inline(label).into_string();
        let open = "<svg class=\"chart\" role=\"img\" aria-label=\"a &quot;viewBox=&quot; &lt;b&gt;\" \
                    viewBox=\"0 0 600 40\" xmlns=\"http://www.w3.org/2000/svg\">\n<rect ";
        assert!(inside.starts_with(open), "{inside}");
    }

    #[test]
    fn ticks_are_short() {
        let values = [0.25, -0.0, 1200.0, -3.5, 0.00001];
        assert_eq!(values.map(tick), ["0.25", "0", "1200", "\u{2212}3.5", "0"]);
    }

    #[test]
    fn ranges_hold_their_values() {
        assert_eq!(range([1.0, 3.0].into_iter()), 0.9..3.1);
        assert_eq!(range([2.0].into_iter()), 1.5..2.5);
        assert_eq!(range(std::iter::empty()), 0.0..1.0);
    }
}

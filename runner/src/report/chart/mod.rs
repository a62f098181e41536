//! Pictures as SVG, each in two widths: for a column of a page, and for a phone. Nothing rests on colour
//! alone: marks differ in shape, bars carry their names. A figure shows under the pointer.

mod list;
mod plane;

use std::{error::Error, ops::Range};

use maud::{Markup, PreEscaped, html};
use plotters::chart::MeshStyle;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::export::unit::{FigureUnit, digits_of, error_of};
use crate::export::{figure::fixed, names::cut};
use crate::page::unparted;
use crate::report::tone::{INK, SOFT};

pub use list::{Band, Bar, Bars, ChartLine, Forest, Mark, Point};
pub use plane::{Histogram, Lines, Panel, Series, Stroke, Upright};

pub type DrawError = Box<dyn Error>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Axes<'r, 'a> = ChartContext<'r, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Width of a picture in a column of a page, and as a file.
const WIDE: u32 = 640;
const NARROW: u32 = 340;
/// Height of letters. Their size in the picture is a fifth less.
const LETTER: i32 = 17;
const LETTER_WIDTH: f64 = 7.6;

const GRID: RGBColor = RGBColor(222, 227, 232);
pub trait Chart {
    fn is_empty(&self) -> bool;

    fn height(&self, width: u32) -> u32;

    /// Draws on an area of this height, and gives the places with something to say.
    fn draw(&self, area: &Area<'_>) -> Result<Vec<ChartSpot>, DrawError>;

    fn picture(&self) -> Result<Picture, DrawError> {
        let drawn = |width| drawing((width, self.height(width)), |area| self.draw(area));
        Ok(Picture { wide: drawn(WIDE)?, narrow: drawn(NARROW)? })
    }
}

/// A part of a picture with what the pointer finds there.
pub struct ChartSpot {
    /// Corners: left and top, right and bottom.
    pub corners: [(i32, i32); 2],
    pub text: String,
}

#[derive(Debug)]
pub struct Picture {
    wide: Drawing,
    narrow: Drawing,
}

#[derive(Debug)]
struct Drawing {
    size: (u32, u32),
    marks: PreEscaped<String>,
}

impl Picture {
    pub fn file(&self) -> String {
        let Drawing { size: (width, height), marks } = &self.wide;
        let context =
            html! { rect width=(width) height=(height) fill="#FFFFFF" stroke="none" {} "\n" };
        framed(self.wide.size, &html! { (context) (marks) }).into_string() + "\n"
    }

    pub fn inline(&self, label: &str) -> Markup {
        let drawn = |class, Drawing { size: (width, height), marks }: &Drawing| {
            html! {
                svg.chart.(class) role="img" aria-label=(label) viewBox={ "0 0 " (width) " " (height) }
                    xmlns="http://www.w3.org/2000/svg" { (marks) } "\n"
            }
        };
        html! { (drawn("wide", &self.wide)) (drawn("narrow", &self.narrow)) }
    }
}

fn framed((width, height): (u32, u32), marks: &Markup) -> Markup {
    html! {
        svg width=(width) height=(height) viewBox={ "0 0 " (width) " " (height) }
            xmlns="http://www.w3.org/2000/svg" { "\n" (marks) }
    }
}

fn drawing(
    size: (u32, u32),
    draw: impl FnOnce(&Area<'_>) -> Result<Vec<ChartSpot>, DrawError>,
) -> Result<Drawing, DrawError> {
    let mut svg = String::new();
    let spots = {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let spots = draw(&area)?;
        area.present()?;
        spots
    };
    // The surface gives a whole file: its frame is known, and taken off.
    let frame = framed(size, &html! {}).into_string();
    let (open, close) = frame.split_at(frame.len() - "</svg>".len());
    let marks = svg.strip_prefix(open).and_then(|rest| rest.trim_end().strip_suffix(close));
    let marks = marks.ok_or("the surface frames pictures in another way")?;
    let marks = html! {
        (PreEscaped(marks))
        @for ChartSpot { corners: [(left, top), (right, bottom)], text } in &spots {
            rect.spot x=(left) y=(top) width=(right - left) height=(bottom - top)
                fill="transparent" { title { (unparted(text)) } } "\n"
        }
    };
    Ok(Drawing { size, marks })
}

fn is_wide(area: &Area<'_>) -> bool {
    area.dim_in_pixel().0 >= WIDE
}

fn axes<'r, 'a>(
    area: &'r Area<'a>,
    [top, right, left]: [u32; 3],
    [below, beside]: [u32; 2],
    x: Range<f64>,
    y: Range<f64>,
) -> Result<Axes<'r, 'a>, DrawError> {
    let mut chart = ChartBuilder::on(area);
    chart.margin_top(top).margin_right(right).margin_left(left);
    Ok(chart.x_label_area_size(below).y_label_area_size(beside).build_cartesian_2d(x, y)?)
}

fn mesh<'r, 'b, 'a>(
    axes: &'b mut Axes<'r, 'a>,
) -> MeshStyle<'r, 'b, RangedCoordf64, RangedCoordf64, SVGBackend<'a>> {
    let mut mesh = axes.configure_mesh();
    mesh.light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(SOFT)
        .x_label_formatter(&tick)
        .y_label_formatter(&tick)
        .label_style(letters(INK, HPos::Center))
        .y_label_style(letters(INK, HPos::Right))
        .axis_desc_style(letters(SOFT, HPos::Center));
    mesh
}

fn letters(colour: RGBColor, side: HPos) -> TextStyle<'static> {
    ("sans-serif", LETTER).into_font().color(&colour).pos(Pos::new(side, VPos::Center))
}

fn write(
    area: &Area<'_>,
    text: &str,
    at: (i32, i32),
    colour: RGBColor,
    side: HPos,
) -> Result<(), DrawError> {
    Ok(area.draw(&Text::new(text, at, letters(colour, side)))?)
}

fn width(text: &str) -> f64 {
    text.chars().count() as f64 * LETTER_WIDTH
}

fn fitted(text: &str, pixels: u32) -> String {
    // Names may be of broad letters.
    cut(text, ((f64::from(pixels) / (1.08 * LETTER_WIDTH)) as usize).max(4))
}

fn per_cent(share: &f64) -> String {
    format!("{} %", tick(&(100.0 * share)))
}

/// How an axis of figures in this unit shows them.
fn ticks_of(unit: FigureUnit) -> fn(&f64) -> String {
    if unit.factor() == 100.0 { per_cent } else { tick }
}

/// Digits of a figure without an error.
const USUAL: usize = 4;

fn said(label: &str, unit: FigureUnit, estimate: [Option<f64>; 3]) -> String {
    let factor = unit.factor();
    let unit = if factor == 100.0 { " %" } else { "" };
    let [value, low, high] = estimate.map(|value| value.map(|value| factor * value));
    let value = value.unwrap_or_default();
    let digits = error_of([Some(value), low, high]).map_or(USUAL, digits_of);
    let text = |value| fixed(value, digits) + unit;
    let interval = match (low, high) {
        (Some(low), Some(high)) => format!(" ({} to {})", text(low), text(high)),
        (Some(low), None) => format!(" (from {})", text(low)),
        (None, Some(high)) => format!(" (up to {})", text(high)),
        (None, None) => String::new(),
    };
    format!("{label}: {}{interval}", text(value))
}

fn range(values: impl Iterator<Item = f64>) -> Range<f64> {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return 0.0..1.0;
    }
    let room = if high > low { (high - low) * 0.05 } else { 0.5 };
    low - room..high + room
}

fn tick(value: &f64) -> String {
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
        let drawn = |width| {
            drawing((width, 40), |area| {
                write(area, label, (8, 20), INK, HPos::Left)?;
                Ok(vec![ChartSpot { corners: [(11, 11), (29, 29)], text: "5 < 6".to_owned() }])
            })
        };
        let drawn = Picture { wide: drawn(WIDE).unwrap(), narrow: drawn(NARROW).unwrap() };
        let open = "<svg width=\"640\" height=\"40\" viewBox=\"0 0 640 40\" \
                    xmlns=\"http://www.w3.org/2000/svg\">\n<rect width=\"640\" ";
        let file = drawn.file();
        assert!(file.starts_with(open) && file.ends_with("</rect>\n</svg>\n"), "{file}");
        assert!(file.contains("<title>5 &lt; 6</title>"));
        let inside = drawn.inline(label).into_string();
        let open = "<svg class=\"chart wide\" role=\"img\" aria-label=\"a &quot;viewBox=&quot; &lt;b&gt;\" \
                    viewBox=\"0 0 640 40\" xmlns=\"http://www.w3.org/2000/svg\">";
        assert!(inside.starts_with(open) && inside.contains("viewBox=\"0 0 340 40\""), "{inside}");
    }

    #[test]
    fn what_the_pointer_finds_is_as_exact_as_the_error() {
        let told = said("gold5", FigureUnit::Plain, [1.163_792, 0.798_247, 1.529_337].map(Some));
        assert_eq!(told, "gold5: 1.16 (0.80 to 1.53)");
        assert_eq!(said("a", FigureUnit::Plain, [Some(-0.5), None, None]), "a: -0.5000");
        let open = [Some(0.5), None, Some(0.625)];
        assert_eq!(said("a", FigureUnit::Share, open), "a: 50 % (up to 62 %)");
    }

    #[test]
    fn ticks_are_short() {
        let values = [0.25, -0.0, 1200.0, -3.5, 0.00001];
        assert_eq!(values.map(|value| tick(&value)), ["0.25", "0", "1200", "\u{2212}3.5", "0"]);
    }

    #[test]
    fn ranges_hold_their_values() {
        assert_eq!(range([1.0, 3.0].into_iter()), 0.9..3.1);
        assert_eq!(range([2.0].into_iter()), 1.5..2.5);
        assert_eq!(range(std::iter::empty()), 0.0..1.0);
    }
}

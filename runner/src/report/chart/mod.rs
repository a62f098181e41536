//! Pictures as SVG. Nothing is told by colour alone: marks differ in shape, bars carry their names.

mod list;
mod plane;

use std::{error::Error, ops::Range};

use maud::{Markup, PreEscaped, html};
use plotters::chart::MeshStyle;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub use list::{Bar, Bars, Forest, Line, Mark, Point};
pub use plane::{Histogram, Lines, Panel, Series, Stroke};

pub type DrawError = Box<dyn Error>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Axes<'r, 'a> = ChartContext<'r, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

const WIDTH: u32 = 600;
const LETTER: i32 = 15;
/// Width of a letter, on average.
const LETTER_WIDTH: f64 = 7.2;

const INK: RGBColor = RGBColor(28, 39, 51);
const SOFT: RGBColor = RGBColor(91, 104, 117);
const GRID: RGBColor = RGBColor(222, 227, 232);
/// Colours that everybody can tell apart (Okabe and Ito).
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

pub trait Chart {
    fn is_empty(&self) -> bool;

    fn height(&self) -> u32;

    fn draw(&self, area: &Area<'_>) -> Result<(), DrawError>;

    fn svg(&self) -> Result<Picture, DrawError> {
        picture(self.height(), |area| self.draw(area))
    }
}

#[derive(Debug)]
pub struct Picture {
    height: u32,
    marks: PreEscaped<String>,
}

impl Picture {
    pub fn file(&self) -> String {
        framed(self.height, &self.marks).into_string() + "\n"
    }

    /// Within a page: its size is the page's business.
    pub fn inline(&self, label: &str) -> Markup {
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

fn picture(
    height: u32,
    draw: impl FnOnce(&Area<'_>) -> Result<(), DrawError>,
) -> Result<Picture, DrawError> {
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

/// Axes with room above, at the right and at the left, and for the numbers of each axis.
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

/// The numbers and lines of axes in the style of all pictures.
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

/// A range that holds all values with a little room around them.
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

/// A number on an axis: as many digits as tell neighbours apart.
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
        assert_eq!(values.map(|value| tick(&value)), ["0.25", "0", "1200", "\u{2212}3.5", "0"]);
    }

    #[test]
    fn ranges_hold_their_values() {
        assert_eq!(range([1.0, 3.0].into_iter()), 0.9..3.1);
        assert_eq!(range([2.0].into_iter()), 1.5..2.5);
        assert_eq!(range(std::iter::empty()), 0.0..1.0);
    }
}

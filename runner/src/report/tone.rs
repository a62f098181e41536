//! The colours of verdicts on pages.

use plotters::style::RGBColor;

pub use crate::export::tone::Tone;

pub const SOFT: RGBColor = RGBColor(91, 104, 117);
/// Colours that everybody can tell apart (Okabe and Ito).
pub const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

impl Tone {
    pub fn class(self) -> &'static str {
        ["high", "even", "open", "low"][self as usize]
    }

    pub fn colour(self) -> RGBColor {
        [COLOURS[1], COLOURS[2], SOFT, COLOURS[0]][self as usize]
    }
}

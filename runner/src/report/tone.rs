//! The colours of verdicts on pages.

use plotters::style::RGBColor;

pub use crate::export::tone::Tone;

pub const SOFT: RGBColor = RGBColor(91, 104, 117);
pub const INK: RGBColor = RGBColor(28, 39, 51);
/// What has no verdict. Its parts differ in depth, as the colours of verdicts mean something.
pub const PLAIN: RGBColor = RGBColor(117, 80, 165);
/// Of series without a verdict on the same axes.
pub const SERIES: [RGBColor; 3] = [PLAIN, INK, RGBColor(204, 121, 167)];
/// What is fair or equal.
pub const EVEN: RGBColor = RGBColor(0, 158, 115);

impl Tone {
    pub fn class(self) -> &'static str {
        ["high", "even", "open", "low"][self as usize]
    }

    pub fn colour(self) -> RGBColor {
        // Colours that everybody can tell apart (Okabe and Ito).
        [RGBColor(213, 94, 0), EVEN, SOFT, RGBColor(0, 114, 178)][self as usize]
    }
}

//! What a verdict says, whatever word a study has for it, and its colour.

use plotters::style::RGBColor;

pub const SOFT: RGBColor = RGBColor(91, 104, 117);
pub const INK: RGBColor = RGBColor(28, 39, 51);
/// What has no verdict. Its parts differ in depth, as the colours of verdicts mean something.
pub const PLAIN: RGBColor = RGBColor(117, 80, 165);
/// Of series without a verdict on the same axes.
pub const SERIES: [RGBColor; 3] = [PLAIN, INK, RGBColor(204, 121, 167)];
/// What is fair or equal.
pub const EVEN: RGBColor = RGBColor(0, 158, 115);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tone {
    /// Certainly above what it is compared with.
    High,
    Even,
    /// Not decided by these games.
    Open,
    Low,
}

impl Tone {
    pub fn of(verdict: &str) -> Option<Tone> {
        match verdict {
            "strong" | "better" | "more" | "higher" => Some(Tone::High),
            "fair" | "equal" => Some(Tone::Even),
            "undecided" => Some(Tone::Open),
            "weak" | "worse" | "less" | "lower" => Some(Tone::Low),
            _ => None,
        }
    }

    pub fn is_certain(self) -> bool {
        matches!(self, Tone::High | Tone::Low)
    }

    pub fn class(self) -> &'static str {
        ["high", "even", "open", "low"][self as usize]
    }

    pub fn colour(self) -> RGBColor {
        // Colours that everybody can tell apart (Okabe and Ito).
        [RGBColor(213, 94, 0), EVEN, SOFT, RGBColor(0, 114, 178)][self as usize]
    }
}

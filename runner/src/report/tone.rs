//! What a verdict says, whatever word a study has for it, and its colour.

use plotters::style::RGBColor;

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
        [COLOURS[1], COLOURS[2], SOFT, COLOURS[0]][self as usize]
    }
}

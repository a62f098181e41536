//! What a verdict says, whatever word a study has for it, and its colour.

use plotters::style::RGBColor;

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
    /// That of a word of a file; none of a word that is no verdict.
    pub fn of(verdict: &str) -> Option<Tone> {
        match verdict {
            "strong" | "better" | "more" | "higher" => Some(Tone::High),
            "fair" | "equal" => Some(Tone::Even),
            "open" => Some(Tone::Open),
            "weak" | "worse" | "less" | "lower" => Some(Tone::Low),
            _ => None,
        }
    }

    pub fn is_certain(self) -> bool {
        matches!(self, Tone::High | Tone::Low)
    }

    pub fn class(self) -> &'static str {
        match self {
            Tone::High => "high",
            Tone::Even => "even",
            Tone::Open => "open",
            Tone::Low => "low",
        }
    }

    /// Colour in pictures. Everybody can tell them apart (Okabe and Ito).
    pub fn colour(self) -> RGBColor {
        match self {
            Tone::High => RGBColor(213, 94, 0),
            Tone::Even => RGBColor(0, 158, 115),
            Tone::Open => RGBColor(91, 104, 117),
            Tone::Low => RGBColor(0, 114, 178),
        }
    }
}

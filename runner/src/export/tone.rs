//! What a verdict says, whatever word a study has for it.

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
}

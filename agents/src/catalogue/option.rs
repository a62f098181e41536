//! One option of an agent: its name, its values, and how they are checked.

use drakkar_engine::error::KeyError;

/// One option of an agent, written `key=value`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OptionInfo {
    /// Name of the option.
    pub key: &'static str,
    /// One line for lists.
    pub about: &'static str,
    /// The values that it takes.
    pub values: Values,
}

/// The values of an option.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Values {
    /// A whole number from `min` to `max`.
    Whole {
        /// Value if the option is not given.
        default: u32,
        /// Smallest value.
        min: u32,
        /// Largest value.
        max: u32,
    },
    /// A number from `min` to `max`.
    Real {
        /// Value if the option is not given.
        default: f64,
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
    },
    /// A number from `min` to `max`, or two of them separated by `..`.
    RealOrRange {
        /// Value if the option is not given.
        default: f64,
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
    },
    /// A whole number from 0 to `max`, or one of some words.
    WholeOrWord {
        /// Value if the option is not given, as text.
        default: &'static str,
        /// Largest value.
        max: u32,
        /// All words.
        of: &'static [&'static str],
    },
    /// A number from `min` to `max`, or `none`.
    RealOrNone {
        /// Value if the option is not given.
        default: Option<f64>,
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
    },
    /// A whole number from `min` to `max`, which replaces another option.
    Instead {
        /// The other option, which applies if this one is not given.
        of: &'static str,
        /// Smallest value.
        min: u32,
        /// Largest value.
        max: u32,
    },
    /// Numbers from `min` to `max`, by round, or the name of such a list.
    Rounds {
        /// What is used if the option is not given.
        default: &'static str,
        /// Smallest number.
        min: f64,
        /// Largest number.
        max: f64,
    },
    /// One of some words.
    Word {
        /// Value if the option is not given.
        default: &'static str,
        /// All of them.
        of: &'static [&'static str],
    },
    /// The name of a file.
    File {
        /// What is used if the option is not given.
        default: &'static str,
    },
    /// A [restriction](crate::restriction); none if the option is not given.
    Patterns,
    /// None: the option is its name alone.
    Alone,
}

/// The text of an empty value.
pub(crate) const NONE: &str = "none";

/// The text between the ends of a range.
pub(crate) const RANGE: &str = "..";

impl OptionInfo {
    /// The value that applies if the option is not given, as text.
    pub fn default_text(&self) -> String {
        match self.values {
            Values::Whole { default, .. } => default.to_string(),
            Values::Real { default, .. } | Values::RealOrRange { default, .. } => {
                default.to_string()
            }
            Values::RealOrNone { default, .. } => {
                default.map_or(NONE.to_owned(), |default| default.to_string())
            }
            Values::WholeOrWord { default, .. }
            | Values::Word { default, .. }
            | Values::Rounds { default, .. }
            | Values::File { default } => default.to_owned(),
            Values::Instead { of, .. } => format!("{NONE}, {of} hold"),
            Values::Patterns | Values::Alone => NONE.to_owned(),
        }
    }

    /// The allowed values, as text: `a whole number from 1 to 9`.
    pub fn range_text(&self) -> String {
        match self.values {
            Values::Whole { min, max, .. } | Values::Instead { min, max, .. } => {
                format!("a whole number from {min} to {max}")
            }
            Values::Real { min, max, .. } => format!("a number from {min} to {max}"),
            Values::RealOrRange { min, max, .. } => {
                format!(
                    "a number from {min} to {max}, or two separated by {RANGE}, such as 0.2..0.4"
                )
            }
            Values::WholeOrWord { max, of, .. } => {
                format!("a whole number from 0 to {max}, {}", alternatives(of))
            }
            Values::RealOrNone { min, max, .. } => {
                format!("a number from {min} to {max} or {NONE}")
            }
            Values::Rounds { min, max, .. } => {
                format!("numbers from {min} to {max} separated by /, or the name of a scale")
            }
            Values::Word { of, .. } => alternatives(of),
            Values::File { .. } => "a file name".to_owned(),
            Values::Patterns => {
                "patterns of words or * separated by |, such as bid * | pass".to_owned()
            }
            Values::Alone => "the word alone, without a value".to_owned(),
        }
    }

    /// The default of a whole number; 0 for options of other kinds.
    pub(crate) fn default_whole(&self) -> u32 {
        match self.values {
            Values::Whole { default, .. } => default,
            _ => 0,
        }
    }

    /// The default of a number; 0 for options of other kinds.
    pub(crate) fn default_real(&self) -> f64 {
        match self.values {
            Values::Real { default, .. } => default,
            _ => 0.0,
        }
    }

    /// The error for `found`, which the option does not take.
    pub(crate) fn refuse(&self, found: impl std::fmt::Display) -> KeyError {
        KeyError::new(self.key, format!("expected {}, found `{found}`", self.range_text()))
    }

    /// The error for a value with a fault.
    pub(crate) fn refuse_because(&self, fault: impl std::fmt::Display) -> KeyError {
        KeyError::new(self.key, format!("expected {}; {fault}", self.range_text()))
    }

    /// `value`, if the option takes it.
    pub(crate) fn whole(&self, value: u32) -> Result<u32, KeyError> {
        match self.values {
            Values::Whole { min, max, .. } | Values::Instead { min, max, .. }
                if (min..=max).contains(&value) =>
            {
                Ok(value)
            }
            Values::WholeOrWord { max, .. } if value <= max => Ok(value),
            _ => Err(self.refuse(value)),
        }
    }

    /// `value`, if the option takes it. Negative zero becomes positive zero, so that equal values
    /// have equal texts.
    pub(crate) fn real(&self, value: f64) -> Result<f64, KeyError> {
        match self.values {
            Values::Real { min, max, .. }
            | Values::RealOrRange { min, max, .. }
            | Values::RealOrNone { min, max, .. }
            | Values::Rounds { min, max, .. }
                if (min..=max).contains(&value) =>
            {
                Ok(value + 0.0)
            }
            _ => Err(self.refuse(value)),
        }
    }
}

/// `one, two or three`.
fn alternatives(words: &[&str]) -> String {
    match words {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        words => words.concat(),
    }
}

//! One option of an agent: its name, its values, and how they are read, checked and written.

use std::fmt::Display;

use drakkar_engine::error::KeyError;
use drakkar_engine::input;

/// One option of agents, written `key=value`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OptionInfo {
    /// Name of the option.
    pub key: &'static str,
    /// The agents that have it.
    pub agents: &'static [&'static str],
    /// The values that it takes.
    pub values: Values,
    /// What applies if the option is not given.
    pub default: &'static str,
    /// One line for lists.
    pub about: &'static str,
}

/// The values of an option; numbers are from the first to the last of two bounds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Values {
    /// A whole number.
    Whole(u32, u32),
    /// A number.
    Real(f64, f64),
    /// A number, or two of them separated by `..`.
    RealOrRange(f64, f64),
    /// A number, or `none`.
    RealOrNone(f64, f64),
    /// A whole number from 0 to this one, or one of some words.
    WholeOrWord(u32, &'static [&'static str]),
    /// One of some words.
    Word(&'static [&'static str]),
    /// Numbers by round, or the name of such a list.
    Rounds(f64, f64),
    /// The name of a file.
    File,
    /// A [restriction](crate::restriction).
    Patterns,
    /// None: the option is its name alone.
    Alone,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum OptionValue {
    Whole(u32),
    Real(f64),
    /// The place of a word among those of the option.
    Word(usize),
}

pub(crate) const NONE: &str = "none";

pub(crate) const RANGE: &str = "..";

impl OptionInfo {
    /// The allowed values, as text: `a whole number from 1 to 9`.
    pub fn range_text(&self) -> String {
        match self.values {
            Values::Whole(min, max) => format!("a whole number from {min} to {max}"),
            Values::Real(min, max) => format!("a number from {min} to {max}"),
            Values::RealOrRange(min, max) => format!(
                "a number from {min} to {max}, or two separated by {RANGE}, such as 0.2..0.4"
            ),
            Values::RealOrNone(min, max) => format!("a number from {min} to {max} or {NONE}"),
            Values::WholeOrWord(max, words) => {
                format!("a whole number from 0 to {max}, {}", alternatives(words))
            }
            Values::Word(words) => alternatives(words),
            Values::Rounds(min, max) => {
                format!("numbers from {min} to {max} separated by /, or the name of a scale")
            }
            Values::File => "a file name".to_owned(),
            Values::Patterns => {
                "patterns of words or * separated by |, such as bid * | pass".to_owned()
            }
            Values::Alone => "the word alone, without a value".to_owned(),
        }
    }

    pub(crate) fn usual(&self) -> OptionValue {
        self.read(self.default).expect("a default is one of the values")
    }

    pub(crate) fn refuse(&self, found: impl Display) -> KeyError {
        self.error(format!("expected {}, found `{found}`", self.range_text()))
    }

    pub(crate) fn error(&self, reason: impl Into<String>) -> KeyError {
        KeyError::new(self.key, reason)
    }

    fn words(&self) -> &'static [&'static str] {
        match self.values {
            Values::WholeOrWord(_, words) | Values::Word(words) => words,
            Values::RealOrNone(..) => &[NONE],
            _ => &[],
        }
    }

    /// Reads a number or a word. Negative zero becomes positive zero, so that equal values have equal texts.
    pub(crate) fn read(&self, text: &str) -> Result<OptionValue, KeyError> {
        if let Some(word) = self.words().iter().position(|&word| word == text) {
            return Ok(OptionValue::Word(word));
        }
        match self.values {
            Values::Whole(..) | Values::WholeOrWord(..) => {
                let number = input::whole(text).and_then(|number| number.try_into().ok());
                self.checked(OptionValue::Whole(number.ok_or_else(|| self.refuse(text))?))
            }
            Values::Word(_) => Err(self.refuse(text)),
            _ => self.real(text).map(OptionValue::Real),
        }
    }

    pub(crate) fn real(&self, text: &str) -> Result<f64, KeyError> {
        let number: f64 = text.parse().map_err(|_| self.refuse(text))?;
        self.checked(OptionValue::Real(number)).map(|_| number + 0.0)
    }

    pub(crate) fn checked(&self, value: OptionValue) -> Result<OptionValue, KeyError> {
        let number = match value {
            OptionValue::Whole(number) => number.into(),
            OptionValue::Real(number) => number,
            OptionValue::Word(_) => return Ok(value),
        };
        let (min, max) = match self.values {
            Values::Whole(min, max) => (min.into(), max.into()),
            Values::WholeOrWord(max, _) => (0.0, max.into()),
            Values::Real(min, max)
            | Values::RealOrRange(min, max)
            | Values::RealOrNone(min, max)
            | Values::Rounds(min, max) => (min, max),
            _ => return Err(self.refuse(number)),
        };
        if (min..=max).contains(&number) { Ok(value) } else { Err(self.refuse(number)) }
    }

    pub(crate) fn text(&self, value: OptionValue) -> String {
        match value {
            OptionValue::Whole(number) => number.to_string(),
            OptionValue::Real(number) => number.to_string(),
            OptionValue::Word(word) => self.words()[word].to_owned(),
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

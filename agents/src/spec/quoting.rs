//! How options are joined, and how a value is quoted.

use std::borrow::Cow;
use std::fmt;

use drakkar_engine::error::KeyError;

use super::SpecFault;

const QUOTE: char = '"';

/// A quoted value; a quote inside is doubled.
pub(super) struct Quoted<T>(pub(super) T);

impl<T: fmt::Display> fmt::Display for Quoted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{QUOTE}{}{QUOTE}", self.0.to_string().replace(QUOTE, "\"\""))
    }
}

/// Whether a value would be misread if it were not quoted.
pub(super) fn needs_quotes(value: &str) -> bool {
    value.contains(',') || value.starts_with(QUOTE)
}

/// The options `key=value`, or words alone, separated by commas; values with commas are quoted.
pub(super) struct KeyValues<'a> {
    /// The unread rest; `None` at the end.
    rest: Option<&'a str>,
}

impl<'a> KeyValues<'a> {
    /// The options of a specification; `None` if it has none.
    pub(super) fn new(text: Option<&'a str>) -> KeyValues<'a> {
        KeyValues { rest: text }
    }

    /// The value at the beginning of the options, which has no key but is called `name` in errors,
    /// and the options that follow it.
    pub(super) fn after_value(
        name: &str,
        text: &'a str,
    ) -> Result<(Cow<'a, str>, Option<&'a str>), SpecFault> {
        let (value, behind) = KeyValues::quoted(name, text)?;
        match behind.strip_prefix(',') {
            None if !behind.is_empty() => Err(SpecFault(format!(
                "expected a comma behind the closing quote, found `{behind}`"
            ))),
            options => Ok((value, options)),
        }
    }

    /// The value at the beginning of `text`, and the text after it.
    fn quoted(key: &str, text: &'a str) -> Result<(Cow<'a, str>, &'a str), KeyError> {
        let Some(inside) = text.strip_prefix(QUOTE) else {
            let end = text.find(',').unwrap_or(text.len());
            return Ok((Cow::Borrowed(&text[..end]), &text[end..]));
        };
        let mut value = Cow::Borrowed("");
        let mut left = inside;
        loop {
            let Some((part, behind)) = left.split_once(QUOTE) else {
                return Err(KeyError::new(key, "the quote is not closed"));
            };
            value += part;
            match behind.strip_prefix(QUOTE) {
                None => return Ok((value, behind)),
                Some(behind) => {
                    value += "\"";
                    left = behind;
                }
            }
        }
    }
}

impl<'a> Iterator for KeyValues<'a> {
    /// The value is `None` for a word alone.
    type Item = Result<(&'a str, Option<Cow<'a, str>>), SpecFault>;

    fn next(&mut self) -> Option<Self::Item> {
        let text = self.rest.take()?;
        let (key, behind) = match text.find(['=', ',']) {
            Some(end) if text[end..].starts_with('=') => (&text[..end], &text[end + 1..]),
            end => {
                self.rest = end.map(|end| &text[end + 1..]);
                return Some(Ok((&text[..end.unwrap_or(text.len())], None)));
            }
        };
        let (value, behind) = match KeyValues::quoted(key, behind) {
            Ok(read) => read,
            Err(error) => return Some(Err(error.into())),
        };
        if !behind.is_empty() {
            let Some(rest) = behind.strip_prefix(',') else {
                let reason = format!("expected a comma behind the closing quote, found `{behind}`");
                return Some(Err(KeyError::new(key, reason).into()));
            };
            self.rest = Some(rest);
        }
        Some(Ok((key, Some(value))))
    }
}

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
    rest: Option<&'a str>,
}

impl<'a> KeyValues<'a> {
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
        Ok((value, KeyValues::behind(behind).map_err(SpecFault)?))
    }

    /// The value at the beginning of `text`, and the text after it.
    fn quoted(key: &str, text: &'a str) -> Result<(Cow<'a, str>, &'a str), KeyError> {
        let Some(mut left) = text.strip_prefix(QUOTE) else {
            let end = text.find(',').unwrap_or(text.len());
            return Ok((Cow::Borrowed(&text[..end]), &text[end..]));
        };
        let mut value = Cow::Borrowed("");
        loop {
            let (part, behind) = left
                .split_once(QUOTE)
                .ok_or_else(|| KeyError::new(key, "the quote is not closed"))?;
            value += part;
            let Some(behind) = behind.strip_prefix(QUOTE) else { return Ok((value, behind)) };
            value += "\"";
            left = behind;
        }
    }

    /// What follows the comma behind a value, if it is not the last.
    fn behind(text: &'a str) -> Result<Option<&'a str>, String> {
        match text.strip_prefix(',') {
            None if !text.is_empty() => {
                Err(format!("expected a comma behind the closing quote, found `{text}`"))
            }
            options => Ok(options),
        }
    }
}

impl<'a> Iterator for KeyValues<'a> {
    /// The value is `None` for a word alone.
    type Item = Result<(&'a str, Option<Cow<'a, str>>), SpecFault>;

    fn next(&mut self) -> Option<Self::Item> {
        let text = self.rest.take()?;
        let end = text.find(['=', ',']).unwrap_or(text.len());
        let (key, behind) = text.split_at(end);
        let Some(value) = behind.strip_prefix('=') else {
            self.rest = behind.strip_prefix(',');
            return Some(Ok((key, None)));
        };
        let option = KeyValues::quoted(key, value).and_then(|(value, behind)| {
            self.rest = KeyValues::behind(behind).map_err(|reason| KeyError::new(key, reason))?;
            Ok((key, Some(value)))
        });
        Some(option.map_err(SpecFault::from))
    }
}

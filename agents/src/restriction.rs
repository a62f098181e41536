//! Restricted play: which actions an agent must not choose. Comparing a restricted agent with itself unrestricted shows
//! what the forbidden actions are worth (Jaffe, Miller, Andersen, Liu, Karlin, Popović, *Evaluating Competitive Game
//! Balance with Restricted Play*, 2012).

use std::fmt;
use std::str::FromStr;

use drakkar_engine::error::KeyError;

use crate::catalogue::FORBID;

const SEPARATOR: char = '|';
/// The word that matches any run of one or more words.
const ANY: &str = "*";
/// In front of a pattern: all actions that do not fit.
const BUT: char = '!';

/// Actions by the words of their text, `take longboat`: a word fits itself, `*` any run of one or more words; with `!`
/// in front, all actions that do not fit. Its text round-trips, with single blanks between the words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// At least one; none is empty, contains the separator, or combines `*` with other characters.
    words: Vec<String>,
    /// Whether it means the actions that do not fit.
    but: bool,
}

/// Actions that fit one of some patterns, `take longboat | bid *`. Its text round-trips.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Patterns {
    patterns: Vec<Pattern>,
}

impl Pattern {
    /// Whether `text`, an action's, fits.
    pub fn fits(&self, text: &str) -> bool {
        self.matches(text) != self.but
    }

    fn matches(&self, text: &str) -> bool {
        // Nearly all actions that do not match begin with another word, and this runs in games.
        let first = &self.words[0];
        if first != ANY && !text.trim_start().starts_with(first.as_str()) {
            return false;
        }
        let mut words = text.split_whitespace();
        let mut pattern = self.words.as_slice();
        // Where to resume if the words after the last `*` do not match: it takes one more word.
        // Earlier ones need not, since anything that they could leave to it, it can take itself.
        let mut longer = None;
        loop {
            let mut behind = words.clone();
            match (pattern.split_first(), behind.next()) {
                (None, None) => return true,
                (Some((word, rest)), Some(found)) if word == ANY || word == found => {
                    (pattern, words) = (rest, behind);
                    if word == ANY {
                        longer = Some((rest, words.clone()));
                    }
                }
                _ => {
                    let Some((rest, taken)) = &mut longer else { return false };
                    if taken.next().is_none() {
                        return false;
                    }
                    (pattern, words) = (*rest, taken.clone());
                }
            }
        }
    }
}

impl Patterns {
    /// Whether the action with this text fits one of them.
    pub fn fits(&self, text: &str) -> bool {
        self.patterns.iter().any(|pattern| pattern.fits(text))
    }

    /// Checks them against all `actions` of a game.
    ///
    /// # Errors
    /// Names the first pattern that fits none of them, without `!` in front.
    pub fn check(&self, actions: &[String]) -> Result<(), String> {
        let idle = |it: &&Pattern| !actions.iter().any(|action| it.matches(action));
        let Some(idle) = self.patterns.iter().find(idle) else { return Ok(()) };
        Err(format!("no action of the game fits `{}`", Pattern { but: false, ..idle.clone() }))
    }

    /// All actions that do not fit, which is one pattern if this is one; `None` otherwise.
    #[must_use]
    pub fn negated(&self) -> Option<Patterns> {
        let [Pattern { words, but }] = &self.patterns[..] else { return None };
        Some(Patterns { patterns: vec![Pattern { words: words.clone(), but: !but }] })
    }

    /// Those for whose text there is another one are replaced by it, if that is a pattern, too.
    #[must_use]
    pub fn map(mut self, other: impl Fn(&str) -> Option<String>) -> Patterns {
        for pattern in &mut self.patterns {
            if let Some(Ok(new)) = other(&pattern.to_string()).map(|text| text.parse()) {
                *pattern = new;
            }
        }
        self
    }

    /// What fits either of the two.
    #[must_use]
    pub fn or(mut self, other: &Patterns) -> Patterns {
        self.patterns.extend_from_slice(&other.patterns);
        self
    }
}

fn refused(fault: &str) -> KeyError {
    FORBID.error(format!("expected {}; {fault}", FORBID.range_text()))
}

impl FromStr for Pattern {
    type Err = KeyError;

    /// # Errors
    /// No words, or `*` or `|` within a word.
    fn from_str(text: &str) -> Result<Pattern, KeyError> {
        let text = text.trim_start();
        let (but, text) = text.strip_prefix(BUT).map_or((false, text), |text| (true, text));
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            return Err(refused("a pattern is empty"));
        }
        let mixed = |word: &&String| *word != ANY && word.contains([SEPARATOR, '*']);
        match words.iter().find(mixed) {
            None => Ok(Pattern { words, but }),
            Some(word) => Err(refused(&format!("`{word}` is not a word"))),
        }
    }
}

impl FromStr for Patterns {
    type Err = KeyError;

    /// # Errors
    /// Names the option, and the invalid pattern.
    fn from_str(text: &str) -> Result<Patterns, KeyError> {
        let patterns = text.split(SEPARATOR).map(str::parse);
        Ok(Patterns { patterns: patterns.collect::<Result<_, _>>()? })
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.but { "!" } else { "" }, self.words.join(" "))
    }
}

impl fmt::Display for Patterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let patterns: Vec<String> = self.patterns.iter().map(Pattern::to_string).collect();
        f.write_str(&patterns.join(" | "))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn patterns_fit_whole_words() {
        for (pattern, fitting, others) in [
            ("pass", &["pass"][..], &["", "passes", "pass 1", "Pass"][..]),
            ("take longboat", &["take longboat", " take  longboat "], &["take", "take longboats"]),
            ("take *", &["take noble1", "take a b c"], &["take", "retake a", "a take b"]),
            ("*", &["pass", "take noble1"], &[""]),
            ("* 5", &["move 3.2 5", "buy 5"], &["5", "move 5 3", "buy 15"]),
            ("a * c", &["a b c", "a c c", "a b c c", "a b b c"], &["a c", "a b c b", "b b c"]),
            ("* b *", &["a b c", "b b b", "a b b a"], &["b b", "a b", "b a c", "a c d"]),
            ("* *", &["a b", "a b c"], &["a"]),
            ("!pass", &["", "passes", "pass 1"], &["pass", " pass "]),
            ("! take *", &["take", "bid 3"], &["take noble1", "take a b"]),
            ("* b b * c", &["a b b c c", "b b b b c", "a b a b b a c"], &["a b b c", "a b a b c"]),
        ] {
            let pattern: Pattern = pattern.parse().unwrap();
            assert!(fitting.iter().all(|text| pattern.fits(text)), "{pattern}");
            assert!(!others.iter().any(|text| pattern.fits(text)), "{pattern}");
        }
    }

    #[test]
    fn texts_are_canonical() {
        for (text, printed) in [
            (" take   longboat ", "take longboat"),
            ("bid *|pass", "bid * | pass"),
            ("b\t| a |a", "b | a | a"),
            ("! b * | !!c", "!b * | !!c"),
            ("tile S3+ | take \"x\", y", "tile S3+ | take \"x\", y"),
        ] {
            let restriction: Patterns = text.parse().unwrap();
            assert_eq!(restriction.to_string(), printed);
            assert_eq!(printed.parse(), Ok(restriction));
        }
        let restriction: Patterns = "bid * | pass".parse().unwrap();
        let texts: Vec<String> = restriction.patterns.iter().map(Pattern::to_string).collect();
        assert_eq!(texts, ["bid *", "pass"]);
        assert!(["bid 3", "pass"].iter().all(|text| restriction.fits(text)));
        assert!(["bid", "pass 3", "buy 3"].iter().all(|text| !restriction.fits(text)));
        let all_but = |text: &str| text.parse::<Patterns>().unwrap().negated();
        assert_eq!(all_but("!bid *"), Some("bid *".parse().unwrap()));
        assert_eq!(all_but("bid *"), Some("!bid *".parse().unwrap()));
        assert_eq!(all_but("bid * | pass"), None);
    }

    #[test]
    fn errors_name_the_option_and_the_word() {
        const EXPECTED: &str =
            "key `forbid`: expected patterns of words or * separated by |, such as bid * | pass; ";
        for (text, reason) in [
            ("", "a pattern is empty"),
            (" ", "a pattern is empty"),
            ("bid * |", "a pattern is empty"),
            ("| pass", "a pattern is empty"),
            ("!", "a pattern is empty"),
            ("a || b", "a pattern is empty"),
            ("take building-*", "`building-*` is not a word"),
            ("a | **", "`**` is not a word"),
        ] {
            let error = text.parse::<Patterns>().unwrap_err().to_string();
            assert_eq!(error, format!("{EXPECTED}{reason}"));
        }
        let error = "a|b".parse::<Pattern>().unwrap_err().to_string();
        assert_eq!(error, format!("{EXPECTED}`a|b` is not a word"));
    }

    /// Tries every length of every run.
    fn fits_plainly(pattern: &[&str], words: &[&str]) -> bool {
        match pattern {
            [] => words.is_empty(),
            ["*", rest @ ..] => (1..=words.len()).any(|run| fits_plainly(rest, &words[run..])),
            [word, rest @ ..] => words.first() == Some(word) && fits_plainly(rest, &words[1..]),
        }
    }

    proptest! {
        #[test]
        fn every_pattern_fits_what_it_plainly_fits(
            pattern in "(a|b|\\*)( (a|b|\\*)){0,5}", text in "((a|b)( (a|b)){0,7})?"
        ) {
            let (parts, words): (Vec<&str>, Vec<&str>) =
                (pattern.split(' ').collect(), text.split_whitespace().collect());
            let read: Pattern = pattern.parse().unwrap();
            prop_assert_eq!(read.fits(&text), fits_plainly(&parts, &words));
        }

        #[test]
        fn what_is_read_is_printed_canonically(text in "([ a*|\",]|\\PC){0,12}") {
            if let Ok(restriction) = text.parse::<Patterns>() {
                prop_assert_eq!(restriction.to_string().parse::<Patterns>(), Ok(restriction));
            }
        }
    }
}

//! A line of a tree file as words.

use std::str::FromStr;

/// The words of a line after its first one: keys, each followed by words that are not keys.
pub(super) struct Words<'t> {
    /// Keys with the words after them; those not yet used.
    left: Vec<(&'t str, Vec<&'t str>)>,
}

impl<'t> Words<'t> {
    /// Sorts `words` by the `keys` before them.
    ///
    /// # Errors
    /// If the first word is not a key, or a key comes twice.
    pub(super) fn new(
        words: impl Iterator<Item = &'t str>,
        keys: &[&str],
    ) -> Result<Words<'t>, String> {
        let mut left: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in words {
            if keys.contains(&word) {
                if left.iter().any(|(key, _)| *key == word) {
                    return Err(format!("`{word}` twice"));
                }
                left.push((word, Vec::new()));
            } else {
                let Some((_, words)) = left.last_mut() else {
                    return Err(format!("`{word}` is none of {}", keys.join(", ")));
                };
                words.push(word);
            }
        }
        Ok(Words { left })
    }

    /// The words after `key`; `None` without the key.
    pub(super) fn take(&mut self, key: &str) -> Option<Vec<&'t str>> {
        let place = self.left.iter().position(|(name, _)| *name == key)?;
        Some(self.left.remove(place).1)
    }

    /// The single word after `key`, as a value.
    pub(super) fn take_one<T: FromStr>(&mut self, key: &str) -> Result<Option<T>, String> {
        let Some(words) = self.take(key) else { return Ok(None) };
        let [word] = words[..] else { return Err(format!("`{key}` wants one word")) };
        number(key, word).map(Some)
    }

    /// The words after `key` as values; at least one.
    pub(super) fn take_all<T: FromStr>(&mut self, key: &str) -> Result<Option<Vec<T>>, String> {
        let Some(words) = self.take(key) else { return Ok(None) };
        if words.is_empty() {
            return Err(format!("nothing after `{key}`"));
        }
        words.into_iter().map(|word| number(key, word)).collect::<Result<_, _>>().map(Some)
    }

    /// # Errors
    /// If unused words are left.
    pub(super) fn end(self) -> Result<(), String> {
        match self.left.first() {
            Some((key, _)) => Err(format!("`{key}` does not belong here")),
            None => Ok(()),
        }
    }
}

fn number<T: FromStr>(key: &str, word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` is nothing for `{key}`"))
}

/// A number from 0 to 1, as a decimal or a fraction.
#[derive(Clone, Copy)]
pub(super) struct Share(pub(super) f64);

impl FromStr for Share {
    type Err = ();
    fn from_str(text: &str) -> Result<Share, ()> {
        let whole = |text: &str| text.parse::<u32>().map(f64::from).map_err(|_| ());
        let share = match text.split_once('/') {
            Some((top, bottom)) => whole(top)? / whole(bottom)?,
            None => text.parse().map_err(|_| ())?,
        };
        if (0.0..=1.0).contains(&share) { Ok(Share(share)) } else { Err(()) }
    }
}

/// A share, or `-` for none.
pub(super) struct Maybe(pub(super) Option<f64>);

impl FromStr for Maybe {
    type Err = ();
    fn from_str(text: &str) -> Result<Maybe, ()> {
        if text == "-" {
            return Ok(Maybe(None));
        }
        text.parse().map(|Share(share)| Maybe(Some(share)))
    }
}

/// A name, or `name*3` for three of it.
pub(super) struct Repeated {
    pub(super) name: String,
    pub(super) times: u32,
}

impl FromStr for Repeated {
    type Err = ();
    fn from_str(text: &str) -> Result<Repeated, ()> {
        let (name, times) = match text.split_once('*') {
            Some((name, times)) => (name, times.parse().map_err(|_| ())?),
            None => (text, 1),
        };
        if times == 0 {
            return Err(());
        }
        Ok(Repeated { name: name.to_owned(), times })
    }
}

//! A restriction in use: the remaining actions of a decision, and how often it mattered.

use std::fmt::{Display, Write};

use crate::agent::Log;
use crate::restriction::Patterns;

/// Applies a restriction to decisions and counts its effects.
///
/// Where every legal action is forbidden the restriction is void: all of them are allowed.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    restriction: Patterns,
    text: String,
    /// Numbers of the allowed actions of the last decision, ascending.
    allowed: Vec<u32>,
    effect: Log,
    /// The counts; no iterations.
    log: Log,
}

impl Filter {
    pub(crate) fn new(restriction: Patterns) -> Filter {
        let (effect, log) = (Log::default(), Log::default());
        Filter { restriction, text: String::new(), allowed: Vec::new(), effect, log }
    }

    /// Whether `action` is forbidden, regardless of the other legal ones.
    pub(crate) fn forbids(&mut self, action: &dyn Display) -> bool {
        self.text.clear();
        // Writing into a string cannot fail.
        let _ = write!(self.text, "{action}");
        self.restriction.fits(&self.text)
    }

    /// The numbers of the allowed ones of `count` legal actions, ascending.
    pub(crate) fn allowed<A: Display>(&mut self, count: u32, nth: impl Fn(u32) -> A) -> &[u32] {
        self.allowed.clear();
        for k in 0..count {
            if !self.forbids(&nth(k)) {
                self.allowed.push(k);
            }
        }
        let (left, is_void) = (self.allowed.len(), self.allowed.is_empty());
        let is_restricted = !is_void && left < count as usize;
        self.effect = Log { iterations: 0, restricted: is_restricted.into(), void: is_void.into() };
        if is_void {
            self.allowed.extend(0..count);
        }
        &self.allowed
    }

    pub(crate) fn keep_allowed<A: Copy + Display>(&mut self, actions: &mut Vec<A>) {
        self.allowed(actions.len() as u32, |k| actions[k as usize]);
        for (place, &k) in self.allowed.iter().enumerate() {
            actions[place] = actions[k as usize];
        }
        actions.truncate(self.allowed.len());
    }

    /// Counts the last decision, as one made in a game and not in a search.
    pub(crate) fn count(&mut self) {
        self.log.restricted += self.effect.restricted;
        self.log.void += self.effect.void;
    }

    pub(crate) fn take_log(&mut self) -> Log {
        std::mem::take(&mut self.log)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_and_what_is_counted() {
        let mut filter = Filter::new("1 | 3 | 4".parse().unwrap());
        for (actions, left, log) in [
            (&[0, 1, 2, 3][..], &[0, 2][..], (1, 0)),
            (&[0, 2], &[0, 2], (0, 0)),
            (&[3], &[3], (0, 1)),
            (&[4, 1], &[4, 1], (0, 1)),
            (&[4, 2], &[2], (1, 0)),
        ] {
            let numbers = filter.allowed(actions.len() as u32, |k| actions[k as usize]);
            let chosen: Vec<i32> = numbers.iter().map(|&k| actions[k as usize]).collect();
            assert_eq!(chosen, left);
            let mut kept = actions.to_vec();
            filter.keep_allowed(&mut kept);
            assert_eq!(kept, left);
            assert_eq!(filter.take_log(), Log::default());
            filter.count();
            assert_eq!(filter.take_log(), Log { iterations: 0, restricted: log.0, void: log.1 });
        }
        assert!(filter.forbids(&3) && !filter.forbids(&33));
    }
}

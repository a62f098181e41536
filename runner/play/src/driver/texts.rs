//! Actions as records tell them: that takes longer than to look them up.

use std::fmt::Display;
use std::hash::Hash;

use drakkar_engine::record::tell_action;
use rustc_hash::FxHashMap;

/// A game may have more actions than there is room for.
const MOST: usize = 1 << 12;

pub(super) struct ActionTexts<A>(FxHashMap<A, Box<[u8]>>);

impl<A: Copy + Eq + Hash + Display> ActionTexts<A> {
    pub(super) fn new() -> ActionTexts<A> {
        ActionTexts(FxHashMap::default())
    }

    pub(super) fn append(&mut self, action: A, line: &mut Vec<u8>) {
        if let Some(text) = self.0.get(&action) {
            return line.extend_from_slice(text);
        }
        let begin = line.len();
        tell_action(action, line);
        if self.0.len() < MOST {
            self.0.insert(action, line[begin..].into());
        }
    }
}

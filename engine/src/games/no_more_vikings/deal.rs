//! What chance decides (3.6), from a seed and as data.

use serde::{Deserialize, Serialize};

use super::component::Name;
use super::rule_set::RuleSet;
use super::state::MIXES;
use crate::error::KeyError;
use crate::games::deal::each_once;
use crate::seed::{DealSeed, shuffle};

/// Streams of the components (D5).
const DECK_STREAM: u32 = 0;
const MIXES_STREAM: u32 = 1;
const WHIMS_STREAM: u32 = 2;

crate::data!(Deal);

/// One deal: everything that chance decides in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// Numbers of the cards, from 1, next card first (D1).
    pub deck: Vec<u8>,
    /// Orders of all cards, for reshuffles and thefts (D3, D4).
    pub mixes: Vec<Vec<u8>>,
    /// The official whim, then those of each seat, then the others (D2).
    pub whims: Vec<Name>,
}

/// A deal under a rule set that has been [checked](RuleSet::check). It depends on nothing but the number of
/// cards, and the number and names of the whims (D5).
pub(super) fn deal(cards: u8, whims: impl Iterator<Item = Name>, seed: DealSeed) -> Deal {
    let ordered: Vec<u8> = (1..=cards).collect();
    let mut deck = ordered.clone();
    shuffle(&mut deck, &mut seed.stream(DECK_STREAM));
    let mut stream = seed.stream(MIXES_STREAM);
    let mixes = (0..MIXES).map(|_| {
        let mut mix = ordered.clone();
        shuffle(&mut mix, &mut stream);
        mix
    });
    let mixes = mixes.collect();
    let mut whims: Vec<Name> = whims.collect();
    shuffle(&mut whims, &mut seed.stream(WHIMS_STREAM));
    Deal { deck, mixes, whims }
}

/// D6: whether `deal` consists of the components of `rule_set`.
pub(super) fn check(rule_set: &RuleSet, deal: &Deal) -> Result<(), KeyError> {
    let cards = 1..=rule_set.card_count() as u8;
    each_once("deck", "card", &deal.deck, cards.clone())?;
    if deal.mixes.len() != MIXES {
        let reason = format!("{} lists instead of {MIXES}", deal.mixes.len());
        return Err(KeyError::new("mixes", reason));
    }
    for (index, mix) in deal.mixes.iter().enumerate() {
        each_once(&format!("mixes[{index}]"), "card", mix, cards.clone())?;
    }
    let mut dealt = deal.whims.clone();
    dealt.sort_unstable();
    let mut known: Vec<Name> = rule_set.whims.iter().map(|whim| whim.name).collect();
    known.sort_unstable();
    if dealt != known {
        let reason = format!("expected each of the {} whims of the rules once", known.len());
        return Err(KeyError::new("whims", reason));
    }
    Ok(())
}

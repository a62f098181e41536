//! What chance decides (S2 to S4, S6), from a seed and as data.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::component::{Cards, MAX_PLAYERS};
use super::rule_set::{LOW, RuleSet};
use crate::error::KeyError;
use crate::seat::{PerSeat, Seat};
use crate::seed::{DealSeed, shuffle};

/// Streams of the components.
const CARDS_STREAM: u32 = 0;
const MATERIALS_STREAM: u32 = 1;

crate::data!(Deal);

/// One deal: everything that chance decides in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// Numbers of the material cards, from 1, in the order of the rounds; the removed ones last.
    pub materials: Vec<u8>,
    /// The hand of each seat after all redeals.
    pub hands: Hands,
    /// The other cards, top first.
    pub talon: Talon,
}

/// A hand for each seat; in data a text of ascending digits for each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hands(pub PerSeat<Cards>);

/// Values of cards in their order; in data a text of digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Talon(pub Vec<u8>);

/// S2 to S4: a deal for `players` seats under a rule set that has been [checked](RuleSet::check).
pub(super) fn deal(rule_set: &RuleSet, players: usize, seed: DealSeed) -> Deal {
    let mut materials: Vec<u8> = (1..=rule_set.materials.cards.len() as u8).collect();
    shuffle(&mut materials, &mut seed.stream(MATERIALS_STREAM));
    let hand = usize::from(rule_set.setup.hand);
    let mut stream = seed.stream(CARDS_STREAM);
    // Usually at once: only odd rule sets have so few cards above 3 that the talon may run out of them.
    loop {
        let mut talon: Vec<u8> = deck(rule_set).iter().collect();
        shuffle(&mut talon, &mut stream);
        let mut hands: Vec<Vec<u8>> = (0..players).map(|_| talon.drain(..hand).collect()).collect();
        let dealt = hands.iter_mut().all(|hand| {
            while rule_set.setup.redeal && is_low(hand) {
                if is_low(&talon) {
                    return false;
                }
                let size = hand.len();
                talon.append(hand);
                shuffle(&mut talon, &mut stream);
                hand.extend(talon.drain(..size));
            }
            true
        });
        if dealt {
            let hands = PerSeat::from_fn(players, |seat| cards(&hands[seat.index()]));
            return Deal { materials, hands: Hands(hands), talon: Talon(talon) };
        }
    }
}

/// All combat cards (C5).
pub(super) fn deck(rule_set: &RuleSet) -> Cards {
    let mut deck = Cards::NONE;
    for value in 1..=u32::from(rule_set.cards.highest) {
        deck.add(Cards::of(value, rule_set.cards.copies.into()));
    }
    deck
}

/// S3.
fn is_low(cards: &[u8]) -> bool {
    cards.iter().all(|&value| u32::from(value) <= LOW)
}

fn cards(values: &[u8]) -> Cards {
    let mut cards = Cards::NONE;
    values.iter().for_each(|&value| cards.add(Cards::of(value.into(), 1)));
    cards
}

/// Whether `deal` consists of the components of `rule_set` and satisfies S2 to S4.
pub(super) fn check(rule_set: &RuleSet, players: usize, deal: &Deal) -> Result<(), KeyError> {
    let mut materials = deal.materials.clone();
    materials.sort_unstable();
    let known = rule_set.materials.cards.len();
    if !materials.iter().copied().eq(1..=known as u8) {
        let reason = format!("expected each card from 1 to {known} once");
        return Err(KeyError::new("materials", reason));
    }
    let hands = &deal.hands.0;
    if hands.players() != players {
        let reason = format!("{} hands for {players} seats", hands.players());
        return Err(KeyError::new("hands", reason));
    }
    let deck = deck(rule_set);
    let left = deck.total() as usize - usize::from(rule_set.setup.hand) * players;
    if deal.talon.0.len() != left {
        let reason = format!("{} cards instead of {left}", deal.talon.0.len());
        return Err(KeyError::new("talon", reason));
    }
    let mut all = cards(&deal.talon.0);
    for (seat, hand) in hands.iter() {
        let refuse = |reason| Err(KeyError::new(format!("hands[{seat}]"), reason));
        if hand.total() != u32::from(rule_set.setup.hand) {
            return refuse(format!("{} cards instead of {}", hand.total(), rule_set.setup.hand));
        }
        if rule_set.setup.redeal && hand.above(LOW) == Cards::NONE {
            return refuse(format!("no card above {LOW}, so it would have been dealt again"));
        }
        all.add(hand);
    }
    match (1..=Cards::HIGHEST).find(|&value| all.count(value) != deck.count(value)) {
        None => Ok(()),
        Some(value) => {
            let (found, expected) = (all.count(value), deck.count(value));
            let reason = format!("{found} cards `{value}`, but the rules have {expected}");
            Err(KeyError::new("hands and talon", reason))
        }
    }
}

/// Most cards of a text, so that their sums stay within a [`Cards`].
const MOST: usize = 100;

/// The digits of a text as values of cards.
fn digits<E: serde::de::Error>(text: &str) -> Result<Vec<u8>, E> {
    let value = |byte: u8| matches!(byte, b'1'..=b'9').then(|| byte - b'0');
    let values: Option<Vec<u8>> = text.bytes().map(value).collect();
    values.filter(|values| values.len() <= MOST).ok_or_else(|| {
        E::custom(format!("expected at most {MOST} digits from 1 to 9, such as 1256"))
    })
}

impl Serialize for Hands {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.as_slice().iter().map(Cards::to_string))
    }
}

impl<'de> Deserialize<'de> for Hands {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hands, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        if texts.len() > MAX_PLAYERS {
            return Err(D::Error::custom(format!("more than {MAX_PLAYERS} hands")));
        }
        let mut hands = Vec::new();
        for text in &texts {
            let hand = digits(text)?;
            // So that sums of all hands and the talon stay small, too.
            if hand.len() > 12 || !hand.is_sorted() {
                return Err(D::Error::custom("expected at most 12 digits in ascending order"));
            }
            hands.push(cards(&hand));
        }
        Ok(Hands(PerSeat::from_fn(hands.len(), |seat: Seat| hands[seat.index()])))
    }
}

impl Serialize for Talon {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits: String = self.0.iter().map(|&value| char::from(b'0' + value)).collect();
        serializer.serialize_str(&digits)
    }
}

impl<'de> Deserialize<'de> for Talon {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Talon, D::Error> {
        digits(&String::deserialize(deserializer)?).map(Talon)
    }
}

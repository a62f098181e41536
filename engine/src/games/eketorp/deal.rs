//! What chance decides (S2 to S4, S6), from a seed and as data.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::component::{Cards, MAX_PLAYERS};
use super::rule_set::{LOW, RuleSet};
use crate::error::KeyError;
use crate::games::deal::each_once;
use crate::seat::{PerSeat, Seat};
use crate::seed::{DealSeed, shuffle};

const CARDS_STREAM: u32 = 0;
const MATERIALS_STREAM: u32 = 1;

crate::data!(Deal);

/// One deal: everything that chance decides in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// Numbers of the material cards, from 1, in the order of the rounds; the removed ones last.
    pub materials: Vec<u8>,
    /// The hand of each seat after all redeals; in data a text of ascending digits.
    #[serde(serialize_with = "write_hands", deserialize_with = "read_hands")]
    pub hands: PerSeat<Cards>,
    /// The values of the other cards, top first; in data a text of digits.
    #[serde(serialize_with = "write_talon", deserialize_with = "read_talon")]
    pub talon: Vec<u8>,
}

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
            let hand = |seat: Seat| hands[seat.index()].iter().copied().collect();
            return Deal { materials, hands: PerSeat::from_fn(players, hand), talon };
        }
    }
}

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

/// Whether `deal` consists of the components of `rule_set` and satisfies S2 to S4.
pub(super) fn check(rule_set: &RuleSet, players: usize, deal: &Deal) -> Result<(), KeyError> {
    each_once("materials", "card", &deal.materials, 1..=rule_set.materials.cards.len() as u8)?;
    let hands = &deal.hands;
    if hands.players() != players {
        let reason = format!("{} hands for {players} seats", hands.players());
        return Err(KeyError::new("hands", reason));
    }
    let deck = deck(rule_set);
    let left = deck.total() as usize - usize::from(rule_set.setup.hand) * players;
    if deal.talon.len() != left {
        let reason = format!("{} cards instead of {left}", deal.talon.len());
        return Err(KeyError::new("talon", reason));
    }
    let mut all: Cards = deal.talon.iter().copied().collect();
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

fn digits<E: serde::de::Error>(text: &str) -> Result<Vec<u8>, E> {
    let value = |byte: u8| matches!(byte, b'1'..=b'9').then(|| byte - b'0');
    let values: Option<Vec<u8>> = text.bytes().map(value).collect();
    values.filter(|values| values.len() <= MOST).ok_or_else(|| {
        E::custom(format!("expected at most {MOST} digits from 1 to 9, such as 1256"))
    })
}

fn write_hands<S: Serializer>(hands: &PerSeat<Cards>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(hands.as_slice().iter().map(Cards::to_string))
}

fn read_hands<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PerSeat<Cards>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    if texts.len() > MAX_PLAYERS {
        return Err(D::Error::custom(format!("more than {MAX_PLAYERS} hands")));
    }
    let mut hands = PerSeat::new(texts.len(), Cards::NONE);
    for (place, text) in hands.as_mut_slice().iter_mut().zip(&texts) {
        let hand = digits(text)?;
        // So that sums of all hands and the talon stay small, too.
        if hand.len() > 12 || !hand.is_sorted() {
            return Err(D::Error::custom("expected at most 12 digits in ascending order"));
        }
        *place = hand.into_iter().collect();
    }
    Ok(hands)
}

fn write_talon<S: Serializer>(talon: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    let digits: String = talon.iter().map(|&value| char::from(b'0' + value)).collect();
    serializer.serialize_str(&digits)
}

fn read_talon<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    digits(&String::deserialize(deserializer)?)
}

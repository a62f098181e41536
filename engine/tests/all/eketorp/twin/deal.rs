//! The deal of section 2.10 as a record holds it.

use serde_json::Value;

use super::rules::{Rules, require};

/// S6: what chance decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// S4: the numbers of the material cards, from 1; round r uses entry r.
    pub materials: Vec<usize>,
    /// S2, S3: the hands, in ascending order.
    pub hands: Vec<Vec<usize>>,
    /// The top first.
    pub talon: Vec<usize>,
}

impl Deal {
    /// Reads a deal; says what is wrong with one that section 2.10 does not allow.
    pub fn read(rules: &Rules, players: usize, deal: &Value) -> Result<Deal, String> {
        for key in deal.as_object().ok_or("the deal is an object")?.keys() {
            require(["materials", "hands", "talon"].contains(&key.as_str()), "no other keys")?;
        }
        let mut materials = Vec::new();
        for number in deal["materials"].as_array().ok_or("`materials` is a list")? {
            materials.push(number.as_u64().ok_or("a number of a material card")? as usize);
        }
        let mut numbers = materials.clone();
        numbers.sort_unstable();
        let all: Vec<usize> = (1..=rules.materials.cards.len()).collect();
        require(numbers == all, "S4: every material card once")?;

        let mut hands = Vec::new();
        for hand in deal["hands"].as_array().ok_or("`hands` is a list")? {
            hands.push(read_cards(hand)?);
        }
        require(hands.len() == players, "S2: one hand for each seat")?;
        for hand in &hands {
            require(hand.len() == rules.setup.hand, "S2: the cards of a hand")?;
            require(hand.is_sorted(), "2.10: hands in ascending order")?;
            require(
                !rules.setup.redeal || hand.iter().any(|&card| card > 3),
                "S3: a card above 3 in every hand",
            )?;
        }
        let talon = read_cards(&deal["talon"])?;

        let mut found: Vec<usize> = hands.concat();
        found.extend(&talon);
        found.sort_unstable();
        let mut cards = Vec::new();
        for card in 1..=rules.cards.highest {
            cards.extend(vec![card; rules.cards.copies]);
        }
        require(found == cards, "C5: hands and talon are all cards")?;
        Ok(Deal { materials, hands, talon })
    }
}

/// Cards as digits.
fn read_cards(text: &Value) -> Result<Vec<usize>, String> {
    let mut cards = Vec::new();
    for digit in text.as_str().ok_or("cards are a text")?.chars() {
        cards.push(digit.to_digit(10).ok_or("a card is a digit")? as usize);
    }
    Ok(cards)
}

/// Cards as a text of digits.
pub fn text(cards: &[usize]) -> String {
    cards.iter().map(|card| card.to_string()).collect()
}

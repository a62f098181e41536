//! The deal of section 3.6 as a record holds it.

use serde_json::Value;

use super::rules::{Rules, require};

/// What chance decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// D1: numbers of cards, next card first.
    pub deck: Vec<usize>,
    /// D3: eight orders of all cards.
    pub mixes: Vec<Vec<usize>>,
    /// D2: names.
    pub whims: Vec<String>,
}

impl Deal {
    /// Reads a deal; says what is wrong with one that section 3.6 does not allow (D6).
    pub fn read(rules: &Rules, deal: &Value) -> Result<Deal, String> {
        for key in deal.as_object().ok_or("the deal is an object")?.keys() {
            require(["deck", "mixes", "whims"].contains(&key.as_str()), "D6: no other keys")?;
        }
        let cards = rules.deck().len();
        let deck = read_order(&deal["deck"], cards)?;
        let mut mixes = Vec::new();
        for mix in deal["mixes"].as_array().ok_or("`mixes` is a list")? {
            mixes.push(read_order(mix, cards)?);
        }
        require(mixes.len() == 8, "D6: eight mixes")?;
        let mut whims = Vec::new();
        for whim in deal["whims"].as_array().ok_or("`whims` is a list")? {
            whims.push(whim.as_str().ok_or("a name of a whim")?.to_owned());
        }
        let mut dealt = whims.clone();
        dealt.sort_unstable();
        let mut all: Vec<String> = rules.whims.iter().map(|whim| whim.name.clone()).collect();
        all.sort_unstable();
        require(dealt == all, "D6: every whim once")?;
        Ok(Deal { deck, mixes, whims })
    }
}

/// D6: an order of all cards.
fn read_order(list: &Value, cards: usize) -> Result<Vec<usize>, String> {
    let mut order = Vec::new();
    for number in list.as_array().ok_or("an order of cards is a list")? {
        order.push(number.as_u64().ok_or("a number of a card")? as usize);
    }
    let mut numbers = order.clone();
    numbers.sort_unstable();
    require(numbers == (1..=cards).collect::<Vec<_>>(), "D6: every card once")?;
    Ok(order)
}

//! What the table of keys cannot say about a rule set: cards, whims, and conditions on several keys (3.8).

use serde_json::{Value, json};

use super::component::{Kind, MAX_CARDS, MAX_PLAYERS, MIN_PLAYERS, SIDE};
use super::rule_set::{MOST_NEEDED, MOST_POINTS, RULES, RuleSet, Whim};
use crate::data::ToData;
use crate::error::KeyError;

/// Most columns on a card.
const MOST_LANDINGS: usize = 2;

impl RuleSet {
    /// Whether the game can be played with these values.
    ///
    /// # Errors
    /// Names the first key at fault and the reason.
    pub fn check(&self, players: usize) -> Result<(), KeyError> {
        if !(MIN_PLAYERS..=MAX_PLAYERS).contains(&players) {
            let reason =
                format!("No More Vikings! has {MIN_PLAYERS} to {MAX_PLAYERS} seats, not {players}");
            return Err(KeyError::new("players", reason));
        }
        RULES.check(&self.to_data())?;
        self.check_cards()?;
        for (index, whim) in self.whims.iter().enumerate() {
            check_whim(whim).map_err(|error| error.under(&format!("whims[{index}]")))?;
            if self.whims[..index].iter().any(|other| other.name == whim.name) {
                let key = format!("whims[{index}].name");
                return Err(KeyError::refused(key, &json!(whim.name), "is given twice"));
            }
        }
        self.check_counts(players)
    }

    /// At most two columns on a card, each on the board, in rising order.
    fn check_cards(&self) -> Result<(), KeyError> {
        let number: usize = self.cards.iter().map(|cards| cards.landing.len()).sum();
        if !(1..=MAX_CARDS).contains(&number) {
            let reason = format!("{number} cards, but there must be 1 to {MAX_CARDS}");
            return Err(KeyError::new("cards", reason));
        }
        for (index, cards) in self.cards.iter().enumerate() {
            for (card, landing) in cards.landing.iter().enumerate() {
                let refuse = |reason: String| {
                    let key = format!("cards[{index}].landing[{card}]");
                    Err(KeyError::refused(key, &json!(landing), reason))
                };
                if landing.len() > MOST_LANDINGS {
                    return refuse(format!("a card shows at most {MOST_LANDINGS} columns"));
                }
                let last = char::from(b'a' + self.board.columns - 1);
                if !landing.chars().all(|column| ('a'..=last).contains(&column)) {
                    return refuse(format!("the board has columns a to {last}"));
                }
                if !landing.as_bytes().is_sorted_by(|one, two| one < two) {
                    return refuse("columns must be different and in rising order".into());
                }
            }
        }
        Ok(())
    }

    /// Enough whims, villagers and action cards for all seats.
    fn check_counts(&self, players: usize) -> Result<(), KeyError> {
        let setup = &self.setup;
        let at_most = |key: &str, value: u8, all: usize, what: &str| {
            if usize::from(value) * players <= all {
                return Ok(());
            }
            let reason = format!("{players} seats need {value} each, but {what} {all}");
            Err(KeyError::refused(key, &Value::from(value), reason))
        };
        let whims = self.whims.len() - 1;
        at_most(
            "setup.whims_drawn",
            setup.whims_drawn,
            whims,
            "besides the official whim there are",
        )?;
        at_most(
            "setup.villagers",
            setup.villagers,
            self.supply.villager.into(),
            "the supply of villagers is",
        )?;
        let actions = self.cards.iter().filter(|cards| !cards.kind.is_event());
        let actions = actions.map(|cards| cards.landing.len()).sum();
        at_most("setup.cards", setup.cards, actions, "the number of action cards is")
    }

    /// The kinds of all cards, number 1 first (C4).
    pub(super) fn card_kinds(&self) -> impl Iterator<Item = (Kind, &str)> {
        self.cards
            .iter()
            .flat_map(|cards| cards.landing.iter().map(|landing| (cards.kind, landing.as_str())))
    }

    pub(super) fn card_count(&self) -> usize {
        self.card_kinds().count()
    }
}

fn check_whim(whim: &Whim) -> Result<(), KeyError> {
    if !(-MOST_POINTS..=MOST_POINTS).contains(&whim.points) {
        let reason = format!("must be -{MOST_POINTS} to {MOST_POINTS}");
        return Err(KeyError::refused("points", &json!(whim.points), reason));
    }
    if whim.pattern.is_none() && whim.need.is_none() && whim.none.is_none() {
        return Err(KeyError::new("", "has none of `pattern`, `need` and `none`"));
    }
    for (unit, &number) in whim.need.iter().flatten() {
        if number > MOST_NEEDED {
            let key = format!("need.{}", unit.name());
            return Err(KeyError::refused(
                key,
                &json!(number),
                format!("must be 0 to {MOST_NEEDED}"),
            ));
        }
    }
    let Some(pattern) = &whim.pattern else { return Ok(()) };
    if !(1..=SIDE).contains(&pattern.len()) {
        let reason = format!("{} lines, but a pattern has 1 to {SIDE}", pattern.len());
        return Err(KeyError::new("pattern", reason));
    }
    for (index, line) in pattern.iter().enumerate() {
        let refuse = |reason: String| {
            Err(KeyError::refused(format!("pattern[{index}]"), &json!(line), reason))
        };
        if !line.chars().all(|sign| matches!(sign, 'H' | 'A' | '.')) {
            return refuse("H is a house, A a field, . anything; there is nothing else".into());
        }
        if !(1..=SIDE).contains(&line.len()) {
            return refuse(format!("a line has 1 to {SIDE} signs"));
        }
        if line.len() != pattern[0].len() {
            return refuse("all lines must be equally long".into());
        }
    }
    Ok(())
}

//! By which numbers the game can be played.

use super::bonus::Bonus;
use super::component::{LOTS, MAX_PLAYERS, ROUNDS};
use super::grant;
use super::rule_set::{RuleSet, Scoring, Tiles};
use crate::error::KeyError;

/// Start tiles that leave the 21 left ends, used or not (C6).
pub(super) const START_TILES: u32 = 4;
/// Vikings drawn in a round with the auction (A1); without it the first 12 of them are used.
pub(super) const DRAWN: usize = 13;
/// Highest point value, so that every sum stays far inside 32 bits.
const MAX_VALUE: u32 = 1000;
/// Most bonus tiles of a kind.
pub(super) const MAX_BONUS: u32 = 15;
/// Most vikings of a colour.
pub(super) const MAX_PER_COLOUR: u32 = 20;

impl RuleSet {
    /// Whether the game can be played by these numbers.
    ///
    /// # Errors
    /// Names the first key at fault and the reason.
    pub fn check(&self, players: usize) -> Result<(), KeyError> {
        if !(2..=MAX_PLAYERS).contains(&players) {
            let reason = format!("Vikings has 2 to {MAX_PLAYERS} seats, not {players}");
            return Err(KeyError::new("players", reason));
        }
        self.check_values()?;
        self.check_bonus()?;
        grant::check(self, players)?;
        self.check_counts()
    }

    fn check_bonus(&self) -> Result<(), KeyError> {
        let kinds = Bonus::ALL;
        for ((kind, count), value) in
            kinds.into_iter().zip(self.bonus.counts()).zip(self.bonus.values())
        {
            if count > MAX_BONUS {
                let reason = format!("{count} is above {MAX_BONUS}");
                return Err(KeyError::new(format!("bonus.{kind}.count"), reason));
            }
            if value > MAX_VALUE {
                let reason = format!("{value} is above {MAX_VALUE}");
                return Err(KeyError::new(format!("bonus.{kind}.value"), reason));
            }
        }
        if self.bonus.gold3.value == 0 {
            return Err(KeyError::new("bonus.gold3.value", "must be at least 1"));
        }
        if self.bonus.building_cap > MAX_VALUE {
            let reason = format!("{} is above {MAX_VALUE}", self.bonus.building_cap);
            return Err(KeyError::new("bonus.building_cap", reason));
        }
        Ok(())
    }

    fn check_values(&self) -> Result<(), KeyError> {
        let Scoring { gold_per_glory, fisherman_feeds, surplus_glory, unfed_penalty, .. } =
            self.scoring;
        let mut values = vec![
            ("setup.glory".to_owned(), self.setup.glory),
            ("setup.gold.2".into(), self.setup.gold.two),
            ("setup.gold.3".into(), self.setup.gold.three),
            ("setup.gold.4".into(), self.setup.gold.four),
            ("scoring.goldsmith_gold".into(), self.scoring.goldsmith_gold),
            ("scoring.noble_glory".into(), self.scoring.noble_glory),
            ("scoring.scout_glory".into(), self.scoring.scout_glory),
            ("scoring.scout_goldsmith".into(), self.scoring.scout_goldsmith),
            ("scoring.scout_fisherman".into(), self.scoring.scout_fisherman),
            ("scoring.gold_per_glory".into(), gold_per_glory),
            ("scoring.most_boatswains".into(), self.scoring.most_boatswains),
            ("scoring.most_islands".into(), self.scoring.most_islands),
            ("scoring.longest_island".into(), self.scoring.longest_island),
            ("scoring.fisherman_feeds".into(), fisherman_feeds),
            ("scoring.surplus_glory".into(), surplus_glory),
            ("scoring.unfed_penalty".into(), unfed_penalty),
        ];
        for (sail, ship) in "NSGF".chars().zip(self.ships.list()) {
            values.push((format!("ships.{sail}.gold"), ship.gold));
            values.push((format!("ships.{sail}.glory"), ship.glory));
        }
        for (key, value) in values {
            if value > MAX_VALUE {
                return Err(KeyError::new(key, format!("{value} is above {MAX_VALUE}")));
            }
        }
        if gold_per_glory == 0 {
            return Err(KeyError::new("scoring.gold_per_glory", "must be at least 1"));
        }
        Ok(())
    }

    fn check_counts(&self) -> Result<(), KeyError> {
        let per_colour = self.vikings.per_colour;
        if !(DRAWN as u32..=MAX_PER_COLOUR).contains(&per_colour) {
            let reason = format!(
                "{per_colour} is not between {DRAWN}, which fills {ROUNDS} rounds of {DRAWN} \
                 vikings, and {MAX_PER_COLOUR}"
            );
            return Err(KeyError::new("vikings.per_colour", reason));
        }
        if self.tiles.left_ends < START_TILES {
            let reason =
                format!("{} are too few for {START_TILES} start tiles", self.tiles.left_ends);
            return Err(KeyError::new("tiles.left_ends", reason));
        }
        let ships: u64 = self.ships.list().iter().map(|ship| u64::from(ship.count)).sum();
        let Tiles { left_ends, right_ends, middles_per_building } = self.tiles;
        let dealt = u64::from(left_ends - START_TILES)
            + u64::from(right_ends)
            + 4 * u64::from(middles_per_building)
            + ships;
        if dealt != (ROUNDS * LOTS) as u64 {
            let reason = format!(
                "{left_ends} left ends less {START_TILES} start tiles, {right_ends} right ends, 4 x \
                 {middles_per_building} middles and {ships} ships are {dealt} tiles, but {ROUNDS} \
                 rounds of {LOTS} need {}",
                ROUNDS * LOTS
            );
            return Err(KeyError::new("tiles", reason));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::games::vikings::Vikings as Game;
    use crate::games::vikings::rule_set::PRESETS;
    use crate::rules;

    fn refused(change: &str, players: usize) -> String {
        let text = rules::set(PRESETS[0].toml, &[change.to_owned()]).unwrap();
        rules::read::<Game>(&text).unwrap().check(players).unwrap_err().to_string()
    }

    #[test]
    fn presets_are_playable() {
        for preset in PRESETS {
            let rule_set = rules::read::<Game>(preset.toml).unwrap();
            for players in 2..=4 {
                rule_set.check(players).unwrap();
            }
        }
    }

    #[test]
    fn refusals_name_key_and_reason() {
        for (change, message) in [
            (
                "tiles.left_ends=22",
                "key `tiles`: 22 left ends less 4 start tiles, 21 right ends, 4 x 5 middles and 14 \
                 ships are 73 tiles, but 6 rounds of 12 need 72",
            ),
            ("tiles.left_ends=3", "key `tiles.left_ends`: 3 are too few for 4 start tiles"),
            ("scoring.gold_per_glory=0", "key `scoring.gold_per_glory`: must be at least 1"),
            ("scoring.noble_glory=1001", "key `scoring.noble_glory`: 1001 is above 1000"),
            ("bonus.longboat.count=16", "key `bonus.longboat.count`: 16 is above 15"),
            ("bonus.noble1.value=1001", "key `bonus.noble1.value`: 1001 is above 1000"),
            ("bonus.gold3.value=0", "key `bonus.gold3.value`: must be at least 1"),
            ("bonus.building_cap=1001", "key `bonus.building_cap`: 1001 is above 1000"),
        ] {
            assert_eq!(refused(change, 3), message);
        }
        assert!(refused("vikings.per_colour=12", 2).contains("`vikings.per_colour`: 12 is not"));
        assert_eq!(refused("setup.glory=10", 5), "key `players`: Vikings has 2 to 4 seats, not 5");
    }

    #[test]
    fn a_wrong_text_names_the_line() {
        let text = PRESETS[0].toml.replace("per_colour = 13", "per_color = 13");
        let error = rules::read::<Game>(&text).unwrap_err().to_string();
        assert!(error.starts_with("line 8: unknown field `per_color`"), "{error}");
    }
}

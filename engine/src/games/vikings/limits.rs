//! The values with which the game can be played.

use super::component::{LOTS, MAX_PLAYERS, ROUNDS, START_TILES};
use super::grant;
use super::rule_set::{RULES, RuleSet, Tiles};
use crate::data::ToData;
use crate::error::KeyError;

impl RuleSet {
    /// Whether the game can be played with these values.
    ///
    /// # Errors
    /// Names the first key at fault and the reason.
    pub fn check(&self, players: usize) -> Result<(), KeyError> {
        if !(2..=MAX_PLAYERS).contains(&players) {
            let reason = format!("Vikings has 2 to {MAX_PLAYERS} seats, not {players}");
            return Err(KeyError::new("players", reason));
        }
        RULES.check(&self.to_data())?;
        grant::check(self, players)?;
        self.check_counts()
    }

    /// The tiles fill all rounds.
    fn check_counts(&self) -> Result<(), KeyError> {
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
    use crate::games::vikings::rule_set::{PRESETS, RULES};
    use crate::recorded::Recorded;
    use crate::rules;

    fn refused(change: &str, players: usize) -> String {
        let text = rules::set(PRESETS[0].toml, &[change.to_owned()]).unwrap();
        let read = Game::read_toml(&text);
        read.and_then(|rule_set| rule_set.check(players)).unwrap_err().to_string()
    }

    #[test]
    fn presets_are_playable() {
        for preset in PRESETS {
            let rule_set = Game::read_toml(preset.toml).unwrap();
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
            ("tiles.left_ends=3", "tiles.left_ends=3: must be 4 to 76"),
            ("vikings.per_colour=12", "vikings.per_colour=12: must be 13 to 20"),
            ("scoring.gold_per_glory=0", "scoring.gold_per_glory=0: must be 1 to 1000"),
            ("scoring.noble_glory=1001", "scoring.noble_glory=1001: must be 0 to 1000"),
            ("scoring.unfed_penalty=-3", "scoring.unfed_penalty=-3: must be 0 to 1000"),
            ("scoring.unfed_penalty=all", "scoring.unfed_penalty=\"all\": must be 0 to 1000"),
            ("scoring.glory_floor=1", "scoring.glory_floor=1: must be true or false"),
            ("ships.N.count=73", "ships.N.count=73: must be 0 to 72"),
            (
                "advanced.bonus_trigger=11",
                "advanced.bonus_trigger=11: must be `highest` or `space-11`",
            ),
            ("bonus.longboat.count=16", "bonus.longboat.count=16: must be 0 to 15"),
            ("bonus.noble1.value=1001", "bonus.noble1.value=1001: must be 0 to 1000"),
            ("bonus.gold3.value=0", "bonus.gold3.value=0: must be 1 to 1000"),
            ("bonus.building_cap=1001", "bonus.building_cap=1001: must be 0 to 1000"),
        ] {
            assert_eq!(refused(change, 3), message);
        }
        assert_eq!(refused("setup.glory=10", 5), "key `players`: Vikings has 2 to 4 seats, not 5");
    }

    #[test]
    fn a_wrong_file_names_the_line() {
        let text = PRESETS[0].toml.replace("per_colour = 13", "per_color = 13");
        let error = RULES.complete(&text).unwrap_err().to_string();
        let reason = "key `vikings.per_color`: there is no such key; did you mean `per_colour`?";
        assert_eq!(error, format!("line 10: {reason}"));
    }

    #[test]
    fn values_that_come_from_no_file_are_checked() {
        let mut rule_set = Game::read_toml(PRESETS[0].toml).unwrap();
        rule_set.scoring.gold_per_glory = 0;
        let error = rule_set.check(2).unwrap_err().to_string();
        assert_eq!(error, "scoring.gold_per_glory=0: must be 1 to 1000");
    }
}

//! *No More Vikings!* under the most extreme rule sets that it accepts: nothing overflows, clocks differ, draws
//! are possible, and as long as it takes little time the twin plays along.

use super::twin::piece::Piece;
use super::twin::rules::Strategy as Token;
use super::twin::variation::varied;
use super::twin::{Rules, Twin, card};
use crate::twins::extremes::play;
use drakkar_engine::seed::Rng;
use proptest::prelude::*;

/// The least, the greatest, or any.
fn number(rng: &mut Rng, least: i64, most: i64) -> i64 {
    match rng.below(3) {
        0 => least,
        1 => most,
        _ => least + i64::from(rng.below((most - least + 1) as u32)),
    }
}

/// A rule set that is accepted for a number of seats, with values at the limits that the engine's page names.
fn rules(players: usize, rng: &mut Rng) -> Rules {
    let mut rules = varied(players, &mut |most| rng.below(most as u32 + 1) as usize);
    if rng.below(3) == 0 {
        // The largest deck, of few kinds.
        let kinds = [card::ACTIONS[rng.below(12) as usize], "counter", "steal"];
        rules.cards.truncate(1);
        let mut more = rules.cards[0].clone();
        more.landing = vec!["a".to_owned(); 20];
        rules.cards.clear();
        rules.cards.extend(kinds.map(|kind| {
            more.kind = kind.to_owned();
            more.clone()
        }));
        more.kind = "newcomers".to_owned();
        more.landing.truncate(4);
        rules.cards.push(more);
    }
    for piece in Piece::ALL {
        let least = rules.supply[&piece].min(8 * players);
        let count = number(rng, least as i64, 255) as usize;
        rules.supply.insert(piece, count);
    }
    let mut token = || {
        let mut count = || number(rng, 0, 31) as usize;
        Token { draw: count(), keep: count(), actions: count() }
    };
    rules.strategies.aggressive = token();
    rules.strategies.development = token();
    let scoring = &mut rules.scoring;
    scoring.villager = number(rng, -99, 99);
    scoring.soldier = number(rng, -99, 99);
    scoring.fortress = number(rng, -99, 99);
    scoring.edict = number(rng, -99, 99);
    scoring.field_neighbour = number(rng, -99, 99);
    scoring.sunk_longship = number(rng, -99, 99);
    for whim in &mut rules.whims {
        whim.points = number(rng, -99, 99);
    }
    let bonus = ["", "villager", "cottage", "edict"];
    let months = number(rng, 1, 60);
    rules.months.bonus = (0..months).map(|_| bonus[rng.below(4) as usize].to_owned()).collect();
    let actions = rules.deck().iter().filter(|card| !card::is_event(&card.kind)).count();
    rules.setup.cards = number(rng, 0, (actions / players).min(32) as i64) as usize;
    rules.setup.edicts = number(rng, 0, 255) as usize;
    let villagers = (rules.supply[&Piece::Villager] / players).min(64);
    rules.setup.villagers = number(rng, 0, villagers as i64) as usize;
    rules
}

/// Decisions that the twin plays along.
const TOGETHER: usize = 120;

proptest! {
    #[test]
    fn extreme_rule_sets_are_played_to_the_end(
        players in 2..=4_usize,
        seed in any::<u64>(),
        way in 0..5_u32,
    ) {
        let rules = rules(players, &mut Rng::from_seed(seed));
        play::<Twin>(players, rules, seed, way, TOGETHER);
    }
}

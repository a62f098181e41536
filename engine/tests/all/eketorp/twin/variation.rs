//! Rule sets far from the presets, and deals for them without the engine.

use drakkar_engine::seed::Rng;
use serde_json::{Value, json};

use super::deal::text;
use super::rules::Rules;
use super::stone::KINDS;

/// A valid rule set with other values, so that none of them is baked in.
pub fn varied(rng: &mut Rng) -> Rules {
    let mut rules = if rng.below(4) == 0 { Rules::db2003() } else { Rules::queen2007() };
    // From 0 to `most`.
    let mut value = |most: usize| rng.below(most as u32 + 1) as usize;
    if value(1) == 0 {
        for players in 3..=6 {
            rules.setup.vikings.insert(players.to_string(), 1 + value(8));
        }
    }
    if value(1) == 0 {
        rules.setup.hand = 1 + value(5);
    }
    rules.setup.amulets = [rules.setup.amulets, value(12)][value(1)];
    rules.setup.redeal = value(1) == 0;
    if value(1) == 0 {
        rules.cards.highest = [1 + value(8), 4 + value(5)][usize::from(rules.setup.redeal)];
        // Enough for six hands, and for a card above 3 in the last hand if the others have as many
        // as they can hold: or else redeals could go on for ever (S3). At most 10 of each.
        let (highest, redeal) = (rules.cards.highest, rules.setup.redeal);
        let copies = |hand: usize| {
            6 * hand / highest + 1 + if redeal { 5 * hand / (highest - 3) } else { 0 }
        };
        while copies(rules.setup.hand) > 10 {
            rules.setup.hand -= 1;
        }
        rules.cards.copies = (copies(rules.setup.hand) + value(3)).min(10);
    } else if rules.setup.redeal {
        rules.setup.hand = rules.setup.hand.min(5);
    }
    if value(1) == 0 {
        // Few stones: the supply runs out (M3).
        rules.stones.g.count = value(30);
        rules.stones.w.count = value(30);
        rules.stones.c.count = value(12);
        rules.stones.s.count = value(12);
    }
    if value(1) == 0 {
        let most = [1, 5][value(1)];
        rules.stones.g.points = value(most);
        rules.stones.w.points = value(most);
        rules.stones.c.points = value(most);
        rules.stones.s.points = value(most);
    }
    if value(1) == 0 {
        rules.village.wall_height = 1 + value(6);
        rules.village.full = 1 + value(6 * rules.village.wall_height - 1);
    }
    if value(1) == 0 {
        rules.game.rounds = 1 + value(11);
        rules.game.removed_cards = value(12 - rules.game.rounds);
    }
    rules.fights.empty_spaces = value(1) == 0;
    if value(1) == 0 {
        rules.hospital.stations = (0..6).map(|_| 1 + value(2)).collect();
    }
    rules.hospital.defender_advance = value(2);
    rules.siege.loot_max_stones = [0, value(3)][value(1)];
    rules.scoring.full_bonus = [5, value(9)][value(1)];
    rules.scoring.amulet = [1, value(3)][value(1)];
    rules.materials.triangle_players = [5, 3 + value(4)][value(1)];
    if value(2) > 0 {
        rules.materials.cards = cards(rules.game.rounds + rules.game.removed_cards, &mut value);
    }
    rules.check().expect("only valid values");
    rules
}

/// Material cards with any kind on any space (E6).
fn cards(least: usize, value: &mut impl FnMut(usize) -> usize) -> Vec<String> {
    let mut cards = Vec::new();
    for _ in 0..least + value(2) {
        let mut fields = Vec::new();
        for _ in 0..7 {
            let triangles = ["", "+1", "+2"][value(2)];
            // Clay and stone stay, and mix.
            let kind = [KINDS, ['c', 's', 'c', 's']][value(1)][value(3)];
            fields.push(match value(3) {
                0 => "-".to_owned(),
                _ => format!("{kind}{}{triangles}", 1 + value(2)),
            });
        }
        cards.push(fields.join(" "));
    }
    cards
}

/// A deal for the rule set (S2 to S4).
pub fn dealt(rules: &Rules, players: usize, rng: &mut Rng) -> Value {
    let mut value = |most: usize| rng.below(most as u32 + 1) as usize;
    let mut materials: Vec<usize> = (1..=rules.materials.cards.len()).collect();
    shuffle(&mut materials, &mut value);
    let mut talon: Vec<usize> = Vec::new();
    for card in 1..=rules.cards.highest {
        talon.extend(vec![card; rules.cards.copies]);
    }
    shuffle(&mut talon, &mut value);
    let mut hands: Vec<Vec<usize>> = Vec::new();
    for _ in 0..players {
        hands.push(talon.drain(..rules.setup.hand).collect());
    }
    // S3: seat after seat, after all hands have been dealt.
    for hand in &mut hands {
        while rules.setup.redeal && hand.iter().all(|&card| card <= 3) {
            talon.append(hand);
            shuffle(&mut talon, &mut value);
            hand.extend(talon.drain(..rules.setup.hand));
        }
        hand.sort_unstable();
    }
    json!({
        "materials": materials,
        "hands": hands.iter().map(|hand| text(hand)).collect::<Vec<_>>(),
        "talon": text(&talon),
    })
}

/// Any order is as likely as another, if `value(n)` is any number from 0 to n.
pub fn shuffle<T>(items: &mut [T], value: &mut impl FnMut(usize) -> usize) {
    for last in (1..items.len()).rev() {
        items.swap(last, value(last));
    }
}

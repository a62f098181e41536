//! Games played out in one piece end in every state with the probability of uniform choices.

use std::collections::BTreeMap;

use super::table::Table;
use crate::game::Game;
use crate::seed::Rng;

/// Probabilities of all ends, by their texts.
fn ends(table: &Table, chance: f64, into: &mut BTreeMap<String, f64>) {
    if table.mover().is_none() {
        *into.entry(table.text()).or_default() += chance;
        return;
    }
    let legal = table.legal();
    for text in &legal {
        ends(&table.clone().after(text), chance / legal.len() as f64, into);
    }
}

/// Chi-square of the ends of games that are played out, rare ends pooled, stays below its mean by five
/// deviations.
fn check(table: &Table) {
    let mut chances = BTreeMap::new();
    ends(table, 1.0, &mut chances);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let mut rng = Rng::from_seed(8);
    let games = 60_000;
    for _ in 0..games {
        let mut end = table.clone();
        end.game.playout(&mut end.state, &mut rng);
        *counts.entry(end.text()).or_default() += 1;
    }
    assert!(counts.keys().all(|end| chances.contains_key(end)), "only what can be chosen");
    let (mut chi, mut cells, mut rare) = (0.0, 0.0_f64, (0.0, 0.0));
    for (end, chance) in chances {
        let expected = chance * f64::from(games);
        let found = f64::from(counts.get(&end).copied().unwrap_or(0));
        if expected < 15.0 {
            rare = (rare.0 + expected, rare.1 + found);
            continue;
        }
        chi += (found - expected).powi(2) / expected;
        cells += 1.0;
    }
    if rare.0 > 15.0 {
        chi += (rare.1 - rare.0).powi(2) / rare.0;
        cells += 1.0;
    }
    assert!(cells > 1.0 && chi < cells + 5.0 * (2.0 * cells).sqrt(), "{chi} with {cells} cells");
}

/// One viking of seat 0 is left in the last round; any other seat has no part in it.
fn table(players: usize, ships: &str, changes: &[&str]) -> Table {
    let changes = [&["options.max_rounds=1"], changes].concat();
    Table::new(players, &changes).ships(ships).row("0")
}

#[test]
fn all_spaces_and_what_is_done_there() {
    check(&table(3, "R1B1 B1R2Y1 -", &[]).bet(0, 1, "1.R").bet(0, 4, "5.B").load(1, "hg"));
    check(&table(2, "R1B1 B1R2R2", &[]).load(2, "hgm"));
    check(&table(4, "B1 G1B1", &["warehouse_2.return=choice"]));
    check(&table(3, "R1R1 R2B2", &["options.null_moves=true", "barrels.values=[1, 1, 1, 3]"]));
    check(&table(3, "R1B1 B1", &["barrels.max_per_ship=1"]).bet(0, 1, "1.R").stacks("", "hm"));
}

#[test]
fn spaces_that_cannot_be_performed_are_left_out() {
    // Promote, Warehouse 1 and Set Sail are free, then without Set Sail: idle on either.
    let free = |moved: &str| table(3, "R1 B1", &[]).stacks("", "").moved(moved).row("0");
    check(&free("1.11.1111.1"));
    check(&free("1.11.111111"));
    check(&table(4, "B1 B1 -", &[]).stacks("", "").market([4, 4, 4]).row("00"));
}

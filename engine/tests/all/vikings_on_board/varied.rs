//! The plain twin of *Vikings on Board* on its own, under the base rules and others: what must hold
//! in every game.

use std::collections::BTreeMap;

use super::twin::component::{CLANS, GOODS, rank};
use super::twin::variation::{dealt, varied};
use super::twin::{Phase, Rules, Twin};
use drakkar_engine::seed::Rng;

/// N6: what is compared to put two actions in order.
fn order(action: &str) -> Vec<usize> {
    let mut words = action.split(' ');
    let verb = words.next().unwrap();
    // Only these stand in one list together.
    let mut key = vec![["bet", "shift", "stay"].iter().position(|v| *v == verb).unwrap_or(0)];
    for word in words {
        for part in word.split('.') {
            match part.parse::<usize>() {
                Ok(number) => key.push(number),
                Err(_) if part.chars().all(|letter| CLANS.contains(&letter)) => {
                    key.push(rank(part.chars().next().unwrap(), &CLANS));
                }
                Err(_) => key.extend(part.chars().map(|letter| rank(letter, &GOODS))),
            }
        }
    }
    if verb == "swap" {
        key = vec![key[0], key[1], key[3], key[2], key[4]];
    }
    key
}

/// The table as one seat's choice changes it, without what is only counted.
fn table(twin: &Twin) -> Twin {
    let mut table = twin.clone();
    for player in &mut table.players {
        player.facts.clear();
        player.unused.sort_unstable();
    }
    for token in table.w1.iter_mut().chain(&mut table.w2).chain(&mut table.drawn) {
        token.dealt_as = 0;
    }
    table
}

/// How often each kind of action was played.
type Seen = BTreeMap<String, usize>;

/// Plays one game at random and checks every decision; `thorough` compares the states after all
/// actions of each decision.
fn play(mut twin: Twin, rng: &mut Rng, thorough: bool, seen: &mut Seen) {
    let total = twin.w1.len() + twin.w2.len();
    while let Some(seat) = twin.to_move() {
        let legal = twin.legal();
        assert!(!legal.is_empty() && legal.len() <= 252, "N9: {legal:?}");
        assert!(legal.windows(2).all(|two| order(&two[0]) < order(&two[1])), "N6: {legal:?}");
        let k = rng.below(legal.len() as u32) as usize;
        let mut next = twin.clone();
        next.carry_out(&legal[k]);
        if thorough {
            for other in legal.iter().enumerate().filter(|&(j, _)| j != k).map(|(_, text)| text) {
                let mut instead = twin.clone();
                instead.carry_out(other);
                assert!(table(&instead) != table(&next), "N5: {} and {other}", legal[k]);
            }
            let verb = legal[k].split(' ').next().unwrap();
            if ["promote", "switch", "move", "swap", "bet", "shift", "crew"].contains(&verb) {
                assert!(twin.ships != next.ships, "N5: {} changes nothing", legal[k]);
            }
        }
        assert!(seat < twin.players.len());
        *seen.entry(legal[k].split(' ').next().unwrap().to_owned()).or_default() += 1;
        twin = next;
        check_counts(&twin, total);
    }
    assert_eq!(twin.phase, Phase::Over);
    let over = twin.departures == twin.rules.ships.departures;
    assert!(over || twin.round == twin.rules.options.max_rounds, "D6, V10");
    let all = |name: &str| -> i64 {
        (0..twin.players.len())
            .flat_map(|seat| twin.facts(seat))
            .filter(|(fact, _)| fact == name)
            .map(|(_, count)| count)
            .sum()
    };
    assert_eq!(all("sterns"), twin.departures as i64);
    assert_eq!(twin.scorings.len(), twin.departures + 1);
    let spaces: i64 = (1..=11).map(|space| all(&format!("space_{space}"))).sum();
    let row = twin.rules.setup.row[&twin.players.len().to_string()].len();
    assert_eq!(spaces as usize, row * twin.round, "every Viking goes once in every round");
    *seen.entry("idle turns".to_owned()).or_default() += all("idle") as usize;
    *seen.entry("boxed".to_owned()).or_default() += all("boxed") as usize;
}

/// Nothing is lost and nothing is created.
fn check_counts(twin: &Twin, total: usize) {
    let bows: usize = twin.ships.iter().map(|ship| ship.supplies.len()).sum();
    let taken: usize = twin.players.iter().map(|player| player.taken.len()).sum();
    let stacks = twin.w1.len() + twin.w2.len() + twin.drawn.len();
    assert_eq!(stacks + bows + taken + twin.boxed.len(), total);
    assert_eq!(twin.ships.iter().map(|ship| ship.bodies.len()).sum::<usize>(), 24);
    for (seat, player) in twin.players.iter().enumerate() {
        let docks: usize = twin.ships.iter().map(|ship| ship.barrels_of(seat)).sum();
        assert_eq!(player.unused.len() + docks + player.won.len(), 4);
    }
    for ship in &twin.ships {
        assert!(ship.bodies.len() <= twin.rules.ships.max_bodies);
    }
}

#[test]
fn twin_keeps_the_base_rules_in_random_games() {
    let mut seen = Seen::new();
    for number in 0..120 {
        let mut rng = Rng::from_seed(number);
        let players = 2 + number as usize % 3;
        let deal = dealt(&Rules::base(), players, &mut rng);
        let twin = Twin::new(Rules::base(), players, &deal).unwrap();
        play(twin, &mut rng, number < 6, &mut seen);
    }
    println!("{seen:?}");
    assert!(!seen.contains_key("stay") && !seen.contains_key("under"));
}

#[test]
fn twin_keeps_other_rules_in_random_games() {
    let mut seen = Seen::new();
    for number in 0..240 {
        let mut rng = Rng::from_seed(1_000_000 + number);
        let players = 2 + number as usize % 3;
        let rules = varied(&mut rng);
        let deal = dealt(&rules, players, &mut rng);
        let twin = Twin::new(rules, players, &deal).unwrap();
        play(twin, &mut rng, number < 24, &mut seen);
    }
    println!("{seen:?}");
    for verb in [
        "go",
        "promote",
        "switch",
        "bet",
        "load",
        "raise",
        "move",
        "shift",
        "under",
        "crew",
        "swap",
        "stay",
        "sail",
        "take",
        "box",
        "idle turns",
    ] {
        assert!(seen.get(verb).is_some_and(|&count| count > 0), "{verb}: {seen:?}");
    }
}

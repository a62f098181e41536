//! A departure said again in the plainest way (D2 to D5), and random games against it.

use super::naive::{CLANS, Naive, kinds, sorted};
use super::table::{Table, game, seeded};
use crate::seed::Rng;
use serde_json::{Value, json};

/// A ship that leaves.
struct Picks {
    players: usize,
    /// Clans aboard, most influential first.
    order: Vec<usize>,
    /// Number of the pick.
    pick: usize,
    left: String,
    taken: Vec<String>,
    boxed: String,
    won: Vec<u8>,
}

impl Picks {
    fn new(table: &Table, number: usize) -> Picks {
        let naive = Naive::read(table);
        let bodies = naive.ships[number - 1].clone().unwrap();
        let crew_shields = table.game.rule_set.bodies.crew_shields;
        let worth = |body: &String| {
            let crew = if body.ends_with('+') { crew_shields } else { 0 };
            body[1..2].parse::<u32>().unwrap() + crew
        };
        let mut clans: Vec<(i64, usize, usize)> = Vec::new();
        for (clan, letter) in CLANS.into_iter().enumerate() {
            let own = || bodies.iter().filter(|body| body.starts_with(letter));
            if let Some(first) = bodies.iter().position(|body| body.starts_with(letter)) {
                clans.push((-i64::from(own().map(worth).sum::<u32>()), first, clan));
            }
        }
        clans.sort_unstable();
        let players = table.game.players;
        let order: Vec<usize> = clans.into_iter().map(|(_, _, clan)| clan).collect();
        let zone = order.first().map(|&clan| format!("{number}.{}", CLANS[clan]));
        let won = |seat: usize| {
            let own = naive.barrels[seat].iter().find(|(_, place)| Some(place) == zone.as_ref());
            own.map_or(0, |(value, _)| *value)
        };
        Picks {
            players,
            order,
            pick: 0,
            left: naive.bows[number - 1].clone(),
            taken: vec![String::new(); players],
            boxed: String::new(),
            won: (0..players).map(won).collect(),
        }
    }

    /// Whose pick it is `later` picks from now.
    fn clan(&self, later: usize) -> usize {
        self.order[(self.pick + later) % self.order.len()]
    }

    fn choose(&mut self, good: char) {
        let clan = self.clan(0);
        self.left.remove(self.left.find(good).unwrap());
        let to = if clan < self.players { &mut self.taken[clan] } else { &mut self.boxed };
        to.push(good);
        self.pick += 1;
    }

    /// Goes on until somebody is asked: his seat and his choices.
    fn ask(&mut self) -> Option<(usize, Vec<String>)> {
        while !self.left.is_empty() {
            let player_to_come = (0..self.left.len())
                .filter(|_| !self.order.is_empty())
                .map(|later| self.clan(later))
                .find(|&clan| clan < self.players);
            let Some(player) = player_to_come else {
                self.boxed += &std::mem::take(&mut self.left);
                return None;
            };
            let kinds = kinds(&self.left);
            if kinds.len() == 1 || self.order.len() == 1 {
                self.choose(kinds[0]);
                continue;
            }
            let (seat, verb) = match player == self.clan(0) {
                true => (player, "take"),
                false => ((player + 1) % self.players, "box"),
            };
            return Some((seat, kinds.iter().map(|good| format!("{verb} {good}")).collect()));
        }
        None
    }

    fn told(&self, round: u32, ship: usize) -> Value {
        let letters: String = self.order.iter().map(|&clan| CLANS[clan]).collect();
        let taken: Vec<String> = self.taken.iter().map(|taken| sorted(taken)).collect();
        json!({
            "round": round, "kind": "sail", "ship": ship, "influence": letters, "won": self.won,
            "taken": taken, "box": sorted(&self.boxed),
        })
    }
}

#[test]
fn d2_d3_d4_d5_n4_n7_departures_of_random_games() {
    let (mut asked, mut boxes) = (0, 0);
    let rules: [&[&str]; 3] = [
        &[],
        &["bodies.crew_shields=2", "barrels.values=[2, 2, 5, 9]"],
        &["supplies.hide=14", "supplies.metal=9", "ships.max_bodies=9", "bodies.crew_shields=0"],
    ];
    for (players, changes) in (2..=4).flat_map(|players| rules.map(|changes| (players, changes))) {
        let game = game(players, changes).unwrap();
        for number in 0..150 {
            let mut rng = Rng::from_seed(number);
            let mut table = Table::dealt(game.clone(), &seeded(&game, number));
            while table.mover().is_some() {
                let before = table.clone();
                let action = table.play_any(&mut rng);
                let Some(ship) = action.strip_prefix("sail ") else { continue };
                let ship: usize = ship.parse().unwrap();
                let mut picks = Picks::new(&before, ship);
                while let Some((seat, choices)) = picks.ask() {
                    assert_eq!((table.mover(), table.legal()), (Some(seat), choices));
                    let choice = table.play_any(&mut rng);
                    boxes += u32::from(choice.starts_with("box"));
                    picks.choose(choice.chars().last().unwrap());
                    asked += 1;
                }
                let told =
                    table.ledger.scorings().iter().map(|told| serde_json::to_value(told).unwrap());
                let last = told.rev().find(|told| told["kind"] == "sail").unwrap();
                assert_eq!(last, picks.told(before.state.round(), ship));
            }
        }
    }
    assert!(asked > 1000 && boxes > 100, "{asked} {boxes}");
}

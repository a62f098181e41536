//! Strategy facts (section 13): a short game in which all are counted by hand, and random games in
//! which they are counted again from the actions and the scorings.

use serde_json::Value;

use super::table::{Table, game, seeded};
use crate::games::vikings_on_board::VikingsOnBoard;
use crate::games::vikings_on_board::fact::BoardFact;
use crate::games::vikings_on_board::state::Phase;
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::Rng;

#[test]
fn the_facts_have_the_names_and_the_order_of_the_rules() {
    let names: Vec<&str> = VikingsOnBoard::FACTS.iter().map(|info| info.name).collect();
    let expected = "goods_points barrel_points hide grain metal barrels_won barrels_bet barrels_shifted \
        bets_own sterns aboard led shields_sailed boxed crew idle space_1 space_2 space_3 space_4 \
        space_5 space_6 space_7 space_8 space_9 space_10 space_11";
    assert_eq!(names, expected.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn all_facts_of_a_game_played_by_hand() {
    // Two players, two departures, the ships of E12; vikings 0 1 1 0 0 1 1 0.
    let mut table = Table::new(2, &["ships.departures=2"]);
    table.play("go 4; bet 4 1.R"); // seat 0, on its own clan
    table.play("go 5; load h 1");
    table.play("go 8; bet 3 1.B"); // seat 1, on its own clan
    table.play("go 9; load g 1"); // seat 0 draws g m h
    table.play("go 10; crew 1.2"); // seat 0 takes the stern, seat 1 puts a viking
    table.play("go 6; raise h");
    table.play("go 2; promote 1.2");
    table.play("go 1");
    assert_eq!(table.ship(1), "B1+R1G1");
    // Blue 2, red 1, green 1 behind red: blue's barrel 3 wins, blue is asked, red gets the grain.
    table.play("sail 1; take h");
    assert_eq!(table.waiting(), "01011100");
    table.play("go 8; shift 1.R 6.R"); // seat 0
    table.play("go 10; crew 6.1"); // seat 1 takes the stern, seat 0 puts a viking on R3
    table.play("go 9; load m 6"); // seat 0 draws g m h
    table.play("go 5; load g 6");
    table.play("go 4; bet 1 6.Y"); // seat 1
    table.play("go 7; move 4.1 7"); // seat 1
    table.play("go 3; switch 2.1 6"); // seat 0
    table.play("go 11; swap 2.1 3.1"); // seat 0
    assert_eq!(table.ship(6), "R3+B3Y2R1");
    // Red 3 + 1 + 1, blue 3, yellow 2: red's barrel 4 wins, red is asked, blue gets the grain.
    table.play("sail 6; take m");
    assert_eq!((table.mover(), table.state.market), (None, [2, 1, 1]));
    // Points 1 + 1 and barrel 4; 2 + 1 and barrel 3.
    let facts = |seat| table.ledger.facts(Seat::new(seat)).to_vec();
    let zero = [
        2, 4, // points
        0, 1, 1, // supplies
        1, 1, 1, 1, // barrels won, bet, shifted, bet on the own clan
        1, 2, 1, 6, // sterns, aboard, led, shields
        0, 1, 0, // boxed, crew, idle
        1, 0, 1, 1, 0, 0, 0, 1, 2, 1, 1, // spaces 4 9 10 1, 8 9 3 11
    ];
    let one = [
        3, 3, // points
        1, 1, 0, // supplies
        1, 2, 0, 1, // barrels
        1, 2, 1, 5, // shields 2 and 3
        0, 1, 0, // boxed, crew, idle
        0, 1, 0, 1, 2, 1, 1, 1, 0, 1, 0, // spaces 5 8 6 2, 10 5 4 7
    ];
    assert_eq!(facts(0), zero);
    assert_eq!(facts(1), one);
    assert_eq!(table.score(), [6, 6]);
    // Points and supplies are equal: the win is shared (F3).
    use crate::game::Game;
    assert_eq!(table.game.outcome(&table.state).share.as_slice(), [30, 30]);
}

/// Facts counted again from what was done and told.
struct Recount {
    facts: Vec<Vec<i32>>,
}

impl Recount {
    fn add(&mut self, seat: usize, fact: BoardFact, amount: i32) {
        self.facts[seat][fact as usize] += amount;
    }

    fn note(&mut self, before: &Table, after: &Table, seat: usize, action: &str) {
        let own = ["R", "B", "G", "Y"][seat];
        let (verb, rest) = action.split_once(' ').unwrap_or((action, ""));
        match verb {
            "go" => {
                let space: usize = rest.parse().unwrap();
                self.facts[seat][BoardFact::Space as usize + space - 1] += 1;
                // On all spaces but two something has to be decided.
                let nothing = matches!(after.state.phase, Phase::Go | Phase::Sail | Phase::Over);
                if nothing && space != 1 && space != 10 {
                    self.add(seat, BoardFact::Idle, 1);
                }
            }
            "bet" => {
                self.add(seat, BoardFact::BarrelsBet, 1);
                self.add(seat, BoardFact::BetsOwn, i32::from(rest.ends_with(own)));
            }
            "shift" => self.add(seat, BoardFact::BarrelsShifted, 1),
            "box" => self.add(seat, BoardFact::Boxed, 1),
            "crew" => self.add(seat, BoardFact::Crew, 1),
            "sail" => {
                self.add(seat, BoardFact::Sterns, 1);
                let ship = before.ship(rest.parse().unwrap());
                for (seat, own) in ["R", "B", "G", "Y"][..self.facts.len()].iter().enumerate() {
                    let shields: i32 = ship
                        .split_inclusive(|letter: char| letter.is_ascii_digit())
                        .filter_map(|body| body.trim_start_matches('+').strip_prefix(own))
                        .map(|shields| shields.parse::<i32>().unwrap())
                        .sum();
                    let crew =
                        ship.match_indices('+').filter(|(at, _)| ship[at - 2..].starts_with(own));
                    self.add(seat, BoardFact::ShieldsSailed, shields + crew.count() as i32);
                }
            }
            _ => {}
        }
    }

    fn scoring(&mut self, told: &Value) {
        let numbers = |key: &str, seat: usize| told[key][seat].as_i64().unwrap() as i32;
        for (seat, own) in ["R", "B", "G", "Y"][..self.facts.len()].iter().enumerate() {
            if told["kind"] == "final" {
                self.add(seat, BoardFact::GoodsPoints, numbers("goods", seat));
                self.add(seat, BoardFact::BarrelPoints, numbers("barrels", seat));
                continue;
            }
            let order = told["influence"].as_str().unwrap();
            self.add(seat, BoardFact::Aboard, i32::from(order.contains(own)));
            self.add(seat, BoardFact::Led, i32::from(order.starts_with(own)));
            self.add(seat, BoardFact::BarrelsWon, i32::from(numbers("won", seat) > 0));
            let taken = told["taken"][seat].as_str().unwrap();
            let kinds = [BoardFact::Hide, BoardFact::Grain, BoardFact::Metal];
            for (good, fact) in ["h", "g", "m"].iter().zip(kinds) {
                self.add(seat, fact, taken.matches(good).count() as i32);
            }
        }
    }
}

#[test]
fn facts_agree_with_actions_and_scorings_in_random_games() {
    let mut sums = vec![0; BoardFact::ALL.len()];
    // Few supplies, so that vikings are idle at times.
    for changes in [&[][..], &["supplies.hide=1", "supplies.grain=1", "supplies.warehouse_1=1"]] {
        for players in 2..=4 {
            let game = game(players, changes);
            let game = game.unwrap();
            for number in 0..60 {
                let mut rng = Rng::from_seed(number);
                let mut table = Table::dealt(game.clone(), &seeded(&game, number));
                let mut recount = Recount { facts: vec![vec![0; BoardFact::ALL.len()]; players] };
                while let Some(seat) = table.mover() {
                    let before = table.clone();
                    let action = table.play_any(&mut rng);
                    recount.note(&before, &table, seat, &action);
                }
                for told in table.ledger.scorings() {
                    recount.scoring(&serde_json::to_value(told).unwrap());
                }
                for seat in 0..players {
                    let facts = table.ledger.facts(Seat::new(seat));
                    assert_eq!(facts, recount.facts[seat], "seat {seat}");
                    sums.iter_mut().zip(facts).for_each(|(sum, fact)| *sum += fact);
                    let points = &facts[..2];
                    assert_eq!(points.iter().sum::<i32>(), table.score()[seat]);
                }
            }
        }
    }
    let never: Vec<&str> = BoardFact::ALL
        .iter()
        .zip(&sums)
        .filter(|(_, sum)| **sum == 0)
        .map(|(info, _)| info.name)
        .collect();
    assert_eq!(never, [""; 0], "every fact occurs");
}

//! What stays true at every decision of random games by many rule sets.

use super::agreement::each_table;
use super::naive::{Naive, sorted};
use super::table::{Table, game, seeded};
use crate::game::Game;
use crate::games::checks::choices;
use crate::seat::Seat;
use crate::seed::Rng;

#[test]
fn c3_c4_c6_c9_nothing_is_lost_or_made() {
    for players in 2..=4 {
        let game = game(players, &[]).unwrap();
        for number in 0..150 {
            let mut table = Table::dealt(game.clone(), &seeded(&game, number));
            let mut rng = Rng::from_seed(number);
            let (mut bodies, mut docked) = (24, 8);
            while table.mover().is_some() {
                let text = table.all_ships();
                let ship = text
                    .iter()
                    .map(|ship| if ship == "x" { 0 } else { ship.replace('+', "").len() / 2 });
                let all: usize = ship.sum();
                assert!(all == bodies || table.state.departures + docked > 8);
                docked = 8 - table.state.departures;
                bodies = all;
                assert!(text.iter().all(|ship| ship.replace('+', "").len() <= 10), "R5: {text:?}");
                let naive = Naive::read(&table);
                let told =
                    table.ledger.scorings().iter().map(|told| serde_json::to_value(told).unwrap());
                let boxed: String =
                    told.map(|told| told["box"].as_str().unwrap().to_owned()).collect();
                let here = table.state.departure.boxed;
                let supplies = [
                    naive.w1,
                    naive.w2,
                    naive.bows.concat(),
                    table.all_goods().concat(),
                    boxed,
                    here.to_string(),
                ];
                assert_eq!(sorted(&supplies.concat()), "hhhhhgggggmmmmm");
                let row = |side| crate::games::vikings_on_board::state::row(side).count();
                let vikings = row(table.state.old) + row(table.state.new);
                assert_eq!(vikings, [8, 9, 8][players - 2]);
                assert!(naive.barrels.iter().all(|barrels| barrels.len() == 4));
                table.play_any(&mut rng);
            }
            assert_eq!(table.state.departures, 7);
            assert!(table.state.round() <= [23, 19, 27][players - 2], "V10");
        }
    }
}

#[test]
fn n5_no_two_choices_lead_to_the_same_table_and_none_leaves_it_as_it_is() {
    each_table(1, |table, seen| {
        if !seen.is_multiple_of(5) {
            return;
        }
        let mut actions = Vec::new();
        table.game.legal(&table.state, &mut actions);
        let mut after: Vec<Naive> = Vec::new();
        for action in actions {
            let text = action.to_string();
            if ["go", "sail", "take", "box", "stay"].iter().any(|verb| text.starts_with(verb)) {
                return;
            }
            let mut next = table.clone();
            next.play(&text);
            let naive = Naive::read(&next);
            // The order under the stack may be the one in which they lie there already.
            assert!(naive != Naive::read(table) || text.starts_with("under"), "{text}");
            assert!(!after.contains(&naive), "{text}");
            after.push(naive);
        }
    });
}

#[test]
fn clocks_of_a_seat_are_all_different() {
    for (players, number) in (2..=4).flat_map(|players| (0..50).map(move |n| (players, n))) {
        let game = game(players, &["warehouse_2.return=choice"]).unwrap();
        let state = game.state(&seeded(&game, number));
        choices::clocks_of_a_seat_differ(&game, state, Rng::from_seed(number));
    }
}

#[test]
fn f3_win_shares_add_up_in_random_games() {
    for players in 2..=4 {
        let game = game(
            players,
            &["supplies.hide=1", "supplies.grain=1", "supplies.metal=1", "supplies.warehouse_1=1"],
        );
        let game = game.unwrap();
        let mut shared = 0;
        for number in 0..300 {
            let mut state = game.state(&seeded(&game, number));
            game.playout(&mut state, &mut Rng::from_seed(number));
            let outcome = game.outcome(&state);
            let strength = |seat| (outcome.score[seat], state.goods[seat.index()].total());
            let best = Seat::all(players).map(strength).max().unwrap();
            let winners = Seat::all(players).filter(|&seat| strength(seat) == best).count();
            for seat in Seat::all(players) {
                let due = if strength(seat) == best { 60 / winners } else { 0 };
                assert_eq!(usize::from(outcome.share[seat]), due);
                let better = Seat::all(players).filter(|&other| strength(other) > strength(seat));
                assert_eq!(usize::from(outcome.place[seat]), 1 + better.count());
            }
            shared += u32::from(winners > 1);
        }
        assert!(shared > 0);
    }
}

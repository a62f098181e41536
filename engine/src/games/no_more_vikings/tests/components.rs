//! What lies in the box (C1 to C5).

use super::table::{Table, game};
use crate::games::no_more_vikings::NoMoreVikings;
use crate::games::no_more_vikings::component::{Kind, Name, Parcel, Unit};
use crate::games::no_more_vikings::rule_set::PRESETS;
use crate::recorded::Recorded;
use crate::rules;

#[test]
fn c1_two_to_four_seats() {
    assert_eq!(NoMoreVikings::PLAYERS, (2, 4));
    assert!([2, 3, 4].iter().all(|&players| game(players, &[]).is_ok()));
}

#[test]
fn c2_n18_four_rows_and_columns_with_the_beach_before_row_1() {
    let table = Table::round(2, &[]);
    assert_eq!(table.game.numbers.board.count_ones(), 16);
    let text = table.clone().village(0, "tower a1, field d4").longships(0, "b").text();
    assert!(
        text.contains(
            "  4 . . . f\n  3 . . . .\n  2 . . . .\n  1 T . . .\n    ~ @ ~ ~\n    a b c d\n"
        ),
        "{text}"
    );
    assert_eq!(Parcel(8 * 2 + 1).to_string(), "b3");
}

#[test]
fn c3_units_edicts_and_longships_return_to_the_supply() {
    // Of every kind the supply and the table hold as many as at the beginning, in random games.
    for players in 2..=4 {
        let game = game(players, &[]).unwrap();
        for number in 0..40 {
            let mut rng = crate::seed::Rng::from_seed(number);
            let mut table = Table::dealt(game.clone(), &super::table::seeded(&game, number));
            while table.mover().is_some() {
                table.play_any(&mut rng);
                let players = &table.state.players;
                let on_table = |unit: Unit| -> u32 {
                    players.iter().map(|player| player.unit(unit).count_ones()).sum()
                };
                for unit in Unit::ALL {
                    let walls = if unit == Unit::Cottage { on_table(Unit::Fortress) } else { 0 };
                    let all = u32::from(table.state.supply[unit as usize]) + on_table(unit) + walls;
                    assert_eq!(all, u32::from(game.numbers.supply[unit as usize]), "{unit:?}");
                }
                let edicts: u32 = players.iter().map(|player| u32::from(player.edicts)).sum();
                assert_eq!(u32::from(table.left("edict")) + edicts, 12);
                let longships: u32 =
                    players.iter().map(|player| player.longships.count_ones()).sum();
                assert_eq!(u32::from(table.left("longship")) + longships, 12);
            }
        }
    }
}

#[test]
fn c4_cards_are_numbered_in_the_order_of_the_file() {
    let game = game(2, &[]).unwrap();
    let counts = Kind::ALL.map(|kind| game.numbers.of_kind[kind as usize].count_ones());
    assert_eq!(counts, [5, 4, 3, 5, 2, 4, 3, 2, 2, 2, 2, 2, 4, 2, 2, 1, 1, 1, 1]);
    assert_eq!(game.numbers.kind(0), Kind::Settler);
    assert_eq!(game.numbers.kind(39), Kind::Counter);
    assert_eq!(game.numbers.kind(47), Kind::Grace);
    assert_eq!(game.numbers.landings[..5], [1, 3, 2, 12, 4]);
    assert_eq!(Kind::ALL.iter().filter(|kind| kind.is_event()).count(), 6);
    // 24 cards with one column, six of each; 24 with two, four of each pair.
    for column in 0..4 {
        let single = game.numbers.landings[..48].iter().filter(|&&shown| shown == 1 << column);
        assert_eq!(single.count(), 6);
        for other in 0..column {
            let pair = 1 << column | 1 << other;
            assert_eq!(
                game.numbers.landings[..48].iter().filter(|&&shown| shown == pair).count(),
                4
            );
        }
    }
    // A kind may appear in several entries.
    let split = super::table::game(
        2,
        &[
            "cards=[{kind='bow',landing=['a','b','c']},{kind='fog',landing=['']},{kind='bow',landing=['d','d','d']}]",
        ],
    );
    assert_eq!(split.unwrap().numbers.of_kind[Kind::Bow as usize], 0b111_0111);
}

#[test]
fn c5_the_number_of_months_is_the_number_of_rounds() {
    assert_eq!(game(2, &[]).unwrap().rule_set.months.bonus.len(), 12);
    let one = Table::turn_with(2, "", &["months.bonus=['']"]).ended();
    assert_eq!(one.mover(), None);
}

#[test]
fn everything_assumed_is_marked_in_the_file() {
    let found = rules::assumed(PRESETS[0].toml);
    let keys: Vec<&str> = found.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys, ["switches", "board", "supply", "months", "cards", "whims"]);
    assert!(
        NoMoreVikings::ABOUT.contains("reconstruction")
            && NoMoreVikings::ABOUT.contains("stand-ins")
    );
}

#[test]
fn names_of_whims_are_short_and_keep_their_text() {
    for text in ["a", "square", "les-remparts_12", "ABC"] {
        assert_eq!(text.parse::<Name>().unwrap().to_string(), text);
    }
    for text in ["", "a b", "sixteen-letters-", "é", "x.y"] {
        assert!(text.parse::<Name>().is_err(), "{text}");
    }
}

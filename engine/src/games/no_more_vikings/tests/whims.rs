//! Royal whims (S3, S4, F4, N14).

use super::table::{Table, game};
use crate::games::no_more_vikings::accessors::Lack;
use crate::games::no_more_vikings::component::{Name, SIDE, UNITS, Unit};
use crate::games::no_more_vikings::rule_set::Whim;
use crate::games::no_more_vikings::state::Player;
use crate::seed::Rng;

/// Points of each whim that a village fulfils.
fn fulfilled(village: &str) -> Vec<String> {
    on_board(village, &[])
}

fn on_board(village: &str, changes: &[&str]) -> Vec<String> {
    let table = Table::turn_with(2, "", changes).village(0, village);
    let whims = &table.game.numbers.whims;
    whims
        .iter()
        .filter(|whim| whim.is_fulfilled(&table.state.players[0]))
        .map(|whim| whim.name.to_string())
        .filter(|name| name != "empty")
        .collect()
}

#[test]
fn f4_n14_x10_patterns_fit_anywhere_wholly_on_the_grid_and_are_not_turned() {
    for houses in ["a1 b2 c3", "b2 c3 d4", "b1 c2 d3"] {
        assert_eq!(fulfilled(&format!("cottage {houses}")), ["diagonal"], "{houses}");
    }
    assert!(fulfilled("cottage c1 b2 a3").is_empty());
    // Not around the edge: d1 and a2 are no neighbours.
    assert!(fulfilled("cottage c1 d1 a2 b2").is_empty());
    assert_eq!(fulfilled("cottage a1 b1 a2 a3"), ["angle"]);
    assert_eq!(fulfilled("cottage c2 d2 c3 c4"), ["angle"]);
    assert!(fulfilled("cottage a1 b1 b2 b3").is_empty());
    assert_eq!(fulfilled("cottage b1 a2 b2 c2"), ["tee"]);
    assert_eq!(fulfilled("cottage b3, field c3, fortress d3"), ["garden"]);
    assert!(fulfilled("cottage b3, field c3, tower d3").is_empty(), "a tower is no house");
    assert!(fulfilled("cottage b3 d3, villager c3").is_empty());
    assert_eq!(fulfilled("cottage a1, fortress b1 c1 d1"), ["row"]);
    assert_eq!(fulfilled("cottage c1 c2 c3 c4"), ["column"]);
    assert_eq!(fulfilled("fortress a1 d1 a4 d4"), ["corners"]);
    assert_eq!(fulfilled("cottage b2 c2 b3 c3"), ["square"]);
}

#[test]
fn f4_numbers_of_units() {
    assert!(fulfilled("tower a1").is_empty());
    assert_eq!(fulfilled("tower a1 d4"), ["watch"]);
    assert_eq!(fulfilled("tower a1 b4 d4"), ["watch"], "at least that many");
    assert!(fulfilled("field a1 b1").is_empty());
    assert_eq!(fulfilled("field a1 b1 c2"), ["fields"]);
    assert!(fulfilled("soldier a1 b1").is_empty());
    assert_eq!(fulfilled("soldier a1 b1 c2"), ["guard"]);
    let empty = |village| {
        let table = Table::turn(2, "").village(0, village);
        table.game.numbers.whims[10].is_fulfilled(&table.state.players[0])
    };
    assert!(empty("cottage a1") && empty("") && !empty("villager a1"));
}

#[test]
fn f4_all_conditions_of_a_whim_must_hold() {
    let changes = [
        "whims=[{name='x',points=9,pattern=['H'],need={soldier=1},none='field'}, {name='y',points=0,none='tower'}]",
        "setup.whims_drawn=0",
    ];
    for (village, points) in [
        ("cottage a1, soldier b1", 9),
        ("soldier b1", 0),
        ("cottage a1", 0),
        ("cottage a1, soldier b1, field d4", 0),
    ] {
        let table = Table::turn_with(2, "", &changes).village(0, village);
        let parts = table.game.parts(&table.state, crate::seat::Seat::new(0));
        assert_eq!((parts[8], parts[9]), (0, points), "{village}");
    }
}

#[test]
fn f4_patterns_larger_than_the_board_are_never_fulfilled() {
    let small = ["board.rows=2", "board.columns=4"];
    assert_eq!(on_board("cottage a1 b1 c1 d1 a2 b2 c2 d2", &[]), ["square", "row", "tee"]);
    let table = Table::turn_with(2, "", &small);
    let column = &table.game.numbers.whims[2];
    assert!(!column.is_fulfilled(&table.state.players[0]));
    assert_eq!(on_board("cottage a1 b1 a2 b2", &small), ["square"]);
    let large = ["board.rows=8", "board.columns=8"];
    assert_eq!(on_board("cottage h5 h6 h7 h8", &large), ["column"]);
    assert_eq!(on_board("cottage e8 f8 g8 h8", &large), ["row"]);
    assert!(on_board("cottage f7 g7 h7 a8", &large).is_empty());
}

#[test]
fn f4_every_seat_scores_the_official_whim_and_its_own_one_with_their_points() {
    let mut table =
        Table::turn(2, "").village(0, "cottage a1 b1 a2 b2").village(1, "cottage a1 b1 a2 b2");
    let number = |name: &str| table.game.whim_called(name.parse::<Name>().unwrap()).unwrap();
    let (square, guard) = (number("square"), number("guard"));
    (table.state.whim, table.state.players[0].whim, table.state.players[1].whim) =
        (guard, square, guard);
    assert_eq!(table.scores(), [12 + 6, 12]);
    (table.state.whim, table.state.players[0].whim) = (square, guard);
    assert_eq!(table.scores(), [12 + 6, 12 + 6]);
}

#[test]
fn s3_s4_d2_whims_are_dealt_and_one_of_two_is_kept() {
    let mut table = Table::new(3, &[]);
    assert_eq!(table.state.whim, 0, "the first is the official one");
    assert_eq!(table.asked(), (0, vec!["whim row".into(), "whim column".into()]));
    table.play("whim column");
    assert_eq!(table.asked(), (1, vec!["whim diagonal".into(), "whim angle".into()]));
    table.play("whim angle");
    assert_eq!(table.asked(), (2, vec!["whim tee".into(), "whim corners".into()]));
    table.play("whim tee");
    assert_eq!([0, 1, 2].map(|seat| table.state.players[seat].whim), [2, 4, 5]);
    assert_eq!((table.mover(), table.legal().len()), (Some(0), 16));
}

/// What a village lacks, with every place of the pattern looked at in turn.
fn lack_by_hand(whim: &Whim, units: &[u64; UNITS], [rows, columns]: [usize; 2]) -> Lack {
    let there = |unit: Unit| units[unit as usize];
    let pattern = whim.pattern.as_deref().unwrap_or_default();
    let (height, width) = (pattern.len(), pattern.first().map_or(0, String::len));
    let houses = there(Unit::Cottage) | there(Unit::Fortress);
    let mut least = [u32::MAX; 2];
    for row in 0..=rows.saturating_sub(height.max(1)) {
        for column in 0..=columns.saturating_sub(width.max(1)) {
            if row + height > rows || column + width > columns {
                continue;
            }
            let mut missing = [0, 0];
            for (up, line) in pattern.iter().enumerate() {
                for (right, sign) in line.chars().enumerate() {
                    let parcel = 1 << ((row + up) * SIDE + column + right);
                    missing[0] += u32::from(sign == 'H' && houses & parcel == 0);
                    missing[1] += u32::from(sign == 'A' && there(Unit::Field) & parcel == 0);
                }
            }
            if least[0] == u32::MAX || missing[0] + missing[1] < least[0] + least[1] {
                least = missing;
            }
        }
    }
    let mut lack = Lack { points: whim.points.into(), ..Lack::default() };
    for unit in Unit::ALL {
        let need = whim.need.as_ref().and_then(|need| need.get(&unit)).map_or(0, |need| need.0);
        lack.units[unit as usize] = u32::from(need).saturating_sub(there(unit).count_ones());
    }
    let cottages = &mut lack.units[Unit::Cottage as usize];
    *cottages = cottages.saturating_add(least[0]);
    let fields = &mut lack.units[Unit::Field as usize];
    *fields = fields.saturating_add(least[1]);
    lack.excess = whim.none.map_or(0, |unit| there(unit).count_ones());
    lack
}

#[test]
fn what_is_lacking_is_counted_at_the_best_place() {
    let mut rng = Rng::from_seed(3);
    let mixed = "whims=[{name='x',points=9,pattern=['HAH','AHA'],need={soldier=2,cottage=1},none='field'},\
                 {name='y',points=1,need={tower=3}},{name='z',points=5,pattern=['HHHH','HHHH','HHHH','HHHH']}]";
    // As many parts as a pattern can have.
    let whole = &format!(
        "whims=[{{name='x',points=1,pattern=[{}]}},{{name='y',points=1,pattern=['A','H']}}]",
        ["'HHHHHHHH'"; 8].join(",")
    );
    for changes in [
        &["setup.whims_drawn=0"][..],
        &["board.rows=2", "board.columns=4"],
        &["board.rows=8", "board.columns=8"],
        &[whole, "board.rows=8", "board.columns=8", "setup.whims_drawn=0"],
        &[mixed, "setup.whims_drawn=0"],
    ] {
        let game = game(2, changes).unwrap();
        let whims = &game.rule_set.whims;
        let board = &game.rule_set.board;
        let size = [board.rows, board.columns].map(usize::from);
        for number in 0..600 {
            // Every parcel has at most one unit, and more and more have one.
            let mut units = [0; UNITS];
            for parcel in (0..64).filter(|parcel| game.board() >> parcel & 1 != 0) {
                if rng.below(10) < number / 60 {
                    units[rng.below(UNITS as u32) as usize] |= 1 << parcel;
                }
            }
            let player = Player { units, ..Player::EMPTY };
            for (whim, pattern) in whims.iter().zip(&game.numbers.whims) {
                let lack = pattern.lack(&player);
                assert_eq!(lack, lack_by_hand(whim, &units, size), "{} {units:x?}", whim.name);
                let needed =
                    lack.units.iter().fold(lack.excess, |sum, one| sum.saturating_add(*one));
                assert_eq!(pattern.is_fulfilled(&player), needed == 0, "{} {units:x?}", whim.name);
            }
        }
    }
}

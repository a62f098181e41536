//! Steps 1 to 3 and 6 of a round: materials (M1 to M3), placement (P1 to P4), reveal (R1, R2), end of the
//! round (H3, Z1 to Z3).

use super::table::Table;
use crate::game::Game;
use crate::games::eketorp::component::Kind;
use crate::games::eketorp::fact::EketorpFact;
use crate::games::eketorp::state::Phase;
use crate::recorded::Recorded;
use crate::seat::Seat;

#[test]
fn m1_stones_are_laid_on_those_that_lie_there() {
    let mut table = Table::new(
        3,
        &[
            "materials.cards=['g1 w1 c1 s1 g1 - -','g2 - c2 s2 - w1 -']",
            "game.rounds=2",
            "game.removed_cards=0",
        ],
    );
    assert_eq!(table.board(), "g w c s g - -");
    table.rest();
    assert_eq!(table.board(), "gg - ccc sss - w -");
}

#[test]
fn m2_triangles_are_for_many_seats() {
    let changes = |fewest: u8| format!("materials.triangle_players={fewest}");
    for (players, fewest, more) in [(4, 5, false), (5, 5, true), (3, 3, true), (6, 7, false)] {
        let table = Table::new(players, &[&changes(fewest)]);
        let expected = if more { "gg ww gg c www - -" } else { "g ww gg c ww - -" };
        assert_eq!(table.board(), expected);
    }
}

#[test]
fn m3_a_short_supply_is_laid_from_a_on() {
    let mut table = Table::new(
        3,
        &[
            "materials.cards=['g2 c1 g3 w1 g2 - c2','g2 - g2 - - - -']",
            "stones.g.count=4",
            "stones.c.count=1",
            "game.rounds=2",
            "game.removed_cards=0",
        ],
    );
    assert_eq!(table.board(), "gg c gg w - - -");
    assert_eq!([Kind::Grass, Kind::Clay].map(|kind| table.state.supply.count(kind)), [0, 0]);
    // Grass and wood return (Z2).
    table.rest();
    assert_eq!(table.board(), "gg c gg - - - -");
    assert_eq!(table.state.supply.count(Kind::Wood), 42);
}

#[test]
fn m3_with_the_presets_the_supply_suffices() {
    // The most that any ten or all twelve cards need; nothing comes back.
    for (preset, players) in [(0, 5), (1, 6)] {
        let preset = &crate::games::eketorp::rule_set::PRESETS[preset];
        let rules = crate::games::eketorp::Eketorp::read_toml(preset.toml).unwrap();
        let game = crate::games::eketorp::Eketorp::new(rules, players).unwrap();
        let rounds = usize::from(game.rule_set.game.rounds);
        for kind in Kind::ALL {
            let laid = |card: &[crate::games::eketorp::component::Stones; 7]| -> u32 {
                card.iter().map(|stones| stones.count(kind)).sum()
            };
            let mut each: Vec<u32> = game.numbers.cards.iter().map(laid).collect();
            each.sort_unstable_by(|one, two| two.cmp(one));
            let most: u32 = each[..rounds].iter().sum();
            assert_eq!(most, game.numbers.supply.count(kind), "{} {kind:?}", preset.name);
        }
    }
}

#[test]
fn p1_p2_where_vikings_may_go() {
    let table = Table::new(4, &[]).after("put A; put A; put A; put 1B");
    // Each other village's siege spaces once, in their order, and never its own.
    let expected = ["put 1R", "put 2C", "put 2B", "put 2R", "put 3C", "put 3B", "put 3R", "home"];
    assert_eq!((table.mover(), table.legal()), (Some(0), expected.map(str::to_owned).to_vec()));
    assert_eq!((table.state.crowds[0].of(0), table.home()[0]), (3, 2));
    let table = table.after("home");
    assert_eq!((table.mover(), table.home()[0]), (Some(1), 2));
    assert!(table.legal().iter().all(|text| !text.starts_with("put 1")));
    let spaces: Vec<String> = "ABCDEFG".chars().map(|space| format!("put {space}")).collect();
    assert_eq!(table.legal()[..7], spaces);
    // All Vikings may go, or none.
    let table = table.after("put B; put B; put B; put B; put B; put B; home");
    assert_eq!((table.home(), table.mover()), (vec![2, 0, 6, 6], Some(3)));
}

#[test]
fn p3_h3_vikings_in_hospital_are_not_placed() {
    let mut table = Table::new(3, &[]).sent(&["D", "D", ""]);
    table.duel(2, 3).skip();
    // Lost by 1: station 2, then 3.
    assert_eq!((table.hospital(0), table.home()), ([0, 0, 1], vec![7, 8, 8]));
    table.send(&["", "", "G G G G G G G"]);
    assert_eq!((table.state.round, table.hospital(0)), (2, [0, 0, 0]), "home from station 4");
    assert_eq!(table.home()[0], 8);
    // A seat whose Vikings are all in hospital is not asked, and has no defenders.
    let mut table = Table::new(3, &["setup.vikings.3=1"]).sent(&["D", "D", ""]);
    table.duel(2, 3).skip();
    assert_eq!((table.hospital(0), table.mover()), ([0, 0, 1], Some(1)));
    table.play("put 0C; home");
    table.duel(2, 1);
    assert_eq!(table.fact(0, EketorpFact::Undefended), 1);
}

#[test]
fn p4_z3_seats_are_asked_from_the_first_player_on() {
    let mut table = Table::new(4, &[]);
    for round in 0..5 {
        for step in 0..4 {
            assert_eq!(table.mover(), Some((round + step) % 4));
            table.play("home");
        }
        assert_eq!(usize::from(table.state.first), (round + 1) % 4);
    }
}

#[test]
fn r1_all_placements_are_seen_at_once() {
    let mut table = Table::new(3, &[]).after("put C; put C; home; put C; put 0B; home");
    let seen = |table: &Table, by: usize| {
        Seat::all(3)
            .map(|seat| table.game.view(&table.state, Seat::new(by)).sees_placement(seat))
            .collect::<Vec<_>>()
    };
    assert_eq!(seen(&table, 0), [true, false, false]);
    assert_eq!(seen(&table, 2), [false, false, true]);
    let before = table.game.epoch(&table.state);
    table.play("put 1B; home");
    assert_eq!(seen(&table, 0), [true; 3]);
    assert!(table.game.epoch(&table.state) > before);
    let sent = |seat, fact| table.fact(seat, fact);
    use EketorpFact::{InHospital, SentHome, SentSieges, SentSpaces};
    assert_eq!(
        [SentSpaces, SentSieges, SentHome, InHospital].map(|fact| sent(1, fact)),
        [1, 1, 6, 0]
    );
}

#[test]
fn r2_placements_may_be_pointless() {
    // G has no stones, and the village of seat 1 no walls.
    let mut table = Table::new(3, &[]).sent(&["G 1R", "", ""]);
    assert_eq!(table.conflict(), ("1R".into(), 0, 1));
    table.duel(6, 2);
    assert_eq!((table.state.round, table.fact(0, EketorpFact::EmptyHanded)), (1, 1));
    assert_eq!(table.fact(0, EketorpFact::SiegesWon), 1);
}

#[test]
fn z1_step_6_is_left_out_at_the_end() {
    let mut table = Table::new(3, &["game.rounds=1"]).sent(&["D", "D", ""]);
    table.duel(2, 3);
    assert_eq!((table.phase(), table.hospital(0)), (Phase::Over, [0, 1, 0]));
    assert_eq!(table.board(), "g ww gg - ww - -");
    let lead = table.game.interventions().unwrap();
    assert_eq!(lead.round(&table.state), 1);
}

#[test]
fn z2_clay_and_stone_stay_grass_and_wood_do_not() {
    let mut table = Table::new(
        3,
        &[
            "materials.cards=['g2 w2 c2 s2 - - -','- - - - - - g1']",
            "game.rounds=2",
            "game.removed_cards=0",
        ],
    );
    table.send(&["A B C D", "", ""]).skip();
    assert_eq!(table.board(), "- - c s - - g");
    let supply = Kind::ALL.map(|kind| table.state.supply.count(kind));
    assert_eq!(supply, [52 - 1 - 1, 42 - 1, 12 - 2, 6 - 2]);
}

#[test]
fn leading_a_round_begins_it_again_from_that_seat() {
    let mut table = Table::new(4, &[]).after("put A; put 1C; home; put B");
    let game = table.game.clone();
    assert!(game.interventions().unwrap().lead(&mut table.state, Seat::new(2)));
    assert_eq!(game.interventions().unwrap().first(&table.state), Some(Seat::new(2)));
    assert_eq!((table.mover(), table.state.first, table.home()), (Some(2), 2, vec![6; 4]));
    assert_eq!((table.legal().len(), table.is_at(0, "A")), (17, false));
    assert_eq!(table.state.crowds.map(|crowd| crowd.total()), [0; 7]);
}

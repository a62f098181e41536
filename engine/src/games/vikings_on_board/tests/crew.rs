//! Set Sail (A10) and the vikings of unplayed clans with two players (V5).

use super::table::Table;
use crate::games::vikings_on_board::fact::BoardFact as Fact;

fn table(ships: &str) -> Table {
    Table::new(2, &[]).ships(ships).row("001")
}

#[test]
fn a10_v5_the_other_player_at_once_puts_a_viking_on_an_own_docked_body() {
    let table = table("R1B1B1 B2 x Y1 B3+").after("go 10");
    assert_eq!(table.mover(), Some(1), "not the one who took the stern");
    // Each body without a viking, equal ones too: each is a different result.
    assert_eq!(table.legal(), ["crew 1.2", "crew 1.3", "crew 2.1"]);
    let table = table.after("crew 1.3");
    assert_eq!(table.ship(1), "R1B1B1+");
    assert_eq!(table.mover(), Some(0), "and the next viking moves");
    assert_eq!([table.fact(0, Fact::Crew), table.fact(1, Fact::Crew)], [0, 1]);
}

#[test]
fn v5_skipped_without_a_body_that_can_take_one() {
    for ships in ["R1G1 Y2", "R1B1+ B2+", "R1 x"] {
        let table = table(ships).after("go 10");
        assert_eq!(table.mover(), Some(0));
        assert!(table.legal()[0].starts_with("go"), "{ships}");
        let table = table.after("go 1; go 8; bet 1 1.R");
        assert_eq!(table.mover(), Some(0), "the stern is taken all the same");
        assert!(table.legal()[0].starts_with("sail"));
    }
}

#[test]
fn a10_with_three_or_four_players_nobody_is_asked() {
    for players in 3..=4 {
        let table = Table::new(players, &[]).row("01").after("go 10");
        assert_eq!(table.mover(), Some(1));
        assert!(table.legal()[0].starts_with("go"));
    }
}

#[test]
fn a10_the_viking_adds_a_shield_of_its_clan() {
    let sail = |ships: &str| {
        let table =
            Table::new(2, &[]).ships(&format!("{ships} -")).load(1, "h").sailing(0).after("sail 1");
        (table.last_scoring()["influence"].clone(), table.fact(1, Fact::ShieldsSailed))
    };
    assert_eq!(sail("R2B2 G1"), ("RB".into(), 2));
    assert_eq!(sail("R2B2+ G1"), ("BR".into(), 3));
    assert_eq!(sail("R3B1+B1+ G1"), ("BR".into(), 4));
}

#[test]
fn a10_the_viking_travels_with_its_body() {
    let table = table("R1B1+ G1B2 Y1");
    let moved = |texts: &str| table.clone().after(texts).all_ships()[..3].join(" ");
    assert_eq!(moved("go 7; move 1.2 2"), "R1 G1B2B1+ Y1");
    assert_eq!(moved("go 7; move 1.1 3"), "B1+ G1B2 Y1R1");
    assert_eq!(moved("go 11; swap 1.2 2.1"), "R1G1 B1+B2 Y1");
    let table = table.clone().row("11");
    let moved = |texts: &str| table.clone().after(texts).all_ships()[..3].join(" ");
    assert_eq!(moved("go 2; promote 1.2"), "B1+R1 G1B2 Y1");
    assert_eq!(moved("go 3; switch 1.2 3"), "R1 G1B2 Y1B1+");
}

#[test]
fn a10_v5_at_most_one_viking_on_a_body_through_a_whole_game() {
    // In every round one stern: at most seven vikings, of eight.
    let mut table = Table::new(2, &[]);
    let mut rng = crate::seed::Rng::from_seed(3);
    let mut crews = 0;
    while table.mover().is_some() {
        crews += i32::from(table.play_any(&mut rng).starts_with("crew"));
        assert!(!table.all_ships().concat().contains("++"));
    }
    assert!(crews > 3, "{crews}");
    assert_eq!(table.fact(0, Fact::Crew) + table.fact(1, Fact::Crew), crews);
    assert_eq!(table.fact(0, Fact::Sterns) + table.fact(1, Fact::Sterns), 7);
}

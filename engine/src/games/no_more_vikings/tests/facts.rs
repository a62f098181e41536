//! Strategy facts and scorings (3.11).

use serde_json::json;

use super::agreement::each_game;
use super::table::Table;
use crate::games::no_more_vikings::NoMoreVikings;
use crate::games::no_more_vikings::fact::NoMoreVikingsFact as Fact;
use crate::recorded::Recorded;
use crate::seed::Rng;

#[test]
fn the_facts_have_their_names_and_their_order() {
    let names: Vec<&str> = NoMoreVikings::FACTS.iter().map(|info| info.name).collect();
    let expected = "points_track points_villagers points_soldiers points_cottages points_fortresses \
        points_towers points_edicts points_fields points_whim_own points_whim_official \
        aggressive balanced development \
        did_populate did_marry did_fortress did_enlist did_tower did_move did_cultivate \
        cards_played cards_cancelled counters_played edicts_played longships_sunk units_raided filled rounds";
    assert_eq!(names, expected.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn actions_of_tokens_are_counted_and_effects_of_cards_are_not() {
    let actions = ["strategies.development.actions=9"];
    let table = Table::turn_with(2, "", &actions)
        .village(0, "villager a1 a2 b1 c1, cottage c3 d3 d4, soldier a4");
    let table = table.after(
        "populate b2; marry a1 a2; enlist b1; cultivate b2; move c1 c2; fortress d3 c3; move a4 b4; move b4 c4; \
         move c4 c3",
    );
    let table = table.hand(0, "settler recruit");
    let mut table = table.after("play settler; at a2; play recruit; at c2");
    table.state.actions = 1;
    let table = table.after("tower d3 c3");
    let facts = [
        (Fact::DidPopulate, 1),
        (Fact::DidMarry, 1),
        (Fact::DidFortress, 1),
        (Fact::DidEnlist, 1),
        (Fact::DidTower, 1),
        (Fact::DidMove, 4),
        (Fact::DidCultivate, 1),
        (Fact::CardsPlayed, 2),
        (Fact::Development, 1),
        (Fact::Balanced, 0),
    ];
    for (fact, number) in facts {
        assert_eq!((fact, table.fact(0, fact)), (fact, number));
    }
    assert_eq!(table.fact(1, Fact::Development), 1);
}

#[test]
fn responses_and_longships_are_counted() {
    let table = Table::turn(2, "").hand(0, "bow bow").hand(1, "counter").edicts(1, 1).edicts(0, 1);
    let table = table.longships(0, "ab").village(0, "soldier b1, villager c1");
    let table = table.after("play bow; edict; edict; sink a").after("play bow; counter");
    let table = table.edicts(0, 0).longships(0, "bc").ended();
    let facts = |seat, facts: [Fact; 6]| facts.map(|fact| table.fact(seat, fact));
    let six = [
        Fact::CardsPlayed,
        Fact::CardsCancelled,
        Fact::CountersPlayed,
        Fact::EdictsPlayed,
        Fact::LongshipsSunk,
        Fact::UnitsRaided,
    ];
    assert_eq!(facts(0, six), [2, 1, 0, 1, 2, 1]);
    assert_eq!(facts(1, six), [0, 0, 1, 1, 0, 0]);
    let scoring = table.last_scoring();
    assert_eq!(scoring, json!({ "round": 1, "kind": "raid", "points": [2, 0] }));
}

#[test]
fn what_must_hold_in_random_games() {
    each_game(20, |mut table, number| {
        let mut rng = Rng::from_seed(number);
        while table.mover().is_some() {
            table.play_any(&mut rng);
        }
        let rounds = table.fact(0, Fact::Rounds);
        let scores = table.scores();
        for (seat, &score) in scores.iter().enumerate() {
            let fact = |fact| table.fact(seat, fact);
            let sources: i32 = table.ledger.facts(crate::seat::Seat::new(seat))[..10].iter().sum();
            assert_eq!(sources, score);
            assert_eq!(
                fact(Fact::Aggressive) + fact(Fact::Balanced) + fact(Fact::Development),
                rounds
            );
            assert_eq!(
                fact(Fact::PointsTrack),
                fact(Fact::LongshipsSunk) * i32::from(table.game.rule_set.scoring.sunk_longship)
            );
            assert!(fact(Fact::CardsCancelled) <= fact(Fact::CardsPlayed));
            assert!(fact(Fact::Filled) <= 1 && fact(Fact::Rounds) == rounds);
        }
        let scorings = table.ledger.scorings();
        let last = scorings.last().unwrap();
        assert_eq!(
            (last.kind, last.round as i32, last.points.as_slice()),
            ("final", rounds, &scores[..])
        );
        for (round, scoring) in (1..).zip(&scorings[..scorings.len() - 1]) {
            assert_eq!((scoring.kind, scoring.round), ("raid", round));
        }
        // The last round may end before its raids.
        assert!((0..=1).contains(&(rounds - (scorings.len() as i32 - 1))));
    });
}

//! What holds between the strategy facts of every finished game (3.11).

use super::twin::Twin;
use super::twin::piece::Piece;

/// Panics unless all of it holds.
pub fn check(twin: &Twin, place: &str) {
    let seats = 0..twin.players.len();
    let result = twin.result().expect("a finished game");
    let mut cancelled = 0;
    let mut responses = 0;
    let mut cards = 0;
    for seat in seats.clone() {
        let facts = twin.facts(seat);
        let fact = |name: &str| {
            facts.iter().find(|(other, _)| other == name).unwrap_or_else(|| panic!("{name}")).1
        };
        let add = |names: &str| names.split(' ').map(fact).sum::<i64>();
        let equal = |one: i64, other: i64| assert_eq!(one, other, "{place}: seat {seat}");
        let points: i64 = facts[..10].iter().map(|(_, points)| points).sum();
        equal(points, result["score"][seat].as_i64().unwrap());
        let scoring = &twin.rules.scoring;
        equal(fact("points_track"), fact("longships_sunk") * scoring.sunk_longship);
        equal(fact("points_edicts"), twin.players[seat].edicts as i64 * scoring.edict);
        let towers = twin.players[seat].parcels(Piece::Tower).len() as i64;
        equal(fact("points_towers"), towers * scoring.tower);
        equal(fact("did_tower"), towers); // Nothing removes towers, and no card brings one.
        let fortresses = twin.players[seat].parcels(Piece::Fortress).len() as i64;
        equal(fact("did_fortress"), fortresses + towers);
        // The game may end before the tokens of a round have been revealed, but only in the set-up.
        equal(add("aggressive balanced development"), fact("rounds"));
        equal(fact("rounds"), twin.round as i64);
        assert!(fact("cards_cancelled") <= fact("cards_played"), "{place}: seat {seat}");
        assert!(fact("filled") == 0 || twin.board_filled, "{place}: seat {seat}");
        cancelled += fact("cards_cancelled");
        responses += add("counters_played edicts_played");
        cards += fact("cards_played");
    }
    assert!(cancelled <= responses && cancelled <= cards, "{place}");
    // Cancelled ones have an odd number of responses, the others an even one.
    assert_eq!((responses - cancelled) % 2, 0, "{place}");
    let filled = seats.clone().any(|seat| twin.free(seat).is_empty());
    assert!(!filled || twin.board_filled, "{place}: F1");
    let months = twin.rules.months.bonus.len();
    assert!(twin.board_filled || twin.round == months, "{place}: F1");
    check_scorings(twin, place);
    let shares: f64 = seats.map(|seat| result["win_share"][seat].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-6, "{place}");
}

/// 3.5: one after each round's raids, then the final one.
fn check_scorings(twin: &Twin, place: &str) {
    let (last, raids) = twin.scorings.split_last().expect("a final scoring");
    assert_eq!(last["kind"], "final", "{place}");
    assert_eq!(last["round"], twin.round, "{place}");
    assert_eq!(last["points"], twin.result().unwrap()["score"], "{place}");
    for (round, scoring) in (1..).zip(raids) {
        assert_eq!((&scoring["kind"], &scoring["round"]), (&"raid".into(), &round.into()));
    }
    assert!(raids.len() == twin.round || raids.len() + 1 == twin.round || twin.round == 0);
}

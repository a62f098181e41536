//! What holds between the strategy facts of every finished game (2.14).

use super::twin::Twin;

/// Panics unless all identities of section 2.14 hold.
pub fn check(twin: &Twin, place: &str) {
    let seats = 0..twin.players.len();
    let fact = |seat: usize, name: &str| {
        let facts = twin.facts(seat);
        facts.iter().find(|(other, _)| other == name).unwrap_or_else(|| panic!("{name}")).1
    };
    let sum = |name: &str| seats.clone().map(|seat| fact(seat, name)).sum::<i64>();
    let result = twin.result().expect("a finished game");
    for seat in seats.clone() {
        let add = |names: &str| names.split(' ').map(|name| fact(seat, name)).sum::<i64>();
        let equal = |one: i64, other: i64| assert_eq!(one, other, "{place}: seat {seat}");
        equal(
            add("points_stones points_full points_amulets"),
            result["points"][seat].as_i64().unwrap(),
        );
        let stones = add("stones_g stones_w stones_c stones_s");
        equal(stones, result["stones"][seat].as_i64().unwrap());
        equal(stones, add("gathered looted") - add("lost"));
        equal(add("points_stones"), add("gathered_points looted_points") - add("lost_points"));
        let vikings = twin.rules.vikings(twin.players.len()) as i64;
        equal(add("sent_spaces sent_sieges sent_home in_hospital"), vikings * fact(seat, "rounds"));
        equal(add("fights"), add("fights_won fights_lost fights_tied"));
        equal(add("sieges"), add("sieges_won sieges_lost sieges_tied"));
        equal(add("defences"), add("defences_won defences_lost defences_tied"));
        equal(add("cards_played"), add("fights sieges defences undefended"));
        equal(fact(seat, "rounds"), twin.scorings.len() as i64);
        let amulets = twin.rules.setup.amulets - twin.players[seat].amulets;
        equal(add("amulets_used"), amulets as i64);
        assert!(add("sieges_undefended") <= add("sieges_won"), "{place}: seat {seat}");
        assert!(add("looted") <= add("razed"), "{place}: seat {seat}");
    }
    for (one, other) in [
        ("razed", "lost"),
        ("razed_points", "lost_points"),
        ("fights_won", "fights_lost"),
        ("sieges_won", "defences_lost undefended"),
        ("sieges_lost", "defences_won"),
        ("sieges_tied", "defences_tied"),
        ("sieges", "defences undefended"),
        ("sieges_undefended", "undefended"),
    ] {
        let others: i64 = other.split(' ').map(sum).sum();
        assert_eq!(sum(one), others, "{place}: {one} and {other}");
    }
    assert_eq!(sum("fights_started") * 2, sum("fights"), "{place}");
    assert_eq!(sum("fights_tied") % 2, 0, "{place}");
}

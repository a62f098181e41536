//! Inputs of *Eketorp* mean what they say.

use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::games::eketorp::state::Phase;

use super::*;

const KINDS: [(&str, i32); 4] = [("g", 1), ("w", 2), ("c", 3), ("s", 4)];
const WEAPONS: [&str; 3] = ["C", "B", "R"];

#[test]
fn eketorp() {
    check::<Eketorp>("queen2007", 4);
    check::<Eketorp>("db2003", 1);
}

#[test]
fn every_input_of_eketorp_occurs() {
    every_input_occurs::<Eketorp>("queen2007", 60);
}

/// Number and points of some stones.
fn stones(value: &Value) -> (i32, i32) {
    let counts = KINDS.map(|(kind, points)| (number(&value[kind]), points));
    (
        counts.iter().map(|&(count, _)| count).sum(),
        counts.iter().map(|&(count, points)| count * points).sum(),
    )
}

/// How many cards of each value are in some lists.
fn cards<'a>(key: &str, lists: impl IntoIterator<Item = &'a Value>) -> Vec<(String, i32)> {
    let all: Vec<i32> = lists.into_iter().flat_map(list).map(number).collect();
    let count = |value: i32| all.iter().filter(|&&card| card == value).count() as i32;
    (1..=6).map(|value| (format!("{key}.{value}"), count(value))).collect()
}

/// Most points that a siege takes off two walls, given from the bottom up.
fn loot(walls: &[&str], limit: i32) -> i32 {
    let value = |letter: char| KINDS.iter().find(|(kind, _)| kind.starts_with(letter)).unwrap().1;
    let taken = |wall: &str| -> Vec<i32> {
        (0..=wall.len()).map(|from| wall[from..].chars().map(value).sum()).collect()
    };
    let (low, high) = (taken(walls[0]), taken(walls[1]));
    let sums = low.iter().flat_map(|low| high.iter().map(move |high| low + high));
    sums.filter(|&sum| sum <= limit).max().unwrap()
}

/// The siege spaces of a village by stakes, with the walls that they reach.
fn by_stakes(told: &Map<String, Value>, village: usize) -> Vec<(String, Vec<&str>)> {
    let walls: Vec<&str> =
        list(&told["seats"][village]["walls"]).iter().map(|wall| wall.as_str().unwrap()).collect();
    let mut sieges: Vec<(String, Vec<&str>)> = WEAPONS
        .iter()
        .zip(walls.chunks(2))
        .map(|(weapon, walls)| (format!("{village}{weapon}"), walls.to_vec()))
        .collect();
    // A stable sort keeps the order among equals.
    sieges.sort_by_key(|(_, walls)| {
        let height: usize = walls.iter().map(|wall| wall.len()).sum();
        (-loot(walls, 6), -loot(walls, 2), -(height as i32))
    });
    sieges
}

/// The seats at a siege space whose siege is still to come, as far as the seat sees them.
fn besiegers(told: &Map<String, Value>, place: &str) -> Vec<i32> {
    let there = list(&told["sieges"]).iter().find(|siege| siege["place"] == place);
    let there = there.filter(|siege| siege["held"] == false);
    there.map_or(Vec::new(), |siege| list(&siege["seats"]).iter().map(number).collect())
}

fn has_duel(told: &Map<String, Value>) -> bool {
    told.contains_key("duel")
}

fn table(told: &Map<String, Value>, seat: usize) -> Vec<(String, i32)> {
    let seats = list(&told["seats"]);
    let phase = told["phase"].as_str().unwrap();
    let size = |fields: &Value| stones(&fields["stones"]).0 + stones(&fields["load"]).0;
    let points = |fields: &Value| number(&fields["points"]) + stones(&fields["load"]).1;
    let others = seats.iter().enumerate().filter(|&(other, _)| other != seat);
    let best = others.map(|(_, fields)| points(fields)).max().unwrap();
    let mut expected = vec![
        ("rounds_left".to_owned(), 10 - number(&told["round"])),
        ("lacks".to_owned(), 18 - seats.iter().map(size).max().unwrap().min(18)),
        ("lead".to_owned(), points(&seats[seat]) - best),
        ("talon".to_owned(), number(&told["talon"])),
        (format!("decision.{phase}"), 1),
    ];
    for space in list(&told["spaces"]) {
        let name = |key: &str| format!("{key}.{}", space["space"].as_str().unwrap());
        let (count, points) = stones(&space["stones"]);
        expected.extend([(name("stones"), count), (name("points"), points)]);
        let vikings = list(&space["vikings"]);
        if phase == "place" {
            expected.push((name("sent"), number(&vikings[seat])));
            continue;
        }
        let there: Vec<i32> = vikings.iter().map(number).filter(|&there| there > 0).collect();
        if there.len() > 1 {
            expected.push((name("surplus"), (there.iter().sum::<i32>() - count).max(0)));
        }
    }
    let own = &seats[seat];
    let seen = seats.iter().flat_map(|fields| [&fields["pile"], &fields["hand"]]);
    let seen = seen.chain([&told["discarded"], &own["discarded"]]).filter(|list| list.is_array());
    expected.extend(cards("unseen", seen).into_iter().map(|(name, seen)| (name, 9 - seen)));
    expected.extend(cards("hand", [&own["hand"]]));
    if phase == "place" {
        expected.push(("unsent".to_owned(), number(&own["vikings_home"])));
    }
    for village in 1..seats.len() {
        let ranked = by_stakes(told, (seat + village) % seats.len());
        for (rank, (place, _)) in ranked.iter().enumerate() {
            let is_there = besiegers(told, place).contains(&(seat as i32));
            let name = format!("besieges.{village}.{}", rank + 1);
            expected.push((name, i32::from(is_there)));
        }
    }
    if has_duel(told) {
        expected.extend(duel(told));
    }
    expected
}

fn duel(told: &Map<String, Value>) -> Vec<(String, i32)> {
    let duel = &told["duel"];
    let place = duel["place"].as_str().unwrap();
    let mut expected = Vec::new();
    let mut tell = |key: &str, value: i32| expected.push((format!("duel.{key}"), value));
    if let Some(space) = list(&told["spaces"]).iter().find(|space| space["space"] == place) {
        let there = KINDS.iter().filter(|(kind, _)| number(&space["stones"][kind]) > 0);
        tell("points", there.map(|&(_, points)| points).max().unwrap_or(0));
        let vikings: i32 = list(&space["vikings"]).iter().map(number).sum();
        tell("surplus", (vikings - stones(&space["stones"]).0).max(0));
        return expected;
    }
    let village = place[..1].parse::<usize>().unwrap();
    // Vikings of two seats on a siege space fight each other; the village's owner is none of them.
    if duel["defender"] == village {
        tell("siege", 1);
        tell("defenders", number(&told["seats"][village]["vikings_home"]));
    }
    if let Some(difference) = duel.get("difference") {
        tell("difference", number(difference));
    }
    let sieges = by_stakes(told, village);
    let (_, walls) = sieges.iter().find(|(other, _)| other == place).unwrap();
    for difference in 1..=6 {
        tell(&format!("loot.{difference}"), loot(walls, difference));
    }
    expected
}

fn of_seat(told: &Map<String, Value>, seat: usize) -> Vec<(String, i32)> {
    let fields = &told["seats"][seat];
    let revealed = told["phase"] != "place";
    let mut expected = Vec::new();
    let mut tell = |key: &str, value: i32| expected.push((key.to_owned(), value));
    tell("points", number(&fields["points"]));
    tell("stones", stones(&fields["stones"]).0);
    let (load, points) = stones(&fields["load"]);
    tell("load.stones", load);
    tell("load.points", points);
    tell("amulets", number(&fields["amulets"]));
    for (station, vikings) in list(&fields["hospital"]).iter().enumerate() {
        tell(&format!("hospital.{}", station + 1), number(vikings));
    }
    tell("first", i32::from(told["first"] == seat));
    tell("cards", number(&fields["cards"]));
    tell("open", i32::from(fields["hand_open"] == true));
    if revealed {
        tell("home", number(&fields["vikings_home"]));
        let sieges = list(&told["sieges"]).iter().map(|siege| siege["place"].as_str().unwrap());
        let own = sieges.filter(|place| besiegers(told, place).contains(&(seat as i32)));
        tell("besieging", own.count() as i32);
        let mut prospect = 0;
        for space in list(&told["spaces"]) {
            let vikings = list(&space["vikings"]);
            tell(&format!("at.{}", space["space"].as_str().unwrap()), number(&vikings[seat]));
            let (count, points) = stones(&space["stones"]);
            let crowd: i32 = vikings.iter().map(number).sum();
            prospect += 10 * number(&vikings[seat]) * points / crowd.max(count).max(1);
        }
        tell("prospect", prospect);
    }
    if has_duel(told) {
        tell("attacks", i32::from(told["duel"]["attacker"] == seat));
        tell("defends", i32::from(told["duel"]["defender"] == seat));
    }
    for (rank, (place, walls)) in by_stakes(told, seat).iter().enumerate() {
        let mut tell = |key: &str, value: i32| tell(&format!("siege.{}.{key}", rank + 1), value);
        tell("loot.2", loot(walls, 2));
        tell("loot.6", loot(walls, 6));
        tell("stones", walls.iter().map(|wall| wall.len() as i32).sum());
        if revealed {
            tell("vikings", besiegers(told, place).len() as i32);
        }
    }
    if fields["hand_open"] == true {
        expected.extend(cards("open", [&fields["hand"]]));
    }
    expected.extend(cards("pile", [&fields["pile"]]));
    expected
}

#[test]
fn inputs_of_eketorp_are_what_a_seat_is_told() {
    for game in tables::<Eketorp>("queen2007") {
        let all = |_: &str| true;
        compare(
            &game,
            4,
            all,
            |_, told, seat| table(told, seat),
            |_, told, seat| of_seat(told, seat),
        );
    }
}

/// Whoever sends Vikings later sees nothing of where the others have sent theirs.
#[test]
fn placements_of_others_are_no_inputs_before_the_reveal() {
    let game = Eketorp::queen2007(3);
    let start = game.state(&game.deal(DealSeed { seed: 5, deal: 0 }));
    let sent = |actions: &[&str]| {
        let mut state = start;
        for action in actions {
            game.apply(&mut state, action.parse().unwrap(), &mut ()).unwrap();
        }
        assert_eq!((state.phase, game.to_move(&state)), (Phase::Place, Some(Seat::new(1))));
        namer(&game)(&state, Seat::new(1))
    };
    let at_home = sent(&["home"]);
    // No Viking can follow one at the last place.
    assert_eq!(at_home, sent(&["put A", "put A", "put E", "put 1C", "put 2R"]));
    // But its own.
    let seen = sent(&["home", "put A", "put A", "put 2C"]);
    assert_eq!((at_home["unsent"], seen["unsent"]), (8, 5));
    // The first village in turn order from seat 1 is that of seat 2; all its siege spaces are alike.
    assert_eq!((seen["sent.A"], seen["besieges.1.1"]), (2, 1));
}

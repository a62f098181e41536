//! Inputs of *Vikings on Board* mean what they say.

use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::games::vikings_on_board::component::BarrelPlace;

use super::*;

const GOODS: [(&str, &str); 3] = [("hide", "h"), ("grain", "g"), ("metal", "m")];
const CLANS: [&str; 4] = ["R", "B", "G", "Y"];

#[test]
fn vikings_on_board() {
    check::<VikingsOnBoard>("base", 6);
}

/// A docked ship as programs are told of it.
struct Told<'a> {
    ship: &'a Value,
    /// The clans aboard with their shields, the most influential first.
    clans: Vec<(&'a str, i32)>,
}

impl<'a> Told<'a> {
    fn new(ship: &'a Value) -> Told<'a> {
        let mut clans: Vec<(&str, i32)> = Vec::new();
        // In the order of their foremost bodies, so a stable sort keeps that order among equals.
        for body in list(&ship["bodies"]) {
            let (clan, crew) = (body["clan"].as_str().unwrap(), i32::from(body["crew"] == true));
            let shields = number(&body["shields"]) + crew;
            match clans.iter_mut().find(|(known, _)| *known == clan) {
                Some((_, sum)) => *sum += shields,
                None => clans.push((clan, shields)),
            }
        }
        clans.sort_by_key(|&(_, shields)| -shields);
        Told { ship, clans }
    }

    fn shields(&self, clan: &str) -> Option<i32> {
        self.clans.iter().find(|(aboard, _)| *aboard == clan).map(|&(_, shields)| shields)
    }

    fn leads(&self, clan: &str) -> bool {
        self.clans.first().is_some_and(|&(first, _)| first == clan)
    }

    /// The market values of its supplies, the highest first.
    fn supplies(&self, market: &Value) -> Vec<i32> {
        let of_kind = |&(_, good): &(&str, &str)| {
            vec![number(&market[good]); number(&self.ship["bow"][good]) as usize]
        };
        let mut values: Vec<i32> = GOODS.iter().flat_map(of_kind).collect();
        values.sort_by_key(|value| -value);
        values
    }
}

/// The docked ships by what is at stake.
fn by_stakes(told: &Map<String, Value>) -> Vec<Told<'_>> {
    let mut ships: Vec<Told<'_>> = list(&told["ships"]).iter().map(Told::new).collect();
    ships.sort_by_key(|ship| {
        let supplies = ship.supplies(&told["market"]);
        let sails = told.get("sailing") == Some(&ship.ship["ship"]);
        let bets = ship.ship["bets"].as_object().unwrap().len() as i32;
        (!sails, -supplies.iter().sum::<i32>(), -(supplies.len() as i32), -bets)
    });
    ships
}

/// Inputs about the table, without the heuristic's opinion.
fn table(told: &Map<String, Value>, seat: Seat, players: usize) -> Vec<(String, i32)> {
    let mut expected = vec![
        ("round".to_owned(), number(&told["round"])),
        (format!("sailed.{}", told["departures"]), 1),
        (format!("decision.{}", told["phase"].as_str().unwrap()), 1),
    ];
    let (w1, w2) = (told["w1"].as_str().unwrap(), told["w2"].as_str().unwrap());
    expected.push(("stack.1".to_owned(), w1.len() as i32));
    expected.push(("stack.2".to_owned(), w2.len() as i32));
    let drawn = match told["phase"].as_str().unwrap() {
        "load1" => &w1[..1],
        "load2" => &w2[..told["drawn"].as_u64().unwrap() as usize],
        _ => "",
    };
    let ships = by_stakes(told);
    // Ships that have sailed carry nothing, so the rest of the five of each kind is in the stacks,
    // except for the supplies of a ship that is lost with the end.
    for (name, good) in GOODS {
        expected.push((format!("market.{name}"), number(&told["market"][good])));
        expected.push((format!("hand.{name}"), drawn.matches(good).count() as i32));
        let aboard: i32 = ships.iter().map(|ship| number(&ship.ship["bow"][good])).sum();
        let seats = list(&told["seats"]).iter();
        let taken: i32 = seats.map(|fields| number(&fields["supplies"][good])).sum();
        let left = 5 - aboard - taken - number(&told["box"][good]);
        expected.push((format!("in_stacks.{name}"), left));
    }
    let barrels = list(&told["seats"][seat.index()]["barrels"]);
    // Where a ship has sailed, its number is not among those that are docked.
    let lies =
        |barrel: &Value| barrel["place"].as_str().unwrap().strip_prefix("on ").map(str::to_owned);
    let mut left_behind = 0;
    for (place, barrel) in barrels.iter().enumerate() {
        let is_unused = i32::from(barrel["place"] == "unused");
        expected.push((format!("own.unused.{}", place + 1), is_unused));
        let docked = |ship: &Told<'_>| lies(barrel).is_some_and(|at| at[..1] == ship.ship["ship"]);
        if lies(barrel).is_some() && !ships.iter().any(docked) {
            left_behind += number(&barrel["value"]);
        }
    }
    expected.push(("own.left_behind".to_owned(), left_behind));
    let won = barrels.iter().filter(|barrel| barrel["place"] == "won");
    expected.push(("own.won".to_owned(), won.map(|barrel| number(&barrel["value"])).sum()));
    for (place, ship) in ships.iter().enumerate() {
        let name = |name: &str| format!("ship.{}.{name}", place + 1);
        for (kind, good) in GOODS {
            expected.push((name(kind), number(&ship.ship["bow"][good])));
        }
        expected.push((name("bodies"), list(&ship.ship["bodies"]).len() as i32));
        let unplayed = CLANS[players..].iter().filter_map(|clan| ship.shields(clan));
        expected.push((name("unplayed"), unplayed.max().unwrap_or(0)));
        let leads = CLANS[players..].iter().any(|clan| ship.leads(clan));
        expected.push((name("unplayed_leads"), i32::from(leads)));
        let (mut first, mut other) = (0, 0);
        for barrel in barrels {
            let Some(at) = lies(barrel) else { continue };
            if at[..1] == ship.ship["ship"] {
                let sum = if ship.leads(&at[2..]) { &mut first } else { &mut other };
                *sum += number(&barrel["value"]);
            }
        }
        expected.extend([(name("own_bet_first"), first), (name("own_bets"), other)]);
    }
    expected
}

/// Inputs about a seat, without the heuristic's opinion and what is taken of a departing ship.
fn of_seat(told: &Map<String, Value>, seat: usize) -> Vec<(String, i32)> {
    let fields = &told["seats"][seat];
    let count =
        |value: &Value| value.as_object().unwrap().values().filter(|&of| *of == seat).count();
    let mut expected = vec![
        ("barrels.unused".to_owned(), number(&fields["unused_barrels"])),
        ("barrels.won".to_owned(), number(&fields["won_barrels"])),
        ("decides".to_owned(), i32::from(told["to_move"] == seat)),
        ("stern".to_owned(), i32::from(told["stern"] == seat)),
    ];
    let left_behind: usize =
        list(&told["left_behind"]).iter().map(|dock| count(&dock["bets"])).sum();
    expected.push(("barrels.left_behind".to_owned(), left_behind as i32));
    for (turn, viking) in list(&told["vikings_to_move"]).iter().enumerate() {
        expected.push((format!("turn.{}", turn + 1), i32::from(viking["seat"] == seat)));
    }
    for viking in list(&told["vikings_moved"]) {
        expected.push((format!("space.{}", viking["space"]), i32::from(viking["seat"] == seat)));
    }
    let mut points = 0;
    for (name, good) in GOODS {
        let taken = number(&fields["supplies"][good]);
        points += taken * number(&told["market"][good]);
        expected.push((format!("supplies.{name}"), taken));
    }
    expected.push(("points".to_owned(), points));
    let clan = CLANS[seat];
    for (place, ship) in by_stakes(told).iter().enumerate() {
        let name = |name: &str| format!("ship.{}.{name}", place + 1);
        let bets = count(&ship.ship["bets"]) as i32;
        let first = ship.clans.first().map(|(first, _)| &ship.ship["bets"][first]);
        let first = i32::from(first.is_some_and(|first| *first == seat));
        expected.extend([(name("bets_first"), first), (name("bets"), bets - first)]);
        let Some(shields) = ship.shields(clan) else { continue };
        expected.push((name("shields"), shields));
        expected.push((name("leads"), i32::from(ship.leads(clan))));
        let others = ship.clans.iter().filter(|(other, _)| *other != clan);
        let most = others.map(|&(_, shields)| shields).max().unwrap_or(0);
        expected.push((name("margin"), shields - most));
        // While a ship departs, the next pick need not be the first clan's.
        let picks = told.get("picks").filter(|_| told.get("sailing") == Some(&ship.ship["ship"]));
        let order: Vec<&str> = match picks {
            Some(picks) => {
                picks.as_str().unwrap().split("").filter(|one| !one.is_empty()).collect()
            }
            None => ship.clans.iter().map(|&(clan, _)| clan).collect(),
        };
        let own = order.iter().position(|&next| next == clan).unwrap();
        let supplies = ship.supplies(&told["market"]);
        expected.push((name("gain"), supplies.iter().skip(own).step_by(order.len()).sum()));
    }
    expected
}

#[test]
fn inputs_of_vikings_on_board_are_what_a_seat_is_told() {
    for game in tables::<VikingsOnBoard>("base") {
        // Those of the heuristic are compared below.
        let told = |name: &str| name != "own.value" && !name.ends_with(".value");
        let table = |_: &_, told: &_, seat| table(told, Seat::new(seat), game.players());
        compare(&game, 6, told, table, |_, told, seat| of_seat(told, seat));
    }
}

/// Where no hidden barrel matters, the value is the heuristic's.
#[test]
fn values_of_vikings_on_board_are_those_of_the_heuristic() {
    let mut compared = [0, 0];
    for game in tables::<VikingsOnBoard>("base") {
        let players = game.players();
        let judge = <VikingsOnBoard as Playable>::Heuristic::default().judge(&game);
        let named = namer(&game);
        states(&game, 60, |state, seat, _| {
            let is_unused = |(_, place)| place == BarrelPlace::Unused;
            let has_all = |seat: &Seat| game.barrels(state, *seat).into_iter().all(is_unused);
            if !Seat::all(players).filter(|&other| other != seat).all(|other| has_all(&other)) {
                return;
            }
            compared[0] += 1;
            let seen = named(state, seat);
            let value = |name: &str| seen.get(name).copied().unwrap_or(0);
            assert_eq!(value("own.value"), judge.value(&game, state, seat).floor() as i32);
            if !has_all(&seat) {
                return;
            }
            compared[1] += 1;
            for other in Seat::all(players) {
                let expects = judge.value(&game, state, other).floor() as i32;
                assert_eq!(value(&own(other.index(), seat, players, "value")), expects);
            }
        });
    }
    assert!(compared[0] > compared[1] + 100 && compared[1] > 100, "{compared:?}");
}

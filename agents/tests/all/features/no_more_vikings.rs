//! Inputs of *No More Vikings!* mean what they say.

use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::component::{Kind, Unit};

use super::*;

const UNITS: [&str; 6] = ["villager", "soldier", "cottage", "fortress", "tower", "field"];

#[test]
fn no_more_vikings() {
    check::<NoMoreVikings>("base", 8);
}

#[test]
fn every_input_of_no_more_vikings_occurs() {
    every_input_occurs::<NoMoreVikings>("base", 100);
}

/// Column and row of each parcel, from 0.
fn parcels(fields: &Value, unit: &str) -> Vec<(i32, i32)> {
    let text = list(&fields["village"][unit]).iter().map(|parcel| parcel.as_str().unwrap());
    text.map(|text| {
        let bytes = text.as_bytes();
        (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
    })
    .collect()
}

fn are_adjacent(one: (i32, i32), two: (i32, i32)) -> bool {
    (one.0 - two.0).abs() + (one.1 - two.1).abs() == 1
}

fn pairs(parcels: &[(i32, i32)]) -> i32 {
    let all = parcels.iter().flat_map(|one| parcels.iter().map(move |two| (one, two)));
    let pairs = all.filter(|(one, two)| one < two && are_adjacent(**one, **two)).count();
    pairs.min(parcels.len() / 2) as i32
}

/// How many cards of each kind are in a list.
fn cards(key: &str, list_of: &Value) -> Vec<(String, i32)> {
    let count =
        |kind: &str| list(list_of).iter().filter(|card| card["kind"] == kind).count() as i32;
    Kind::ALL.map(|kind| (format!("{key}.{kind}"), count(kind.name()))).into()
}

fn free(game: &NoMoreVikings, fields: &Value) -> i32 {
    let board = &game.rule_set().board;
    let parcels_in_all = i32::from(board.rows) * i32::from(board.columns);
    parcels_in_all - UNITS.iter().map(|unit| parcels(fields, unit).len() as i32).sum::<i32>()
}

/// What is there and missing of a whim. The engine has tests of what a village lacks.
fn whim(
    game: &NoMoreVikings,
    state: &<NoMoreVikings as Game>::State,
    seat: usize,
    whim: &Value,
    key: &str,
) -> (i32, Vec<(String, i32)>) {
    let all = &game.rule_set().whims;
    let place = all.iter().position(|one| *whim == one.name.to_string()).unwrap();
    let lack = game.lack(state, Seat::new(seat), place);
    let missing = lack.units.map(|units| units.min(MAX_VALUE as u32) as i32);
    let houses = missing[Unit::Cottage as usize];
    let others = missing.iter().sum::<i32>() - houses;
    let is_fulfilled = houses + others == 0 && lack.excess == 0;
    let worth = i32::from(all[place].points);
    let inputs = vec![
        (format!("{key}.points"), if is_fulfilled { worth } else { 0 }),
        (format!("{key}.houses"), houses),
        (format!("{key}.units"), others.min(MAX_VALUE)),
        (format!("{key}.excess"), lack.excess as i32),
    ];
    (worth, inputs)
}

fn table(
    game: &NoMoreVikings,
    state: &<NoMoreVikings as Game>::State,
    told: &Map<String, Value>,
    seat: usize,
) -> Vec<(String, i32)> {
    let seats = list(&told["seats"]);
    let own = &seats[seat];
    let others = seats.iter().filter_map(|fields| fields.get("points_without_whim")).map(number);
    // A board that was filled, and may not be full any more, ends the game with the round.
    let rounds = game.rule_set().months.bonus.len() as i32;
    let rounds_left =
        if told["board_filled"] == true { 0 } else { rounds - number(&told["round"]) };
    let mut expected = vec![
        ("rounds_left".to_owned(), rounds_left),
        ("free".to_owned(), seats.iter().map(|fields| free(game, fields)).min().unwrap()),
        ("lead".to_owned(), number(&own["points"]) - others.max().unwrap()),
        ("fog".to_owned(), i32::from(told["fog"] == true)),
        ("deck".to_owned(), number(&told["deck"])),
        (format!("decision.{}", told["phase"].as_str().unwrap()), 1),
    ];
    if let Some(turn) = told.get("turn") {
        expected.push(("actions".to_owned(), number(&turn["actions"])));
        expected.push(("draw".to_owned(), i32::from(turn["draw"] == true)));
    }
    if let Some(bonus) = told["next_month"].as_str().filter(|bonus| !bonus.is_empty()) {
        expected.push((format!("month.{bonus}"), 1));
    }
    for (name, count) in told["supply"].as_object().unwrap() {
        expected.push((format!("supply.{name}"), number(count)));
    }
    expected.extend(cards("hand", &own["hand"]));
    if let Some(aside) = own.get("aside") {
        expected.extend(cards("aside", aside));
    }
    // Where a card is seen: the discard, hands as far as the seat knows them, and laid aside by itself.
    let mut seen = list(&told["discard"]).to_vec();
    seats.iter().for_each(|fields| seen.extend_from_slice(list(&fields["hand"])));
    seen.extend_from_slice(own.get("aside").map_or(&[], list));
    for (name, count) in cards("unseen", &seen.into()) {
        let kind = name.strip_prefix("unseen.").unwrap();
        let all = game.rule_set().cards.iter().filter(|card| card.kind.name() == kind);
        let all: usize = all.map(|card| card.landing.len()).sum();
        expected.push((name.clone(), all as i32 - count));
    }
    let official = whim(game, state, seat, &told["official_whim"], "official");
    expected.push(("official.worth".to_owned(), official.0));
    if !own["whim"].is_null() {
        let (worth, inputs) = whim(game, state, seat, &own["whim"], "own");
        expected.push(("own.worth".to_owned(), worth));
        expected.extend(inputs);
    }
    if let Some(window) = told.get("window") {
        expected.push((format!("card.{}", window["kind"].as_str().unwrap()), 1));
        let stands = number(&window["responses"]) % 2 == 0;
        expected.push(("card.stands".to_owned(), i32::from(stands)));
        let is_open = told["phase"] == "respond" && window["top"] != "edict";
        expected.push(("card.top".to_owned(), i32::from(is_open)));
    }
    expected
}

fn village(game: &NoMoreVikings, fields: &Value) -> Vec<(String, i32)> {
    let [villagers, soldiers, cottages, fortresses, towers] =
        ["villager", "soldier", "cottage", "fortress", "tower"].map(|unit| parcels(fields, unit));
    let mut expected = Vec::new();
    let mut tell = |key: &str, value: i32| expected.push((key.to_owned(), value));
    for unit in UNITS {
        tell(&format!("units.{unit}"), parcels(fields, unit).len() as i32);
    }
    tell("free", free(game, fields));
    tell("villager_pairs", pairs(&villagers));
    tell("cottage_pairs", pairs(&cottages));
    let beside = |one: &(i32, i32)| fortresses.iter().any(|two| are_adjacent(*one, *two));
    tell("sentries", soldiers.iter().filter(|one| beside(one)).count() as i32);
    let houses: Vec<_> = cottages.iter().chain(&fortresses).chain(&towers).collect();
    let lines = |one: &(i32, i32)| {
        houses.iter().filter(|two| one.0 == two.0 || one.1 == two.1).count() as i32
    };
    tell("best_field", villagers.iter().map(lines).max().unwrap_or(0));
    let ships = list(&fields["longships"]);
    tell("ships", ships.len() as i32);
    let mut columns = BTreeMap::new();
    for column in 0..8 {
        let has_ship = ships.iter().any(|ship| *ship == "abcdefgh"[column as usize..][..1]);
        let first = |units: &[(i32, i32)]| {
            let rows = units.iter().filter(|parcel| parcel.0 == column).map(|parcel| parcel.1);
            rows.min()
        };
        let targets = game.rule_set().switches.raid_targets.iter().map(|unit| unit.name());
        let prey = targets.filter_map(|unit| Some((first(&parcels(fields, unit))?, unit))).min();
        let key = match (has_ship, first(&soldiers).is_some(), prey) {
            (true, true, _) => "ships.guarded",
            (false, true, _) => "guarded",
            (true, _, Some((_, "villager"))) => "ships.villager",
            (true, _, Some((_, "cottage"))) => "ships.cottage",
            (false, _, Some((_, "villager"))) => "open.villager",
            (false, _, Some((_, "cottage"))) => "open.cottage",
            _ => continue,
        };
        *columns.entry(key.to_owned()).or_insert(0) += 1;
    }
    expected.extend(columns);
    expected
}

fn of_seat(game: &NoMoreVikings, told: &Map<String, Value>, seat: usize) -> Vec<(String, i32)> {
    let players = game.players();
    let fields = &told["seats"][seat];
    let phase = told["phase"].as_str().unwrap();
    let mut expected = village(game, fields);
    let mut tell = |key: &str, value: bool| expected.push((key.to_owned(), i32::from(value)));
    // How many have their turn or their raids before.
    let first = told["first"].as_u64().unwrap() as usize;
    let place = |seat: usize| (seat + players - first) % players;
    tell("first", seat == first);
    let turn = told.get("turn").map(|turn| turn["seat"].as_u64().unwrap() as usize);
    tell("turn", turn == Some(seat));
    let early = ["whim", "settle", "token"].contains(&phase);
    tell("turn_comes", early || turn.is_some_and(|turn| place(seat) >= place(turn)));
    let mover = told["to_move"].as_u64().unwrap() as usize;
    let raiding = ["tower", "soldier"].contains(&phase) && place(seat) >= place(mover);
    tell("raids_come", told["fog"] == false && (early || turn.is_some() || raiding));
    if let Some(token) = fields["token"].as_str() {
        tell(&format!("token.{token}"), phase != "token");
    }
    if let Some(window) = told.get("window") {
        tell("named", window["target"] == seat);
        tell("top", window["owner"] == seat);
    }
    expected.push(("edicts".to_owned(), number(&fields["edicts"])));
    expected.push(("cards".to_owned(), number(&fields["cards"])));
    expected
}

#[test]
fn inputs_of_no_more_vikings_are_what_a_seat_is_told() {
    let printed = tables::<NoMoreVikings>("base").into_iter().map(|game| (game, 6));
    let others = far::games::<NoMoreVikings>().into_iter().map(|game| (game, 1));
    for (game, deals) in printed.chain(others) {
        let of_seat = |state: &_, told: &Map<String, Value>, seat: usize| {
            let (_, official) = whim(&game, state, seat, &told["official_whim"], "official");
            let fields = &told["seats"][seat];
            // The seat itself is told its points with its whim.
            let points = match fields.get("points_without_whim") {
                Some(points) => number(points),
                None if fields["whim"].is_null() => number(&fields["points"]),
                None => {
                    let (_, own) = whim(&game, state, seat, &fields["whim"], "own");
                    let (_, known) = own.iter().find(|(name, _)| name == "own.points").unwrap();
                    number(&fields["points"]) - known
                }
            };
            let points = ("points".to_owned(), points);
            of_seat(&game, told, seat).into_iter().chain(official).chain([points]).collect()
        };
        let table = |state: &_, told: &_, seat| table(&game, state, told, seat);
        compare(&game, deals, |_| true, table, of_seat);
    }
}

/// Where the seat to move holds a counter, the rules say themselves whether it can be played.
#[test]
fn a_counter_can_be_played_where_the_inputs_say_so() {
    let (mut playable, mut barred, mut in_effect) = (0, 0, 0);
    for game in tables::<NoMoreVikings>("base") {
        let named = namer(&game);
        states(&game, 60, |state, seat, _| {
            let window = game.announced(state).is_some();
            if !window || game.held_of(state, seat, Kind::Counter) == 0 {
                return;
            }
            let mut actions = Vec::new();
            game.legal(state, &mut actions);
            let is_legal = actions.iter().any(|action| action.to_string() == "counter");
            let told = named(state, seat).contains_key("card.top");
            assert_eq!(told, is_legal, "{actions:?}");
            match game.view(state, seat).fields()["phase"].as_str() {
                Some("respond") if is_legal => playable += 1,
                Some("respond") => barred += 1,
                _ => in_effect += 1,
            }
        });
    }
    assert!(playable > 9 && barred > 9 && in_effect > 9, "{playable} {barred} {in_effect}");
}

/// A whim that no village can fulfil lacks as much of everything as an input can say.
#[test]
fn a_whim_that_does_not_fit_on_the_board_lacks_more_than_there_is() {
    let whims = "whims=[{name='tall',points=3,pattern=['A','A','A']}]";
    let set = ["board.rows=2", "board.columns=8", "setup.whims_drawn=0", whims];
    let game = game::<NoMoreVikings>("base", &set.map(str::to_owned), 2).unwrap();
    let mut seen = 0;
    let named = namer(&game);
    states(&game, 2, |state, seat, _| {
        let seen_here = named(state, seat);
        for place in 0..2 {
            let value = |name: &str| seen_here.get(&format!("{place}.official.{name}")).copied();
            let all = ["points", "houses", "units", "excess"].map(value);
            assert_eq!(all, [None, Some(MAX_VALUE), Some(MAX_VALUE), None]);
        }
        seen += 1;
    });
    assert!(seen > 9, "{seen}");
}

//! What a seat knows by the twin, made from its view alone: if this is possible at every decision, two tables of
//! which a seat knows different things never look the same to it (2.11).

use std::collections::BTreeMap;

use super::twin::placement::ENGINES;
use super::twin::sight::{SeenConflict, SeenPlayer, Sight};
use super::twin::stone::{self, KINDS};
use super::twin::{Phase, Rules, Twin};
use serde_json::{Value, json};

/// The twin's sight without what has passed and changes nothing any more: the order of rounds, sieges and swaps,
/// which dealt cards have been played, whose cards were discarded openly, and Vikings on spaces that have been
/// served. Every field is named, so that a new one is not forgotten.
pub fn of_sight(rules: &Rules, sight: &Sight) -> Value {
    let Sight {
        seat,
        to_move,
        phase,
        round,
        first,
        conflict,
        space,
        queue,
        spaces,
        supply,
        held,
        materials,
        talon,
        players,
    } = sight;
    let conflict = conflict.as_ref().map(|conflict| {
        let SeenConflict { place, siege, attacker, defender, difference, card } = conflict;
        json!([place, siege, attacker, defender, difference, card])
    });
    let mut held = held.clone();
    held.sort();
    let mut turned_up = materials.clone();
    turned_up.sort_unstable();
    let open = players.iter().flat_map(|player| &player.swaps).filter(|swap| swap.public);
    let mut open: Vec<usize> = open.flat_map(|swap| swap.cards.clone().unwrap()).collect();
    open.sort_unstable();
    let served = if *phase == Phase::Take { *space } else { 0 };
    let seen = players.iter().enumerate().map(|(other, player)| {
        let SeenPlayer {
            home,
            sent,
            last_place,
            hospital,
            hand_size,
            hand,
            hand_public,
            hand_dealt,
            dealt_played,
            pile,
            amulets,
            swaps,
            walls,
            beside,
            load,
            last_wall,
        } = player;
        let sent = sent.clone().map(|mut sent| {
            sent.retain(|place, _| place.len() > 1 || place.as_bytes()[0] >= b'A' + served as u8);
            // E6: who has been served is not on the space any more.
            let waiting = queue.iter().filter(|&&waits| waits == other).count();
            let here = char::from(b'A' + served as u8).to_string();
            if *phase == Phase::Take && sent.remove(&here).is_some() && waiting > 0 {
                sent.insert(here, waiting);
            }
            sent
        });
        let own = other == *seat;
        let unseen = swaps.iter().filter(|swap| !swap.public);
        let mut gone: Vec<usize> =
            unseen.clone().flat_map(|swap| swap.cards.clone().unwrap_or_default()).collect();
        gone.sort_unstable();
        let dealt = swaps.iter().find(|swap| swap.dealt).map(|swap| swap.size);
        let proven = !rules.setup.redeal || dealt_played.iter().any(|&card| card > 3);
        let hidden = if *hand_dealt { *hand_size } else { dealt.unwrap_or(0) };
        json!({
            "home": home,
            "sent": sent,
            "last_place": last_place,
            "hospital": hospital,
            "hand": [json!(hand_size), json!(hand), json!(hand_public), json!(hand_dealt)],
            "high_among": if proven { 0 } else { hidden },
            "pile": pile,
            "amulets": amulets,
            "swaps": [swaps.len(), swaps.iter().map(|swap| swap.size).sum::<usize>()],
            "unseen": unseen.map(|swap| swap.size).sum::<usize>(),
            "gone": own.then_some(gone),
            "walls": walls,
            "beside": stone::sorted(beside),
            "load": load,
            "last_wall": last_wall,
        })
    });
    json!({
        "seat": seat,
        "to_move": to_move,
        "phase": format!("{phase:?}").to_lowercase(),
        "round": round,
        "first": first,
        "conflict": conflict,
        "space": space,
        "queue": queue,
        "spaces": spaces,
        "supply": supply.values().collect::<Vec<_>>(),
        "held": held,
        "materials": [json!(turned_up), json!(materials.last())],
        "talon": talon,
        "open": open,
        "players": seen.collect::<Value>(),
    })
}

/// The same from the fields of a view.
pub fn of_view(twin: &Twin, seat: usize, fields: &Value) -> Value {
    let seats = fields["seats"].as_array().unwrap();
    let phase = fields["phase"].as_str().unwrap();
    let to_move = fields["to_move"].as_u64().map(|seat| seat as usize);
    let spaces = fields["spaces"].as_array().unwrap();
    let duel = fields.get("duel").map(|duel| {
        let place = duel["place"].as_str().unwrap();
        // P2: nobody sends Vikings against his own village.
        let siege = place.len() > 1 && place[..1].parse() == Ok(number(&duel["defender"]));
        let card = fields["seats"][seat].get("own_card");
        let difference = duel.get("difference").map_or(0, number);
        let card = json!(card.filter(|_| duel["attacker"] == seat));
        (place, siege, json!([place, siege, duel["attacker"], duel["defender"], difference, card]))
    });
    let mut held = Vec::new();
    for siege in fields["sieges"].as_array().unwrap() {
        let place = siege["place"].as_str().unwrap();
        let now = duel.as_ref().is_some_and(|duel| duel.0 == place && duel.1 && phase != "loot");
        if siege["held"] == true && !now {
            held.push(place);
        }
    }
    held.sort_unstable();
    let sent: Vec<Option<BTreeMap<String, usize>>> =
        (0..seats.len()).map(|other| sent(fields, other)).collect();
    // E6: the space on which a seat chooses is the first that somebody has not left.
    let waiting = |space: &Value| space["vikings"].as_array().unwrap().iter().any(|it| *it != 0);
    let space = if phase == "take" { spaces.iter().position(waiting).unwrap() } else { 0 };
    let queue = if phase == "take" { queue(&spaces[space], to_move.unwrap()) } else { Vec::new() };
    let hidden: Vec<usize> =
        serde_json::from_value(fields["material_cards_hidden"].clone()).unwrap();
    let mut turned_up: Vec<usize> = (1..=twin.rules.materials.cards.len()).collect();
    turned_up.retain(|card| !hidden.contains(card));
    let players = (0..seats.len()).map(|other| {
        let told = &seats[other];
        let walls: Vec<Vec<char>> = told["walls"].as_array().unwrap().iter().map(letters).collect();
        let mut beside = stones(&told["stones"]);
        walls.concat().iter().for_each(|&kind| stone::remove(&mut beside, kind));
        let placing = phase == "place" && other == seat && sent[other].is_some();
        // N4: the last place in the seat's order.
        let there = |place: &String| sent[other].as_ref().unwrap().contains_key(place);
        let last = placing.then(|| twin.places(other).into_iter().rfind(there)).flatten();
        let from_wall = fields.get("from_wall").filter(|_| to_move == Some(other));
        json!({
            "home": told["vikings_home"],
            "sent": sent[other],
            "last_place": last,
            "hospital": told["hospital"],
            "hand": [&told["cards"], &told["hand"], &told["hand_open"], &told["hand_dealt"]],
            "high_among": told["high_among"],
            "pile": told["pile"],
            "amulets": told["amulets"],
            "swaps": [&told["swaps"], &told["swapped"]],
            "unseen": told["discarded_unseen"],
            "gone": told.get("discarded"),
            "walls": walls,
            "beside": beside,
            "load": stones(&told["load"]),
            "last_wall": from_wall.map_or(1, number),
        })
    });
    json!({
        "seat": seat,
        "to_move": to_move,
        "phase": phase.replace('_', ""),
        "round": fields["round"],
        "first": fields["first"],
        "conflict": duel.as_ref().map(|duel| &duel.2),
        "space": space,
        "queue": queue,
        "spaces": spaces.iter().map(|space| stones(&space["stones"])).collect::<Vec<_>>(),
        "supply": KINDS.map(|kind| (kind, number(&fields["supply"][kind.to_string()])))
            .into_iter().collect::<BTreeMap<_, _>>().values().collect::<Vec<_>>(),
        "held": held,
        "materials": [json!(turned_up), json!(fields["material_card"])],
        "talon": fields["talon"],
        "open": fields["discarded"],
        "players": players.collect::<Value>(),
    })
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

fn letters(text: &Value) -> Vec<char> {
    text.as_str().unwrap().chars().collect()
}

/// Sorted.
fn stones(counts: &Value) -> Vec<char> {
    let all = KINDS.into_iter().flat_map(|kind| vec![kind; number(&counts[kind.to_string()])]);
    stone::sorted(&all.collect::<Vec<_>>())
}

/// Where a seat has Vikings, if this is known.
fn sent(fields: &Value, seat: usize) -> Option<BTreeMap<String, usize>> {
    let mut sent = BTreeMap::new();
    for space in fields["spaces"].as_array().unwrap() {
        let vikings = space["vikings"][seat].as_u64()? as usize;
        if vikings > 0 {
            sent.insert(space["space"].as_str().unwrap().to_owned(), vikings);
        }
    }
    let villages = 0..fields["seats"].as_array().unwrap().len();
    for place in villages.flat_map(|village| ENGINES.map(|engine| format!("{village}{engine}"))) {
        let mut all = fields["sieges"].as_array().unwrap().iter();
        let siege = all.find(|siege| siege["place"] == json!(place));
        if siege.is_some_and(|siege| siege["seats"].as_array().unwrap().contains(&json!(seat))) {
            sent.insert(place, 1);
        }
    }
    Some(sent)
}

/// E6: who takes a stone, one Viking after the other, from the seat to move on.
fn queue(space: &Value, to_move: usize) -> Vec<usize> {
    let mut left: Vec<usize> = space["vikings"].as_array().unwrap().iter().map(number).collect();
    let mut queue = Vec::new();
    let mut seat = to_move;
    while left.iter().sum::<usize>() > 0 {
        if left[seat] > 0 {
            left[seat] -= 1;
            queue.push(seat);
        }
        seat = (seat + 1) % left.len();
    }
    queue
}

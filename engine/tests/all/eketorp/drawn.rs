//! States that the engine draws for a seat, as games of the twin.

use super::twin::sight::SeenPlayer;
use super::twin::{Phase, Twin};
use drakkar_engine::game::Game;
use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::games::eketorp::state::State;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use serde_json::Value;

fn numbers(value: &Value) -> Vec<usize> {
    serde_json::from_value(value.clone()).unwrap()
}

/// The game of the twin that is like `twin`, with all that `seat` does not know as in `drawn`.
pub fn as_twin(game: &Eketorp, twin: &Twin, drawn: &State, seat: usize) -> Twin {
    let mut other = twin.clone();
    for owner in Seat::all(game.players()) {
        let fields = Value::Object(game.view(drawn, owner).fields());
        let told = &fields["seats"][owner.index()];
        if twin.phase == Phase::Place {
            read_placement(&mut other, &fields, owner.index(), seat);
        }
        let player = &mut other.players[owner.index()];
        player.hand = numbers(&told["hand"]);
        // Which of several discarded hands a card was in is not told. The highest are given to what was
        // left of the dealt hand (S3).
        let mut cards = numbers(&told["discarded"]);
        let mut hidden: Vec<_> = player.swaps.iter_mut().filter(|swap| !swap.public).collect();
        if owner.index() == seat {
            let mut own: Vec<usize> = hidden.iter().flat_map(|swap| swap.cards.clone()).collect();
            own.sort_unstable();
            assert_eq!(cards, own, "the own discarded cards");
        } else {
            hidden.sort_by_key(|swap| !swap.dealt);
            for swap in hidden {
                swap.cards = cards.split_off(cards.len() - swap.cards.len());
            }
            assert!(cards.is_empty(), "as many discarded cards as before");
        }
        if let (Some(conflict), Some(card)) = (&mut other.conflict, told.get("own_card")) {
            conflict.card = Some(card.as_u64().unwrap() as usize);
        }
    }
    let text = game.text(drawn, None);
    let line = text.lines().last().unwrap().strip_prefix("talon ").unwrap();
    let (talon, materials) = line.split_once(" | material cards to come").unwrap();
    other.talon = talon.bytes().map(|digit| usize::from(digit - b'0')).collect();
    let to_come = materials.split_whitespace().map(|number| number.parse::<usize>().unwrap());
    other.materials.truncate(twin.round);
    other.materials.extend(to_come);
    other
}

/// U4: who is asked has not begun, as far as the others know.
fn read_placement(twin: &mut Twin, fields: &Value, owner: usize, seat: usize) {
    let player = &mut twin.players[owner];
    player.home = fields["seats"][owner]["vikings_home"].as_u64().unwrap() as usize;
    player.sent.clear();
    for space in fields["spaces"].as_array().unwrap() {
        let vikings = space["vikings"][owner].as_u64().unwrap() as usize;
        if vikings > 0 {
            player.sent.insert(space["space"].as_str().unwrap().to_owned(), vikings);
        }
    }
    for siege in fields["sieges"].as_array().unwrap() {
        if siege["seats"].as_array().unwrap().contains(&owner.into()) {
            player.sent.insert(siege["place"].as_str().unwrap().to_owned(), 1);
        }
    }
    if owner != seat {
        player.last_place = None;
    }
}

/// Whether a game agrees with all that `seat` knows of `twin` (2.11).
pub fn agrees(twin: &Twin, other: &Twin, seat: usize) -> Result<(), String> {
    let same = |what: &str, same: bool| if same { Ok(()) } else { Err(what.to_owned()) };
    same("sight", other.sight(seat) == twin.sight(seat))?;
    same("unseen cards", other.unseen(seat) == twin.unseen(seat))?;
    let sorted = |twin: &Twin| {
        let mut materials = twin.materials.clone();
        materials.sort_unstable();
        materials
    };
    same("material cards", sorted(other) == sorted(twin))?;
    let others = || (0..twin.players.len()).filter(|&other| other != seat);
    for owner in others() {
        let player = &other.players[owner];
        if twin.rules.setup.redeal {
            same(
                "a dealt hand without a card above 3",
                player.dealt().iter().any(|&card| card > 3),
            )?;
        }
        if twin.phase == Phase::Place {
            same("a placement", legal_placement(other, owner))?;
        }
    }
    if let Some(conflict) = &other.conflict {
        let chosen =
            conflict.card.is_none_or(|card| other.players[conflict.attacker].hand.contains(&card));
        same("the attacker's card", chosen)?;
        let was = twin.conflict.as_ref().unwrap();
        same("a card or none", conflict.card.is_some() == was.card.is_some())?;
    }
    let placed = |seat: usize, players: &[SeenPlayer]| players[seat].home;
    let (one, two) = (twin.sight(seat), other.sight(seat));
    same("own Vikings", placed(seat, &one.players) == placed(seat, &two.players))
}

/// P1, P2; seats from the one that is asked on have not placed.
fn legal_placement(twin: &Twin, seat: usize) -> bool {
    let player = &twin.players[seat];
    let away: usize = player.hospital.iter().chain(player.sent.values()).sum();
    let all = player.home + away == twin.rules.vikings(twin.players.len());
    let places = twin.places(seat);
    let allowed = player
        .sent
        .iter()
        .all(|(place, &vikings)| places.contains(place) && (vikings == 1 || place.len() == 1));
    let placed = twin.clockwise().into_iter().take_while(|&other| other != twin.seat);
    all && allowed && (player.sent.is_empty() || placed.into_iter().any(|other| other == seat))
}

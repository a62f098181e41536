//! What a view has to tell, from what the twin says that the seat may know.

use std::cmp::Ordering;

use super::twin::deal::text as digits;
use super::twin::material::SPACES;
use super::twin::placement::ENGINES;
use super::twin::sight::{SeenPlayer, Sight};
use super::twin::stone::{KINDS, count};
use super::twin::{Phase, Twin};
use serde_json::{Map, Value, json};

fn kinds(number: impl Fn(char) -> usize) -> Value {
    KINDS.into_iter().map(|kind| (kind.to_string(), json!(number(kind)))).collect()
}

fn stones(stones: &[char]) -> Value {
    kinds(|kind| count(stones, kind))
}

fn sorted(mut cards: Vec<usize>) -> Vec<usize> {
    cards.sort_unstable();
    cards
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Place => "place",
        Phase::Choose => "choose",
        Phase::AttackerSwap => "attacker_swap",
        Phase::DefenderSwap => "defender_swap",
        Phase::AttackerCard => "attacker_card",
        Phase::DefenderCard => "defender_card",
        Phase::Loot => "loot",
        Phase::Take => "take",
        Phase::Build => "build",
        Phase::Over => "over",
    }
}

/// The fields of a view; the twin itself is asked only for the points, which everybody can count.
pub fn fields(twin: &Twin, sight: &Sight) -> Value {
    let players = &sight.players;
    let on = |place: &str, player: &SeenPlayer| {
        player.sent.as_ref().map(|sent| sent.get(place).copied().unwrap_or(0))
    };
    let numbers = 1..=twin.rules.materials.cards.len();
    let hidden: Vec<usize> = numbers.filter(|card| !sight.materials.contains(card)).collect();
    let mut besieged = Vec::new();
    for village in 0..players.len() {
        for engine in ENGINES {
            let place = format!("{village}{engine}");
            let at = |seat: &usize| on(&place, &players[*seat]).is_some_and(|vikings| vikings > 0);
            let seats: Vec<usize> = (0..players.len()).filter(at).collect();
            // A siege that is being held counts as held.
            let siege = sight.conflict.as_ref().filter(|conflict| conflict.siege);
            let held = sight.held.contains(&place) || siege.is_some_and(|now| now.place == place);
            if !seats.is_empty() {
                besieged.push(json!({ "place": place, "seats": seats, "held": held }));
            }
        }
    }
    let open = players.iter().flat_map(|player| &player.swaps).filter(|swap| swap.public);
    let open: Vec<usize> = open.flat_map(|swap| swap.cards.clone().unwrap()).collect();
    let space = |(space, lying): (char, &Vec<char>)| {
        let all = players.iter().map(|player| on(&space.to_string(), player));
        // E6: a Viking leaves the space with his stone.
        let waiting = |seat: usize| sight.queue.iter().filter(|&&other| other == seat).count();
        let order = SPACES.iter().position(|&other| other == space).unwrap().cmp(&sight.space);
        let vikings = all.enumerate().map(|(seat, vikings)| match order {
            _ if sight.phase != Phase::Take => vikings,
            Ordering::Less => Some(0),
            Ordering::Equal => Some(waiting(seat)),
            Ordering::Greater => vikings,
        });
        let vikings: Vec<Option<usize>> = vikings.collect();
        json!({ "space": space.to_string(), "stones": stones(lying), "vikings": vikings })
    };
    let mut fields = json!({
        "round": sight.round,
        "phase": phase(sight.phase),
        "to_move": sight.to_move,
        "first": sight.first,
        "material_card": sight.materials.last(),
        "material_cards_hidden": hidden,
        "spaces": SPACES.into_iter().zip(&sight.spaces).map(space).collect::<Vec<_>>(),
        "sieges": besieged,
        "supply": kinds(|kind| sight.supply[&kind]),
        "talon": sight.talon,
        "discarded": sorted(open),
        "seats": (0..players.len()).map(|other| seat(twin, sight, other)).collect::<Vec<_>>(),
    });
    if let Some(conflict) = &sight.conflict {
        let mut duel = Map::new();
        duel.insert("place".to_owned(), json!(conflict.place));
        duel.insert("attacker".to_owned(), json!(conflict.attacker));
        duel.insert("defender".to_owned(), json!(conflict.defender));
        if sight.phase == Phase::Loot {
            duel.insert("difference".to_owned(), json!(conflict.difference));
        }
        fields["duel"] = duel.into();
    }
    if let (Phase::Build, Some(seat)) = (sight.phase, sight.to_move) {
        fields["from_wall"] = json!(players[seat].last_wall);
    }
    fields
}

fn seat(twin: &Twin, sight: &Sight, seat: usize) -> Value {
    let player = &sight.players[seat];
    let village = [player.walls.concat(), player.beside.clone()].concat();
    let walls: Vec<String> = player.walls.iter().map(|wall| wall.iter().collect()).collect();
    let unseen = player.swaps.iter().filter(|swap| !swap.public);
    let vikings = twin.rules.vikings(sight.players.len());
    // S3
    let high = |card: &usize| *card > 3;
    let unproven = twin.rules.setup.redeal && !player.dealt_played.iter().any(high);
    let dealt = player.swaps.iter().find(|swap| swap.dealt).map_or(0, |swap| swap.size);
    let hidden_dealt = if player.hand_dealt { player.hand_size } else { dealt };
    let mut fields = json!({
        "walls": walls,
        "stones": stones(&village),
        "points": twin.points(seat),
        "load": stones(&player.load),
        "hospital": player.hospital,
        "vikings_free": vikings - player.hospital.iter().sum::<usize>(),
        "vikings_home": player.home,
        "amulets": player.amulets,
        "swaps": player.swaps.len(),
        "swapped": player.swaps.iter().map(|swap| swap.size).sum::<usize>(),
        "cards": player.hand_size,
        "pile": player.pile,
        "hand_open": player.hand_public,
        "hand_dealt": player.hand_dealt,
        "high_among": if unproven { hidden_dealt } else { 0 },
        "hand": player.hand,
        "discarded_unseen": unseen.clone().map(|swap| swap.size).sum::<usize>(),
    });
    if seat == sight.seat {
        let own: Vec<usize> = unseen.flat_map(|swap| swap.cards.clone().unwrap()).collect();
        fields["discarded"] = json!(sorted(own));
        if let Some(card) = sight.conflict.as_ref().and_then(|conflict| conflict.card) {
            fields["own_card"] = json!(card);
        }
    }
    fields
}

/// Letters of stones; `-` for none.
fn letters(stones: &Value) -> String {
    let number = |kind: char| stones[kind.to_string()].as_u64().unwrap() as usize;
    let all: String = KINDS.into_iter().map(|kind| kind.to_string().repeat(number(kind))).collect();
    if all.is_empty() { "-".to_owned() } else { all }
}

fn cards(cards: &Value) -> String {
    let values: Vec<usize> = serde_json::from_value(cards.clone()).unwrap();
    if values.is_empty() { "-".to_owned() } else { digits(&values) }
}

/// The text of a view, from its fields.
pub fn text(twin: &Twin, sight: &Sight, fields: &Value) -> String {
    let duel = &fields["duel"];
    let opponent = || {
        let other = if fields["to_move"] == duel["attacker"] { "defender" } else { "attacker" };
        format!("at {} against seat {}", duel["place"].as_str().unwrap(), duel[other])
    };
    let asked = match sight.phase {
        Phase::Place => "sends Vikings".to_owned(),
        Phase::Choose => "chooses a fight or a siege".to_owned(),
        Phase::AttackerSwap | Phase::DefenderSwap => format!("may swap its hand {}", opponent()),
        Phase::AttackerCard | Phase::DefenderCard => format!("plays a card {}", opponent()),
        Phase::Loot => {
            let place = duel["place"].as_str().unwrap();
            format!("loots at {place}, worth up to {}", duel["difference"])
        }
        Phase::Take => format!("takes a stone from {}", SPACES[sight.space]),
        Phase::Build => match &fields["from_wall"] {
            wall if *wall == 1 => "builds".to_owned(),
            wall => format!("builds, from wall {wall} on"),
        },
        Phase::Over => String::new(),
    };
    let turn = match sight.to_move {
        None => "the game is over".to_owned(),
        Some(seat) => format!("seat {seat} {asked}"),
    };
    let (rounds, first) = (twin.rules.game.rounds, sight.first);
    let mut lines = vec![format!(
        "round {} of at most {rounds}, seat {first} is first player, {turn}",
        sight.round
    )];
    for space in fields["spaces"].as_array().unwrap() {
        let vikings = space["vikings"].as_array().unwrap().iter().enumerate();
        let vikings: Vec<String> = vikings
            .filter(|(_, number)| number.as_u64().is_some_and(|number| number > 0))
            .map(|(seat, number)| format!("{number} of seat {seat}"))
            .collect();
        let (name, lying) = (space["space"].as_str().unwrap(), letters(&space["stones"]));
        lines.push(format!("{name} {lying:<8} {}", vikings.join(", ")));
    }
    let mut sieges = Vec::new();
    for siege in fields["sieges"].as_array().unwrap() {
        let seats: Vec<String> =
            siege["seats"].as_array().unwrap().iter().map(Value::to_string).collect();
        let held = if siege["held"] == true { " (held)" } else { "" };
        sieges.push(format!("{} by {}{held}", siege["place"].as_str().unwrap(), seats.join(" ")));
    }
    if !sieges.is_empty() {
        lines.push(format!("sieges: {}", sieges.join(", ")));
    }
    let mut line =
        format!("supply {} | talon {} cards", letters(&fields["supply"]), fields["talon"]);
    if fields["discarded"] != json!([]) {
        line += &format!(" | discarded openly {}", cards(&fields["discarded"]));
    }
    lines.push(line);
    for (seat, told) in fields["seats"].as_array().unwrap().iter().enumerate() {
        lines.push(seat_line(seat, told));
    }
    lines.join("\n") + "\n"
}

fn seat_line(seat: usize, told: &Value) -> String {
    let walls = told["walls"].as_array().unwrap().iter().map(|wall| wall.as_str().unwrap());
    let walls: Vec<&str> = walls.map(|wall| if wall.is_empty() { "-" } else { wall }).collect();
    let stones: u64 =
        KINDS.iter().map(|kind| told["stones"][kind.to_string()].as_u64().unwrap()).sum();
    let vikings = match told["vikings_home"].as_u64() {
        Some(home) => format!("{home} Vikings at home"),
        None => format!("{} Vikings to send", told["vikings_free"]),
    };
    let mut line = format!(
        "seat {seat}: {} points, {stones} stones, walls {} | {vikings}",
        told["points"],
        walls.join(" ")
    );
    if told["hospital"] != json!([0, 0, 0]) {
        let stations: Vec<String> =
            told["hospital"].as_array().unwrap().iter().map(Value::to_string).collect();
        line += &format!(", hospital {}", stations.join(" "));
    }
    let load = letters(&told["load"]);
    if load != "-" {
        line += &format!(" | brings {load}");
    }
    line += &match told["hand"].is_null() {
        true => format!(" | {} cards", told["cards"]),
        false => format!(" | hand {}", cards(&told["hand"])),
    };
    if told["hand_open"] == true {
        line += " (open)";
    }
    let high = told["high_among"].as_u64().unwrap();
    let dealt = told["hand_dealt"] == true;
    if dealt {
        line += if high > 0 { " (dealt, one above 3)" } else { " (dealt)" };
    }
    line += &format!(", pile {} | {} amulets", cards(&told["pile"]), told["amulets"]);
    if told["swaps"] != 0 {
        let swaps = if told["swaps"] == 1 { "swap" } else { "swaps" };
        line += &format!(", {} cards in {} {swaps}", told["swapped"], told["swaps"]);
    }
    if high > 0 && !dealt {
        line += &format!(", one above 3 among {high} of them");
    }
    if told.get("discarded").is_some_and(|own| *own != json!([])) {
        line += &format!(", discarded {}", cards(&told["discarded"]));
    }
    if let Some(card) = told.get("own_card") {
        line += &format!(" | plays {card}");
    }
    line
}

//! The table for a person to read: the whole of it, or what one seat may know.

use super::Eketorp;
use super::component::{Cards, PLACES, Place, SPACES};
use super::state::{Phase, State};
use crate::game::{Game, View};
use crate::seat::Seat;

/// The table as text: hidden things included, or as one seat sees it.
pub(super) fn text(game: &Eketorp, state: &State, view: Option<View<'_, Eketorp>>) -> String {
    let mut text = format!("round {} of at most {}", state.round(), game.numbers.rounds);
    text += &format!(", seat {} is first player, ", state.first);
    text += &match game.to_move(state) {
        None => "the game is over\n".to_owned(),
        Some(seat) => format!("seat {seat} {}\n", asked(state)),
    };
    let sees = |seat: Seat| view.is_none_or(|view| view.sees_placement(seat));
    for space in (0..SPACES).map(Place::space) {
        let vikings: Vec<String> = Seat::all(game.players())
            .filter(|&seat| sees(seat))
            .map(|seat| (seat, state.crowds[space.index()].of(seat.index())))
            .filter(|(_, number)| *number > 0)
            .map(|(seat, number)| format!("{number} of seat {seat}"))
            .collect();
        text += &format!(
            "{space} {:<8} {}\n",
            state.stones[space.index()].to_string(),
            vikings.join(", ")
        );
    }
    let sieges: Vec<String> = sieges(game, state)
        .map(|(place, seats)| (place, seats.filter(|&seat| sees(seat)).collect::<Vec<_>>()))
        .filter(|(_, seats)| !seats.is_empty())
        .map(|(place, seats)| {
            let seats: Vec<String> = seats.iter().map(Seat::to_string).collect();
            let held = if state.held & place.bit() != 0 { " (held)" } else { "" };
            format!("{place} by {}{held}", seats.join(" "))
        })
        .collect();
    if !sieges.is_empty() {
        text += &format!("sieges: {}\n", sieges.join(", "));
    }
    text += &format!("supply {} | talon {} cards", state.supply, state.talon.left());
    if state.discarded != Cards::NONE {
        text += &format!(" | discarded openly {}", state.discarded);
    }
    text.push('\n');
    for seat in Seat::all(game.players()) {
        text += &player(game, state, view, seat);
    }
    if view.is_none() {
        let talon: String = state.talon.iter().map(|value| char::from(b'0' + value)).collect();
        let cards = game.numbers.cards.len();
        let to_come = &state.materials[(usize::from(state.round) + 1).min(cards)..cards];
        let to_come: Vec<String> = to_come.iter().map(|card| (card + 1).to_string()).collect();
        text += &format!("talon {talon} | material cards to come {}\n", to_come.join(" "));
    }
    text
}

/// What is asked, and the duel.
pub(super) fn asked(state: &State) -> String {
    let duel = &state.duel;
    let against = || {
        let other = if state.seat == duel.attacker { duel.defender } else { duel.attacker };
        format!("at {} against seat {other}", duel.place)
    };
    match state.phase {
        Phase::Place => "sends Vikings".to_owned(),
        Phase::Choose => "chooses a fight or a siege".to_owned(),
        Phase::AttackerSwap | Phase::DefenderSwap => format!("may swap its hand {}", against()),
        Phase::AttackerCard | Phase::DefenderCard => format!("plays a card {}", against()),
        Phase::Loot => format!("loots at {}, worth up to {}", duel.place, duel.difference),
        Phase::Take => format!("takes a stone from {}", Place::space(usize::from(state.from))),
        // N8.
        Phase::Build if state.from > 0 => format!("builds, from wall {} on", state.from + 1),
        Phase::Build => "builds".to_owned(),
        Phase::Over => String::new(),
    }
}

/// Siege spaces with their besiegers.
pub(super) fn sieges<'a>(
    game: &'a Eketorp,
    state: &'a State,
) -> impl Iterator<Item = (Place, impl Iterator<Item = Seat> + 'a)> + 'a {
    (SPACES as u8..PLACES as u8).map(Place).map(move |place| {
        let at = move |seat: &Seat| state.players[seat.index()].at & place.bit() != 0;
        (place, Seat::all(game.players()).filter(at))
    })
}

fn player(game: &Eketorp, state: &State, view: Option<View<'_, Eketorp>>, seat: Seat) -> String {
    let player = &state.players[seat.index()];
    let sees = view.is_none_or(|view| view.sees_placement(seat));
    let home = if sees { player.home.into() } else { game.free_vikings(state, seat) };
    let walls: Vec<String> = player.walls.iter().map(ToString::to_string).collect();
    let mut text = format!(
        "seat {seat}: {} points, {} stones, walls {} | {home} Vikings {}",
        game.final_points(state, seat.index()),
        player.village.total(),
        walls.join(" "),
        if sees { "at home" } else { "to send" },
    );
    if player.sick.total() > 0 {
        let stations = [1, 2, 3].map(|station| player.sick.at(station).to_string());
        text += &format!(", hospital {}", stations.join(" "));
    }
    if !player.load.is_empty() {
        text += &format!(" | brings {}", player.load);
    }
    let hand = match view {
        None => Some(player.hand),
        Some(view) => view.hand(seat),
    };
    text += &match hand {
        Some(hand) if state.is_known(seat) => format!(" | hand {hand} (open)"),
        Some(hand) => format!(" | hand {hand}"),
        None => format!(" | {} cards", player.cards),
    };
    let high = state.high_among(seat);
    if state.is_first_hand(seat) {
        text += if high > 0 { " (dealt, one above 3)" } else { " (dealt)" };
    }
    text += &format!(", pile {} | {} amulets", player.pile, player.amulets);
    if player.swaps > 0 {
        let s = if player.swaps == 1 { "" } else { "s" };
        text += &format!(", {} cards in {} swap{s}", player.swapped, player.swaps);
    }
    if high > 0 && !state.is_first_hand(seat) {
        text += &format!(", one above 3 among {high} of them");
    }
    let own = view.is_none_or(|view| view.seat() == seat);
    if own && player.discarded != Cards::NONE {
        text += &format!(", discarded {}", player.discarded);
    }
    if own && state.phase == Phase::DefenderCard && usize::from(state.duel.attacker) == seat.index()
    {
        text += &format!(" | plays {}", state.duel.card);
    }
    text.push('\n');
    text
}

use super::Eketorp;
use super::component::{Cards, PLACES, Place, SPACES};
use super::state::{Phase, State};
use crate::game::{Game, View};
use crate::games::notation::joined;
use crate::seat::Seat;

fn beginning(game: &Eketorp, state: &State) -> String {
    format!("round {} of at most {}", state.round(), game.rule_set.game.rounds)
}

pub(super) fn heading(game: &Eketorp, state: &State) -> String {
    match game.to_move(state) {
        None => format!("the game is over after round {}", state.round()),
        Some(seat) => format!("{}: seat {seat} {}", beginning(game, state), asked(state)),
    }
}

/// The numbers of the material cards that have not been turned up, from 1.
pub(super) fn to_come(game: &Eketorp, state: &State) -> impl Iterator<Item = u8> {
    let cards = game.numbers.cards.len();
    let turned_up = (usize::from(state.round) + 1).min(cards);
    state.materials[turned_up..cards].iter().map(|card| card + 1)
}

pub(super) fn in_duel(state: &State) -> bool {
    (Phase::AttackerSwap as u8..=Phase::Loot as u8).contains(&(state.phase as u8))
}

/// The table as text: hidden things included, or as one seat sees it.
pub(super) fn text(game: &Eketorp, state: &State, view: Option<View<'_, Eketorp>>) -> String {
    let first = state.first;
    let mut text = format!("{}, seat {first} is first player, ", beginning(game, state));
    text += &match game.to_move(state) {
        None => "the game is over\n".to_owned(),
        Some(seat) => format!("seat {seat} {}\n", asked(state)),
    };
    let sees = |seat: Seat| view.is_none_or(|view| view.sees_placement(seat));
    for space in (0..SPACES).map(Place::space) {
        let vikings = Seat::all(game.players())
            .filter(|&seat| sees(seat) && state.vikings_at(space, seat) > 0)
            .map(|seat| format!("{} of seat {seat}", state.vikings_at(space, seat)));
        let (stones, vikings) = (state.stones[space.index()].to_string(), joined(vikings, ", "));
        text += &format!("{space} {stones:<8} {vikings}\n");
    }
    let sieges = sieges(game, state).filter_map(|(place, seats)| {
        let seats = joined(seats.filter(|&seat| sees(seat)), " ");
        let held = if state.is_held(place) { " (held)" } else { "" };
        (!seats.is_empty()).then(|| format!("{place} by {seats}{held}"))
    });
    let sieges = joined(sieges, ", ");
    if !sieges.is_empty() {
        text += &format!("sieges: {sieges}\n");
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
        let (talon, cards) = (joined(state.talon.iter(), ""), joined(to_come(game, state), " "));
        text += &format!("talon {talon} | material cards to come {cards}\n");
    }
    text
}

fn asked(state: &State) -> String {
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

pub(super) fn besiegers(game: &Eketorp, state: &State, place: Place) -> impl Iterator<Item = Seat> {
    Seat::all(game.players()).filter(move |&seat| state.vikings_at(place, seat) > 0)
}

pub(super) fn sieges<'a>(
    game: &'a Eketorp,
    state: &'a State,
) -> impl Iterator<Item = (Place, impl Iterator<Item = Seat> + 'a)> + 'a {
    let places = (SPACES as u8..PLACES as u8).map(Place);
    places.map(|place| (place, besiegers(game, state, place)))
}

fn player(game: &Eketorp, state: &State, view: Option<View<'_, Eketorp>>, seat: Seat) -> String {
    let player = &state[seat];
    let sees = view.is_none_or(|view| view.sees_placement(seat));
    let home = if sees { player.home.into() } else { game.free_vikings(state, seat) };
    let mut text = format!(
        "seat {seat}: {} points, {} stones, walls {} | {home} Vikings {}",
        game.score_now(state, seat),
        player.village.total(),
        joined(player.walls.iter(), " "),
        if sees { "at home" } else { "to send" },
    );
    if player.sick.total() > 0 {
        let stations = (1..=3).map(|station| player.sick.at(station));
        text += &format!(", hospital {}", joined(stations, " "));
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

//! States that the engine draws for a seat, as games of the twin.

use super::twin::Twin;
use drakkar_engine::game::Game;
use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::state::State;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use serde_json::Value;

/// The numbers of cards that a view tells.
pub fn numbers(cards: &Value) -> Vec<usize> {
    let cards = cards.as_array().into_iter().flatten();
    cards.map(|card| card["card"].as_u64().unwrap() as usize).collect()
}

/// The cards of the deck, the next one first.
fn deck(game: &NoMoreVikings, state: &State) -> Vec<usize> {
    let text = game.text(state, None);
    let line = text.lines().find_map(|line| line.strip_prefix("deck: ")).unwrap();
    let cards = line.split(", ").filter(|card| !card.is_empty());
    cards.map(|card| card.split(' ').next().unwrap().parse().unwrap()).collect()
}

/// The game of the twin that is like `twin`, with all that `seat` does not know as in `drawn`, except for the
/// mixes, which nothing shows.
pub fn as_twin(game: &NoMoreVikings, twin: &Twin, drawn: &State, seat: usize) -> Twin {
    let mut other = twin.clone();
    other.deck = deck(game, drawn);
    let names = |value: &Value| -> Vec<String> {
        value.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    };
    let mut taken = vec![other.official.clone()];
    for owner in Seat::all(game.players()) {
        let fields = game.view(drawn, owner).fields();
        let told = &fields["seats"][owner.index()];
        let player = &mut other.players[owner.index()];
        let drawn_whims = names(&told["whims_drawn"]);
        taken.extend(drawn_whims.clone());
        player.hand = numbers(&told["hand"]);
        player.aside = numbers(&told["aside"]);
        player.token = told["token"].as_str().map(str::to_owned);
        if owner.index() == seat {
            continue;
        }
        player.stolen_from.clear();
        for stolen in told["known_to"].as_array().unwrap() {
            let from = stolen["seat"].as_u64().unwrap() as usize;
            player
                .stolen_from
                .extend(numbers(&stolen["cards"]).into_iter().map(|card| (card, from)));
        }
        match told["whim"].as_str() {
            None if twin.players[owner.index()].drawn_whims.is_empty() => {}
            None => player.drawn_whims = drawn_whims,
            Some(whim) => {
                player.whim = Some(whim.to_owned());
                player.put_away = drawn_whims;
                player.put_away.retain(|other| other != whim);
            }
        }
    }
    other.whims_left = other.rules.whims.iter().map(|whim| whim.name.clone()).collect();
    other.whims_left.retain(|whim| !taken.contains(whim));
    other
}

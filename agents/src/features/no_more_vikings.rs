//! *No More Vikings!*: units of each village and what can be made of them, longships and what they threaten, cards and
//! whims.
//!
//! Boards, cards and whims may differ from the preset's, so inputs count what stands on parcels and do not name them.
//! Hands and whims are inputs only of the evaluated seat, which knows its own.

mod village;

use std::array;

use drakkar_engine::game::Game;
use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::accessors::Lack;
use drakkar_engine::games::no_more_vikings::component::{
    Bonus, Kind, MAX_PLAYERS, Token, UNITS, Unit,
};
use drakkar_engine::games::no_more_vikings::state::{Phase, State};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;

use super::{FeatureSink, Features, Worded, in_turn, number};

/// In the order of [`Phase`], whose last one is the end.
const DECISIONS: [&str; Phase::Over as usize] = [
    "whim", "settle", "token", "turn", "drop", "respond", "effect", "event", "tower", "soldier",
    "month",
];
const BONUSES: [(Bonus, &str); 3] =
    [(Bonus::Villager, "villager"), (Bonus::Cottage, "cottage"), (Bonus::Edict, "edict")];
/// Kinds that are announced: all action cards but the last one, `counter`.
const ANNOUNCED: usize = Kind::ACTIONS - 1;

/// The inputs of *No More Vikings!*.
#[derive(Clone, Copy, Debug)]
pub struct Inputs;

impl Features<NoMoreVikings> for Inputs {
    fn new(_: &NoMoreVikings) -> Inputs {
        Inputs
    }

    fn tell(&self, game: &NoMoreVikings, state: &State, seat: Seat, sink: &mut impl FeatureSink) {
        let players = game.players();
        // Points without the own whim.
        let (mut points, mut free) = ([0; MAX_PLAYERS], [0; MAX_PLAYERS]);
        for seat in Seat::all(players) {
            points[seat.index()] = game.known_score(state, seat);
            free[seat.index()] = village::free(game, state, seat);
        }
        let rounds_left = number(game.rounds_to_come(state));
        sink.add("rounds_left: rounds after this one, if no board is filled before", rounds_left);
        let least = free[..players].iter().min().copied();
        sink.add("free: free parcels of the fullest board", least.unwrap_or(0));
        let others = Seat::all(players).filter(|&other| other != seat);
        let most = others.map(|other| points[other.index()]).max();
        let own = state.own_whim(seat).map(|whim| (whim, game.whim_points(state, seat, whim)));
        let own_points = points[seat.index()] + own.map_or(0, |(_, points)| points);
        let text = "lead: points of the evaluated seat, less the most that another has without its own whim";
        sink.add(text, own_points - most.unwrap_or(0));
        sink.add("fog: 1 if there are no raids in this round", state.fog);
        sink.add("deck: cards in the deck", number(state.deck.len() as u32));
        let in_turn_now = state.phase.in_turn();
        let actions = if in_turn_now { number(state.actions.into()) } else { 0 };
        sink.add("actions: actions left in the turn", actions);
        let text = "draw: 1 if the cards of the turn are still to be drawn";
        sink.add(text, in_turn_now && state.owed);
        let decision = Some(state.phase as usize).filter(|&phase| phase < DECISIONS.len());
        sink.one_of("decision.{}: 1 if the next decision is `{}`", DECISIONS, decision);
        let month = game.next_month(state);
        let bonuses = BONUSES.map(|(bonus, word)| (word, month == Some(bonus)));
        sink.which("month.{}: 1 if the next month brings `{}`", bonuses);
        let units = Unit::ALL.map(|unit| number(state.supply[unit as usize].into()));
        sink.all("supply.{}: `{}` in the supply", Unit::ALL.map(Unit::name), units);
        let others = [UNITS, UNITS + 1].map(|place| number(state.supply[place].into()));
        sink.all("supply.{}: `{}` in the supply", ["edict", "longship"], others);
        let actions: [Kind; Kind::ACTIONS] = array::from_fn(|number| Kind::ALL[number]);
        let hand = actions.map(|kind| number(game.held_of(state, seat, kind)));
        sink.all("hand.{}: cards `{}` in the hand of the evaluated seat", actions, hand);
        // Only its owner sees what is laid aside.
        let draws = in_turn_now && game.turn_of(state) == seat;
        let aside = actions.map(|kind| if draws { number(game.aside_of(state, kind)) } else { 0 });
        let text = "aside.{}: cards `{}` that the evaluated seat has laid aside in its turn";
        sink.all(text, actions, aside);
        let unseen = Kind::ALL.map(|kind| number(game.unseen_of(state, seat, kind)));
        let text = "unseen.{}: cards `{}` of which the evaluated seat does not know where they are";
        sink.all(text, Kind::ALL, unseen);
        let official = usize::from(state.whim);
        let worth = i32::from(game.rule_set().whims[official].points);
        sink.add("official.worth: points of the official whim", worth);
        let worth = own.map_or(0, |(whim, _)| i32::from(game.rule_set().whims[whim].points));
        sink.add("own.worth: points of the evaluated seat's own whim", worth);
        let whim = own.map(|(whim, points)| (points, game.lack(state, seat, whim)));
        tell_whim(Worded("own", "the evaluated seat's own whim"), whim, sink);
        let announced = game.announced(state);
        let announced_kinds: [Kind; ANNOUNCED] = array::from_fn(|number| Kind::ALL[number]);
        let kind = announced.as_ref().map(|card| card.kind as usize);
        sink.one_of("card.{}: 1 if a card `{}` is announced", announced_kinds, kind);
        let stands = announced.as_ref().is_some_and(|card| card.stands);
        sink.add("card.stands: 1 if it stands unless a seat responds", stands);
        // Nobody answers a card that takes effect.
        let is_card = announced.as_ref().is_some_and(|card| card.is_card);
        let text = "card.top: 1 if it is being answered and a counter could be the next response";
        sink.add(text, is_card && state.phase == Phase::Respond);

        for (place, seat) in in_turn(seat, players) {
            sink.of_seat(place);
            let text = "points: points if the game ended now, without the own whim";
            sink.add(text, points[seat.index()]);
            sink.add("edicts: edicts", number(state[seat].edicts.into()));
            sink.add("cards: cards in hand", number(state[seat].hand.count_ones()));
            let units = state[seat].units.map(|units| number(units.count_ones()));
            sink.all("units.{}: units `{}`", Unit::ALL.map(Unit::name), units);
            village::tell(game, state, seat, free[seat.index()], sink);
            let points = game.whim_points(state, seat, official);
            let whim = Some((points, game.lack(state, seat, official)));
            tell_whim(Worded("official", "the official whim"), whim, sink);
            // Tokens are secret until all have been chosen.
            let token = state.chosen(seat).filter(|_| state.phase != Phase::Token);
            let text = "token.{}: 1 if its token is `{}`, once all are revealed";
            sink.one_of(text, Token::ALL.map(Token::name), token.map(|token| token as usize));
            sink.add(
                "first: 1 for the first player of the round",
                usize::from(state.first) == seat.index(),
            );
            let is_turn = in_turn_now && game.turn_of(state) == seat;
            sink.add("turn: 1 if it is its turn", is_turn);
            let turn_comes = game.turns_to_come(state) >> seat.index() & 1 != 0;
            sink.add("turn_comes: 1 if its turn of this round is not over", turn_comes);
            let raids_come = game.raids_come(state, seat);
            sink.add("raids_come: 1 if its raids of this round are not over", raids_come);
            let card = announced.as_ref();
            let named = card.is_some_and(|card| card.kind.names_seat() && card.target == seat);
            sink.add("named: 1 if the card announced names it", named);
            let text = "top: 1 if the announced card, or the last response to it, is its own";
            sink.add(text, card.is_some_and(|card| card.owner == seat));
        }
    }
}

/// What a village has of a whim, in points, and lacks.
#[inline(always)]
fn tell_whim(which: Worded, whim: Option<(i32, Lack)>, sink: &mut impl FeatureSink) {
    let (points, [houses, units, excess]) = whim.map_or((0, [0; 3]), |(points, lack)| {
        let mut others = lack.units;
        let houses = std::mem::take(&mut others[Unit::Cottage as usize]);
        // A pattern that does not fit on the board lacks the highest number of houses and as many fields.
        let others = others.into_iter().fold(0, u32::saturating_add);
        (points, [houses, others, lack.excess])
    });
    sink.all("{}.points: points of {} if it is fulfilled", [which], [points]);
    let text =
        "{}.houses: houses that are missing for {}, 1023 if its pattern is larger than the board";
    sink.all(text, [which], [number(houses)]);
    let text = "{}.units: other units that are missing for {}, 1023 if its pattern is larger than the board";
    sink.all(text, [which], [number(units)]);
    sink.all("{}.excess: units that must go for {}", [which], [number(excess)]);
}

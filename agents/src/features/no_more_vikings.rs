//! *No More Vikings!*: units of each village and what can be made of them, longships and what they threaten, cards and
//! whims.
//!
//! Boards, cards and whims may differ from the preset's, so inputs count what stands on parcels and do not name them.
//! Hands and whims are inputs only of the evaluated seat, which knows its own.

mod village;

use drakkar_engine::game::Game;
use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::component::{
    Bonus, KINDS, Kind, MAX_PLAYERS, Token, Unit,
};
use drakkar_engine::games::no_more_vikings::open::{Announced, Lack};
use drakkar_engine::games::no_more_vikings::state::{Phase, State};
use drakkar_engine::seat::Seat;

use self::village::VillageCounts;
use super::{FeatureSink, Features, Input, decisions, names, number};

const DECISIONS: [(Phase, &str); 11] = [
    (Phase::Whim, "whim"),
    (Phase::Settle, "settle"),
    (Phase::Token, "token"),
    (Phase::Turn, "turn"),
    (Phase::Drop, "drop"),
    (Phase::Respond, "respond"),
    (Phase::Effect, "effect"),
    (Phase::Event, "event"),
    (Phase::Tower, "tower"),
    (Phase::Soldier, "soldier"),
    (Phase::Month, "month"),
];
/// What months bring.
const BONUSES: [(Bonus, &str); 3] =
    [(Bonus::Villager, "villager"), (Bonus::Cottage, "cottage"), (Bonus::Edict, "edict")];
/// Kinds that are announced: all action cards but the last one, `counter`.
const ANNOUNCED: usize = Kind::ACTIONS - 1;

/// What the inputs about the table and those about a seat both ask, by seat.
#[derive(Debug)]
pub struct Common {
    /// Points without the own whim.
    points: [i32; MAX_PLAYERS],
    free: [i32; MAX_PLAYERS],
}

/// The inputs of *No More Vikings!*.
#[derive(Clone, Copy, Debug)]
pub struct Inputs;

/// What a village has and lacks of a whim.
fn whim<'a>(key: &'a str, which: &'a str) -> impl Iterator<Item = Input> + 'a {
    [
        ("points", "points of {} if it is fulfilled"),
        ("houses", "houses that are missing for {}, 1023 if its pattern is larger than the board"),
        (
            "units",
            "other units that are missing for {}, 1023 if its pattern is larger than the board",
        ),
        ("excess", "units that must go for {}"),
    ]
    .into_iter()
    .map(move |(name, about)| Input::new(format!("{key}.{name}"), about.replace("{}", which)))
}

impl Features<NoMoreVikings> for Inputs {
    type Common<'a> = Common;

    fn new(_: &NoMoreVikings) -> Inputs {
        Inputs
    }

    fn of_table() -> Vec<Input> {
        let about =
            "points of the evaluated seat, less the most that another has without its own whim";
        let mut inputs = vec![
            Input::new("rounds_left", "rounds after this one, if no board is filled before"),
            Input::new("free", "free parcels of the fullest board"),
            Input::new("lead", about),
            Input::new("fog", "1 if there are no raids in this round"),
            Input::new("deck", "cards in the deck"),
            Input::new("actions", "actions left in the turn"),
            Input::new("draw", "1 if the cards of the turn are still to be drawn"),
        ];
        inputs.extend(decisions(DECISIONS.map(|(_, word)| word)));
        let bonuses = BONUSES.map(|(_, word)| word);
        inputs.extend(names("month", bonuses, "1 if the next month brings `{}`"));
        let supply = Unit::ALL.map(Unit::name).into_iter().chain(["edict", "longship"]);
        inputs.extend(names("supply", supply, "`{}` in the supply"));
        let actions = &Kind::ALL[..Kind::ACTIONS];
        inputs.extend(names("hand", actions, "cards `{}` in the hand of the evaluated seat"));
        let about = "cards `{}` that the evaluated seat has laid aside in its turn";
        inputs.extend(names("aside", actions, about));
        let about = "cards `{}` of which the evaluated seat does not know where they are";
        inputs.extend(names("unseen", Kind::ALL, about));
        inputs.push(Input::new("official.worth", "points of the official whim"));
        inputs.push(Input::new("own.worth", "points of the evaluated seat's own whim"));
        inputs.extend(whim("own", "the evaluated seat's own whim"));
        inputs.extend(names("card", &Kind::ALL[..ANNOUNCED], "1 if a card `{}` is announced"));
        inputs.push(Input::new("card.stands", "1 if it stands unless somebody responds"));
        let about = "1 if it is being answered and a counter could be the next response";
        inputs.push(Input::new("card.top", about));
        inputs
    }

    fn of_seat() -> Vec<Input> {
        let mut inputs = vec![
            Input::new("points", "points if the game ended now, without the own whim"),
            Input::new("edicts", "edicts"),
            Input::new("cards", "cards in hand"),
        ];
        inputs.extend(names("units", Unit::ALL.map(Unit::name), "units `{}`"));
        inputs.extend(VillageCounts::INPUTS.map(|(name, about)| Input::new(name, about)));
        inputs.extend(whim("official", "the official whim"));
        let about = "1 if its token is `{}`, once all are revealed";
        inputs.extend(names("token", Token::ALL.map(Token::name), about));
        inputs.extend([
            Input::new("first", "1 for the first player of the round"),
            Input::new("turn", "1 if it is its turn"),
            Input::new("turn_comes", "1 if its turn of this round is not over"),
            Input::new("raids_come", "1 if its raids of this round are not over"),
            Input::new("named", "1 if the card announced names it"),
            Input::new("top", "1 if the announced card, or the last response to it, is its own"),
        ]);
        inputs
    }

    fn common<'a>(&'a self, game: &'a NoMoreVikings, state: &'a State) -> Common {
        let mut common = Common { points: [0; MAX_PLAYERS], free: [0; MAX_PLAYERS] };
        for seat in Seat::all(game.players()) {
            common.points[seat.index()] = game.known_score(state, seat);
            common.free[seat.index()] = village::free(game, state, seat);
        }
        common
    }

    fn see_table(
        &self,
        game: &NoMoreVikings,
        state: &State,
        common: &Common,
        seat: Seat,
        sink: &mut FeatureSink<'_>,
    ) {
        let players = game.players();
        let free = common.free[..players].iter().min();
        let others = Seat::all(players).filter(|&other| other != seat);
        let others = others.map(|other| common.points[other.index()]).max();
        let own = state.own_whim(seat).map(|whim| (whim, game.whim_points(state, seat, whim)));
        let points = common.points[seat.index()] + own.map_or(0, |(_, points)| points);
        let in_turn = state.phase().in_turn();
        sink.add_all(&[
            number(game.rounds_to_come(state)),
            free.copied().unwrap_or(0),
            points - others.unwrap_or(0),
            i32::from(state.has_fog()),
            number(state.deck_len() as u32),
            if in_turn { number(state.actions_left()) } else { 0 },
            i32::from(in_turn && state.owes_draw()),
        ]);
        sink.add_all(&DECISIONS.map(|(phase, _)| i32::from(state.phase() == phase)));
        let month = game.next_month(state);
        sink.add_all(&BONUSES.map(|(bonus, _)| i32::from(month == Some(bonus))));
        sink.add_all(&Unit::ALL.map(|unit| number(state.in_supply(unit))));
        let others = [state.edicts_in_supply(), state.longships_in_supply()];
        sink.add_all(&others.map(number));
        // Only its owner sees what is laid aside.
        let draws = in_turn && game.turn_of(state) == seat;
        for (place, kind) in Kind::ALL.into_iter().enumerate() {
            if !kind.is_event() {
                sink.set(place, number(game.held_of(state, seat, kind)));
                let aside = if draws { number(game.aside_of(state, kind)) } else { 0 };
                sink.set(Kind::ACTIONS + place, aside);
            }
            let unseen = number(game.unseen_of(state, seat, kind));
            sink.set(2 * Kind::ACTIONS + place, unseen);
        }
        sink.skip(2 * Kind::ACTIONS + KINDS);
        sink.add(game.points_of_whim(state.official_whim()));
        if let Some((whim, points)) = own {
            sink.add(game.points_of_whim(whim));
            see_whim(&game.lack(state, seat, whim), points, sink);
        } else {
            sink.skip(5);
        }
        if let Some(announced) = game.announced(state) {
            sink.one_of(ANNOUNCED, announced.kind as usize);
            // Nobody answers a card that takes effect.
            let top = announced.is_card && state.phase() == Phase::Respond;
            sink.add_all(&[announced.stands, top].map(i32::from));
        }
    }

    fn see_seat(
        &self,
        game: &NoMoreVikings,
        state: &State,
        common: &Common,
        seat: Seat,
        sink: &mut FeatureSink<'_>,
    ) {
        let edicts_and_cards = [state.edicts(seat), state.cards(seat)].map(number);
        sink.add(common.points[seat.index()]);
        sink.add_all(&edicts_and_cards);
        sink.add_all(&state.village(seat).map(|units| number(units.count_ones())));
        sink.add_all(&VillageCounts::of(game, state, seat, common.free[seat.index()]).0);
        let official = state.official_whim();
        let lack = game.lack(state, seat, official);
        see_whim(&lack, game.whim_points(state, seat, official), sink);
        // Tokens are secret until all have been chosen.
        if let Some(token) = state.chosen(seat).filter(|_| state.phase() != Phase::Token) {
            sink.set(token as usize, 1);
        }
        sink.skip(Token::ALL.len());
        let announced = game.announced(state);
        let is_named = |card: &Announced| card.kind.names_seat() && card.target == seat;
        sink.add_all(
            &[
                state.first() == seat,
                state.phase().in_turn() && game.turn_of(state) == seat,
                game.turn_comes(state, seat),
                game.raids_come(state, seat),
                announced.as_ref().is_some_and(is_named),
                announced.as_ref().is_some_and(|card| card.owner == seat),
            ]
            .map(i32::from),
        );
    }
}

fn see_whim(lack: &Lack, points: i32, sink: &mut FeatureSink<'_>) {
    let mut others = lack.units;
    let houses = std::mem::take(&mut others[Unit::Cottage as usize]);
    // A pattern that does not fit on the board lacks the highest number of houses and as many fields.
    let others = others.into_iter().fold(0, u32::saturating_add);
    let missing = [houses, others, lack.excess];
    sink.add(points);
    sink.add_all(&missing.map(number));
}

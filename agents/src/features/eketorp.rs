//! *Eketorp*: stones and Vikings on the spaces, walls and what sieges could take off them, and the cards that are
//! known.
//!
//! The siege spaces of a village are alike but for the walls that they reach, so inputs name them by how much is
//! at stake: `siege.1` is the one where a siege could take most. Hidden hands are inputs only of the evaluated seat,
//! which knows its own, and so, until the reveal, is where it sends its Vikings.

mod siege;

use std::array;

use drakkar_engine::game::Game;
use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::games::eketorp::component::{
    Cards, Kind, MAX_PLAYERS, Place, SIEGE_SPACES, SPACES,
};
use drakkar_engine::games::eketorp::state::{Phase, State};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;

use self::siege::LIMITS;
use super::{FeatureSink, Features, Worded, in_turn, number, numbers};

/// Values of cards that have inputs of their own; higher ones count as the last of them.
const CARDS: [Worded; 6] = [
    Worded("1", "value 1"),
    Worded("2", "value 2"),
    Worded("3", "value 3"),
    Worded("4", "value 4"),
    Worded("5", "value 5"),
    Worded("6", "values from 6 on"),
];
/// Differences of the cards of a duel.
const DIFFERENCES: [i32; 6] = [1, 2, 3, 4, 5, 6];
const OTHERS: usize = MAX_PLAYERS - 1;

/// Names of decisions that occur with the printed contents; the choice between stones of several kinds has none.
const DECISIONS: [(Phase, &str); 8] = [
    (Phase::Place, "place"),
    (Phase::Choose, "choose"),
    (Phase::AttackerSwap, "attacker_swap"),
    (Phase::DefenderSwap, "defender_swap"),
    (Phase::AttackerCard, "attacker_card"),
    (Phase::DefenderCard, "defender_card"),
    (Phase::Loot, "loot"),
    (Phase::Build, "build"),
];

/// The inputs of *Eketorp*.
#[derive(Clone, Copy, Debug)]
pub struct Inputs;

impl Features<Eketorp> for Inputs {
    fn new(_: &Eketorp) -> Inputs {
        Inputs
    }

    fn tell(&self, game: &Eketorp, state: &State, seat: Seat, sink: &mut impl FeatureSink) {
        let (players, is_revealed) = (game.players(), state.phase != Phase::Place);
        let sieges: [_; MAX_PLAYERS] = array::from_fn(|village| {
            if village < players { siege::by_stakes(game, state, village) } else { siege::NONE }
        });
        let spaces: [Place; SPACES] = array::from_fn(Place::space);
        let stones: [_; SPACES] = array::from_fn(|space| state.stones[space]);
        let worths = stones.map(|stones| stones.points(game.points()));
        let rounds_left =
            number(u32::from(game.rule_set().game.rounds).saturating_sub(state.round()));
        let text = "rounds_left: rounds after this one, if no village is full before";
        sink.add(text, rounds_left);
        let collected = |seat: Seat| state[seat].village.total() + state[seat].load.total();
        let most = Seat::all(players).map(collected).max().unwrap_or(0);
        let text = "lacks: fewest stones that a village needs to be full, once its own are home";
        sink.add(text, number(u32::from(game.rule_set().village.full).saturating_sub(most)));
        let points =
            |seat: Seat| game.score_now(state, seat) + state[seat].load.points(game.points());
        let others = Seat::all(players).filter(|&other| other != seat).map(points).max();
        let text = "lead: points of the evaluated seat, stones on their way home included, less the most of another";
        sink.add(text, points(seat) - others.unwrap_or(0));
        sink.add("talon: cards left in the talon", number(state.talon.left().into()));
        let decisions = DECISIONS.map(|(phase, word)| (word, state.phase == phase));
        sink.which("decision.{}: 1 if the next decision is `{}`", decisions);
        let there = stones.map(|stones| number(stones.total()));
        sink.all("stones.{}: stones on space {}", spaces, there);
        sink.all("points.{}: points of the stones on space {}", spaces, worths);
        let in_excess = spaces.map(|space| {
            let is_fought = is_revealed && state.may_be_fought(space);
            if is_fought { surplus(state, space.index()) } else { 0 }
        });
        let text =
            "surplus.{}: Vikings in excess of the stones on space {}, if there will be a fight";
        sink.all(text, spaces, in_excess);
        let unseen = by_value(game.unseen(state, seat));
        sink.all("unseen.{}: cards of {} that the evaluated seat does not see", CARDS, unseen);
        let hand = by_value(state[seat].hand);
        sink.all("hand.{}: cards of {} in the hand of the evaluated seat", CARDS, hand);
        // Where others send Vikings is not seen before the reveal.
        let unsent = if is_revealed { 0 } else { number(state[seat].home.into()) };
        let text = "unsent: while Vikings are sent: those that the evaluated seat has not sent yet";
        sink.add(text, unsent);
        let sent = if is_revealed { [0; SPACES] } else { on_spaces(state, seat) };
        let text =
            "sent.{}: while Vikings are sent: those that the evaluated seat has sent to space {}";
        sink.all(text, spaces, sent);
        for village in 1..=OTHERS {
            let ranked = &sieges[(seat.index() + village) % players];
            let is_there = ranked.map(|siege| {
                let is_there = state.vikings_at(siege.place, seat) > 0;
                village < players && is_there && !state.is_held(siege.place)
            });
            sink.number(village);
            let text = "besieges.#.{}: 1 if the evaluated seat is at siege space {} by stakes of village # in turn \
                        order, and its siege is still to come";
            sink.all(text, numbers::<SIEGE_SPACES>(), is_there);
        }
        tell_duel(game, state, sink);

        for (place, seat) in in_turn(seat, players) {
            sink.of_seat(place);
            let load = state[seat].load;
            sink.add("points: points if the game ended now", game.score_now(state, seat));
            sink.add("stones: stones of its village", number(state[seat].village.total()));
            sink.add("load.stones: stones on their way home", number(load.total()));
            let points = load.points(game.points());
            sink.add("load.points: points of the stones on their way home", points);
            sink.add("amulets: amulets", number(state[seat].amulets.into()));
            let sick = [1, 2, 3].map(|station| number(state[seat].sick.at(station)));
            sink.all("hospital.{}: Vikings at station {} of the hospital", numbers::<3>(), sick);
            let home = if is_revealed { number(state[seat].home.into()) } else { 0 };
            sink.add("home: Vikings at home; 0 while Vikings are sent", home);
            let to_come = sieges[..players].iter().flatten();
            let to_come = to_come.filter(|siege| is_revealed && !state.is_held(siege.place));
            let besieging = number(to_come.map(|siege| state.vikings_at(siege.place, seat)).sum());
            let text = "besieging: its Vikings whose siege is still to come, after the reveal";
            sink.add(text, besieging);
            sink.add(
                "first: 1 for the first player of the round",
                usize::from(state.first) == seat.index(),
            );
            sink.add("cards: cards in hand", number(state[seat].hand.total()));
            let is_known = state.is_known(seat);
            sink.add("open: 1 if every seat knows its hand", is_known);
            let open = by_value(if is_known { state[seat].hand } else { Cards::NONE });
            sink.all("open.{}: cards of {} in a hand that every seat knows", CARDS, open);
            let pile = by_value(state[seat].pile);
            sink.all("pile.{}: cards of {} in its discard pile", CARDS, pile);
            let vikings = if is_revealed { on_spaces(state, seat) } else { [0; SPACES] };
            sink.all("at.{}: its Vikings on space {}, after the reveal", spaces, vikings);
            for (rank, siege) in (1..).zip(&sieges[seat.index()]) {
                sink.number(rank);
                let text = "siege.#.loot.{}: most points that a siege at siege space # by stakes of its village takes \
                            by a difference of {}";
                sink.all(text, LIMITS, siege.loot);
                let text = "siege.#.stones: stones on the two walls that siege space # by stakes of its village reaches";
                sink.add(text, siege.stones);
                let seats = Seat::all(players);
                let there = if is_revealed && !state.is_held(siege.place) {
                    seats.map(|other| state.vikings_at(siege.place, other)).sum()
                } else {
                    0
                };
                let text = "siege.#.vikings: Vikings at siege space # by stakes of its village whose siege is still to \
                            come, after the reveal";
                sink.add(text, number(there));
            }
            let prospects = (0..SPACES).map(|space| {
                let most = number(state.crowds[space].total().max(stones[space].total()).max(1));
                10 * vikings[space] * worths[space] / most
            });
            let text = "prospect: tenths of points that its Vikings bring from the spaces if all there have the same \
                        chance, after the reveal";
            sink.add(text, prospects.sum::<i32>());
            let duel = Some(state.combat()).filter(|_| in_duel(state));
            let attacks = duel.is_some_and(|duel| duel.attacker == seat);
            sink.add("attacks: 1 for the attacker of the present duel", attacks);
            let defends = duel.is_some_and(|duel| duel.defender == seat);
            sink.add("defends: 1 for the other seat of the present duel", defends);
        }
    }
}

/// Inputs about the present duel. The attacker's card is none of them: the other seat does not see it.
#[inline(always)]
fn tell_duel(game: &Eketorp, state: &State, sink: &mut impl FeatureSink) {
    let duel = Some(state.combat()).filter(|_| in_duel(state));
    let siege = duel.filter(|duel| duel.is_siege);
    sink.add("duel.siege: 1 if the present duel is a siege", siege.is_some());
    let defenders = siege.map_or(0, |siege| number(state[siege.defender].home.into()));
    sink.add("duel.defenders: Vikings at home in the village that is besieged", defenders);
    let space = duel.filter(|duel| duel.place.is_space()).map(|duel| duel.place.index());
    let best = space.and_then(|space| {
        let there = Kind::ALL.into_iter().filter(|&kind| state.stones[space].count(kind) > 0);
        there.map(|kind| game.points()[kind as usize]).max()
    });
    let text = "duel.points: points of the best stone on the space that is fought for";
    sink.add(text, best.unwrap_or(0));
    let text = "duel.surplus: Vikings in excess of the stones on the space that is fought for";
    sink.add(text, space.map_or(0, |space| surplus(state, space)));
    let difference =
        if state.phase == Phase::Loot { number(state.duel.difference.into()) } else { 0 };
    sink.add("duel.difference: points that may be looted now", difference);
    let walls = duel.map(|duel| duel.place).filter(|place| !place.is_space());
    let loot = walls.map(|place| siege::loot(game, state, place, DIFFERENCES));
    let text = "duel.loot.{}: most points that the siege of the duel, or one that may follow it, takes by a difference \
                of {}";
    sink.all(text, DIFFERENCES, loot.unwrap_or_default());
}

#[inline(always)]
fn on_spaces(state: &State, seat: Seat) -> [i32; SPACES] {
    array::from_fn(|space| number(state.vikings_at(Place::space(space), seat)))
}

/// Whether there is a duel, from the choice of the fight to the loot.
#[inline(always)]
fn in_duel(state: &State) -> bool {
    use Phase::{AttackerCard, AttackerSwap, DefenderCard, DefenderSwap, Loot};
    matches!(state.phase, AttackerSwap | DefenderSwap | AttackerCard | DefenderCard | Loot)
}

/// How many Vikings on a space are more than its stones.
#[inline(always)]
fn surplus(state: &State, space: usize) -> i32 {
    number(state.crowds[space].total().saturating_sub(state.stones[space].total()))
}

/// Cards of each value, all from the last of [`CARDS`] on together.
#[inline(always)]
fn by_value(cards: Cards) -> [i32; CARDS.len()] {
    let mut numbers = [0; CARDS.len()];
    for value in 1..=Cards::HIGHEST {
        numbers[(value as usize).min(CARDS.len()) - 1] += number(cards.count(value));
    }
    numbers
}

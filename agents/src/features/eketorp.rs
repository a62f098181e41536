//! *Eketorp*: stones and Vikings on the spaces, walls and what sieges could take off them, and the cards that are
//! known.
//!
//! The siege spaces of a village are alike but for the walls that they reach, so inputs name them by how much is
//! at stake: `siege.1` is the one where a siege could take most. Hidden hands are inputs only of the evaluated seat,
//! which knows its own, and so, until the reveal, is where it sends its Vikings.

mod siege;

use drakkar_engine::game::Game;
use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::games::eketorp::component::{
    Cards, Kind, MAX_PLAYERS, Place, SIEGE_SPACES, SPACES,
};
use drakkar_engine::games::eketorp::state::{Phase, State};
use drakkar_engine::seat::Seat;

use self::siege::{LIMITS, NO_SIEGES, Sieges};
use super::{FeatureSink, Features, Input, decisions, names, number};

/// Values of cards that have inputs of their own; higher ones count as the last of them.
const VALUES: usize = 6;
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

/// What the inputs of a position have in common: the siege spaces of every village, by stakes.
#[derive(Debug)]
pub struct Common([Sieges; MAX_PLAYERS]);

/// The inputs of *Eketorp*.
#[derive(Clone, Copy, Debug)]
pub struct Inputs;

fn spaces() -> impl Iterator<Item = Place> {
    (0..SPACES).map(Place::space)
}

fn cards<'a>(key: &'a str, about: &'a str) -> impl Iterator<Item = Input> + 'a {
    (1..=VALUES).map(move |value| {
        let values = if value < VALUES {
            format!("value {value}")
        } else {
            format!("values from {value} on")
        };
        Input::new(format!("{key}.{value}"), about.replace("{}", &values))
    })
}

impl Features<Eketorp> for Inputs {
    type Common<'a> = Common;

    fn new(_: &Eketorp) -> Inputs {
        Inputs
    }

    fn of_table() -> Vec<Input> {
        let about = "points of the evaluated seat, stones on their way home included, less the most of another";
        let mut inputs = vec![
            Input::new("rounds_left", "rounds after this one, if no village is full before"),
            Input::new(
                "lacks",
                "fewest stones that a village needs to be full, once its own are home",
            ),
            Input::new("lead", about),
            Input::new("talon", "cards left in the talon"),
        ];
        inputs.extend(decisions(DECISIONS.map(|(_, word)| word)));
        inputs.extend(names("stones", spaces(), "stones on space {}"));
        inputs.extend(names("points", spaces(), "points of the stones on space {}"));
        let about = "Vikings in excess of the stones on space {}, if there will be a fight";
        inputs.extend(names("surplus", spaces(), about));
        inputs.extend(cards("unseen", "cards of {} that the evaluated seat does not see"));
        inputs.extend(cards("hand", "cards of {} in the hand of the evaluated seat"));
        let about = "while Vikings are sent: those that the evaluated seat has not sent yet";
        inputs.push(Input::new("unsent", about));
        let about = "while Vikings are sent: those that the evaluated seat has sent to space {}";
        inputs.extend(names("sent", spaces(), about));
        for village in 1..=OTHERS {
            for siege in 1..=SIEGE_SPACES {
                let about = format!(
                    "1 if the evaluated seat is at siege space {siege} by stakes of village \
                     {village} in turn order, and its siege is still to come"
                );
                inputs.push(Input::new(format!("besieges.{village}.{siege}"), about));
            }
        }
        inputs.extend([
            Input::new("duel.siege", "1 if the present duel is a siege"),
            Input::new("duel.defenders", "Vikings at home in the village that is besieged"),
            Input::new("duel.points", "points of the best stone on the space that is fought for"),
            Input::new(
                "duel.surplus",
                "Vikings in excess of the stones on the space that is fought for",
            ),
            Input::new("duel.difference", "points that may be looted now"),
        ]);
        for difference in DIFFERENCES {
            let about = format!(
                "most points that the siege of the duel, or one that may follow it, takes by a \
                 difference of {difference}"
            );
            inputs.push(Input::new(format!("duel.loot.{difference}"), about));
        }
        inputs
    }

    fn of_seat() -> Vec<Input> {
        let mut inputs = vec![
            Input::new("points", "points if the game ended now"),
            Input::new("stones", "stones of its village"),
            Input::new("load.stones", "stones on their way home"),
            Input::new("load.points", "points of the stones on their way home"),
            Input::new("amulets", "amulets"),
        ];
        for station in 1..=3 {
            let about = format!("Vikings at station {station} of the hospital");
            inputs.push(Input::new(format!("hospital.{station}"), about));
        }
        inputs.extend([
            Input::new("home", "Vikings at home; 0 while Vikings are sent"),
            Input::new("besieging", "its Vikings whose siege is still to come, after the reveal"),
            Input::new("first", "1 for the first player of the round"),
            Input::new("cards", "cards in hand"),
            Input::new("open", "1 if everybody knows its hand"),
        ]);
        inputs.extend(cards("open", "cards of {} in a hand that everybody knows"));
        inputs.extend(cards("pile", "cards of {} in its discard pile"));
        inputs.extend(names("at", spaces(), "its Vikings on space {}, after the reveal"));
        for siege in 1..=SIEGE_SPACES {
            let which = format!("siege space {siege} by stakes of its village");
            for limit in LIMITS {
                let about =
                    format!("most points that a siege at {which} takes by a difference of {limit}");
                inputs.push(Input::new(format!("siege.{siege}.loot.{limit}"), about));
            }
            let about = format!("stones on the two walls that {which} reaches");
            inputs.push(Input::new(format!("siege.{siege}.stones"), about));
            let about =
                format!("Vikings at {which} whose siege is still to come, after the reveal");
            inputs.push(Input::new(format!("siege.{siege}.vikings"), about));
        }
        let about = "tenths of points that its Vikings bring from the spaces if all there have the same chance, \
                     after the reveal";
        inputs.push(Input::new("prospect", about));
        inputs.push(Input::new("attacks", "1 for the attacker of the present duel"));
        inputs.push(Input::new("defends", "1 for the other seat of the present duel"));
        inputs
    }

    fn common<'a>(&'a self, game: &'a Eketorp, state: &'a State) -> Common {
        Common(std::array::from_fn(|village| {
            // Nobody looks at villages without a seat.
            if village < game.players() {
                siege::by_stakes(game, state, village)
            } else {
                NO_SIEGES
            }
        }))
    }

    fn see_table(
        &self,
        game: &Eketorp,
        state: &State,
        Common(sieges): &Common,
        seat: Seat,
        sink: &mut FeatureSink<'_>,
    ) {
        sink.add(number(game.rounds().saturating_sub(state.round())));
        let seats = Seat::all(game.players());
        let stones = |seat: Seat| state.village(seat).total() + state.load(seat).total();
        let most = seats.clone().map(stones).max().unwrap_or(0);
        sink.add(number(game.full().saturating_sub(most)));
        let points =
            |seat: Seat| game.score_now(state, seat) + state.load(seat).points(game.points());
        let others = seats.filter(|&other| other != seat).map(points).max();
        sink.add(points(seat) - others.unwrap_or(0));
        sink.add(number(state.talon_left()));
        sink.add_all(&DECISIONS.map(|(phase, _)| i32::from(state.phase() == phase)));
        for space in 0..SPACES {
            let stones = state.stones(space);
            sink.set(space, number(stones.total()));
            sink.set(SPACES + space, stones.points(game.points()));
            if !state.is_placing() && state.may_be_fought(Place::space(space)) {
                sink.set(2 * SPACES + space, surplus(state, space));
            }
        }
        sink.skip(3 * SPACES);
        sink.add_all(&by_value(game.unseen(state, seat)));
        sink.add_all(&by_value(state.hand(seat)));
        // Where others send Vikings is not seen before the reveal.
        if state.is_placing() {
            sink.add(number(state.home(seat)));
            for space in 0..SPACES {
                sink.add(number(state.vikings_at(Place::space(space), seat)));
            }
        } else {
            sink.skip(1 + SPACES);
        }
        for village in 1..game.players() {
            let ranked = &sieges[(seat.index() + village) % game.players()];
            for (rank, siege) in ranked.iter().enumerate() {
                let is_there =
                    !state.is_held(siege.place) && state.vikings_at(siege.place, seat) > 0;
                sink.set((village - 1) * SIEGE_SPACES + rank, i32::from(is_there));
            }
        }
        sink.skip(OTHERS * SIEGE_SPACES);
        see_duel(game, state, sink);
    }

    fn see_seat(
        &self,
        game: &Eketorp,
        state: &State,
        Common(sieges): &Common,
        seat: Seat,
        sink: &mut FeatureSink<'_>,
    ) {
        let load = state.load(seat);
        sink.add_all(&[
            game.score_now(state, seat),
            number(state.village(seat).total()),
            number(load.total()),
            load.points(game.points()),
            number(state.amulets(seat)),
        ]);
        sink.add_all(&[1, 2, 3].map(|station| number(state.sick(seat, station))));
        let revealed = !state.is_placing();
        if revealed {
            sink.add(number(state.home(seat)));
            let villages = sieges.iter().take(game.players()).flatten();
            let own = villages.filter(|siege| !state.is_held(siege.place));
            sink.add(number(own.map(|siege| state.vikings_at(siege.place, seat)).sum()));
        } else {
            sink.skip(2);
        }
        sink.add(i32::from(state.first() == seat));
        sink.add(number(state.hand(seat).total()));
        if state.is_known(seat) {
            sink.add(1);
            sink.add_all(&by_value(state.hand(seat)));
        } else {
            sink.skip(1 + VALUES);
        }
        sink.add_all(&by_value(state.pile(seat)));
        let mut prospect = 0;
        if revealed {
            for space in 0..SPACES {
                let vikings = number(state.vikings_at(Place::space(space), seat));
                sink.set(space, vikings);
                let (crowd, stones) = (state.crowd(space), state.stones(space));
                let most = number(crowd.max(stones.total()).max(1));
                prospect += 10 * vikings * stones.points(game.points()) / most;
            }
        }
        sink.skip(SPACES);
        for siege in &sieges[seat.index()] {
            sink.add_all(&siege.loot);
            sink.add(siege.stones);
            if revealed && !state.is_held(siege.place) {
                let seats = Seat::all(game.players());
                let there = seats.map(|other| state.vikings_at(siege.place, other)).sum();
                sink.set(0, number(there));
            }
            sink.skip(1);
        }
        sink.add(prospect);
        if in_duel(state) {
            let combat = state.combat();
            sink.add_all(&[combat.attacker, combat.defender].map(|other| i32::from(other == seat)));
        }
    }
}

/// Inputs about the present duel. The attacker's card is none of them: the other seat does not see it.
fn see_duel(game: &Eketorp, state: &State, sink: &mut FeatureSink<'_>) {
    if !in_duel(state) {
        return;
    }
    let combat = state.combat();
    let defenders = if combat.is_siege { number(state.home(combat.defender)) } else { 0 };
    sink.add_all(&[i32::from(combat.is_siege), defenders]);
    if combat.place.is_space() {
        let stones = state.stones(combat.place.index());
        let there = Kind::ALL.into_iter().filter(|&kind| stones.count(kind) > 0);
        let best = there.map(|kind| game.points()[kind.index()]).max();
        sink.add_all(&[best.unwrap_or(0), surplus(state, combat.place.index())]);
        return;
    }
    sink.skip(2);
    sink.add(if state.phase() == Phase::Loot { number(state.difference()) } else { 0 });
    sink.add_all(&siege::loot(game, state, combat.place, DIFFERENCES));
}

/// Whether there is a duel, from the choice of the fight to the loot.
#[inline(always)]
fn in_duel(state: &State) -> bool {
    use Phase::{AttackerCard, AttackerSwap, DefenderCard, DefenderSwap, Loot};
    matches!(state.phase(), AttackerSwap | DefenderSwap | AttackerCard | DefenderCard | Loot)
}

/// How many Vikings on a space are more than its stones.
#[inline(always)]
fn surplus(state: &State, space: usize) -> i32 {
    number(state.crowd(space).saturating_sub(state.stones(space).total()))
}

/// Cards of each value, all from [`VALUES`] on together.
#[inline(always)]
fn by_value(cards: Cards) -> [i32; VALUES] {
    let mut numbers = [0; VALUES];
    for value in 1..=Cards::HIGHEST {
        numbers[(value as usize).min(VALUES) - 1] += number(cards.count(value));
    }
    numbers
}

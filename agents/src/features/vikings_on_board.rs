//! *Vikings on Board*: vikings in the row, the docked ships with their supplies and bets, and what
//! each seat has aboard and at the docks.
//!
//! Ships have no places of their own on the table, so inputs name them by how much is at stake:
//! `ship.1` is the one with the most valuable supplies. Values of barrels are inputs only of the
//! evaluated seat, which knows its own.

use std::array;
use std::cmp::Reverse;

use drakkar_engine::game::Game;
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::games::vikings_on_board::accessors::DECISIONS;
use drakkar_engine::games::vikings_on_board::component::{
    BARRELS, BarrelPlace, Clan, Good, Goods, SHIPS, SPACES, Ship, Zone,
};
use drakkar_engine::games::vikings_on_board::state::State;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;

use super::{FeatureSink, Features, Worded, in_turn, number, numbers};
use crate::heuristic::Heuristic;
use crate::heuristic::vikings_on_board::{Harbour, VikingsOnBoardJudge, Weights};

/// Departures before the last decision.
const DEPARTURES: usize = SHIPS - 1;
const GOODS: [Worded; 3] =
    [Worded("hide", "hides"), Worded("grain", "grain"), Worded("metal", "metal")];
const CLANS: usize = Clan::ALL.len();

#[derive(Clone, Copy, Debug)]
struct Afloat {
    ship: Ship,
    /// The clans aboard, in the order of influence.
    aboard: [Option<Clan>; CLANS],
    shields: [i32; CLANS],
    /// Points of the supplies that each clan takes when the ship leaves, if each pick is the most valuable one, also
    /// those of unplayed clans (D4, D5).
    gains: [i32; CLANS],
}

/// The inputs of *Vikings on Board*.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// With the weights `manual-1`, which never change.
    opinion: VikingsOnBoardJudge,
    /// Shields of a viking on a body.
    crew: u32,
}

impl Features<VikingsOnBoard> for Inputs {
    fn new(game: &VikingsOnBoard) -> Inputs {
        let crew = game.rule_set().bodies.crew_shields;
        Inputs { opinion: Weights::default().judge(game), crew }
    }

    fn tell(&self, game: &VikingsOnBoard, state: &State, seat: Seat, sink: &mut impl FeatureSink) {
        let ships = by_stakes(game, state).map(|ship| ship.map(|ship| self.afloat(state, ship)));
        let mut harbour = Harbour::default();
        let table = self.opinion.table(game, state, &mut harbour);
        sink.add("round: round, from 1", number(state.round()));
        let sailed: [usize; DEPARTURES] = array::from_fn(|ships| ships);
        let departures = Some(state.departures as usize).filter(|&ships| ships < DEPARTURES);
        sink.one_of("sailed.{}: 1 after {} departures", sailed, departures);
        let text = "decision.{}: 1 if the next decision is `{}`";
        sink.one_of(text, DECISIONS, state.decision());
        let market = Good::ALL.map(|good| state.market(good));
        sink.all("market.{}: market value of {}", GOODS, market);
        sink.all("stack.{}: supplies left in W{}", [1, 2], state.stacks().map(number));
        let in_stacks = counts(state.in_stacks());
        sink.all("in_stacks.{}: {} in both stacks together", GOODS, in_stacks);
        let decides = game.to_move(state) == Some(seat);
        let hand = if decides { counts(game.in_hand(state)) } else { [0; 3] };
        let text = "hand.{}: {} that the evaluated seat has drawn and not loaded yet";
        sink.all(text, GOODS, hand);
        let text = "own.value: points that the heuristic manual-1 expects for the evaluated seat, whose barrels it \
                    sees, less a part of the others'";
        sink.add(text, table.value(seat, true).floor() as i32);
        let barrels = game.barrels(state, seat);
        let points = |is_there: &dyn Fn(BarrelPlace) -> bool| {
            let there = barrels.iter().filter(|&&(_, place)| is_there(place));
            there.map(|&(value, _)| i32::from(value)).sum::<i32>()
        };
        let won = points(&|place| place == BarrelPlace::Won);
        sink.add("own.won: points of the barrels that the evaluated seat has won", won);
        let text = "own.left_behind: points of its barrels at docks of ships that have sailed";
        sink.add(text, points(&|place| is_left_behind(state, place)));
        let unused = barrels.map(|(_, place)| place == BarrelPlace::Unused);
        let text = "own.unused.{}: 1 if its barrel number {} by value is unused";
        sink.all(text, numbers::<BARRELS>(), unused);
        for (rank, afloat) in (1..).zip(&ships) {
            sink.number(rank);
            let ship = afloat.map(|afloat| afloat.ship);
            let supplies = ship.map_or([0; 3], |ship| counts(state.bows[ship.index()]));
            sink.all("ship.#.{}: {} aboard ship # by stakes", GOODS, supplies);
            let bodies = ship.map_or(0, |ship| state.bodies(ship).count() as i32);
            sink.add("ship.#.bodies: bodies of ship # by stakes", bodies);
            let unplayed = &Clan::ALL[game.players()..];
            let shields = afloat.and_then(|afloat| {
                unplayed.iter().map(|&clan| afloat.shields[clan as usize]).max()
            });
            let text = "ship.#.unplayed: most shields of an unplayed clan aboard ship # by stakes";
            sink.add(text, shields.unwrap_or(0));
            let leader = afloat.and_then(|afloat| afloat.aboard[0]);
            let leads = leader.is_some_and(|leader| unplayed.contains(&leader));
            let text = "ship.#.unplayed_leads: 1 if an unplayed clan is first in influence on ship # by stakes";
            sink.add(text, leads);
            let first = points(&|place| afloat.is_some_and(|afloat| afloat.is_on_leader(place)));
            let text = "ship.#.own_bet_first: value of the evaluated seat's barrel on the clan first in influence on \
                        ship # by stakes";
            sink.add(text, first);
            let all = points(&|place| afloat.is_some_and(|afloat| afloat.is_at(place)));
            let text = "ship.#.own_bets: values of its barrels on other clans at ship # by stakes";
            sink.add(text, all - first);
        }

        for (place, seat) in in_turn(seat, game.players()) {
            sink.of_seat(place);
            let (mut turns, mut spaces) = ([false; SPACES], [false; SPACES]);
            for (place, owner) in state.waiting().enumerate() {
                turns[place] = owner == seat;
            }
            let text = "turn.{}: 1 if viking {} of those still to move is its own";
            sink.all(text, numbers::<SPACES>(), turns);
            for (space, owner) in state.moved() {
                spaces[space - 1] = owner == seat;
            }
            let text = "space.{}: 1 if a viking of its own has moved to space {}";
            sink.all(text, numbers::<SPACES>(), spaces);
            let supplies = counts(state.goods[seat.index()]);
            sink.all("supplies.{}: {} that it has taken", GOODS, supplies);
            let points = supplies.iter().zip(market).map(|(count, value)| count * value);
            let text = "points: points of its supplies at present market values";
            sink.add(text, points.sum::<i32>());
            let places = game.barrels(state, seat).map(|(_, place)| place);
            let count = |is_there: &dyn Fn(BarrelPlace) -> bool| {
                places.iter().filter(|&&place| is_there(place)).count() as i32
            };
            let unused = count(&|place| place == BarrelPlace::Unused);
            sink.add("barrels.unused: barrels that it has not bet", unused);
            let won = count(&|place| place == BarrelPlace::Won);
            sink.add("barrels.won: barrels that it has won", won);
            let text = "barrels.left_behind: its barrels at docks of ships that have sailed";
            sink.add(text, count(&|place| is_left_behind(state, place)));
            let decides = game.to_move(state) == Some(seat);
            sink.add("decides: 1 if the next decision is its own", decides);
            let has_stern = state.stern() == Some(seat);
            sink.add("stern: 1 if it will choose the ship that leaves", has_stern);
            let text = "value: points that the heuristic manual-1, which sees no barrels, expects for it, less a part of \
                        the others'";
            sink.add(text, table.value(seat, false).floor() as i32);
            let own = Clan::ALL[seat.index()];
            for (rank, ship) in (1..).zip(&ships) {
                sink.number(rank);
                let afloat = ship.filter(|afloat| afloat.aboard.contains(&Some(own)));
                let shields = afloat.map_or(0, |afloat| afloat.shields[own as usize]);
                sink.add("ship.#.shields: shields of its clan aboard ship # by stakes", shields);
                let leads = afloat.is_some_and(|afloat| afloat.aboard[0] == Some(own));
                let text = "ship.#.leads: 1 if its clan is first in influence on ship # by stakes";
                sink.add(text, leads);
                let most = afloat.and_then(|afloat| {
                    let others = afloat.aboard.iter().flatten().filter(|&&clan| clan != own);
                    others.map(|&clan| afloat.shields[clan as usize]).max()
                });
                let text = "ship.#.margin: shields of its clan, if aboard ship # by stakes, less the most of another clan";
                sink.add(text, shields - most.unwrap_or(0));
                let gain = afloat.map_or(0, |afloat| afloat.gains[own as usize]);
                let text = "ship.#.gain: points of the supplies that it would take if ship # by stakes left now";
                sink.add(text, gain);
                let first = count(&|place| ship.is_some_and(|ship| ship.is_on_leader(place)));
                let text = "ship.#.bets_first: its barrels on the clan first in influence on ship # by stakes";
                sink.add(text, first);
                let all = count(&|place| ship.is_some_and(|ship| ship.is_at(place)));
                let text = "ship.#.bets: its barrels on other clans at ship # by stakes";
                sink.add(text, all - first);
            }
        }
    }
}

impl Afloat {
    /// Whether a barrel lies at its dock, on the clan first in influence.
    fn is_on_leader(&self, place: BarrelPlace) -> bool {
        self.aboard[0].is_some_and(|leader| place == BarrelPlace::At(Zone::new(self.ship, leader)))
    }

    fn is_at(&self, place: BarrelPlace) -> bool {
        matches!(place, BarrelPlace::At(zone) if zone.ship() == self.ship)
    }
}

impl Inputs {
    fn afloat(&self, state: &State, ship: Ship) -> Afloat {
        let in_order = |clans: &mut dyn Iterator<Item = Clan>| array::from_fn(|_| clans.next());
        let aboard = in_order(&mut state.influence(ship, self.crew));
        let shields = Clan::ALL.map(|clan| state.shields(ship, clan, self.crew) as i32);
        let picks = match state.departing() == Some(ship) {
            true => in_order(&mut state.picks().take(aboard.iter().flatten().count())),
            false => aboard,
        };
        Afloat { ship, aboard, shields, gains: points_of_picks(state, ship, picks) }
    }
}

/// What each clan gets of the supplies when they pick in this order, again and again.
fn points_of_picks(state: &State, ship: Ship, order: [Option<Clan>; CLANS]) -> [i32; CLANS] {
    let (mut points, mut left) = ([0; CLANS], counts(state.bows[ship.index()]));
    for clan in order.iter().flatten().cycle().take(left.iter().sum::<i32>() as usize) {
        let open = Good::ALL.into_iter().filter(|&good| left[good as usize] > 0);
        let Some(dearest) = open.max_by_key(|&good| state.market(good)) else { break };
        left[dearest as usize] -= 1;
        points[*clan as usize] += state.market(dearest);
    }
    points
}

#[inline(always)]
fn counts(goods: Goods) -> [i32; GOODS.len()] {
    Good::ALL.map(|good| goods.count(good) as i32)
}

/// Whether a barrel lies at the dock of a ship that has sailed.
#[inline(always)]
fn is_left_behind(state: &State, place: BarrelPlace) -> bool {
    matches!(place, BarrelPlace::At(zone) if !state.is_docked(zone.ship()))
}

/// The docked ships: first the one that is departing, then by market value of the supplies aboard,
/// their number, the number of barrels at the dock, and in the order of the ships.
fn by_stakes(game: &VikingsOnBoard, state: &State) -> [Option<Ship>; SHIPS] {
    let bets = Seat::all(game.players()).fold(0, |bets, seat| bets | state.zones(seat));
    let mut ships = [None; SHIPS];
    for ship in Ship::all().filter(|&ship| state.is_docked(ship)) {
        let bow = state.bows[ship.index()];
        let points = counts(bow).into_iter().zip(Good::ALL);
        let points: i32 = points.map(|(count, good)| count * state.market(good)).sum();
        let bets = (bets >> (4 * ship.index()) & 0xF).count_ones();
        let is_departing = state.departing() == Some(ship);
        ships[ship.index()] = Some((is_departing, points, bow.total(), bets, Reverse(ship)));
    }
    ships.sort_unstable_by_key(|&ship| Reverse(ship));
    ships.map(|ship| ship.map(|(.., Reverse(ship))| ship))
}

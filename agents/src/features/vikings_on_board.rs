//! *Vikings on Board*: vikings in the row, the docked ships with their supplies and bets, and what
//! each seat has aboard and at the docks.
//!
//! Ships have no places of their own on the table, so inputs name them by how much is at stake:
//! `ship.1` is the one with the most valuable supplies. Values of barrels are inputs only of the
//! evaluated seat, which knows its own.

use std::cmp::Reverse;

use drakkar_engine::game::Game;
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::games::vikings_on_board::component::{
    BARRELS, BarrelPlace, Clan, Good, Goods, SHIPS, SPACES, Ship, Zone,
};
use drakkar_engine::games::vikings_on_board::open::DECISIONS;
use drakkar_engine::games::vikings_on_board::state::State;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;

use super::{FeatureSink, Features, Input, decisions, number};
use crate::heuristic::Heuristic;
use crate::heuristic::vikings_on_board::{ValueTable, VikingsOnBoardJudge, Weights};

/// Departures before the last decision.
const DEPARTURES: usize = SHIPS - 1;
const GOODS: usize = Good::ALL.len();
const CLANS: usize = Clan::ALL.len();

/// What the inputs of a position have in common.
#[derive(Debug)]
pub struct Common<'a> {
    /// The table as the heuristic sees it.
    table: ValueTable<'a>,
    /// The docked ships [by stakes](by_stakes).
    ships: [Option<Afloat>; SHIPS],
}

/// A docked ship.
#[derive(Clone, Copy, Debug)]
struct Afloat {
    ship: Ship,
    /// The clans aboard, in the order of influence.
    aboard: ClanOrder,
    shields: [i32; CLANS],
    /// Points of the supplies that each clan takes when the ship leaves, if each pick is the most valuable one, also
    /// those of unplayed clans (D4, D5).
    gains: [i32; CLANS],
}

/// Clans in an order.
#[derive(Clone, Copy, Debug)]
struct ClanOrder {
    clans: [Clan; CLANS],
    len: usize,
}

impl ClanOrder {
    fn of(clans: impl Iterator<Item = Clan>) -> ClanOrder {
        let mut list = ClanOrder { clans: Clan::ALL, len: 0 };
        for clan in clans.take(CLANS) {
            list.clans[list.len] = clan;
            list.len += 1;
        }
        list
    }

    fn clans(&self) -> &[Clan] {
        &self.clans[..self.len]
    }
}

/// The inputs of *Vikings on Board*.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// With the weights `hand-1`, which never change.
    opinion: VikingsOnBoardJudge,
    /// Shields of a viking on a body.
    crew: u32,
}

fn goods(key: &str, about: &str) -> impl Iterator<Item = Input> {
    Good::ALL.into_iter().map(move |good| {
        let name = format!("{good:?}").to_lowercase();
        let plural = if good == Good::Hide { "hides" } else { &name };
        Input::new(format!("{key}.{name}"), about.replace("{}", plural))
    })
}

impl Features<VikingsOnBoard> for Inputs {
    type Common<'a> = Common<'a>;

    fn new(game: &VikingsOnBoard) -> Inputs {
        let crew = game.rule_set().bodies.crew_shields;
        Inputs { opinion: Weights::default().judge(game), crew }
    }

    fn of_table() -> Vec<Input> {
        let mut inputs = vec![Input::new("round", "round, from 1")];
        for ships in 0..DEPARTURES {
            let about = format!("1 after {ships} departures");
            inputs.push(Input::new(format!("sailed.{ships}"), about));
        }
        inputs.extend(decisions(DECISIONS));
        inputs.extend(goods("market", "market value of {}"));
        inputs.push(Input::new("stack.1", "supplies left in W1"));
        inputs.push(Input::new("stack.2", "supplies left in W2"));
        inputs.extend(goods("in_stacks", "{} in both stacks together"));
        inputs.extend(goods("hand", "{} that the evaluated seat has drawn and not loaded yet"));
        let about = "points that the heuristic hand-1 expects for the evaluated seat, whose barrels \
                     it sees, less a part of the others'";
        inputs.push(Input::new("own.value", about));
        inputs.push(Input::new("own.won", "points of the barrels that the evaluated seat has won"));
        let about = "points of its barrels at docks of ships that have sailed";
        inputs.push(Input::new("own.left_behind", about));
        for barrel in 1..=BARRELS {
            let about = format!("1 if its barrel number {barrel} by value is unused");
            inputs.push(Input::new(format!("own.unused.{barrel}"), about));
        }
        for ship in 1..=SHIPS {
            let which = format!("ship {ship} by stakes");
            let name = |name: &str| format!("ship.{ship}.{name}");
            inputs.extend(goods(&format!("ship.{ship}"), &format!("{{}} aboard {which}")));
            inputs.push(Input::new(name("bodies"), format!("bodies of {which}")));
            let about = format!("most shields of an unplayed clan aboard {which}");
            inputs.push(Input::new(name("unplayed"), about));
            let about = format!("1 if an unplayed clan is first in influence on {which}");
            inputs.push(Input::new(name("unplayed_leads"), about));
            let about = format!(
                "value of the evaluated seat's barrel on the clan first in influence on {which}"
            );
            inputs.push(Input::new(name("own_bet_first"), about));
            let about = format!("values of its barrels on other clans at {which}");
            inputs.push(Input::new(name("own_bets"), about));
        }
        inputs
    }

    fn of_seat() -> Vec<Input> {
        let mut inputs = Vec::new();
        for turn in 1..=SPACES {
            let about = format!("1 if viking {turn} of those still to move is its own");
            inputs.push(Input::new(format!("turn.{turn}"), about));
        }
        for space in 1..=SPACES {
            let about = format!("1 if a viking of its own has moved to space {space}");
            inputs.push(Input::new(format!("space.{space}"), about));
        }
        inputs.extend(goods("supplies", "{} that it has taken"));
        inputs.push(Input::new("points", "points of its supplies at present market values"));
        inputs.push(Input::new("barrels.unused", "barrels that it has not bet"));
        inputs.push(Input::new("barrels.won", "barrels that it has won"));
        let about = "its barrels at docks of ships that have sailed";
        inputs.push(Input::new("barrels.left_behind", about));
        inputs.push(Input::new("decides", "1 if the next decision is its own"));
        inputs.push(Input::new("stern", "1 if it will choose the ship that leaves"));
        let about = "points that the heuristic hand-1, which sees no barrels, expects for it, less a \
                     part of the others'";
        inputs.push(Input::new("value", about));
        for ship in 1..=SHIPS {
            let which = format!("ship {ship} by stakes");
            let mut push = |name: &str, about: &str| {
                let about = about.replace("{}", &which);
                inputs.push(Input::new(format!("ship.{ship}.{name}"), about));
            };
            push("shields", "shields of its clan aboard {}");
            push("leads", "1 if its clan is first in influence on {}");
            push("margin", "shields of its clan, if aboard {}, less the most of another clan");
            push("gain", "points of the supplies that it would take if {} left now");
            push("bets_first", "its barrels on the clan first in influence on {}");
            push("bets", "its barrels on other clans at {}");
        }
        inputs
    }

    fn common<'a>(&'a self, game: &'a VikingsOnBoard, state: &'a State) -> Common<'a> {
        let ships = by_stakes(game, state).map(|ship| ship.map(|ship| self.afloat(state, ship)));
        Common { table: self.opinion.table(game, state), ships }
    }

    fn see_table(
        &self,
        game: &VikingsOnBoard,
        state: &State,
        common: &Common<'_>,
        seat: Seat,
        sink: &mut FeatureSink<'_>,
    ) {
        sink.add(number(state.round()));
        if (state.departures() as usize) < DEPARTURES {
            sink.set(state.departures() as usize, 1);
        }
        sink.skip(DEPARTURES);
        if let Some(decision) = state.decision() {
            sink.set(decision, 1);
        }
        sink.skip(DECISIONS.len());
        sink.add_all(&Good::ALL.map(|good| state.market(good)));
        sink.add_all(&state.stacks().map(number));
        sink.add_all(&counts(state.in_stacks()));
        if game.to_move(state) == Some(seat) {
            sink.add_all(&counts(game.in_hand(state)));
        } else {
            sink.skip(GOODS);
        }
        let value = common.table.value(state, seat, true);
        sink.add(value.floor() as i32);
        let barrels = game.barrels(state, seat);
        let points = |is_there: &dyn Fn(BarrelPlace) -> bool| {
            let there = barrels.iter().filter(|&&(_, place)| is_there(place));
            there.map(|&(value, _)| i32::from(value)).sum::<i32>()
        };
        sink.add(points(&|place| place == BarrelPlace::Won));
        sink.add(points(&|place| is_left_behind(state, place)));
        for (place, &(_, at)) in barrels.iter().enumerate() {
            sink.set(place, i32::from(at == BarrelPlace::Unused));
        }
        sink.skip(BARRELS);
        for afloat in common.ships.iter().flatten() {
            let ship = afloat.ship;
            sink.add_all(&counts(state.bow(ship)));
            sink.add(state.length(ship) as i32);
            let unplayed = &Clan::ALL[game.players()..];
            let shields = unplayed.iter().map(|clan| afloat.shields[clan.index()]);
            sink.add(shields.max().unwrap_or(0));
            let leader = afloat.aboard.clans().first().copied();
            let leads = leader.is_some_and(|leader| unplayed.contains(&leader));
            sink.add(i32::from(leads));
            let on_leader = leader.map(|leader| BarrelPlace::At(Zone::new(ship, leader)));
            let bet_first = points(&|place| Some(place) == on_leader);
            let bets =
                points(&|place| matches!(place, BarrelPlace::At(zone) if zone.ship() == ship));
            sink.add_all(&[bet_first, bets - bet_first]);
        }
    }

    fn see_seat(
        &self,
        game: &VikingsOnBoard,
        state: &State,
        common: &Common<'_>,
        seat: Seat,
        sink: &mut FeatureSink<'_>,
    ) {
        for (place, _) in state.waiting().enumerate().filter(|&(_, owner)| owner == seat) {
            sink.set(place, 1);
        }
        sink.skip(SPACES);
        for (space, _) in state.moved().filter(|&(_, owner)| owner == seat) {
            sink.set(space - 1, 1);
        }
        sink.skip(SPACES);
        let supplies = counts(state.goods(seat));
        sink.add_all(&supplies);
        let points = supplies.iter().zip(Good::ALL).map(|(count, good)| count * state.market(good));
        sink.add(points.sum());
        let places = game.barrels(state, seat).map(|(_, place)| place);
        let count = |is_there: &dyn Fn(BarrelPlace) -> bool| {
            places.iter().filter(|&&place| is_there(place)).count() as i32
        };
        sink.add(count(&|place| place == BarrelPlace::Unused));
        sink.add(count(&|place| place == BarrelPlace::Won));
        sink.add(count(&|place| is_left_behind(state, place)));
        sink.add(i32::from(game.to_move(state) == Some(seat)));
        sink.add(i32::from(state.stern() == Some(seat)));
        let value = common.table.value(state, seat, false);
        sink.add(value.floor() as i32);
        let own = Clan::ALL[seat.index()];
        for afloat in common.ships.iter().flatten() {
            let ship = afloat.ship;
            let clans = afloat.aboard.clans();
            let leader = clans.first().copied();
            if clans.contains(&own) {
                let shields = |clan: Clan| afloat.shields[clan.index()];
                let others = clans.iter().filter(|&&clan| clan != own);
                let most = others.map(|&clan| shields(clan)).max().unwrap_or(0);
                sink.add(shields(own));
                sink.add(i32::from(leader == Some(own)));
                sink.add(shields(own) - most);
                sink.add(afloat.gains[own.index()]);
            } else {
                sink.skip(4);
            }
            let on_leader = leader.map(|leader| BarrelPlace::At(Zone::new(ship, leader)));
            let bet_first = count(&|place| Some(place) == on_leader);
            let bets =
                count(&|place| matches!(place, BarrelPlace::At(zone) if zone.ship() == ship));
            sink.add_all(&[bet_first, bets - bet_first]);
        }
    }
}

impl Inputs {
    fn afloat(&self, state: &State, ship: Ship) -> Afloat {
        let aboard = ClanOrder::of(state.influence(ship, self.crew));
        let shields = Clan::ALL.map(|clan| state.shields(ship, clan, self.crew) as i32);
        let picks = match state.departing() == Some(ship) {
            true => ClanOrder::of(state.picks().take(aboard.len)),
            false => aboard,
        };
        Afloat { ship, aboard, shields, gains: points_of_picks(state, ship, picks.clans()) }
    }
}

/// What each clan gets of the supplies when they pick in this order, again and again.
fn points_of_picks(state: &State, ship: Ship, order: &[Clan]) -> [i32; CLANS] {
    let (mut points, mut left) = ([0; CLANS], counts(state.bow(ship)));
    for clan in order.iter().cycle().take(left.iter().sum::<i32>() as usize) {
        let open = Good::ALL.into_iter().filter(|good| left[good.index()] > 0);
        let Some(dearest) = open.max_by_key(|&good| state.market(good)) else { break };
        left[dearest.index()] -= 1;
        points[clan.index()] += state.market(dearest);
    }
    points
}

#[inline(always)]
fn counts(goods: Goods) -> [i32; GOODS] {
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
        let bow = state.bow(ship);
        let points = counts(bow).into_iter().zip(Good::ALL);
        let points: i32 = points.map(|(count, good)| count * state.market(good)).sum();
        let bets = (bets >> (4 * ship.index()) & 0xF).count_ones();
        let is_departing = state.departing() == Some(ship);
        ships[ship.index()] = Some((is_departing, points, bow.total(), bets, Reverse(ship)));
    }
    ships.sort_unstable_by_key(|&ship| Reverse(ship));
    ships.map(|ship| ship.map(|(.., Reverse(ship))| ship))
}

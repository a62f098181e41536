//! *Vikings*: the round, the lots on the wheel, and what each seat owns, as a
//! [survey](drakkar_engine::games::vikings::survey) counts it.

use drakkar_engine::games::vikings::VikingsOf;
use drakkar_engine::games::vikings::bonus::Bonus;
use drakkar_engine::games::vikings::component::{Colour, LOTS, ROUNDS, Row, Tile};
use drakkar_engine::games::vikings::state::StateOf;
use drakkar_engine::games::vikings::survey::Survey;
use drakkar_engine::games::vikings::variant::Variant;
use drakkar_engine::seat::Seat;

use super::{Features, Input, Sight, decisions, names};
use crate::heuristic::vikings::{Opinion, Weights};
use crate::heuristic::{Heuristic, Judge};

const KINDS: usize = Tile::ALL.len();
const COLOURS: usize = Colour::ALL.len();

// Places of the inputs about the table.
const ROUND: usize = 0;
const BOUGHT: usize = ROUND + ROUNDS;
const DECISION: usize = BOUGHT + LOTS + 1;
const LOT: usize = DECISION + DECISIONS.len();
const HAND_TILE: usize = LOT + LOTS * (KINDS + COLOURS);
const HAND_VIKING: usize = HAND_TILE + KINDS;
const HAND_FITS: usize = HAND_VIKING + COLOURS;
const DRAWN: usize = HAND_FITS + 2;
const ROW: usize = DRAWN + COLOURS;

/// Names of decisions that are not about the lot in hand.
const DECISIONS: [&str; 5] = ["buy", "bid", "remove", "set", "take"];

// Places of the inputs about a seat.
const SAFE: usize = 11;
const FREE: usize = SAFE + 5;
const ASHORE: usize = FREE + 5;
const REPELLED: usize = ASHORE + COLOURS;
const UNREPELLED: usize = REPELLED + 4;
const FIRST: usize = UNREPELLED + 4;
const SCORED: usize = FIRST + 1;
const VALUE: usize = SCORED + 1;
const BIDS: usize = VALUE + 1;
const BID: usize = BIDS + 1;
const OWNED: usize = BID + 1;

/// The inputs of *Vikings*.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// With the weights `hand-1`, which never change.
    opinion: Opinion,
}

fn tiles() -> [char; KINDS] {
    Tile::ALL.map(Tile::letter)
}

fn colours() -> [char; COLOURS] {
    Colour::ALL.map(Colour::letter)
}

fn rows() -> [char; 5] {
    Row::ALL.map(Row::letter)
}

fn sails() -> [char; 4] {
    ['N', 'S', 'G', 'F']
}

impl<V: Variant> Features<VikingsOf<V>> for Inputs {
    const OF_TABLE: usize = ROW + Bonus::ALL.len();
    const OF_SEAT: usize = OWNED + Bonus::ALL.len();
    type Common<'a>
        = ()
    where
        V: 'a;

    fn new(game: &VikingsOf<V>) -> Inputs {
        Inputs { opinion: Weights::default().judge(game) }
    }

    fn of_table() -> Vec<Input> {
        let mut inputs = Vec::new();
        for round in 1..=ROUNDS {
            inputs.push(Input::new(format!("round.{round}"), format!("1 in round {round}")));
        }
        for bought in 0..=LOTS {
            let about = format!("1 after {bought} purchases of the round");
            inputs.push(Input::new(format!("bought.{bought}"), about));
        }
        inputs.extend(decisions(DECISIONS));
        for price in 0..LOTS {
            let tile = format!("1 if the lot priced {price} has tile {{}}");
            inputs.extend(names(&format!("lot.{price}.tile"), tiles(), &tile));
            let viking = format!("1 if the lot priced {price} has a viking {{}}");
            inputs.extend(names(&format!("lot.{price}.viking"), colours(), &viking));
        }
        inputs.extend(names("hand.tile", tiles(), "1 if tile {} is to be placed"));
        inputs.extend(names("hand.viking", colours(), "1 if viking {} is to be placed"));
        inputs.push(Input::new("hand.fits", "cells where the tile to be placed fits"));
        let about = "1 if it fits on an unthreatened cell of the viking's row";
        inputs.push(Input::new("hand.fits_viking", about));
        inputs.extend(names("drawn", colours(), "vikings {} that are drawn and not on the wheel"));
        inputs.extend(names("row", Bonus::ALL.map(Bonus::name), "bonus tiles {} that lie face up"));
        inputs
    }

    fn of_seat() -> Vec<Input> {
        let mut inputs = vec![
            Input::new("gold", "gold"),
            Input::new("glory", "glory"),
            Input::new("threatened", "vikings on threatened tiles"),
            Input::new("waiting_ships", "ships that a warrior ashore could repel"),
            Input::new("above_goldsmiths", "unthreatened scouts with a goldsmith in their column"),
            Input::new("above_fishermen", "unthreatened scouts with a fisherman in their column"),
            Input::new("islands", "complete islands"),
            Input::new("longest", "tiles of the longest complete island"),
            Input::new("open_islands", "islands that lack their right end"),
            Input::new("buildings", "glory that building tiles would give now"),
            Input::new("building_room", "tiles without a viking on and around building tiles"),
        ];
        inputs.extend(names("safe", rows(), "vikings on unthreatened tiles of row {}"));
        inputs.extend(names("free", rows(), "unthreatened tiles of row {} without a viking"));
        inputs.extend(names("ashore", colours(), "vikings {} ashore"));
        inputs.extend(names("repelled", sails(), "repelled ships that reach row {}"));
        inputs.extend(names("unrepelled", sails(), "ships that reach row {} and are not repelled"));
        inputs.push(Input::new("first", "1 for the first player of the round"));
        inputs.push(Input::new("scored", "1 if the seat has scored in this round"));
        inputs.push(Input::new("value", "final glory that the heuristic hand-1 expects"));
        inputs.push(Input::new("bids", "1 if the seat may still bid"));
        inputs.push(Input::new("bid", "the standing bid, if it is the seat's"));
        inputs.extend(names("owned", Bonus::ALL.map(Bonus::name), "bonus tiles {} that it owns"));
        inputs
    }

    fn common(&self, _: &VikingsOf<V>, _: &StateOf<V>) {}

    fn see_table(
        &self,
        game: &VikingsOf<V>,
        state: &StateOf<V>,
        (): &(),
        seat: Seat,
        sight: &mut Sight<'_>,
    ) {
        sight.add(ROUND + state.round() - 1, 1);
        sight.add(BOUGHT + state.purchases(), 1);
        let decisions = [
            state.is_buying(),
            state.is_bidding(),
            state.is_removing(),
            state.is_setting(),
            state.is_taking(),
        ];
        for (place, is_next) in decisions.into_iter().enumerate() {
            sight.add(DECISION + place, i32::from(is_next));
        }
        for (price, tile, viking) in state.lots() {
            let lot = LOT + price as usize * (KINDS + COLOURS);
            sight.add(lot + tile.number(), 1);
            if let Some(viking) = viking {
                sight.add(lot + KINDS + viking.index() as usize, 1);
            }
        }
        if let Some(hand) = game.survey(state, seat).hand {
            sight.add(HAND_TILE + hand.tile.number(), 1);
            sight.add(HAND_VIKING + hand.viking.index() as usize, 1);
            sight.add(HAND_FITS, hand.fits as i32);
            sight.add(HAND_FITS + 1, i32::from(hand.fits_viking));
        }
        if V::ADVANCED {
            for (place, colour) in Colour::ALL.into_iter().enumerate() {
                sight.add(DRAWN + place, state.drawn(colour) as i32);
            }
            for kind in Bonus::ALL {
                sight.add(ROW + kind as usize, state.face_up(kind) as i32);
            }
        }
    }

    fn see_seat(
        &self,
        game: &VikingsOf<V>,
        state: &StateOf<V>,
        (): &(),
        seat: Seat,
        sight: &mut Sight<'_>,
    ) {
        let survey = game.survey(state, seat);
        sight.add_all(0, &counts(&survey));
        sight.add_all(SAFE, &survey.safe);
        sight.add_all(FREE, &survey.free);
        sight.add_all(ASHORE, &survey.ashore);
        sight.add_all(REPELLED, &survey.repelled);
        sight.add_all(UNREPELLED, &survey.unrepelled);
        sight.add(FIRST, i32::from(state.first() == seat));
        sight.add(SCORED, i32::from(state.has_scored(seat)));
        // Rounded down, as libraries round halves in several ways.
        sight.add(VALUE, self.opinion.value(game, state, seat).floor() as i32);
        if V::ADVANCED {
            sight.add(BIDS, i32::from(state.bids(seat)));
            if let Some((bid, leader)) = state.standing_bid() {
                sight.add(BID, if leader == seat { bid as i32 } else { 0 });
            }
            for kind in Bonus::ALL {
                sight.add(OWNED + kind as usize, state.owned(seat, kind) as i32);
            }
        }
    }
}

/// The first inputs about a seat.
fn counts(survey: &Survey) -> [i32; SAFE] {
    [
        survey.gold,
        survey.glory,
        survey.threatened,
        survey.waiting_ships,
        survey.above_goldsmiths,
        survey.above_fishermen,
        survey.islands,
        survey.longest,
        survey.open_islands,
        survey.buildings,
        survey.building_room,
    ]
}

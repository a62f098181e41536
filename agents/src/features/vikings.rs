//! *Vikings*: the round, the lots on the wheel, and what each seat owns, as a
//! [survey](drakkar_engine::games::vikings::survey) counts it.

use drakkar_engine::games::vikings::VikingsOf;
use drakkar_engine::games::vikings::bonus::Bonus;
use drakkar_engine::games::vikings::component::{Colour, LOTS, ROUNDS, Row, Tile};
use drakkar_engine::games::vikings::state::StateOf;
use drakkar_engine::games::vikings::variant::Variant;
use drakkar_engine::seat::Seat;

use super::{FeatureSink, Features, Input, decisions, names};
use crate::heuristic::vikings::{VikingsJudge, Weights};
use crate::heuristic::{Heuristic, Judge};

const KINDS: usize = Tile::ALL.len();
const COLOURS: usize = Colour::ALL.len();

/// Names of decisions that are not about the lot in hand.
const DECISIONS: [&str; 5] = ["buy", "bid", "remove", "set", "take"];

/// The inputs of *Vikings*.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// With the weights `hand-1`, which never change.
    opinion: VikingsJudge,
}

fn tiles() -> [String; KINDS] {
    Tile::ALL.map(|tile| tile.to_string())
}

fn colours() -> [&'static str; COLOURS] {
    Colour::ALL.map(Colour::name)
}

fn rows() -> [&'static str; 5] {
    Row::ALL.map(Row::name)
}

fn sails() -> [char; 4] {
    ['N', 'S', 'G', 'F']
}

impl<V: Variant> Features<VikingsOf<V>> for Inputs {
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
        sink: &mut FeatureSink<'_>,
    ) {
        sink.one_of(ROUNDS, state.round() - 1);
        sink.one_of(LOTS + 1, state.purchases());
        let decisions = [
            state.is_buying(),
            state.is_bidding(),
            state.is_removing(),
            state.is_setting(),
            state.is_taking(),
        ];
        sink.add_all(&decisions.map(i32::from));
        for (price, tile, viking) in state.lots() {
            let lot = price as usize * (KINDS + COLOURS);
            sink.set(lot + tile.number(), 1);
            if let Some(viking) = viking {
                sink.set(lot + KINDS + viking.index() as usize, 1);
            }
        }
        sink.skip(LOTS * (KINDS + COLOURS));
        if let Some(hand) = game.survey(state, seat).hand {
            sink.one_of(KINDS, hand.tile.number());
            sink.one_of(COLOURS, hand.viking.index() as usize);
            sink.add_all(&[hand.fits as i32, i32::from(hand.fits_viking)]);
        } else {
            sink.skip(KINDS + COLOURS + 2);
        }
        if V::ADVANCED {
            sink.add_all(&Colour::ALL.map(|colour| state.drawn(colour) as i32));
            sink.add_all(&Bonus::ALL.map(|kind| state.face_up(kind) as i32));
        }
    }

    fn see_seat(
        &self,
        game: &VikingsOf<V>,
        state: &StateOf<V>,
        (): &(),
        seat: Seat,
        sink: &mut FeatureSink<'_>,
    ) {
        let survey = game.survey(state, seat);
        sink.add_all(&[
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
        ]);
        sink.add_all(&survey.safe);
        sink.add_all(&survey.free);
        sink.add_all(&survey.ashore);
        sink.add_all(&survey.repelled);
        sink.add_all(&survey.unrepelled);
        sink.add(i32::from(state.first() == seat));
        sink.add(i32::from(state.has_scored(seat)));
        // Rounded down, as libraries round halves in several ways.
        sink.add(self.opinion.value(game, state, seat).floor() as i32);
        if V::ADVANCED {
            sink.add(i32::from(state.bids(seat)));
            let bid = state.standing_bid().filter(|&(_, leader)| leader == seat);
            sink.add(bid.map_or(0, |(bid, _)| bid as i32));
            sink.add_all(&Bonus::ALL.map(|kind| state.owned(seat, kind) as i32));
        }
    }
}

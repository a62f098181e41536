//! *Vikings*: the round, the lots on the wheel, and what each seat owns, as a
//! [survey](drakkar_engine::games::vikings::tableau_stats) counts it.

use std::array;

use drakkar_engine::game::Game;
use drakkar_engine::games::vikings::VikingsOf;
use drakkar_engine::games::vikings::bonus::{Bonus, Kinds};
use drakkar_engine::games::vikings::component::{Colour, LOTS, ROUNDS, Row, Tile};
use drakkar_engine::games::vikings::state::{Phase, StateOf};
use drakkar_engine::games::vikings::variant::Variant;
use drakkar_engine::seat::Seat;

use super::{FeatureSink, Features, in_turn, numbers};
use crate::heuristic::Heuristic;
use crate::heuristic::vikings::{VikingsJudge, Weights};

/// The inputs of *Vikings*.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// With the weights `manual-1`, which never change.
    opinion: VikingsJudge,
}

/// The numbers of some tiles by the place of their kind.
#[inline(always)]
fn places(tiles: Kinds) -> impl Iterator<Item = (usize, i32)> {
    tiles.iter().map(move |kind| (kind as usize, tiles.count(kind) as i32))
}

impl<V: Variant> Features<VikingsOf<V>> for Inputs {
    fn new(game: &VikingsOf<V>) -> Inputs {
        Inputs { opinion: Weights::default().judge(game) }
    }

    #[inline(always)]
    fn tell(
        &self,
        game: &VikingsOf<V>,
        state: &StateOf<V>,
        seat: Seat,
        sink: &mut impl FeatureSink,
    ) {
        let (tiles, colours, rows) = (Tile::ALL, Colour::ALL, Row::ALL);
        let sails = ['N', 'S', 'G', 'F'];
        sink.one_of("round.{}: 1 in round {}", numbers::<ROUNDS>(), Some(state.round() - 1));
        let bought: [usize; LOTS + 1] = array::from_fn(|bought| bought);
        let text = "bought.{}: 1 after {} purchases of the round";
        sink.one_of(text, bought, Some(state.purchases()));
        let decisions = [
            ("buy", state.is(Phase::Buy)),
            ("bid", state.is(Phase::Bid)),
            ("remove", state.is(Phase::Remove)),
            ("set", state.is(Phase::Set)),
            ("take", state.is(Phase::Take)),
        ];
        sink.which("decision.{}: 1 if the next decision is `{}`", decisions);
        for price in 0..LOTS {
            let lot = state.lot(price as u32);
            let tile = lot.map(|(tile, _)| tile.number());
            let viking = lot.and_then(|(_, viking)| Some(viking?.index() as usize));
            sink.number(price);
            sink.one_of("lot.#.tile.{}: 1 if the lot priced # has tile {}", tiles, tile);
            sink.one_of("lot.#.viking.{}: 1 if the lot priced # has a viking {}", colours, viking);
        }
        let own = self.opinion.survey(game, state, seat);
        let hand = own.0.hand;
        let tile = hand.map(|hand| hand.tile.number());
        sink.one_of("hand.tile.{}: 1 if tile {} is to be placed", tiles, tile);
        let viking = hand.map(|hand| hand.viking.index() as usize);
        sink.one_of("hand.viking.{}: 1 if viking {} is to be placed", colours, viking);
        let fits = hand.map_or(0, |hand| hand.fits as i32);
        sink.add("hand.fits: cells where the tile to be placed fits", fits);
        let text = "hand.fits_viking: 1 if it fits on an unthreatened cell of the viking's row";
        sink.add(text, hand.is_some_and(|hand| hand.fits_viking));
        let drawn = Colour::ALL.map(|colour| state.drawn(colour) as i32);
        sink.all("drawn.{}: vikings {} that are drawn and not on the wheel", colours, drawn);
        sink.some("row.{}: bonus tiles {} that lie face up", Bonus::ALL, places(state.row()));

        for (place, seat) in in_turn(seat, game.players()) {
            sink.of_seat(place);
            let (survey, value) =
                if place == 0 { own } else { self.opinion.survey(game, state, seat) };
            sink.add("gold: gold", survey.gold);
            sink.add("glory: glory", survey.glory);
            sink.add("threatened: vikings on threatened tiles", survey.threatened);
            let text = "waiting_ships: ships that a warrior ashore could repel";
            sink.add(text, survey.waiting_ships);
            let text = "above_goldsmiths: unthreatened scouts with a goldsmith in their column";
            sink.add(text, survey.above_goldsmiths);
            let text = "above_fishermen: unthreatened scouts with a fisherman in their column";
            sink.add(text, survey.above_fishermen);
            sink.add("islands: complete islands", survey.islands);
            sink.add("longest: tiles of the longest complete island", survey.longest);
            sink.add("open_islands: islands that lack their right end", survey.open_islands);
            sink.add("buildings: glory that building tiles would give now", survey.buildings);
            let text = "building_room: tiles without a viking on and around building tiles";
            sink.add(text, survey.building_room);
            sink.all("safe.{}: vikings on unthreatened tiles of row {}", rows, survey.safe);
            let text = "free.{}: unthreatened tiles of row {} without a viking";
            sink.all(text, rows, survey.free);
            sink.all("ashore.{}: vikings {} ashore", colours, survey.ashore);
            sink.all("repelled.{}: repelled ships that reach row {}", sails, survey.repelled);
            let text = "unrepelled.{}: ships that reach row {} and are not repelled";
            sink.all(text, sails, survey.unrepelled);
            sink.add("first: 1 for the first player of the round", state.first() == seat);
            sink.add("scored: 1 if the seat has scored in this round", state.has_scored(seat));
            // Rounded down, as libraries round halves in several ways.
            let value = value.floor() as i32;
            sink.add("value: final glory that the heuristic manual-1 expects", value);
            sink.add("bids: 1 if the seat may still bid", state.bids(seat));
            let bid = state.standing_bid().filter(|&(_, leader)| leader == seat);
            let bid = bid.map_or(0, |(bid, _)| bid as i32);
            sink.add("bid: the standing bid, if it is the seat's", bid);
            let owned = places(state.tiles(seat));
            sink.some("owned.{}: bonus tiles {} that it owns", Bonus::ALL, owned);
        }
    }
}

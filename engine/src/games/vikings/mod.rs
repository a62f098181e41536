//! *Vikings* (Michael Kiesling), base game and advanced rules: 2 to 4 players.
//!
//! [`Vikings`] is the base game, [`AdvancedVikings`] supports every rule set. Rule ids in comments
//! (C components, S set-up, O offer, B buying, P placing, G and F scoring, A advanced rules) are
//! explained in `docs/vikings.md`.

pub mod action;
mod advanced;
mod apply;
mod auction;
pub mod bonus;
mod bonus_rules;
mod bonus_scoring;
mod cells;
pub mod component;
pub mod deal;
pub mod extra;
pub mod fact;
mod ferries;
mod fields;
mod future;
mod grant;
mod legal;
mod limits;
mod notation;
mod numbers;
mod open;
mod playout;
mod reading;
mod recorded;
pub mod rule_set;
mod scene;
pub mod scoring;
pub mod state;
pub mod survey;
mod table;
mod tableau;
pub mod variant;
mod wheel;

use std::marker::PhantomData;

use self::action::Action;
use self::advanced::auction_step;
use self::component::{Colour, LOTS, ROUNDS, Tile};
use self::deal::{Components, Deal};
use self::extra::Extra;
use self::future::Future;
use self::numbers::Numbers;
use self::rule_set::{PRESETS, RuleSet};
use self::scoring::Scoring;
use self::state::{Ferry, Phase, StateOf};
use self::tableau::Tableaus;
use self::variant::{Advanced, Plain, Variant};
use self::wheel::Wheel;
use crate::cpu::Processor;
use crate::error::KeyError;
use crate::game::Game;
use crate::games::task::in_one_piece;
use crate::outcome::Outcome;
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::{DealSeed, Rng};

/// The game with its rule set and number of players.
#[derive(Clone, Debug)]
pub struct VikingsOf<V: Variant> {
    variant: PhantomData<V>,
    rule_set: RuleSet,
    players: usize,
    numbers: Numbers,
    components: Components,
    processor: Processor,
}

/// The base game.
pub type Vikings = VikingsOf<Plain>;
/// The base game with any of the advanced rules.
pub type AdvancedVikings = VikingsOf<Advanced>;

impl<V: Variant> VikingsOf<V> {
    /// The game under `rule_set`.
    ///
    /// # Errors
    /// See [`RuleSet::check`]; and [`Vikings`] has none of the advanced rules.
    pub fn new(rule_set: RuleSet, players: usize) -> Result<VikingsOf<V>, KeyError> {
        rule_set.check(players)?;
        if !V::ADVANCED
            && let Some(key) = rule_set.advanced.switched_on()
        {
            return Err(KeyError::new(key, "the base game has no advanced rules; only false"));
        }
        Ok(VikingsOf {
            variant: PhantomData,
            numbers: Numbers::new(&rule_set, players),
            components: Components::new(&rule_set),
            rule_set,
            players,
            processor: Processor::detect(),
        })
    }

    /// The preset called `name`.
    ///
    /// # Panics
    /// If there is no such preset, or `players` is not 2, 3 or 4.
    pub fn preset(name: &str, players: usize) -> VikingsOf<V> {
        let preset = PRESETS.iter().find(|preset| preset.name == name).expect("a known preset");
        let rule_set = Vikings::read_toml(preset.toml).expect("the preset is valid TOML");
        VikingsOf::new(rule_set, players).expect("the preset is playable with 2 to 4 players")
    }
}

impl Vikings {
    /// The preset `base`.
    ///
    /// # Panics
    /// If `players` is not 2, 3 or 4.
    pub fn base(players: usize) -> Vikings {
        Vikings::preset("base", players)
    }
}

/// The step of [`Game::clock`] while boatswains are used: how many are left, and where the ferry
/// stands.
fn ferry_step<V: Variant>(state: &StateOf<V>) -> u32 {
    let boatswains = state.tableaus.seat(usize::from(state.seat)).ashore(5);
    let landing = match state.phase {
        Phase::Land => (u32::from(state.ferry.row) + 1) << 8 | u32::from(state.ferry.from),
        _ => 0,
    };
    boatswains << 11 | landing
}

impl<V: Variant> Game for VikingsOf<V> {
    type Deal = Deal;
    type State = StateOf<V>;
    type Action = Action;
    type Scoring = Scoring;
    const HIDES: bool = true;

    #[inline]
    fn players(&self) -> usize {
        self.players
    }

    fn deal(&self, seed: DealSeed) -> Deal {
        self.components.deal(seed)
    }

    fn state(&self, deal: &Deal) -> StateOf<V> {
        let Numbers { start_gold, start_glory, .. } = &self.numbers;
        let mut state = StateOf {
            tableaus: Tableaus::new(self.players, start_gold, start_glory),
            wheel: Wheel::EMPTY,
            future: Future::new(&self.rule_set, deal),
            round: 0,
            turn: 0,
            first: 0,
            seat: 0,
            phase: Phase::Buy,
            tile: Tile::LEFT_END,
            viking: Colour::Boatswain,
            ferry: Ferry::NONE,
            extra: V::wrap(Extra::new(&self.rule_set, deal)),
        };
        self.begin_round(&mut state);
        state
    }

    #[inline(always)]
    fn to_move(&self, state: &StateOf<V>) -> Option<Seat> {
        if state.phase == Phase::Over { None } else { Some(Seat::new(usize::from(state.seat & 3))) }
    }

    in_one_piece!();

    fn outcome(&self, state: &StateOf<V>) -> Outcome {
        self.standing(state)
    }

    /// Tiles, vikings and bonus tiles that are not face up are drawn when they are laid, from what
    /// is left.
    #[inline(always)]
    fn draw(&self, state: &StateOf<V>, _: Seat, rng: &mut Rng) -> StateOf<V> {
        let mut drawn = *state;
        drawn.future.forget(self.has_perfect_information(state), rng);
        if let Some(extra) = drawn.extra_mut() {
            extra.forget();
        }
        drawn
    }

    /// In the last round nothing is hidden except the tiles until the auction is over (A1).
    #[inline(always)]
    fn has_perfect_information(&self, state: &StateOf<V>) -> bool {
        let waiting = V::ADVANCED && matches!(state.phase, Phase::Bid | Phase::Remove);
        usize::from(state.round) + 1 == ROUNDS && !waiting
    }

    /// Round, turn within it, and step within the turn.
    #[inline(always)]
    fn clock(&self, state: &StateOf<V>) -> u32 {
        let step = match state.phase {
            Phase::Bid | Phase::Remove | Phase::Set if V::ADVANCED => {
                auction_step(state.phase, state.extra())
            }
            phase if phase < Phase::Boatswain => phase as u32,
            _ => ferry_step(state),
        };
        state.turn_clock() | step
    }

    #[inline(always)]
    fn epoch(&self, state: &StateOf<V>) -> u32 {
        let round = u32::from(state.round);
        if V::ADVANCED {
            // The tiles are laid after the auction (A3).
            2 * round + u32::from(!matches!(state.phase, Phase::Bid | Phase::Remove))
        } else {
            round
        }
    }
}

const _: () = assert!(size_of::<StateOf<Plain>>() <= 512 && LOTS == 12);
const _: () = assert!(size_of::<StateOf<Advanced>>() <= 768);

#[cfg(test)]
mod tests;

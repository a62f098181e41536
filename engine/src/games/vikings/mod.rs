//! *Vikings* (Michael Kiesling), base game and advanced rules: 2 to 4 players.
//!
//! [`Vikings`] is the base game, [`AdvancedVikings`] supports every rule set. Rule ids in comments (C components, S
//! set-up, O offer, B buying, P placing, G and F scoring, A advanced rules) are explained in `docs/vikings.md`.

mod accessors;
pub mod action;
mod actions;
mod advanced;
pub mod advanced_state;
mod apply;
mod auction;
pub mod bonus;
mod bonus_rules;
mod bonus_scoring;
mod cells;
pub mod component;
pub mod deal;
pub mod fact;
mod ferries;
mod fields;
mod hidden_supply;
mod legal;
mod picks;
pub mod placements;
mod random;
mod recorded;
pub mod rule_set;
pub mod scoring;
pub mod state;
mod table;
mod tableau;
pub mod tableau_stats;
pub mod variant;
mod wheel;

use std::marker::PhantomData;

use self::action::Action;
use self::advanced::auction_step;
use self::advanced_state::Extra;
use self::bonus::Bonus;
use self::component::{Colour, LOTS, MAX_PLAYERS, ROUNDS, Tile};
use self::deal::{Components, Deal};
use self::hidden_supply::Future;
use self::rule_set::{OpeningZero, PRESETS, RuleSet};
use self::scoring::Scoring;
use self::state::{Ferry, Phase, StateOf, TableOf};
use self::tableau::Tableaus;
use self::variant::{Advanced, Plain, Variant};
use self::wheel::Wheel;
use crate::cpu::{Cpu, Processor, Task};
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
    /// The seat after each.
    next: [u8; MAX_PLAYERS],
    /// Gold and glory of every seat at the start.
    purses: [(i32, i32); MAX_PLAYERS],
    /// The size of the effect of each kind of bonus tile, and the glory that is given with it.
    bonus: [i32; Bonus::COUNT],
    bonus_glory: [i32; Bonus::COUNT],
    components: Components,
    /// What is to come, before it is dealt.
    supply: Future,
    processor: Processor,
}

/// The base game.
pub type Vikings = VikingsOf<Plain>;
/// The base game with any of the advanced rules.
pub type AdvancedVikings = VikingsOf<Advanced>;

impl<V: Variant> VikingsOf<V> {
    /// The preset called `name`. Panics if there is no such preset, or `players` is not 2, 3 or 4.
    pub fn preset(name: &str, players: usize) -> VikingsOf<V> {
        let preset = PRESETS.iter().find(|preset| preset.name == name).expect("a known preset");
        let rule_set = Vikings::read_toml(preset.toml).expect("the preset is valid TOML");
        VikingsOf::new(rule_set, players).expect("the preset is playable with 2 to 4 players")
    }

    /// A2.
    #[inline(always)]
    fn zero_stands(&self) -> bool {
        self.rule_set.advanced.opening_zero == OpeningZero::Stands
    }
}

impl Vikings {
    /// The preset `base`. Panics if `players` is not 2, 3 or 4.
    pub fn base(players: usize) -> Vikings {
        Vikings::preset("base", players)
    }
}

/// The state before the first decision.
struct FirstState<'a, V: Variant>(&'a VikingsOf<V>, &'a Deal);
impl<V: Variant> Task for FirstState<'_, V> {
    type Output = StateOf<V>;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> StateOf<V> {
        let FirstState(game, deal) = self;
        let table = TableOf {
            tableaus: Tableaus::new(game.players, &game.purses),
            wheel: Wheel::EMPTY,
            round: 0,
            turn: 0,
            first: 0,
            seat: 0,
            next: game.next,
            phase: Phase::Buy,
            tile: Tile::LEFT_END,
            viking: Colour::Boatswain,
            ferry: Ferry::NONE,
            extra: V::wrap(|| Extra::new(&game.rule_set, deal)),
        };
        let mut state = StateOf { table, future: game.supply.dealt(cpu, deal) };
        game.begin_round(&mut state);
        state
    }
}

#[inline(always)]
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
        self.processor.run(FirstState(self, deal))
    }

    #[inline(always)]
    fn to_move(&self, state: &StateOf<V>) -> Option<Seat> {
        (state.phase != Phase::Over).then(|| state.mover())
    }

    in_one_piece!();

    /// F8: most glory, then most gold left over.
    fn outcome(&self, state: &StateOf<V>) -> Outcome {
        Outcome::ranked(state.each(|own| own.glory), state.each(|own| own.gold))
    }

    /// Tiles, vikings and bonus tiles that are not face up are drawn when they are laid, from what is left.
    #[inline(always)]
    fn draw(&self, state: &StateOf<V>, _: Seat, rng: &mut Rng) -> StateOf<V> {
        let nothing_left = self.has_perfect_information(state);
        // A changed copy would be copied once more where it is kept.
        StateOf { table: state.table, future: state.future.forgotten(nothing_left, rng) }
    }

    /// In the last round nothing is hidden except the tiles until the auction is over (A1).
    #[inline(always)]
    fn has_perfect_information(&self, state: &StateOf<V>) -> bool {
        let waiting = V::ADVANCED && matches!(state.phase, Phase::Bid | Phase::Remove);
        usize::from(state.round) + 1 == ROUNDS && !waiting
    }

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
        // The tiles are laid after the auction (A3).
        let laid = V::ADVANCED && !matches!(state.phase, Phase::Bid | Phase::Remove);
        u32::from(state.round) * if V::ADVANCED { 2 } else { 1 } + u32::from(laid)
    }
}

const _: () = assert!(size_of::<StateOf<Plain>>() <= 512 && LOTS == 12);
const _: () = assert!(size_of::<StateOf<Advanced>>() <= 768);

#[cfg(test)]
mod tests;

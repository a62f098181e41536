//! *Eketorp* (Dirk Henn; Queen Games 2007, db-Spiele 2002): 3 to 6 players.
//!
//! Rule ids in comments (C components, S set-up, M materials, P placement, R reveal, B battles,
//! A amulets, D duel, H hospital, L sieges and loot, T taking home and building, Z end of the round,
//! F end and scoring, E open questions, N notation, U hidden information) are explained in
//! `docs/eketorp.md`, together with the notation and the deal.

pub mod action;
pub mod component;
pub mod deal;
mod draw;
mod duel;
pub mod fact;
mod fields;
mod homecoming;
mod legal;
mod loot;
mod material;
mod numbers;
pub mod open;
mod placement;
mod recorded;
pub mod rule_set;
mod scene;
pub mod scoring;
pub mod state;
mod table;
mod talon;

use self::action::Action;
use self::component::{Cards, SPACES, Stones, Wall};
use self::deal::Deal;
use self::material::MAX_CARDS;
use self::numbers::Numbers;
use self::rule_set::{PRESETS, RuleSet};
use self::scoring::Scoring;
use self::state::{Crowd, Duel, Phase, Player, Seats, Sick, State};
use self::talon::Talon;
use crate::cpu::Processor;
use crate::error::KeyError;
use crate::fact::Sink;
use crate::game::Game;
use crate::games::task::in_one_piece;
use crate::outcome::Outcome;
use crate::recorded::Recorded;
use crate::seat::{PerSeat, Seat};
use crate::seed::{DealSeed, Rng};

/// The game with its rule set and number of players.
#[derive(Clone, Debug)]
pub struct Eketorp {
    rule_set: RuleSet,
    numbers: Numbers,
    processor: Processor,
}

impl Eketorp {
    /// The game under `rule_set`.
    ///
    /// # Errors
    /// See [`RuleSet::check`].
    pub fn new(rule_set: RuleSet, players: usize) -> Result<Eketorp, KeyError> {
        rule_set.check(players)?;
        let numbers = Numbers::new(&rule_set, players);
        Ok(Eketorp { rule_set, numbers, processor: Processor::detect() })
    }

    /// The preset `queen2007`.
    ///
    /// # Panics
    /// If `players` is not 3 to 6.
    pub fn queen2007(players: usize) -> Eketorp {
        let rule_set = Eketorp::read_toml(PRESETS[0].toml).expect("valid TOML");
        Eketorp::new(rule_set, players).expect("playable with 3 to 6 players")
    }

    /// [`Game::apply_unchecked`], to be compiled into its callers.
    #[inline(always)]
    fn carry_out<S: Sink<Scoring>>(&self, state: &mut State, action: Action, sink: &mut S) {
        match action {
            Action::Put { place } => self.put(state, place),
            Action::Home => self.stay(state),
            Action::Fight { place, seat } => self.begin_fight(state, place, seat),
            Action::Siege { place } => self.begin_siege(state, place),
            Action::Swap => self.swap(state, sink),
            Action::Keep => self.end_swaps(state),
            Action::Card { value } if state.phase == Phase::AttackerCard => {
                state.duel.card = value;
                state.phase = Phase::DefenderCard;
            }
            Action::Card { value } => self.decide_duel(state, value, sink),
            Action::Loot { low, high, keep } => self.take_loot(state, [low, high], keep, sink),
            Action::LootNone => self.end_loot(state),
            Action::Take { kind } => self.take_one(state, kind, sink),
            Action::Build { kind, wall } => self.build(state, kind, wall),
        }
        self.go_on(state, sink);
    }

    /// N2: carries out what needs no choice, up to the next decision or the end.
    #[inline(always)]
    fn go_on<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        loop {
            let asked = match state.phase {
                Phase::Place => self.placing(state, sink),
                Phase::Choose => {
                    if !self.choosing(state) {
                        self.begin_homecoming(state);
                        false
                    } else {
                        state.phase == Phase::Choose
                    }
                }
                Phase::AttackerSwap
                | Phase::DefenderSwap
                | Phase::AttackerCard
                | Phase::DefenderCard => self.duelling(state, sink),
                Phase::Loot => self.looting(state),
                Phase::Take => {
                    let asked = self.taking(state, sink);
                    if !asked && self.is_last(state) {
                        self.finish(state, sink);
                    }
                    asked
                }
                Phase::Build => {
                    let asked = self.building(state);
                    if !asked {
                        self.end_round(state, sink);
                    }
                    asked
                }
                Phase::Over => true,
            };
            if asked {
                return;
            }
        }
    }
}

impl Game for Eketorp {
    type Deal = Deal;
    type State = State;
    type Action = Action;
    type Scoring = Scoring;
    const HIDES: bool = true;
    /// N2.
    const ASKS_ALL: bool = false;

    #[inline]
    fn players(&self) -> usize {
        usize::from(self.numbers.players)
    }

    fn deal(&self, seed: DealSeed) -> Deal {
        deal::deal(&self.rule_set, self.players(), seed)
    }

    #[inline]
    fn state(&self, deal: &Deal) -> State {
        let numbers = &self.numbers;
        let everybody: Seats = (1 << numbers.players) - 1;
        let nobody = Player {
            hand: Cards::NONE,
            pile: Cards::NONE,
            discarded: Cards::NONE,
            walls: [Wall::EMPTY; component::WALLS],
            village: Stones::NONE,
            load: Stones::NONE,
            at: 0,
            sick: Sick::default(),
            home: 0,
            amulets: 0,
            cards: 0,
            dealt: 0,
            swaps: 0,
            swapped: 0,
        };
        let mut players = [nobody; component::MAX_PLAYERS];
        for (seat, hand) in deal.hands.0.iter() {
            players[seat.index()] = Player {
                hand,
                home: numbers.vikings,
                amulets: numbers.amulets,
                cards: numbers.hand,
                ..nobody
            };
        }
        let mut materials = [0; MAX_CARDS];
        for (place, &card) in materials.iter_mut().zip(&deal.materials) {
            *place = card - 1;
        }
        let mut state = State {
            talon: Talon::new(&deal.talon.0),
            materials,
            players,
            stones: [Stones::NONE; SPACES],
            crowds: [Crowd::default(); SPACES],
            supply: numbers.supply,
            discarded: Cards::NONE,
            held: 0,
            fights: 0,
            sieges: 0,
            epoch: 0,
            known: 0,
            first_hand: everybody,
            unproven: if numbers.redeal { everybody } else { 0 },
            phase: Phase::Place,
            seat: 0,
            first: 0,
            round: 0,
            from: 0,
            walls: 0,
            duels: 0,
            duel: Duel::NONE,
        };
        self.begin_round(&mut state);
        state
    }

    #[inline(always)]
    fn to_move(&self, state: &State) -> Option<Seat> {
        (state.phase != Phase::Over).then(|| Seat::new(usize::from(state.seat & 7)))
    }

    in_one_piece!();

    /// F2, F3.
    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        Outcome::by_score(PerSeat::from_fn(self.players(), |seat| {
            self.final_points(state, seat.index())
        }))
    }

    fn draw(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        draw::draw(self, state, seat, rng)
    }

    /// The talon and the material cards to come.
    fn redeal(&self, state: &State, rng: &mut Rng) -> Option<State> {
        Some(draw::redeal(self, state, rng))
    }

    /// Round, step, duel, and how much is left of what the seat decides several times: Vikings, cards
    /// of the talon, or stones.
    #[inline(always)]
    fn clock(&self, state: &State) -> u32 {
        let player = state.player(state.seat);
        let left = match state.phase {
            Phase::Place => player.home,
            Phase::AttackerSwap | Phase::DefenderSwap => state.talon.drawn(),
            Phase::Take => {
                state.from << 5 | state.crowds[usize::from(state.from)].of(state.seat.into()) as u8
            }
            Phase::Build => player.load.total() as u8,
            _ => 0,
        };
        u32::from(state.round) << 24
            | u32::from(state.duels) << 12
            | (state.phase as u32) << 8
            | u32::from(left)
    }

    /// Placements are revealed, cards are turned up, drawn or dealt.
    #[inline(always)]
    fn epoch(&self, state: &State) -> u32 {
        u32::from(state.epoch)
    }

    /// Placements (U4), the attacker's card (U5), and the other one's, unless everybody knows his hand.
    #[inline(always)]
    fn is_secret(&self, state: &State) -> bool {
        match state.phase {
            Phase::Place | Phase::AttackerCard => true,
            Phase::DefenderCard => state.known >> (state.seat & 7) & 1 == 0,
            _ => false,
        }
    }

    /// That a seat has finished its placement is seen (U4).
    #[inline]
    fn indistinguishable(&self, state: &State, one: Action, two: Action) -> bool {
        match state.phase {
            Phase::Place => self.finishes(state, one) == self.finishes(state, two),
            Phase::AttackerCard => true,
            _ => one == two,
        }
    }
}

#[cfg(test)]
mod tests;

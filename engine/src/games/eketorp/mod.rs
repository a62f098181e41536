//! *Eketorp* (Dirk Henn; Queen Games 2007, db-Spiele 2002): 3 to 6 players.
//!
//! Rule ids in comments (C components, S set-up, M materials, P placement, R reveal, B battles, A amulets, D duel, H
//! hospital, L sieges and loot, T taking home and building, Z end of the round, F end and scoring, E assumptions, N
//! notation, U hidden information) are explained in `docs/eketorp.md`, together with the notation and the deal.

pub mod accessors;
pub mod action;
mod actions;
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
mod placement;
mod recorded;
pub mod rule_set;
pub mod scoring;
pub mod state;
mod table;
mod talon;

use self::action::Action;
use self::deal::Deal;
use self::numbers::Numbers;
use self::rule_set::{PRESETS, RuleSet};
use self::scoring::Scoring;
use self::state::{Phase, Player, Seats, State, seat_of};
use self::talon::Talon;
use crate::cpu::Processor;
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
    /// The preset `queen2007`. Panics if `players` is not 3 to 6.
    pub fn queen2007(players: usize) -> Eketorp {
        let rule_set = Eketorp::read_toml(PRESETS[0].toml).expect("valid TOML");
        Recorded::new(rule_set, players).expect("playable with 3 to 6 players")
    }

    #[inline(always)]
    fn carry_out<S: Sink<Scoring>>(&self, state: &mut State, action: Action, sink: &mut S) {
        match action {
            Action::Put { place } => self.put(state, place),
            Action::Home => self.stay(state),
            Action::Fight { place, seat } => self.begin_fight(state, place, seat),
            Action::Siege { place } => self.begin_siege(state, place),
            Action::Swap => self.swap(state, sink),
            Action::Keep => self.end_swaps(state),
            // D1: the first card stays face down until the second is chosen.
            Action::Card { value } if state.phase == Phase::AttackerCard => {
                state.duel.card = value;
                state.phase = Phase::DefenderCard;
            }
            Action::Card { value } => self.decide_duel(state, value, sink),
            Action::Loot { low, high, keep } => self.take_loot(state, [low, high], keep, sink),
            Action::LootNone => self.end_loot(state),
            Action::Take { kind } => self.take_one(state, kind, sink),
            Action::Build { kind, wall } => {
                state.from = wall;
                state.player_mut(state.seat).build(kind, wall);
            }
        }
        self.go_on(state, sink);
    }

    /// N2: carries out what needs no choice, up to the next decision or the end.
    #[inline(always)]
    fn go_on<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        loop {
            let asked = match state.phase {
                Phase::Place => self.placing(state, sink),
                Phase::Choose => self.choosing(state),
                Phase::AttackerSwap
                | Phase::DefenderSwap
                | Phase::AttackerCard
                | Phase::DefenderCard => self.duelling(state, sink),
                Phase::Loot => self.looting(state),
                Phase::Take => self.taking(state, sink),
                Phase::Build => self.building(state, sink),
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
        let (rules, numbers) = (&self.rule_set.setup, &self.numbers);
        let everybody: Seats = (1 << numbers.players) - 1;
        let mut state = State {
            talon: Talon::new(&deal.talon),
            supply: numbers.supply,
            first_hand: everybody,
            unproven: if rules.redeal { everybody } else { 0 },
            ..State::default()
        };
        for (player, &hand) in state.players.iter_mut().zip(deal.hands.as_slice()) {
            let (home, amulets, cards) = (numbers.vikings, rules.amulets, rules.hand);
            *player = Player { hand, home, amulets, cards, ..Player::default() };
        }
        for (place, &card) in state.materials.iter_mut().zip(&deal.materials) {
            *place = card - 1;
        }
        self.begin_round(&mut state);
        state
    }

    #[inline(always)]
    fn to_move(&self, state: &State) -> Option<Seat> {
        (state.phase != Phase::Over).then(|| seat_of(state.seat))
    }

    in_one_piece!();

    /// F2, F3.
    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        Outcome::by_score(PerSeat::from_fn(self.players(), |seat| self.score_now(state, seat)))
    }

    fn draw(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        draw::draw(self, state, seat, rng)
    }

    fn blank(&self, state: &State, seat: Seat) -> Option<State> {
        let mut blank = *state;
        draw::hide(self, &mut blank, seat);
        Some(blank)
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

//! The rows of one game; generic, so kept small.

use std::sync::Arc;
use std::thread;

use drakkar_agents::features::Seen;
use drakkar_agents::heuristic::Playable;
use drakkar_engine::error::Illegal;
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::seed::{DealSeed, DecisionKey, Rng};
use drakkar_engine::{recorded::Recorded, seat::Seat};

use crate::panics::guarded;
use crate::position::GamePosition;
use crate::rows_of_games::{RowBuffers, RowError, RowsOfGames};
use crate::setting::Setting;
use crate::typed_position::TypedPosition;

struct RowGame<G: Recorded> {
    state: G::State,
    deal: u64,
    played: Vec<G::Action>,
    rng: Rng,
}

pub(crate) struct TypedRows<G: Recorded + Playable> {
    setting: Arc<Setting<G>>,
    seed: u64,
    rows: Vec<RowGame<G>>,
    /// Whether a call broke off and left rows in between.
    broken: bool,
}

/// A piece of the rows with its lists, for one thread.
struct Piece<'a, G: Recorded> {
    rows: &'a mut [RowGame<G>],
    /// One for each row, or none.
    actions: &'a [i64],
    into: RowBuffers<'a>,
    rewards: &'a mut [f32],
    done: &'a mut [bool],
}

/// The first entries of a list that may be missing; the rest stays in it.
fn take<'a, T>(list: &mut Option<&'a mut [T]>, number: usize) -> Option<&'a mut [T]> {
    let (first, rest) = list.take()?.split_at_mut(number);
    *list = Some(rest);
    Some(first)
}

impl<G: Recorded + Playable> TypedRows<G> {
    pub(crate) fn new(setting: Arc<Setting<G>>, rows: usize, seed: u64) -> TypedRows<G> {
        let mut games = TypedRows { setting, seed, rows: Vec::new(), broken: false };
        games.deal(rows);
        games
    }

    fn deal(&mut self, rows: usize) {
        let row = |row: u64| {
            let game = &self.setting.game;
            let state = game.state(&game.deal(DealSeed { seed: self.seed, deal: row }));
            RowGame { state, deal: row, played: Vec::new(), rng: row_rng(self.seed, row) }
        };
        self.rows = (0..rows as u64).map(row).collect();
        self.broken = false;
    }

    /// Plays the actions, if there are any, and writes what is true then, on as many threads at most.
    fn advance(
        &mut self,
        actions: Option<&[i64]>,
        threads: usize,
        mut into: RowBuffers<'_>,
        (mut rewards, mut done): (Option<&mut [f32]>, Option<&mut [bool]>),
    ) -> Result<(), RowError> {
        let (count, players, seed) = (self.rows.len(), self.players(), self.seed);
        let (inputs, numbers) = (self.inputs(), self.actions().unwrap_or(0));
        let (share, mut pieces) = (share(count, threads), Vec::new());
        for (piece, rows) in self.rows.chunks_mut(share).enumerate() {
            let number = rows.len();
            pieces.push(Piece {
                rows,
                actions: actions.map_or(&[], |all| &all[piece * share..][..number]),
                into: RowBuffers {
                    inputs: take(&mut into.inputs, number * inputs),
                    mask: take(&mut into.mask, number * numbers),
                    to_move: take(&mut into.to_move, number),
                },
                rewards: take(&mut rewards, number * players).unwrap_or_default(),
                done: take(&mut done, number).unwrap_or_default(),
            });
        }
        let setting = &*self.setting;
        let work = &|piece| {
            guarded(|| setting.advance(piece, seed, count as u64)).map_err(RowError::Broken)
        };
        let Some(own) = pieces.pop() else { return Ok(()) };
        if pieces.is_empty() {
            return work(own);
        }
        thread::scope(|scope| {
            let others: Vec<_> =
                pieces.into_iter().map(|piece| scope.spawn(move || work(piece))).collect();
            let own = work(own);
            let ended = others.into_iter().map(|other| {
                other.join().unwrap_or_else(|_| Err(RowError::Broken("a thread ended".into())))
            });
            // The first row at fault is reported whatever the number of threads.
            ended.chain([own]).collect::<Vec<_>>().into_iter().collect()
        })
    }
}

/// Rows for each of so many threads; few are not worth a thread.
fn share(rows: usize, threads: usize) -> usize {
    const FEWEST: usize = 64;
    rows.div_ceil(threads.max(1)).max(FEWEST)
}

/// Writes what is true in a state.
struct Writer<'s, G: Recorded + Playable> {
    setting: &'s Setting<G>,
    legal: Vec<G::Action>,
    seen: Vec<Seen>,
}

impl<'s, G: Recorded + Playable> Writer<'s, G> {
    fn new(setting: &'s Setting<G>) -> Writer<'s, G> {
        Writer { setting, legal: Vec::new(), seen: Vec::new() }
    }

    #[inline(always)]
    fn write(&mut self, state: &G::State, row: usize, into: &mut RowBuffers<'_>) {
        let Writer { setting, legal, seen } = self;
        let seat = setting.game.to_move(state).unwrap_or(Seat::new(0));
        if let Some(to_move) = &mut into.to_move {
            to_move[row] = seat.index() as i64;
        }
        if let (Some(mask), Some(numbered)) = (&mut into.mask, &setting.numbered) {
            let all = numbered.actions.len();
            let mask = &mut mask[row * all..][..all];
            mask.fill(false);
            setting.game.legal(state, legal);
            for &action in legal.iter() {
                if let Some(number) = numbered.number(action) {
                    mask[number as usize] = true;
                }
            }
        }
        if let Some(inputs) = &mut into.inputs {
            let inputs = &mut inputs[row * setting.inputs..][..setting.inputs];
            setting.observe(state, seat, inputs, seen);
        }
    }
}

impl<G: Recorded + Playable> RowsOfGames for TypedRows<G> {
    fn rows(&self) -> usize {
        self.rows.len()
    }

    fn players(&self) -> usize {
        self.setting.game.players()
    }

    fn actions(&self) -> Option<usize> {
        Some(self.setting.numbered.as_ref()?.actions.len())
    }

    fn inputs(&self) -> usize {
        self.setting.inputs
    }

    fn reset(&mut self, seed: u64, threads: usize, into: RowBuffers<'_>) -> Result<(), RowError> {
        self.seed = seed;
        self.deal(self.rows.len());
        self.advance(None, threads, into, (None, None))
    }

    fn step(
        &mut self,
        actions: &[i64],
        threads: usize,
        into: RowBuffers<'_>,
        rewards: &mut [f32],
        done: &mut [bool],
    ) -> Result<(), RowError> {
        if self.broken {
            return Err(RowError::Broken("in an earlier step".into()));
        }
        for (row, (it, &number)) in self.rows.iter().zip(actions).enumerate() {
            self.setting.check(row, &it.state, number)?;
            if it.played.len() >= G::MOST_DECISIONS as usize {
                return Err(RowError::Endless { row, decisions: G::MOST_DECISIONS });
            }
        }
        let result = self.advance(Some(actions), threads, into, (Some(rewards), Some(done)));
        self.broken = result.is_err();
        result
    }

    fn sample(&mut self, mask: Option<&[u8]>, into: &mut [i64]) -> Result<(), RowError> {
        let Some((mask, all)) = mask.zip(self.actions()) else {
            let setting = &self.setting;
            for (it, into) in self.rows.iter_mut().zip(into) {
                *into = setting.any(&it.state, &mut it.rng);
            }
            return Ok(());
        };
        for (row, (it, mask)) in self.rows.iter_mut().zip(mask.chunks_exact(all)).enumerate() {
            let count: u32 = mask.chunks(255).map(allowed).sum();
            if count == 0 {
                return Err(RowError::NothingAllowed { row });
            }
            into[row] = nth_allowed(mask, it.rng.below(count)) as i64;
        }
        Ok(())
    }

    fn legal(&self, row: usize) -> Vec<String> {
        let (game, state) = (&self.setting.game, &self.rows[row].state);
        (0..game.count_legal(state)).map(|k| game.nth_legal(state, k).to_string()).collect()
    }

    fn position(&self, row: usize) -> Box<dyn GamePosition> {
        let (it, setting) = (&self.rows[row], Arc::clone(&self.setting));
        let seed = DealSeed { seed: self.seed, deal: it.deal };
        Box::new(TypedPosition::within(setting, seed, &it.played))
    }
}

impl<G: Recorded + Playable> Setting<G> {
    /// Plays the actions of a piece; where that ends a game, its row goes on with the deal that is `rows` further.
    fn advance(&self, mut piece: Piece<'_, G>, seed: u64, rows: u64) {
        let (game, players, mut writer) = (&self.game, self.game.players(), Writer::new(self));
        for (row, it) in piece.rows.iter_mut().enumerate() {
            if let Some(&number) = piece.actions.get(row) {
                let action = self.named(&it.state, number as usize);
                it.played.push(action);
                game.apply_unchecked(&mut it.state, action, &mut ());
                let is_over = game.to_move(&it.state).is_none();
                piece.done[row] = is_over;
                let rewards = &mut piece.rewards[row * players..][..players];
                if is_over {
                    let outcome = game.outcome(&it.state);
                    for (reward, &share) in rewards.iter_mut().zip(outcome.share.as_slice()) {
                        *reward = (players as f32 * f32::from(share)) / WHOLE_WIN as f32 - 1.0;
                    }
                    it.deal += rows;
                    it.played.clear();
                    it.state = game.state(&game.deal(DealSeed { seed, deal: it.deal }));
                } else {
                    rewards.fill(0.0);
                }
            }
            writer.write(&it.state, row, &mut piece.into);
        }
    }

    /// Whether there is a legal action of this number, or at this place where actions have none.
    #[inline(always)]
    fn check(&self, row: usize, state: &G::State, number: i64) -> Result<(), RowError> {
        let at = usize::try_from(number).ok();
        let Some(numbered) = &self.numbered else {
            let all = self.game.count_legal(state);
            let there = at.is_some_and(|at| at < all as usize);
            return if there { Ok(()) } else { Err(RowError::NoNth { row, number, all }) };
        };
        let Some(&action) = at.and_then(|at| numbered.actions.get(at)) else {
            return Err(RowError::NoNumber { row, number, all: numbered.actions.len() });
        };
        if self.game.is_legal(state, action) {
            return Ok(());
        }
        Err(RowError::Illegal { row, illegal: Illegal { action: action.to_string() } })
    }

    /// The action of a number that was checked.
    #[inline(always)]
    fn named(&self, state: &G::State, number: usize) -> G::Action {
        match &self.numbered {
            Some(numbered) => numbered.actions[number],
            None => self.game.nth_legal(state, number as u32),
        }
    }

    /// The number of any legal action.
    fn any(&self, state: &G::State, rng: &mut Rng) -> i64 {
        let place = rng.below(self.game.count_legal(state));
        let numbered = self.numbered.as_ref();
        let number = numbered.and_then(|all| all.number(self.game.nth_legal(state, place)));
        number.unwrap_or(place).into()
    }
}

/// How many entries are not 0, of 255 at most, so that a byte counts them.
#[inline]
fn allowed(mask: &[u8]) -> u32 {
    mask.iter().map(|&entry| u8::from(entry != 0)).sum::<u8>().into()
}

/// The place of the `k`-th entry that is not 0, from 0; there must be one.
#[inline]
fn nth_allowed(mask: &[u8], mut k: u32) -> usize {
    let mut first = 0;
    for block in mask.chunks(64) {
        let here = allowed(block);
        if k < here {
            break;
        }
        k -= here;
        first += block.len();
    }
    for (place, &entry) in mask[first..].iter().enumerate() {
        if entry != 0 {
            if k == 0 {
                return first + place;
            }
            k -= 1;
        }
    }
    unreachable!("there are more than k")
}

/// A generator's key for what a program draws itself.
fn row_rng(seed: u64, row: u64) -> Rng {
    // No game has so many seatings.
    DecisionKey::new(seed, row, u64::MAX - 1, Seat::new(0)).at(0)
}

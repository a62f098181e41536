//! *Vikings* (Michael Kiesling), base game: 2 to 4 players.
//!
//! Rule ids in comments (C components, S set-up, O offer, B buying, P placing, G and F scoring) are
//! explained in `docs/vikings.md`.

pub mod action;
mod apply;
mod cells;
pub mod component;
pub mod deal;
pub mod fact;
mod future;
mod legal;
mod notation;
mod playout;
pub mod rule_set;
pub mod scoring;
pub mod state;
pub mod survey;
mod tableau;
pub mod view;
mod wheel;

use serde_json::{Map, Value, json};

use self::action::Action;
use self::component::{Colour, LOTS, Tile};
use self::deal::{Components, Deal};
use self::fact::VikingsFact;
use self::future::Future;
use self::playout::{PlayOn, Playout};
use self::rule_set::{PRESETS, RuleSet};
use self::scoring::{Scoring, ScoringKind};
use self::state::{Ferry, Phase, State};
use self::tableau::Tableaus;
use self::view::VikingsView;
use crate::cpu::{Cpu, Processor, Task};
use crate::error::KeyError;
use crate::fact::{FactInfo, Sink};
use crate::game::{Decider, Game};
use crate::outcome::Outcome;
use crate::recorded::{Preset, Recorded};
use crate::rules;
use crate::seat::{PerSeat, Seat};
use crate::seed::{DealSeed, Rng};

/// The game with its rule set and number of players.
#[derive(Clone, Debug)]
pub struct Vikings {
    rule_set: RuleSet,
    players: usize,
    numbers: Numbers,
    components: Components,
    processor: Processor,
}

/// What a ship's sail gives or costs (C5).
#[derive(Clone, Copy, Debug)]
struct Sail {
    gold: i32,
    glory: i32,
}

/// The point values in the form in which scoring uses them.
#[derive(Clone, Debug)]
struct Numbers {
    start_gold: i32,
    start_glory: i32,
    ships: [Sail; 4],
    goldsmith_gold: i32,
    noble_glory: i32,
    scout_glory: i32,
    scout_goldsmith: i32,
    scout_fisherman: i32,
    glory_floor: bool,
    gold_per_glory: i32,
    most_boatswains: i32,
    most_islands: i32,
    longest_island: i32,
    zero_majorities: bool,
    fisherman_feeds: i32,
    surplus_glory: i32,
    unfed_penalty: i32,
}

impl Numbers {
    /// Values are at most 1000, see [`RuleSet::check`].
    fn new(rule_set: &RuleSet, players: usize) -> Numbers {
        let scoring = &rule_set.scoring;
        Numbers {
            start_gold: rule_set.setup.gold.get(players) as i32,
            start_glory: rule_set.setup.glory as i32,
            ships: rule_set
                .ships
                .list()
                .map(|ship| Sail { gold: ship.gold as i32, glory: ship.glory as i32 }),
            goldsmith_gold: scoring.goldsmith_gold as i32,
            noble_glory: scoring.noble_glory as i32,
            scout_glory: scoring.scout_glory as i32,
            scout_goldsmith: scoring.scout_goldsmith as i32,
            scout_fisherman: scoring.scout_fisherman as i32,
            glory_floor: scoring.glory_floor,
            gold_per_glory: scoring.gold_per_glory as i32,
            most_boatswains: scoring.most_boatswains as i32,
            most_islands: scoring.most_islands as i32,
            longest_island: scoring.longest_island as i32,
            zero_majorities: scoring.zero_majorities,
            fisherman_feeds: scoring.fisherman_feeds as i32,
            surplus_glory: scoring.surplus_glory as i32,
            unfed_penalty: scoring.unfed_penalty as i32,
        }
    }
}

impl Vikings {
    /// The game under `rule_set`.
    ///
    /// # Errors
    /// See [`RuleSet::check`].
    pub fn new(rule_set: RuleSet, players: usize) -> Result<Vikings, KeyError> {
        rule_set.check(players)?;
        let numbers = Numbers::new(&rule_set, players);
        let components = Components::new(&rule_set);
        Ok(Vikings { rule_set, players, numbers, components, processor: Processor::detect() })
    }

    /// The preset `base`.
    ///
    /// # Panics
    /// If `players` is not 2, 3 or 4.
    pub fn base(players: usize) -> Vikings {
        let rule_set = rules::read::<Vikings>(PRESETS[0].toml).expect("the preset is valid TOML");
        Vikings::new(rule_set, players).expect("the preset is playable with 2 to 4 players")
    }
}

/// The step of [`Game::clock`] while boatswains are used: how many are left, and where the ferry
/// stands.
fn ferry_step(state: &State) -> u32 {
    let boatswains = state.tableaus.seat(usize::from(state.seat)).ashore(5);
    let landing = match state.phase {
        Phase::Land => (u32::from(state.ferry.row) + 1) << 8 | u32::from(state.ferry.from),
        _ => 0,
    };
    boatswains << 11 | landing
}

struct Count<'a>(&'a Vikings, &'a State);
impl Task for Count<'_> {
    type Output = u32;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> u32 {
        self.0.count(cpu, self.1)
    }
}

struct Nth<'a>(&'a Vikings, &'a State, u32);
impl Task for Nth<'_> {
    type Output = Action;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Action {
        self.0.pick(cpu, self.1, |_| self.2)
    }
}

struct Legal<'a>(&'a Vikings, &'a State, &'a mut Vec<Action>);
impl Task for Legal<'_> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        self.0.list(cpu, self.1, self.2);
    }
}

struct RandomLegal<'a>(&'a Vikings, &'a State, &'a mut Rng);
impl Task for RandomLegal<'_> {
    type Output = Action;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Action {
        self.0.pick(cpu, self.1, |count| self.2.below(count))
    }
}

struct IsLegal<'a>(&'a Vikings, &'a State, Action);
impl Task for IsLegal<'_> {
    type Output = bool;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> bool {
        self.0.allows(cpu, self.1, self.2)
    }
}

struct Apply<'a, S>(&'a Vikings, &'a mut State, Action, &'a mut S);
impl<S: Sink<Scoring>> Task for Apply<'_, S> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        self.0.play(self.1, self.2, self.3);
    }
}

impl Game for Vikings {
    type Deal = Deal;
    type State = State;
    type Action = Action;
    type Scoring = Scoring;
    type View<'a> = VikingsView<'a>;
    const HIDES: bool = true;

    #[inline]
    fn players(&self) -> usize {
        self.players
    }

    fn deal(&self, seed: DealSeed) -> Deal {
        self.components.deal(seed)
    }

    fn state(&self, deal: &Deal) -> State {
        let mut future = Future::new(&self.rule_set, deal);
        let Numbers { start_gold, start_glory, .. } = self.numbers;
        State {
            tableaus: Tableaus::new(self.players, start_gold, start_glory),
            wheel: future.lay(0),
            future,
            round: 0,
            turn: 0,
            first: 0,
            seat: 0,
            phase: Phase::Buy,
            tile: Tile::LEFT_END,
            viking: Colour::Boatswain,
            ferry: Ferry::NONE,
        }
    }

    #[inline(always)]
    fn to_move(&self, state: &State) -> Option<Seat> {
        if state.phase == Phase::Over { None } else { Some(Seat::new(usize::from(state.seat & 3))) }
    }

    #[inline(always)]
    fn count_legal(&self, state: &State) -> u32 {
        self.processor.run(Count(self, state))
    }

    #[inline(always)]
    fn nth_legal(&self, state: &State, k: u32) -> Action {
        self.processor.run(Nth(self, state, k))
    }

    #[inline(always)]
    fn apply_unchecked<S: Sink<Scoring>>(&self, state: &mut State, action: Action, sink: &mut S) {
        self.processor.run(Apply(self, state, action, sink));
    }

    fn outcome(&self, state: &State) -> Outcome {
        self.standing(state)
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> VikingsView<'a> {
        VikingsView::new(self, state, seat)
    }

    /// Round, turn within it, and step within the turn.
    #[inline(always)]
    fn clock(&self, state: &State) -> u32 {
        let step =
            if state.phase < Phase::Boatswain { state.phase as u32 } else { ferry_step(state) };
        u32::from(state.round) << 23 | u32::from(state.turn) << 18 | step
    }

    #[inline(always)]
    fn epoch(&self, state: &State) -> u32 {
        u32::from(state.round)
    }

    #[inline(always)]
    fn is_legal(&self, state: &State, action: Action) -> bool {
        self.processor.run(IsLegal(self, state, action))
    }

    #[inline(always)]
    fn legal(&self, state: &State, into: &mut Vec<Action>) {
        self.processor.run(Legal(self, state, into));
    }

    #[inline(always)]
    fn random_legal(&self, state: &State, rng: &mut Rng) -> Action {
        self.processor.run(RandomLegal(self, state, rng))
    }

    #[inline(always)]
    fn play_on<D: Decider<Vikings>, S: Sink<Scoring>>(
        &self,
        state: &mut State,
        decider: &mut D,
        sink: &mut S,
    ) -> Result<(), D::Stop> {
        self.processor.run(PlayOn { game: self, state, decider, sink })
    }

    #[inline(always)]
    fn playout(&self, state: &mut State, rng: &mut Rng) {
        self.processor.run(Playout { game: self, state, rng });
    }
}

impl Recorded for Vikings {
    type RuleSet = RuleSet;
    const ID: &'static str = "vikings";
    const ABOUT: &'static str = "Vikings (M. Kiesling): islands, ships and six kinds of vikings";
    const PLAYERS: (usize, usize) = (2, component::MAX_PLAYERS);
    const SCORE: &'static str = "glory";
    const FACTS: &'static [FactInfo] = VikingsFact::ALL;
    const MILESTONES: &'static [&'static str] = &["round_2", "round_4", "round_6"];

    fn presets() -> &'static [Preset] {
        PRESETS
    }

    fn new(rule_set: RuleSet, players: usize) -> Result<Vikings, KeyError> {
        Vikings::new(rule_set, players)
    }

    fn rule_set(&self) -> &RuleSet {
        &self.rule_set
    }

    fn check_deal(&self, deal: &Deal) -> Result<(), KeyError> {
        deal::check(&self.rule_set, deal)
    }

    fn milestone(&self, scoring: &Scoring) -> Option<(usize, PerSeat<i32>)> {
        match scoring.kind {
            ScoringKind::Large => Some((usize::from(scoring.round) / 2 - 1, scoring.glory)),
            _ => None,
        }
    }

    fn result(&self, state: &State) -> Map<String, Value> {
        let mut lists = Map::new();
        let glory = PerSeat::from_fn(self.players, |seat| state.glory(seat));
        let gold = PerSeat::from_fn(self.players, |seat| state.gold(seat));
        lists.insert("glory".into(), json!(glory));
        lists.insert("gold".into(), json!(gold));
        lists
    }

    fn table_text(&self, state: &State) -> String {
        notation::table_text(self, state)
    }
}

const _: () = assert!(size_of::<State>() <= 512 && LOTS == 12);

#[cfg(test)]
mod tests;

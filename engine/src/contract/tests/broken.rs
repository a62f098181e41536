//! A game that breaks the contract in one way after another.

use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Map, Value};

use super::goofspiel;
use crate::error::{Illegal, KeyError};
use crate::fact::{FactInfo, Sink};
use crate::game::{Decider, Game, step_by_step};
use crate::games::goofspiel::{
    Action, Deal, Goofspiel, GoofspielFact, RuleSet, Scoring, State, Tied,
};
use crate::outcome::Outcome;
use crate::recorded::Recorded;
use crate::rules::RuleTable;
use crate::seat::{PerSeat, Seat};
use crate::seed::{DealSeed, Rng};

/// One way to break the contract.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    None,
    NeverEnds,
    MovingDeal,
    ListsTwice,
    FirstIsDeaf,
    /// What is revealed may be the same whatever is chosen; but the game that is made from a record hears.
    LastIsDeaf,
    LegalForgets,
    AcceptsAll,
    ClockStands,
    EpochFalls,
    SourcesMiss,
    SharesMiss,
    SecretShown,
    FaceDownDenied,
    SecretForgotten,
    SecretTold,
    PrizesShown,
    PrizesKept,
    PrizesKeptAlone,
    AllShown,
    HiddenOrder,
    TextTells,
    FieldsTell,
    FactsMatter,
    PlayoutBiased,
    PlayOnForgets,
    OpenGameDraws,
    PerfectInSecret,
    PerfectForAWhile,
    BidsRedealt,
    PrizesNotRedealt,
    LastPrizeNotRedealt,
    ActionsMiss,
    ActionsTwice,
}

/// Goofspiel for two with six cards and one fault.
pub(super) struct Broken {
    sound: Goofspiel,
    fault: Fault,
    calls: AtomicU32,
}

impl Broken {
    pub(super) fn of(fault: Fault) -> Broken {
        Broken { sound: goofspiel(2, 6, Tied::Discard), fault, calls: AtomicU32::new(0) }
    }

    fn is(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    /// The prizes in their order, of those on show and to come.
    fn prizes(&self, state: &State) -> String {
        let table = self.sound.text(state, None);
        table.split(" |").next().unwrap_or_default().to_owned()
    }

    fn same_prizes(&self, one: &State, two: &State) -> bool {
        self.prizes(one) == self.prizes(two)
    }
}

impl Clone for Broken {
    fn clone(&self) -> Broken {
        Broken::of(self.fault)
    }
}

impl Game for Broken {
    type Deal = Deal;
    type State = State;
    type Action = Action;
    type Scoring = Scoring;
    const HIDES: bool = true;

    fn players(&self) -> usize {
        if self.is(Fault::PrizesKeptAlone) { 1 } else { 2 }
    }
    fn deal(&self, seed: DealSeed) -> Deal {
        let calls = u64::from(self.calls.fetch_add(1, Ordering::Relaxed));
        let shift = if self.is(Fault::MovingDeal) { calls } else { 0 };
        self.sound.deal(DealSeed { deal: seed.deal + shift, ..seed })
    }
    fn state(&self, deal: &Deal) -> State {
        self.sound.state(deal)
    }
    fn to_move(&self, state: &State) -> Option<Seat> {
        self.sound.to_move(state)
    }
    fn count_legal(&self, state: &State) -> u32 {
        self.sound.count_legal(state)
    }
    fn nth_legal(&self, state: &State, k: u32) -> Action {
        let table = self.sound.text(state, None);
        let six_is_last = table.split(" |").next().is_some_and(|prizes| prizes.ends_with(" 6]"));
        match self.fault {
            Fault::ListsTwice => self.sound.nth_legal(state, k / 2),
            // The order of the actions gives away what lies at the bottom.
            Fault::HiddenOrder if six_is_last => {
                self.sound.nth_legal(state, self.count_legal(state) - 1 - k)
            }
            _ => self.sound.nth_legal(state, k),
        }
    }
    fn apply_unchecked<S: Sink<Scoring>>(&self, state: &mut State, action: Action, sink: &mut S) {
        if self.is(Fault::FactsMatter) && std::mem::size_of::<S>() > 0 && self.clock(state) == 2 {
            // A zero-sized sink collects nothing; with any other one, the highest card is laid.
            let action = self.nth_legal(state, self.count_legal(state) - 1);
            return self.sound.apply_unchecked(state, action, sink);
        }
        if self.is(Fault::SourcesMiss) {
            sink.add(Seat::new(0), GoofspielFact::Low, 1);
        }
        let before = *state;
        let deaf = match self.to_move(state).map(Seat::index) {
            Some(0) => self.is(Fault::FirstIsDeaf),
            _ => self.is(Fault::LastIsDeaf),
        };
        let action = if deaf { self.nth_legal(state, 0) } else { action };
        self.sound.apply_unchecked(state, action, sink);
        if self.is(Fault::NeverEnds) && self.to_move(state).is_none() {
            *state = before;
        }
    }
    fn outcome(&self, state: &State) -> Outcome {
        let mut outcome = self.sound.outcome(state);
        if self.is(Fault::SharesMiss) {
            outcome.share[Seat::new(0)] /= 2;
        }
        outcome
    }
    fn draw(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let from = match self.fault {
            Fault::SecretShown | Fault::AllShown | Fault::PerfectForAWhile => return *state,
            // Looks from the other side of the table: own card redrawn, the other's known.
            Fault::SecretForgotten => seat.next(2),
            _ => seat,
        };
        let mut drawn = self.sound.draw(state, from, rng);
        let keeps = [Fault::PrizesKept, Fault::PrizesKeptAlone].contains(&self.fault);
        while keeps && !self.same_prizes(&drawn, state) {
            drawn = self.sound.draw(state, from, rng);
        }
        if self.is(Fault::OpenGameDraws) && self.to_move(&drawn) == Some(seat) {
            // Guesses what everybody saw: plays on.
            self.sound.apply_unchecked(&mut drawn, self.nth_legal(state, 0), &mut ());
        }
        drawn
    }

    fn has_perfect_information(&self, state: &State) -> bool {
        match self.fault {
            Fault::PerfectInSecret => true,
            Fault::PerfectForAWhile => self.to_move(state) == Some(Seat::new(0)),
            _ => false,
        }
    }
    fn clock(&self, state: &State) -> u32 {
        if self.is(Fault::ClockStands) { 0 } else { self.sound.clock(state) }
    }
    fn epoch(&self, state: &State) -> u32 {
        match self.fault {
            Fault::EpochFalls => 6 - self.sound.epoch(state),
            Fault::PrizesShown => 0,
            _ => self.sound.epoch(state),
        }
    }
    fn is_secret(&self, state: &State) -> bool {
        let open = [Fault::PrizesShown, Fault::AllShown, Fault::PerfectForAWhile];
        !open.contains(&self.fault) && self.sound.is_secret(state)
    }
    fn lays_face_down(&self, state: &State) -> bool {
        !self.is(Fault::FaceDownDenied) && self.is_secret(state)
    }
    fn indistinguishable(&self, state: &State, one: Action, two: Action) -> bool {
        self.sound.indistinguishable(state, one, two)
    }
    fn redeal(&self, state: &State, rng: &mut Rng) -> Option<State> {
        match self.fault {
            Fault::BidsRedealt => Some(self.sound.draw(state, Seat::new(1), rng)),
            Fault::PrizesNotRedealt => Some(*state),
            Fault::LastPrizeNotRedealt => {
                let last =
                    |state: &State| self.prizes(state).split(' ').next_back().map(str::to_owned);
                let mut redealt = self.sound.redeal(state, rng)?;
                while last(&redealt) != last(state) {
                    redealt = self.sound.redeal(state, rng)?;
                }
                Some(redealt)
            }
            Fault::None => self.sound.redeal(state, rng),
            // A game need not say it.
            _ => None,
        }
    }
    fn legal(&self, state: &State, into: &mut Vec<Action>) {
        let most = if self.is(Fault::LegalForgets) { 5 } else { u32::MAX };
        into.clear();
        into.extend((0..self.count_legal(state).min(most)).map(|k| self.nth_legal(state, k)));
    }
    fn apply<S: Sink<Scoring>>(
        &self,
        state: &mut State,
        action: Action,
        sink: &mut S,
    ) -> Result<(), Illegal> {
        if !self.is_legal(state, action) && !self.is(Fault::AcceptsAll) {
            return Err(Illegal { action: action.to_string() });
        }
        if self.to_move(state).is_some() {
            self.apply_unchecked(state, action, sink);
        }
        Ok(())
    }
    fn play_on<D: Decider<Self>, S: Sink<Scoring>>(
        &self,
        state: &mut State,
        decider: &mut D,
        sink: &mut S,
    ) -> Result<(), D::Stop> {
        match self.is(Fault::PlayOnForgets) {
            true => step_by_step(self, state, decider, &mut ()),
            false => step_by_step(self, state, decider, sink),
        }
    }
    fn playout(&self, state: &mut State, rng: &mut Rng) {
        while let Some(seat) = self.to_move(state) {
            // Seat 1 of the biased one lays the card that equals the prize.
            let biased = self.is(Fault::PlayoutBiased) && seat.index() == 1;
            let prize = self.sound.view(state, seat).prize().filter(|_| biased);
            let action = match prize {
                Some(card) => Action::Bid { card },
                None => self.random_legal(state, rng),
            };
            self.apply_unchecked(state, action, &mut ());
        }
    }
}

impl Recorded for Broken {
    type RuleSet = RuleSet;
    const ID: &'static str = "broken";
    const ABOUT: &'static str = "a game with a fault";
    const PLAYERS: (usize, usize) = (2, 2);
    const SCORE: &'static str = Goofspiel::SCORE;
    const FACTS: &'static [FactInfo] = Goofspiel::FACTS;
    const MILESTONES: &'static [&'static str] = Goofspiel::MILESTONES;
    const OPEN_PARTS: &'static [&'static str] = &["prizes[0]"];

    fn rules() -> &'static RuleTable {
        Goofspiel::rules()
    }
    fn new(_: RuleSet, _: usize) -> Result<Broken, KeyError> {
        Ok(Broken::of(Fault::None))
    }
    fn rule_set(&self) -> &RuleSet {
        self.sound.rule_set()
    }
    fn check_deal(&self, deal: &Deal) -> Result<(), KeyError> {
        self.sound.check_deal(deal)
    }
    fn milestone(&self, scoring: &Scoring) -> Option<(usize, PerSeat<i32>)> {
        self.sound.milestone(scoring)
    }
    fn result(&self, state: &State) -> Map<String, Value> {
        self.sound.result(state)
    }
    fn actions(&self, most: usize) -> Option<Vec<Action>> {
        let mut all = self.sound.actions(most)?;
        if self.is(Fault::ActionsMiss) {
            all.pop();
        }
        if self.is(Fault::ActionsTwice) {
            all.push(all[0]);
        }
        Some(all)
    }
    fn text(&self, state: &State, seat: Option<Seat>) -> String {
        let told = seat.is_none() || self.is(Fault::TextTells);
        if told { self.sound.text(state, None) } else { String::new() }
    }
    fn fields(&self, state: &State, _: Seat) -> Map<String, Value> {
        let told = self.is(Fault::FieldsTell).then(|| self.text(state, None));
        Map::from_iter([("table".to_owned(), told.into())])
    }
    fn public_text(&self, then: &State, action: Action, now: &State) -> Option<String> {
        let told = self.sound.public_text(then, action, now);
        told.or_else(|| self.is(Fault::SecretTold).then(|| action.to_string()))
    }
}

use serde_json::{Map, Value, json};

use super::action::Action;
use super::deal::Deal;
use super::fact::EketorpFact;
use super::numbers::Numbers;
use super::rule_set::{RULES, RuleSet};
use super::scoring::Scoring;
use super::state::{Phase, State, seat_of};
use super::{Eketorp, component, deal, draw, fields, table};
use crate::cpu::Processor;
use crate::data::object;
use crate::error::KeyError;
use crate::fact::FactInfo;
use crate::game::Game;
use crate::recorded::{Interventions, Recorded};
use crate::rules::RuleTable;
use crate::seat::{PerSeat, Seat};

impl Recorded for Eketorp {
    type RuleSet = RuleSet;
    const ID: &'static str = "eketorp";
    const ABOUT: &'static str =
        "Eketorp (Henn): hidden hands, secret orders, raids; material cards assumed";
    const PLAYERS: (usize, usize) = (component::MIN_PLAYERS, component::MAX_PLAYERS);
    const SCORE: &'static str = "points";
    const FACTS: &'static [FactInfo] = EketorpFact::ALL;
    const MEANINGS: &'static [(&'static str, &'static str)] = &[
        ("put", "the next Viking goes to this place"),
        ("home", "all Vikings that are left stay at home"),
        ("fight", "your Viking there fights one of this seat"),
        ("siege", "lays siege from this space to the village behind it"),
        ("swap", "returns amulets for a new hand"),
        ("keep", "keeps the hand as it is"),
        ("card", "plays this card in the duel"),
        ("loot none", "takes nothing"),
        ("loot", "takes so many stones from each of the two walls, and keeps one of this kind"),
        ("take", "the next Viking on a space with several kinds takes this stone"),
        ("build", "this stone goes on top of that wall"),
    ];
    const MILESTONES: &'static [&'static str] = &["round_2", "round_4", "round_6"];

    /// Placements are seen when all have placed, the attacker's card when both are turned up; until then
    /// it is seen that a seat has placed.
    fn public_text(&self, then: &State, action: Action, now: &State) -> Option<String> {
        let hidden = matches!(then.phase, Phase::Place | Phase::AttackerCard);
        if !hidden || now.epoch != then.epoch {
            return Some(action.to_string());
        }
        let placed = then.phase == Phase::Place && self.finishes(then, action);
        placed.then(|| "(has placed its Vikings)".to_owned())
    }

    fn rules() -> &'static RuleTable {
        &RULES
    }

    fn new(rule_set: RuleSet, players: usize) -> Result<Eketorp, KeyError> {
        rule_set.check(players)?;
        let numbers = Numbers::new(&rule_set, players);
        Ok(Eketorp { rule_set, numbers, processor: Processor::detect() })
    }

    fn rule_set(&self) -> &RuleSet {
        &self.rule_set
    }

    fn check_deal(&self, deal: &Deal) -> Result<(), KeyError> {
        deal::check(&self.rule_set, self.players(), deal)
    }

    fn milestone(&self, scoring: &Scoring) -> Option<(usize, PerSeat<i32>)> {
        let &Scoring { round, standing, .. } = scoring;
        matches!(round, 2 | 4 | 6).then(|| (round as usize / 2 - 1, standing))
    }

    fn result(&self, state: &State) -> Map<String, Value> {
        let stones = PerSeat::from_fn(self.players(), |seat| state[seat].village.total());
        object(vec![("points", json!(self.outcome(state).score)), ("stones", json!(stones))])
    }

    fn actions(&self, _: usize) -> Option<Vec<Action>> {
        Some(self.all_actions())
    }

    fn text(&self, state: &State, seat: Option<Seat>) -> String {
        table::text(self, state, seat.map(|seat| self.view(state, seat)))
    }

    fn fields(&self, state: &State, seat: Seat) -> Map<String, Value> {
        fields::known(self.view(state, seat))
    }

    fn scene(&self, state: &State) -> Option<Value> {
        Some(fields::scene(self, state))
    }

    fn interventions(&self) -> Option<&dyn Interventions<Eketorp>> {
        Some(self)
    }
}

impl Interventions<Eketorp> for Eketorp {
    fn round(&self, state: &State) -> u32 {
        state.round()
    }

    fn first(&self, state: &State) -> Option<Seat> {
        Some(seat_of(state.first))
    }

    /// All place in the order from there.
    fn set_first(&self, state: &mut State, seat: Seat) -> bool {
        if state.phase == Phase::Place {
            for other in self.numbers.seats() {
                draw::take_back(self, state, other as u8);
            }
            state.first = seat.index() as u8;
            state.begin(Phase::Place);
            while state.player(state.seat).home == 0 {
                state.seat = self.numbers.next(state.seat);
            }
        }
        true
    }
}

use serde_json::{Map, Value, json};

use super::action::Action;
use super::deal::Deal;
use super::fact::BoardFact;
use super::numbers::Numbers;
use super::rule_set::{RULES, RuleSet};
use super::scoring::{Sail, Scoring};
use super::state::State;
use super::{VikingsOnBoard, component, deal, fields, table};
use crate::cpu::Processor;
use crate::data::object;
use crate::error::KeyError;
use crate::fact::FactInfo;
use crate::game::Game;
use crate::recorded::Recorded;
use crate::rules::RuleTable;
use crate::seat::{PerSeat, Seat};

impl Recorded for VikingsOnBoard {
    type RuleSet = RuleSet;
    const ID: &'static str = "vikings-on-board";
    const ABOUT: &'static str =
        "Vikings on Board (Chevallier, Edmas, Flehans): shields on ships, supplies, secret bets";
    const PLAYERS: (usize, usize) = (2, component::MAX_PLAYERS);
    const SCORE: &'static str = "score";
    const FACTS: &'static [FactInfo] = BoardFact::ALL;
    const MEANINGS: &'static [(&'static str, &'static str)] = &[
        ("go", "the viking goes to this action space and its action is carried out"),
        ("promote", "this body comes to the front of its ship"),
        ("switch", "this body of your clan goes to the rear of that ship"),
        ("bet", "your barrel of this value goes onto the zone of a clan at a ship"),
        ("load", "this supply goes onto the bow of that ship"),
        ("raise", "the value of this good rises by 1"),
        ("move", "this body goes to the rear of that ship"),
        ("shift", "your barrel goes from one zone to the other"),
        ("under", "these supplies go back under the second stack, the first one on top"),
        ("crew", "a viking of a clan without a seat goes onto this body, for 1 shield more"),
        ("swap", "these two bodies change places"),
        ("stay", "nothing changes"),
        ("sail", "this ship leaves"),
        ("take", "you take this supply from the bow"),
        ("box", "this supply goes to the box"),
    ];
    const MILESTONES: &'static [&'static str] = &["departure_2", "departure_4", "departure_6"];

    /// H2: a barrel's value and the order of returned tokens are not told, whatever follows.
    fn public_text(&self, _: &State, action: Action, _: &State) -> Option<String> {
        Some(match action {
            Action::Bet { zone, .. } => format!("bet ? {zone}"),
            Action::Under { .. } => "under ?".to_owned(),
            action => action.to_string(),
        })
    }

    fn rules() -> &'static RuleTable {
        &RULES
    }

    fn new(rule_set: RuleSet, players: usize) -> Result<VikingsOnBoard, KeyError> {
        rule_set.check(players)?;
        let (numbers, processor) = (Numbers::new(&rule_set, players), Processor::detect());
        Ok(VikingsOnBoard { rule_set, players, numbers, processor })
    }

    fn rule_set(&self) -> &RuleSet {
        &self.rule_set
    }

    fn check_deal(&self, deal: &Deal) -> Result<(), KeyError> {
        deal::check(&self.rule_set, self.players, deal)
    }

    fn milestone(&self, scoring: &Scoring) -> Option<(usize, PerSeat<i32>)> {
        let &Scoring::Sail(Sail { departures, standing, .. }) = scoring else { return None };
        matches!(departures, 2 | 4 | 6).then(|| (departures as usize / 2 - 1, standing))
    }

    fn result(&self, state: &State) -> Map<String, Value> {
        let supplies = PerSeat::from_fn(self.players, |seat| state.goods[seat.index()].total());
        object(vec![("score", json!(self.outcome(state).score)), ("supplies", json!(supplies))])
    }

    fn actions(&self, most: usize) -> Option<Vec<Action>> {
        self.all_actions(most)
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
}

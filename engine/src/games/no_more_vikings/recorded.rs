use serde_json::{Map, Value};

use super::action::Action;
use super::deal::Deal;
use super::fact::NoMoreVikingsFact;
use super::items::CARDS;
use super::numbers::Numbers;
use super::rule_set::{RULES, RuleSet};
use super::scoring::{Scoring, milestone};
use super::state::{NO_TOKEN, Phase, State};
use super::{NoMoreVikings, component, deal, fields, table};
use crate::cpu::Processor;
use crate::error::KeyError;
use crate::fact::FactInfo;
use crate::game::Game;
use crate::item::ItemTable;
use crate::recorded::{Interventions, Recorded};
use crate::rules::RuleTable;
use crate::seat::{PerSeat, Seat};

impl Recorded for NoMoreVikings {
    type RuleSet = RuleSet;
    const ID: &'static str = "no-more-vikings";
    const ABOUT: &'static str =
        "No More Vikings!, a reconstruction: boards, cards and whims are stand-ins";
    const PLAYERS: (usize, usize) = (component::MIN_PLAYERS, component::MAX_PLAYERS);
    const SCORE: &'static str = "score";
    const FACTS: &'static [FactInfo] = NoMoreVikingsFact::ALL;
    const MEANINGS: &'static [(&'static str, &'static str)] = &[
        ("whim", "keeps this whim"),
        ("aggressive", "chooses this token"),
        ("balanced", "chooses this token"),
        ("development", "chooses this token"),
        ("populate", "a villager from the supply goes onto this free parcel"),
        ("marry", "two villagers become a cottage on the first parcel"),
        ("fortress", "two cottages become a fortress on the first parcel"),
        ("enlist", "this villager becomes a soldier"),
        ("tower", "the fortress on the first parcel and the soldier on the second become a tower"),
        ("move", "the villager or soldier goes to the second parcel"),
        ("cultivate", "this villager becomes a field"),
        ("draw", "draws all cards of the token"),
        ("drop", "drops this one of the cards laid aside"),
        ("play", "announces this card, and whom it names; the others may respond"),
        ("end", "ends the turn"),
        ("pass", "does not respond"),
        ("edict", "responds with an edict, which cancels whatever is on top"),
        ("counter", "responds with a counter, which cancels a card"),
        ("at", "chooses this parcel"),
        ("sink", "destroys the longship in this column"),
        ("divert", "your longship of the first column goes to the opponent's second column"),
    ];
    const MILESTONES: &'static [&'static str] = &["round_3", "round_6", "round_9"];

    fn about(&self) -> String {
        format!("No More Vikings!, {}", self.contents)
    }

    /// Whims are not shown, and tokens when all have been chosen; until then it is seen that a seat has chosen (H7).
    fn public_text(&self, then: &State, action: Action, now: &State) -> Option<String> {
        Some(match then.phase {
            Phase::Whim => "(has chosen a whim)".to_owned(),
            Phase::Token if now.epoch == then.epoch => "(has chosen a token)".to_owned(),
            _ => action.to_string(),
        })
    }

    fn rules() -> &'static RuleTable {
        &RULES
    }

    fn new(rule_set: RuleSet, players: usize) -> Result<NoMoreVikings, KeyError> {
        Self::check_new(&rule_set, players)?;
        rule_set.check(players)?;
        let numbers = Numbers::new(&rule_set, players);
        let contents = table::contents(&rule_set);
        Ok(NoMoreVikings { rule_set, numbers, contents, processor: Processor::detect() })
    }

    fn rule_set(&self) -> &RuleSet {
        &self.rule_set
    }

    fn check_deal(&self, deal: &Deal) -> Result<(), KeyError> {
        deal::check(&self.rule_set, deal)
    }

    fn milestone(&self, scoring: &Scoring) -> Option<(usize, PerSeat<i32>)> {
        milestone(scoring.round).zip(scoring.standing)
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

    fn items(&self) -> Option<&'static ItemTable> {
        Some(&CARDS)
    }

    fn interventions(&self) -> Option<&dyn Interventions<NoMoreVikings>> {
        Some(self)
    }
}

impl Interventions<NoMoreVikings> for NoMoreVikings {
    fn round(&self, state: &State) -> u32 {
        state.round().max(1)
    }

    /// A turn of step 3 is one turn, and so is what comes before all turns of a round, and what comes after them.
    fn turn(&self, state: &State) -> Option<u32> {
        const BEFORE: u32 = 0;
        const AFTER: u32 = 1 + component::MAX_PLAYERS as u32;
        let turn = match state.phase {
            Phase::Whim | Phase::Settle | Phase::Token => BEFORE,
            Phase::Turn | Phase::Drop | Phase::Respond | Phase::Effect | Phase::Event => {
                1 + u32::from(state.turn)
            }
            Phase::Tower | Phase::Soldier | Phase::Month | Phase::Over => AFTER,
        };
        Some(state.round() * (AFTER + 1) + turn)
    }

    fn copies(&self, item: usize) -> u64 {
        self.cards_of(item).count_ones().into()
    }

    /// What a seat does not play stays in its hand, so nothing is [taken away](Interventions::take_away).
    fn grant(&self, state: &mut State, seat: Seat, item: usize) -> bool {
        self.give(state, seat.index(), item)
    }

    fn first(&self, state: &State) -> Option<Seat> {
        Some(Seat::new(state.first.into()))
    }

    /// Tokens already chosen are chosen again.
    fn set_first(&self, state: &mut State, seat: Seat) -> bool {
        if matches!(state.phase, Phase::Whim | Phase::Settle | Phase::Token) {
            state.first = seat.index() as u8;
        }
        if state.phase == Phase::Token {
            state.seat = state.first;
            for player in &mut state.players {
                player.token = NO_TOKEN;
            }
        }
        true
    }
}

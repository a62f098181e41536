use std::marker::PhantomData;

use serde_json::{Map, Value, json};

use super::action::Action;
use super::bonus::Bonus;
use super::deal::{Components, Deal};
use super::fact::{BONUS_TILES, TILES_WITH_GLORY};
use super::hidden_supply::Future;
use super::rule_set::{RULES, RuleSet};
use super::scoring::{Scoring, ScoringKind};
use super::state::{Phase, StateOf};
use super::variant::Variant;
use super::{VikingsOf, component, deal, fields, table};
use crate::cpu::Processor;
use crate::data::object;
use crate::error::KeyError;
use crate::fact::FactInfo;
use crate::item::ItemTable;
use crate::recorded::{Interventions, Recorded};
use crate::rules::RuleTable;
use crate::seat::{PerSeat, Seat};

impl<V: Variant> Recorded for VikingsOf<V> {
    type RuleSet = RuleSet;
    const ID: &'static str = "vikings";
    const ABOUT: &'static str = "Vikings (M. Kiesling): islands, ships and six kinds of vikings";
    const PLAYERS: (usize, usize) = (2, component::MAX_PLAYERS);
    const SCORE: &'static str = "glory";
    const FACTS: &'static [FactInfo] = V::FACTS;
    const MEANINGS: &'static [(&'static str, &'static str)] = &[
        ("buy", "takes the lot that now has this price: a tile and its viking"),
        ("start", "the start tile goes into column 1 of this row"),
        (
            "tile",
            "the island tile goes onto this cell; with + the viking stands on it, otherwise it goes ashore",
        ),
        ("discard", "the island tile fits nowhere and leaves the game"),
        ("ship", "the ship goes into this column"),
        ("ferry each", "a boatswain brings one viking of each colour onto its tiles"),
        ("ferry", "a boatswain brings the vikings of this row from the shore"),
        ("land", "the tile for the next viking of the ferry"),
        ("stop", "sends no further boatswain"),
        ("bid", "offers so much gold in total for choosing first"),
        ("pass", "is out of the auction"),
        ("remove", "takes a viking of this colour out of the game"),
        ("set", "puts all vikings of this colour on the wheel next"),
        ("take", "takes this bonus tile"),
        ("decline", "takes no bonus tile"),
        ("upgrade", "the building tile replaces the middle on this cell"),
        ("longboat each", "a boatswain with a longboat brings one viking of each colour"),
        ("longboat", "a boatswain with a longboat brings the vikings of this row"),
    ];
    const MILESTONES: &'static [&'static str] = &["round_2", "round_4", "round_6"];
    /// The wheel and the open row, and how many pieces of each kind nobody has seen yet, all packed.
    const OPEN_PARTS: &'static [&'static str] = &[
        "table.extra.auction.drawn",
        "table.extra.row",
        "table.extra.unseen",
        "future.middles",
        "future.unseen_tiles",
        "future.unseen_vikings",
        "table.wheel",
    ];

    fn rules() -> &'static RuleTable {
        &RULES
    }

    fn covers(rule_set: &RuleSet) -> bool {
        V::ADVANCED || rule_set.advanced.switched_on().is_none()
    }

    fn new(rule_set: RuleSet, players: usize) -> Result<VikingsOf<V>, KeyError> {
        Self::check_new(&rule_set, players)?;
        rule_set.check(players)?;
        if !V::ADVANCED
            && let Some(key) = rule_set.advanced.switched_on()
        {
            return Err(KeyError::new(key, "the base game has no advanced rules; only false"));
        }
        Ok(VikingsOf {
            variant: PhantomData,
            next: [1, 2, 3, 4].map(|next| (next % players) as u8),
            purses: [0, 1, 2, 3].map(|seat| rule_set.setup.purse(seat, players)),
            bonus: rule_set.bonus.values().map(|value| value as i32),
            bonus_glory: rule_set.bonus.glory().map(|glory| glory as i32),
            components: Components::new(&rule_set),
            supply: Future::all(&rule_set),
            rule_set,
            players,
            processor: Processor::detect(),
        })
    }

    fn rule_set(&self) -> &RuleSet {
        &self.rule_set
    }

    fn items(&self) -> Option<&'static ItemTable> {
        let given = self.bonus_glory.iter().any(|&glory| glory > 0);
        let table = if given { &TILES_WITH_GLORY } else { &BONUS_TILES };
        (V::ADVANCED && self.rule_set.advanced.bonus_tiles).then_some(table)
    }

    fn interventions(&self) -> Option<&dyn Interventions<Self>> {
        Some(self)
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

    fn result(&self, state: &StateOf<V>) -> Map<String, Value> {
        let glory = PerSeat::from_fn(self.players, |seat| state.glory(seat));
        let gold = PerSeat::from_fn(self.players, |seat| state.gold(seat));
        object(vec![("glory", json!(glory)), ("gold", json!(gold))])
    }

    fn actions(&self, most: usize) -> Option<Vec<Action>> {
        self.all_actions(most)
    }

    fn text(&self, state: &StateOf<V>, _: Option<Seat>) -> String {
        table::text(self, state)
    }

    fn fields(&self, state: &StateOf<V>, _: Seat) -> Map<String, Value> {
        fields::table(self, state)
    }

    fn scene(&self, state: &StateOf<V>) -> Option<Value> {
        Some(fields::scene(self, state))
    }
}

impl<V: Variant> Interventions<VikingsOf<V>> for VikingsOf<V> {
    fn round(&self, state: &StateOf<V>) -> u32 {
        u32::from(state.round) + 1
    }

    fn copies(&self, item: usize) -> u64 {
        self.rule_set.bonus.counts().get(item).map_or(1, |&count| u64::from(count))
    }

    fn take_away(&self, state: &mut StateOf<V>, action: Action) -> bool {
        match (action, state.extra_mut()) {
            (Action::Take { kind }, Some(extra)) => {
                extra.row.remove(kind);
                true
            }
            _ => false,
        }
    }

    fn grant(&self, state: &mut StateOf<V>, seat: Seat, item: usize) -> bool {
        let kind = Bonus::ALL.get(item).filter(|_| self.items().is_some());
        kind.is_some_and(|&kind| self.give(state, seat.index(), kind))
    }

    fn first(&self, state: &StateOf<V>) -> Option<Seat> {
        Some(state.first())
    }

    /// With the advanced rules, the seat bids first.
    fn set_first(&self, state: &mut StateOf<V>, seat: Seat) -> bool {
        if state.turn > 0 || !matches!(state.phase, Phase::Bid | Phase::Buy) {
            return false;
        }
        (state.first, state.seat) = (seat.index() as u8, seat.index() as u8);
        true
    }

    /// With the advanced rules, the seat acts as if it had won the auction at no cost.
    fn lead(&self, state: &mut StateOf<V>, seat: Seat) -> bool {
        if !self.set_first(state, seat) {
            return false;
        }
        if state.phase == Phase::Bid {
            if let Some(extra) = state.extra_mut() {
                extra.auction.close();
            }
            state.phase = Phase::Remove;
        }
        true
    }
}

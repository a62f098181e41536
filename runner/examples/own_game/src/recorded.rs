//! What files and the command know about the game.

use drakkar::engine::error::KeyError;
use drakkar::engine::fact::FactInfo;
use drakkar::engine::game::Game;
use drakkar::engine::item::{Item, ItemTable};
use drakkar::engine::recorded::{Interventions, Recorded};
use drakkar::engine::rules::{Key, Preset, RuleTable};
use drakkar::engine::seat::Seat;
use drakkar::serde_json::{Map, Value, json};
use serde::{Deserialize, Serialize};

use crate::game::{Action, Deal, Gems, KINDS, SEATS, State, cards};

/// All values of the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    pub cards: u8,
    pub hand: u8,
    pub gem: GemRules,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GemRules {
    pub ruby: Kind,
    pub opal: Kind,
    pub jade: Kind,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    pub count: u8,
    pub value: i32,
}

impl GemRules {
    pub fn of(&self, kind: usize) -> &Kind {
        [&self.ruby, &self.opal, &self.jade][kind]
    }
}

drakkar::engine::data!(RuleSet);

/// Presets, and the allowed values of their keys.
static RULES: RuleTable = RuleTable::new(
    Gems::ID,
    &[Preset { name: "base", about: "30 cards, six in hand", toml: include_str!("base.toml") }],
    &[
        Key::whole("cards", 8, 60, ""),
        Key::whole("hand", 2, 10, ""),
        Key::whole("gem.*.count", 0, 9, ""),
        Key::whole("gem.*.value", 0, 9, ""),
    ],
);

drakkar::engine::facts! {
    /// Facts of one seat in one game. Those of kind `Source` add up to the score.
    pub enum GemsFact {
        TricksLed: Count = "tricks_led", "tricks that the seat led and took";
        Tricks: Source = "points_tricks", "points for tricks";
        Rubies: Source = "points_ruby", "points for rubies";
        Opals: Source = "points_opal", "points for opals";
        Jades: Source = "points_jade", "points for jades";
    }
}

/// What seats may take: `balance` judges it, and finds fair values for it.
const ITEMS: ItemTable = ItemTable {
    file: "gems",
    column: "item",
    resource: "",
    key: "gem",
    take: ("take *", "pass"),
    pursue: &[],
    items: &[item(0), item(1), item(2)],
};

const fn item(kind: usize) -> Item {
    Item { name: KINDS[kind], take: None, facts: None }
}

impl Recorded for Gems {
    type RuleSet = RuleSet;
    const ID: &'static str = "gems";
    const ABOUT: &'static str = "tricks with hidden hands, worth more with gems in them";
    const PLAYERS: (usize, usize) = (2, SEATS);
    const SCORE: &'static str = "points";
    const FACTS: &'static [FactInfo] = GemsFact::ALL;
    const MEANINGS: &'static [(&'static str, &'static str)] = &[
        ("play", "plays this card; the highest one takes the trick"),
        ("take", "takes this gem from the table"),
        ("pass", "takes no gem"),
    ];

    fn rules() -> &'static RuleTable {
        &RULES
    }
    fn new(rules: RuleSet, players: usize) -> Result<Gems, KeyError> {
        Gems::check_new(&rules, players)?;
        if usize::from(rules.hand) * players > usize::from(rules.cards) {
            return Err(KeyError::new("hand", "there are too few cards for all seats"));
        }
        Ok(Gems { rules, players })
    }
    fn rule_set(&self) -> &RuleSet {
        &self.rules
    }
    fn check_deal(&self, deal: &Deal) -> Result<(), KeyError> {
        let mut sorted = deal.deck.clone();
        sorted.sort_unstable();
        let fits = sorted.into_iter().eq(1..=self.rules.cards);
        let reason = "expected every card of the deck once";
        if fits { Ok(()) } else { Err(KeyError::new("deck", reason)) }
    }

    /// The table for a person, with the hands that `seat` sees: its own, or without a seat all of them.
    fn text(&self, state: &State, seat: Option<Seat>) -> String {
        let mut text = format!("played: {:?}\n", cards(state.played).collect::<Vec<u8>>());
        for (kind, count) in KINDS.iter().zip(state.open) {
            text += &format!("{kind}: {count}\n");
        }
        for other in Seat::all(self.players) {
            let (points, card) = (state.points[other.index()], state.trick[other.index()]);
            let lead = if other == state.leader { ", leads" } else { "" };
            text += &format!("seat {other}: {points} points, card {card}{lead}");
            if seat.is_none_or(|seat| seat == other) {
                let hand: Vec<u8> = cards(state.hands[other.index()]).collect();
                text += &format!(", hand {hand:?}");
            }
            text += "\n";
        }
        text
    }

    /// The same as data for programs, which need not read the text.
    fn fields(&self, state: &State, seat: Seat) -> Map<String, Value> {
        let State { hands, trick, points, open, .. } = state;
        let hand: Vec<u8> = cards(hands[seat.index()]).collect();
        let fields = json!({
            "hand": hand, "trick": trick[..self.players], "points": points[..self.players],
            "gems": open, "played": cards(state.played).collect::<Vec<u8>>(),
        });
        fields.as_object().cloned().unwrap_or_default()
    }
    /// The whole table for the picture that `drawing.js` makes.
    fn scene(&self, state: &State) -> Option<Value> {
        let seats = Seat::all(self.players).map(|seat| {
            let hand: Vec<u8> = cards(state.hands[seat.index()]).collect();
            let (points, card) = (state.points[seat.index()], state.trick[seat.index()]);
            json!({ "points": points, "hand": hand, "card": (card > 0).then_some(card) })
        });
        Some(json!({
            "drawing": Gems::ID,
            "to_move": self.to_move(state).map(Seat::index),
            "first": state.leader.index(),
            "gems": KINDS.iter().zip(state.open).collect::<Vec<_>>(),
            "seats": seats.collect::<Vec<_>>(),
        }))
    }
    fn items(&self) -> Option<&'static ItemTable> {
        Some(&ITEMS)
    }
    fn interventions(&self) -> Option<&dyn Interventions<Gems>> {
        Some(self)
    }
}

/// What `balance` may change in the middle of a game.
impl Interventions<Gems> for Gems {
    /// A trick, with the gem that is taken after it: decisions of the same round are compared.
    fn round(&self, state: &State) -> u32 {
        self.tricks(state) + u32::from(!state.choosing)
    }
    fn copies(&self, item: usize) -> u64 {
        self.rules.gem.of(item).count.into()
    }

    /// Nobody gets the gem.
    fn take_away(&self, state: &mut State, action: Action) -> bool {
        let Action::Take(kind) = action else { return false };
        state.open[usize::from(kind)] -= 1;
        true
    }

    /// One more gem than there are.
    fn grant(&self, state: &mut State, seat: Seat, item: usize) -> bool {
        self.give(state, seat, item);
        true
    }
    fn first(&self, state: &State) -> Option<Seat> {
        Some(state.leader)
    }
    fn set_first(&self, state: &mut State, seat: Seat) -> bool {
        state.leader = seat;
        true
    }
}

//! What the laboratory needs from a game beyond playing it.

use serde_json::{Map, Value, json};

use crate::data::{FromData, ToData, from_toml, object};
use crate::error::KeyError;
use crate::fact::FactInfo;
use crate::game::{Game, View};
use crate::item::ItemTable;
use crate::rules::{Preset, RuleTable};
use crate::seat::{PerSeat, Seat};

/// A game that commands, records and statistics can handle. [`data!`](crate::data!) next to a type declares it as data.
#[allow(unused_variables)] // by defaults
pub trait Recorded: Game<Deal: ToData + FromData, Scoring: ToData> + 'static {
    /// Every number of the rules.
    type RuleSet: Clone + PartialEq + ToData + FromData + Send + Sync;

    /// Name on the command line and in records, for example `vikings`.
    const ID: &'static str;
    /// One line for lists.
    const ABOUT: &'static str;
    /// Fewest and most seats, at most [`MAX_SEATS`](crate::seat::MAX_SEATS).
    const PLAYERS: (usize, usize);
    /// What the score is called, for example `glory`.
    const SCORE: &'static str;
    /// Facts of one seat in one game; the key of each is its column.
    const FACTS: &'static [FactInfo];
    /// What actions do, in a few words for people, by the words that they begin with; of several that fit, the first
    /// counts.
    const MEANINGS: &'static [(&'static str, &'static str)] = &[];
    /// Moments at which the standing is compared with the final result, if any.
    const MILESTONES: &'static [&'static str] = &[];
    /// Parts of the state that the deal decides and every seat knows, where the view does not show them as they are:
    /// paths in the state's debug text, such as `row` or `table.row[0]`, which stand for all that is in them. The
    /// [contract](crate::contract) cannot tell them from hidden parts that [`Game::draw`] forgets.
    const OPEN_PARTS: &'static [&'static str] = &[];

    /// The named rule sets, and what their keys may hold.
    fn rules() -> &'static RuleTable;

    /// The named rule sets; the first is the default.
    fn presets() -> &'static [Preset] {
        Self::rules().presets
    }

    /// Reads a whole rule set, as a record holds it.
    fn read_rules(value: &Value) -> Result<Self::RuleSet, KeyError> {
        Self::rules().check(value)?;
        Self::RuleSet::from_data(value)
    }

    /// Reads a whole rule set, as the text of a file.
    ///
    /// # Errors
    /// Text that is not TOML, keys that are missing or unknown, and values out of their range.
    fn read_toml(toml: &str) -> Result<Self::RuleSet, KeyError> {
        Self::read_rules(&from_toml(toml)?)
    }

    /// Whether this type is meant to play by `rule_set`. A game may be compiled in several variants, of which one
    /// supports every rule set and others only some, with a smaller state.
    fn covers(rule_set: &Self::RuleSet) -> bool {
        true
    }

    /// What [`Recorded::new`] checks before conditions on several keys: the number of seats, and every value by itself.
    fn check_new(rule_set: &Self::RuleSet, players: usize) -> Result<(), KeyError> {
        check_seats(Self::ID, Self::PLAYERS, players)?;
        Self::rules().check(&rule_set.to_data())
    }

    /// The game under `rule_set` with `players` seats.
    fn new(rule_set: Self::RuleSet, players: usize) -> Result<Self, KeyError>;

    /// The rule set in force.
    fn rule_set(&self) -> &Self::RuleSet;

    /// Reads a deal and [checks](Recorded::check_deal) it.
    fn read_deal(&self, value: &Value) -> Result<Self::Deal, KeyError> {
        let deal = Self::Deal::from_data(value)?;
        self.check_deal(&deal)?;
        Ok(deal)
    }

    /// Whether `deal` is one that this rule set can give; by default, any is.
    fn check_deal(&self, deal: &Self::Deal) -> Result<(), KeyError> {
        Ok(())
    }

    /// The number in [`Recorded::MILESTONES`] and the score of every seat, if this scoring is a milestone.
    fn milestone(&self, scoring: &Self::Scoring) -> Option<(usize, PerSeat<i32>)> {
        None
    }

    /// The game's own lists in a record's `result`, for example `glory` and `gold`, beside `place` and `win_share`.
    fn result(&self, state: &Self::State) -> Map<String, Value> {
        object(vec![(Self::SCORE, json!(self.outcome(state).score))])
    }

    /// The table as lines of text for a person: as `seat` knows it, or, without a seat, the whole of it.
    fn text(&self, state: &Self::State, seat: Option<Seat>) -> String;

    // Optional; the defaults are for games without such things.

    /// What `seat` knows, as data for external programs.
    fn fields(&self, state: &Self::State, seat: Seat) -> Map<String, Value> {
        Map::new()
    }

    /// One line about the game under this rule set, where that makes a difference.
    fn about(&self) -> String {
        Self::ABOUT.to_owned()
    }

    /// Every action that may be legal at some time under this rule set, each once and in any order, so that programs can
    /// number them; others may be among them. `None` if there are more than `most`, or if the game does not say.
    fn actions(&self, most: usize) -> Option<Vec<Self::Action>> {
        None
    }

    /// What the other seats have seen, by the time of `now`, of `action` that was chosen in `then`: its text without what
    /// is hidden from them; `None` for nothing. Choices that are [indistinguishable](Game::indistinguishable) are told alike.
    fn public_text(
        &self,
        then: &Self::State,
        action: Self::Action,
        now: &Self::State,
    ) -> Option<String> {
        Some(action.to_string())
    }

    /// The line in which all seats are told of a scoring where it happens, for example of a roll.
    fn announced(&self, scoring: &Self::Scoring) -> Option<String> {
        None
    }

    /// Things that seats may take, if there are such under this rule set.
    fn items(&self) -> Option<&'static ItemTable> {
        None
    }

    /// `Some(self)` if the game implements [`Interventions`].
    fn interventions(&self) -> Option<&dyn Interventions<Self>> {
        None
    }

    /// The whole table as data for a picture, with what follows from the rules (what is threatened, what things cost
    /// now), so that the drawing script need not know them; `None` if this game is shown as [`Recorded::text`].
    fn scene(&self, state: &Self::State) -> Option<Value> {
        None
    }
}

/// The entry of [`Recorded::MEANINGS`] for the text of an action.
pub fn meaning<'m>(
    meanings: &'m [(&'static str, &'static str)],
    action: &str,
) -> Option<&'m (&'static str, &'static str)> {
    let begins = |words: &str| {
        action.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    meanings.iter().find(|(words, _)| begins(words))
}

/// What a seat knows, for people and programs.
impl<G: Recorded> View<'_, G> {
    /// See [`Recorded::text`].
    pub fn text(&self) -> String {
        self.game().text(self.state(), Some(self.seat()))
    }

    /// See [`Recorded::fields`].
    pub fn fields(&self) -> Map<String, Value> {
        self.game().fields(self.state(), self.seat())
    }
}

/// Whether the game called `id` may have so many seats.
pub(crate) fn check_seats(
    id: &str,
    (fewest, most): (usize, usize),
    players: usize,
) -> Result<(), KeyError> {
    let reason = || format!("{id} has {fewest} to {most} seats, not {players}");
    let fits = (fewest..=most).contains(&players);
    if fits { Ok(()) } else { Err(KeyError::new("players", reason())) }
}

/// What `drakkar balance` may do to a game in progress to measure what a thing is worth; by default, nothing.
#[allow(unused_variables)] // by defaults
pub trait Interventions<G: Game> {
    /// The current round, from 1. Decisions of the same round are compared with each other.
    fn round(&self, state: &G::State) -> u32 {
        1
    }

    /// The number of the turn, the same for all its decisions; `None` if every decision is a turn of its own. A seat
    /// that leaves a thing leaves it for the rest of the turn.
    fn turn(&self, state: &G::State) -> Option<u32> {
        None
    }

    /// How many there are of [item](Recorded::items) number `item`: its weight in means over kinds.
    fn copies(&self, item: usize) -> u64 {
        1
    }

    /// Removes from the table what `action`, which is legal, would take; the seat to move stays the same. Returns whether
    /// there was such a thing.
    fn take_away(&self, state: &mut G::State, action: G::Action) -> bool {
        false
    }

    /// Gives `seat` one more of [item](Recorded::items) number `item`, from outside the game and at no cost. Returns
    /// whether that is possible here.
    fn grant(&self, state: &mut G::State, seat: Seat, item: usize) -> bool {
        false
    }

    /// The seat that begins the current [round](Interventions::round) by the order of play, if any.
    fn first(&self, state: &G::State) -> Option<Seat> {
        None
    }

    /// At the first decision of a round: makes `seat` the [first](Interventions::first), as if the order of play had come
    /// to it; later rounds follow from there. Returns whether the game has this.
    fn set_first(&self, state: &mut G::State, seat: Seat) -> bool {
        false
    }

    /// At the first decision of a round: `seat` begins it, at no cost and without asking anybody. Other than
    /// [`Interventions::set_first`] only if seats bid for beginning a round, or otherwise decide it.
    fn lead(&self, state: &mut G::State, seat: Seat) -> bool {
        self.set_first(state, seat)
    }
}

//! The fast engine and the plain twin at the same table.

use std::collections::BTreeSet;

use super::twin::{Rules, Step, Twin};
use drakkar_engine::fact::Ledger;
use drakkar_engine::game::Game;
use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::action::Action;
use drakkar_engine::games::no_more_vikings::scoring::Scoring;
use drakkar_engine::games::no_more_vikings::state::State;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use serde_json::{Value, json};

/// The engine's game under the twin's rule set.
pub fn engine(rules: &Rules, players: usize) -> NoMoreVikings {
    let rule_set = NoMoreVikings::read_rules(&serde_json::to_value(rules).unwrap())
        .unwrap_or_else(|error| panic!("{error}: {}", serde_json::to_string(rules).unwrap()));
    NoMoreVikings::new(rule_set, players).unwrap()
}

/// One game in both.
pub struct Both {
    pub game: NoMoreVikings,
    pub state: State,
    pub twin: Twin,
    pub deal: Value,
    pub history: Vec<String>,
    ledger: Ledger<Scoring>,
    clocks: BTreeSet<(usize, u32)>,
}

impl Both {
    /// Both read the deal.
    pub fn new(rules: Rules, players: usize, deal: Value) -> Both {
        let game = engine(&rules, players);
        let dealt = game.read_deal(&deal).unwrap_or_else(|error| panic!("{error}: {deal}"));
        assert_eq!(serde_json::to_value(&dealt).unwrap(), deal);
        let state = game.state(&dealt);
        let twin =
            Twin::new(rules, players, &deal).unwrap_or_else(|error| panic!("{error}: {deal}"));
        Both::at(game, state, twin, deal)
    }

    /// In the middle of a game.
    pub fn at(game: NoMoreVikings, state: State, twin: Twin, deal: Value) -> Both {
        let ledger = Ledger::new(game.players(), NoMoreVikings::FACTS.len());
        Both { game, state, twin, deal, history: Vec::new(), ledger, clocks: BTreeSet::new() }
    }

    pub fn place(&self) -> String {
        let rules = serde_json::to_string(&self.twin.rules).unwrap();
        format!("deal {}, rules {rules}, after {:?}", self.deal, self.history)
    }

    /// Compares the decision; returns the legal actions as texts, sorted, or `None` at the end.
    pub fn legal(&mut self) -> Option<Vec<String>> {
        let (game, state, twin) = (&self.game, &self.state, &self.twin);
        let seat = game.to_move(state).map(Seat::index);
        assert_eq!(seat, twin.to_move(), "{}", self.place());
        let points: Vec<i64> = (0..game.players()).map(|seat| twin.score(seat)).collect();
        let outcome = game.outcome(state);
        assert_eq!(json!(outcome.score.as_slice()), json!(points), "{}", self.place());
        let mut actions: Vec<Action> = Vec::new();
        game.legal(state, &mut actions);
        assert_eq!(game.count_legal(state) as usize, actions.len(), "{}", self.place());
        let seat = seat?;
        for (k, &action) in actions.iter().enumerate() {
            assert_eq!(game.nth_legal(state, k as u32), action, "{}", self.place());
            assert!(game.is_legal(state, action), "{action}, {}", self.place());
        }
        let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        let mut others = twin.legal();
        others.sort_unstable();
        assert_eq!(texts, others, "{}", self.place());
        // What is chosen, or the cards that it is chosen from.
        let secret = matches!(
            twin.agenda.last(),
            Some(
                Step::Whim { .. }
                    | Step::Token { .. }
                    | Step::Turn { .. }
                    | Step::Drop { .. }
                    | Step::Window(_)
            )
        );
        assert_eq!(game.is_secret(state), secret, "{}", self.place());
        let clock = (seat, game.clock(state));
        assert!(self.clocks.insert(clock), "the clock shows {clock:?} again, {}", self.place());
        Some(texts)
    }

    /// Tries a text that may be illegal or no action at all.
    pub fn try_out(&self, text: &str, legal: &[String]) {
        let expected = legal.iter().any(|other| other == text);
        let Ok(action) = text.parse::<Action>() else {
            assert!(!expected, "{text}: {}", self.place());
            return;
        };
        assert_eq!(action.to_string(), text);
        assert_eq!(self.game.is_legal(&self.state, action), expected, "{text}: {}", self.place());
        let mut state = self.state;
        let applied = self.game.apply(&mut state, action, &mut ()).is_ok();
        assert_eq!(applied, expected, "{text}: {}", self.place());
        assert!(expected || state == self.state, "{text}: {}", self.place());
    }

    /// Plays a legal action in both.
    pub fn play(&mut self, text: &str) {
        let (then, before, epoch) = (self.state, self.twin.clone(), self.game.epoch(&self.state));
        let action = text.parse().unwrap();
        self.game.apply(&mut self.state, action, &mut self.ledger).unwrap();
        self.twin.play(text).unwrap();
        self.history.push(text.to_owned());
        // H6
        let rises = self.game.epoch(&self.state).cmp(&epoch);
        assert_eq!(rises, self.twin.epoch.cmp(&before.epoch), "epoch, {}", self.place());
        let told = self.game.told(&then, action, &self.state);
        assert_eq!(told.as_deref(), Some(self.expected_told(&before, text)), "{}", self.place());
    }

    /// H7: what the others have been told of an action right after it.
    fn expected_told<'t>(&self, before: &Twin, text: &'t str) -> &'t str {
        match before.agenda.last() {
            Some(Step::Whim { .. }) => "(has chosen a whim)",
            Some(Step::Token { .. }) if !self.twin.revealed => "(has chosen a token)",
            _ => text,
        }
    }

    /// Compares scorings, result and facts of a finished game.
    pub fn compare_end(&self) {
        let (game, state, twin) = (&self.game, &self.state, &self.twin);
        let scorings = serde_json::to_value(self.ledger.scorings()).unwrap();
        assert_eq!(scorings, Value::from(twin.scorings.clone()), "{}", self.place());
        let other = twin.result().unwrap();
        let mut own = game.result(state);
        let outcome = game.outcome(state);
        own.insert("place".to_owned(), json!(outcome.place.as_slice()));
        for (key, value) in &own {
            assert_eq!(*value, other[key], "{key}, {}", self.place());
        }
        assert_eq!(own.len() + 1, other.as_object().unwrap().len());
        for (seat, &share) in outcome.share.as_slice().iter().enumerate() {
            let told = other["win_share"][seat].as_f64().unwrap();
            assert!((f64::from(share) / 60.0 - told).abs() < 1e-6, "{share} of 60, {told}");
        }
        for seat in Seat::all(game.players()) {
            let facts = NoMoreVikings::FACTS.iter().zip(self.ledger.facts(seat));
            let own: Vec<(String, i64)> =
                facts.map(|(info, &count)| (info.name.to_owned(), count.into())).collect();
            assert_eq!(own, twin.facts(seat.index()), "seat {seat}, {}", self.place());
        }
    }
}

/// A text like an action.
pub fn scribble(rng: &mut Rng) -> String {
    const VERBS: [&str; 22] = [
        "whim",
        "aggressive",
        "balanced",
        "development",
        "populate",
        "enlist",
        "cultivate",
        "marry",
        "fortress",
        "tower",
        "move",
        "draw",
        "drop",
        "play",
        "end",
        "pass",
        "edict",
        "counter",
        "at",
        "sink",
        "divert",
        "raid",
    ];
    const WORDS: [&str; 24] = [
        "a", "b", "c", "d", "h", "i", "a1", "a2", "b1", "b2", "c3", "d4", "h8", "a9", "e1", "bow",
        "steal", "fog", "counter", "square", "whim1", "0", "1", "4",
    ];
    let mut any = |most: usize| rng.below(most as u32) as usize;
    let mut words = vec![VERBS[any(VERBS.len())]];
    (0..any(4)).for_each(|_| words.push(WORDS[any(WORDS.len())]));
    words.join(" ")
}

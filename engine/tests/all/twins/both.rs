//! The fast engine and the plain twin at the same table.

use std::collections::BTreeSet;

use super::{PlainTwin, State, engine};
use drakkar_engine::data::ToData;
use drakkar_engine::fact::Ledger;
use drakkar_engine::game::Game;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use serde_json::{Value, json};

/// One game in both.
pub struct Both<T: PlainTwin> {
    pub game: T::Game,
    pub state: State<T>,
    pub twin: T,
    pub deal: Value,
    pub history: Vec<String>,
    ledger: Ledger<<T::Game as Game>::Scoring>,
    clocks: BTreeSet<(usize, u32)>,
}

impl<T: PlainTwin> Both<T> {
    /// Both read the deal.
    pub fn new(rules: T::Rules, players: usize, deal: Value) -> Both<T> {
        let game: T::Game = engine(&rules, players);
        let dealt = game.read_deal(&deal).unwrap_or_else(|error| panic!("{error}: {deal}"));
        assert_eq!(dealt.to_data(), deal);
        let state = game.state(&dealt);
        let twin = T::new(rules, players, &deal).unwrap_or_else(|error| panic!("{error}: {deal}"));
        Both::at(game, state, twin, deal)
    }

    /// In the middle of a game.
    pub fn at(game: T::Game, state: State<T>, twin: T, deal: Value) -> Both<T> {
        let ledger = Ledger::new(game.players(), T::Game::FACTS.len());
        Both { game, state, twin, deal, history: Vec::new(), ledger, clocks: BTreeSet::new() }
    }

    pub fn place(&self) -> String {
        let rules = serde_json::to_string(self.twin.rules()).unwrap();
        format!("deal {}, rules {rules}, after {:?}", self.deal, self.history)
    }

    /// Compares the decision; returns the legal actions as texts, sorted, or `None` at the end.
    pub fn legal(&mut self) -> Option<Vec<String>> {
        let (game, state, twin) = (&self.game, &self.state, &self.twin);
        let seat = game.to_move(state).map(Seat::index);
        assert_eq!(seat, twin.to_move(), "{}", self.place());
        let standing: Vec<i64> = (0..game.players()).map(|seat| twin.standing(seat)).collect();
        let outcome = game.outcome(state);
        assert_eq!(json!(outcome.score.as_slice()), json!(standing), "{}", self.place());
        let mut actions = Vec::new();
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
        assert_eq!(game.is_secret(state), twin.decides_in_secret(), "{}", self.place());
        let clock = (seat, game.clock(state));
        assert!(self.clocks.insert(clock), "the clock shows {clock:?} again, {}", self.place());
        Some(texts)
    }

    /// Tries a text that may be illegal or no action at all.
    pub fn try_out(&self, text: &str, legal: &[String]) {
        let expected = legal.iter().any(|other| other == text);
        let Ok(action) = text.parse::<<T::Game as Game>::Action>() else {
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
        let rises = self.game.epoch(&self.state).cmp(&epoch);
        let expected = self.twin.visible().cmp(&before.visible());
        assert_eq!(rises, expected, "epoch, {}", self.place());
        let told = self.game.public_text(&then, action, &self.state);
        assert_eq!(told, self.twin.told(&before, text), "{}", self.place());
    }

    /// Compares scorings, result and facts of a finished game.
    pub fn compare_end(&self) {
        let (game, state, twin) = (&self.game, &self.state, &self.twin);
        let scorings: Vec<Value> = self.ledger.scorings().iter().map(ToData::to_data).collect();
        assert_eq!(scorings, twin.scorings(), "{}", self.place());
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
            let facts = T::Game::FACTS.iter().zip(self.ledger.facts(seat));
            let own: Vec<(String, i64)> =
                facts.map(|(info, &count)| (info.name.to_owned(), count.into())).collect();
            assert_eq!(own, twin.facts(seat.index()), "seat {seat}, {}", self.place());
        }
    }
}

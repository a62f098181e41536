//! The fast engine and the plain twin at the same table.

use std::collections::BTreeSet;

use super::twin::{Phase, Rules, Twin};
use drakkar_engine::fact::Ledger;
use drakkar_engine::game::Game;
use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::games::eketorp::action::Action;
use drakkar_engine::games::eketorp::scoring::Scoring;
use drakkar_engine::games::eketorp::state::State;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use serde_json::{Value, json};

/// The engine's game under the twin's rule set.
pub fn engine(rules: &Rules, players: usize) -> Eketorp {
    let rule_set = Eketorp::read_rules(&serde_json::to_value(rules).unwrap()).unwrap();
    Eketorp::new(rule_set, players).unwrap()
}

/// One game in both.
pub struct Both {
    pub game: Eketorp,
    pub state: State,
    pub twin: Twin,
    pub deal: Value,
    pub history: Vec<String>,
    ledger: Ledger<Scoring>,
    clocks: BTreeSet<(usize, u32)>,
}

/// What has become visible so far: rounds, placements, cards drawn and cards played.
fn visible(twin: &Twin) -> (usize, bool, usize, i64) {
    let swaps = twin.players.iter().map(|player| player.swaps.len()).sum();
    let played = twin.players.iter().filter_map(|player| player.facts.get("cards_played")).sum();
    (twin.round, twin.phase != Phase::Place, swaps, played)
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
    pub fn at(game: Eketorp, state: State, twin: Twin, deal: Value) -> Both {
        let ledger = Ledger::new(game.players(), Eketorp::FACTS.len());
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
        let points: Vec<usize> = (0..game.players()).map(|seat| twin.points(seat)).collect();
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
        let secret = match twin.phase {
            Phase::Place | Phase::AttackerCard => true,
            Phase::DefenderCard => !twin.players[seat].hand_public,
            _ => false,
        };
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
        let rises = self.game.epoch(&self.state).cmp(&epoch);
        let expected = visible(&self.twin).cmp(&visible(&before));
        // A new round hides placements again, and is seen.
        assert_eq!(rises, expected, "epoch, {}", self.place());
        let told = self.game.told(&then, action, &self.state);
        assert_eq!(told, self.expected_told(&before, text), "{}", self.place());
    }

    /// U4, U5: what the others have been told of an action right after it.
    fn expected_told(&self, before: &Twin, text: &str) -> Option<String> {
        let now = &self.twin;
        match before.phase {
            Phase::Place if now.phase == Phase::Place && now.round == before.round => {
                (now.seat != before.seat).then(|| "(has placed its Vikings)".to_owned())
            }
            Phase::AttackerCard if visible(now) == visible(before) => None,
            _ => Some(text.to_owned()),
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
            let facts = Eketorp::FACTS.iter().zip(self.ledger.facts(seat));
            let own: Vec<(String, i64)> =
                facts.map(|(info, &count)| (info.name.to_owned(), count.into())).collect();
            assert_eq!(own, twin.facts(seat.index()), "seat {seat}, {}", self.place());
        }
    }
}

/// A text like an action.
pub fn scribble(rng: &mut Rng) -> String {
    const WORDS: [&str; 31] = [
        "put", "home", "fight", "siege", "swap", "keep", "card", "loot", "take", "build", "none",
        "g", "w", "c", "s", "A", "D", "G", "0C", "1B", "2R", "3C", "5R", "6B", "0", "1", "2", "3",
        "4", "7", "10",
    ];
    let mut any = |most: usize| rng.below(most as u32) as usize;
    let mut words = vec![WORDS[any(10)]];
    (0..any(4)).for_each(|_| words.push(WORDS[10 + any(21)]));
    words.join(" ")
}

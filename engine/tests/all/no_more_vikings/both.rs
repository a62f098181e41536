//! The fast engine and the plain twin at the same table.

use super::drawn::as_twin;
use super::games::{STYLES, choose};
use super::twin::variation::dealt;
use super::twin::{Rules, Step, Twin};
use super::{known, told};
use crate::twins::{self, PlainTwin};
use drakkar_engine::game::Game;
use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::state::State;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use serde_json::Value;

/// One game in both.
pub type Both = twins::Both<Twin>;

/// The engine's game under the twin's rule set.
pub fn engine(rules: &Rules, players: usize) -> NoMoreVikings {
    twins::engine(rules, players)
}

impl PlainTwin for Twin {
    type Game = NoMoreVikings;
    type Rules = Rules;
    type Sight = Value;
    /// H6
    type Visible = usize;

    fn new(rules: Rules, players: usize, deal: &Value) -> Result<Twin, String> {
        Twin::new(rules, players, deal)
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn to_move(&self) -> Option<usize> {
        self.to_move()
    }

    fn legal(&self) -> Vec<String> {
        self.legal()
    }

    fn play(&mut self, action: &str) -> Result<(), String> {
        self.play(action)
    }

    fn standing(&self, seat: usize) -> i64 {
        self.score(seat)
    }

    fn scorings(&self) -> &[Value] {
        &self.scorings
    }

    fn result(&self) -> Option<Value> {
        self.result()
    }

    fn facts(&self, seat: usize) -> Vec<(String, i64)> {
        self.facts(seat)
    }

    fn decides_in_secret(&self) -> bool {
        matches!(
            self.agenda.last(),
            Some(
                Step::Whim { .. }
                    | Step::Token { .. }
                    | Step::Turn { .. }
                    | Step::Drop { .. }
                    | Step::Window(_)
            )
        )
    }

    fn visible(&self) -> usize {
        self.epoch
    }

    /// H7
    fn told(&self, before: &Twin, action: &str) -> Option<String> {
        let told = match before.agenda.last() {
            Some(Step::Whim { .. }) => "(has chosen a whim)",
            Some(Step::Token { .. }) if !self.revealed => "(has chosen a token)",
            _ => action,
        };
        Some(told.to_owned())
    }

    fn sight(&self, seat: usize) -> Value {
        self.sight(seat)
    }

    fn with(&self, game: &NoMoreVikings, state: &State, seat: usize) -> Twin {
        as_twin(game, self, state, seat)
    }

    fn allows(&self, other: &Twin, seat: usize) -> Result<(), String> {
        self.allows(other, seat)
    }

    /// It does not know a list of mixes that has been drawn.
    fn follows(&self, action: &str) -> bool {
        let mut next = self.clone();
        next.play(action).unwrap();
        next.mixes_used == self.mixes_used
    }

    fn compare_told(both: &Both, seat: Seat) {
        let view = both.game.view(&both.state, seat);
        let mut fields = Value::Object(view.fields());
        let mut actions = Vec::new();
        view.legal(&mut actions);
        let actions = actions.iter().map(ToString::to_string).collect();
        let own = known::of_view(&both.twin.rules, seat.index(), &fields, actions);
        let other = known::of_sight(&both.twin.sight(seat.index()));
        assert_eq!(own, other, "seat {seat}, {}", both.place());
        // Only the seat whose turn it is lays cards aside; the others' views have no such key.
        let own = &mut fields["seats"][seat.index()];
        if own.get("aside").is_none() {
            own["aside"] = Value::Array(Vec::new());
        }
        // The twin does not keep the responses of a window that has closed.
        if matches!(both.twin.agenda.last(), Some(Step::Effect(_))) {
            let window = fields["window"].as_object_mut().unwrap();
            window.retain(|key, _| ["kind", "seat", "target"].contains(&key.as_str()));
        }
        assert_eq!(fields, told::fields(&both.twin, seat.index()), "seat {seat}, {}", both.place());
    }

    fn dealt(rules: &Rules, _: usize, rng: &mut Rng) -> Value {
        dealt(rules, &mut |most| rng.below(most as u32 + 1) as usize)
    }

    /// Two cards of the deck or of a list, or two whims, have changed places.
    fn exchanged(deal: &Value, rng: &mut Rng) -> Value {
        let mut deal = deal.clone();
        let key = ["deck", "whims"][rng.below(2) as usize];
        let list = if rng.below(4) == 0 {
            &mut deal["mixes"][rng.below(8) as usize]
        } else {
            &mut deal[key]
        };
        let list = list.as_array_mut().unwrap();
        let [one, two] = [0; 2].map(|_: u32| rng.below(list.len().min(30) as u32) as usize);
        list.swap(one, two);
        deal
    }

    fn choose(&self, style: u32, legal: &[String], rng: &mut Rng) -> usize {
        choose(STYLES[style as usize], legal, rng)
    }

    fn scribble(rng: &mut Rng) -> String {
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
            "a", "b", "c", "d", "h", "i", "a1", "a2", "b1", "b2", "c3", "d4", "h8", "a9", "e1",
            "bow", "steal", "fog", "counter", "square", "whim1", "0", "1", "4",
        ];
        let mut any = |most: usize| rng.below(most as u32) as usize;
        let mut words = vec![VERBS[any(VERBS.len())]];
        (0..any(4)).for_each(|_| words.push(WORDS[any(WORDS.len())]));
        words.join(" ")
    }

    /// With the kind of a card that is played.
    fn kind_of(action: &str) -> &str {
        let end = action.match_indices(' ').nth(usize::from(action.starts_with("play ")));
        end.map_or(action, |(end, _)| &action[..end])
    }
}

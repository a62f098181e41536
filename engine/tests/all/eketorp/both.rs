//! The fast engine and the plain twin at the same table.

use super::drawn::{agrees, as_twin};
use super::games::{STYLES, choose};
use super::twin::sight::Sight;
use super::twin::variation::dealt;
use super::twin::{Phase, Rules, Twin};
use super::{known, told};
use crate::twins::{self, PlainTwin};
use drakkar_engine::game::Game;
use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::games::eketorp::state::State;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use serde_json::{Value, json};

/// One game in both.
pub type Both = twins::Both<Twin>;

/// The engine's game under the twin's rule set.
pub fn engine(rules: &Rules, players: usize) -> Eketorp {
    twins::engine(rules, players)
}

impl PlainTwin for Twin {
    type Game = Eketorp;
    type Rules = Rules;
    type Sight = Sight;
    /// Rounds, placements, cards drawn and cards played. A new round hides placements again, and is seen.
    type Visible = (usize, bool, usize, i64);

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
        self.points(seat) as i64
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
        match self.phase {
            Phase::Place | Phase::AttackerCard => true,
            Phase::DefenderCard => !self.players[self.seat].hand_public,
            _ => false,
        }
    }

    fn visible(&self) -> Self::Visible {
        let swaps = self.players.iter().map(|player| player.swaps.len()).sum();
        let played =
            self.players.iter().filter_map(|player| player.facts.get("cards_played")).sum();
        (self.round, self.phase != Phase::Place, swaps, played)
    }

    /// U4, U5.
    fn told(&self, before: &Twin, action: &str) -> Option<String> {
        match before.phase {
            Phase::Place if self.phase == Phase::Place && self.round == before.round => {
                (self.seat != before.seat).then(|| "(has placed its Vikings)".to_owned())
            }
            Phase::AttackerCard if self.visible() == before.visible() => None,
            _ => Some(action.to_owned()),
        }
    }

    fn sight(&self, seat: usize) -> Sight {
        self.sight(seat)
    }

    fn with(&self, game: &Eketorp, state: &State, seat: usize) -> Twin {
        as_twin(game, self, state, seat)
    }

    fn allows(&self, other: &Twin, seat: usize) -> Result<(), String> {
        agrees(self, other, seat)
    }

    fn compare_told(both: &Both, seat: Seat) {
        let sight = both.twin.sight(seat.index());
        let view = both.game.view(&both.state, seat);
        let fields = told::fields(&both.twin, &sight);
        assert_eq!(Value::Object(view.fields()), fields, "seat {seat}, {}", both.place());
        let own = known::of_view(&both.twin, seat.index(), &Value::Object(view.fields()));
        let other = known::of_sight(&both.twin.rules, &sight);
        assert_eq!(own, other, "seat {seat}, {}", both.place());
        let text = told::text(&both.twin, &sight, &fields);
        assert_eq!(view.text(), text, "seat {seat}, {}", both.place());
    }

    fn dealt(rules: &Rules, players: usize, rng: &mut Rng) -> Value {
        dealt(rules, players, rng)
    }

    /// Two cards have changed places.
    fn exchanged(deal: &Value, rng: &mut Rng) -> Value {
        let texts = deal["hands"].as_array().unwrap().iter().chain([&deal["talon"]]);
        let mut piles: Vec<Vec<char>> =
            texts.map(|text| text.as_str().unwrap().chars().collect()).collect();
        let all: Vec<(usize, usize)> = (0..piles.len())
            .flat_map(|pile| (0..piles[pile].len().min(30)).map(move |place| (pile, place)))
            .collect();
        let [one, two] = [0; 2].map(|_: u32| all[rng.below(all.len() as u32) as usize]);
        (piles[one.0][one.1], piles[two.0][two.1]) = (piles[two.0][two.1], piles[one.0][one.1]);
        let talon: String = piles.pop().unwrap().into_iter().collect();
        piles.iter_mut().for_each(|hand| hand.sort_unstable());
        let hands: Vec<String> = piles.into_iter().map(|hand| hand.into_iter().collect()).collect();
        json!({ "materials": deal["materials"], "hands": hands, "talon": talon })
    }

    fn choose(&self, style: u32, legal: &[String], rng: &mut Rng) -> usize {
        choose(STYLES[style as usize], self, legal, rng)
    }

    fn scribble(rng: &mut Rng) -> String {
        const WORDS: [&str; 31] = [
            "put", "home", "fight", "siege", "swap", "keep", "card", "loot", "take", "build",
            "none", "g", "w", "c", "s", "A", "D", "G", "0C", "1B", "2R", "3C", "5R", "6B", "0",
            "1", "2", "3", "4", "7", "10",
        ];
        let mut any = |most: usize| rng.below(most as u32) as usize;
        let mut words = vec![WORDS[any(10)]];
        (0..any(4)).for_each(|_| words.push(WORDS[10 + any(21)]));
        words.join(" ")
    }
}

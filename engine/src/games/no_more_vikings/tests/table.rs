//! A table at which tests set up villages, hands and the deck, and play by notation.

use serde_json::{Value, json};

use crate::error::KeyError;
use crate::fact::Ledger;
use crate::game::Game;
use crate::games::no_more_vikings::NoMoreVikings;
use crate::games::no_more_vikings::action::Action;
use crate::games::no_more_vikings::component::{
    Column, EDICT, Kind, LONGSHIP, MAX_CARDS, Parcel, Unit, columns, parcels,
};
use crate::games::no_more_vikings::deal::Deal;
use crate::games::no_more_vikings::fact::NoMoreVikingsFact;
use crate::games::no_more_vikings::rule_set::PRESETS;
use crate::games::no_more_vikings::scoring::Scoring;
use crate::games::no_more_vikings::state::{Deck, MIXES, Mixes, Phase, State};
use crate::recorded::Recorded;
use crate::rules;
use crate::seat::Seat;
use crate::seed::{DealSeed, Rng};

/// The preset with single values changed.
pub fn game(players: usize, changes: &[&str]) -> Result<NoMoreVikings, KeyError> {
    let changes: Vec<String> = changes.iter().map(|&change| change.to_owned()).collect();
    let text = rules::set(PRESETS[0].toml, &changes)?;
    NoMoreVikings::new(NoMoreVikings::read_toml(&text)?, players)
}

/// Deal number `deal` of some run.
pub fn seeded(game: &NoMoreVikings, deal: u64) -> Deal {
    game.deal(DealSeed { seed: 7, deal })
}

/// All components in order (X15).
pub fn plain(game: &NoMoreVikings) -> Value {
    let cards: Vec<usize> = (1..=game.rule_set.card_count()).collect();
    let whims: Vec<_> = game.rule_set.whims.iter().map(|whim| whim.name).collect();
    json!({ "deck": cards, "mixes": vec![cards.clone(); 8], "whims": whims })
}

impl Mixes {
    /// Those of a deal.
    pub fn dealt(&mut self) -> &mut [[u8; MAX_CARDS]; MIXES] {
        match self {
            Mixes::Dealt(mixes) => mixes,
            Mixes::Drawn(_) => panic!("drawn"),
        }
    }
}

/// A game under way.
#[derive(Clone)]
pub struct Table {
    pub game: NoMoreVikings,
    pub state: State,
    pub ledger: Ledger<Scoring>,
}

impl Table {
    /// The plain deal before the first decision.
    pub fn new(players: usize, changes: &[&str]) -> Table {
        let game = game(players, changes).unwrap();
        let deal = game.read_deal(&plain(&game)).unwrap();
        Table::dealt(game, &deal)
    }

    /// Before the first decision of `deal`.
    pub fn dealt(game: NoMoreVikings, deal: &Deal) -> Table {
        let state = game.state(deal);
        let ledger = Ledger::new(game.players(), NoMoreVikingsFact::ALL.len());
        Table { game, state, ledger }
    }

    /// Before step 1 of round 1: whims chosen, villages, hands and edicts taken away, the deck in order.
    pub fn round(players: usize, changes: &[&str]) -> Table {
        let mut table = Table::new(players, changes);
        while matches!(table.state.phase, Phase::Whim | Phase::Settle) {
            let first = table.legal()[0].clone();
            table.play(&first);
        }
        table.cleared()
    }

    /// Nothing in villages, hands and the discard.
    fn cleared(mut self) -> Table {
        for seat in 0..self.game.players() {
            self = self.village(seat, "").hand(seat, "").edicts(seat, 0).longships(seat, "");
        }
        // The card of the landing goes under the deck.
        let mut deck: Vec<u8> = parcels(self.state.discard).map(|card| card.0).collect();
        deck.extend(self.state.deck.cards());
        self.state.discard = 0;
        self.put_deck(&deck);
        self
    }

    /// In the first turn of round 1, nothing in villages and hands; the first seats have these tokens and
    /// the others `development`.
    pub fn turn(players: usize, tokens: &str) -> Table {
        Table::turn_with(players, tokens, &[])
    }

    /// The same with single values of the rules changed.
    pub fn turn_with(players: usize, tokens: &str, changes: &[&str]) -> Table {
        let mut table = Table::round(players, changes);
        let tokens: Vec<&str> = tokens.split_whitespace().collect();
        for seat in 0..players {
            table.play(tokens.get(seat).copied().unwrap_or("development"));
        }
        table.cleared()
    }

    /// The village of a seat, such as `villager a1 a2, cottage b1`; units come from the supply.
    pub fn village(mut self, seat: usize, text: &str) -> Table {
        for unit in Unit::ALL {
            let player = &mut self.state.players[seat];
            let units = player.unit(unit).count_ones() as u8;
            player.units[unit as usize] = 0;
            self.state.supply[unit as usize] += units;
            if unit == Unit::Fortress {
                self.state.supply[Unit::Cottage as usize] += units;
            }
        }
        for part in text.split(", ").filter(|part| !part.is_empty()) {
            let mut words = part.split(' ');
            let unit = unit(words.next().unwrap());
            for parcel in words {
                let parcel: Parcel = parcel.parse().unwrap();
                assert!(self.game.free(&self.state, seat as u8) & parcel.bit() != 0, "{part}");
                self.state.players[seat].units[unit as usize] |= parcel.bit();
                self.state.take(unit);
                if unit == Unit::Fortress {
                    self.state.take(Unit::Cottage);
                }
            }
        }
        self
    }

    /// The hand of a seat by kinds, of the cards with the lowest numbers in the deck; the former hand goes under
    /// the deck.
    pub fn hand(mut self, seat: usize, kinds: &str) -> Table {
        let former = self.state.players[seat].hand;
        let mut deck: Vec<u8> = parcels(former).map(|card| card.0).collect();
        deck.extend(self.state.deck.cards());
        let mut hand = 0;
        for kind in kinds.split_whitespace() {
            let kind: Kind = kind.parse().unwrap();
            let of_kind = |card: &&u8| self.game.numbers.kind(**card) == kind;
            let &card = deck.iter().filter(of_kind).min().expect("the deck has such a card");
            deck.retain(|&other| other != card);
            hand |= 1 << card;
        }
        self.state.players[seat].hand = hand;
        self.state.players[seat].kinds = self.game.numbers.kinds_of(hand);
        self.put_deck(&deck);
        self
    }

    /// These kinds on top of the deck, the first one next; of each the card with the lowest number.
    pub fn deck(mut self, kinds: &str) -> Table {
        let mut deck = self.state.deck.cards().to_vec();
        let mut top = Vec::new();
        for kind in kinds.split_whitespace() {
            let kind: Kind = kind.parse().unwrap();
            let of_kind = |card: &&u8| self.game.numbers.kind(**card) == kind;
            let &card = deck.iter().filter(of_kind).min().expect("the deck has such a card");
            deck.retain(|&other| other != card);
            top.push(card);
        }
        deck.extend(top.iter().rev());
        self.put_deck(&deck);
        self
    }

    /// These cards, the last one next.
    pub fn put_deck(&mut self, cards: &[u8]) {
        self.state.deck = Deck::EMPTY;
        cards.iter().for_each(|&card| self.state.deck.put(card));
    }

    pub fn edicts(mut self, seat: usize, number: u8) -> Table {
        self.state.supply[EDICT] += self.state.players[seat].edicts;
        self.state.supply[EDICT] -= number;
        self.state.players[seat].edicts = number;
        self
    }

    /// Longships before these columns, such as `ac`.
    pub fn longships(mut self, seat: usize, text: &str) -> Table {
        let bits: u8 =
            text.chars().map(|column| column.to_string().parse::<Column>().unwrap().bit()).sum();
        let former = self.state.players[seat].longships.count_ones() as u8;
        self.state.supply[LONGSHIP] =
            self.state.supply[LONGSHIP] + former - bits.count_ones() as u8;
        self.state.players[seat].longships = bits;
        self
    }

    /// What is left of something in the supply.
    pub fn supply(mut self, name: &str, number: u8) -> Table {
        self.state.supply[place(name)] = number;
        self
    }

    /// Plays actions given by their texts, with `; ` between them.
    pub fn play(&mut self, texts: &str) -> &mut Table {
        for text in texts.split("; ") {
            let action: Action = text.parse().unwrap();
            self.game
                .apply(&mut self.state, action, &mut self.ledger)
                .unwrap_or_else(|error| panic!("{error}: {:?}\n{}", self.legal(), self.text()));
        }
        self
    }

    /// The same of a table that is handed on.
    pub fn after(mut self, texts: &str) -> Table {
        self.play(texts);
        self
    }

    /// All seats asked pass until the window is closed.
    pub fn passed(&mut self) -> &mut Table {
        while self.state.phase == Phase::Respond {
            self.play("pass");
        }
        self
    }

    /// Every seat ends its turn, with actions left and draws owed, up to the raids.
    pub fn ended(mut self) -> Table {
        while self.state.phase == Phase::Turn {
            self.state.actions = 0;
            self.state.owed = false;
            self.play("end");
        }
        self
    }

    /// Plays a random action and returns its text.
    pub fn play_any(&mut self, rng: &mut Rng) -> String {
        let action = self.game.random_legal(&self.state, rng);
        self.game.apply_unchecked(&mut self.state, action, &mut self.ledger);
        action.to_string()
    }

    pub fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal(&self.state, &mut actions);
        actions.iter().map(Action::to_string).collect()
    }

    /// Legal actions that begin with a word.
    pub fn options(&self, verb: &str) -> Vec<String> {
        let mut legal = self.legal();
        legal.retain(|text| text.split(' ').next() == Some(verb));
        legal
    }

    /// Seat to move and its legal actions.
    pub fn asked(&self) -> (usize, Vec<String>) {
        (self.mover().expect("somebody is asked"), self.legal())
    }

    pub fn mover(&self) -> Option<usize> {
        self.game.to_move(&self.state).map(Seat::index)
    }

    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// A village as `villager a1, cottage b2`.
    pub fn built(&self, seat: usize) -> String {
        let mut parts = Vec::new();
        for unit in Unit::ALL {
            let there: Vec<String> = parcels(self.state.players[seat].unit(unit))
                .map(|parcel| parcel.to_string())
                .collect();
            if !there.is_empty() {
                parts.push(format!("{} {}", unit.name(), there.join(" ")));
            }
        }
        parts.join(", ")
    }

    /// Columns with longships.
    pub fn beach(&self, seat: usize) -> String {
        columns(self.state.players[seat].longships).map(|column| column.to_string()).collect()
    }

    /// Kinds of the cards in hand, by number.
    pub fn held(&self, seat: usize) -> String {
        self.kinds(self.state.players[seat].hand)
    }

    pub fn kinds(&self, cards: u64) -> String {
        let kinds: Vec<&str> =
            parcels(cards).map(|card| self.game.numbers.kind(card.0).name()).collect();
        kinds.join(" ")
    }

    pub fn left(&self, name: &str) -> u8 {
        self.state.supply[place(name)]
    }

    /// Points on the track.
    pub fn track(&self) -> Vec<i32> {
        self.state.players[..self.game.players()].iter().map(|player| player.track).collect()
    }

    pub fn edicts_of(&self, seat: usize) -> u8 {
        self.state.players[seat].edicts
    }

    pub fn fact(&self, seat: usize, fact: NoMoreVikingsFact) -> i32 {
        self.ledger.facts(Seat::new(seat))[fact as usize]
    }

    /// The last scoring as it stands in records.
    pub fn last_scoring(&self) -> Value {
        serde_json::to_value(self.ledger.scorings().last().unwrap()).unwrap()
    }

    pub fn scores(&self) -> Vec<i32> {
        self.game.outcome(&self.state).score.as_slice().to_vec()
    }

    pub fn text(&self) -> String {
        self.game.text(&self.state, None)
    }
}

fn unit(name: &str) -> Unit {
    Unit::ALL.into_iter().find(|unit| unit.name() == name).unwrap()
}

fn place(name: &str) -> usize {
    match name {
        "edict" => EDICT,
        "longship" => LONGSHIP,
        name => unit(name) as usize,
    }
}

//! Which card to play, whether to swap the hand, which fight to begin.

use std::cell::RefCell;

use drakkar_engine::games::eketorp::action::Action;
use drakkar_engine::games::eketorp::component::Cards;
use drakkar_engine::games::eketorp::open::Combat;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;

use super::walls::Takings;
use super::{Valuation, power};
use crate::heuristic::memo::Memo;

const VALUES: usize = Cards::HIGHEST as usize;

/// A duel as one of its two seats sees it.
pub(super) struct Clash<'a> {
    at: Valuation<'a>,
    own: Seat,
    other: Seat,
    combat: Combat,
}

/// What follows from a duel, whatever the cards.
enum Stake {
    /// Of a fight: what the own Viking may bring home.
    Stone(f64),
    /// Of a siege with a defender, for the besieger.
    Siege(Takings),
    /// Without one.
    Open(Takings),
    /// Of a siege with a defender, for the village.
    Defence(Takings),
    /// Without one.
    Helpless,
}

/// Values of all cards in a fight, by what the own Viking may bring home, the other hand, and the judge.
type FightMemo = Memo<(u64, Option<Cards>, u64), [f64; VALUES]>;

thread_local! {
    static FIGHTS: RefCell<FightMemo> = RefCell::new(Memo::new(9));
}

impl<'a> Clash<'a> {
    pub(super) fn of(at: Valuation<'a>, own: Seat, combat: Combat) -> Clash<'a> {
        let other = if combat.attacker == own { combat.defender } else { combat.attacker };
        Clash { at, own, other, combat }
    }

    fn stake(&self) -> Stake {
        let Combat { place, attacker, defender, is_siege } = self.combat;
        let state = self.at.state;
        if place.is_space() {
            let stones = state.stones[place.index()];
            let others = state.crowds[place.index()].total().saturating_sub(1).max(1);
            let share = (f64::from(stones.total()) / f64::from(others)).min(1.0);
            return Stake::Stone(share * self.at.best_stone(stones));
        }
        let loot = self.at.best_loot(place);
        let defended = state[defender].home > 0;
        match (is_siege, attacker == self.own) {
            // Whoever wins may besiege the village.
            (false, _) => Stake::Stone(0.5 * loot.at(2)),
            (true, true) if defended => Stake::Siege(loot),
            (true, true) => Stake::Open(loot),
            (true, false) if defended => Stake::Defence(loot),
            (true, false) => Stake::Helpless,
        }
    }

    /// How often the other one plays each value: any card of a hand that everybody knows, and of a hidden
    /// one any value equally often.
    fn answers(&self, hand: Option<Cards>) -> [f64; VALUES] {
        let mut answers = [0.0; VALUES];
        let highest = self.at.game.highest_card();
        let all = hand.map_or(highest, Cards::total);
        for (value, share) in (1..=highest).zip(&mut answers) {
            let number = hand.map_or(1, |hand| hand.count(value));
            *share = f64::from(number) / f64::from(all);
        }
        answers
    }

    /// What a duel brings, by the difference of the cards; without one, or if the own card is lower, it is not won.
    fn outcome(&self, stake: &Stake, difference: u32, wins: bool) -> f64 {
        let Valuation { judge, weights, .. } = self.at;
        let absence =
            |difference, defends| judge.absence[usize::from(defends)][difference as usize];
        let loses = !wins && difference > 0;
        match stake {
            Stake::Stone(worth) if wins => weights.rivalry * (worth + absence(difference, false)),
            Stake::Stone(worth) => -worth - absence(difference, false),
            Stake::Siege(loot) if wins => {
                loot.at(difference) + weights.rivalry * absence(difference, true)
            }
            Stake::Siege(_) if loses => -absence(difference, false),
            Stake::Defence(loot) if loses => -loot.at(difference) - absence(difference, true),
            Stake::Defence(_) if wins => weights.rivalry * absence(difference, false),
            Stake::Siege(_) | Stake::Defence(_) | Stake::Open(_) | Stake::Helpless => 0.0,
        }
    }

    /// The value of playing each card, from 1.
    pub(super) fn cards(&self) -> [f64; VALUES] {
        let (state, stake) = (self.at.state, self.stake());
        let hand = state.is_known(self.other).then(|| state[self.other].hand);
        let Stake::Stone(worth) = stake else { return self.find_cards(stake, hand) };
        let question = (worth.to_bits(), hand, self.at.judge.number);
        FIGHTS.with_borrow_mut(|known| known.answer(question, || self.find_cards(stake, hand)))
    }

    fn find_cards(&self, stake: Stake, hand: Option<Cards>) -> [f64; VALUES] {
        let answers = self.answers(hand);
        let highest = self.at.game.highest_card();
        let card_weight = self.at.weights.card;
        // By what the own card is above the answer, plus the highest one: all that matters with a defender.
        let mut by_lead = [0.0; 2 * VALUES];
        for lead in 1..2 * highest {
            let outcome = self.outcome(&stake, lead.abs_diff(highest), lead > highest);
            by_lead[lead as usize] = outcome + card_weight * (f64::from(highest) - f64::from(lead));
        }
        // Whatever the other card is.
        let mut open = [0.0; VALUES];
        if let Stake::Open(loot) = &stake {
            (1..).zip(&mut open).for_each(|(card, open)| *open = loot.at(card));
        }
        let mut values = [0.0; VALUES];
        for (answer, share) in (1..=highest as usize).zip(answers) {
            let leads = &by_lead[highest as usize + 1 - answer..][..VALUES];
            for card in 0..VALUES {
                values[card] += share * (open[card] + leads[card]);
            }
        }
        values
    }

    /// The highest of these values of cards, from 1, among those of the own hand.
    fn best_held(&self, values: &[f64; VALUES]) -> f64 {
        let hand = self.at.state[self.own].hand;
        let held = (1..).zip(values).filter(|&(card, _)| hand.count(card) > 0);
        held.map(|(_, &value)| value).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The value of a new hand compared with the present one, with what the amulets cost.
    pub(super) fn swap_gain(&self) -> f64 {
        let Valuation { weights, game, state, .. } = self.at;
        let hand = state[self.own].hand;
        let (cards, highest) = (hand.total(), game.highest_card());
        let mut values = self.cards();
        let best = self.best_held(&values);
        // The best of so many cards, each of any value: the i-th best value is the best one with the
        // probability that all are at most that good, but not all below.
        let values = &mut values[..highest as usize];
        values.sort_unstable_by(f64::total_cmp);
        let (mut expected, mut below) = (0.0, 0.0);
        for (rank, value) in (1..).zip(values) {
            let up_to = power(f64::from(rank) / f64::from(highest), cards);
            expected += *value * (up_to - below);
            below = up_to;
        }
        let sum: u32 = hand.iter().map(u32::from).sum();
        let average = f64::from(highest + 1) / 2.0;
        let better = weights.card * (f64::from(cards) * average - f64::from(sum));
        let points = game.rule_set().scoring.amulet;
        expected - best + better - f64::from(cards) * (f64::from(points) + weights.amulet)
    }
}

impl Valuation<'_> {
    pub(super) fn prospect(&self, seat: Seat, action: Action) -> f64 {
        let (place, defender, is_siege) = match action {
            Action::Fight { place, seat: other } => (place, usize::from(other), false),
            Action::Siege { place } => (place, place.village(), true),
            _ => return 0.0,
        };
        let combat = Combat { place, attacker: seat, defender: Seat::new(defender), is_siege };
        let clash = Clash::of(*self, seat, combat);
        clash.best_held(&clash.cards())
    }
}

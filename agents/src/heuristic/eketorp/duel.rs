//! Which card to play, whether to swap the hand, which fight to begin.

use drakkar_engine::cpu::{Cpu, Task};
use drakkar_engine::games::eketorp::accessors::Combat;
use drakkar_engine::games::eketorp::action::Action;
use drakkar_engine::games::eketorp::component::{Cards, Wall};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;

use super::walls::DIFFERENCES;
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
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Stake {
    /// Of a fight: what the own Viking may bring home, as bits.
    Stone(u64),
    /// Of a siege of these walls with a defender, for the besieger.
    Siege([Wall; 2]),
    /// Without one.
    Open([Wall; 2]),
    /// Of a siege with a defender, for the village.
    Defence([Wall; 2]),
    /// Without one.
    Helpless,
}

/// Values of all cards in a duel, by what follows from it, the other hand, and the judge.
pub(super) type DuelMemo = Memo<(Stake, Option<Cards>, u64), [f64; VALUES]>;

impl<'a> Clash<'a> {
    #[inline(always)]
    pub(super) fn of(at: Valuation<'a>, own: Seat, combat: Combat) -> Clash<'a> {
        let other = if combat.attacker == own { combat.defender } else { combat.attacker };
        Clash { at, own, other, combat }
    }

    #[inline(always)]
    fn stake(&self) -> Stake {
        let Combat { place, attacker, defender, is_siege } = self.combat;
        let state = self.at.state;
        if place.is_space() {
            let stones = state.stones[place.index()];
            let others = state.crowds[place.index()].total().saturating_sub(1).max(1);
            let share = (f64::from(stones.total()) / f64::from(others)).min(1.0);
            return Stake::Stone((share * self.at.best_stone(stones)).to_bits());
        }
        let walls = self.at.game.besieged(state, place);
        let defended = state[defender].home > 0;
        match (is_siege, attacker == self.own) {
            // Whoever wins may besiege the village.
            (false, _) => Stake::Stone((0.5 * self.at.takings(walls).at(2)).to_bits()),
            (true, true) if defended => Stake::Siege(walls),
            (true, true) => Stake::Open(walls),
            (true, false) if defended => Stake::Defence(walls),
            (true, false) => Stake::Helpless,
        }
    }

    /// How often the other one plays each value: any card of a hand that everybody knows, and of a hidden
    /// one any value equally often.
    #[inline(always)]
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

    /// What a duel brings that is won by a difference of the cards, and what one that is not; without a difference, or if
    /// the own card is lower, it is not won.
    #[inline(always)]
    fn outcomes(&self, stake: Stake) -> [[f64; DIFFERENCES]; 2] {
        let Valuation { judge, weights, .. } = self.at;
        let [absence, of_defender] = &judge.absence;
        let (mut won, mut lost) = ([0.0; DIFFERENCES], [0.0; DIFFERENCES]);
        match stake {
            Stake::Stone(worth) => {
                let worth = f64::from_bits(worth);
                for difference in 0..DIFFERENCES {
                    won[difference] = weights.rivalry * (worth + absence[difference]);
                    lost[difference] = -worth - absence[difference];
                }
            }
            Stake::Siege(walls) => {
                let loot = self.at.takings(walls);
                for difference in 1..DIFFERENCES {
                    let taken = loot.at(difference as u32);
                    won[difference] = taken + weights.rivalry * of_defender[difference];
                    lost[difference] = -absence[difference];
                }
            }
            Stake::Defence(walls) => {
                let loot = self.at.takings(walls);
                for difference in 1..DIFFERENCES {
                    won[difference] = weights.rivalry * absence[difference];
                    lost[difference] = -loot.at(difference as u32) - of_defender[difference];
                }
            }
            Stake::Open(_) | Stake::Helpless => (),
        }
        [won, lost]
    }

    /// What everybody knows of the other hand.
    #[inline(always)]
    fn other_hand(&self) -> Option<Cards> {
        let state = self.at.state;
        state.is_known(self.other).then(|| state[self.other].hand)
    }

    /// The value of playing each card, from 1.
    #[inline(always)]
    pub(super) fn cards(&self) -> [f64; VALUES] {
        let (stake, judge) = (self.stake(), self.at.judge);
        let find = || judge.processor.run(CardValues { clash: self, stake });
        let question = (stake, self.other_hand(), judge.number);
        self.at.memos.duels.borrow_mut().answer(question, find)
    }

    #[inline(always)]
    fn find_cards(&self, stake: Stake) -> [f64; VALUES] {
        let answers = self.answers(self.other_hand());
        let highest = self.at.game.highest_card() as usize;
        let card_weight = self.at.weights.card;
        // By what the own card is above the answer, plus the highest possible one: all that matters with a defender.
        let [won, lost] = self.outcomes(stake);
        let mut by_lead = [0.0; 2 * VALUES + 1];
        by_lead[VALUES] = lost[0] + card_weight * 0.0;
        for lead in 1..DIFFERENCES {
            by_lead[VALUES + lead] = won[lead] + card_weight * -(lead as f64);
            by_lead[VALUES - lead] = lost[lead] + card_weight * lead as f64;
        }
        // Whatever the other card is.
        let mut open = [0.0; VALUES];
        if let Stake::Open(walls) = stake {
            let loot = self.at.takings(walls);
            (1..).zip(&mut open).for_each(|(card, open)| *open = loot.at(card));
        }
        let mut values = [0.0; VALUES];
        for (answer, share) in (1..=highest).zip(answers) {
            let leads = &by_lead[VALUES + 1 - answer..][..VALUES];
            for card in 0..VALUES {
                values[card] += share * (open[card] + leads[card]);
            }
        }
        values
    }

    /// The highest of these values of cards, from 1, among those of the own hand.
    #[inline(always)]
    fn best_held(&self, values: &[f64; VALUES]) -> f64 {
        let hand = self.at.state[self.own].hand;
        let held = (1..).zip(values).filter(|&(card, _)| hand.count(card) > 0);
        held.map(|(_, &value)| value).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The value of a new hand compared with the present one, with what the amulets cost. If only its sign counts, it may
    /// be too high where it is negative.
    #[inline(always)]
    pub(super) fn swap_gain(&self, is_sign: bool) -> f64 {
        let Valuation { weights, game, state, .. } = self.at;
        let hand = state[self.own].hand;
        let (cards, highest, all) = (hand.total(), game.highest_card(), self.cards());
        let (values, best) = (&all[..highest as usize], self.best_held(&all));
        let average = f64::from(highest + 1) / 2.0;
        let better = weights.card * (f64::from(cards) * average - f64::from(hand.sum()));
        let points = game.rule_set().scoring.amulet;
        let cost = f64::from(cards) * (f64::from(points) + weights.amulet);
        let gain = |expected: f64| expected - best + better - cost;
        if is_sign {
            // What is expected is a mean, but for rounding, which adds far less than this.
            let (mut least, mut most) = (values[0], values[0]);
            for &value in values {
                (least, most) = (least.min(value), most.max(value));
            }
            if gain(most) < -1e-9 * (least.abs() + most.abs() + better.abs() + cost.abs()) {
                return gain(most);
            }
        }
        gain(best_of(cards, values))
    }
}

/// The best of so many cards is expected to have this value, each being any one with these: the i-th best value is the
/// best one with the probability that all are at most that good, but not all below.
#[inline(never)]
fn best_of(cards: u32, values: &[f64]) -> f64 {
    let mut sorted = [0.0; VALUES];
    let sorted = &mut sorted[..values.len()];
    sorted.copy_from_slice(values);
    sorted.sort_unstable_by(f64::total_cmp);
    let (mut expected, mut below) = (0.0, 0.0);
    for (rank, value) in (1..).zip(sorted) {
        let up_to = power(f64::from(rank) / values.len() as f64, cards);
        expected += *value * (up_to - below);
        below = up_to;
    }
    expected
}

struct CardValues<'a> {
    clash: &'a Clash<'a>,
    stake: Stake,
}

impl Task for CardValues<'_> {
    type Output = [f64; VALUES];
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> [f64; VALUES] {
        self.clash.find_cards(self.stake)
    }
}

impl Valuation<'_> {
    #[inline(always)]
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

//! What a card that takes effect leads to, if its player chooses what is best for him.

use drakkar_engine::game::Game;
use drakkar_engine::games::no_more_vikings::accessors::Announced;
use drakkar_engine::games::no_more_vikings::component::{Kind, MAX_PLAYERS};
use drakkar_engine::games::no_more_vikings::state::State;

use super::before::{Before, VillageWorths};

impl Before<'_> {
    /// What each village is worth after the choice that is best for the player of a card, from what it is worth now.
    pub(super) fn after_effect(
        &self,
        state: &State,
        villages: &VillageWorths,
        card: Announced,
    ) -> VillageWorths {
        let Announced { kind, player, target, .. } = card;
        let changes_own = !matches!(kind, Kind::Abduct | Kind::Burn | Kind::Duel);
        let changes_other = target != player;
        let counted = if changes_own { 1 + player.index() as u64 } else { 0 };
        let question = [self.judge.number, self.outlook.of_seat(target) | counted << 12];
        let mut effects = self.grounds.effects.borrow_mut();
        let effect = &mut effects[kind as usize][target.index() % MAX_PLAYERS];
        if effect.question != question
            || !effect.players[1].has_as(&state[target])
            || changes_own && !effect.players[0].has_as(&state[player])
        {
            (effect.question, effect.players) = (question, [state[player], state[target]]);
            effect.best.clear();
            let mut choices = self.grounds.choices.borrow_mut();
            self.game.legal(state, &mut choices);
            let (mut next, mut own) = (*state, (state[player], villages[player.index()]));
            for &choice in &*choices {
                self.game.apply_unchecked(&mut next, choice, &mut ());
                if next.filled != state.filled {
                    // The last free parcel, so there is no other choice.
                    effect.question[0] = u64::MAX;
                    return self.villages(&next);
                }
                let worth = |seat| self.holding(&next, self.outlook, seat).worth();
                if changes_own && !own.0.has_as(&next[player]) {
                    own = (next[player], worth(player));
                }
                let mine = if changes_own { own.1 } else { 0.0 };
                let its = if changes_other { worth(target) } else { 0.0 };
                next.take_back(state);
                // Values rise with the own village and do not rise with others, whatever these are worth.
                let is_beaten = |&[more, less]: &[f64; 2]| more >= mine && less <= its;
                if self.judge.weights.rivalry < 0.0 || !effect.best.iter().any(is_beaten) {
                    effect.best.push([mine, its]);
                }
            }
        }
        let (mut after, mut highest) = (*villages, f64::NEG_INFINITY);
        for &[mine, its] in &effect.best {
            let mut worth = *villages;
            if changes_own {
                worth[player.index() % MAX_PLAYERS] = mine;
            }
            if changes_other {
                worth[target.index() % MAX_PLAYERS] = its;
            }
            let value = self.value(&worth, player);
            if value > highest {
                (after, highest) = (worth, value);
            }
        }
        after
    }
}

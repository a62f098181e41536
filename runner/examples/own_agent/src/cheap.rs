//! An agent for one game, in both of its variants.

use drakkar::Registry;
use drakkar::agents::agent::{Agent, AgentError};
use drakkar::engine::game::View;
use drakkar::engine::games::vikings::{AdvancedVikings, Vikings, VikingsOf};
use drakkar::engine::games::vikings::{action::Action, variant::Variant};
use drakkar::engine::seed::Rng;

/// Buys what costs least, and does anything else at random.
#[derive(Clone)]
struct Cheap;

impl<V: Variant> Agent<VikingsOf<V>> for Cheap {
    fn start_game(&mut self) {}

    fn choose(
        &mut self,
        view: &View<'_, VikingsOf<V>>,
        rng: &mut Rng,
    ) -> Result<Action, AgentError> {
        let price = |k: &u32| match view.nth_legal(*k) {
            Action::Buy { price } => u64::from(price),
            _ => rng.word(),
        };
        let cheapest = (0..view.count_legal()).min_by_key(price).unwrap_or(0);
        Ok(view.nth_legal(cheapest))
    }
}

/// The registry with this agent.
pub fn register(registry: Registry) -> Registry {
    let about = "buys what costs least";
    let registry = registry.with::<Vikings>("cheap", about, |_, _| Ok(Box::new(Cheap)));
    registry.with::<AdvancedVikings>("cheap", about, |_, _| Ok(Box::new(Cheap)))
}

//! The two compiled variants: without the advanced rules a state is smaller and a turn shorter. Code is written once and
//! asks a state for its [`Extra`]; the plain variant answers `None` at compile time, and what depends on it vanishes.

use std::fmt::Debug;

use super::advanced_state::Extra;
use super::fact::{PLAIN_FACTS, VikingsFact};
use crate::fact::FactInfo;

/// What a variant contains.
pub trait Variant: Copy + Eq + Debug + Send + Sync + 'static {
    /// What a state holds besides the base game.
    type Extra: Copy + Eq + Debug + Send + Sync;
    /// The facts of a seat.
    const FACTS: &'static [FactInfo];
    /// Whether the switches of the advanced rules may be on.
    const ADVANCED: bool;

    /// Wraps what the advanced rules add at the start.
    fn wrap(extra: impl FnOnce() -> Extra) -> Self::Extra;
    /// What the advanced rules add.
    fn get(extra: &Self::Extra) -> Option<&Extra>;
    /// What the advanced rules add.
    fn get_mut(extra: &mut Self::Extra) -> Option<&mut Extra>;
}

/// The base game alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plain;

/// Everything; the rule set switches each advanced rule on or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advanced;

impl Variant for Plain {
    type Extra = ();
    const FACTS: &'static [FactInfo] = VikingsFact::ALL.split_at(PLAIN_FACTS).0;
    const ADVANCED: bool = false;

    #[inline(always)]
    fn wrap(_: impl FnOnce() -> Extra) {}
    #[inline(always)]
    fn get((): &()) -> Option<&Extra> {
        None
    }
    #[inline(always)]
    fn get_mut((): &mut ()) -> Option<&mut Extra> {
        None
    }
}

impl Variant for Advanced {
    type Extra = Extra;
    const FACTS: &'static [FactInfo] = VikingsFact::ALL;
    const ADVANCED: bool = true;

    #[inline(always)]
    fn wrap(extra: impl FnOnce() -> Extra) -> Extra {
        extra()
    }
    #[inline(always)]
    fn get(extra: &Extra) -> Option<&Extra> {
        Some(extra)
    }
    #[inline(always)]
    fn get_mut(extra: &mut Extra) -> Option<&mut Extra> {
        Some(extra)
    }
}

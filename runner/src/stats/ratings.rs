//! stub
use std::collections::BTreeMap;
use serde::{Deserialize, Serialize};
use drakkar_engine::outcome::Outcome;
use crate::play::schedule::Order;
/// s
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Rankings(BTreeMap<String, Vec<(u64,u64)>>);
impl Rankings {
    /// a
    pub fn add(&mut self, _order: &Order, _outcome: &Outcome, _block: u64) { }
    /// m
    pub fn merge(&mut self, _other: &Rankings) { }
}

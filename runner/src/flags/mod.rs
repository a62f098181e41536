pub mod agents;
pub mod alias;
pub mod effort;
pub mod number;
pub mod rule_source;

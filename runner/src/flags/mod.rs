//! Flags that commands and studies share.

pub(crate) mod agents;
pub(crate) mod effort;
pub(crate) mod rule_source;

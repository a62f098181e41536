//! What deals of several games are checked for.

use std::ops::RangeInclusive;

use crate::error::KeyError;

/// Whether each number of a range is there once; `what` is the word for one.
pub(super) fn each_once(
    key: &str,
    what: &str,
    found: &[u8],
    all: RangeInclusive<u8>,
) -> Result<(), KeyError> {
    let mut sorted = found.to_vec();
    sorted.sort_unstable();
    if sorted.iter().copied().eq(all.clone()) {
        return Ok(());
    }
    let reason = format!("expected each {what} from {} to {} once", all.start(), all.end());
    Err(KeyError::new(key, reason))
}

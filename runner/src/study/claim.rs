use std::ops::ControlFlow;

use crate::{disk::lock::Lock, error::Error};

/// Takes a folder, unless its study is complete, which breaks the flow; `look`, and then the answer, say whether there
/// is something to resume. It is looked at again under the lock: somebody else may have been faster.
pub fn claim<T>(
    look: impl Fn() -> Result<ControlFlow<T, bool>, Error>,
    enter: impl FnOnce() -> Result<Lock, Error>,
) -> Result<ControlFlow<T, (Lock, bool)>, Error> {
    if let ControlFlow::Break(found) = look()? {
        return Ok(ControlFlow::Break(found));
    }
    let lock = enter()?;
    Ok(look()?.map_continue(|resumes| (lock, resumes)))
}

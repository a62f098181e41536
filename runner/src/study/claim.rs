use crate::{disk::lock::Lock, error::Error};

/// What a folder holds of a study: all of it, or what is needed to play it.
pub enum FolderState<T, P> {
    Complete(T),
    ToPlay(P),
}

/// Takes a folder, unless its study is complete; both `look` and the answer say whether there is something to resume. It
/// is looked at again under the lock: somebody else may have been faster.
pub fn claim<T>(
    look: impl Fn() -> Result<FolderState<T, bool>, Error>,
    enter: impl FnOnce() -> Result<Lock, Error>,
) -> Result<FolderState<T, (Lock, bool)>, Error> {
    if let FolderState::Complete(found) = look()? {
        return Ok(FolderState::Complete(found));
    }
    let lock = enter()?;
    Ok(match look()? {
        FolderState::Complete(found) => FolderState::Complete(found),
        FolderState::ToPlay(resumes) => FolderState::ToPlay((lock, resumes)),
    })
}

use crate::{disk::lock::Lock, error::Error};

/// What a folder holds of a study.
pub enum FolderState<T> {
    Complete(T),
    Unfinished,
    /// Nothing, or what may be replaced.
    Free,
}

impl<T> FolderState<T> {
    pub fn to_play(resumes: bool) -> FolderState<T> {
        if resumes { FolderState::Unfinished } else { FolderState::Free }
    }
}

pub enum Claim<T> {
    Complete(T),
    Held { lock: Lock, resumes: bool },
}

/// Takes a folder, unless its study is complete. It is looked at again under the lock: somebody else may have been
/// faster.
pub fn claim<T>(
    look: impl Fn() -> Result<FolderState<T>, Error>,
    enter: impl FnOnce() -> Result<Lock, Error>,
) -> Result<Claim<T>, Error> {
    if let FolderState::Complete(found) = look()? {
        return Ok(Claim::Complete(found));
    }
    let lock = enter()?;
    Ok(match look()? {
        FolderState::Complete(found) => Claim::Complete(found),
        FolderState::Unfinished => Claim::Held { lock, resumes: true },
        FolderState::Free => Claim::Held { lock, resumes: false },
    })
}

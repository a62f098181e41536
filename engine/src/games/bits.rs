//! Sets of small numbers as the bits of a word.

#[inline]
pub(super) fn bits(set: impl Into<u64>) -> impl Iterator<Item = u32> {
    let mut set = set.into();
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        set &= set.checked_sub(1)?;
        Some(bit)
    })
}

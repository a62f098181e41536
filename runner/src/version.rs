//! Which build this is: for reports of mistakes, and in manifests beside what their digests cover.

/// What `drakkar --version` prints.
pub const LONG: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit: ",
    env!("DRAKKAR_COMMIT"),
    "\ntarget: ",
    env!("DRAKKAR_TARGET"),
    "\ncompiler: ",
    env!("DRAKKAR_COMPILER")
);

/// The same in one line.
pub fn build() -> String {
    LONG.replace('\n', ", ")
}

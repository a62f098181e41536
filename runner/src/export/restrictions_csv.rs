//! `restrictions.csv`: what the restrictions of agents came to.

use crate::export::lines::Lines;

/// Name of the file.
pub const FILE: &str = "restrictions.csv";

/// The whole file: for each agent, decisions in which its restriction took something away, and decisions in
/// which it would have taken everything and was void. Empty if nobody is restricted.
pub fn text(names: &[String], restrictions: &[[i128; 2]]) -> Vec<u8> {
    if restrictions.is_empty() {
        return Vec::new();
    }
    let mut lines = Lines::new();
    lines.row(["agent", "restricted", "void"]);
    for (name, [restricted, void]) in names.iter().zip(restrictions) {
        lines.row([name, &restricted.to_string(), &void.to_string()]);
    }
    lines.bytes()
}

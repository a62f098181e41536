//! `bans.csv`: what the bans of agents came to.

/// Name of the file.
pub const FILE: &str = "bans.csv";

/// The whole file: for each agent, decisions in which its ban took something away, and decisions in
/// which it would have taken everything and was void. Empty if nobody has a ban.
pub fn text(names: &[String], bans: &[[i128; 2]]) -> Vec<u8> {
    if bans.is_empty() {
        return Vec::new();
    }
    let mut lines = csv::Writer::from_writer(Vec::new());
    // Writing into memory does not fail.
    let _ = lines.write_record(["agent", "restricted", "void"]);
    for (name, [restricted, void]) in names.iter().zip(bans) {
        let _ = lines.write_record([name, &restricted.to_string(), &void.to_string()]);
    }
    lines.into_inner().unwrap_or_default()
}

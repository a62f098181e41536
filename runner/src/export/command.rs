//! Commands that are printed: quoted for the shell, so that they work when they are pasted.

use std::borrow::Cow;
use std::path::Path;

use crate::{export::figure::joined, host};

/// A word as a shell reads it. A zero byte, which no word has, is left out.
pub fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    let text = text.replace('\0', "");
    shlex::try_quote(&text).map_or_else(|_| text.clone(), Cow::into_owned)
}

pub fn path(path: &Path) -> String {
    let text = path.display().to_string();
    word(&if text.starts_with('-') { format!("./{text}") } else { text })
}

pub fn called() -> Vec<String> {
    let words = host::words().into_iter().skip(1);
    words.map(|word| word.to_string_lossy().into_owned()).collect()
}

/// What must not be repeated with other flags: it names files of the first time, or allows to replace them.
const OF_THE_FIRST_TIME: [&str; 5] =
    ["--out", "--record", "--record-every", "--force", "--dry-run"];
/// Flags that cannot stand beside a new one.
const IN_THE_PLACE: [(&str, &str); 3] =
    [("--games", "--quick"), ("--decisions", "--quick"), ("--looked", "--looks")];

/// The command of some words, with these flags in the place of its own, into a folder beside the one that it wrote.
pub fn again(words: &[String], flags: &str, folder: &Path) -> String {
    let new = shlex::split(flags).unwrap_or_default();
    let is_new = |flag: &str| new.iter().any(|word| word == flag);
    let is_old = |flag: &str| {
        OF_THE_FIRST_TIME.contains(&flag)
            || is_new(flag)
            || IN_THE_PLACE.iter().any(|(one, other)| flag == *other && is_new(one))
    };
    let flag = |word: &str| word.split('=').next().unwrap_or_default().to_owned();
    let parts = words.chunk_by(|_, next| !next.starts_with("--"));
    let old = parts.filter(|part| !part[0].starts_with("--") || !is_old(&flag(&part[0])));
    let mut kept: Vec<String> = vec!["drakkar".to_owned()];
    kept.extend(old.flatten().chain(&new).cloned());
    // A file of flags may name a folder, too.
    if words.iter().any(|word| ["--out", "--config"].contains(&&*flag(word))) {
        kept.extend(beside(folder, &new).map(|folder| format!("--out={folder}")));
    }
    line(&kept)
}

/// A folder beside another one, named after flags: the same each time, so that the command can be resumed.
fn beside(folder: &Path, flags: &[String]) -> Option<String> {
    let flags = flags.iter().map(|word| format!("-{}", word.trim_start_matches('-')));
    let name = folder.file_name()?.to_string_lossy().into_owned() + &joined(flags, "");
    Some(folder.with_file_name(name).display().to_string())
}

pub fn line(words: &[impl AsRef<str>]) -> String {
    joined(words.iter().map(|text| word(text.as_ref())), " ")
}

/// A command in lines that end before flags, as a shell reads them, so that it can be copied.
pub fn broken(before: &str, command: &str, width: usize) -> String {
    let mut lines = vec![before.to_owned()];
    let words = shlex::split(command).unwrap_or_default();
    for part in words.chunk_by(|_, next| !next.starts_with("--")) {
        let (part, last) = (line(part), lines.last_mut().expect("there is a first line"));
        match last.chars().count() + part.chars().count() + " ".len() + " \\".len() <= width {
            true => *last += &format!(" {part}"),
            false => lines.push(format!("    {part}")),
        }
    }
    joined(lines, " \\\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_commands_end_their_lines_before_flags() {
        let command = "drakkar run --agents 'exec:bot --fast' greedy --games 9";
        let told = broken("Next:", command, 40);
        let lines =
            ["Next: drakkar run", "    --agents 'exec:bot --fast' greedy", "    --games 9\n"];
        assert_eq!(told, lines.join(" \\\n"));
        assert_eq!(told[6..].trim_end().replace(" \\\n   ", ""), command);
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        for (text, quoted) in [
            ("runs/a-b_c.7", "runs/a-b_c.7"),
            ("greedy:weights=w.toml,iterations=5", "greedy:weights=w.toml,iterations=5"),
            ("it's here", "\"it's here\""),
            ("bid *", "'bid *'"),
            ("", "''"),
        ] {
            assert_eq!(word(text), quoted);
            assert_eq!(shlex::split(quoted).unwrap(), [text]);
        }
        assert_eq!(path(Path::new("-x y/z")), "'./-x y/z'");
    }

    #[test]
    fn new_flags_take_the_place_of_old_ones() {
        let again = |line: &str, flags: &str, folder: &str| {
            super::again(&shlex::split(line).unwrap(), flags, Path::new(folder))
        };
        assert_eq!(
            again("compare --agents a 'b c' --games=5 --out x --seed 3 --quiet", "--games 9", "x"),
            "drakkar compare --agents a 'b c' --seed 3 --quiet --games 9 --out=x-games-9"
        );
        // Without a name, the folder follows from the run.
        assert_eq!(again("run --games 5 --force", "--games 9", "runs/r"), "drakkar run --games 9");
        assert_eq!(
            again("balance --quick --method observe take --out 'a b'", "--method take", "a b"),
            "drakkar balance --quick --method take '--out=a b-method-take'"
        );
        assert_eq!(again("balance --quick", "--decisions 9", "r"), "drakkar balance --decisions 9");
        // There is nothing beside the folder where one is.
        assert_eq!(again("run --out .", "--games 9", "."), "drakkar run --games 9");
        assert_eq!(
            again("compare --looks 2 --out x", "--games 9 --looked 4 5", "x"),
            "drakkar compare --games 9 --looked 4 5 --out=x-games-9-looked-4-5"
        );
    }
}

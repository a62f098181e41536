use std::borrow::Cow;

use drakkar_agents::spec::{FileName, Kind, Spec};
use drakkar_agents::{greedy::Horizon, levels, registry};

#[derive(Clone, Debug, Default)]
pub struct Aliases(Vec<(String, Spec)>);

impl Aliases {
    pub fn spec(&self, alias: &str) -> Option<&Spec> {
        self.0.iter().find(|(known, _)| known == alias).map(|(_, spec)| spec)
    }

    pub fn of(&self, spec: &Spec) -> Option<&str> {
        self.0.iter().find(|(_, known)| known == spec).map(|(alias, _)| alias.as_str())
    }

    pub fn add(&mut self, alias: &str, spec: &Spec) -> Result<(), String> {
        if !is_name(alias) {
            return Err(format!(
                "`{alias}=`: an alias has letters from a to z, digits, `-` and `_`, and begins with a letter"
            ));
        }
        let is_own = registry::installed().agents().iter().any(|agent| agent.name == alias);
        if is_own || levels::is_taken(alias) {
            return Err(format!("`{alias}=`: there is an agent `{alias}`; choose another alias"));
        }
        self.name(alias, spec)
    }

    pub fn name(&mut self, alias: &str, spec: &Spec) -> Result<(), String> {
        match (self.spec(alias), self.of(spec)) {
            (Some(known), _) if known == spec => Ok(()),
            (Some(known), _) => Err(format!("`{alias}` cannot be both `{known}` and `{spec}`")),
            (None, Some(other)) => {
                Err(format!("`{spec}` has two aliases, `{other}` and `{alias}`; give it one"))
            }
            (None, None) => {
                self.0.push((alias.to_owned(), spec.clone()));
                Ok(())
            }
        }
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter))
}

/// The alias in a text, if any, and the rest. After a colon, `=` belongs to the agent.
pub fn split(text: &str) -> (Option<&str>, &str) {
    match text.split_once('=') {
        Some((alias, rest)) if !alias.contains(':') => (Some(alias), rest),
        _ => (None, text),
    }
}

/// A weights file as the agent that plays with it, `greedy`; other texts unchanged.
pub fn of_file(text: &str) -> Cow<'_, str> {
    match FileName::new(text).filter(|_| text.ends_with(".toml") && !text.contains(':')) {
        None => text.into(),
        file => Spec::new(Kind::Greedy(Horizon::default())).with_weights(file).to_string().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alias_stands_before_the_first_equals_sign_and_any_colon() {
        for (text, expected) in [
            ("greedy", (None, "greedy")),
            ("greedy:weights=w.toml", (None, "greedy:weights=w.toml")),
            ("a=greedy", (Some("a"), "greedy")),
            ("a-1=mcts:iterations=5,truncation=1", (Some("a-1"), "mcts:iterations=5,truncation=1")),
            ("exec:./bot --level=3", (None, "exec:./bot --level=3")),
            ("=greedy", (Some(""), "greedy")),
        ] {
            assert_eq!(split(text), expected);
        }
    }

    #[test]
    fn names_that_would_mislead_are_refused() {
        let mut aliases = Aliases::default();
        let [one, other]: [Spec; 2] = ["random", "uct"].map(|text| text.parse().unwrap());
        aliases.add("a", &one).unwrap();
        // Giving the same alias again changes nothing.
        aliases.add("a", &one).unwrap();
        assert_eq!((aliases.of(&one), aliases.spec("a")), (Some("a"), Some(&one)));
        assert_eq!(aliases.of(&other), None);
        for (alias, spec, told) in [
            ("", &other, "begins with a letter"),
            ("1a", &other, "begins with a letter"),
            ("a b", &other, "begins with a letter"),
            ("größe", &other, "begins with a letter"),
            ("greedy", &other, "there is an agent `greedy`"),
            ("human", &other, "there is an agent `human`"),
            ("a", &other, "cannot be both `random` and `mcts:"),
            ("b", &one, "two aliases, `a` and `b`"),
        ] {
            let reason = aliases.add(alias, spec).unwrap_err();
            assert!(reason.contains(told), "{alias}: {reason}");
        }
    }

    #[test]
    fn a_file_of_weights_is_a_greedy_agent() {
        assert_eq!(of_file("runs/t/best.toml"), "greedy:weights=runs/t/best.toml");
        assert_eq!(of_file("a,b.toml"), "greedy:weights=\"a,b.toml\"");
        assert_eq!(of_file("mcts:weights=w.toml"), "mcts:weights=w.toml");
        assert_eq!(of_file("greedy"), "greedy");
    }
}

//! Choices between options of an agent: `rollout=greedy|random`.

use crate::error::Error;

const MOST: usize = 64;

/// The agent `text` with every combination of `choices`, each of which is `KEY=a|b|c`; the last choice
/// changes fastest. Only `text` itself without choices.
pub(super) fn combinations(text: &str, choices: &[String]) -> Result<Vec<String>, Error> {
    let refuse = |reason: String| Err(Error::flag("--choices", reason));
    let mut all = vec![text.to_owned()];
    let mut keys: Vec<&str> = Vec::new();
    for choice in choices {
        let Some((key, values)) = choice.split_once('=') else {
            return refuse(format!("`{choice}` is not KEY=a|b|c"));
        };
        let values: Vec<&str> = values.split('|').map(str::trim).collect();
        if key.is_empty() || values.len() < 2 || values.contains(&"") {
            return refuse(format!("`{choice}` is not KEY=a|b|c, with two values or more"));
        }
        if keys.contains(&key) {
            return refuse(format!("`{key}` is named twice"));
        }
        keys.push(key);
        let options = text.split_once(':').map_or("", |(_, options)| options);
        if options.split(',').any(|option| option.trim().starts_with(&format!("{key}="))) {
            return refuse(format!("`{key}` stands in --agent already"));
        }
        let with = |text: &String, value: &str| {
            let separator = if text.contains(':') { ',' } else { ':' };
            format!("{text}{separator}{key}={value}")
        };
        all = (all.iter()).flat_map(|text| values.iter().map(|value| with(text, value))).collect();
        if all.len() > MOST {
            return refuse(format!("{} combinations are more than {MOST}", all.len()));
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, choices: &[&str]) -> Result<Vec<String>, Error> {
        combinations(text, &choices.iter().map(|&choice| choice.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn every_combination_once() {
        assert_eq!(of("greedy", &[]).unwrap(), ["greedy"]);
        assert_eq!(
            of("mcts:iterations=50", &["rollout=greedy|random", "cutoff=20|scoring"]).unwrap(),
            [
                "mcts:iterations=50,rollout=greedy,cutoff=20",
                "mcts:iterations=50,rollout=greedy,cutoff=scoring",
                "mcts:iterations=50,rollout=random,cutoff=20",
                "mcts:iterations=50,rollout=random,cutoff=scoring",
            ]
        );
        assert_eq!(of("greedy", &["look=action|turn"]).unwrap()[1], "greedy:look=turn");
    }

    #[test]
    fn what_is_no_choice_is_refused() {
        for (choices, told) in [
            (&["look"][..], "is not KEY=a|b|c"),
            (&["look=turn"], "two values"),
            (&["look=turn|"], "two values"),
            (&["look=a|b", "look=a|b"], "named twice"),
            (&["epsilon=1|2"], "stands in --agent"),
            (&["a=1|2|3|4|5", "b=1|2|3|4|5", "c=1|2|3"], "more than 64"),
        ] {
            let error = of("mcts:iterations=5,epsilon=0", choices).unwrap_err().to_string();
            assert!(error.starts_with("--choices: ") && error.contains(told), "{error}");
        }
    }
}

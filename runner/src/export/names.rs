//! Agents in tables for people: by the shortest text that means them.

use drakkar_agents::spec::Spec;

use crate::export::sheet::Sheet;

/// The shortest name of the same agent; `None` if the text names none.
pub fn brief(name: &str) -> Option<String> {
    name.parse::<Spec>().ok().map(|spec| spec.brief().to_string())
}

/// The sheets with options that have their default left out of the names of agents; whoever copies such a
/// name gets the same agent. Files always have names in full.
pub fn abbreviated(sheets: &[Sheet], names: &[String]) -> Vec<Sheet> {
    let pairs: Vec<(&String, String)> =
        names.iter().filter_map(|name| Some((name, brief(name)?))).collect();
    let shorten = |text: &String| {
        pairs.iter().fold(text.clone(), |text, (name, brief)| text.replace(name.as_str(), brief))
    };
    let all = |texts: &[String]| texts.iter().map(shorten).collect();
    let sheet = |sheet: &Sheet| Sheet {
        title: shorten(&sheet.title),
        head: all(&sheet.head),
        words: sheet.words,
        rows: sheet.rows.iter().map(|row| all(row)).collect(),
        remark: shorten(&sheet.remark),
    };
    sheets.iter().map(sheet).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_left_out_wherever_an_agent_is_named() {
        let of = |text: &str| text.parse::<Spec>().unwrap().to_string();
        let names = [of("mcts:iterations=9"), of("mcts:iterations=90,cutoff=1"), of("greedy")];
        let mut long = Sheet::new(&format!("{} plays", names[0]), &["agent", &names[1]], 1);
        long.rows.push(vec![names[0].clone(), names[2].clone()]);
        long.remark = format!("{} is better than {}", names[1], names[0]);
        let mut short =
            Sheet::new("mcts:iterations=9 plays", &["agent", "mcts:iterations=90,cutoff=1"], 1);
        short.rows.push(vec!["mcts:iterations=9".into(), "greedy".into()]);
        short.remark = "mcts:iterations=90,cutoff=1 is better than mcts:iterations=9".into();
        assert_eq!(abbreviated(&[long], &names), [short]);
    }
}

//! The sets of weights that have a name.

use std::collections::BTreeSet;

use drakkar_agents::heuristic::{Heuristic, Playable};

/// The weights that a text names, section by section.
fn keys(toml: &str) -> BTreeSet<String> {
    let mut section = "";
    let mut keys = BTreeSet::new();
    for line in toml.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        match line.split_once(" = ") {
            Some((key, _)) => assert!(keys.insert(format!("{section}{key}")), "{key} twice"),
            None => section = line,
        }
    }
    keys
}

fn check<G: Playable>() {
    let standard = <G::Heuristic as Heuristic<G>>::standard().to_toml();
    let named = <G::Heuristic as Heuristic<G>>::NAMED;
    for (place, (name, text)) in named.iter().enumerate() {
        let weights = <G::Heuristic as Heuristic<G>>::from_toml(text).unwrap().to_toml();
        assert_eq!(keys(text), keys(&standard), "{name}");
        assert_eq!(place == 0, weights == standard, "{name}: the first is the default");
    }
    let names: BTreeSet<&str> = named.iter().map(|(name, _)| *name).collect();
    assert!(names.contains("manual-1") && names.len() == named.len());
}

#[test]
fn every_game_has_sets_that_name_every_weight() {
    macro_rules! check_all {
        ($([$id:literal $module:ident: $($variant:ident)+])*) => {
            $(
                #[cfg(feature = $id)]
                {
                    $(check::<drakkar_engine::games::$module::$variant>();)+
                }
            )*
        };
    }
    drakkar_engine::for_each_game!(check_all);
}

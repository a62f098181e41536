//! Texts of searches for which nothing is looked up.

use super::*;

/// The full text of a search from before it had the word `plain`.
const BEFORE: &str = "mcts:iterations=25,early_stop=yes,selection=puct,exploration=0.3,temperature=0.2,fpu=0,\
                      progressive_bias=0.3,widening=0,backup=maxn,score_weight=0.3,rollout=greedy,rollout_epsilon=0.03,truncation=20,\
                      reuse=no,reveals=stop,weights=manual-1";

/// As if a net and another root were the best known.
fn best(spec: Spec) -> Spec {
    match spec.kind() {
        Kind::Mcts(settings) if settings.asks_heuristic() => {
            let root = Settings { root: crate::mcts::Root::Halving, ..*settings };
            Spec::new(Kind::Mcts(root))
                .with_net(FileName::new("best"))
                .with_weights(FileName::new("w"))
        }
        _ => spec,
    }
}

fn read(text: &str) -> Result<Spec, SpecError> {
    Spec::read_open(text, &levels::EPSILONS, &best)
}

#[test]
fn a_plan_of_before_means_what_it_meant() {
    assert_eq!(spec(BEFORE), spec("mcts:plain,iterations=25,weights=manual-1"));
}

/// Where it would become another agent, it is not read.
#[test]
fn a_full_text_of_before_is_refused_where_something_is_looked_up() {
    let error = read(BEFORE).unwrap_err().to_string();
    assert!(error.contains("option `plain`: is missing: this text names every option"), "{error}");
    let same =
        Spec::read_open(BEFORE, &levels::EPSILONS, &|spec| spec.with_weights(FileName::new("w")));
    assert_eq!(same.unwrap(), spec(BEFORE));
    for text in [spec(BEFORE).to_string(), spec("uct:iterations=5").to_string()] {
        assert_eq!(read(&text).unwrap().to_string(), text);
    }
    let left_out = BEFORE.replace("widening=0,", "");
    assert_eq!(read(&left_out).unwrap().net(), FileName::new("best").as_ref());
}

#[test]
fn what_is_looked_up_gives_way_to_what_is_given() {
    let all = "root=halving,value=best,weights=w";
    for (text, meant) in [
        ("mcts", all),
        ("mcts:exploration=0.3", all),
        // It does not apply to the root that is looked up.
        ("mcts:early_stop=yes", all),
        ("mcts:early_stop=no", all),
        ("mcts:root=selection,early_stop=no", "early_stop=no,value=best,weights=w"),
        ("mcts:value=none", "root=halving,weights=w"),
        ("mcts:value=a", "root=halving,value=a,weights=w"),
        ("mcts:weights=a", "root=halving,value=best,weights=a"),
        ("mcts:truncation=none", "root=halving,truncation=none,weights=w"),
        ("mcts:value=none,value_temperature=8", "root=halving,value_temperature=8,weights=w"),
        ("mcts:weights=a,plain", "weights=a"),
    ] {
        assert_eq!(read(text).unwrap(), spec(&format!("mcts:{meant}")), "{text}");
    }
    for (text, told) in [
        (
            "mcts:value_temperature=8",
            "`value_temperature`: the best known search estimates win shares by the net best here; it goes with \
             value=none or plain",
        ),
        (
            "mcts:value_temperature=8,value=a",
            "`value_temperature`: with these options the heuristic estimates no win share",
        ),
        ("mcts:plain,plain", "`plain` is given twice"),
        ("mcts:plain=yes", "`plain`: expected the word alone, without a value, found `yes`"),
        ("uct:plain", "`plain`: nothing is looked up for `uct`"),
        ("mcts:plane", "`plane` is not an option"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(told), "{text}: {error}");
    }
}

//! Texts of specifications, parsed and printed.

mod plain;
mod random;

use super::*;
use crate::catalogue;

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

#[test]
fn texts_are_canonical() {
    for (text, printed) in [
        ("random", "random"),
        ("greedy", "greedy"),
        ("greedy:weights=my weights.toml", "greedy:weights=my weights.toml"),
        ("greedy:weights=\"a.toml\"", "greedy:weights=a.toml"),
        ("greedy:weights=a \"b\".toml", "greedy:weights=a \"b\".toml"),
        ("greedy:weights=\"a,b=\"\"c\"\"\"", "greedy:weights=\"a,b=\"\"c\"\"\""),
        ("greedy:weights=\"\"\"a\"", "greedy:weights=\"\"\"a\""),
        ("random:forbid=bid  *", "random:forbid=\"bid *\""),
        ("greedy:forbid=\" take longboat|bid *\"", "greedy:forbid=\"take longboat | bid *\""),
        (
            "greedy:forbid=\"b | a, \"\"c\"\"\",weights=\"w,1\"",
            "greedy:weights=\"w,1\",forbid=\"b | a, \"\"c\"\"\"",
        ),
        ("exec:./bot", "exec:./bot,milliseconds=10000"),
        ("exec: python3 'my bot.py' --deep ", "exec:python3 'my bot.py' --deep,milliseconds=10000"),
        (
            "exec:\"bot \"\"a,b\"\"\",forbid=pass,milliseconds=050",
            "exec:\"bot \"\"a,b\"\"\",milliseconds=50,forbid=\"pass\"",
        ),
        ("exec:bot key=value:3", "exec:bot key=value:3,milliseconds=10000"),
        ("human", "human"),
    ] {
        assert_eq!(spec(text).to_string(), printed);
        assert_eq!(spec(printed), spec(text));
    }
}

/// Options that apply are named, whether they were given or not.
#[test]
fn searches_are_told_in_full() {
    let defaults = "early_stop=yes,selection=puct,exploration=0.3,temperature=0.2,fpu=0,progressive_bias=0.3,\
                    widening=0,backup=maxn,score_weight=0.3,rollout=greedy,rollout_epsilon=0.03,truncation=20,\
                    reuse=no,reveals=stop";
    let plain = "early_stop=no,selection=ucb1,exploration=1.4,fpu=none,progressive_bias=0,widening=0,\
                 backup=maxn,score_weight=0,rollout=random,truncation=none,reuse=no,reveals=stop";
    let changed = |changes: &[(&str, &str)]| {
        changes.iter().fold(defaults.to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        })
    };
    for (text, printed) in [
        ("mcts", format!("mcts:plain,iterations=500,{defaults}")),
        ("mcts:plain", format!("mcts:plain,iterations=500,{defaults}")),
        ("mcts:iterations=2_000", format!("mcts:plain,iterations=2000,{defaults}")),
        ("mcts:iterations=2e3", format!("mcts:plain,iterations=2000,{defaults}")),
        ("uct", format!("mcts:plain,iterations=500,{plain}")),
        ("uct:decisions=9", format!("mcts:plain,decisions=9,{plain}")),
        (
            "mcts:iterations=0007,rollout=random,truncation=none",
            "mcts:plain,iterations=7,".to_owned()
                + &changed(&[("greedy,rollout_epsilon=0.03", "random"), ("truncation=20", "truncation=none")]),
        ),
        (
            "mcts:exploration=1e-1,decisions=20,widening=1.50,truncation=012,rollout_epsilon=0",
            "mcts:plain,decisions=20,".to_owned()
                + &changed(&[
                    ("exploration=0.3", "exploration=0.1"),
                    ("widening=0", "widening=1.5"),
                    ("20", "12"),
                    ("0.03", "0"),
                ]),
        ),
        (
            "mcts:truncation=scoring,selection=ucb1,progressive_bias=-0,fpu=none,rollout=mast",
            "mcts:plain,iterations=500,".to_owned()
                + &changed(&[
                    ("20", "scoring"),
                    ("puct,exploration=0.3,temperature=0.2", "ucb1,exploration=0.3"),
                    ("fpu=0", "fpu=none"),
                    ("progressive_bias=0.3", "progressive_bias=0"),
                    ("greedy", "mast"),
                ]),
        ),
        (
            "mcts:forbid=pass,iterations=\"9\",weights=manual-1,reuse=yes",
            format!(
                "mcts:plain,iterations=9,{},weights=manual-1,forbid=\"pass\"",
                changed(&[("reuse=no", "reuse=yes")])
            ),
        ),
        (
            "mcts:root=halving,endgame=2e3",
            "mcts:plain,iterations=500,".to_owned()
                + &changed(&[("early_stop=yes", "root=halving"), ("stop", "stop,endgame=2000")]),
        ),
        (
            "mcts:weights=manual-1,value_temperature=20/1.250e1/07,truncation=9",
            format!(
                "mcts:plain,iterations=500,{},value_temperature=20/12.5/7,weights=manual-1",
                changed(&[("truncation=20", "truncation=9")])
            ),
        ),
        (
            "flat:value_temperature=fitted-1-base-2p,iterations=9",
            "flat:iterations=9,score_weight=0.3,rollout=greedy,rollout_epsilon=0.03,truncation=20,\
             value_temperature=fitted-1-base-2p"
                .to_owned(),
        ),
        (
            "mcts:own_score=0.250",
            format!(
                "mcts:plain,iterations=500,{}",
                changed(&[("score_weight=0.3", "score_weight=0.3,own_score=0.25")])
            ),
        ),
        ("mcts:root=selection,endgame=0,own_score=0", format!("mcts:plain,iterations=500,{defaults}")),
        (
            "flat:own_score=1,iterations=9,rollout=random",
            "flat:iterations=9,score_weight=0.3,own_score=1,rollout=random,truncation=20".to_owned(),
        ),
        (
            "flat:milliseconds=020,truncation=none",
            "flat:milliseconds=20,score_weight=0.3,rollout=greedy,rollout_epsilon=0.03,truncation=none"
                .to_owned(),
        ),
        ("greedy:lookahead=turn", "greedy:lookahead=turn".to_owned()),
        ("greedy:lookahead=action", "greedy".to_owned()),
    ] {
        assert_eq!(spec(text).to_string(), printed);
        assert_eq!(spec(&printed), spec(text));
    }
    assert_eq!(spec("mcts"), spec("mcts:exploration=0.30"));
    assert_eq!(spec("mcts"), spec("mcts:truncation=20,rollout=greedy"));
    for other in
        ["iterations=501", "rollout=random", "rollout_epsilon=0.2", "truncation=9", "widening=9"]
    {
        assert_ne!(spec("mcts"), spec(&format!("mcts:{other}")));
    }
    assert_ne!(spec("mcts:value_temperature=8"), spec("mcts"));
    assert_ne!(spec("mcts:value_temperature=8"), spec("mcts:value_temperature=8/8"));
    assert_ne!(spec("greedy"), spec("greedy:weights=a"));
    assert_ne!(spec("greedy"), spec("greedy:forbid=a"));
    assert_ne!(spec("random:forbid=a"), spec("random:forbid=b"));
    assert_ne!(spec("mcts:iterations=500"), spec("mcts:milliseconds=500"));
}

#[test]
fn the_parts_of_a_specification_can_be_asked_for() {
    let whole = spec("random:forbid=\"bid * | pass\"");
    assert_eq!(whole.kind(), &Kind::Random);
    assert_eq!(whole.restriction().map(Patterns::to_string).as_deref(), Some("bid * | pass"));
    assert_eq!(Spec::new(Kind::Random).with_restriction(whole.restriction().cloned()), whole);
    assert_eq!(spec("random"), Spec::new(Kind::Random));
    for text in ["random", "greedy:forbid=a", "mcts", "mcts:iterations=9,forbid=a"] {
        assert!(spec(text).is_reproducible(), "{text}");
    }
    for text in ["mcts:milliseconds=9", "exec:bot", "human"] {
        assert!(!spec(text).is_reproducible(), "{text}");
    }
}

#[test]
fn errors_name_the_key() {
    for (text, reason) in [
        (
            "",
            "there is no agent ``; there are: random, greedy, flat, mcts, uct, exec, human, level-1, \
             level-2, level-3, level-4, level-5, level-6, level-7, level-8",
        ),
        ("Random", "there is no agent `Random`; did you mean `random`?"),
        ("level-9", "there is no agent `level-9`; levels are level-1 to level-8"),
        ("level-0:forbid=a", "there is no agent `level-0`; levels are level-1 to level-8"),
        (
            "greedy,random",
            "there is no agent `greedy,random`; agents are separated by spaces: greedy random",
        ),
        ("exec", "expected a command, such as exec:python3 bot.py"),
        ("exec:", "expected a command, such as exec:python3 bot.py; the command names no program"),
        (
            "exec:'' a",
            "expected a command, such as exec:python3 bot.py; the command names no program",
        ),
        (
            "exec:bot 'a",
            "expected a command, such as exec:python3 bot.py; a quote in the command is not closed",
        ),
        ("exec:\"bot", "option `command`: the quote is not closed"),
        ("exec:\"bot\" a", "expected a comma behind the closing quote, found ` a`"),
        ("exec:bot,1", "`1` is not an option; options are written key=value, separated by commas"),
        (
            "exec:bot,milliseconds=0",
            "option `milliseconds`: expected a whole number from 1 to 3600000, found `0`",
        ),
        (
            "exec:bot,iterations=1",
            "there is no option `iterations`; `exec` has: milliseconds, forbid",
        ),
        ("human:forbid=a", "there is no option `forbid`; `human` has none"),
        ("random:", "`` is not an option; options are written key=value, separated by commas"),
        ("random:seed=1", "there is no option `seed`; `random` has: forbid"),
        ("greedy:weight=a", "there is no option `weight`; did you mean `weights`?"),
        ("greedy:weights=", "option `weights`: expected a file name, found ``"),
        ("greedy:weights=\"\"", "option `weights`: expected a file name, found ``"),
        ("greedy:weights=\"a", "option `weights`: the quote is not closed"),
        ("greedy:weights=\"a\"\"", "option `weights`: the quote is not closed"),
        ("greedy:weights=\"", "option `weights`: the quote is not closed"),
        (
            "greedy:forbid=\"a\"b,weights=c",
            "option `forbid`: expected a comma behind the closing quote, found `b,weights=c`",
        ),
        (
            "greedy:forbid=\"a\",",
            "`` is not an option; options are written key=value, separated by commas",
        ),
        (
            "greedy:forbid=a,b",
            "`b` is not an option; options are written key=value, separated by commas",
        ),
        ("greedy:\"forbid\"=a", "there is no option `\"forbid\"`; did you mean `forbid`?"),
        (
            "random:forbid=",
            "option `forbid`: expected patterns of words or * separated by |, such as bid * | pass; \
             a pattern is empty",
        ),
        (
            "mcts:forbid=\"bid * | \"",
            "option `forbid`: expected patterns of words or * separated by |, such as bid * | pass; \
             a pattern is empty",
        ),
        (
            "greedy:forbid=take noble*",
            "option `forbid`: expected patterns of words or * separated by |, such as bid * | pass; \
             `noble*` is not a word",
        ),
        ("greedy:forbid=a,forbid=\"b\"", "option `forbid` is given twice"),
        (
            "mcts:milliseconds=0",
            "option `milliseconds`: expected a whole number from 1 to 3600000, found `0`",
        ),
        (
            "mcts:milliseconds=3600001",
            "option `milliseconds`: expected a whole number from 1 to 3600000, found `3600001`",
        ),
        (
            "mcts:milliseconds=none",
            "option `milliseconds`: expected a whole number from 1 to 3600000, found `none`",
        ),
        (
            "mcts:iterations=5,milliseconds=5",
            "option `milliseconds`: replaces iterations, give only one of them",
        ),
        (
            "mcts:depth=1",
            "there is no option `depth`; `mcts` has: plain, iterations, decisions, milliseconds, early_stop, root, \
             selection, exploration, temperature, fpu, progressive_bias, widening, backup, score_weight, own_score, \
             rollout, rollout_epsilon, truncation, reuse, reveals, endgame, value_temperature, value, weights, epsilon, forbid",
        ),
        ("mcts:rollout=rnd", "option `rollout`: expected random, greedy or mast, found `rnd`"),
        (
            "mcts:rollout_epsilon=1.1",
            "option `rollout_epsilon`: expected a number from 0 to 1, found `1.1`",
        ),
        (
            "mcts:rollout=random,rollout_epsilon=0.1",
            "option `rollout_epsilon`: random rollouts have none; it goes with rollout=greedy or mast",
        ),
        (
            "mcts:truncation=-1",
            "option `truncation`: expected a whole number from 0 to 1000000, scoring or none, found `-1`",
        ),
        (
            "mcts:truncation=1000001",
            "option `truncation`: expected a whole number from 0 to 1000000, scoring or none, found `1000001`",
        ),
        ("mcts:widening=-1", "option `widening`: expected a number from 0 to 1000, found `-1`"),
        ("mcts:iterations=5,iterations=5", "option `iterations` is given twice"),
        (
            "mcts:iterations",
            "`iterations` is not an option; options are written key=value, separated by commas",
        ),
        (
            "mcts:iterations=0",
            "option `iterations`: expected a whole number from 1 to 10000000, found `0`",
        ),
        (
            "mcts:iterations=1e8",
            "option `iterations`: expected a whole number from 1 to 10000000, found `100000000`",
        ),
        (
            "mcts:exploration=NaN",
            "option `exploration`: expected a number from 0 to 100, found `NaN`",
        ),
        ("mcts:root=halving,early_stop=yes", "option `early_stop`: goes with root=selection"),
        ("mcts:root=uniform", "option `root`: expected selection or halving, found `uniform`"),
        ("mcts:value=", "option `value`: expected a file name, found ``"),
        (
            "mcts:truncation=none,value=n.json",
            "option `value`: with these options no win share is estimated",
        ),
        (
            "mcts:value_temperature=8/0/8",
            "option `value_temperature`: expected numbers from 0.01 to 10000 separated by /, or the name of a \
             scale, found `0`",
        ),
        (
            "flat:value_temperature=10001",
            "option `value_temperature`: expected numbers from 0.01 to 10000 separated by /, or the name of a \
             scale, found `10001`",
        ),
        (
            "mcts:value_temperature=8/",
            "option `value_temperature`: expected numbers from 0.01 to 10000 separated by /, or the name of a \
             scale, found ``",
        ),
        (
            "mcts:value_temperature=8/NaN",
            "option `value_temperature`: expected numbers from 0.01 to 10000 separated by /, or the name of a \
             scale, found `NaN`",
        ),
        (
            "mcts:value_temperature=fitted 1",
            "option `value_temperature`: expected numbers from 0.01 to 10000 separated by /, or the name of a \
             scale, found `fitted 1`",
        ),
        (
            "mcts:value_temperature=8,truncation=none",
            "option `value_temperature`: with these options the heuristic estimates no win share",
        ),
        (
            "flat:value_temperature=8,value=n.json",
            "option `value_temperature`: with these options the heuristic estimates no win share",
        ),
        (
            "greedy:value_temperature=8",
            "there is no option `value_temperature`; `greedy` has: plain, value, weights, lookahead, epsilon, forbid",
        ),
        (
            "greedy:value=n.json,weights=manual-1",
            "option `weights`: with these options the heuristic is never asked",
        ),
        (
            "mcts:exploration=100.5",
            "option `exploration`: expected a number from 0 to 100, found `100.5`",
        ),
    ] {
        let error = text.parse::<Spec>().unwrap_err();
        assert_eq!(error.to_string(), format!("agent `{text}`: {reason}"));
    }
}

#[test]
fn defaults_can_be_left_out() {
    for (text, brief) in [
        ("greedy:lookahead=turn,weights=a", "greedy:lookahead=turn,weights=a"),
        ("mcts", "mcts:plain"),
        ("mcts:iterations=500,early_stop=no", "mcts:plain,early_stop=no"),
        (
            "mcts:endgame=7,root=halving,iterations=9",
            "mcts:plain,iterations=9,root=halving,endgame=7",
        ),
        ("uct", "uct"),
        (
            "uct:milliseconds=7,exploration=2,forbid=a",
            "uct:milliseconds=7,exploration=2,forbid=\"a\"",
        ),
        ("uct:exploration=0.3", "uct:exploration=0.3"),
        (
            "mcts:truncation=12,weights=manual-1,decisions=9",
            "mcts:plain,decisions=9,truncation=12,weights=manual-1",
        ),
        ("mcts:value_temperature=8/7,truncation=20", "mcts:plain,value_temperature=8/7"),
        ("mcts:rollout=mast,reuse=no,forbid=a", "mcts:plain,rollout=mast,forbid=\"a\""),
        ("flat:iterations=7,rollout_epsilon=0", "flat:iterations=7,rollout_epsilon=0"),
        ("exec:bot,milliseconds=10000", "exec:bot"),
    ] {
        assert_eq!(spec(text).brief(), brief);
    }
}

#[test]
fn every_agent_of_the_catalogue_can_be_named() {
    for agent in catalogue::AGENTS {
        // One is short for another.
        let name = if agent.name == "uct" { "mcts" } else { agent.name };
        assert!(spec(agent.name).to_string().starts_with(name));
    }
}

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
    let defaults = "early=yes,selection=puct,exploration=0.3,temperature=0.2,urgency=0,bias=0.3,\
                    widen=0,backup=maxn,score_weight=0.3,rollout=greedy,epsilon=0.03,cutoff=20,\
                    reuse=no,epochs=stop";
    let plain = "early=no,selection=ucb1,exploration=1.4,urgency=none,bias=0,widen=0,\
                 backup=maxn,score_weight=0,rollout=random,cutoff=none,reuse=no,epochs=stop";
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
            "mcts:iterations=0007,rollout=random,cutoff=none",
            "mcts:plain,iterations=7,".to_owned()
                + &changed(&[("greedy,epsilon=0.03", "random"), ("cutoff=20", "cutoff=none")]),
        ),
        (
            "mcts:exploration=1e-1,decisions=20,widen=1.50,cutoff=012,epsilon=0",
            "mcts:plain,decisions=20,".to_owned()
                + &changed(&[
                    ("exploration=0.3", "exploration=0.1"),
                    ("widen=0", "widen=1.5"),
                    ("20", "12"),
                    ("0.03", "0"),
                ]),
        ),
        (
            "mcts:cutoff=scoring,selection=ucb1,bias=-0,urgency=none,rollout=mast",
            "mcts:plain,iterations=500,".to_owned()
                + &changed(&[
                    ("20", "scoring"),
                    ("puct,exploration=0.3,temperature=0.2", "ucb1,exploration=0.3"),
                    ("urgency=0", "urgency=none"),
                    ("bias=0.3", "bias=0"),
                    ("greedy", "mast"),
                ]),
        ),
        (
            "mcts:forbid=pass,iterations=\"9\",weights=hand-1,reuse=yes",
            format!(
                "mcts:plain,iterations=9,{},weights=hand-1,forbid=\"pass\"",
                changed(&[("reuse=no", "reuse=yes")])
            ),
        ),
        (
            "mcts:root=halving,endgame=2e3",
            "mcts:plain,iterations=500,".to_owned()
                + &changed(&[("early=yes", "root=halving"), ("stop", "stop,endgame=2000")]),
        ),
        (
            "mcts:weights=hand-1,scale=20/1.250e1/07,cutoff=9",
            format!(
                "mcts:plain,iterations=500,{},scale=20/12.5/7,weights=hand-1",
                changed(&[("cutoff=20", "cutoff=9")])
            ),
        ),
        (
            "flat:scale=fitted-1-base-2p,iterations=9",
            "flat:iterations=9,score_weight=0.3,rollout=greedy,epsilon=0.03,cutoff=20,\
             scale=fitted-1-base-2p"
                .to_owned(),
        ),
        (
            "mcts:points=0.250",
            format!(
                "mcts:plain,iterations=500,{}",
                changed(&[("score_weight=0.3", "score_weight=0.3,points=0.25")])
            ),
        ),
        ("mcts:root=selection,endgame=0,points=0", format!("mcts:plain,iterations=500,{defaults}")),
        (
            "flat:points=1,iterations=9,rollout=random",
            "flat:iterations=9,score_weight=0.3,points=1,rollout=random,cutoff=20".to_owned(),
        ),
        (
            "flat:milliseconds=020,cutoff=none",
            "flat:milliseconds=20,score_weight=0.3,rollout=greedy,epsilon=0.03,cutoff=none"
                .to_owned(),
        ),
        ("greedy:look=turn", "greedy:look=turn".to_owned()),
        ("greedy:look=action", "greedy".to_owned()),
    ] {
        assert_eq!(spec(text).to_string(), printed);
        assert_eq!(spec(&printed), spec(text));
    }
    assert_eq!(spec("mcts"), spec("mcts:exploration=0.30"));
    assert_eq!(spec("mcts"), spec("mcts:cutoff=20,rollout=greedy"));
    for other in ["iterations=501", "rollout=random", "epsilon=0.2", "cutoff=9", "widen=9"] {
        assert_ne!(spec("mcts"), spec(&format!("mcts:{other}")));
    }
    assert_ne!(spec("mcts:scale=8"), spec("mcts"));
    assert_ne!(spec("mcts:scale=8"), spec("mcts:scale=8/8"));
    assert_ne!(spec("greedy"), spec("greedy:weights=a"));
    assert_ne!(spec("greedy"), spec("greedy:forbid=a"));
    assert_ne!(spec("random:forbid=a"), spec("random:forbid=b"));
    assert_ne!(spec("mcts:iterations=500"), spec("mcts:milliseconds=500"));
}

#[test]
fn the_parts_of_a_specification_can_be_asked_for() {
    let whole = spec("random:forbid=\"bid * | pass\"");
    assert_eq!(whole.kind(), &Kind::Random);
    assert_eq!(whole.restriction().map(|r| r.patterns().len()), Some(2));
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
            "there is no option `depth`; `mcts` has: plain, iterations, decisions, milliseconds, early, root, \
             selection, exploration, prior, temperature, urgency, bias, widen, backup, score_weight, points, \
             rollout, epsilon, cutoff, reuse, epochs, endgame, scale, value, weights, stray, forbid",
        ),
        ("mcts:rollout=rnd", "option `rollout`: expected random, greedy or mast, found `rnd`"),
        ("mcts:epsilon=1.1", "option `epsilon`: expected a number from 0 to 1, found `1.1`"),
        (
            "mcts:rollout=random,epsilon=0.1",
            "option `epsilon`: random rollouts have none; it goes with rollout=greedy or mast",
        ),
        (
            "mcts:cutoff=-1",
            "option `cutoff`: expected a whole number from 0 to 1000000, scoring or none, found `-1`",
        ),
        (
            "mcts:cutoff=1000001",
            "option `cutoff`: expected a whole number from 0 to 1000000, scoring or none, found `1000001`",
        ),
        ("mcts:widen=-1", "option `widen`: expected a number from 0 to 1000, found `-1`"),
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
        ("mcts:root=halving,early=yes", "option `early`: goes with root=selection"),
        ("mcts:root=uniform", "option `root`: expected selection or halving, found `uniform`"),
        ("mcts:value=", "option `value`: expected a file name, found ``"),
        (
            "mcts:cutoff=none,value=n.json",
            "option `value`: with these options no win share is estimated",
        ),
        ("mcts:prior=net", "option `prior`: goes with a net, such as value=net"),
        (
            "mcts:prior=root,cutoff=none",
            "option `prior`: goes with a net, and so not with cutoff=none",
        ),
        ("mcts:prior=root,value=n.json,reuse=yes", "option `prior`: does not go with reuse=yes"),
        (
            "mcts:prior=root,value=n.json,selection=ucb1,bias=0",
            "option `prior`: with these options nothing depends on it, as it does with selection=puct",
        ),
        ("mcts:prior=no", "option `prior`: expected heuristic, root or net, found `no`"),
        (
            "mcts:scale=8/0/8",
            "option `scale`: expected numbers from 0.01 to 10000 separated by /, or the name of a \
             scale, found `0`",
        ),
        (
            "flat:scale=10001",
            "option `scale`: expected numbers from 0.01 to 10000 separated by /, or the name of a \
             scale, found `10001`",
        ),
        (
            "mcts:scale=8/",
            "option `scale`: expected numbers from 0.01 to 10000 separated by /, or the name of a \
             scale, found ``",
        ),
        (
            "mcts:scale=8/NaN",
            "option `scale`: expected numbers from 0.01 to 10000 separated by /, or the name of a \
             scale, found `NaN`",
        ),
        (
            "mcts:scale=fitted 1",
            "option `scale`: expected numbers from 0.01 to 10000 separated by /, or the name of a \
             scale, found `fitted 1`",
        ),
        (
            "mcts:scale=8,cutoff=none",
            "option `scale`: with these options the heuristic estimates no win share",
        ),
        (
            "flat:scale=8,value=n.json",
            "option `scale`: with these options the heuristic estimates no win share",
        ),
        (
            "greedy:scale=8",
            "there is no option `scale`; `greedy` has: plain, value, weights, look, stray, forbid",
        ),
        (
            "greedy:value=n.json,weights=hand-1",
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
        ("greedy:look=turn,weights=a", "greedy:look=turn,weights=a"),
        ("mcts", "mcts:plain"),
        ("mcts:iterations=500,early=no", "mcts:plain,early=no"),
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
            "mcts:cutoff=12,weights=hand-1,decisions=9",
            "mcts:plain,decisions=9,cutoff=12,weights=hand-1",
        ),
        ("mcts:scale=8/7,cutoff=20", "mcts:plain,scale=8/7"),
        ("mcts:rollout=mast,reuse=no,forbid=a", "mcts:plain,rollout=mast,forbid=\"a\""),
        ("flat:iterations=7,epsilon=0", "flat:iterations=7,epsilon=0"),
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

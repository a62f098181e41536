//! The text of a specification, canonical or without defaults.

use std::fmt;

use super::quoting::{Quoted, needs_quotes};
use super::{Epsilon, Kind, Spec};
use crate::catalogue::{
    EPSILON, EXEC, FORBID, LOOKAHEAD, NONE, OptionInfo, PATIENCE, PLAIN, VALUE, VALUE_TEMPERATURE,
    WEIGHTS,
};
use crate::greedy::Horizon;
use crate::mcts::settings::{BUDGET, Settings};

/// Options of searches that canonical texts leave out at their defaults, like texts from before the options existed.
const OMITTED_IF_OFF: [&str; 3] = ["root", "own_score", "endgame"];

struct OptionText {
    option: &'static OptionInfo,
    value: String,
    /// Whether the canonical text leaves it out, like texts from before the option existed.
    off: bool,
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Nothing is looked up for a search that is told in full.
        let plain = matches!(self.kind, Kind::Mcts(_));
        f.write_str(&self.text(self.name(), plain, |one| !one.off))
    }
}

/// Whether an option has another value than among those of another agent, or, if that has none, than its default.
/// Nobody's budget is looked up.
fn differs(one: &OptionText, base: &[OptionText]) -> bool {
    let base = base.iter().filter(|_| !BUDGET.contains(one.option));
    let base = base.into_iter().find(|other| other.option.key == one.option.key);
    one.value != base.map_or(one.option.default, |base| &base.value)
}

impl Spec {
    /// The shortest text for the same agent in any game: without options that have the defaults of the catalogue;
    /// `mcts` is `mcts:plain`, or `uct` without any heuristic. [`best::brief`](crate::best::brief) knows more.
    pub fn brief(&self) -> String {
        // With any budget and exploration factor.
        let uct = |&Settings { budget, exploration, .. }: &Settings| Settings {
            budget,
            exploration,
            ..Settings::uct(1)
        };
        let (name, plain, kind) = match &self.kind {
            Kind::Mcts(settings) if *settings == uct(settings) => {
                ("uct", false, Kind::Mcts(Settings::uct(1)))
            }
            Kind::Mcts(_) => (self.name(), true, Kind::Mcts(Settings::default())),
            Kind::Flat(_) => (self.name(), false, Kind::Flat(Settings::flat())),
            Kind::Greedy(_) => (self.name(), false, Kind::Greedy(Horizon::default())),
            _ => (self.name(), false, Kind::Random),
        };
        let base = Spec::new(kind).options();
        self.text(name, plain, |one| differs(one, &base))
    }

    /// The text that has only the options in which the agent differs from `base`, an agent of this kind.
    pub(crate) fn brief_beside(&self, base: &Spec) -> String {
        let base = base.options();
        self.text(self.name(), false, |one| differs(one, &base))
    }

    fn name(&self) -> &str {
        match &self.kind {
            Kind::Random => "random",
            Kind::Greedy(_) => "greedy",
            Kind::Flat(_) => "flat",
            Kind::Mcts(_) => "mcts",
            Kind::Exec(_) => EXEC,
            Kind::Own { name, .. } => name,
            Kind::Human => "human",
        }
    }

    fn text(&self, name: &str, plain: bool, tells: impl Fn(&OptionText) -> bool) -> String {
        let mut options = Vec::new();
        match &self.kind {
            Kind::Exec(program) => options.push(quoted(&program.command)),
            Kind::Own { options: own, .. } if !own.is_empty() => options.push(own.clone()),
            _ => {}
        }
        options.extend(plain.then(|| PLAIN.key.to_owned()));
        let told = self.options().into_iter().filter(tells);
        options
            .extend(told.map(|OptionText { option, value, .. }| format!("{}={value}", option.key)));
        if options.is_empty() { name.to_owned() } else { format!("{name}:{}", options.join(",")) }
    }

    /// All options that apply, in the order of the catalogue.
    fn options(&self) -> Vec<OptionText> {
        let mut list = Vec::new();
        let mut add = |option, value: String, off| list.push(OptionText { option, value, off });
        match &self.kind {
            Kind::Greedy(look) => add(&LOOKAHEAD, look.to_string(), *look == Horizon::default()),
            Kind::Flat(settings) | Kind::Mcts(settings) => {
                let own = |option: &OptionInfo| option.agents.contains(&self.name());
                for (option, value) in settings.values().filter(|(option, _)| own(option)) {
                    let value = option.text(value);
                    let off = OMITTED_IF_OFF.contains(&option.key) && value == option.default;
                    add(option, value, off);
                }
            }
            Kind::Exec(program) => add(&PATIENCE, program.milliseconds.to_string(), false),
            Kind::Random | Kind::Own { .. } | Kind::Human => {}
        }
        if let Some(scale) = &self.scale {
            add(&VALUE_TEMPERATURE, scale.to_string(), false);
        }
        match &self.net {
            Some(net) => add(&VALUE, quoted(net.as_str()), false),
            None if self.kind.estimates() => add(&VALUE, NONE.to_owned(), true),
            None => {}
        }
        if let Some(weights) = &self.weights {
            add(&WEIGHTS, quoted(weights.as_str()), false);
        }
        add(&EPSILON, self.epsilon.to_string(), self.epsilon == Epsilon::NEVER);
        if let Some(restriction) = &self.restriction {
            add(&FORBID, Quoted(restriction).to_string(), false);
        }
        list
    }
}

fn quoted(name: &str) -> String {
    if needs_quotes(name) { Quoted(name).to_string() } else { name.to_owned() }
}

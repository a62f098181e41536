//! Plays branches: from one decision point of a game several games, on the same deal and with the same keys.

use std::ops::{ControlFlow, Range};

use drakkar_agents::agent::Agent;
use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_engine::seed::{DealSeed, DecisionKey, Rng};
use drakkar_engine::{fact::Ledger, game::Game, outcome::Outcome, recorded::Recorded};

use crate::branching::{Branching, Cell, Subject, Treatment};
use crate::game::{count, keys, play_alone, play_on};
use crate::slice::{Failure, REPORTED, Slice};
use crate::{appraisal::RollOut, guard::guarded, json, task::Task};
use drakkar_stats::branches::{Branches, DecisionPoint, Gain};
use drakkar_stats::sums::{Spot, SumsTally};

/// Deals of a block: so many games are tried before it is said that its cell never comes.
pub const TRIES: u64 = 1 << 12;
/// Seating numbers of branches; the roll-in policy has 0.
const BRANCHES: u64 = 1;
/// Clock of the generator that draws which decision point it is, and whose. No decision is drawn from its key.
const DRAW: u64 = u64::MAX - 1;

/// What is branched, for any number of workers.
#[derive(Clone, Copy, Debug)]
pub struct BranchTask<'a> {
    /// What the plan says.
    pub branching: &'a Branching,
    /// Number of agents that differ.
    pub agents: usize,
    /// Number of the first block on fresh deals.
    pub fresh: u64,
}

impl<'a> BranchTask<'a> {
    /// Where the agent stands in a worker's list that must not take kind number `kind`: for each kind
    /// one of each agent that plays on, behind those of all rule sets.
    fn restricted(&self, kind: usize, agent: usize) -> usize {
        self.agents * self.branching.rule_sets() + kind * self.branching.agents.len() + agent
    }

    /// Numbers of the rule sets under which the branches of a place are played.
    fn rule_sets(&self, place: Subject) -> impl Iterator<Item = usize> + use<'a> {
        let branching = self.branching;
        let cell = branching.cells[place.cell];
        let varied = cell.treatment == Treatment::Taken && !place.again;
        let all = if varied { branching.rule_sets() } else { 1 };
        (0..all).filter(move |&rules| branching.concerns(rules, cell.kind))
    }
}

/// A decision point, as all branches have it: number of the deal, state, and how many of them its game has.
type Root<S> = (u64, S, i64);

/// Plays the decision points of some blocks.
pub(crate) struct Brancher<'w, 'a, G: Game, A> {
    run: &'w Task<'a>,
    task: &'w BranchTask<'a>,
    /// The rules of the run, then those of the variants.
    rules: &'w [G],
    actions: Actions<G>,
    /// By number under every rule set; then restricted ones, see [`BranchTask::restricted`].
    agents: &'w mut Vec<A>,
    /// Decision points of the present game.
    found: Vec<G::State>,
    branches: Branches,
    /// Whole games that are only observed.
    tally: SumsTally,
    /// Games of the present block.
    games: u64,
    /// Who plays: the agent's number, and what for.
    playing: (u8, String),
}

impl<'w, 'a, G: Recorded, A: Agent<G> + Clone> Brancher<'w, 'a, G, A> {
    /// Nothing played yet; `agents` are those of a worker.
    pub(crate) fn new(
        run: &'w Task<'a>,
        task: &'w BranchTask<'a>,
        rules: &'w [G],
        agents: &'w mut Vec<A>,
    ) -> Brancher<'w, 'a, G, A> {
        let Branching { cells, agents: roll_out, .. } = task.branching;
        Brancher {
            run,
            task,
            rules,
            // A plan is looked through before anybody plays.
            actions: Actions::of(task, rules.len()).expect("the plan was checked"),
            agents,
            found: Vec::new(),
            branches: Branches::new(cells.len(), roll_out.len() * rules.len()),
            tally: SumsTally::new(run.layout()),
            games: 0,
            playing: (0, String::new()),
        }
    }

    /// Adds the decision points of blocks to `slice`. After a panic the agents are `fresh` ones.
    pub(crate) fn play(mut self, blocks: Range<u64>, slice: &mut Slice, fresh: &[A]) {
        for block in blocks {
            let Some(place) = self.task.branching.place_of(block, self.task.fresh) else {
                continue;
            };
            self.games = 0;
            let done = guarded(|| self.block(place)).unwrap_or_else(|panic| {
                *self.agents = fresh.to_vec();
                Err(format!("panic: {panic}"))
            });
            slice.games += self.games;
            let Err(reason) = done else { continue };
            let counters = &mut slice.sums.counters;
            counters.failed += 1;
            counters.left_out += i128::from(self.games);
            for seat in &mut counters.agents[usize::from(self.playing.0)].seats {
                seat.failed += 1;
            }
            for sums in self.branches.of_mut(place.cell) {
                sums.failed += 1;
            }
            if slice.failures.len() < REPORTED {
                slice.failures.push(self.failure(block, place, &reason));
            }
        }
        slice.sums.counters.merge(&self.tally.finish().counters);
        slice.sums.branches = Some(self.branches);
    }

    /// A game that failed. Which decisions led there is not kept; the deal and the decision point can be found
    /// again by playing the block.
    fn failure(&self, block: u64, place: Subject, reason: &str) -> Failure {
        let branching = self.task.branching;
        let Cell { kind, treatment, round } = branching.cells[place.cell];
        let (agent, what) = &self.playing;
        let spec = self.run.specs[usize::from(*agent)].clone();
        let kind = &branching.kinds[kind].name;
        let treatment = json::value(&treatment);
        let treatment = treatment.as_str().unwrap_or_default();
        Failure {
            game_index: block * branching.games_per_block(),
            seed: self.run.seed.to_string(),
            block,
            arm: 0,
            seating: 0,
            agents: vec![spec; self.rules[0].players()],
            reason: format!("{kind} {treatment} in round {round}, {what}: {reason}"),
            deal: serde_json::Value::Null,
            decisions: Vec::new(),
        }
    }

    /// Plays one block.
    fn block(&mut self, place: Subject) -> Result<(), String> {
        let Subject { cell: number, number: block, .. } = place;
        let cell = self.task.branching.cells[number];
        self.playing = (self.task.branching.roll_in, "up to the decision point".to_owned());
        if cell.treatment == Treatment::Observed {
            return self.observe(block);
        }
        let mut rng = DecisionKey::new(self.run.seed, block, DRAW, Seat::new(0)).at(0);
        let Some(root) = self.moment(block, number, &mut rng)? else {
            self.branches.empty[number] += 1;
            return Ok(());
        };
        let (_, start, weight) = &root;
        let players = self.rules[0].players();
        let seat = match cell.treatment {
            Treatment::Taken => self.rules[0].to_move(start).unwrap_or(Seat::new(0)),
            _ => Seat::new(rng.below(players as u32) as usize),
        };
        let further = 1 + rng.below(players as u32 - 1) as usize;
        let other = Seat::new((seat.index() + further) % players);
        let mut moments = Vec::new();
        for agent in 0..self.task.branching.agents.len() {
            for rules in self.task.rule_sets(place) {
                let [with, without, gone] =
                    self.branch(&root, cell, [seat, other], RollOut { agent, rules })?;
                let [with, without] = [with, without].map(Option::unwrap_or_default);
                let moment = DecisionPoint { weight: *weight, with, without, gone };
                moments.push((agent * self.rules.len() + rules, moment));
            }
        }
        for (figure, moment) in moments {
            self.branches.of_mut(number)[figure].add(&moment);
        }
        Ok(())
    }

    /// Counts a whole game of the roll-in policy.
    fn observe(&mut self, block: u64) -> Result<(), String> {
        let (game, roll_in) = (&self.rules[0], self.task.branching.roll_in);
        let deal = block * TRIES;
        let mut state = game.state(&game.deal(DealSeed { seed: self.run.seed, deal }));
        let mut ledger = Ledger::new(game.players(), G::FACTS.len());
        let order = PerSeat::from_fn(game.players(), |_| roll_in);
        let keys = keys(self.run.seed, deal, 0);
        self.games += 1;
        self.agents[usize::from(roll_in)].start_game();
        play_on(game, &mut state, self.agents, &order, &keys, &mut ledger, &mut ())
            .map_err(|foul| foul.to_string())?;
        let spot = Spot { block, arm: 0, rules: 0 };
        let standing = |scoring: &G::Scoring| game.milestone(scoring);
        count(&mut self.tally, spot, &order, &game.outcome(&state), &ledger, standing);
        self.tally.end_block();
        Ok(())
    }

    /// A decision point of the block. Deals are tried one after the other until there is one; of several in a
    /// game one is drawn.
    fn moment(
        &mut self,
        block: u64,
        number: usize,
        rng: &mut Rng,
    ) -> Result<Option<Root<G::State>>, String> {
        let game = &self.rules[0];
        let roll_in = usize::from(self.task.branching.roll_in);
        let cell = self.task.branching.cells[number];
        for deal in block * TRIES..(block + 1) * TRIES {
            self.branches.trunks[number] += 1;
            let dealt = game.deal(DealSeed { seed: self.run.seed, deal });
            let mut state = game.state(&dealt);
            if cell.treatment == Treatment::Restricted {
                return Ok(Some((deal, state, 1)));
            }
            // The two actions that must be legal; without them the first decision of the round is meant.
            let taken = cell.treatment == Treatment::Taken;
            let wanted = self.actions.0[cell.kind].filter(|_| taken);
            self.found.clear();
            let found = &mut self.found;
            let keys = keys(self.run.seed, deal, 0);
            play_alone(game, &mut state, &mut self.agents[roll_in], &keys, |state| {
                let round = round_of(game, state);
                if round == cell.round {
                    let legal = |action| game.is_legal(state, action);
                    if wanted.is_none_or(|(one, two)| legal(one) && legal(two)) {
                        found.push(*state);
                    }
                }
                // The rest of the game may have no such decision point.
                if round > cell.round || (wanted.is_none() && !found.is_empty()) {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })
            .map_err(|foul| foul.to_string())?;
            let count = self.found.len() as u32;
            if count > 0 {
                let state = self.found[rng.below(count) as usize];
                return Ok(Some((deal, state, i64::from(count))));
            }
        }
        Ok(None)
    }

    /// With, without, and gone where that can be; the gain is that of the first seat, the other one is
    /// somebody else.
    fn branch(
        &mut self,
        (deal, start, _): &Root<G::State>,
        cell: Cell,
        seats: [Seat; 2],
        RollOut { agent, rules }: RollOut,
    ) -> Result<[Option<Gain>; 3], String> {
        let (task, seat) = (self.task, seats[0]);
        let game = &self.rules[rules];
        let by = game.interventions();
        let mut gains = [None; 3];
        for (number, gain) in gains.iter_mut().enumerate() {
            let mut state = *start;
            let mut restricted = false;
            match (cell.treatment, number) {
                (Treatment::Taken, _) => {
                    let Some((take, against)) = self.actions.0[cell.kind] else {
                        return Err("there is nothing to take".into());
                    };
                    // Other values are asked what taking is worth, not of which parts.
                    let whole = rules > 0 || task.branching.undivided;
                    if number == 2
                        && (whole || !by.is_some_and(|by| by.take_away(&mut state, take)))
                    {
                        continue;
                    }
                    let action = if number == 0 { take } else { against };
                    let applied = game.apply(&mut state, action, &mut ());
                    applied.map_err(|error| error.to_string())?;
                }
                (Treatment::Granted, 0) => {
                    let item = task.branching.kinds[cell.kind].item;
                    let granted =
                        by.zip(item).is_some_and(|(by, item)| by.grant(&mut state, seat, item));
                    if !granted {
                        return Err("there is nothing to grant".into());
                    }
                }
                (Treatment::Restricted, 0) => restricted = true,
                (Treatment::Granted | Treatment::Restricted, 1) => {}
                (Treatment::Leading, 0 | 1) => {
                    if !by.is_some_and(|by| by.lead(&mut state, seats[number])) {
                        return Err("there is nobody to begin a round".into());
                    }
                }
                _ => continue,
            }
            self.games += 1;
            let own = task.branching.agents[agent];
            self.playing = (own, format!("branch {}", ["with", "without", "gone"][number]));
            // Those of the first rule set and the restricted ones are one list.
            let first = rules * task.agents;
            let barred = task.restricted(cell.kind, agent) as u8;
            let plays = |other: Seat| if restricted && other == seat { barred } else { own };
            let order = PerSeat::from_fn(game.players(), plays);
            let seating = BRANCHES + if task.branching.independent { number as u64 } else { 0 };
            let keys = keys(self.run.seed, *deal, seating);
            let agents = &mut self.agents[first..];
            agents[usize::from(own)].start_game();
            if restricted {
                agents[usize::from(barred)].start_game();
            }
            play_on(game, &mut state, agents, &order, &keys, &mut (), &mut ())
                .map_err(|foul| foul.to_string())?;
            *gain = Some(gain_of(&game.outcome(&state), seat));
        }
        Ok(gains)
    }
}

/// What a seat has of an outcome.
fn gain_of(outcome: &Outcome, seat: Seat) -> Gain {
    let players = outcome.score.players() as i64;
    let total: i64 = outcome.score.as_slice().iter().map(|&score| i64::from(score)).sum();
    Gain {
        margin: i64::from(outcome.score[seat]) * players - total,
        share: i64::from(outcome.share[seat]),
    }
}

/// The round of a decision, which is the first one in a game without rounds.
pub(crate) fn round_of<G: Recorded>(game: &G, state: &G::State) -> u32 {
    game.interventions().map_or(1, |by| by.round(state))
}

/// The action of every kind and that which it is compared with, in the game's own form; `None` for a kind
/// that is a restriction alone, and if nothing is taken.
pub(crate) struct Actions<G: Game>(Vec<Option<(G::Action, G::Action)>>);

impl<G: Game> Actions<G> {
    /// Reads the actions of a plan that is played under so many rule sets.
    pub(crate) fn of(
        task: &BranchTask<'_>,
        rule_sets: usize,
    ) -> Result<Actions<G>, (String, String)> {
        let BranchTask { branching, agents, .. } = *task;
        // What is not taken need not be an action.
        let read = |key: String, text: &str, taken: bool| match text.parse::<G::Action>() {
            Err(error) if taken => Err((key, error.to_string())),
            action => Ok(action.ok()),
        };
        let taken = branching.repeated();
        let kinds = branching.kinds.iter().enumerate().map(|(number, kind)| {
            read(format!("kinds[{number}].action"), &kind.action, taken.contains(&number))
        });
        let kinds = kinds.collect::<Result<Vec<_>, _>>()?;
        let against = read("against".into(), &branching.against, !taken.is_empty())?;
        let last = agents * rule_sets + branching.kinds.len() * branching.agents.len();
        if branching.judges(Treatment::Restricted) && last > usize::from(u8::MAX) {
            let reason = "too many kinds, agents and rule sets for restricted play; leave it out, or ask \
                          for other values apart";
            return Err(("kinds".into(), reason.into()));
        }
        Ok(Actions(kinds.into_iter().map(|kind| kind.zip(against)).collect()))
    }
}

#[cfg(test)]
mod tests;

//! Branches compared with a plain second version, and with known effects.

mod leading;
mod patterns;
mod planted;
mod rates;
mod stakes;

use std::sync::Arc;

use drakkar_agents::agent::{Agent, AgentError};
use drakkar_agents::{heuristic::Playable, player::Player};
use drakkar_engine::recorded::{Interventions, Recorded};
use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_engine::seed::{DealSeed, DecisionKey, Rng};
use drakkar_engine::{
    game::{Game, View},
    games::vikings::AdvancedVikings,
    rules,
};

use super::TRIES;
use crate::appraisal::{Appraisal, Continuation, Part};
use crate::batch::BatchResult;
use crate::branch_task::BranchTask;
use crate::branching::{Branching, Cell, Kind, Treatment, Variant};
use crate::worker::Worker;
use crate::{info::GameInfo, task::Task};
use drakkar_stats::branches::{Branches, CellSums, DecisionPoint, Gain};
use drakkar_stats::layout::Beside;
use planted::{Blind, Planted};

fn advanced(players: usize, changes: &[&str]) -> AdvancedVikings {
    let changes: Vec<String> = changes.iter().map(|&change| change.to_owned()).collect();
    let preset = AdvancedVikings::rules().preset("advanced").unwrap();
    let text = rules::set(preset.toml, &changes).unwrap();
    AdvancedVikings::new(AdvancedVikings::read_toml(&text).unwrap(), players).unwrap()
}

fn player<G: Playable>(game: &G, spec: &str) -> Player<G> {
    Player::build(&spec.parse().unwrap(), game).unwrap()
}

/// The agents of a plan: one for each rule set, and those that may not take a kind.
fn crew(games: &[AdvancedVikings], plan: &Branching) -> Vec<Player<AdvancedVikings>> {
    let free = games.iter().map(|game| player(game, "greedy"));
    let barred = plan.kinds.iter();
    let barred =
        barred.map(|kind| player(&games[0], &format!("greedy:forbid=\"{}\"", kind.action)));
    free.chain(barred).collect()
}

fn kind(name: &str, item: usize) -> Kind {
    let action = format!("take {name}");
    Kind { name: name.to_owned(), action, game_item: Some(item), weight: 1 }
}

fn branching(kinds: &[(&str, usize)], cells: Vec<Cell>, independent: bool) -> Branching {
    Branching {
        file: "bonus".into(),
        sampling_policy: 0,
        agents: vec![0],
        against: "decline".into(),
        kinds: kinds.iter().map(|&(name, item)| kind(name, item)).collect(),
        cells,
        variants: Vec::new(),
        independent,
        undivided: false,
        next: false,
        reached: Vec::new(),
        replicate: 0,
        replicate_padded: 0,
        alone: false,
        fair: Vec::new(),
        equivalence: 0.0,
        primary: "score_margin".into(),
    }
}

/// Plays blocks of branches, none of which may fail, and gives their sums.
fn play<G: Recorded, A: Agent<G> + Clone>(
    games: &[G],
    branching: &Branching,
    build: impl Fn() -> Vec<A>,
    seed: u64,
    blocks: u64,
) -> Branches {
    let batch = batch(games, branching, build, seed, blocks);
    assert_eq!(batch.failures, []);
    batch.sums.branches.unwrap()
}

fn batch<G: Recorded, A: Agent<G> + Clone>(
    games: &[G],
    branching: &Branching,
    build: impl Fn() -> Vec<A>,
    seed: u64,
    blocks: u64,
) -> BatchResult {
    let agents = branching.agents.len();
    let names: Vec<String> = (0..agents).map(|agent| format!("agent {agent}")).collect();
    let branches = BranchTask { branching, agents, fresh: u64::MAX };
    let task = Task {
        branches: Some(branches),
        beside: Beside::Branches {
            cells: branching.cells.len(),
            figures: agents * branching.rule_sets(),
        },
        time_every: 1,
        // The facts are those of *Vikings*, even with a planted thing.
        ..Task::new(&GameInfo::of::<AdvancedVikings>(), games[0].players(), &names, seed)
    };
    let never = Arc::default();
    Worker::new(&task, games, &build(), never).play(0..blocks).expect("nobody stops it")
}

fn cells(treatment: Treatment, kinds: usize, rounds: &[u32]) -> Vec<Cell> {
    let all = (0..kinds).flat_map(|kind| rounds.iter().map(move |&round| (kind, round)));
    all.map(|(kind, round)| Cell { kind, treatment, round }).collect()
}

/// A second version of a block: every state of the game is kept, and legal actions are listed. The second agent may
/// not take the kind.
fn plainly(
    game: &AdvancedVikings,
    [agent, barred]: [&mut Player<AdvancedVikings>; 2],
    take: &str,
    round: usize,
    seed: u64,
    block: u64,
) -> DecisionPoint {
    let mut pick = DecisionKey::new(seed, block, u64::MAX - 1, Seat::new(0)).at(0);
    let mut finish = |state: <AdvancedVikings as Game>::State, deal, seating| {
        let (mut state, mut states) = (state, Vec::new());
        agent.start_game();
        while let Some(seat) = game.to_move(&state) {
            states.push(state);
            let mut rng = DecisionKey::new(seed, deal, seating, seat).at(game.clock(&state));
            let action = agent.choose(&game.view(&state, seat), &mut rng).unwrap();
            game.apply(&mut state, action, &mut ()).unwrap();
        }
        (states, game.outcome(&state))
    };
    for deal in block * TRIES.. {
        let start = game.state(&game.deal(DealSeed { seed, deal }));
        let (states, _) = finish(start, deal, 0);
        let fits = |state: &&<AdvancedVikings as Game>::State| {
            let mut legal = Vec::new();
            game.legal(state, &mut legal);
            state.round() == round && legal.iter().any(|action| action.to_string() == take)
        };
        let moments: Vec<_> = states.iter().filter(fits).collect();
        if moments.is_empty() {
            continue;
        }
        let state = *moments[pick.below(moments.len() as u32) as usize];
        let seat = game.to_move(&state).unwrap();
        let mut after = |gone: bool, action: &str| {
            let mut next = state;
            if gone {
                assert!(game.take_away(&mut next, take.parse().unwrap()));
            }
            game.apply(&mut next, action.parse().unwrap(), &mut ()).unwrap();
            let (_, outcome) = finish(next, deal, 1);
            let mut margin = 0;
            for (other, score) in outcome.score.iter() {
                margin += if other == seat { 2 } else { -1 } * i64::from(score);
            }
            Gain { margin, share: i64::from(outcome.share[seat]) }
        };
        let rng = || DecisionKey::new(seed, deal, 1, seat).at(game.clock(&state));
        let next = barred.choose(&game.view(&state, seat), &mut rng()).unwrap().to_string();
        assert_ne!(next, take);
        let (with, without) = (after(false, take), after(false, "decline"));
        let (gone, next) = (Some(after(true, "decline")), Some(after(false, &next)));
        let own = agent.choose(&game.view(&state, seat), &mut rng()).unwrap().to_string();
        let (weight, takes) = (moments.len() as i64, Some(own == take));
        return DecisionPoint { weight, with, without, gone, next, once: None, first: None, takes };
    }
    unreachable!()
}

#[test]
fn branches_are_those_of_the_plain_version() {
    let game = advanced(3, &[]);
    let mut plan =
        branching(&[("longboat", 3), ("noble1", 4)], cells(Treatment::Take, 2, &[1, 4]), false);
    plan.next = true;
    let games = std::slice::from_ref(&game);
    let found = play(games, &plan, || crew(games, &plan), 11, 24);
    let mut expected = [CellSums::default(); 4];
    let mut agents = crew(games, &plan);
    for block in 0..24 {
        let cell = (block % 4) as usize;
        let (name, round) = (["longboat", "noble1"][cell / 2], [1, 4][cell % 2]);
        let take = format!("take {name}");
        let [agent, barred] = agents.get_disjoint_mut([0, 1 + cell / 2]).unwrap();
        expected[cell].add(&plainly(&game, [agent, barred], &take, round, 11, block));
    }
    assert_eq!(found.sums, expected);
    assert!(expected.iter().any(|sums| sums.margin.own.n != 0));
    assert!(expected.iter().any(|sums| sums.margin.next.nn != 0 && sums.takes.n != 0));
    // Of several decisions in one game, one is drawn, and stands for all.
    assert!(expected.iter().any(|sums| sums.margin.own.d > 6));
}

/// A thing worth three points at the end that no agent knows of: its worth is found exactly, and
/// the win share is that of the same games with three points more.
#[test]
fn a_planted_effect_is_found_exactly() {
    let plan = branching(&[("plant", 0)], cells(Treatment::Grant, 1, &[1, 2, 5]), false);
    for value in [3, 0, -2] {
        let game = Planted { inner: advanced(3, &[]), value };
        let build = || vec![Blind(player(&game.inner, "greedy"))];
        let blocks = 300;
        let branches = play(std::slice::from_ref(&game), &plan, build, 5, blocks);
        let appraisal = Appraisal { branching: &plan, branches: &branches, players: 3 };
        let continuation = Continuation { agent: 0, rules: 0 };
        let found = appraisal.pooled(Treatment::Grant, 0, continuation, Part::Worth).unwrap();
        let (margin, share) = (found.margin, found.share);
        assert_eq!((margin.value, margin.error), (f64::from(value), 0.0));
        let rescored = rescored(&game.inner, value, 5, blocks);
        let (low, high) = share.alone();
        assert!((share.value - rescored).abs() < 1e-12, "{value}: {rescored}, {share:?}");
        assert!(low <= rescored && rescored <= high);
        assert_eq!(value == 0, share.error == 0.0);
    }
}

/// The increase of the win share of the drawn seats if they have `value` more points at the end of
/// the games without the thing.
fn rescored(game: &AdvancedVikings, value: i32, seed: u64, blocks: u64) -> f64 {
    let mut agent = player(game, "greedy");
    let mut gained = 0;
    for block in 0..blocks {
        let (deal, round) = (block * TRIES, [1, 2, 5][(block % 3) as usize]);
        let mut pick = DecisionKey::new(seed, block, u64::MAX - 1, Seat::new(0)).at(0);
        pick.word();
        let seat = Seat::new(pick.below(3) as usize);
        let mut state = game.state(&game.deal(DealSeed { seed, deal }));
        agent.start_game();
        while let Some(mover) = game.to_move(&state) {
            // The sampling policy plays up to the decision point, then the branch.
            let seating = u64::from(state.round() >= round);
            let mut rng = DecisionKey::new(seed, deal, seating, mover).at(game.clock(&state));
            let action = agent.choose(&game.view(&state, mover), &mut rng).unwrap();
            game.apply_unchecked(&mut state, action, &mut ());
        }
        let share = |more: i32| {
            let points = PerSeat::from_fn(3, |other| if other == seat { more } else { 0 });
            i32::from(planted::rescored(game, &state, &points).share[seat])
        };
        gained += share(value) - share(0);
    }
    f64::from(gained) / 60.0 / blocks as f64
}

/// A thing without worth changes nothing, wherever it comes from: neither having it nor, except for
/// what it denies, removing it.
#[test]
fn what_is_worth_nothing_has_no_effect_at_all() {
    for spec in ["greedy", "mcts:iterations=20", "random"] {
        let game = advanced(2, &["bonus.noble1.value=0"]);
        let mut all = cells(Treatment::Take, 1, &[1, 3, 6]);
        all.extend(cells(Treatment::Grant, 1, &[1, 3, 6]));
        let plan = branching(&[("noble1", 4)], all, false);
        let blocks = if spec.starts_with("mcts") { 18 } else { 120 };
        let build = || vec![player(&game, spec)];
        let found = play(std::slice::from_ref(&game), &plan, build, 3, blocks);
        for (cell, sums) in plan.cells.iter().zip(&found.sums) {
            let worth = sums.margin.worth.difference(1.0, true).unwrap();
            match cell.treatment {
                Treatment::Grant => {
                    let share = sums.share.worth.difference(1.0, true).unwrap();
                    assert_eq!((worth.value, worth.error), (0.0, Some(0.0)), "{spec}");
                    assert_eq!((share.value, share.error), (0.0, Some(0.0)), "{spec}");
                }
                _ => {
                    let own = (sums.margin.own.n, sums.margin.own.nn, sums.share.own.nn);
                    assert_eq!(own, (0, 0, 0), "{spec}");
                    assert!(sums.margin.own.blocks > 0);
                }
            }
        }
    }
}

/// Under other values of a kind, its decision points are played with it and without it, and those
/// of others not at all.
#[test]
fn other_values_are_played_where_they_matter() {
    let games = [advanced(2, &[]), advanced(2, &["bonus.noble1.value=3"])];
    let kinds = [("noble1", 4), ("boatswain", 7)];
    let mut plan = branching(&kinds, cells(Treatment::Take, 2, &[2]), false);
    let values = vec!["bonus.noble1.value=3".to_owned()];
    plan.variants = vec![Variant { values, rule_set: Default::default() }];
    plan.next = true;
    let found = play(&games, &plan, || crew(&games, &plan), 3, 40);
    let blocks = |cell: usize, rules: usize| {
        let margin = found.of(cell)[rules].margin;
        [margin.worth.blocks, margin.own.blocks, margin.next.blocks]
    };
    assert_eq!([blocks(0, 0), blocks(0, 1)], [[20, 20, 20], [20, 0, 0]]);
    assert_eq!([blocks(1, 0), blocks(1, 1)], [[20, 20, 20], [0, 0, 0]]);
    assert!(found.of(0)[1].margin.worth != found.of(0)[0].margin.worth);
}

/// What differs between two players is taken at the same decision points: nothing if they are the same.
#[test]
fn two_players_are_compared_point_by_point() {
    let game = advanced(2, &[]);
    let mut plan = branching(&[("longboat", 3)], cells(Treatment::Take, 1, &[1, 4]), false);
    plan.agents = vec![0, 1];
    for (other, is_same) in [("greedy", true), ("greedy:lookahead=turn", false)] {
        let build = || vec![player(&game, "greedy"), player(&game, other)];
        let found = play(std::slice::from_ref(&game), &plan, build, 7, 60);
        for cell in 0..2 {
            let [one, two] = [0, 1].map(|agent| &found.of(cell)[agent]);
            let beyond = two.margin.difference_first;
            let difference = |sums: &CellSums| sums.margin.worth.contrast().n;
            assert_eq!((beyond.blocks, one.margin.difference_first.blocks), (30, 0));
            assert_eq!(beyond.n, difference(two) - difference(one));
            assert_eq!(beyond.nn == 0 && two.share.difference_first.nn == 0, is_same);
        }
    }
}

/// A seat that must not take a kind never has it; if that never mattered, nothing differs.
#[test]
fn restricted_seats_lose_what_they_may_not_take() {
    let game = advanced(2, &[]);
    let mut plan = branching(&[("longboat", 3), ("never", 0)], Vec::new(), false);
    plan.kinds[0].action = "take *".into();
    plan.cells = [0, 1].map(|kind| Cell { kind, treatment: Treatment::Ban, round: 1 }).to_vec();
    let build = || {
        let spec = |forbid: &str| player(&game, &format!("greedy:forbid=\"{forbid}\""));
        vec![player(&game, "greedy"), spec("take *"), spec("take never")]
    };
    let found = play(std::slice::from_ref(&game), &plan, build, 2, 400);
    let worth = |cell: usize| found.of(cell)[0].margin.worth.difference(1.0, true).unwrap();
    let lost = worth(0);
    assert!(lost.value + 4.0 * lost.error.unwrap() < 0.0, "{lost:?}");
    assert_eq!((worth(1).value, worth(1).error), (0.0, Some(0.0)));
}

/// An agent that occasionally has no answer, or panics.
#[derive(Clone)]
struct Moody {
    player: Player<AdvancedVikings>,
    moods: u32,
}

impl Agent<AdvancedVikings> for Moody {
    fn start_game(&mut self) {
        self.player.start_game();
    }
    fn choose(
        &mut self,
        view: &View<'_, AdvancedVikings>,
        rng: &mut Rng,
    ) -> Result<<AdvancedVikings as Game>::Action, AgentError> {
        match rng.clone().below(1000) {
            mood if mood >= self.moods => self.player.choose(view, rng),
            0 => panic!("is out of order"),
            _ => Err(AgentError::other("has no answer")),
        }
    }
}

/// A failed branch removes its decision point for all agents, so that they keep the same ones, and
/// the report says which branch it was. The others are the same as without it.
#[test]
fn failed_branches_are_left_out_for_everybody() {
    let game = advanced(2, &[]);
    let mut plan = branching(&[("longboat", 3)], cells(Treatment::Take, 1, &[2, 5]), false);
    plan.agents = vec![0, 1];
    let build = |moods: u32| {
        let agent = |moods| Moody { player: player(&game, "random"), moods };
        vec![agent(0), agent(moods)]
    };
    let blocks = 120;
    let found = batch(std::slice::from_ref(&game), &plan, || build(2), 4, blocks);
    let sums = found.sums.branches.unwrap();
    let mut out = 0;
    for cell in 0..2 {
        let [one, two] = sums.of(cell) else { panic!("two agents") };
        let moments = |sums: &CellSums| (sums.margin.worth.blocks, sums.failed);
        assert_eq!(moments(one), moments(two));
        assert_eq!(one.margin.worth.blocks + one.failed, i128::from(blocks / 2));
        out += one.failed;
    }
    assert!(out > 5 && out < i128::from(blocks), "{out}");
    assert_eq!(found.sums.counters.failed, out);
    let agents = &found.sums.counters.agents;
    let failed = |agent: usize| agents[agent].seats.iter().map(|seat| seat.failed).sum::<i128>();
    assert_eq!((failed(0), failed(1)), (0, 2 * out));
    let told = |what: &str| found.failures.iter().any(|failure| failure.reason.contains(what));
    assert!(found.failures.iter().all(|failure| failure.agents == ["agent 1", "agent 1"]));
    assert!(told("longboat (take) in round 2, branch with: seat ") && told("has no answer"));
    // Without failures, the same decision points and some more.
    let all = batch(std::slice::from_ref(&game), &plan, || build(0), 4, blocks);
    let all = all.sums.branches.unwrap();
    assert!(all.sums.iter().all(|sums| sums.failed == 0));
    assert!(all.of(0)[0].margin.worth.one.nn > sums.of(0)[0].margin.worth.one.nn);
}

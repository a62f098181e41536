//! Kinds of several actions, compared with whatever else an agent would choose.

use drakkar_agents::restriction::{Pattern, Patterns};
use drakkar_engine::games::no_more_vikings::{NoMoreVikings, action::Action};

use super::*;
use crate::branch::gain_of;

const BIDS: &str = "bid *";

fn bids(against: &str) -> Branching {
    let mut plan = branching(&[("bids", 0)], cells(Treatment::Take, 1, &[3, 5]), false);
    plan.kinds[0] = Kind { name: "bids".into(), action: BIDS.into(), game_item: None, weight: 1 };
    plan.against = against.into();
    plan.undivided = true;
    plan
}

/// The agent, and those that open branches with a bid and without.
fn openers(game: &AdvancedVikings) -> Vec<Player<AdvancedVikings>> {
    ["greedy", "greedy:forbid=\"!bid *\"", "greedy:forbid=\"bid *\""]
        .map(|spec| player(game, spec))
        .to_vec()
}

/// A second version of a block, in which the seat does not bid for the rest of a turn: the decision or, if
/// `turns`, two rounds.
fn plainly(
    game: &AdvancedVikings,
    round: usize,
    turns: bool,
    seed: u64,
    block: u64,
) -> DecisionPoint {
    type State = <AdvancedVikings as Game>::State;
    let [mut free, mut bidder, mut other] = openers(game).try_into().unwrap();
    let mut pick = DecisionKey::new(seed, block, u64::MAX - 1, Seat::new(0)).at(0);
    let decide = |agent: &mut Player<AdvancedVikings>, state: &mut State, deal, seating| {
        let seat = game.to_move(state).unwrap();
        let mut rng = DecisionKey::new(seed, deal, seating, seat).at(game.clock(state));
        let action = agent.choose(&game.view(state, seat), &mut rng).unwrap();
        game.apply(state, action, &mut ()).unwrap();
    };
    for deal in block * TRIES.. {
        let mut state = game.state(&game.deal(DealSeed { seed, deal }));
        let mut moments = Vec::new();
        while game.to_move(&state).is_some() {
            let mut legal = Vec::new();
            game.legal(&state, &mut legal);
            let bids = legal.iter().filter(|action| action.to_string().starts_with("bid ")).count();
            if state.round() == round && bids > 0 && bids < legal.len() {
                moments.push(state);
            }
            decide(&mut free, &mut state, deal, 0);
        }
        if moments.is_empty() {
            continue;
        }
        let state = moments[pick.below(moments.len() as u32) as usize];
        let seat = game.to_move(&state).unwrap();
        let mut after = |with: bool| {
            let mut next = state;
            decide(if with { &mut bidder } else { &mut other }, &mut next, deal, 1);
            while let Some(mover) = game.to_move(&next) {
                let barred = turns
                    && !with
                    && mover == seat
                    && next.round().div_ceil(2) == round.div_ceil(2);
                decide(if barred { &mut other } else { &mut free }, &mut next, deal, 1);
            }
            gain_of(&game.outcome(&next), seat)
        };
        let (with, without) = (after(true), after(false));
        let mut rng = DecisionKey::new(seed, deal, 1, seat).at(game.clock(&state));
        let own = free.choose(&game.view(&state, seat), &mut rng).unwrap();
        let takes = Some(own.to_string().starts_with("bid "));
        let weight = moments.len() as i64;
        return DecisionPoint { weight, with, without, takes, ..DecisionPoint::default() };
    }
    unreachable!()
}

#[test]
fn the_agent_chooses_among_the_actions_of_a_kind_and_among_the_others() {
    let game = advanced(3, &[]);
    let (plan, blocks) = (bids("*"), 40);
    let found = play(std::slice::from_ref(&game), &plan, || openers(&game), 7, blocks);
    let mut expected = [CellSums::default(); 2];
    for block in 0..blocks {
        let round = [3, 5][(block % 2) as usize];
        expected[(block % 2) as usize].add(&plainly(&game, round, false, 7, block));
    }
    assert_eq!(found.sums, expected);
    assert!(expected.iter().all(|sums| sums.margin.worth != CellSums::default().margin.worth));
    // Beside bids there is only one other action.
    let passed = play(std::slice::from_ref(&game), &bids("pass"), || openers(&game), 7, blocks);
    assert_eq!(found.sums, passed.sums);
}

/// In a game whose turns are two rounds, the seat does not bid in the second one either.
#[test]
fn what_is_left_is_left_for_the_whole_turn() {
    let inner = advanced(3, &[]);
    let game = Planted { inner: inner.clone(), value: 0 };
    let build = || openers(&inner).into_iter().map(Blind).collect();
    let (plan, blocks) = (bids("*"), 40);
    let found = play(std::slice::from_ref(&game), &plan, build, 7, blocks);
    let mut expected = [CellSums::default(); 2];
    let mut single = expected;
    for block in 0..blocks {
        let (cell, round) = ((block % 2) as usize, [3, 5][(block % 2) as usize]);
        expected[cell].add(&plainly(&inner, round, true, 7, block));
        single[cell].add(&plainly(&inner, round, false, 7, block));
    }
    assert_eq!(found.sums, expected);
    assert!(expected != single);
}

/// What cannot be given in one deal is given in a later one.
#[test]
fn deals_where_nothing_can_be_granted_are_passed_over() {
    let game = Planted { inner: advanced(3, &[]), value: 4 };
    let plan = branching(&[("plant", 1)], cells(Treatment::Grant, 1, &[1, 3]), false);
    let build = || vec![Blind(player(&game.inner, "greedy"))];
    let branches = play(std::slice::from_ref(&game), &plan, build, 5, 60);
    assert_eq!(branches.empty, [0, 0]);
    // Two in three seats can be given none.
    assert!(branches.prefixes.iter().all(|&prefixes| prefixes > 45), "{:?}", branches.prefixes);
    let appraisal = Appraisal { branching: &plan, branches: &branches, players: 3 };
    let found =
        appraisal.pooled(Treatment::Grant, 0, Continuation { agent: 0, rules: 0 }, Part::Worth);
    let margin = found.unwrap().margin;
    assert_eq!((margin.value, margin.error), (4.0, 0.0));
}

/// The items of a game by their patterns: none has an action of another, and all together are what is taken.
#[test]
fn each_item_has_the_actions_of_its_kind() {
    let table = NoMoreVikings::base(3).items().unwrap();
    let patterns = table.items.iter().map(|item| table.pattern(item).parse().unwrap());
    let patterns: Vec<Pattern> = patterns.collect();
    let taken: Patterns = table.take.0.parse().unwrap();
    let kinds = table.items.iter().map(|item| item.name);
    let texts = kinds.flat_map(|kind| {
        let seats = (0..4).map(move |seat| format!("play {kind} {seat}"));
        let others = [format!("drop {kind}"), format!("play {kind}"), kind.to_owned()];
        seats.chain(others).map(move |text| (kind, text))
    });
    let legal = texts.filter(|(_, text)| text.parse::<Action>().is_ok());
    let mut found = vec![0; patterns.len()];
    for (kind, text) in legal {
        let fitting: Vec<usize> =
            (0..patterns.len()).filter(|&item| patterns[item].fits(&text)).collect();
        let drops = text.starts_with("drop ");
        assert_eq!(taken.fits(&text), !drops, "{text}");
        match fitting[..] {
            [item] => {
                assert!(table.items[item].name == kind && !drops, "{text}");
                found[item] += 1;
            }
            _ => assert!(drops && fitting.is_empty(), "{text}"),
        }
    }
    assert_eq!(found, [1, 1, 1, 1, 4, 4, 4, 4, 4, 4, 1, 1, 1]);
    let others = ["at b2", "edict", "pass", "end", "draw", "divert a c", "sink a", "balanced"];
    assert!(others.iter().all(|text| !taken.fits(text)));
}

//! One seat begins a round.

use super::*;
use crate::branch::gain_of;

/// A second version of one seat beginning a round alone: the order of play that would have been returns with the next
/// round, also where seats bid for beginning it.
#[test]
fn the_order_returns_to_what_it_would_have_been() {
    let game = advanced(3, &[]);
    let plan = branching(&[("first", 0)], cells(Treatment::Start, 1, &[2, 6]), false);
    let (seed, blocks) = (11, 24);
    let found =
        play(std::slice::from_ref(&game), &plan, || vec![player(&game, "greedy")], seed, blocks);
    let mut agent = player(&game, "greedy");
    // Plays to the beginning of a round, or to the end.
    let mut to_round = |state: &mut <AdvancedVikings as Game>::State, round, deal, seating| {
        while let Some(seat) = game.to_move(state).filter(|_| state.round() < round) {
            let mut rng = DecisionKey::new(seed, deal, seating, seat).at(game.clock(state));
            let action = agent.choose(&game.view(state, seat), &mut rng).unwrap();
            game.apply(state, action, &mut ()).unwrap();
        }
    };
    let mut expected = [CellSums::default(); 2];
    let mut moved = 0;
    for block in 0..blocks {
        let (round, deal) = ([2, 6][(block % 2) as usize], block * TRIES);
        let mut pick = DecisionKey::new(seed, block, u64::MAX - 1, Seat::new(0)).at(0);
        pick.word();
        let seat = pick.below(3) as usize;
        let seats = [seat, (seat + 1 + pick.below(2) as usize) % 3].map(Seat::new);
        let mut start = game.state(&game.deal(DealSeed { seed, deal }));
        to_round(&mut start, round, deal, 0);
        let mut natural = start;
        to_round(&mut natural, round + 1, deal, 1);
        let mut after = |first: Seat, once: bool| {
            let mut state = start;
            assert!(game.lead(&mut state, first));
            if once && round < 6 {
                to_round(&mut state, round + 1, deal, 1);
                moved += u32::from(state.first() != natural.first());
                assert!(game.set_first(&mut state, natural.first()));
            }
            to_round(&mut state, 7, deal, 1);
            gain_of(&game.outcome(&state), seats[0])
        };
        let [with, without] = seats.map(|seat| after(seat, false));
        let once = Some(seats.map(|seat| after(seat, true)));
        expected[(block % 2) as usize].add(&DecisionPoint {
            weight: 1,
            with,
            without,
            once,
            ..DecisionPoint::default()
        });
    }
    assert_eq!(found.sums, expected);
    assert!(moved > 5, "{moved}");
    // There is no order after the last round.
    assert_eq!(expected[1].margin.once, expected[1].margin.worth.contrast());
    assert!(expected[0].margin.once != expected[0].margin.worth.contrast());
}

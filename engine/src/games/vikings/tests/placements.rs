//! Placements that are judged together are counted as they are one by one, and as boards after them are.

use super::table::game;
use super::wide::tables;
use crate::game::Game;
use crate::games::vikings::component::Colour;
use crate::games::vikings::placements::{Comparison, Placement};
use crate::games::vikings::state::{Phase, StateOf};
use crate::games::vikings::tableau_stats::{AsItIs, Survey};
use crate::games::vikings::variant::{Advanced, Variant};
use crate::games::vikings::{Vikings, VikingsOf};
use crate::seat::Seat;
use crate::seed::{DealSeed, Rng};

/// The survey itself.
impl Comparison for AsItIs {
    type Known = (Survey, Colour);

    fn before(self, survey: &Survey, viking: Colour) -> (Survey, Colour) {
        (*survey, viking)
    }

    fn after(self, (survey, colour): &mut (Survey, Colour), placement: &Placement) -> Survey {
        let Placement { row, viking, is_safe, .. } = *placement;
        let mut after = Survey {
            waiting_ships: placement.waiting_ships,
            above_goldsmiths: placement.above_goldsmiths,
            above_fishermen: placement.above_fishermen,
            islands: placement.islands,
            longest: placement.longest,
            open_islands: placement.open_islands,
            buildings: placement.buildings,
            building_room: placement.building_room,
            ..*survey
        };
        match (viking, is_safe) {
            (true, true) => after.safe[row] += 1,
            (true, false) => after.threatened += 1,
            (false, true) => after.free[row] += 1,
            (false, false) => {}
        }
        if !viking {
            after.ashore[colour.index() as usize] += 1;
        }
        after
    }
}

/// How many placements changed these figures.
#[derive(Default)]
struct Changed {
    all: usize,
    repelled: usize,
    islands: usize,
    longest: usize,
    above: usize,
    buildings: usize,
    waiting: usize,
    started: usize,
}

impl Changed {
    fn add(&mut self, before: &Survey, after: &Survey) {
        let above = |survey: &Survey| (survey.above_goldsmiths, survey.above_fishermen);
        self.all += 1;
        self.repelled += usize::from(after.repelled != before.repelled);
        self.islands += usize::from(after.islands != before.islands);
        self.longest += usize::from(after.longest != before.longest);
        self.above += usize::from(above(after) != above(before));
        self.buildings += usize::from(after.buildings != before.buildings);
        self.waiting += usize::from(after.waiting_ships > before.waiting_ships);
    }

    /// # Panics
    /// If the placements of a decision are not counted alike in all ways.
    fn check<V: Variant>(&mut self, game: &VikingsOf<V>, state: &StateOf<V>) {
        let mut actions = Vec::new();
        game.legal(state, &mut actions);
        let seat = game.to_move(state).unwrap();
        let before = game.survey(state, seat);
        let mut told = Vec::new();
        game.judge_placements(game.processor, state, &actions, AsItIs, &mut |action, survey| {
            assert_eq!(survey, game.judge_after(state, action, AsItIs), "{action} in\n{state:?}");
            let mut next = *state;
            game.apply_unchecked(&mut next, action, &mut ());
            // Unless more happens than the placement.
            if next.is(Phase::Buy) && next.round() == state.round() {
                let placed = Survey { hand: None, ..survey };
                assert_eq!(placed, game.survey(&next, seat), "{action} in\n{state:?}");
            }
            if next.is(Phase::Place) && state.is(Phase::Start) {
                assert_eq!(survey, game.survey(&next, seat), "{action} in\n{state:?}");
                self.started += 1;
            }
            self.add(&before, &survey);
            told.push(action);
        });
        assert_eq!(told, actions);
    }

    /// Every placement of random games in which a viking is put to work where he can be.
    fn check_games<V: Variant>(&mut self, game: &VikingsOf<V>, games: u64) {
        let mut actions = Vec::new();
        for deal in 0..games {
            let mut state = game.state(&game.deal(DealSeed { seed: 5, deal }));
            let mut rng = Rng::from_seed(deal);
            while game.to_move(&state).is_some() {
                if state.is(Phase::Start) || state.is(Phase::Place) {
                    self.check(game, &state);
                }
                game.legal(&state, &mut actions);
                let eager = actions.last().copied().filter(|_| state.is(Phase::Place));
                let action = eager.unwrap_or_else(|| game.random_legal(&state, &mut rng));
                game.apply_unchecked(&mut state, action, &mut ());
            }
        }
    }
}

#[test]
fn placements_of_games_are_counted_alike() {
    let mut changed = Changed::default();
    for players in 2..=4 {
        changed.check_games(&game(players, &[]).unwrap(), 60);
        changed.check_games(&VikingsOf::<Advanced>::preset("advanced", players), 60);
    }
    let Changed { all, repelled, islands, longest, above, buildings, waiting, started } = changed;
    assert!(all > 50_000 && started > 1_000, "{all} {started}");
    let rare = [repelled, islands, longest, above, buildings, waiting];
    assert!(rare.into_iter().all(|number| number > 100), "{rare:?}");
}

#[test]
fn placements_on_long_rows_are_counted_alike() {
    let mut changed = Changed::default();
    for (table, seat, _) in tables().step_by(5) {
        for lot in ["[N", "]S", "aF", "bW", "[G", "]B"] {
            let table = table.clone().placing(lot);
            assert_eq!(table.game.to_move(&table.state), Some(Seat::new(seat)));
            changed.check(&table.game, &table.state);
        }
    }
    let Changed { all, repelled, islands, above, .. } = changed;
    assert!(all > 100_000 && repelled > 1_000 && islands > 1_000 && above > 1_000);
}

#[test]
fn both_copies_count_placements_alike() {
    let fast = game(2, &[]).unwrap();
    let plain = Vikings { processor: crate::cpu::Processor::plain(), ..fast.clone() };
    let mut actions = Vec::new();
    for (table, _, _) in tables().take(1500) {
        let state = table.placing("aS").state;
        fast.legal(&state, &mut actions);
        let counted = |game: &Vikings| {
            let mut surveys = Vec::new();
            game.judge_placements(game.processor, &state, &actions, AsItIs, &mut |_, survey| {
                surveys.push(survey)
            });
            surveys
        };
        assert_eq!(counted(&fast), counted(&plain));
    }
}

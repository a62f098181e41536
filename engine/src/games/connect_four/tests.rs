//! Rules, notation and speed-up of connect four, against a grid that is checked cell by cell.

use proptest::prelude::{prop_assert_eq, proptest};

use super::*;
use crate::fact::Ledger;
use crate::seed::Rng;

/// The state after discs into these columns, counted from 1.
fn after(columns: &str) -> State {
    let game = ConnectFour::default();
    let mut state = game.state(&Deal {});
    for column in columns.bytes() {
        let action = Action::Drop { column: column - b'1' };
        game.apply(&mut state, action, &mut ()).unwrap();
    }
    state
}

fn winner(columns: &str) -> Option<usize> {
    after(columns).winner().map(Seat::index)
}

/// The cells of all lines of four, found on a plain grid.
fn lines() -> Vec<[(usize, usize); 4]> {
    let on_board = |&(column, row): &(isize, isize)| {
        (0..COLUMNS as isize).contains(&column) && (0..ROWS as isize).contains(&row)
    };
    let mut lines = Vec::new();
    for column in 0..COLUMNS as isize {
        for row in 0..ROWS as isize {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let cells = [0, 1, 2, 3].map(|n| (column + n * right, row + n * up));
                if cells.iter().all(on_board) {
                    lines.push(cells.map(|(column, row)| (column as usize, row as usize)));
                }
            }
        }
    }
    lines
}

#[test]
fn a_line_wins_in_each_direction() {
    assert_eq!(winner("1212121"), Some(0)); // up
    assert_eq!(winner("1122334"), Some(0)); // across
    assert_eq!(winner("12233434414"), Some(0)); // rising
    assert_eq!(winner("76655454474"), Some(0)); // falling
    assert_eq!(winner("71212121"), Some(1)); // the other seat
    assert_eq!(winner("112233"), None);
}

#[test]
fn a_scene_has_the_discs_and_the_line() {
    let scene = |columns: &str| ConnectFour::default().scene(&after(columns)).unwrap();
    let told = scene("4415");
    let columns = json!([[0], [], [], [0, 1], [1], [], []]);
    assert_eq!((&told["columns"], &told["line"]), (&columns, &json!([])));
    assert_eq!(told["to_move"], 0);
    let told = scene("1122334");
    assert_eq!(told["line"], json!([[0, 0], [1, 0], [2, 0], [3, 0]]));
    assert_eq!(told["to_move"], Value::Null);
    let five = scene("112244553");
    assert_eq!(five["line"], json!([[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]]));
    let falling = scene("76655454474");
    assert_eq!(falling["line"], json!([[3, 3], [4, 2], [5, 1], [6, 0]]));
}

#[test]
fn four_cells_are_a_line_exactly_if_the_grid_says_so() {
    let bit = |cell: usize| 1 << (HEIGHT * (cell / ROWS) + cell % ROWS);
    let lines: Vec<u64> = lines()
        .iter()
        .map(|line| line.iter().map(|&(column, row)| bit(ROWS * column + row)).sum())
        .collect();
    assert_eq!(lines.len(), 69);
    let cells = COLUMNS * ROWS;
    let mut found = 0;
    for a in 0..cells {
        for b in a + 1..cells {
            for c in b + 1..cells {
                for d in c + 1..cells {
                    let discs = bit(a) | bit(b) | bit(c) | bit(d);
                    assert_eq!(has_line(discs), lines.contains(&discs), "{discs:#b}");
                    found += usize::from(has_line(discs));
                }
            }
        }
    }
    assert_eq!(found, 69);
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let game = ConnectFour::default();
    let state = after(DRAWN);
    assert_eq!((game.to_move(&state), game.count_legal(&state)), (None, 0));
    let outcome = game.outcome(&state);
    assert_eq!(outcome.score.as_slice(), [0, 0]);
    assert_eq!(outcome.place.as_slice(), [1, 1]);
    assert_eq!(outcome.share.as_slice(), [30, 30]);
}

/// A random game without a line.
const DRAWN: &str = "547125662261271266215743771576315353334444";

#[test]
fn a_full_column_and_a_finished_game_accept_nothing() {
    let game = ConnectFour::default();
    let mut state = after("444444");
    let mut listed = Vec::new();
    game.legal(&state, &mut listed);
    assert_eq!(listed.iter().map(Action::to_string).collect::<Vec<_>>().join(" "), SIX_COLUMNS);
    let full = Action::Drop { column: 3 };
    let error = game.apply(&mut state, full, &mut ()).unwrap_err();
    assert_eq!(error.to_string(), "action `drop 4` is not legal here");
    assert_eq!(state, after("444444"));
    let mut over = after("1212121");
    assert!(game.apply(&mut over, full, &mut ()).is_err());
}

const SIX_COLUMNS: &str = "drop 1 drop 2 drop 3 drop 5 drop 6 drop 7";

#[test]
fn an_unknown_column_is_refused() {
    let game = ConnectFour::default();
    let start = after("");
    for column in 7..=u8::MAX {
        assert!(!game.is_legal(&start, Action::Drop { column }));
        assert!(game.apply(&mut start.clone(), Action::Drop { column }, &mut ()).is_err());
    }
}

#[test]
fn random_games_end_as_on_a_grid() {
    let (game, lines) = (ConnectFour::default(), lines());
    let mut rng = Rng::from_seed(7);
    for _ in 0..2000 {
        let mut state = game.state(&Deal {});
        let mut grid = [[None; ROWS]; COLUMNS];
        let mut line = None;
        while let Some(seat) = game.to_move(&state) {
            assert_eq!(line, None);
            let open: Vec<Action> = (0..COLUMNS as u8)
                .filter(|&column| grid[usize::from(column)][ROWS - 1].is_none())
                .map(|column| Action::Drop { column })
                .collect();
            let mut listed = Vec::new();
            game.legal(&state, &mut listed);
            assert_eq!(listed, open);
            let action = game.random_legal(&state, &mut rng);
            game.apply_unchecked(&mut state, action, &mut ());
            let Action::Drop { column } = action;
            let column = &mut grid[usize::from(column)];
            let row = column.iter().position(Option::is_none).unwrap();
            column[row] = Some(seat);
            let owns = |&(column, row): &(usize, usize)| grid[column][row] == Some(seat);
            line = lines.iter().any(|line| line.iter().all(owns)).then_some(seat);
        }
        assert_eq!(state.winner(), line);
        let full = grid.iter().flatten().all(Option::is_some);
        assert!(line.is_some() || full);
    }
}

#[test]
fn facts_count_discs_and_the_line() {
    let game = ConnectFour::default();
    let mut ledger = Ledger::new(2, ConnectFourFact::ALL.len());
    let mut state = game.state(&Deal {});
    for column in [3, 0, 3, 0, 3, 0, 3] {
        game.apply(&mut state, Action::Drop { column }, &mut ledger).unwrap();
    }
    assert_eq!(ledger.facts(Seat::new(0)), [4, 4, 1]);
    assert_eq!(ledger.facts(Seat::new(1)), [3, 0, 0]);
}

#[test]
fn the_table_is_drawn_as_it_stands() {
    let game = ConnectFour::default();
    assert_eq!(
        game.text(&after("4453"), None),
        ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n\
         . . . o . . .\n. . o x x . .\n1 2 3 4 5 6 7   (x: seat 0, o: seat 1)\n"
    );
}

#[test]
fn text_that_is_no_action_is_refused() {
    for text in ["", "drop", "drop ", "drop 0", "drop 8", "drop 11", "drop 1 ", " drop 1", "Drop 1"]
    {
        let error = text.parse::<Action>().unwrap_err();
        assert!(error.to_string().contains("expected `drop 1` to `drop 7`"), "{error}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "(drop )?[0-9]?.{0,5}") {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string(), text);
        }
    }
}

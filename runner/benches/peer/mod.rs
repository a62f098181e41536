//! Connect four on the trait of `minimax`: the usual bitboard, seven bits per column.

use minimax::Winner;

#[derive(Clone, Default)]
pub(crate) struct Board {
    taken: u64,
    /// Discs of the side to move.
    own: u64,
    pub(crate) discs: u8,
}

pub(crate) struct ConnectFour;

impl minimax::Game for ConnectFour {
    type S = Board;
    type M = u8;

    fn generate_moves(board: &Board, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(board);
        if winner.is_none() {
            moves.extend((0..7).filter(|column| board.taken >> (7 * column + 5) & 1 == 0));
        }
        winner
    }

    fn apply(board: &mut Board, column: u8) -> Option<Board> {
        let taken = board.taken | (board.taken + (1 << (7 * column)));
        Some(Board { taken, own: board.own ^ board.taken, discs: board.discs + 1 })
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        let last = board.own ^ board.taken;
        let along = |step: u32| {
            let pairs = last & (last >> step);
            pairs & (pairs >> (2 * step)) != 0
        };
        let has_line = along(1) || along(6) || along(7) || along(8);
        match board.discs {
            _ if has_line => Some(Winner::PlayerJustMoved),
            42 => Some(Winner::Draw),
            _ => None,
        }
    }
}

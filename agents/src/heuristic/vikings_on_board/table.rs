//! A position as seats see it who know no barrels of each other.

use drakkar_engine::game::Game;
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::games::vikings_on_board::component::{BARRELS, SHIPS};
use drakkar_engine::games::vikings_on_board::state::State;
use drakkar_engine::seat::Seat;

use super::VikingsOnBoardJudge;
use super::harbour::{Barrel, Harbour, bits};
use super::survey::{Survey, barrels};

/// What such seats see alike is found out once.
#[derive(Debug)]
pub struct ValueTable<'a> {
    /// Of one that has seen no barrel, not even its own.
    survey: Survey<'a>,
    /// What each clan gets of each ship.
    gains: [[f64; 4]; SHIPS],
    /// The value of what each seat has.
    hands: [f64; 4],
}

impl VikingsOnBoardJudge {
    #[inline]
    pub(crate) fn table<'a>(
        &'a self,
        game: &'a VikingsOnBoard,
        state: &'a State,
        harbour: &'a mut Harbour,
    ) -> ValueTable<'a> {
        let mut survey = Survey { opinion: self, game, state, harbour };
        let seat = Seat::new(0);
        survey.look(seat, survey.unseen(seat), false);
        let mut gains = [[0.0; 4]; SHIPS];
        for ship in bits(survey.docked) {
            let dock = &survey.docks[ship];
            if dock.at_stake || dock.next {
                gains[ship] = dock.ranks.gains(&dock.stakes.picked[1]);
            }
        }
        let mut hands = [0.0; 4];
        for (hand, owner) in hands.iter_mut().zip(Seat::all(game.players())) {
            *hand = survey.hand(owner, &survey.unseen(owner));
        }
        ValueTable { survey, gains, hands }
    }
}

impl ValueTable<'_> {
    /// The [value](crate::heuristic::Judge::value) of the position to somebody who knows no barrel of another seat, and
    /// those of the seat itself only if they are `seen`. Barrels that are not known count as the mean one.
    #[inline]
    pub(crate) fn value(&self, seat: Seat, seen: bool) -> f64 {
        let Survey { opinion, game, state, .. } = self.survey;
        if !seen {
            return self.value_to(seat, None);
        }
        let own = barrels(game, state, seat);
        if state.stern() != Some(seat) {
            return self.value_to(seat, Some(own));
        }
        // Who knows its own barrels may send off another ship.
        let mut harbour = Harbour::default();
        let mut survey = Survey { opinion, game, state, harbour: &mut harbour };
        survey.look(seat, own, false);
        survey.value(|other| match other == seat {
            true => own,
            false => self.survey.unseen(other),
        })
    }

    /// The same if the next ship to leave is that of the table.
    fn value_to(&self, seat: Seat, own: Option<[Barrel; BARRELS]>) -> f64 {
        let survey = &self.survey;
        let (game, shares) = (survey.game, survey.shares_of(seat));
        let mut hands = self.hands;
        if let Some(own) = &own {
            hands[seat.index()] = survey.hand(seat, own);
        }
        let own = own.unwrap_or_else(|| survey.unseen(seat));
        let bets = survey.bets(&shares, (seat, &own));
        let hands: f64 = (0..game.players()).map(|other| shares[other] * hands[other]).sum();
        let ships = bits(survey.docked).map(|ship| {
            let dock = &survey.docks[ship];
            let bets = dock.stakes.betted.then_some(&bets[ship]);
            dock.hold * dock.ranks.worth_to(&shares, bets, &self.gains[ship])
        });
        hands + ships.sum::<f64>()
    }
}

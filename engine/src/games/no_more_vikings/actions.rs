use super::NoMoreVikings;
use super::action::{Action, adjacent};
use super::component::{Kind, Token, columns, parcels};

impl NoMoreVikings {
    pub(super) fn all_actions(&self) -> Vec<Action> {
        let numbers = &self.numbers;
        let mut all = vec![Action::Draw, Action::End, Action::Pass, Action::Edict, Action::Counter];
        all.extend(self.rule_set.whims.iter().map(|whim| Action::Whim { name: whim.name }));
        all.extend(Token::ALL.map(|token| Action::Token { token }));
        for parcel in parcels(numbers.board) {
            all.extend([
                Action::Populate { parcel },
                Action::Enlist { parcel },
                Action::Cultivate { parcel },
                Action::At { parcel },
            ]);
            for two in parcels(numbers.board).filter(|&two| adjacent(parcel, two)) {
                all.extend([
                    Action::Marry { house: parcel, free: two },
                    Action::Fortress { house: parcel, free: two },
                    Action::Tower { fortress: parcel, soldier: two },
                    Action::Move { from: parcel, to: two },
                ]);
            }
        }
        for from in columns(numbers.beach) {
            all.push(Action::Sink { column: from });
            all.extend(columns(numbers.beach).map(|to| Action::Divert { from, to }));
        }
        for kind in Kind::ALL.into_iter().filter(|kind| !kind.is_event()) {
            all.push(Action::Drop { kind });
            match kind {
                _ if !kind.is_played() => {}
                _ if kind.names_seat() => all.extend(
                    numbers.seats().map(|seat| Action::Play { kind, seat: Some(seat as u8) }),
                ),
                _ => all.push(Action::Play { kind, seat: None }),
            }
        }
        all
    }
}

//! Section 9: what one seat sees of the table, and tables that it may or may not tell apart.

use std::collections::BTreeMap;

use drakkar_engine::seed::Rng;
use serde_json::{Value, json};

use super::component::{Player, Token};
use super::variation::shuffle;
use super::{Rules, Twin};

/// All decisions of a game so far: who, what.
pub type History = [(usize, String)];

impl Twin {
    /// H2, H3: everything that a seat may know, as one value to compare.
    pub fn sight(&self, seat: usize) -> Value {
        let sorted = |values: &[i64]| {
            let mut values = values.to_vec();
            values.sort_unstable();
            values
        };
        let mut ships = Vec::new();
        for ship in &self.ships {
            let bodies: Vec<String> = ship.bodies.iter().map(|body| body.to_string()).collect();
            let mut zones = BTreeMap::new();
            for (clan, barrel) in &ship.zones {
                let value = if barrel.owner == seat { Some(barrel.value) } else { None };
                zones.insert(clan.to_string(), (barrel.owner, value));
            }
            let supplies = super::component::sorted(&ship.supplies);
            ships.push(json!([bodies, supplies, zones, ship.sailed]));
        }
        let mut players = Vec::new();
        for (other, player) in self.players.iter().enumerate() {
            let Player { unused, won, taken, .. } = player;
            let taken = super::component::sorted(taken);
            players.push(if other == seat {
                json!([sorted(unused), sorted(won), taken])
            } else {
                json!([unused.len(), won.len(), taken])
            });
        }
        json!({
            "ships": ships,
            "players": players,
            "market": self.market.values().collect::<Vec<_>>(),
            "row": [format!("{:?}", self.row), format!("{:?}", self.waiting)],
            "turn": [format!("{:?}", self.phase), self.seat, self.stern, self.round],
            "box": super::component::sorted(&self.boxed),
            "w1": self.w1.len(),
            "w2": self.known_w2(seat),
            "drawn": self.known_drawn(seat),
        })
    }
}

/// A game with other hidden things: its deal, its decisions and where these lead to.
pub struct World {
    pub deal: Value,
    pub history: Vec<String>,
    pub twin: Twin,
}

/// What another world has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// The tokens whose kind the seat does not know are shuffled.
    UnknownTokens,
    /// Any two tokens that are not on a bow have changed places.
    TwoTokens,
    /// The values of the barrels of one player are shuffled.
    Barrels,
}

/// The game again, with a change of what `seat` perhaps cannot see. None if the decisions of the
/// game cannot be made then.
pub fn other_world(
    twin: &Twin,
    deal: &Value,
    history: &History,
    seat: usize,
    change: Change,
    rng: &mut Rng,
) -> Option<World> {
    let stack = |key: &str| deal[key].as_str().expect("a stack");
    let w1 = stack("w1").len();
    let mut goods: Vec<char> = format!("{}{}", stack("w1"), stack("w2")).chars().collect();
    // Which value stands for which, for each player.
    let values = &twin.rules.barrels.values;
    let mut instead = vec![values.clone(); twin.players.len()];
    let mut tokens: Vec<&Token> = twin.w1.iter().chain(&twin.w2).chain(&twin.drawn).collect();
    let mut any = |most: usize| rng.below(most as u32 + 1) as usize;
    match change {
        Change::UnknownTokens => {
            tokens.retain(|token| !token.known_by.contains(&seat));
            let mut kinds: Vec<char> = tokens.iter().map(|token| token.good).collect();
            shuffle(&mut kinds, &mut any);
            for (token, kind) in tokens.iter().zip(kinds) {
                goods[token.dealt_as] = kind;
            }
        }
        Change::TwoTokens => {
            if tokens.is_empty() {
                return None;
            }
            let [one, two] = [0; 2].map(|_| tokens[any(tokens.len() - 1)].dealt_as);
            goods.swap(one, two);
        }
        Change::Barrels => shuffle(&mut instead[any(twin.players.len() - 1)], &mut any),
    }
    let mut deal = deal.clone();
    deal["w1"] = goods[..w1].iter().collect::<String>().into();
    deal["w2"] = goods[w1..].iter().collect::<String>().into();
    let rules: Rules = twin.rules.clone();
    let mut again = Twin::new(rules, twin.players.len(), &deal).expect("the same box");
    let mut decisions = Vec::new();
    for (who, action) in history {
        let mut action = action.clone();
        if let Some(bet) = action.strip_prefix("bet ") {
            let (value, zone) = bet.split_once(' ').expect("a bet");
            let value: i64 = value.parse().expect("a value");
            let index = values.iter().position(|&other| other == value).expect("a value");
            action = format!("bet {} {zone}", instead[*who][index]);
        }
        if again.to_move() != Some(*who) || again.apply(&action).is_err() {
            return None;
        }
        decisions.push(action);
    }
    Some(World { deal, history: decisions, twin: again })
}

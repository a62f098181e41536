//! Nets made by hand.

use drakkar_agents::features::Features;
use drakkar_agents::net::{About, Layer, Net, ONE};
use drakkar_engine::game::Game;

/// A net for `game` with one activation for each output, which `weight` gives by the name of an
/// input and the number of the output.
pub(crate) fn net<G: Game, F: Features<G>>(
    game: &G,
    id: &str,
    weight: impl Fn(&str, usize) -> i16,
) -> Net {
    let players = game.players();
    let inputs: Vec<String> =
        F::new(game).inputs(game).into_iter().map(|input| input.name).collect();
    let outputs = 2 * players;
    let weights =
        inputs.iter().flat_map(|name| (0..outputs).map(|output| weight(name, output))).collect();
    let same = || {
        let one = |at: usize| if at / outputs == at % outputs { 1 } else { 0 };
        Layer::new((0..outputs * outputs).map(one).collect(), vec![0; outputs], 0)
    };
    let about = About {
        game: id.to_owned(),
        rules: "any".to_owned(),
        players,
        inputs,
        training: serde_json::Map::new(),
    };
    // Activations cannot be negative.
    let first = Layer::new(weights, vec![2 * ONE; outputs], 0);
    Net::new(about, [first, same(), same()]).unwrap()
}

/// A weight without any meaning, from -20 to 20.
pub(crate) fn arbitrary(name: &str, output: usize) -> i16 {
    let mix = |mixed: u32, byte: u8| mixed.wrapping_mul(31).wrapping_add(byte.into());
    (name.bytes().fold(output as u32 + 1, mix) % 41) as i16 - 20
}

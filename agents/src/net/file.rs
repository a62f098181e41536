//! Nets as files: JSON, read strictly.

use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use drakkar_engine::error::KeyError;
use drakkar_engine::seat::MAX_SEATS;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::layer::MOST_SHIFT;
use super::{Layer, Net};
use crate::features::Input;

/// The first line of a file.
pub const FORMAT: &str = "drakkar-net-1";

const MOST_WIDTH: usize = 1024;

/// What a net is for, and where it comes from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct About {
    /// The game's id.
    pub game: String,
    /// Name of the rules that it was trained under.
    pub rules: String,
    /// Number of seats.
    pub players: usize,
    /// Names of the inputs, in order.
    pub inputs: Vec<String>,
    /// How it was trained; in full it is in the plan of `drakkar learn`.
    pub training: Map<String, Value>,
}

impl About {
    /// Whether a net can look at a game with these inputs and seats.
    ///
    /// # Errors
    /// The first difference.
    pub fn check(&self, inputs: &[Input], players: usize) -> Result<(), KeyError> {
        if self.players != players {
            let reason = format!("it is for {} seats, and {players} play", self.players);
            return Err(KeyError::new("players", reason));
        }
        if inputs.is_empty() {
            return Err(KeyError::new("inputs", "this game has no inputs for nets"));
        }
        for (number, input) in inputs.iter().enumerate() {
            if self.inputs.get(number) != Some(&input.name) {
                let found = self.inputs.get(number).map_or("nothing", String::as_str);
                let reason = format!("the game has `{}`, the net {found}", input.name);
                return Err(KeyError::new(format!("inputs[{number}]"), reason));
            }
        }
        if self.inputs.len() > inputs.len() {
            let reason = format!("the game has {} inputs, the net more", inputs.len());
            return Err(KeyError::new("inputs", reason));
        }
        Ok(())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    game: String,
    rules: String,
    players: usize,
    inputs: Vec<String>,
    training: Map<String, Value>,
    layers: Vec<LayerFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LayerFile {
    shift: u32,
    bias: Vec<i32>,
    weights: Vec<Vec<i16>>,
}

impl Net {
    /// A net of three layers.
    ///
    /// # Errors
    /// If they do not fit together, or the inputs and seats of `about`.
    pub fn new(about: About, layers: [Layer; 3]) -> Result<Net, KeyError> {
        let [first, second, last] = &layers;
        let refuse = |key: &str, reason: String| Err(KeyError::new(key, reason));
        let About { players, inputs, .. } = &about;
        if !(1..=MAX_SEATS).contains(players) {
            return refuse("players", format!("must be 1 to {MAX_SEATS}"));
        }
        if first.inputs() != inputs.len() {
            let reason = format!("{} rows for {} inputs", first.inputs(), inputs.len());
            return refuse("layers[0].weights", reason);
        }
        for (key, before, after) in
            [("layers[1].weights", first, second), ("layers[2].weights", second, last)]
        {
            if after.inputs() != before.outputs() {
                let (found, expected) = (after.inputs(), before.outputs());
                return refuse(key, format!("rows of {found} weights instead of {expected}"));
            }
        }
        if last.outputs() != 2 * players {
            let reason = format!("{} outputs for {players} seats", last.outputs());
            return refuse("layers[2].bias", reason);
        }
        let mut net = Net { about, layers, sha256: String::new() };
        let digest = Sha256::digest(net.to_json());
        net.sha256 = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(net)
    }

    /// A net from the text of its file.
    ///
    /// # Errors
    /// Names the line of a text that is not JSON of this form, or the key at fault.
    pub fn from_json(text: &str) -> Result<Net, KeyError> {
        let file: File =
            serde_json::from_str(text).map_err(|error| KeyError::new("", error.to_string()))?;
        if file.format != FORMAT {
            return Err(KeyError::new("format", format!("must be `{FORMAT}`")));
        }
        if file.inputs.len() > usize::from(u16::MAX) {
            return Err(KeyError::new("inputs", "are too many"));
        }
        let File { game, rules, players, inputs, training, layers, .. } = file;
        let count = layers.len();
        let read = layers.into_iter().enumerate().map(|(number, rows)| {
            rows.layer(number == 0).map_err(|error| error.under(&format!("layers[{number}]")))
        });
        let layers = <[Layer; 3]>::try_from(read.collect::<Result<Vec<_>, _>>()?)
            .map_err(|_| KeyError::new("layers", format!("must be 3, not {count}")))?;
        Net::new(About { game, rules, players, inputs, training }, layers)
    }

    /// The net of a text that comes with a game, which is read once.
    ///
    /// # Errors
    /// See [`Net::from_json`].
    pub(crate) fn shipped(text: &'static str) -> Result<Arc<Net>, KeyError> {
        static READ: Mutex<Vec<(&str, Arc<Net>)>> = Mutex::new(Vec::new());
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, net)) = read.iter().find(|(known, _)| ptr::eq(*known, text)) {
            return Ok(Arc::clone(net));
        }
        let net = Arc::new(Net::from_json(text)?);
        read.push((text, Arc::clone(&net)));
        Ok(net)
    }

    /// The text of its file: one line for each key and each row of weights.
    pub fn to_json(&self) -> String {
        let About { game, rules, players, inputs, training } = &self.about;
        let mut text = format!("{{\n\"format\": {},\n", json(FORMAT));
        text += &format!("\"game\": {},\n\"rules\": {},\n", json(game), json(rules));
        text += &format!("\"players\": {players},\n\"inputs\": {},\n", json(inputs));
        text += &format!("\"training\": {},\n\"layers\": [\n", json(training));
        for (number, layer) in self.layers.iter().enumerate() {
            let width = if number == 0 { layer.outputs() } else { layer.inputs() };
            let rows: Vec<String> = layer.weights().chunks(width).map(json).collect();
            let comma = if number + 1 < self.layers.len() { "," } else { "" };
            text += &format!(
                "{{\"shift\": {}, \"bias\": {}, \"weights\": [\n{}\n]}}{comma}\n",
                layer.shift(),
                json(layer.bias()),
                rows.join(",\n")
            );
        }
        text + "]\n}\n"
    }
}

fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("numbers, texts, lists and tables")
}

impl LayerFile {
    /// The layer; `is_first` if it has a row for each input instead of one for each output.
    fn layer(self, is_first: bool) -> Result<Layer, KeyError> {
        let LayerFile { shift, bias, weights } = self;
        if shift > MOST_SHIFT {
            return Err(KeyError::new("shift", format!("must be 0 to {MOST_SHIFT}")));
        }
        if !(1..=MOST_WIDTH).contains(&bias.len()) {
            return Err(KeyError::new("bias", format!("must be 1 to {MOST_WIDTH} numbers")));
        }
        if !is_first && weights.len() != bias.len() {
            let reason = format!("{} rows for {} outputs", weights.len(), bias.len());
            return Err(KeyError::new("weights", reason));
        }
        let width = if is_first { bias.len() } else { weights[0].len() };
        if width == 0 || weights.is_empty() {
            return Err(KeyError::new("weights", "there are none"));
        }
        for (number, row) in weights.iter().enumerate() {
            if row.len() != width {
                let reason = format!("{} weights instead of {width}", row.len());
                return Err(KeyError::new(format!("weights[{number}]"), reason));
            }
        }
        Ok(Layer::new(weights.concat(), bias, shift))
    }
}

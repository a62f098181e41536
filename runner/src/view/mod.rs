//! A recorded game as a page to step through.
//!
//! Rust plays the game again and writes down every state; the scripts draw what is written and know no
//! rules. A [scene](drakkar_engine::recorded::Recorded::scene) names its script in `drawing`; what has no
//! scene, or names no script that is here, is shown as text.

mod frames;

use maud::PreEscaped;
use serde_json::{Value, json};

use crate::export::names::{LONGEST, cut};
use crate::page::Page;
use drakkar_engine::{error::KeyError, record::Record};
use drakkar_play::lab::Lab;
use drakkar_play::{erased::Move, opinion::Opinion};

const STYLE: &str = include_str!("game.css");
const BODY: &str = include_str!("game.html");
/// Shapes, then a script for each drawing, then what is around the table, then the controls.
const SCRIPTS: [&str; 10] = [
    include_str!("shapes.js"),
    include_str!("vikings.js"),
    include_str!("eketorp.js"),
    include_str!("no_more_vikings.js"),
    include_str!("vikings_on_board.js"),
    include_str!("goofspiel.js"),
    include_str!("connect_four.js"),
    include_str!("log.js"),
    include_str!("shares.js"),
    include_str!("game.js"),
];

/// The number of those before the controls, among which a game's own drawing comes last.
const DRAWINGS: usize = SCRIPTS.len() - 3;

fn is_drawn(lab: &Lab, scene: &Value) -> bool {
    let scripts = [&SCRIPTS[..DRAWINGS], &[lab.drawing()]].concat();
    let set = |name: &str| scripts.iter().any(|it| it.contains(&format!("DRAWINGS.set({name:?},")));
    scene["drawing"].as_str().is_some_and(set)
}

/// The page of a record: all of the game, or the part up to the decision that cannot be.
pub struct View {
    title: String,
    data: Value,
    /// What the game brings to draw it, in a block, so that its names are its own.
    drawing: String,
    /// What is wrong with the record if it does not hold what it claims.
    pub fault: Option<KeyError>,
}

impl View {
    /// Nothing can be shown of rules or a deal that are refused; the record of a game that `failed` holds what came before.
    pub fn of(lab: &Lab, record: &Record, failed: Option<&str>) -> Result<View, KeyError> {
        let mut data = frames::frames(lab, record)?;
        let fault = if failed.is_some() { None } else { lab.verify(record).err() };
        data["fault"] = match (&fault, failed) {
            (Some(fault), _) => format!("This record is wrong: {fault}").into(),
            (_, Some(reason)) => {
                format!("The game failed after the last decision: {reason}").into()
            }
            _ => Value::Null,
        };
        let title = format!("{}, game {} of seed {}", record.game, record.game_index, record.seed);
        data["title"] = Value::from(title.as_str());
        let drawing = match lab.drawing() {
            "" => String::new(),
            script => format!("{{\n{script}\n}}\n"),
        };
        Ok(View { title, data, drawing, fault })
    }

    pub fn decisions(&self) -> usize {
        self.data["decisions"].as_array().map_or(0, Vec::len)
    }

    pub fn judged_by(&mut self, name: &str, agent: &str, seed: u64) {
        let name = cut(name, LONGEST);
        self.data["analysis"] = json!({ "name": name, "agent": agent, "seed": seed.to_string() });
    }

    /// Adds the win share that somebody expects of a decision and, if it would choose something else, what that is and
    /// what it expects of what was played. Returns whether it expects a share.
    pub fn add(&mut self, step: &Move, opinion: &Opinion) -> bool {
        let told = &mut self.data["decisions"][step.index];
        let share = opinion.win_share(&opinion.choice);
        told["share"] = json!(share);
        if opinion.choice != step.action {
            told["choice"] = json!(opinion.choice);
            told["share_played"] = json!(opinion.win_share(&step.action));
        }
        share.is_some()
    }

    pub fn html(&self) -> String {
        let body = PreEscaped(BODY.to_owned());
        let View { title, data, drawing, .. } = self;
        let (drawings, controls) = SCRIPTS.split_at(DRAWINGS);
        let scripts = [drawings, &[drawing.as_str()], controls].concat();
        Page { title, style: STYLE, body, data, scripts: &scripts }.html()
    }
}

#[cfg(test)]
mod tests {
    use drakkar_engine::games::connect_four::ConnectFour;

    use drakkar_play::typed_table::lab;

    use super::*;

    const LINE: &str = concat!(
        r#"{"format":"drakkar-record","version":1,"game":"connect-four","rules":"base","#,
        r#""rule_set":{},"players":2,"agents":["random","<b>"],"seed":"7","game_index":0,"#,
        r#""deal":{},"decisions":[[0,"drop 1",7],[1,"drop 2",7],[0,"drop 1",7],[1,"drop 2",7],"#,
        r#"[0,"drop 1",7],[1,"drop 2",7],[0,"drop 1",7]],"scorings":[],"#,
        r#""result":{"score":[1,0],"place":[1,2],"win_share":[1.0,0.0]},"breakdown":[{},{}]}"#,
    );

    fn data(html: &str) -> Value {
        let data = html.split(r#"id="data">"#).nth(1).unwrap().split("</script>").next().unwrap();
        serde_json::from_str(data).unwrap()
    }

    #[test]
    fn a_game_is_told_state_by_state() {
        let view = View::of(&lab::<ConnectFour>(), &LINE.parse().unwrap(), None).unwrap();
        let html = view.html();
        assert!(view.fault.is_none() && !html.contains("<b>"));
        let data = data(&html);
        assert_eq!(data["frames"].as_array().unwrap().len(), 8);
        assert_eq!(data["frames"][1]["scene"]["columns"][0], json!([0]));
        assert_eq!(data["frames"][1]["text"], Value::Null);
        assert_eq!(data["decisions"][6]["action"], "drop 1");
        assert_eq!(data["frames"][0]["options"].as_array().unwrap().len(), 7);
        assert_eq!(
            (&data["frames"][1]["mover"], &data["frames"][7]["mover"]),
            (&json!(1), &Value::Null)
        );
        assert_eq!(data["end"][0]["place"], 1);
    }

    #[test]
    fn scenes_name_what_draws_them() {
        let plain = lab::<ConnectFour>();
        for name in drakkar_engine::games::IDS {
            assert!(is_drawn(&plain, &json!({ "drawing": name })), "{name}");
        }
        for scene in [json!({}), json!({ "drawing": "viking" }), json!({ "drawing": 1 })] {
            assert!(!is_drawn(&plain, &scene), "{scene}");
        }
        // A game's own script stands before the controls, which use it.
        let own = lab::<ConnectFour>().with_drawing("DRAWINGS.set(\"viking\", () => draw);");
        assert!(is_drawn(&own, &json!({ "drawing": "viking" })));
        let html = View::of(&own, &LINE.parse().unwrap(), None).unwrap().html();
        let at = |text: &str| html.find(text).unwrap();
        assert!(at("set(\"viking\", ") < at("const DATA ="));
    }

    #[test]
    fn an_alias_is_shown_for_its_agent() {
        let line = LINE.replace(r#""seed":"7""#, r#""names":["mine",null],"seed":"7""#);
        let view = View::of(&lab::<ConnectFour>(), &line.parse().unwrap(), None).unwrap();
        assert_eq!(data(&view.html())["names"], json!(["mine", "<b>"]));
    }

    #[test]
    fn a_record_that_cannot_be_is_shown_up_to_its_fault() {
        let line = LINE.replacen(r#"[0,"drop 1",7],[1,"drop 2",7]]"#, "", 1);
        let line = line.replacen(r#"[1,"drop 2",7]"#, r#"[1,"drop 9",7]"#, 1);
        let view = View::of(&lab::<ConnectFour>(), &line.parse().unwrap(), None).unwrap();
        let data = data(&view.html());
        assert_eq!(view.decisions(), 1);
        assert!(view.fault.unwrap().to_string().contains("decisions[1]"));
        assert_eq!(data["frames"].as_array().unwrap().len(), 2);
        assert_eq!(data["end"], Value::Null);
        assert!(data["fault"].as_str().unwrap().contains("decisions[1]"));
    }
}

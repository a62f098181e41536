//! Pages: `view` writes a game, `report` writes results. How they look and behave in a browser is for
//! `scripts/test_pages.sh`.

use std::fs;

use drakkar::Labs;
use drakkar::engine::record::RuleSets;
use serde_json::{Value, json};

use crate::call::Place;

/// What the scripts of a page find.
pub fn data(place: &Place, name: &str) -> Value {
    let page = fs::read_to_string(place.path(name)).unwrap();
    let data = page.split(r#"id="data">"#).nth(1).unwrap().split("</script>").next().unwrap();
    serde_json::from_str(data).unwrap()
}

/// Nothing is loaded from anywhere, and no script says where to.
fn loads_nothing(place: &Place, name: &str) {
    let page = fs::read_to_string(place.path(name)).unwrap();
    for load in ["src=", "http:", "https:", "@import", "fetch(", "XMLHttpRequest", "import("] {
        let found = page.replace("http://www.w3.org/2000/svg", "").contains(load);
        assert!(!found, "{name} has `{load}`");
    }
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn view_shows_every_decision_of_every_game() {
    let place = Place::new();
    for lab in Labs::standard().iter() {
        let (game, players) = (lab.info().id, lab.info().players.1.min(3));
        place.ok(&format!(
            "run --game {game} --players {players} --agents random --games 2 --out {game} \
             --record {game}.jsonl --quiet"
        ));
        let said = place.ok(&format!("view {game}.jsonl --index 1 --out deep/{game}.html"));
        assert_eq!(said, format!("deep/{game}.html\n"));
        let record = fs::read_to_string(place.path(&format!("{game}.jsonl"))).unwrap();
        let mut rule_sets = RuleSets::default();
        let mut records = record.lines().filter_map(|line| rule_sets.read(line).unwrap());
        let record = records.nth(1).unwrap();
        let page = format!("deep/{game}.html");
        loads_nothing(&place, &page);
        let data = data(&place, &page);
        assert_eq!(data["frames"].as_array().unwrap().len(), record.decisions.len() + 1);
        for (decision, told) in record.decisions.iter().zip(data["decisions"].as_array().unwrap()) {
            assert_eq!(told["seat"], decision.seat.index());
            assert_eq!(told["action"], decision.action);
            assert_eq!(told["legal"], decision.legal);
        }
        assert_eq!(data["game_index"], record.game_index);
        assert_eq!(data["agents"], json!(record.agents));
        assert_eq!(data["end"][2]["place"], record.result["place"][2]);
        assert_eq!(data["fault"], Value::Null);
    }
}

#[test]
fn agents_are_called_by_the_names_that_the_run_gave_them() {
    let place = Place::new();
    let line =
        "run --game connect-four --agents mine=greedy level-1 --games 2 --record games.jsonl";
    place.ok(&format!("{line} --out r --quiet"));
    place.ok("view games.jsonl");
    assert_eq!(data(&place, "game.html")["names"], json!(["mine", "level-1"]));
    let told = place.ok("replay games.jsonl");
    assert!(told.contains("seat 0: mine = greedy"), "{told}");
    assert!(told.contains("seat 1: level-1 = random\n"), "{told}");
    place.ok("verify games.jsonl");
    // Without names there is no word of them.
    place.ok("run --game connect-four --agents greedy random --games 2 --record plain.jsonl --out s --quiet");
    assert!(!std::fs::read_to_string(place.path("plain.jsonl")).unwrap().contains("\"names\""));
}

#[test]
fn both_variants_of_vikings_have_scenes_that_agree_with_the_record() {
    let place = Place::new();
    for rules in ["base", "advanced"] {
        place.ok(&format!(
            "run --rules {rules} --agents greedy --games 1 --out {rules} --record {rules}.jsonl --quiet"
        ));
        place.ok(&format!("view {rules}.jsonl --out {rules}.html"));
        let data = data(&place, &format!("{rules}.html"));
        let end = &data["frames"].as_array().unwrap().last().unwrap()["scene"];
        for seat in 0..4 {
            assert_eq!(end["seats"][seat]["glory"], data["end"][seat]["score"]);
            let sources = data["end"][seat]["sources"].as_array().unwrap();
            let sum: i64 = sources.iter().map(|part| part["amount"].as_i64().unwrap()).sum();
            assert_eq!(sum, end["seats"][seat]["glory"].as_i64().unwrap());
        }
        assert_eq!(end.get("bonus_row").is_some(), rules == "advanced");
        let scorings = data["decisions"].as_array().unwrap().iter();
        let scorings: usize = scorings
            .filter_map(|told| told.get("scorings"))
            .map(|s| s.as_array().unwrap().len())
            .sum();
        assert_eq!(scorings, 7);
    }
}

#[test]
fn changed_rules_are_told() {
    let place = Place::new();
    place.ok(
        "run --rules base --set setup.glory=12 --games 1 --agents random --out a --record r.jsonl",
    );
    place.ok("view r.jsonl --out r.html");
    let data = data(&place, "r.html");
    assert_eq!((&data["rules"], &data["preset"]), (&"custom".into(), &"base".into()));
    assert_eq!(
        data["changes"],
        serde_json::json!([{"key": "setup.glory", "value": 12, "preset": 10}])
    );
}

#[test]
fn a_page_is_replaced_only_by_force() {
    let place = Place::new();
    place.ok("run --game connect-four --agents random --games 1 --out a --record r.jsonl");
    fs::write(place.path("r.html"), "precious").unwrap();
    let error = place.fails("view r.jsonl --out r.html", 2);
    let reason = "exists; choose another name for --out, or replace it with --force";
    assert_eq!(error, format!("drakkar: r.html: {reason}\n"));
    assert_eq!(fs::read_to_string(place.path("r.html")).unwrap(), "precious");
    place.ok("view r.jsonl --out r.html --force");
    data(&place, "r.html");
    assert!(
        place.fails("view r.jsonl --out a", 2).contains("a: is a folder; only an ordinary file")
    );
}

#[test]
fn what_cannot_be_viewed_is_told() {
    let place = Place::new();
    place.ok("run --game connect-four --agents random --games 3 --out a --record r.jsonl");
    let error = place.fails("view r.jsonl --index 9 --out x.html", 2);
    assert_eq!(error, "drakkar: --index: no record has index 9; the last one has 2\n");
    assert!(place.fails("view none.jsonl --out x.html", 2).starts_with("drakkar: none.jsonl: "));
    fs::write(place.path("bad.jsonl"), "{}\n").unwrap();
    assert!(
        place.fails("view bad.jsonl --out x.html", 2).starts_with("drakkar: bad.jsonl: line 1: ")
    );
    assert!(!place.path("x.html").exists());
    // What can be played is shown, up to the fault.
    let good = fs::read_to_string(place.path("r.jsonl")).unwrap();
    fs::write(place.path("bad.jsonl"), good.replacen("[0,\"drop ", "[1,\"drop ", 1)).unwrap();
    let error = place.fails("view bad.jsonl --out x.html", 2);
    assert!(
        error.contains("line 2: key `decisions[0][0]`: expected seat 0, found seat 1"),
        "{error}"
    );
    assert!(error.contains("x.html shows the game as far as it can be played"), "{error}");
    let data = data(&place, "x.html");
    assert_eq!(data["frames"].as_array().unwrap().len(), 1);
    assert!(data["fault"].as_str().unwrap().contains("decisions[0][0]"));
}

/// The texts between `open` and `close`, marks turned back into letters.
fn between<'t>(text: &'t str, open: &'t str, close: &'t str) -> impl Iterator<Item = String> + 't {
    text.split(open).skip(1).map(move |rest| {
        let inside = rest.split(close).next().unwrap();
        let inside = inside.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
        inside.replace("&#39;", "'").replace("&amp;", "&")
    })
}

/// The table of a file as the page holds it, the columns first. Where a cell is shown rounded, its title has
/// the figure in full, and the two must agree.
fn shown(page: &str, file: &str) -> Vec<Vec<String>> {
    let start = page.find(&format!("data-file=\"{file}\"")).unwrap_or_else(|| panic!("no {file}"));
    let table = page[start..].split("</table>").next().unwrap();
    let mut rows = vec![between(table, "<button type=\"button\">", "</button>").collect()];
    let body = table.split("<tbody>").nth(1).unwrap();
    for row in body.split("<tr>").skip(1) {
        let cells = between(row, "<td", "</td>").map(|cell| {
            let (head, text) = cell.split_once('>').unwrap();
            let Some(full) = between(head, "title=\"", "\"").next() else { return text.to_owned() };
            agrees(text, &full);
            full
        });
        rows.push(cells.collect());
    }
    rows
}

/// A figure as it is shown is the one in full, rounded.
fn agrees(text: &str, full: &str) {
    if text == "< 0.000001" {
        return assert_eq!(full, "0.000000");
    }
    let digits = text.split_once('.').map_or(0, |(_, digits)| digits.len());
    let [value, exact] = [text, full].map(|text| text.parse::<f64>().unwrap());
    let half = 0.5 * 10_f64.powi(-(digits as i32));
    assert!((value - exact).abs() <= half + 1e-9, "{text} for {full}");
}

fn cells(place: &Place, path: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(place.path(path)).unwrap();
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn report_shows_every_file_cell_by_cell() {
    let place = Place::new();
    let few = "--players 2 --quiet";
    place.ok(&format!(
        "run --rules advanced --agents greedy random --games 40 --per-game --out r {few}"
    ));
    place.ok(&format!(
        "tournament --game goofspiel --set deck.cards=5 --agents random greedy --games 80 --out t {few}"
    ));
    let sprt = "--sprt elo1=40 --chunk 8 --confirm 20";
    place.ok(&format!("compare --agents greedy random {sprt} --out c {few}"));
    place.ok(&format!("compare --agents random --games 24 --vs-set setup.glory=1 --out v {few}"));
    for (folder, files, words) in [
        (
            "r",
            &["win_rates.csv", "strategy.csv", "pace.csv", "bonus_tiles.csv"][..],
            "<span class=\"chip high\">more</span>",
        ),
        (
            "t",
            &["ratings.csv", "pairings.csv", "neighbours.csv", "timing.csv"],
            "<h1>A tournament of 2 agents</h1>",
        ),
        ("c", &["compare.csv", "effects.csv"], "<span class=\"chip high\">better</span>"),
        (
            "v",
            &["differences.csv"],
            "<li>Compared with rules <strong>custom</strong>, different from the first in \
             <code>setup.glory = 1</code> (instead of 10).</li>",
        ),
    ] {
        place.ok(&format!("report {folder} --out {folder}.html"));
        loads_nothing(&place, &format!("{folder}.html"));
        let page = fs::read_to_string(place.path(&format!("{folder}.html"))).unwrap();
        assert!(page.contains(words), "{folder}: {words}");
        for file in files {
            assert_eq!(shown(&page, file), cells(&place, &format!("{folder}/{file}")), "{file}");
            let link = format!("<summary><a href=\"./{folder}/{file}\">{file}</a>, ");
            assert!(page.contains(&link), "{link}");
        }
        assert!(!page.contains("<details class=\"table\" open"), "files are folded away");
        // With two seats, who sits where is the same as who beats whom.
        assert_eq!(page.matches("<table class=\"heat\">").count(), usize::from(folder == "t"));
    }
    // From elsewhere nothing leads to the files.
    fs::create_dir(place.path("elsewhere")).unwrap();
    place.ok("report r --out elsewhere/r.html");
    let page = fs::read_to_string(place.path("elsewhere/r.html")).unwrap();
    assert!(page.contains("<summary>win_rates.csv, ") && !page.contains("<a href=\"./"));
    place.ok("report r");
    let page = fs::read_to_string(place.path("r/report.html")).unwrap();
    assert!(page.contains("<a href=\"./win_rates.csv\">"));
    // All together, twice the same, with pictures as files.
    place.ok("report r t c v --out all.html --svg charts");
    place.ok("report r t c v --out again.html --svg others");
    let read = |name: &str| fs::read_to_string(place.path(name)).unwrap();
    assert_eq!(read("all.html"), read("again.html"));
    let pictures: Vec<_> = fs::read_dir(place.path("charts"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert!(pictures.len() > 12, "{pictures:?}");
    for name in pictures {
        let name = name.into_string().unwrap();
        let svg = read(&format!("charts/{name}"));
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{name}");
        assert_eq!(svg, read(&format!("others/{name}")));
        // Colours of verdicts mean nothing else.
        let plain = ["places", "scores", "path", "ratings"].iter().any(|part| name.contains(part));
        let is_toned = ["#0072B2", "#D55E00", "#009E73"].iter().any(|tone| svg.contains(tone));
        assert!(!(plain && is_toned), "{name}");
    }
    let error = place.fails("report r --out new.html --svg charts", 0);
    assert_eq!(error, "", "one run has other names");
    let error = place.fails("report r t --out more.html --svg charts", 2);
    assert!(error.contains("exists; choose another name"), "{error}");
    assert!(!place.path("more.html").exists());
}

/// With fewer blocks than agents no rating has an interval, and only the first is the anchor.
#[test]
fn ratings_without_intervals_are_shown_without() {
    let place = Place::new();
    place.ok("tournament --game goofspiel --set deck.cards=5 --agents random greedy uct:iterations=2 --players 3 --games 90 --quiet --out t");
    let ratings = fs::read_to_string(place.path("t/ratings.csv")).unwrap();
    assert!(
        ratings.lines().skip(1).all(|line| line.contains(",rated,") && line.contains(",,")),
        "{ratings}"
    );
    place.ok("report t --out t.html");
    let page = fs::read_to_string(place.path("t.html")).unwrap();
    assert_eq!(page.matches(">anchor<").count(), 1);
    assert!(page.contains("of their meetings on 5 deals"), "{page}");
    assert_eq!(page.matches("class=\"heat\"").count(), 2);
    // Two agents need one table.
    place.ok(
        "tournament --game goofspiel --set deck.cards=5 --agents random greedy --players 3 --games 90 --quiet --out u",
    );
    place.ok("report u --out u.html");
    let page = fs::read_to_string(place.path("u.html")).unwrap();
    assert_eq!(page.matches("class=\"heat\"").count(), 1);
}

/// Files of balance and tuning, and one that nobody knows.
#[test]
fn report_draws_worth_and_tuning_and_shows_unknown_files() {
    let place = Place::new();
    fs::create_dir(place.path("b")).unwrap();
    let head = "agent,rules,item,rounds,decisions,effect,ci_low,ci_high,own,own_low,own_high,denial,denial_low,denial_high,verdict,rank_low,rank_high,replication,replicated,extra";
    let rows = "greedy,advanced,noble1,all,9,4.100000,3.5,4.7,3.600000,3,4,0.5,0.2,0.8,strong,1,2,4.050000,no,1\n\
                greedy,advanced,gold5,all,9,1.250000,-0.5,2.7,1,0,2,,,,fair,3,3,,,2\n\
                greedy,advanced,scout1,all,9,2.250000,1.5,2.7,1,0,2,,,,undecided,,,,,3\n";
    fs::write(place.path("b/bonus_effect.csv"), format!("{head}\n{rows}")).unwrap();
    let observed = "agent,item,offered,taken,pick_rate_per_decision\ngreedy,noble1,8,2,0.250000\n";
    fs::write(place.path("b/bonus_observed.csv"), observed).unwrap();
    let seats = "agent,seat,games,win_share,win_share_low,win_share_high,even_share
greedy,0,9,0.625,0.5,0.75,0.5\n";
    fs::write(place.path("b/seats.csv"), seats).unwrap();
    // One agent more than there are pictures.
    let others =
        ["flat", "mcts", "random", "uct"].map(|name| format!("{name},bid *,1,9,-1,-2,0\n"));
    let restricted = format!(
        "agent,item,rounds,moments,effect,low,high\ngreedy,bid *,1,9,-2.5,-3,-2\n{}",
        others.concat()
    );
    fs::write(place.path("b/banned.csv"), restricted).unwrap();
    let first = "agent,round,moments,effect,low,high\ngreedy,1,9,0.75,0.5,1\n";
    fs::write(place.path("b/start.csv"), first).unwrap();
    let what_if = "agent,values,item,effect,against_others,against_low,against_high\n\
                   greedy,as they are,gold5,1.25,-0.875,-1,-0.5\n\
                   greedy,bonus.gold5.value=9,gold5,3.25,,,\n";
    fs::write(place.path("b/what_if.csv"), what_if).unwrap();
    let fair = "agent,key,item,target,answer,value,low,high,undecided\n\
                greedy,bonus.gold5.value,gold5,others,found,8.1,8,8.25,8\n\
                greedy,bonus.food3.value,food3,gold5,found,4,,,3 4\n\
                greedy,bonus.noble1.value,noble1,2.5,none,,,,3 4\n\
                greedy,bonus.scout1.value,scout1,others,unknown,,,,\n";
    fs::write(place.path("b/fair.csv"), fair).unwrap();
    let trace = "generation,candidate,value,sigma\n0,0,0.4,0.3\n0,mean,0.5,0.3\n1,mean,0.6,0.2\n";
    fs::write(place.path("b/tune.csv"), trace).unwrap();
    let tests = "test,agent,against,opponents,games,metric,estimate,low,high,even_share,verdict\n\
                 start,greedy:weights=best.toml,greedy,,90,score,0.61,0.55,0.67,0.5,better\n";
    fs::write(place.path("b/verdict.csv"), tests).unwrap();
    let plan = r#"{"tune":{"game":"goofspiel","rules":"base","rule_set":{},"players":3,"start":{"spec":"greedy"}}}"#;
    fs::write(place.path("b/tune.json"), plan).unwrap();
    fs::write(place.path("b/new.csv"), "what,note\n1,<script>alert(1)</script>\n").unwrap();
    place.ok("report b --out b.html --svg charts");
    let page = fs::read_to_string(place.path("b.html")).unwrap();
    for words in [
        // The answer about values comes first, then what each kind is worth, the best first.
        "<td>gold5</td><td>bonus.gold5.value</td>",
        "<td class=\"number\" title=\"8.1\">8.10</td>",
        "<td class=\"number\" title=\"8 to 8.25\">8.00 to 8.25</td>",
        "no value by the estimates; not ruled out: 3 4",
        "found; the interval reaches past the values tried",
        "<td>unknown</td>",
        // It has a plan and no manifest.
        "<strong>Not finished,</strong> or without its manifest.json",
        "The first 4 of 5 have a chart; the table has all.",
        "<tr><td>noble1</td><td><span class=\"chip high\">strong, not replicated</span></td>\
         <td class=\"number\" title=\"4.100000\">+4.10</td>",
        "<span class=\"chip even\">fair</span>",
        "<span class=\"chip open\">undecided</span>",
        "<td>1 to 2</td><td class=\"number\" title=\"4.050000\">+4.05</td><td>25\u{a0}%</td>",
        // Figures under the pointer.
        "<title>noble1: 4.10 (3.50 to 4.70)</title>",
        "<title>noble1, own: 3.60 (3.00 to 4.00)</title>",
        "<title>seat 0: 62\u{a0}% (50\u{a0}% to 75\u{a0}%)</title>",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("<script>alert"));
    let files = ["bonus_effect", "banned", "start", "what_if", "fair", "tune", "verdict", "new"];
    for file in files.map(|name| format!("{name}.csv")) {
        let file = file.as_str();
        assert_eq!(shown(&page, file), cells(&place, &format!("b/{file}")));
    }
    let svg = fs::read_to_string(place.path("charts/bonus_effect_1.svg")).unwrap();
    for text in ["effect in points", "\nnoble1\n", "\nstrong\n"] {
        assert!(svg.contains(text), "{text}");
    }
    // The largest worth first.
    let place_of = |kind: &str| svg.find(&format!("\n{kind}\n")).unwrap();
    assert!(place_of("noble1") < place_of("scout1") && place_of("scout1") < place_of("gold5"));
    for (name, text) in [
        ("banned_1", "-2.50"),
        ("start_1", "round 1"),
        ("what_if_1", "-0.88"),
        ("bonus_effect_1_parts", "denial"),
        ("picks_1", "2 of 8"),
        ("win_shares", "\n62 %\n"),
    ] {
        let svg = fs::read_to_string(place.path(&format!("charts/{name}.svg"))).unwrap();
        assert!(svg.contains(text), "{name}");
    }
    assert!(place.path("charts/tuning.svg").exists());
}

/// The curve of a value has what is printed and what would be fair, with its interval.
#[test]
fn a_curve_has_the_printed_and_the_fair_value() {
    let place = Place::new();
    fs::create_dir(place.path("f")).unwrap();
    let rows = "as they are,gold5,1,-0.25,-0.5,0\nbonus.gold5.value=4,gold5,1,-1,-1.25,-0.75\n\
                bonus.gold5.value=6,gold5,1,0.5,0.25,0.75\n";
    let rows: String = rows.lines().map(|row| format!("greedy,{row}\n")).collect();
    let head = "agent,values,item,effect,against_others,against_low,against_high";
    fs::write(place.path("f/what_if.csv"), format!("{head}\n{rows}")).unwrap();
    let fair = "agent,key,item,target,answer,value,low,high,undecided\n\
                greedy,bonus.gold5.value,gold5,others,found,5.333333,4.9,5.7,5\n";
    fs::write(place.path("f/fair.csv"), fair).unwrap();
    let plan =
        r#"{"run":{"game":"vikings","rules":"custom","rule_set":{"bonus":{"gold5":{"value":5}}}}}"#;
    fs::write(place.path("f/run.json"), plan).unwrap();
    place.ok("report f --svg charts");
    let svg = fs::read_to_string(place.path("charts/what_if_1.svg")).unwrap();
    for told in [
        "fair: 5.33 (4.90 to 5.70)",
        "printed: 5",
        "gold5, bonus.gold5.value 5: -0.25 (-0.50 to 0.00)",
    ] {
        assert!(svg.contains(&format!("<title>{told}</title>")), "{told}");
    }
    assert!(svg.contains("\nprinted\n") && svg.contains("\nfair\n"), "both are named");
}

#[test]
fn report_names_what_is_damaged() {
    let place = Place::new();
    let error = place.fails("report none --out x.html", 2);
    assert_eq!(error, "drakkar: none: there is no such folder\n");
    fs::create_dir_all(place.path("a/inside")).unwrap();
    assert!(place.fails("report a --out x.html", 2).contains("a: holds no results"));
    let rates = place.path("a/inside/win_rates.csv");
    let good =
        "agent,seat,even_share,win_share,win_share_low,win_share_high\nx,0,0.5,0.6,0.5,0.7\n";
    fs::write(&rates, good).unwrap();
    fs::write(place.path("a/inside/pace.csv"), "played_turns\n7\n").unwrap();
    place.ok("report a --out good.html");
    for (text, reason) in [
        (good.replace("0.6", "0,6"), "line 2: expected 6 cells, found 7"),
        (good.replace("0.6", "many"), "line 2: column `win_share`: `many` is no number"),
    ] {
        fs::write(&rates, text).unwrap();
        let error = place.fails("report a --out x.html --force", 3);
        let told = format!("win_rates.csv: {reason}");
        assert!(error.contains(&format!("  a/inside: {told}\n")), "{error}");
        // The page has the rest, below what is wrong.
        let page = fs::read_to_string(place.path("x.html")).unwrap();
        // What stands between backticks is code there.
        let told = told.replace(" `", " <code>").replace('`', "</code>");
        let warning = page.find(&format!("Left out:</strong> {told}.")).unwrap();
        assert!(warning < page.find("played_turns").unwrap() && !page.contains("win_share_low"));
    }
    fs::write(&rates, good).unwrap();
    fs::write(place.path("a/inside/manifest.json"), "{\n oops").unwrap();
    let error = place.fails("report a --out x.html --force", 3);
    assert!(error.contains("a/inside: manifest.json: line 2: "), "{error}");
    let page = fs::read_to_string(place.path("x.html")).unwrap();
    let warning = page.find("Left out:</strong> manifest.json: line 2: ").unwrap();
    assert!(warning < page.find("win_share").unwrap());
    // Even if nothing is left.
    fs::remove_file(place.path("a/inside/manifest.json")).unwrap();
    fs::remove_file(place.path("a/inside/pace.csv")).unwrap();
    fs::write(&rates, "a,a\n").unwrap();
    let error = place.fails("report a --out x.html --force", 3);
    assert!(
        error.contains("a/inside: win_rates.csv: line 1: column `a` is given twice"),
        "{error}"
    );
}

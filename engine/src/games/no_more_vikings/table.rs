use serde_json::Value;

use super::NoMoreVikings;
use super::component::{
    Bonus, Column, EDICT, Kind, LONGSHIP, Name, Parcel, SIDE, UNITS, Unit, columns,
};
use super::rule_set::{Needed, PRESETS, RULES, RuleSet};
use super::state::{NO_TOKEN, NO_WHIM, Phase, State};
use crate::data::ToData;
use crate::game::{Game, View};
use crate::seat::Seat;

const SIGNS: [char; UNITS] = ['v', 's', 'C', 'F', 'T', 'f'];

/// Said wherever the game is shown: what is reconstructed, and which contents are stand-ins.
pub(super) fn contents(rule_set: &RuleSet) -> String {
    const ALL: [(&str, &str); 3] = [("boards", "board"), ("cards", "cards"), ("whims", "whims")];
    let own = rule_set.to_data();
    let known = RULES.values_of(PRESETS[0].name).map_or(&Value::Null, |known| known);
    let stand_in = |(_, key): &(&str, &str)| own[*key] == known[*key];
    let (stand_ins, typed_in): (Vec<_>, Vec<_>) = ALL.into_iter().partition(stand_in);
    let names = |parts: &[(&str, &str)]| {
        let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
        match names[..] {
            [one, two, three] => format!("{one}, {two} and {three}"),
            _ => names.join(" and "),
        }
    };
    match (&stand_ins[..], &typed_in[..]) {
        (all, []) => format!("a reconstruction: {} are stand-ins", names(all)),
        ([], all) => {
            format!("a reconstruction of the procedure; {} are those of the rules file", names(all))
        }
        (some, others) => format!(
            "a reconstruction of the procedure; {} are those of the rules file, {} are stand-ins",
            names(others),
            names(some)
        ),
    }
}

/// The table as text: hidden things included, or as one seat sees it.
pub(super) fn text(
    game: &NoMoreVikings,
    state: &State,
    view: Option<View<'_, NoMoreVikings>>,
) -> String {
    let mut text = format!("round {} of {}", state.round(), game.rule_set.months.bonus.len());
    text += &format!(", next month: {}", bonus(game.next_month(state)));
    text += &format!(" | seat {} is first player", state.first);
    if let Some(seat) = game.to_move(state) {
        text += &format!(", seat {seat} {}", asked(state));
    } else {
        text += ", the game is over";
    }
    if state.fog {
        text += " | fog: no raids";
    }
    // At once, the game is over.
    if state.filled != 0 && state.phase != Phase::Over {
        text += " | a board has been filled: the last round";
    }
    text += &format!("\nofficial whim {}", told_whim(game, state.whim));
    text +=
        &format!(" | deck {} cards | discard {}\n", state.deck.len(), kinds(game, state.discard));
    text += "supply:";
    for unit in Unit::ALL {
        text += &format!(" {unit} {},", state.supply[unit as usize]);
    }
    text += &format!(" edict {}, longship {}\n", state.supply[EDICT], state.supply[LONGSHIP]);
    if state.phase.in_turn() && state.phase != Phase::Turn {
        text += &turn(game, state);
    }
    if state.phase == Phase::Respond {
        text += &format!("window: {}\n", window(game, state));
    }
    for seat in Seat::all(game.players()) {
        text += &player(game, state, view, seat);
    }
    text += "v villager, s soldier, C cottage, F fortress, T tower, f field, @ longship\n";
    text += &format!("({})\n", game.contents);
    if view.is_none() {
        text += &hidden(game, state);
    }
    text
}

/// What nobody knows (H4).
fn hidden(game: &NoMoreVikings, state: &State) -> String {
    let name = |card: &u8| format!("{} {}", card + 1, game.numbers.kind(*card));
    let deck: Vec<String> = state.deck.cards().iter().rev().map(name).collect();
    format!("deck: {}\nnext list of mixes: {}\n", deck.join(", "), state.mix + 1)
}

/// The column that is raided, while its soldier is chosen (R3).
pub(super) fn raided(state: &State) -> Column {
    Column(state.raiders.trailing_zeros() as u8)
}

fn turn(game: &NoMoreVikings, state: &State) -> String {
    let mut text = format!("turn of seat {}: actions left {}", game.current(state), state.actions);
    if state.owed {
        text += ", draw owed";
    }
    if state.drawing > 0 {
        text += &format!(", cards still to be drawn {}", state.drawing);
    }
    text + "\n"
}

pub(super) fn asked(state: &State) -> String {
    let kind = state.window.kind;
    match state.phase {
        Phase::Whim => "chooses a whim".to_owned(),
        Phase::Settle => "places a villager".to_owned(),
        Phase::Token => "chooses a token".to_owned(),
        Phase::Turn => {
            let actions = state.actions;
            let draw = if state.owed { ", draw owed" } else { "" };
            format!("has its turn (actions left: {actions}{draw})")
        }
        Phase::Drop => "drops a card laid aside".to_owned(),
        Phase::Respond => format!("may answer {}", top(state)),
        Phase::Effect => format!("chooses for {kind}{}", named(state)),
        Phase::Event | Phase::Month if state.gain => format!("adds a {}", state.asked),
        Phase::Event | Phase::Month => format!("loses a {}", state.asked),
        Phase::Tower => format!("chooses a longship for a tower (towers left: {})", state.left),
        Phase::Soldier => format!("chooses a soldier in column {}", raided(state)),
        Phase::Over => String::new(),
    }
}

fn top(state: &State) -> String {
    let window = &state.window;
    match (window.responses, window.is_card) {
        (0, _) => format!("{} of seat {}", window.kind, window.owner),
        (_, true) => format!("the counter of seat {}", window.owner),
        (_, false) => format!("the edict of seat {}", window.owner),
    }
}

fn named(state: &State) -> String {
    let window = &state.window;
    if window.kind.names_seat() { format!(" {}", window.target) } else { String::new() }
}

fn window(game: &NoMoreVikings, state: &State) -> String {
    let window = &state.window;
    format!(
        "seat {} plays {}{}; responses {}, on top {}",
        game.current(state),
        window.kind,
        named(state),
        window.responses,
        top(state)
    )
}

fn bonus(bonus: Option<Bonus>) -> &'static str {
    match bonus {
        None => "none, the game ends",
        Some(Bonus::Nothing) => "nothing",
        Some(Bonus::Villager) => "villager",
        Some(Bonus::Cottage) => "cottage",
        Some(Bonus::Edict) => "edict",
    }
}

pub(super) fn whim_name(game: &NoMoreVikings, whim: u8) -> Option<Name> {
    game.numbers.whims.get(usize::from(whim)).map(|whim| whim.name)
}

fn told_whim(game: &NoMoreVikings, whim: u8) -> String {
    let Some(whim) = game.rule_set.whims.get(usize::from(whim)) else { return String::new() };
    let mut parts = Vec::new();
    if let Some(pattern) = &whim.pattern {
        parts.push(format!("from the beach {}", pattern.join("/")));
    }
    let need = whim.need.iter().flatten();
    parts.extend(need.map(|(unit, Needed(number))| format!("{unit} {number}")));
    parts.extend(whim.none.map(|unit| format!("no {unit}")));
    format!("{} ({} points: {})", whim.name, whim.points, parts.join(", "))
}

/// The cards of a set by kind, with their number where there are several.
pub(super) fn kinds(game: &NoMoreVikings, cards: u64) -> String {
    let number = |kind: Kind| (cards & game.numbers.of_kind[kind as usize]).count_ones();
    let held: Vec<String> = Kind::ALL
        .into_iter()
        .filter(|&kind| number(kind) > 0)
        .map(|kind| match number(kind) {
            1 => kind.to_string(),
            number => format!("{number} {kind}"),
        })
        .collect();
    if held.is_empty() { "-".to_owned() } else { held.join(", ") }
}

pub(super) fn unit_at(state: &State, seat: Seat, parcel: Parcel) -> Option<Unit> {
    Unit::ALL.into_iter().find(|&unit| state.units(seat, unit) & parcel.bit() != 0)
}

fn player(
    game: &NoMoreVikings,
    state: &State,
    view: Option<View<'_, NoMoreVikings>>,
    seat: Seat,
) -> String {
    let player = &state[seat];
    let own = view.is_none_or(|view| view.seat() == seat);
    let mut text = format!(
        "seat {seat}: track {}, edicts {}, cards in hand {}",
        player.track,
        player.edicts,
        player.hand.count_ones()
    );
    let known = view.map_or(player.hand, |view| view.hand(seat));
    if known != 0 {
        text += &format!(" ({}{})", if own { "" } else { "known: " }, kinds(game, known));
    }
    if usize::from(game.current(state)) == seat.index() && state.aside != 0 {
        text += &format!(", laid aside {}", state.aside.count_ones());
        if own {
            text += &format!(" ({})", kinds(game, state.aside));
        }
    }
    let token = view.map_or_else(|| state.chosen(seat), |view| view.token(seat));
    match token {
        Some(token) => text += &format!(", token {token}"),
        None if player.token != NO_TOKEN => text += ", token chosen",
        None => {}
    }
    if own {
        if whim_name(game, player.whim).is_some() {
            text += &format!(", whim {}", told_whim(game, player.whim));
        }
        let others: Vec<String> = (0..64)
            .filter(|whim| player.whims >> whim & 1 != 0 && *whim != player.whim)
            .map(|whim| told_whim(game, whim))
            .collect();
        if !others.is_empty() {
            let word = if player.whim == NO_WHIM { "drawn" } else { "put away" };
            text += &format!(", {word}: {}", others.join(", "));
        }
        text += &format!(" | {} points", game.score_now(state, seat));
    } else {
        text += &format!(" | {} points without its whim", game.known_score(state, seat));
    }
    text.push('\n');
    text + &village(game, state, seat)
}

/// The board, the row at the beach last, then the beach.
fn village(game: &NoMoreVikings, state: &State, seat: Seat) -> String {
    let mut text = String::new();
    let width = game.rule_set.board.columns;
    for row in (0..game.rule_set.board.rows).rev() {
        text += &format!("  {}", row + 1);
        for column in 0..width {
            let unit = unit_at(state, seat, Parcel(row * SIDE as u8 + column));
            text += &format!(" {}", unit.map_or('.', |unit| SIGNS[unit as usize]));
        }
        text.push('\n');
    }
    let longships = state[seat].longships;
    let signs = columns(game.numbers.beach)
        .map(|column| if longships & column.bit() != 0 { " @" } else { " ~" });
    text += &format!("   {}\n   ", signs.collect::<String>());
    text += &columns(game.numbers.beach).map(|column| format!(" {column}")).collect::<String>();
    text.push('\n');
    text
}

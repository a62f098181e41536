"""Studies: the same bytes as those of the command, results as tables, errors in its words."""

import json
import os
import subprocess
import sys
from pathlib import Path

import drakkar as dk
import pytest

SMALL = {"threads": 1, "quiet": True}
SEARCH = {"games": 20, "generations": 1, "population": 4, "confirm": 20}
STUDIES = {
    "run": (dk.run, {"agents": ["greedy", "random"], "games": 40, "per_game": True}),
    "compare": (dk.compare, {"agents": ["greedy", "random"], "players": 2, "games": 80, "chunk": 10}),
    "tournament": (dk.tournament, {"agents": ["greedy", "random", "level-2"], "players": 2, "games": 60}),
    "balance": (dk.balance, {"rules": "advanced", "decisions": 60, "replicate": 0, "method": ["take"]}),
    "equalize": (
        dk.equalize,
        {
            "rules": "advanced",
            "players": 2,
            "agents": ["greedy"],
            "decisions": 60,
            "chunk": 40,
            "measurements": 1,
            "equalize": ["bonus.gold5.value=3..7"],
        },
    ),
    "tune": (
        dk.tune,
        {
            "agent": "greedy",
            "players": 2,
            "rules": "base",
            "games": 20,
            "generations": 1,
            "population": 4,
            "confirm": 20,
        },
    ),
    "learn": (dk.learn, {"rules": "base", "players": 2, "games": 60, "generations": 1, "epochs": 1}),
    "profile": (dk.profile, {"rules": "base", "players": 2, "quick": True, "game": "connect-four"}),
}
STUDIES["profile"][1].pop("rules")


def command(study, flags, out):
    """The study by the command; the program of the variable, or that of the package."""
    program = [os.environ["DRAKKAR"]] if os.environ.get("DRAKKAR") else [sys.executable, "-m", "drakkar"]
    words = [*program, "balance" if study == "equalize" else study]
    for key, value in {**flags, **SMALL, "out": out}.items():
        flag = "--" + key.replace("_", "-")
        if value is True:
            words.append(flag)
        elif isinstance(value, list):
            words += [flag, *value]
        else:
            words.append(f"{flag}={value}")
    told = subprocess.run(words, capture_output=True, text=True, timeout=600)
    assert told.returncode == 0, (words, told.stderr)


def files(folder):
    """The bytes of all files, without what the clock or another build of the program says."""
    found = {}
    for path in sorted(Path(folder).rglob("*")):
        if not path.is_file() or path.name == "timing.csv" or path.parent.name == "timing":
            continue
        content = path.read_bytes()
        if path.name in ("manifest.json", "printed.json"):
            content = json.loads(content)
            for key in ("machine", "sha256", "build"):
                content.pop(key, None)
        found[str(path.relative_to(folder))] = content
    return found


QUICK = ("run", "compare")


@pytest.mark.parametrize(
    "study", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in STUDIES]
)
def test_the_bytes_are_those_of_the_command(study):
    play, flags = STUDIES[study]
    result = play(**flags, **SMALL, out="python/out")
    command(study, flags, "command/out")
    by_python, by_command = files("python"), files("command")
    assert by_python.keys() == by_command.keys()
    for name, content in by_python.items():
        if name.endswith("printed.json"):
            continue
        assert content == by_command[name], name
    # What is said is the same, but for the folder and times.
    assert result.sentences and result.folder == Path("python/out")
    told = files("python")["out/printed.json"], files("command")["out/printed.json"]
    names = [[sheet["name"] for sheet in one["sheets"]] for one in told]
    assert names[0] == names[1]
    # Once more, it is there already; and it can be read.
    for again in (play(**flags, **SMALL, out="python/out"), dk.read("python/out")):
        assert (again.sentences, again.tables) == (result.sentences, result.tables)
    assert files("python") == by_python
    if study == "equalize":
        assert result.rules.game == "vikings" and result.rules.toml
    for name in result.tables:
        table = result.table(name)
        assert len(table.columns) > 1 and len(table.rows()) == len(table)


def test_results_have_sentences_and_tables():
    result = dk.run("greedy", games=400, out="there", **SMALL)
    assert str(result) == "\n".join(result.sentences) and "win" in str(result)
    assert result.title.startswith("vikings (base), 4 seats, seed 1: 400 games")
    table = result.table("win_rates")
    assert table.columns[:4] == ["agent", "seat", "even_share", "games"]
    assert table["agent"] == ["greedy"] * 5 and table["seat"] == ["all", "0", "1", "2", "3"]
    assert table[0]["win_share"] == 0.25 and table[0]["win_share_low"] is None and table[-1]["games"] == 400
    assert table.to_dict()["failed"] == [0] * 5
    with pytest.raises(KeyError, match="there is no column `wins`"):
        table["wins"]
    with pytest.raises(IndexError):
        table[5]
    with pytest.raises(dk.UsageError, match="has no such table; did you mean `win_rates`"):
        result.table("win_rate")
    page = result.report()
    assert page == Path("there/report.html") and page.read_text().startswith("<!DOCTYPE html>")
    assert result._repr_html_().startswith("<iframe srcdoc=")


def test_tables_are_handed_over_by_arrow():
    pyarrow = pytest.importorskip("pyarrow")
    result = dk.run(["greedy", "random"], games=40, per_game=True, out="there", **SMALL)
    for name in result.tables:
        table = result.table(name)
        arrow = pyarrow.table(table)
        arrow.validate(full=True)
        assert arrow.to_pydict() == table.to_dict()
    types = {field.name: str(field.type) for field in pyarrow.table(result.table("win_rates")).schema}
    assert types["agent"] == "large_string" and types["games"] == "int64" and types["win_share"] == "double"
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(result.table("win_rates"))
    assert frame["agent"].to_list() == result.table("win_rates")["agent"]
    # Columns outlive the table, and a stream that nobody takes ends.
    for _ in range(100):
        result.table("win_rates").__arrow_c_stream__()
    rows = [{"a": None, "b": True, "c": "é"}, {"a": 2, "b": None, "c": None}]
    made = pyarrow.table(dk.Table.from_rows("x", "", rows))
    assert made.to_pylist() == rows
    assert pyarrow.table(dk.Table.from_csv("x", "a,b\n")).num_rows == 0


def test_mistakes_have_the_words_of_the_command():
    for call, told in [
        (lambda: dk.run(gamez=3), "key `gamez`: `run` has no flag --gamez; did you mean `game`?"),
        (lambda: dk.run(games=0), "--games 0: "),
        (lambda: dk.run(game="viking"), "--game: there is no game `viking`; did you mean `vikings`"),
        (lambda: dk.run(set={"scoring.surplus": 1}), "--set scoring.surplus=1"),
        (lambda: dk.compare(["greedy", "random"], players=2, games=object()), "must be a text, a number"),
        (lambda: dk.read("nowhere"), "nowhere: there is no such folder"),
        (lambda: dk.rules("vikings", "advance"), "did you mean `advanced`"),
        (lambda: dk.command("runn"), "unrecognized subcommand"),
    ]:
        with pytest.raises(dk.UsageError) as error:
            call()
        assert told in str(error.value)
    Path("other").mkdir()
    Path("other/mine.txt").write_text("mine")
    with pytest.raises(dk.UsageError, match="choose another folder with --out"):
        dk.run(games=8, out="other", **SMALL)
    assert os.listdir("other") == ["mine.txt"]


def test_rules_are_given_as_a_whole():
    rules = dk.rules("vikings", "base", players=2, set={"scoring.surplus_glory": 1})
    path = rules.save("mine.toml")
    assert "surplus_glory = 1" in path.read_text()
    with pytest.raises(FileExistsError):
        rules.save("mine.toml")
    by_object = dk.run("greedy", rules=rules, games=20, out="a", **SMALL)
    by_flags = dk.run("greedy", rules="base", players=2, set={"scoring.surplus_glory": 1}, games=20, out="b", **SMALL)
    assert files("a") == files("b") and by_object.sentences == by_flags.sentences
    base = dk.rules("vikings", "base", players=2)
    changed = dk.compare("greedy", rules=base, vs_rules=rules, games=40, out="c", **SMALL)
    assert "differences" in changed.tables
    turned = dk.compare("greedy", rules=rules, vs_rules=base, games=40, out="d", **SMALL)
    estimates = [one.table("differences")[0] for one in (changed, turned)]
    assert estimates[0]["difference"] == -estimates[1]["difference"]
    with pytest.raises(dk.UsageError, match="are of goofspiel"):
        dk.compare("greedy", rules=rules, vs_rules=dk.rules("goofspiel"), **SMALL)


@pytest.mark.slow
def test_results_of_a_tune_and_of_other_commands():
    tuned = dk.tune("greedy", players=2, game="goofspiel", **SEARCH, **SMALL)
    assert tuned.folder.parent == Path("runs")
    assert tuned.best == f"greedy:weights={tuned.folder / 'best.toml'}"
    assert dk.run([tuned.best, "random"], game="goofspiel", games=20, **SMALL).sentences
    with pytest.raises(dk.UsageError, match="proposes no rules"):
        _ = tuned.rules
    assert "vikings" in dk.command("list", "games")


@pytest.mark.skipif(sys.platform == "win32", reason="locks of its own")
def test_a_second_study_at_the_same_time_is_refused():
    import fcntl

    Path("there").mkdir()
    with open("there/.drakkar-lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(dk.TryAgain, match="another drakkar is at work here"):
            dk.run(games=20, out="there", **SMALL)
    assert dk.run(games=20, out="there", **SMALL).sentences

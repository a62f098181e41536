"""Classes that play: in every study, and how they fail."""

import subprocess
import sys
from pathlib import Path

import drakkar as dk
import pytest

sys.path.insert(0, str(Path(__file__).parent))

import bots  # noqa: E402

SMALL = {"threads": 2, "quiet": True}


def test_a_class_plays_as_its_program_would():
    result = dk.run([bots.Cheapest, "greedy"], games=8, out="there", **SMALL)
    assert result.table("win_rates")["agent"][0] == "Cheapest"
    # The same again, in other processes and with other threads.
    dk.run([bots.Cheapest, "greedy"], games=8, out="again", threads=1, quiet=True)
    assert Path("there/win_rates.csv").read_bytes() == Path("again/win_rates.csv").read_bytes()


@pytest.mark.parametrize("game", ["vikings-on-board", "no-more-vikings", "eketorp"])
def test_other_games(game):
    seats = 3 if game == "eketorp" else 2
    agents = [bots.Cheapest] + ["random"] * (seats - 1)
    assert dk.run(agents, game=game, games=seats, quiet=True, threads=1).sentences


@pytest.mark.parametrize("game", [pytest.param("vikings", marks=pytest.mark.slow), "goofspiel", "connect-four"])
def test_a_class_looks_at_states_that_it_draws(game):
    played = dk.run([bots.Curious, "random"], game=game, games=2, quiet=True, threads=1)
    assert not any(played.table("win_rates")["lost_by_failure"])


@pytest.mark.slow
def test_a_class_plays_in_every_study_that_names_agents():
    two = {"game": "goofspiel", "players": 2, **SMALL}
    assert "ratings" in dk.tournament([bots.Cheapest, "random", "greedy"], games=12, **two).tables
    assert "effects" in dk.compare([bots.Cheapest, "random"], games=8, **two).tables
    small = {"games": 4, "generations": 1, "population": 2, "confirm": 8}
    tested = dk.tune("greedy", opponents=[bots.Cheapest], references=[bots.Loud], **small, **two)
    assert any("Loud" in cell for row in tested.table("verdict").rows() for cell in map(str, row.values()))
    effects = dk.balance(
        "advanced", players=2, agents=[bots.Cheapest], decisions=60, replicate=0, method=["take"], **SMALL
    )
    assert len(effects.table("bonus_effect"))


def test_failures_are_those_of_programs():
    with pytest.raises(dk.Error, match="agent Illegal=|agent exec|Illegal") as error:
        dk.run([bots.Illegal, "random"], game="goofspiel", games=10, **SMALL)
    assert error.value.code in (1, 2)
    with pytest.raises(dk.FailedGames, match="agents failed in") as error:
        dk.run([bots.Illegal, "random"], game="goofspiel", games=2, keep_going=True, **SMALL)
    assert error.value.code == 1
    assert error.value.result.table("win_rates")["lost_by_failure"][0] > 0


def test_what_cannot_play_is_refused():
    class Inner(dk.Agent):
        pass

    for agent, told in [
        (Inner, "stands at the top of a module"),
        (bots.Cheapest(), "agents are classes"),
        (3, "is no agent"),
        (int, "is no agent"),
    ]:
        with pytest.raises(dk.UsageError, match=told):
            dk.run([agent, "random"], **SMALL)


SCRIPT = """
import sys
import drakkar as dk

print("begins")


class Mine(dk.Agent):
    def choose(self, view, rng):
        return view.legal()[-1]


# No guard is needed: processes that play read the script up to here.
result = dk.run([Mine, "random"], game="goofspiel", games=2, quiet=True, threads=1)
print(result.table("win_rates")["agent"][0])
"""


def test_a_class_of_a_script_plays():
    Path("a script, of mine.py").write_text(SCRIPT)
    told = subprocess.run([sys.executable, "a script, of mine.py"], capture_output=True, text=True, timeout=120)
    assert told.returncode == 0, told.stderr
    assert told.stdout == "begins\nMine\n"


def test_a_class_that_was_changed_is_another_agent():
    def played(last):
        Path("mine.py").write_text(SCRIPT.replace("[-1]", last))
        told = subprocess.run([sys.executable, "mine.py"], capture_output=True, text=True, timeout=120)
        assert told.returncode == 0, told.stderr
        return len(list(Path("runs").iterdir()))

    assert [played("[-1]"), played("[-1]"), played("[0]")] == [1, 1, 2]


def test_a_class_from_nowhere_is_refused():
    code = "import drakkar as dk\nclass Mine(dk.Agent): pass\ndk.run([Mine, 'random'])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert "put the class into a file of its own" in told.stderr

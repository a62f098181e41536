"""What `dk.check` accepts, and the first mistake that it names."""

import sys
from pathlib import Path

import drakkar as dk
import pytest

sys.path.insert(0, str(Path(__file__).parent))

import bots  # noqa: E402


def test_check_accepts_what_keeps_the_contract():
    table = dk.check(bots.Cheapest, number=1)
    assert table["game"] == ["vikings", "goofspiel"] and table["failed"] == [0, 0] and min(table["answers"]) > 10
    assert dk.check(bots.Loud, "connect-four", number=1)["failed"] == [0]


@pytest.mark.slow
def test_check_takes_rules_and_seats():
    assert dk.check(bots.Cheapest, "vikings", rules="advanced", players=3, number=1)["seats"] == [3]


@pytest.mark.parametrize(
    "agent, told",
    [
        (bots.Illegal, "pass away"),
        (bots.Broken, "no idea"),
        # By chance it may choose the same again, but hardly its copy too.
        (bots.Clock, "asked the same again|and its copy"),
        (bots.Rumour, "asked the same again"),
        (bots.Restless, "a request that it did not make before"),
        (bots.Locked, "cannot be copied in mid-game"),
    ],
)
def test_check_names_the_first_mistake(agent, told):
    with pytest.raises(dk.AgentError, match=told):
        dk.check(agent, "goofspiel", number=1)

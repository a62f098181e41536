"""The examples run as they stand."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def shown(name, *words):
    told = subprocess.run([sys.executable, EXAMPLES / name, *words], capture_output=True, text=True, timeout=600)
    assert told.returncode == 0, told.stderr
    return told.stdout


def test_bonus_tiles_from_question_to_picture():
    told = shown("bonus_tiles.py", "240")
    assert "fisher1" in told and "runs/tiles/report.html has the answer" in told
    pictures = list(Path("runs/tiles/charts").glob("*.svg"))
    assert pictures and all(path.read_text().startswith("<svg") for path in pictures)


def test_a_bot_of_open_spiel_against_ours():
    pytest.importorskip("pyspiel")
    assert "OpenSpiel's search won" in shown("open_spiel_bot.py", "2")

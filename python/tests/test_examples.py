"""The examples run as they stand."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def shown(name, *words):
    told = subprocess.run([sys.executable, EXAMPLES / name, *words], capture_output=True, text=True, timeout=600)
    assert told.returncode == 0, told.stderr
    return told.stdout


@pytest.mark.slow
def test_bonus_tiles_from_question_to_picture():
    told = shown("bonus_tiles.py", "240")
    assert "fisher1" in told and "runs/tiles/report.html has the answer" in told
    pictures = list(Path("runs/tiles/charts").glob("*.svg"))
    assert pictures and all(path.read_text().startswith("<svg") for path in pictures)


@pytest.mark.slow
def test_a_bot_of_open_spiel_against_ours():
    pytest.importorskip("pyspiel")
    assert "OpenSpiel's search won" in shown("open_spiel_bot.py", "2")


PAGE = Path(__file__).resolve().parents[2] / "docs" / "python.md"
BLOCKS = re.findall(r"(?s)```python\n(.*?)```", PAGE.read_text(encoding="utf-8")) if PAGE.exists() else []


@pytest.mark.slow
@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_the_page_runs_as_it_stands(block):
    for package in ("pettingzoo", "pyspiel"):
        if package in block:
            pytest.importorskip(package)
    Path("block.py").write_text(block)
    told = subprocess.run([sys.executable, "block.py"], capture_output=True, text=True, timeout=1200)
    assert told.returncode == 0, told.stderr

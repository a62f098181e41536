"""The command as a program, and versions."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import drakkar as dk
import pytest

PYTHON = Path(__file__).resolve().parents[1]
MODULE = [sys.executable, "-m", "drakkar"]
SCRIPT = [str(Path(sys.executable).with_name("drakkar"))]


def ran(words, **more):
    return subprocess.run(words, capture_output=True, text=True, timeout=300, **more)


def version(path):
    return re.search(r'^version = "(.*)"', path.read_text(), re.M).group(1)


def test_versions_agree():
    own = version(PYTHON / "Cargo.toml")
    assert dk.__version__ == own
    workspace = PYTHON.parent / "Cargo.toml"
    if workspace.exists():
        assert version(workspace) == own


def test_crates_and_profiles_are_those_of_the_workspace():
    tomllib = pytest.importorskip("tomllib")
    own, workspace = (
        [tomllib.loads((folder / name).read_text()) for name in ("Cargo.toml", "Cargo.lock")]
        for folder in (PYTHON, PYTHON.parent)
    )
    profile = own[0]["profile"]["release"]
    packages = profile.pop("package")
    expected = workspace[0]["profile"]["release"]
    theirs = expected.pop("package")
    assert profile == expected
    assert {key: packages.get(key) for key in theirs if key != "drakkar-benches"} == {
        key: value for key, value in theirs.items() if key != "drakkar-benches"
    }
    versions = [{(one["name"], one["version"]) for one in files[1]["package"]} for files in (own, workspace)]
    names = {name for name, _ in versions[1]}
    assert {one for one in versions[0] if one[0] in names} <= versions[1]


@pytest.mark.parametrize("program", [MODULE, SCRIPT], ids=["module", "script"])
def test_the_program_is_the_command(program):
    told = ran([*program, "run", "--games", "200", "--out", "there", "--threads", "1"])
    assert told.returncode == 0, told.stderr
    assert "win share" in told.stdout and told.stdout.endswith("Charts: drakkar report there\n")
    # The words of the command are its own, not those of Python.
    again = ran([*program, "compare", "--agents", "greedy", "random", "--players", "2", "--games", "20"])
    assert again.returncode == 0, again.stderr
    assert "-m" not in again.stdout
    assert ran([*program, "--version"]).stdout.startswith(f"drakkar {dk.__version__}")


def test_exit_codes_and_messages_are_those_of_the_command():
    told = ran([*MODULE, "run", "--agents", "gredy"])
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.startswith("drakkar: --agents gredy: ")
    with pytest.raises(dk.UsageError) as error:
        dk.run("gredy")
    assert f"drakkar: {error.value}\n" == told.stderr
    assert isinstance(error.value, ValueError) and error.value.code == 2


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_the_program_as_the_command():
    words = [*MODULE, "run", "--games", "9000000", "--out", "there", "--quiet", "--threads", "1", "--chunk", "200"]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: any(Path("there").rglob("*.chunk*")) or len(list(Path("there").rglob("*"))) > 4)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert "interrupted; there holds" in told and "Traceback" not in told


INTERRUPTED = """
import drakkar as dk
try:
    dk.run(games=9_000_000, out="there", quiet=True, threads=1, chunk=CHUNK)
except KeyboardInterrupt as error:
    assert isinstance(error, dk.Interrupted) and error.code == 130
    print(error)
print(dk.run(games=20, out="other", quiet=True))
"""


def interrupted(chunk, then):
    """A script that goes on after Ctrl-C: `then` is done with its process when it was pressed once."""
    Path("script.py").write_text(INTERRUPTED.replace("CHUNK", str(chunk)))
    # What runs in the background of a script has it ignored.
    usual = lambda: signal.signal(signal.SIGINT, signal.default_int_handler)  # noqa: E731
    process = subprocess.Popen(
        [sys.executable, "script.py"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=usual
    )
    wait_for(lambda: len(list(Path("there").rglob("*"))) > 2)
    process.send_signal(signal.SIGINT)
    then(process)
    told, wrong = process.communicate(timeout=60)
    assert process.returncode == 0, wrong
    assert told.startswith("interrupted; there holds"), told
    assert "run the same command to resume" in told
    assert "Ctrl-C again to leave at once" in wrong


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_in_python_keeps_chunks():
    interrupted(200, lambda process: None)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_second_ctrl_c_drops_the_chunks_in_flight():
    def again(process):
        time.sleep(1)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)

    begin = time.monotonic()
    interrupted(3_000_000, again)
    assert time.monotonic() - begin < 8


def test_the_import_is_quick():
    """In seconds of the processor, of the best of three, as other work may be done beside it."""
    code = "import drakkar, os, sys; assert 'numpy' not in sys.modules; print(sum(os.times()[:2]))"
    assert min(float(ran([sys.executable, "-c", code]).stdout) for _ in range(3)) < 0.2


def wait_for(there, seconds=60):
    end = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < end
        time.sleep(0.05)
    time.sleep(0.3)

#!/usr/bin/env python3
"""Types commands into bash in a pseudo-terminal and presses Tab: what `drakkar completions bash` is for.

    scripts/test_completions.py [PROGRAM]
"""

import os
import pty
import re
import select
import shutil
import sys
import tempfile
import time
from pathlib import Path

# What is typed before Tab, and what then stands there.
COMPLETED = [
    ("drakkar tourn", "drakkar tournament "),
    ("drakkar run --game no-m", "drakkar run --game no-more-vikings "),
    ("drakkar run --rules advanced-n", "drakkar run --rules advanced-no-auction "),
    ("drakkar run --agents gree", "drakkar run --agents greedy "),
    ("drakkar run --agents mcts:iterations=5,reu", "drakkar run --agents mcts:iterations=5,reuse="),
    ("drakkar run --agents greedy mcts:reu", "drakkar run --agents greedy mcts:reuse="),
    ("drakkar run --game=conn", "drakkar run --game=connect-four "),
    ("drakkar run --set scoring.noble_g", "drakkar run --set scoring.noble_glory="),
    ("drakkar run --game goofspiel --set scoring.t", "drakkar run --game goofspiel --set scoring.tied="),
    ("drakkar completions zs", "drakkar completions zsh "),
]


def read(terminal, until, seconds=10.0):
    """What the terminal shows, without its commands, until the text is there or nothing comes any more."""
    text, end = "", time.monotonic() + seconds
    while until not in text and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                text += os.read(terminal, 65536).decode(errors="replace")
            except OSError:
                break
            text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|[\x07\r]", "", text)
    return text


def main():
    program = Path(sys.argv[1] if len(sys.argv) > 1 else "target/release/drakkar").resolve()
    if not shutil.which("bash"):
        print("skipped: there is no bash")
        return
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "drakkar").symlink_to(program)
        child, terminal = pty.fork()
        if child == 0:
            path = f"{folder}:{os.environ['PATH']}"
            os.execvpe("bash", ["bash", "--norc", "--noprofile", "-i"],
                       os.environ | {"PATH": path, "PS1": "ready> ", "TERM": "xterm", "COLUMNS": "200"})
        os.write(terminal, b"stty cols 200; bind 'set enable-bracketed-paste off'; source <(drakkar completions bash) && echo so''urced\n")
        start = read(terminal, "sourced\n")
        failures = [] if "sourced\n" in start else [f"the script cannot be read: {start!r}"]
        for typed, wanted in [] if failures else COMPLETED:
            os.write(terminal, typed.encode() + b"\t")
            shown = read(terminal, wanted)
            if wanted not in shown:
                failures.append(f"{typed!r} becomes {shown!r}, not {wanted!r}")
            # Takes the line away.
            os.write(terminal, b"\x15")
        os.write(terminal, b"exit\n")
        os.close(terminal)
        os.waitpid(child, 0)
    if failures:
        sys.exit("\n".join(failures))
    print(f"{len(COMPLETED)} completions in bash")


if __name__ == "__main__":
    main()

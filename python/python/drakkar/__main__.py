"""The command `drakkar`."""

from __future__ import annotations

import signal
import sys

from . import _native


def main() -> int:
    """Runs the command of this process; gives its exit code."""
    # Ctrl-C is for the command, which keeps finished chunks.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.main(["drakkar", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())

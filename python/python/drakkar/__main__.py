"""The command `drakkar`."""

import sys


def main() -> int:
    raise SystemExit("drakkar: the command is not part of this package yet")


if __name__ == "__main__":
    sys.exit(main())

"""Attacks at chosen system calls: the command is killed at one of them, or one of them fails. They need strace;
without it, the command is called as it is."""

import os
import shutil
import signal

from folder import Failure

# Those that change a disk or read it.
CALLS = ("openat", "write", "fsync", "rename", "unlink", "mkdir", "read", "unlinkat", "statx", "flock")
# What a disk may answer, and the calls that may get it.
ERRORS = {
    "EIO": ("openat", "write", "fsync", "rename", "mkdir", "read", "statx"),
    "ENOSPC": ("openat", "write", "fsync", "rename", "mkdir"),
    "EDQUOT": ("write", "mkdir", "rename"),
    "EACCES": ("openat", "rename", "mkdir", "unlink"),
    "ESTALE": ("openat", "read", "rename", "statx"),
    "EMFILE": ("openat",),
}


def injected(torture, call, what, number):
    """Calls the last command with an injection at one of its calls to the folder; its code and text."""
    wrap = ("strace", "-f", "-qq", "-o", os.devnull, "-P", torture.place.path, *paths(torture), "-e", f"trace={call}",
            "-e", "signal=none", "-e", f"inject={call}:{what}:when={number}")
    if shutil.which("strace") is None:
        wrap = ()
    command = torture.commands[-1]
    process = torture.place.start(command, wrap=wrap)
    return torture.place.end(process, command, codes={0, 1, 2, 3, 75}, signals=(signal.SIGKILL,))


def paths(torture):
    """The paths within the folder: strace knows files by name, and chooses only calls that have to do with them."""
    names = set(torture.whole)
    folders = {os.path.dirname(name) for name in names} | {"o", "o/tmp", "o/parts", "o/done", "o/timing"}
    found = []
    for name in sorted(names | folders):
        found += ["-P", os.path.join(torture.place.path, name)]
    return found


def at(rng):
    """Which of the calls: small numbers as often as large ones."""
    return int(2 ** rng.uniform(0, 8))


def killed(torture):
    """SIGKILL at the n-th system call of a kind, several times; then the command is left to its end."""
    for command in torture.commands[:-1]:
        torture.place.call(command)
    for _ in range(torture.rng.randint(1, 6)):
        code, text = injected(torture, torture.rng.choice(CALLS), "signal=SIGKILL", at(torture.rng))
        if code in (0, 1, 2, 3):
            # strace ends with 1 if its program was killed in some ways.
            if code and "strace: " not in text and text.strip():
                raise Failure("does not go on", f"{torture.commands[-1]}: {code}: {text}")
            if code == 0:
                break
        else:
            torture.count("kills at a system call")
    torture.finish(torture.commands[-1:])


def failing(torture):
    """The n-th system call of a kind fails, once or from there on: the command ends with a code of the table and a
    sentence, or with the right files; called again, it comes to its end."""
    for command in torture.commands[:-1]:
        torture.place.call(command)
    for _ in range(torture.rng.randint(1, 6)):
        error = torture.rng.choice(list(ERRORS))
        number = f"{at(torture.rng)}{torture.rng.choice(['', '', '+'])}"
        code, text = injected(torture, torture.rng.choice(ERRORS[error]), f"error={error}", number)
        torture.count("failing system calls")
        if code != 0 and not any(word in text for word in ("cannot", torture.place.path, "another")):
            raise Failure("unclear", f"{torture.commands[-1]}: {error}: {code}: {text}")
    code, text = torture.place.call(torture.commands[-1])
    if code == 2 and "changed" in text:
        # A file that could not be read is told as one that was changed; it is as it was written.
        raise Failure("does not go on", text)
    torture.finish(torture.commands[-1:])


ATTACKS = {"killed_at": (killed, 3), "failing": (failing, 3)}

"""Attacks at chosen system calls: they fail, the command is killed there, or files change while it is stopped in one.
They need strace."""

import contextlib
import os
import shutil
import signal
import time

from attacks import every, spoil
from folder import Failure
import power

CALLS = ("openat", "statx", "mkdir", "rename", "fsync", "unlink", "rmdir", "read", "write", "close", "getdents64")
# Errors, and the exit codes that are right besides 0 and 75: where a right is missing, trying again does not help.
ERRORS = {"EIO": (), "ESTALE": (), "EBUSY": (), "ENOSPC": (), "EACCES": (2,)}


def failing(torture):
    """System calls fail: the code says whether it is worth while to try again, and then everything goes on."""
    place, rng, log = torture.place, torture.rng, torture.place.path + ".strace"
    for command in torture.commands:
        for _ in range(rng.randint(1, 4) if shutil.which("strace") else 0):
            call, error = rng.choice(CALLS), rng.choice(list(ERRORS))
            inject = f"inject={call}:error={error}:when={int(10 ** rng.uniform(0, 3))}"
            process = place.start(command, wrap=tracer(log, call, inject))
            # 127: the program has not even begun.
            code, text = place.end(process, f"{inject}: {command}", codes={0, 75, 127, *ERRORS[error]})
            if code == 127 or "INJECTED" not in content(log):
                continue
            torture.count("failing calls")
            torture.damage.append(f"{inject}: {code}")
            if code != 0 and "cannot" not in text and "another drakkar" not in text:
                raise Failure("unclear", f"{inject}: {command}: {code}: {text}")
        torture.complete(command)
    torture.finish(torture.commands[-1:])


def torn(torture):
    """A file changes while a command reads and writes: nothing wrong counts, now or later."""
    place, rng, log = torture.place, torture.rng, torture.place.path + ".strace"
    for command in torture.commands if shutil.which("strace") else ():
        inject = f"inject=openat:signal=STOP:when={int(10 ** rng.uniform(1, 3))}"
        process = place.start(command, wrap=tracer(log, "openat", inject))
        while process.poll() is None and "stopped by SIGSTOP" not in content(log):
            time.sleep(0.002)
        child = power.child_of(process)
        if child is not None:
            if paths := every(place.path + "/o"):
                spoil(rng.choice(paths), rng, torture)
                torture.count("torn reads")
            # The calls of each thread are counted apart, and each stops them all.
            end = time.monotonic() + 300
            while time.monotonic() < end and (child := power.child_of(process)) is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGCONT)
                time.sleep(0.01)
        code, text = place.end(process, f"{inject}: {command}", codes={0, 2, 3, 75})
        if code in (2, 3):
            return torture.named(text, command)
    # What a command did not read, the next one sees.
    for _ in range(2):
        for command in torture.commands:
            code, text = place.call(command, codes={0, 2, 3})
            if code != 0:
                return torture.named(text, command)
    return place.compare(torture.whole)


def killed(torture):
    """SIGKILL at the n-th system call of a kind, several times; then the command is left to its end."""
    place, rng, log = torture.place, torture.rng, torture.place.path + ".strace"
    for command in torture.commands[:-1]:
        place.call(command)
    command = torture.commands[-1]
    for _ in range(rng.randint(1, 6) if shutil.which("strace") else 0):
        call = rng.choice(CALLS)
        inject = f"inject={call}:signal=KILL:when={int(10 ** rng.uniform(0, 3))}"
        process = place.start(command, wrap=tracer(log, call, inject))
        code, _ = place.end(process, f"{inject}: {command}", signals=(signal.SIGKILL,))
        if code == 0:
            break
        torture.count("kills at a system call")
    torture.finish([command])


def tracer(log, call, inject):
    """The words that disturb a command."""
    if os.path.exists(log):
        os.remove(log)
    return ("strace", "-f", "-o", log, "-e", f"trace={call}", "-e", inject)


def content(log):
    if not os.path.exists(log):
        return ""
    with open(log, encoding="utf-8", errors="replace") as file:
        return file.read()


ATTACKS = {"failing": (failing, 4), "torn": (torn, 3), "killed_at": (killed, 3)}

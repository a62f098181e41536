"""A loss of power, simulated from the system calls of a killed process.

What is simulated: a file whose bytes were not flushed (`fsync`) after it was opened for writing is kept, cut off,
emptied or filled with zeros, and so is what was appended to one after it was last flushed; a name that a file was given (`rename`, or its creation) is lost if its folder was not
flushed later. What is not: removals that were not flushed come back on real disks, a replaced file may keep its
old bytes, and a disk may lie about what it confirmed."""

import os
import re
import shutil

CALLS = "openat,open,creat,rename,renameat,renameat2,link,linkat,fsync,fdatasync,write"


def tracer(log):
    """The words that trace a command; none where there is no strace, and then everything counts as flushed."""
    if shutil.which("strace") is None:
        return ()
    return ("strace", "-f", "-y", "-qq", "-s", "4096", "-e", f"trace={CALLS}", "-e", "signal=none", "-o", log)


def child_of(process):
    """The traced process; the process itself if it is not traced; none if it is over."""
    if process.poll() is not None:
        return None
    if shutil.which("strace") is None:
        return process.pid
    try:
        with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="ascii") as file:
            children = file.read().split()
        return int(children[0]) if children else None
    except OSError:
        return None


def events(log, folder):
    """(call, path, other path or number of bytes) of everything within the folder that succeeded."""
    texts = re.compile(r'"((?:[^"\\]|\\.)*)"')
    handle = re.compile(r"\d+<([^>]*)>")
    with open(log, encoding="utf-8", errors="replace") as file:
        for line in file:
            found = re.match(r"\d+\s+(\w+)\((.*)\)\s+= (-?\d+)", line)
            if not found or int(found[3]) < 0:
                continue
            call, inside = found[1], found[2]
            if call == "write":
                path = handle.match(inside)
                if path and path[1].startswith(folder):
                    yield call, path[1], int(found[3])
                continue
            if "sync" in call:
                path = handle.search(inside)
                paths = [path[1]] if path else []
            else:
                paths = texts.findall(inside)
            if call.startswith("open") and not ("O_WRONLY" in inside or "O_RDWR" in inside):
                continue
            if paths and all(path.startswith(folder) for path in paths):
                yield call, paths[0], paths[-1]


def lose(log, folder, rng):
    """Takes from the folder what a disk may have lost; how many files that were."""
    if not os.path.exists(log):
        return 0
    flushed, named, synced = {}, {}, {}
    # Bytes that were written, and how many of them were flushed.
    written, safe = {}, {}
    for time, (call, path, to) in enumerate(events(log, folder)):
        if call.startswith(("open", "creat")):
            flushed[path] = False
            named[path] = (time, None)
        elif call == "write":
            written[path] = written.get(path, 0) + to
        elif call.startswith(("rename", "link")):
            for bytes in (written, safe):
                bytes[to] = bytes.pop(path, 0)
            flushed[to] = flushed.pop(path, True)
            named.pop(path, None)
            named[to] = (time, path)
        elif os.path.isdir(path):
            synced[path] = time
        else:
            flushed[path] = True
            safe[path] = written.get(path, 0)
            # File systems write the name of a new file with its bytes, but not all do if these alone are asked for.
            if call == "fsync" and named.get(path, (0, ""))[1] is None:
                named.pop(path, None)
    os.remove(log)
    lost = 0
    for path, (time, before) in named.items():
        if os.path.exists(path) and synced.get(os.path.dirname(path), -1) < time and rng.random() < 0.5:
            lost += 1
            if before is not None and os.path.isdir(os.path.dirname(before)):
                os.rename(path, before)
                flushed[before] = flushed.get(path, True)
            else:
                os.remove(path)
    for path, whole in flushed.items():
        kept = safe.get(path, 0) if whole else 0
        is_safe = whole and written.get(path, 0) <= kept
        if not is_safe and os.path.exists(path) and rng.random() < 0.7:
            lost += 1
            size = os.path.getsize(path)
            kept = min(kept, size)
            keep = rng.choice([kept, rng.randrange(kept, size + 1)])
            os.truncate(path, keep)
            if rng.random() < 0.3:
                os.truncate(path, size)
    return lost

"""The attacks. Each takes a study from its beginning to its end in a new folder, and raises a `Failure` if the end
is not that of an undisturbed one, or if a refusal is not clear."""

import os
import resource
import shutil
import signal
import subprocess
import time

from folder import KILLS, TIMES, Failure, send, torn
import power

# The same command may be killed so many times; then it is left to its end.
MOST_KILLS = 8


class Torture:
    """One case: a study, an attack, and all chance."""

    def __init__(self, place, study, commands, whole, seconds, counts, rng):
        self.place, self.study, self.commands = place, study, commands
        self.whole, self.seconds, self.counts, self.rng = whole, seconds, counts, rng
        # What was done to which file.
        self.damage = []

    def count(self, what, number=1):
        self.counts[what, self.study] += number

    def complete(self, command):
        code, text = self.place.call(command)
        if code != 0:
            raise Failure("does not go on", f"{command}: {code}: {text}")

    def finish(self, commands=None):
        """Plays what is left without a disturbance."""
        for command in commands or self.commands:
            self.complete(command)
        self.place.compare(self.whole)

    def moment(self, process):
        """Waits until it is time to kill: after some time, or when something is written."""
        rng, out = self.rng, self.place.path + "/o"
        end = time.monotonic() + self.seconds * rng.random()
        watched = rng.choice(["", "", "tmp", "parts", "manifest.json", "win_rates.csv", "done", "printed.json"])
        before = seen(out, watched)
        while process.poll() is None:
            if watched and seen(out, watched) != before:
                time.sleep(rng.choice([0, 0, 0.001, 0.01]))
                return
            if not watched and time.monotonic() >= end:
                return
            time.sleep(0.0005)

    def interrupted(self, command):
        """One kill; whether the command was faster."""
        process = self.place.start(command)
        self.moment(process)
        if process.poll() is None:
            number = self.rng.choice(KILLS)
            send(process, number)
            if number != signal.SIGKILL and self.rng.random() < 0.3:
                time.sleep(self.rng.random() * 0.01)
                send(process, number)
            self.count("kills")
            self.place.end(process, command, codes={0, 75, 130}, signals=(number,))
            return False
        code, text = self.place.end(process, command)
        if code != 0:
            raise Failure("does not go on", f"{command}: {code}: {text}")
        return True

    def kill(self):
        """SIGKILL, SIGINT and SIGTERM at random moments."""
        for command in self.commands:
            for _ in range(self.rng.randint(1, MOST_KILLS)):
                if self.interrupted(command):
                    break
            else:
                self.complete(command)
        self.finish()

    def unfinished(self):
        """Leaves the study somewhere in the middle; what is left of its commands."""
        at = self.rng.randrange(len(self.commands))
        for command in self.commands[:at]:
            self.place.call(command)
        self.interrupted(self.commands[at])
        return self.commands[at:]

    def clock(self):
        """The clock jumps: all files seem to be from 1970, or from the future."""
        rest = self.unfinished()
        for root, folders, names in os.walk(self.place.path):
            for name in folders + names:
                then = self.rng.choice([0, 2 ** 31 - 1, 4e9, time.time() + 86400])
                os.utime(os.path.join(root, name), (then, then))
        self.count("clock jumps")
        self.finish(rest)

    def power(self):
        """The power goes: what was not flushed to disk is lost."""
        for command in self.commands[:-1]:
            self.place.call(command)
        for _ in range(self.rng.randint(1, 3)):
            log = self.place.path + ".strace"
            process = self.place.start(self.commands[-1], wrap=power.tracer(log))
            self.moment(process)
            child = power.child_of(process)
            try:
                if child is not None:
                    os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                child = None
            # strace tells of the signal in one of several ways.
            code, text = self.place.end(process, "power", codes={0, 1}, signals=(signal.SIGKILL,))
            if code == 1 and "strace: " not in text:
                raise Failure("exit code", f"power: {text}")
            if child is None:
                break
            self.count("lost powers")
            self.count("lost writes", power.lose(log, self.place.path, self.rng))
        self.finish(self.commands[-1:])
        if found := torn(self.place.path):
            raise Failure("torn", ", ".join(found))

    def full(self):
        """The disk is full, once for each command or more; then there is room."""
        mounted = mount(self.place.path, 8)
        try:
            for command in self.commands:
                before = None if mounted else self.limit()
                for _ in range(3):
                    room(self.place.path, mounted, self.rng.choice([4, 20, 100, 400, 2000]))
                    code, text = self.place.call(command, before=before, codes={0, 75})
                    if code == 0:
                        break
                    self.count("full disks")
                    if "cannot" not in text or self.place.path not in text:
                        raise Failure("unclear", f"{command}: {text}")
                room(self.place.path, mounted, 200_000)
                self.complete(command)
            self.place.compare(self.whole)
        finally:
            if mounted:
                subprocess.run(["umount", "-l", self.place.path], check=False)

    def limit(self):
        """No file may become larger than this; a program sees that as it sees a full disk."""
        most = self.rng.choice([100, 1000, 3000, 10_000, 30_000])

        def before():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        return before

    def damage_unfinished(self):
        """Bytes of an unfinished study are flipped or cut: they are played again, or the file is named."""
        rest = self.unfinished()
        if not os.path.exists(self.place.path + "/o"):
            return self.finish(rest)
        # The last command may have been killed when all was done, and a record outside of the folder is yours then.
        finished = os.path.exists(self.place.path + "/o/manifest.json")
        paths = every(self.place.path + ("/o" if finished else ""))
        for path in self.rng.sample(paths, min(3, len(paths))):
            spoil(path, self.rng, self)
        for command in rest:
            code, text = self.place.call(command, codes={0, 2, 3})
            if code != 0:
                return self.named(text, command)
        try:
            return self.place.compare(self.whole)
        except Failure as failure:
            # It may have been finished.
            if any("manifest.json" in damage for damage in self.damage):
                raise Failure("damaged manifest", str(failure)) from None
            raise

    def named(self, text, command):
        if self.place.path not in text:
            raise Failure("unclear", f"{command}: {text}")
        return None

    def damage_finished(self):
        """A bit of a file of a finished study is flipped, or the file cut: whoever reads it says so."""
        for command in self.commands:
            self.place.call(command)
        paths = every(self.place.path)
        for path in self.rng.sample(paths, min(12, len(paths))):
            for _ in range(3):
                with open(path, "rb") as file:
                    good = file.read()
                spoil(path, self.rng, self)
                with open(path, "rb") as file:
                    bad = file.read()
                if good == bad:
                    continue
                self.looked_at(path, good)
                with open(path, "wb") as file:
                    file.write(good)
        self.place.compare(self.whole)

    def looked_at(self, path, good):
        name = os.path.relpath(path, self.place.path)
        base = os.path.basename(name)
        command = self.commands[-1]
        kind = {"run.json": "damaged plan of a finished run",
                "tune.json": "damaged plan of a finished run",
                "manifest.json": "damaged manifest"}.get(base, "silent")
        code, text = self.place.call(command, codes={0, 2, 3})
        with open(path, "rb") as file:
            if code == 0 and file.read() == good:
                return
        # Times and what was printed are nobody's results, and a record outside of the folder is nobody's but yours.
        result = name.startswith("o/") and name in self.whole and not of_no_result(path)
        if code == 0 and result:
            raise Failure(kind, f"{command}: nothing is said of {name}: {text[:300]}")
        if code != 0:
            self.named(text, command)
        if not result:
            return
        page = self.place.path + "/page.html"
        code, text = self.place.call(f"report {self.place.path}/o --out {page}")
        if os.path.exists(page):
            os.remove(page)
        if code == 0 and name.endswith(".csv") and os.path.dirname(name) == "o":
            raise Failure("damaged results reported", f"report: nothing is said of {name}")

    def removed(self):
        """A file of a finished study is removed: the same command makes it anew, or names what is missing, and so
        does a report."""
        for command in self.commands:
            self.place.call(command)
        command, kept = self.commands[-1], self.place.path + "-kept"
        # Of a case that failed.
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(self.place.path, kept)
        paths = every(self.place.path + "/o")
        for path in self.rng.sample(paths, min(8, len(paths))):
            name = os.path.relpath(path, self.place.path)
            os.remove(path)
            self.count("removed files")
            self.damage.append(f"{name} removed")
            result = name in self.whole and not of_no_result(path)
            if result and os.path.dirname(name) == "o":
                page = self.place.path + "/page.html"
                code, _ = self.place.call(f"report {self.place.path}/o --out {page}", codes={0, 2, 3})
                shown = ""
                if os.path.exists(page):
                    with open(page) as file:
                        shown = file.read()
                    os.remove(page)
                # A tune without its manifest looks like one that is not finished.
                if code == 0 and f"without its {os.path.basename(name)}" not in shown:
                    raise Failure("lost results reported", f"report: nothing is said of {name}")
            code, text = self.place.call(command, codes={0, 2, 3})
            # Chunks have numbers in messages. Without its plan a folder is nobody's, and without a manifest a file of
            # records beside it is yours.
            words = ("chunk", "choose another name for --record", "holds no", os.path.basename(name))
            if code != 0 and not any(word in text for word in words):
                raise Failure("unclear", f"{command}: {name} is not named: {text}")
            if code == 0 and result:
                self.place.compare(self.whole)
            shutil.rmtree(self.place.path)
            shutil.copytree(kept, self.place.path)
        shutil.rmtree(kept)

    def two(self):
        """Two of the same command at once: the files are right, and both say something clear."""
        for command in self.commands[:-1]:
            self.place.call(command)
        command = self.commands[-1]
        first = self.place.start(command)
        told = self.place.told
        time.sleep(self.rng.random() * self.seconds)
        second = self.place.start(command)
        self.count("two writers")
        results = [self.place.end(second, command)]
        self.place.told = told
        results.append(self.place.end(first, command))
        code, text = self.place.call(command)
        if code != 0:
            raise Failure("two writers", f"then: {code}: {text}")
        self.place.compare(self.whole)
        for code, text in results:
            if code != 0 and (code != 75 or "another" not in text):
                raise Failure("two writers", f"{command}: {code}: {text}")


ATTACKS = {
    "kill": (Torture.kill, 6),
    "full": (Torture.full, 3),
    "damage_unfinished": (Torture.damage_unfinished, 3),
    "damage_finished": (Torture.damage_finished, 1),
    "removed": (Torture.removed, 1),
    "two": (Torture.two, 1),
    "clock": (Torture.clock, 1),
    "power": (Torture.power, 2),
}


def seen(out, watched):
    """How much of something there is."""
    if not watched:
        return 0
    try:
        path = os.path.join(out, watched)
        if watched == "done":
            return sum(entry.stat().st_size for entry in os.scandir(path))
        return len(os.listdir(path)) if os.path.isdir(path) else int(os.path.exists(path))
    except OSError:
        return 0


def of_no_result(path):
    return os.path.basename(path) in TIMES


def every(path):
    return sorted(os.path.join(root, name) for root, _, names in os.walk(path) for name in names)


def spoil(path, rng, torture):
    size = os.path.getsize(path)
    if size == 0:
        return
    if rng.random() < 0.25:
        to = rng.randrange(size)
        os.truncate(path, to)
        torture.damage.append(f"{os.path.relpath(path, torture.place.path)} cut from {size} to {to} bytes")
        torture.count("cut bytes", size - to)
        torture.count("cuts")
        return
    with open(path, "r+b") as file:
        at, bit = rng.randrange(size), 1 << rng.randrange(8)
        text = file.read()
        digits = [place for place, byte in enumerate(text) if chr(byte) in "0123456789"]
        if digits and rng.random() < 0.5:
            # Another number in its place is the damage that is hardest to see.
            at, bit = rng.choice(digits), 1
        file.seek(at)
        file.write(bytes([text[at] ^ bit]))
    torture.damage.append(f"a bit of byte {at} of {os.path.relpath(path, torture.place.path)} flipped")
    torture.count("flipped bytes")


def mount(path, kilobytes):
    """A file system of its own, if that is allowed."""
    if os.geteuid() != 0:
        return False
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", path], capture_output=True,
                          check=False)
    return done.returncode == 0


def room(path, mounted, kilobytes):
    """So much room besides what is there."""
    if mounted:
        disk = os.statvfs(path)
        size = (disk.f_blocks - disk.f_bfree) * disk.f_frsize // 1024 + kilobytes
        subprocess.run(["mount", "-o", f"remount,size={size}k", path], capture_output=True, check=False)

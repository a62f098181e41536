#!/usr/bin/env python3
"""Prints the tables of results/bonus-balance/ as a page, from the files that bonus_balance.py makes.

    scripts/bonus_tables.py [FOLDER] > results/bonus-balance/tables.md

Needs Python 3. FOLDER has the files (default: results/bonus-balance).
"""

import argparse
import csv
import math
import re
import statistics
from pathlib import Path

SEATS = ("4", "3", "2")
SEARCHES = ("ahead", "search", "strongest")
# Points of margin that do not matter, as `drakkar balance` has them: 0.035 standard deviations of a seat's margin.
FAIR = {"4": 0.51, "3": 0.64, "2": 0.92}
# The steps that change an assumption, and what a file of values calls none of them changed.
ASSUMED = ("buildings", "ship-colours", "bonus-trigger", "opening-zero", "zero-majorities", "glory-floor")
UNCHANGED = "as they are"
# The highest value tried for a tile that gives gold.
GOLD = 11
HEAD = """# Tables

[README.md](README.md) explains them; `scripts/bonus_tables.py` makes them from the files here, which also have:

- greedy players on other deals: `fresh_bonus_effect.csv`;
- win shares under other interpretations and values: `assumed_bonus_effect.csv`, `taken_what_if.csv`, on other deals `more_effect.csv`;
- free extra tiles and banned actions: `ways_bonus_granted.csv`, `ways_banned.csv`;
- win share by seat, and starting a round: `whole_seats.csv`, `whole_start.csv`;
- paired differences between players: `pairs_bonus_effect.csv`;
- games saved by branches: `*_bonus_effect_rounds.csv`.

Margins are in glory, win shares in percentage points, with 95 % intervals.
Numbers are from the first decisions, except where a table says otherwise."""


def signed(number, digits):
    """With its sign; no negative zero."""
    return f"{round(number, digits) + 0.0:+.{digits}f}"


def holm(values, level=0.05):
    """The keys whose p-values are small enough for all of them together (S. Holm, 1979)."""
    certain = set()
    for done, (key, p) in enumerate(sorted(values.items(), key=lambda one: one[1])):
        if p * (len(values) - done) > level:
            break
        certain.add(key)
    return certain


def within(row):
    """Whether the interval against the mean of the others lies within the margin."""
    return max(-float(row["against_low"]), float(row["against_high"])) <= FAIR[row["players"]]


def p_of(value, half):
    """Two-sided p-value of no difference, from half the 95 % interval, by the normal distribution."""
    return math.erfc(abs(value) / half * 1.96 / math.sqrt(2)) if half else float(value == 0)


def quoted(row):
    """The effect, from the replication if there is one."""
    return float(row["replication"] or row["effect"])


def crossing(points):
    """Where a line through points (value, estimate and the ends of its interval) first crosses 0, and the range in which 0
    is not ruled out, as `drakkar balance --fair` has it (docs/statistics.md, Fair values); none if it does not cross."""
    def zero(cell, part):
        (x1, *ones), (x2, *twos) = points[cell : cell + 2]
        one, two = ones[part], twos[part]
        return x1 + (x2 - x1) * one / (one - two) if one * two <= 0 and one != two else None

    def second(first):
        (x0, y0, *_), (x1, y1, *_), (x2, y2, *_) = points[first : first + 3]
        return 2 * abs(((y2 - y1) / (x2 - x1) - (y1 - y0) / (x1 - x0)) / (x2 - x0))

    def edges(cell):
        """Where the ends of the intervals cross between two points, each as far as the bend may move it."""
        (x1, *ones), (x2, *twos) = points[cell : cell + 2]
        beside = [second(first) for first in (cell - 1, cell) if 0 <= first <= len(points) - 3]
        bend = (x2 - x1) ** 2 / 8 * max(beside, default=math.inf)
        for part in (1, 2):
            if (at := zero(cell, part)) is not None:
                more = bend / abs((twos[part] - ones[part]) / (x2 - x1))
                yield at, max(at - more, x1), min(at + more, x2)

    cells = range(len(points) - 1)
    places = [cell for cell in cells if zero(cell, 0) is not None]
    if not places:
        return None
    at = zero(places[0], 0)
    below = next((max(found)[1] for cell in range(places[0], -1, -1) if (found := [e for e in edges(cell) if e[0] <= at])), None)
    above = next((min(found)[2] for cell in cells[places[0] :] if (found := [e for e in edges(cell) if e[0] >= at])), None)
    ends = (points[0][0], points[-1][0])
    return at, *(f"{end:.2f}" if end is not None else f"beyond {limit}" for end, limit in zip((below, above), ends))


class Tables:
    """The tables of the study, from its files; item types in the order of their effects for greedy players, over all numbers of seats."""

    def __init__(self, results):
        self.results = results
        self.lines = [HEAD]
        worths = {}
        for row in self.rows("taken_bonus_effect"):
            worths.setdefault(row["item"], []).append(quoted(row))
        self.kinds = sorted(worths, key=lambda kind: -statistics.mean(worths[kind]))

    def rows(self, file):
        path = self.results / f"{file}.csv"
        if not path.exists():
            return []
        with path.open(newline="") as lines:
            return list(csv.DictReader(lines))

    @staticmethod
    def half(row, low, high):
        """Half the width of an interval; 0 where nothing varies."""
        return (float(row[high]) - float(row[low])) / 2 if row[low] and row[high] else 0.0

    def margin(self, row, name="effect", ends=("ci_low", "ci_high")):
        return f"{signed(float(row[name]), 2)} ±{self.half(row, *ends):.2f}"

    def cells(self, row):
        """Margin, on fresh deals if it was played again, and win share; empty where nothing was played."""
        if row is None:
            return ["", ""]
        again = ("replication", ("replication_low", "replication_high")) if row["replication"] else ()
        half = 100 * self.half(row, "share_low", "share_high")
        return [self.margin(row, *again), f"{signed(100 * float(row['share_effect']), 1)} ±{half:.1f}"]

    @classmethod
    def verdict(cls, row):
        """With the ranks that the kind may have, from the first decisions."""
        low, high = row["rank_low"], row["rank_high"]
        return f"{cls.word(row)}, {low}" + (f" to {high}" if high != low else "")

    @staticmethod
    def word(row):
        """By the margin above: some files are from when it was 0.5 for all."""
        return "fair" if within(row) else row["verdict"]

    def show(self, title, text, head, rows):
        if not rows:
            return
        self.lines += ["", f"## {title}", ""]
        self.lines += [text, ""] if text else []
        self.lines += [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)]

    @staticmethod
    def hands(row):
        return "search" if row["agent"].startswith("mcts") else "greedy"

    def short(self):
        """The basis of the report: the margin that it quotes, and the verdict, by seats and players."""
        found = {}
        for study, hands, name in (("taken", "greedy", "greedy"), ("ahead", "search", "search"),
                                   ("strongest", "search", "strongest")):
            for row in self.rows(f"{study}_bonus_effect"):
                if self.hands(row) == hands:
                    found.setdefault(row["item"], {})[row["players"], name] = row
        seats = sorted({seats for rows in found.values() for seats in rows}, key=lambda one: (-int(one[0]), one[1]))
        text = ("Score margin, from the replication where an item type was unbalanced, verdict, and the ranks that it may have, "
                "by number of seats and player.")
        # Apart, since all columns together would be wider than a page.
        for title, text, agents in (("Effects in short", text, ("greedy", "search")),
                                    ("Effects for the strongest player, in short", "", ("strongest",))):
            columns = [one for one in seats if one[1] in agents]
            rows = []
            for kind in self.kinds:
                cells = (found[kind].get(one) for one in columns)
                rows.append([f"`{kind}`", *(f"{signed(quoted(row), 1)} {self.verdict(row)}" if row else "" for row in cells)])
            head = (f"{players}: {hands}" if len(agents) > 1 else f"{players} seats" for players, hands in columns)
            self.show(title, text, ["item", *head], rows)
        self.strengths(found)

    def strengths(self, found):
        """Differences of effects between players, and which are significant by Holm's procedure over all of them."""
        columns = [(players, other) for players in SEATS for other in ("search", "strongest")]
        cells = {}
        for kind in self.kinds:
            for players, other in columns:
                if {(players, "greedy"), (players, other)} <= found[kind].keys():
                    cells[kind, players, other] = self.difference(found[kind][players, "greedy"], found[kind][players, other])
        certain = holm({key: p for key, (_, _, p) in cells.items()})
        said = " and ".join(f"{name} in {sum(key[2] == other for key in certain)} of {sum(key[2] == other for key in cells)}"
                            for other, name in (("search", "players who look ahead"), ("strongest", "the strongest player")))
        self.show("Differences between players", f"Margin of players who look ahead, and of the strongest, less that of greedy players. {self.correlations()} "
                  f"Bold: significant (5 % for all together, Holm's procedure), for {said}.",
                  ["item", *(f"{players} seats: {'ahead' if other == 'search' else other}" for players, other in columns)],
                  [[f"`{kind}`", *(self.changed(cells, certain, (kind, *column)) for column in columns)] for kind in self.kinds])

    @staticmethod
    def changed(cells, certain, key, digits=1):
        """A difference, in bold if it is significant; empty where there is none."""
        if key not in cells:
            return ""
        value, half, _ = cells[key]
        mark = "**" if key in certain else ""
        return f"{mark}{signed(value, digits)} ±{half:.{digits}f}{mark}"

    def correlations(self):
        """Between the effects of greedy players and of others at a decision: what paired intervals leave of independent ones,
        as means over item types."""
        found = {}
        rows = self.rows("pairs_bonus_effect")
        greedy = {(row["step"], row["item"]): self.half(row, "ci_low", "ci_high") for row in rows if self.hands(row) == "greedy"}
        for row in rows:
            if self.hands(row) != "greedy":
                one, two = greedy[row["step"], row["item"]], self.half(row, "ci_low", "ci_high")
                both = self.half(row, "difference_first_low", "difference_first_high")
                found.setdefault(row["step"], []).append((one**2 + two**2 - both**2) / (2 * one * two))
        means = [statistics.mean(cells) for cells in found.values()]
        return ("The two effects at a decision are hardly correlated: paired intervals give correlations of "
                f"{signed(min(means), 2)} to {signed(max(means), 2)} in the six columns, with {rows[0]['decisions']} decisions of each "
                "item type (`pairs_bonus_effect.csv`). So both are treated as independent.")

    def difference(self, greedy, other):
        """Value, half of its 95 % interval, and p-value."""
        value = float(other["effect"]) - float(greedy["effect"])
        half = math.hypot(*(self.half(row, "ci_low", "ci_high") for row in (greedy, other)))
        return value, half, p_of(value, half)

    def worth(self, study, title, text):
        """By number of seats."""
        found = {(row["item"], row["players"]): row for row in self.rows(f"{study}_bonus_effect")}
        seats = [players for players in SEATS if any(one == players for _, one in found)]
        rows = [[f"`{kind}`", *(cell for players in seats for cell in self.cells(found.get((kind, players))))]
                for kind in self.kinds if found]
        self.show(title, text, ["item", *(cell for players in seats for cell in (f"{players} seats: score margin", "win share"))], rows)

    def taken(self):
        self.worth("taken", "Printed rules, greedy players", "The score margin of an unbalanced item type is from its replication on fresh deals.")

    def searches_worth(self):
        """To the searches."""
        for players in SEATS:
            found = {}
            for study in SEARCHES:
                for row in self.rows(f"{study}_bonus_effect"):
                    if row["players"] == players:
                        found.setdefault(study, {})[row["item"], self.hands(row)] = row
            rows = []
            for kind in self.kinds if found else ():
                line = [f"`{kind}`"]
                for one in found.values():
                    line += self.cells(one.get((kind, "search")))
                rows.append(line)
            self.show(f"Printed rules, searches, at {players} seats", "",
                      ["item", *(cell for study in found for cell in (f"{study}: score margin", "win share"))], rows)

    def parts(self):
        found = {(row["item"], row["players"]): row for row in self.rows("taken_bonus_effect")}
        columns = [(players, part) for players in SEATS for part in ("own", "denial")]
        rows = []
        for kind in self.kinds:
            cells = ((found.get((kind, players)), part) for players, part in columns)
            rows.append([f"`{kind}`", *(self.margin(row, part, (f"{part}_low", f"{part}_high")) if row else "" for row, part in cells)])
        self.show("Having it (own), and nobody else having it (denial)", "Margins, greedy players.",
                  ["item", *(f"{players} seats: {part}" for players, part in columns)], rows)

    def counted(self):
        """The three ways to count an effect."""
        found = {(row["item"], row["players"]): row for row in self.rows("counted_bonus_effect")}
        columns = [(players, way) for players in SEATS for way in ("effect", "weighted", "next")]
        rows = []
        for kind in self.kinds if found else ():
            cells = ((found.get((kind, players)), way) for players, way in columns)
            rows.append([f"`{kind}`", *(self.margin(row, way, ("ci_low", "ci_high") if way == "effect" else (f"{way}_low", f"{way}_high"))
                                        if row else "" for row, way in cells)])
        self.show("Three ways to count", "Margins, greedy players, on decisions of their own: every round alike (*effect*), rounds by the "
                  "number of their decisions (*weighted*), and against what the player takes if it may not take the tile (*next*).",
                  ["item", *(f"{players} seats: {way}" for players, way in columns)], rows)

    def assumptions(self):
        """How effects differ from those under the printed rules, where that is significant for any kind."""
        printed = {(row["players"], row["item"]): row for row in self.rows("taken_bonus_effect")}
        cells = {}
        for row in self.rows("assumed_bonus_effect"):
            if greedy := printed.get((row["players"], row["item"])):
                cells[row["item"], row["players"], row["step"].rsplit("-", 1)[0]] = self.difference(greedy, row)
        certain = holm({key: p for key, (_, _, p) in cells.items()})
        columns = list(dict.fromkeys(key[1:] for key in cells if any(key[1:] == one[1:] for one in certain)))
        rows = [[f"`{kind}`", *(self.changed(cells, certain, (kind, *column), 2) for column in columns)] for kind in self.kinds if columns]
        counts = ", ".join(f"{sum(key[1] == players for key in certain)} of {sum(key[1] == players for key in cells)} at {players} seats"
                           for players in SEATS)
        self.show("Assumptions changed one at a time", "Margin less that under the printed rules, greedy players; the two are treated as "
                  f"independent. Bold: significant (5 % for all {len(cells)} together, Holm's procedure), {counts}. Columns without "
                  "a significant difference are left out.",
                  ["item", *(f"{players} seats: {name}" for players, name in columns)], rows)

    def both_sets(self):
        """The sets of decisions (one, or two where precision was too low) in which greedy players were asked, by number of
        seats, group of rules, and question."""
        found = {}
        add = lambda row, group, changed: found.setdefault((row["players"], group, changed, row["item"]), []).append(row)
        for row in self.rows("taken_bonus_effect") + self.rows("fresh_bonus_effect"):
            add(row, "printed", "")
        for row in self.rows("assumed_bonus_effect") + self.rows("taken_what_if") + self.rows("more_effect"):
            values = row.get("values", UNCHANGED)
            # Steps about other values have the printed rules beside them, on deals that `fresh` may have had.
            assumed = next((name for name in ASSUMED if row["step"].startswith(f"{name}-")), None)
            if values != UNCHANGED:
                add(row, "other values", values)
            elif assumed:
                add(row, "other readings", assumed)
        return found

    def together(self, rows):
        """Half the interval of the win share of the sets, weighted by their numbers of decisions, and whether two sets differ
        by more than the 95 % interval of their difference."""
        counts, shares = [int(row["decisions"]) for row in rows], [float(row["share_effect"]) for row in rows]
        halves = [self.half(row, "share_low", "share_high") for row in rows]
        half = math.hypot(*(count * one for count, one in zip(counts, halves))) / sum(counts)
        differ = max(shares) - min(shares) > math.hypot(*halves) if len(rows) == 2 else None
        return 100 * half, differ

    def fair_values(self):
        """For each step and kind, the values tried that are fair."""
        found = {}
        for row in self.rows("taken_what_if"):
            values = re.fullmatch(r"bonus\.(\S+)\.value=(\d+)", row["values"])
            if values and values[1] == row["item"] and within(row):
                found.setdefault((row["step"], row["item"]), []).append(values[2])
        return found

    def values(self):
        """The value at which a kind is worth as much as the mean of the others."""
        fair, calls = self.fair_values(), " ".join(row["call"] for row in self.rows("taken_calls"))
        tried = dict(re.findall(r"bonus\.(\S+)\.value=(\S+)", calls))
        points = {kind: {} for kind in tried}
        for row in self.rows("taken_what_if"):
            values = re.fullmatch(r"bonus\.(\S+)\.value=(\d+)", row["values"])
            if row["item"] in tried and (row["values"] == UNCHANGED or values and values[1] == row["item"]):
                estimate = [float(row[f"against_{name}"]) for name in ("others", "low", "high")]
                points[row["item"]].setdefault(row["step"], {})[int(values[2]) if values else None] = estimate
        for kind, steps in points.items():
            low, high = map(int, tried[kind].split(".."))
            for step, found in steps.items():
                # The printed value is the one that was not varied.
                [printed] = set(range(low, high + 1)) - found.keys()
                found[printed] = found.pop(None)
                steps[step] = [(value, *estimate) for value, estimate in sorted(found.items())]
        rows = []
        for kind, steps in points.items():
            cells = []
            for step in (f"taken-{players}p" for players in SEATS):
                found = crossing(steps[step]) if step in steps else None
                text = "{:.2f} ({} to {})".format(*found) if found else "none in range"
                cells.append(f"{text}; fair: {', '.join(fair[step, kind])}" if (step, kind) in fair else text)
            rows.append([f"`{kind}`", tried[kind], *cells])
        self.show("Value at which an item type alone would have the mean effect of the others", "Interpolated, in brackets the range that "
                  "is not ruled out, the error of interpolating included. A whole value other than the printed one is fair if its 95 % "
                  "interval lies within the equivalence margin of the mean of the others.",
                  ["item", "tried", *(f"{players} seats" for players in SEATS)], rows)

    def reached(self):
        found = {}
        files = [(study, "bonus_effect") for study in ("taken", "fresh", "counted", "assumed", *SEARCHES)]
        for study, file in (*files, ("taken", "what_if"), ("ways", "bonus_granted"), ("ways", "banned")):
            ends = ("ci_low", "ci_high") if file == "bonus_effect" else ("low", "high")
            for row in self.rows(f"{study}_{file}"):
                widths = found.setdefault((f"`{study}_{file}`", self.hands(row)), {}).setdefault(row["players"], [])
                widths.append((100 * self.half(row, "share_low", "share_high"), self.half(row, *ends)))
        rows = []
        for key, widths in found.items():
            cells = ((f"±{max(column):.2f}" for column in zip(*widths[one])) if one in widths else ("", "") for one in SEATS)
            rows.append([*key, *(cell for both in cells for cell in both)])
        self.show("Widths reached", "The widest interval over item types, or over patterns of banned actions.",
                  ["file", "player", *(cell for one in SEATS for cell in (f"{one} seats: win share", "score margin"))], rows)
        groups = {}
        for (players, group, _, _), sets in self.both_sets().items():
            groups.setdefault((group, players), []).append(self.together(sets))
        rows = []
        for (group, players), cells in groups.items():
            halves, differ = zip(*cells)
            twice = [one for one in differ if one is not None]
            rows.append([group, players, str(len(cells)), f"±{min(halves):.3f} to {max(halves):.3f}", f"{sum(twice)} of {len(twice)}"])
        self.show("Widths of win shares, both sets of decisions together", "First decisions with those on other deals (`fresh`; `more` "
                  "where the first left an interval wider than ±0.2), weighted by number. *differ*: where the two sets differ by more "
                  "than the 95 % interval of the difference, 1 in 20 by chance alone.",
                  ["rules", "seats", "win shares", "intervals", "differ"], rows)

    def searches(self):
        calls = {row["step"]: row["call"].split("--agents ")[1].split()[0] for row in self.rows("strength_calls")}
        shares = {}
        for row in self.rows("strength_effects"):
            against_all = row["metric"] == "score"
            if against_all or row["agent"].startswith("mcts"):
                value, low, high = (100 * float(row[name]) for name in ("value", "low", "high"))
                shares.setdefault(row["step"], {})[against_all] = f"{value:.1f} % ({low:.1f} to {high:.1f})"
        rows = []
        for study in SEARCHES:
            decisions = {row["step"]: int(row["decisions"]) for row in self.rows(f"{study}_bonus_effect")}
            for row in self.rows(f"{study}_calls"):
                step = row["step"]
                if share := shares.get(f"strength-{step}"):
                    rows.append([step, f"`{calls[f'strength-{step}']}`", share[True], share[False],
                                 f"{decisions[step]:,}"])
        self.show("The searches", "Share of all wins in games of one search among greedy players or one of these among searches (50 % if "
                  "equal), and the win share of the one search.",
                  ["step", "search", "share of all wins", "alone", "decisions of an item type"], rows)

    def price(self):
        """The price of starting a round, and its worth, in glory."""
        facts = {(row["players"], row["counter"]): float(row["mean"]) for row in self.rows("whole_strategy")}
        tried = {(row["players"], row["values"], row["item"]): float(row["effect"]) for row in self.rows("taken_what_if")}
        rows = []
        for players in SEATS:
            rounds = [row for row in self.rows("whole_start") if row["players"] == players]
            coin = tried.get((players, f"bonus.gold5.value={GOLD}", "gold5"))
            if not rounds or coin is None:
                continue
            gold, glory = (facts[players, fact] / facts[players, "auctions_won"] for fact in ("bid_gold", "glory_bid"))
            # Glory that is bid counts as itself.
            paid = gold * coin / GOLD - glory
            worth = statistics.mean(float(row["effect"]) for row in rounds)
            half = math.hypot(*(self.half(row, "low", "high") for row in rounds)) / len(rounds)
            # Each other seat gains the (n - 1)th part of what a seat pays.
            even = worth * (int(players) - 1) / int(players)
            rows.append([players, f"{gold:.1f}", f"{-glory:.2f}", f"{coin / GOLD:.2f}", f"{paid:.1f}",
                         f"{worth:.1f} ±{half:.1f}", f"{even:.1f}"])
        self.show("The price of starting a round, and its effect", "For each auction won, greedy players. A gold counts as the effect of a "
                  f"`gold5` of {GOLD}, divided by {GOLD}; the effect of starting instead of another seat is the mean over rounds. Winning "
                  "and losing an auction are equally good at (n - 1) / n of the effect, as each other seat gains the (n - 1)th part of "
                  "what a seat pays.",
                  ["seats", "gold paid", "glory paid", "glory for a gold", "paid, in glory", "effect", "alike at"], rows)

    def page(self):
        for table in (self.short, self.values, self.searches, self.taken, self.searches_worth, self.parts, self.counted, self.assumptions, self.price,
                      self.reached):
            table()
        return "\n".join(self.lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    published = Path(__file__).resolve().parent.parent / "results/bonus-balance"
    parser.add_argument("folder", nargs="?", type=Path, default=published)
    folder = parser.parse_args().folder
    if not folder.is_dir():
        parser.error(f"{folder}: no such folder")
    print(Tables(folder).page(), end="")


if __name__ == "__main__":
    main()

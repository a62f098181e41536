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
# Points of margin that do not matter, as `drakkar balance` has them: 0.035 standard deviations of a seat's margin.
FAIR = {"4": 0.51, "3": 0.64, "2": 0.92}
# The name of the printed rules, and the steps that change an assumption.
PRINTED = "printed"
ASSUMED = ("buildings", "ship-colours", "bonus-trigger", "opening-zero", "zero-majorities", "glory-floor")
BOTH = ("First decisions together with those on other deals (`fresh`; `more` where the first left an interval wider than ±0.2), "
        "weighted by number.")
# The highest value tried for a tile that gives gold.
GOLD = 11


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
    """The worth, on fresh deals if the kind was played again there."""
    return float(row["again"] or row["worth"])


class Tables:
    """The tables of the study, from its files."""

    def __init__(self, results):
        self.results = results
        self.lines = []

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

    def margin(self, row, name="worth", ends=("ci_low", "ci_high")):
        return f"{signed(float(row[name]), 2)} ±{self.half(row, *ends):.2f}"

    def share(self, row):
        half = 100 * self.half(row, "share_low", "share_high")
        return f"{signed(100 * float(row['share_worth']), 1)} ±{half:.1f} pp"

    @classmethod
    def verdict(cls, row):
        """With the ranks that the kind may have, from the first decisions."""
        low, high = row["rank_low"], row["rank_high"]
        return f"{cls.word(row)}, {low}" + (f" to {high}" if high != low else "")

    @staticmethod
    def word(row):
        """By the margin above: some files are from when it was 0.5 for all."""
        return "fair" if within(row) else row["verdict"]

    def worth_cells(self, row):
        """Margin, on fresh deals if it was played again, win share and verdict; empty where nothing was played."""
        if row is None:
            return ["", "", ""]
        again = ("again", ("again_low", "again_high")) if row["again"] else ()
        return [self.margin(row, *again), self.share(row), self.verdict(row)]

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
                    found.setdefault(row["kind"], {})[row["players"], name] = row
        seats = sorted({seats for rows in found.values() for seats in rows}, key=lambda one: (-int(one[0]), one[1]))
        mean = lambda kind: statistics.mean(quoted(row) for (_, hands), row in found[kind].items() if hands == "greedy")
        kinds = sorted(found, key=lambda kind: -mean(kind))
        text = ("Margin (on fresh deals where a kind stood out and was played again), verdict and the ranks that the kind may have "
                "(from the first decisions), by number of seats and agent.")
        # Apart, since all columns together would be wider than a page.
        for title, agents in (("Worth in short", ("greedy", "search")), ("Worth to the strongest player, in short", ("strongest",))):
            columns = [one for one in seats if one[1] in agents]
            rows = []
            for kind in kinds:
                cells = (found[kind].get(one) for one in columns)
                rows.append([f"`{kind}`", *(f"{signed(quoted(row), 1)} {self.verdict(row)}" if row else "" for row in cells)])
            head = (f"{players}: {hands}" if len(agents) > 1 else f"{players} seats" for players, hands in columns)
            self.show(title, text, ["kind", *head], rows)
        self.strengths(found, kinds)

    def strengths(self, found, kinds):
        """Differences of worth between players, and which are certain by Holm's procedure over all of them."""
        cells = {}
        for kind in kinds:
            for players in SEATS:
                for other in ("search", "strongest"):
                    if {(players, "greedy"), (players, other)} <= found[kind].keys():
                        cells[kind, players, other] = self.difference(found[kind][players, "greedy"], found[kind][players, other])
        certain = holm({key: p for key, (_, _, p) in cells.items()})
        rows = []
        for kind in kinds:
            row = [f"`{kind}`"]
            for players in SEATS:
                for other in ("search", "strongest"):
                    value, half, _ = cells.get((kind, players, other), (None, None, None))
                    mark = "**" if (kind, players, other) in certain else ""
                    row.append("" if value is None else f"{mark}{signed(value, 1)} ±{half:.1f}{mark}")
            rows.append(row)
        counts = {other: [sum(key[2] == other for key in some) for some in (certain, cells)] for other in ("search", "strongest")}
        said = "; ".join(f"{name}: {counts[other][0]} of {counts[other][1]}"
                         for other, name in (("search", "players who look ahead"), ("strongest", "the strongest")))
        self.show("Differences between players", "Worth in the hands of players who look ahead, and of the strongest, less that in the hands of "
                  "greedy players, first decisions. In bold what is certain (5 % for all together, Holm's procedure). Intervals and p-values "
                  f"treat both worths as independent. Certain differences, {said}.",
                  ["kind", *(f"{players} seats: {name}" for players in SEATS for name in ("ahead", "strongest"))], rows)

    def difference(self, greedy, other):
        """Value, half of its 95 % interval, and p-value: of the same decisions, where the file has them."""
        if other.get("beyond_first"):
            value, half = float(other["beyond_first"]), self.half(other, "beyond_first_low", "beyond_first_high")
            return value, half, p_of(value, half)
        value = float(other["worth"]) - float(greedy["worth"])
        half = math.hypot(*(self.half(row, "ci_low", "ci_high") for row in (greedy, other)))
        return value, half, p_of(value, half)

    def worth(self, study, title, text):
        """By number of seats."""
        found = {(row["kind"], row["players"]): row for row in self.rows(f"{study}_bonus_effect")}
        seats = [players for players in SEATS if any(one == players for _, one in found)]
        mean = lambda kind: statistics.mean(quoted(found[kind, one]) for one in seats if (kind, one) in found)
        rows = []
        for kind in sorted({kind for kind, _ in found}, key=lambda kind: -mean(kind)):
            cells = (self.worth_cells(found.get((kind, players))) for players in seats)
            rows.append([f"`{kind}`", *(cell for one in cells for cell in one)])
        head = ["kind"]
        for players in seats:
            head += [f"{players} seats: margin", "win share", "verdict, ranks"]
        self.show(title, text, head, rows)

    def taken(self):
        self.worth("taken", "Printed rules, greedy players", "The margin of kinds that stood out is "
                   "from fresh deals; win share and verdict are from the first decisions.")

    def fresh(self):
        self.worth("fresh", "The same on other and more deals", "First decisions, nothing played again.")

    def parts(self):
        found = {}
        for row in self.rows("taken_bonus_effect"):
            cells = [self.margin(row, name, (f"{name}_low", f"{name}_high")) for name in ("own", "denial")]
            found.setdefault(row["kind"], {})[row["players"]] = cells
        rows = [[f"`{kind}`", *(cell for players in SEATS for cell in cells.get(players, ["", ""]))] for kind, cells in found.items()]
        self.show("Having it (own), and nobody else having it (denial)", "Margins, greedy players.",
                  ["kind", *(f"{players} seats: {part}" for players in SEATS for part in ("own", "denial"))], rows)

    def assumptions(self):
        printed = {(row["players"], row["kind"]): row for row in self.rows("taken_bonus_effect")}
        found = {}
        for row in self.rows("assumed_bonus_effect"):
            found[row["players"], row["kind"], row["step"].rsplit("-", 1)[0]] = row
        certain = holm({key: self.difference(printed[key[:2]], row)[2] for key, row in found.items() if key[:2] in printed})
        changed = list(dict.fromkeys(name for _, _, name in found))
        for players in SEATS:
            rows = []
            for (seats, kind), row in sorted(printed.items(), key=lambda one: -float(one[1]["worth"])):
                if seats != players or not changed:
                    continue
                line = [f"`{kind}`", f"{self.margin(row)} {self.word(row)}"]
                for name in changed:
                    other = found.get((seats, kind, name))
                    mark = "**" if (seats, kind, name) in certain else ""
                    line.append(f"{mark}{self.margin(other)}{mark} {self.word(other)}" if other else "")
                rows.append(line)
            count = sum(key[0] == players for key in certain)
            self.show(f"Assumptions changed one at a time, at {players} seats", "First decisions, nothing played again. In bold what "
                      f"certainly differs from the printed rules (5 % for all {len(found)} at all seats together, Holm's procedure; worths "
                      f"are treated as independent): {count} of {sum(key[0] == players for key in found)}.",
                      ["kind", "printed", *changed], rows)

    def both_sets(self):
        """The questions to greedy players, including those on other deals where precision was too low. See `together`
        for what is found for each number of seats, what was changed, and kind."""
        found = {}
        add = lambda changed, row: found.setdefault((row["players"], changed, row["kind"]), []).append(row)
        for row in self.rows("taken_bonus_effect") + self.rows("fresh_bonus_effect"):
            add(PRINTED, row)
        for row in self.rows("assumed_bonus_effect"):
            add(self.assumption(row["step"]), row)
        for row in self.rows("taken_what_if") + self.rows("more_worth"):
            if row["values"] != "as they are":
                add(row["values"], row)
            # Steps about other values have the printed rules beside them, on deals that `fresh` may have had.
            elif assumption := self.assumption(row["step"]):
                add(assumption, row)
        return {key: self.together(rows) for key, rows in found.items()}

    @staticmethod
    def assumption(step):
        """The one that a step changes; none in steps that change none."""
        return next((name for name in ASSUMED if step.startswith(f"{name}-")), None)

    def together(self, rows):
        """Of one set of decisions, or two weighted by their numbers: the decisions, the win share, half its interval, and
        whether the two differ by more than the 95 % interval of their difference."""
        counts, shares = [int(row["decisions"]) for row in rows], [float(row["share_worth"]) for row in rows]
        halves = [self.half(row, "share_low", "share_high") for row in rows]
        total = sum(counts)
        share = sum(count * one for count, one in zip(counts, shares)) / total
        half = math.hypot(*(count * one for count, one in zip(counts, halves))) / total
        differ = max(shares) - min(shares) > math.hypot(*halves) if len(rows) == 2 else None
        return total, 100 * share, 100 * half, differ

    def shares(self):
        """Win shares by the rules as they are and changed."""
        found = self.both_sets()
        cell = lambda key: f"{signed(found[key][1], 1)} ±{found[key][2]:.2f}" if key in found else ""
        for players in SEATS:
            kinds = [kind for seats, changed, kind in found if (seats, changed) == (players, PRINTED)]
            kinds.sort(key=lambda kind: -found[players, PRINTED, kind][1])
            rows = [[f"`{kind}`", *(cell((players, changed, kind)) for changed in (PRINTED, *ASSUMED))] for kind in kinds]
            self.show(f"Win share, assumptions changed one at a time, at {players} seats",
                      f"Percentage points. {BOTH} Columns are partly from different decisions, so small differences between them are "
                      "chance.", ["kind", PRINTED, *ASSUMED], rows)
        values = dict.fromkeys((kind, changed) for _, changed, kind in found if changed.startswith("bonus."))
        rows = [[f"`{changed.removeprefix('bonus.')}`", *(cell((players, changed, kind)) for players in SEATS)] for kind, changed in values]
        self.show("Win share at other values", f"Percentage points. {BOTH}", ["value", *(f"{players} seats" for players in SEATS)], rows)

    def gain(self, rows):
        """Of a kind, by the search against greedy players. Files have no interval for the pair, so this
        one is as wide as if the decisions were not the same."""
        greedy, search = rows["greedy"], rows["search"]
        half = math.hypot(*(self.half(row, "ci_low", "ci_high") for row in (greedy, search)))
        return f"{signed(float(search['worth']) - float(greedy['worth']), 2)} ±{half:.2f}"

    def by_searches(self, study, title):
        hands = ("greedy", "search")
        for players in SEATS:
            rows = {}
            for row in self.rows(f"{study}_bonus_effect"):
                if row["players"] == players:
                    rows.setdefault(row["kind"], {})[self.hands(row)] = row
            rows = sorted(rows.items(), key=lambda one: -float(one[1]["search"]["worth"]))
            head = ["kind", *(f"{who}: {what}" for who in hands for what in ("margin", "win share", "verdict, ranks")), "gain"]
            lines = [[f"`{kind}`", *(cell for who in hands for cell in self.worth_cells(one[who])), self.gain(one)] for kind, one in rows]
            self.show(f"{title}, at {players} seats", "First decisions, nothing played again. The interval of the gain treats "
                      "both margins as independent.", head, lines)

    def ahead(self):
        self.by_searches("ahead", "The same decisions, players who look ahead")

    def search(self):
        self.by_searches("search", "The same decisions, searches with other weights")

    def strongest(self):
        self.by_searches("strongest", "The same decisions, the strongest player")

    def fair_values(self):
        """For each step and kind, the values tried that are fair."""
        found = {}
        for row in self.rows("taken_what_if"):
            values = re.fullmatch(r"bonus\.(\S+)\.value=(\d+)", row["values"])
            if values and values[1] == row["kind"] and within(row):
                found.setdefault((row["step"], row["kind"]), []).append(values[2])
        return found

    @staticmethod
    def levels(text, fair):
        return f"{text}; fair: {', '.join(fair)}" if fair else text

    def values(self):
        """The value at which a kind is worth as much as the mean of the others, as the command reported it."""
        path = self.results / "taken.txt"
        step, found = "", {}
        for line in path.read_text().splitlines() if path.exists() else []:
            step = line if line.startswith("taken-") else step
            if match := re.search(r": bonus\.(\S+)\.value: (.*)", line):
                kind, said = match.groups()
                at = re.search(r" at (\S+) \(95 % interval (.+) to (.+)\)", said)
                text = f"{at[1]} ({at[2]} to {at[3]})" if at else "none in range"
                found.setdefault(kind, {})[step] = text
        steps = [f"taken-{players}p" for players in SEATS]
        fair = self.fair_values()
        calls = " ".join(row["call"] for row in self.rows("taken_calls"))
        tried = dict(re.findall(r"bonus\.(\S+)\.value=(\S+)", calls))
        rows = [[f"`{kind}`", tried[kind], *(self.levels(texts.get(step, ""), fair.get((step, kind))) for step in steps)]
                for kind, texts in found.items()]
        head = ["kind", "tried", *(f"{players} seats" for players in SEATS)]
        self.show("Value at which a kind alone would be worth as much as the mean of the others", "In brackets its interval. A whole value "
                  "other than the printed one is fair if its 95 % interval lies within the margin of the mean of the others.", head, rows)

    def ways(self):
        cells = lambda row: [self.margin(row, ends=("low", "high")), self.share(row)] if row else ["", ""]
        for players in SEATS:
            granted, barred = ({row["kind"]: row for row in self.rows(f"ways_{file}") if row["players"] == players}
                               for file in ("bonus_granted", "restricted"))
            rows = [[f"`{kind}`", *cells(granted.get(kind)), *cells(barred.get(kind))] for kind in dict.fromkeys([*granted, *barred])]
            head = ["kind", "granted: margin", "win share", "must not take it: margin", "win share"]
            self.show(f"Other ways to ask, at {players} seats", "One more tile from outside, given to any seat at the start of a round, "
                      "compared with nothing; a seat that must not take the kind for the whole game, compared with one that may.", head, rows)

    def saved(self):
        found = {}
        for study, hands in (("taken", "greedy"), ("ahead", "search"), ("search", "search"), ("strongest", "search")):
            for row in self.rows(f"{study}_bonus_effect_rounds"):
                if row["games_saved"] and self.hands(row) == hands:
                    who = (study, row["players"], hands)
                    found.setdefault(who, {}).setdefault(int(row["round"]), []).append(float(row["games_saved"]))
        rows = []
        for (who, players, hands), rounds in found.items():
            rows.append([who, players, hands, *(f"{statistics.median(rounds[number]):.1f}" for number in sorted(rounds))])
        self.show("What branches save", "The factor by which more games would be needed for the same precision if games with and "
                  "without the tile were independent; median over kinds.", ["part", "seats", "hands", *(f"round {n}" for n in range(1, 7))], rows)

    @staticmethod
    def span(numbers):
        """Least and most."""
        least, most = min(numbers), max(numbers)
        return str(least) if least == most else f"{least} to {most}"

    def reached(self):
        rows = {}
        files = [(study, "bonus_effect") for study in ("taken", "fresh", "assumed", "ahead", "search", "strongest")]
        for study, file in (*files, ("taken", "what_if"), ("ways", "bonus_granted"), ("ways", "restricted")):
            for row in self.rows(f"{study}_{file}"):
                ends = ("ci_low", "ci_high") if file == "bonus_effect" else ("low", "high")
                key = (row["step"], file, self.hands(row))
                worst, margin, count = rows.get(key, (0, 0, 0))
                worst = max(worst, 100 * self.half(row, "share_low", "share_high"))
                moments = int(row.get("decisions") or row["moments"])
                rows[key] = (worst, max(margin, self.half(row, *ends)), max(count, moments))
        lines = [[*key, str(count), f"±{half:.2f}", f"±{margin:.2f}"] for key, (half, margin, count) in rows.items()]
        head = ["step", "file", "hands", "decisions", "win share", "margin"]
        self.show("Widths reached", "Half of the widest 95 % interval over kinds, and over patterns of forbidden actions; win shares in percentage points.", head, lines)
        groups = {}
        for (players, changed, _), one in self.both_sets().items():
            group = "other values" if changed.startswith("bonus.") else changed
            groups.setdefault((players, group), []).append(one)
        lines = []
        for (players, group), cells in sorted(groups.items(), key=lambda one: (one[0][1] == "other values", -int(one[0][0]))):
            totals, _, halves, differ = zip(*cells)
            asked_twice = [one for one in differ if one is not None]
            lines.append([players, group, str(len(cells)), self.span(totals), f"±{min(halves):.3f}", f"±{max(halves):.3f}",
                          f"{sum(asked_twice)} of {len(asked_twice)}"])
        self.show("Widths of win shares, both sets of decisions together", f"Half of the 95 % interval, over kinds and values. {BOTH} "
                  "The last column: where the two sets differ by more than the 95 % interval of the difference, which is 1 in 20 "
                  "by chance alone; rows about the same kind share their deals.",
                  ["seats", "rules", "win shares", "decisions of each", "narrowest", "widest", "differ"], lines)

    def searches(self):
        calls = {row["step"]: row["call"].split("--agents ")[1].split()[0] for row in self.rows("strength_calls")}
        shares = {}
        for row in self.rows("strength_effects"):
            against_all = row["figure"] == "score"
            if against_all or row["agent"].startswith("mcts"):
                value, low, high = (100 * float(row[name]) for name in ("value", "low", "high"))
                shares.setdefault(row["step"], {})[against_all] = f"{value:.1f} % ({low:.1f} to {high:.1f})"
        rows = []
        for study in ("ahead", "search", "strongest"):
            decisions = {row["step"]: int(row["decisions"]) for row in self.rows(f"{study}_bonus_effect")}
            for row in self.rows(f"{study}_calls"):
                step = row["step"]
                if share := shares.get(f"strength-{step}"):
                    rows.append([step, f"`{calls[f'strength-{step}']}`", share[True], share[False],
                                 f"{decisions[step]:,}", f"{int(row['games_played']):,}"])
        self.show("The searches", "Strength: the share of all wins in games with greedy players, one search among them or "
                  "one of them among searches (50 % if equal), and the win share of one search alone among them. Games: games "
                  "continued from the decisions, by both.",
                  ["step", "search", "share of all wins", "alone", "decisions of a kind", "games"], rows)

    def seats(self):
        rows = [[row["players"], row["seat"], f"{100 * float(row['win_share']):.2f} %",
                 f"{100 * float(row['win_share_low']):.2f} to {100 * float(row['win_share_high']):.2f}", f"{float(row['score_mean']):.2f}"]
                for row in self.rows("whole_seats") if row["seat"] != "all"]
        self.show("Win share by seat", "", ["seats", "seat", "win share", "95 %", "glory"], rows)
        rows = [[row["players"], row["round"], f"{float(row['worth']):+.2f} ({float(row['low']):+.2f} to {float(row['high']):+.2f})",
                 self.share(row)] for row in self.rows("whole_first")]
        self.show("Beginning a round at no cost", "Compared with another seat beginning it.", ["seats", "round", "margin", "win share"], rows)

    def price(self):
        """The price of beginning a round, and its worth, in glory."""
        facts = {(row["players"], row["fact"]): float(row["mean"]) for row in self.rows("whole_strategy")}
        tried = {(row["players"], row["values"], row["kind"]): float(row["worth"]) for row in self.rows("taken_what_if")}
        rows = []
        for players in SEATS:
            rounds = [row for row in self.rows("whole_first") if row["players"] == players]
            coin = tried.get((players, f"bonus.gold5.value={GOLD}", "gold5"))
            if not rounds or coin is None:
                continue
            gold, glory = (facts[players, fact] / facts[players, "auctions_won"] for fact in ("bid_gold", "glory_bid"))
            # Glory that is bid counts as itself.
            paid = gold * coin / GOLD - glory
            worth = statistics.mean(float(row["worth"]) for row in rounds)
            half = math.hypot(*(self.half(row, "low", "high") for row in rounds)) / len(rounds)
            # Each other seat gains the (n - 1)th part of what a seat pays.
            even = worth * (int(players) - 1) / int(players)
            rows.append([players, f"{gold:.1f}", f"{-glory:.2f}", f"{coin / GOLD:.2f}", f"{paid:.1f}",
                         f"{worth:.1f} ±{half:.1f}", f"{even:.1f}"])
        self.show("The price of beginning a round, and its worth", f"For each auction won, greedy players. A gold is valued at the worth (margin) of a `gold5` of "
                  f"{GOLD}, divided by {GOLD}. The worth of beginning instead of another seat is the mean over rounds. "
                  "If another seat pays the price, the margin grows by the share of one of the others; so winning and losing an auction "
                  "are equally good at (n - 1) / n of the worth.",
                  ["seats", "gold paid", "glory paid", "glory for a gold", "paid, in glory", "worth", "alike at"], rows)

    def page(self):
        self.lines = ["# Tables", "", "Made from the files here by `scripts/bonus_tables.py`; "
                      "[README.md](README.md) explains them."]
        for table in (self.short, self.values, self.searches, self.taken, self.fresh, self.ahead, self.search, self.strongest,
                      self.parts, self.assumptions, self.shares, self.ways, self.seats, self.price, self.saved, self.reached):
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

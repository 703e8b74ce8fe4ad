"""Run the benchmark's subjects and print them as a table or as JSON; `bench.py` starts it in the right environment."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from itertools import product
from time import perf_counter

import bench_answers
import bench_battles
import bench_engine
import bench_front
import bench_games
import bench_maps
import bench_men
import bench_movement
import bench_odds
import bench_sight
import bench_startup
import bench_view
from bench_maps import QUICK_SIZES, SIZES, Field, Size, field
from bench_timing import FINE, NO_TARGET, STATISTIC, Effort, Line, spoken

_CLOCK = "processor time, starts by the wall clock" if FINE else "the wall clock"
NOTES = f"""\
{STATISTIC}.
Timed by {_CLOCK}.
Contenders take turns on the same seeded maps: 20 % rock, 15 % rough, hills, a wall on 5 % of the sides.
Hexes are judged by levels and high ground, squares by straight lines between eyes.
tcod's field of view knows blockers on squares only: no heights, no walls, no hexes (it gets the same rows and columns),
and it asks for the tile nearest to a line at each step where we ask for every cell that the line passes through.
tcod's SimpleGraph knows no walls and no slopes; "same steps" is its CustomGraph, given our step costs direction by
direction. networkx searches our movement graph, with cells and facings as nodes where facing counts. Both were checked
to give our costs, cell by cell, before they were timed. C answers our own questions from our own tables, compiled by cc
-O3 and called through ctypes, and was likewise checked; a target of 0.5x is to take at most twice as long."""


QUICK = Effort(2, 0.0)
BRIEF = Effort(9, 1.0)
"""For what takes microseconds."""
LONG = Effort(7, 2.0)
"""For what takes a good part of a second."""
STARTS = Effort(12, 5.0, 20)
"""For what is timed by the wall clock, and waits for every other process."""
FEW = Effort(3, 0.0)
"""For what is done once for each map, or takes a second."""
MANY = Effort(200, 0.0)
"""For games, of which one in a hundred may be long."""


@dataclass(frozen=True, eq=False)
class Bench:
    """The maps of one run."""

    quick: bool

    @cached_property
    def _made(self) -> dict[tuple[str, Size], Field]:
        return {}

    def fields(self, names: tuple[str, ...]) -> Iterator[Field]:
        """Yield each grid in the sizes of these names, made when it is first wanted."""
        sizes = [size for size in (QUICK_SIZES if self.quick else SIZES) if size.name in names]
        for which in product(("hex", "square"), sizes):
            if which not in self._made:
                self._made[which] = field(*which)
            yield self._made[which]


@dataclass(frozen=True)
class Subject:
    """Something to measure, on the maps of some sizes."""

    measure: Callable[[Field, Effort], Iterator[Line]]
    effort: Effort
    sizes: tuple[str, ...]

    def lines(self, bench: Bench) -> Iterator[Line]:
        """Measure on one map after the other."""
        for ground in bench.fields(self.sizes):
            yield from self.measure(ground, QUICK if bench.quick else self.effort)


@dataclass(frozen=True)
class Process:
    """Something to measure that needs no map: a Python of its own."""

    measure: Callable[[Effort], Iterator[Line]]
    effort: Effort

    def lines(self, bench: Bench) -> Iterator[Line]:
        """Measure."""
        return self.measure(QUICK if bench.quick else self.effort)


SUBJECTS: dict[str, Subject | Process] = {
    "view-known": Subject(bench_sight.views_known, BRIEF, ("small", "medium", "large")),
    "view-front": Subject(bench_sight.views_in_front, BRIEF, ("medium",)),
    "view-first": Subject(bench_sight.views_first, BRIEF, ("small", "medium", "large", "huge")),
    "view-smoke": Subject(bench_sight.views_after_smoke, BRIEF, ("medium",)),
    "all-pairs": Subject(bench_sight.all_pairs, LONG, ("medium",)),
    "sight": Subject(bench_sight.single_lines, BRIEF, ("medium",)),
    "sight-table": Subject(bench_sight.sight_tables, FEW, ("medium", "large")),
    "reach": Subject(bench_movement.reach_everywhere, LONG, ("large",)),
    "reach-near": Subject(bench_movement.reach_nearby, BRIEF, ("large",)),
    "reach-facing": Subject(bench_movement.reach_facing, BRIEF, ("large",)),
    "step-table": Subject(bench_movement.step_tables, FEW, ("medium", "large")),
    "engine-empty": Process(bench_engine.empty_activation, BRIEF),
    "records": Process(bench_engine.records, FEW),
    "coh-turn": Process(bench_battles.ai_turns, BRIEF),
    "coh-game": Process(bench_battles.games, BRIEF),
    "coh-front": Process(bench_front.activations, FEW),
    "research": Process(bench_battles.environments, FEW),
    "outlaws-activation": Process(bench_battles.activations, BRIEF),
    "cuc-turn": Process(bench_battles.cuc_turns, FEW),
    "aas-interrupt": Process(bench_battles.interruptions, FEW),
    "lpg-turn": Process(bench_men.lpg_turns, FEW),
    "view-frames": Process(bench_view.frames, BRIEF),
    "view-longest": Process(bench_view.longest_ticks, FEW),
    "paint-first": Process(bench_view.first_paint, FEW),
    "start-up": Process(bench_startup.start_up, STARTS),
    "commands": Process(bench_startup.commands, FEW),
    "map-large": Process(bench_maps.large_maps, FEW),
    "kernels": Process(bench_startup.kernel_loading, FEW),
}
ON_DEMAND: dict[str, Subject | Process] = {
    "odds": Process(bench_odds.odds_of_orders, FEW),
    **{survey.name: Process(survey, FEW) for survey in bench_answers.surveys()},
    **{battle.name: Process(battle, MANY) for battle in bench_games.set_battles()},
}
"""What takes minutes each, and is measured only if it is named."""


def main(arguments: list[str]) -> int:
    """Measure and print."""
    options = _options(arguments)
    began = perf_counter()
    bench = Bench(options.quick)
    lines: list[Line] = []
    for name in options.only or SUBJECTS:
        print(f"{name}...", file=sys.stderr, flush=True)
        lines.extend((SUBJECTS | ON_DEMAND)[name].lines(bench))
    report = _json if options.json else _table
    print(report(lines, bench, perf_counter() - began))
    return 0


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.py", description="Hold our speed against that of named peers.")
    parser.add_argument("--quick", action="store_true", help="small maps and two rounds; judges nothing")
    parser.add_argument("--json", action="store_true", help="print JSON in place of the table")
    demand = f"or, which all the others together do without, one of: {', '.join(ON_DEMAND)}"
    named = f"one of: {', '.join(SUBJECTS)}; {demand}"
    parser.add_argument("--only", action="append", choices=[*SUBJECTS, *ON_DEMAND], metavar="NAME", help=named)
    return parser.parse_args(arguments)


def _machine() -> dict[str, str]:
    """Say what the figures depend on; nothing that would tell whose machine it was."""
    from sim.board import kernels

    kernels.compile_all()
    names = ("numpy", "numba", "networkx", "tcod") if kernels.COMPILED else ("numpy", "networkx", "tcod")
    return {
        "python": platform.python_version(),
        **{name: version(name) for name in names},
        "kernels": "compiled" if kernels.COMPILED else "plain Python",
        "processors": str(os.cpu_count()),
    }


def _judged(line: Line, bench: Bench) -> tuple[str, str]:
    """Return target and verdict; targets are for the full sizes."""
    return ("-", "") if bench.quick or line.target == NO_TARGET else (str(line.target), line.verdict)


def _table(lines: list[Line], bench: Bench, seconds: float) -> str:
    head = ("what", "ours", "calm", "peer", "peer takes", "ratio", "target", "")
    rows = [head, *(_row(line, bench) for line in lines)]
    widths = [max(len(row[n]) for row in rows) for n in range(len(head))]
    text = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    text.insert(1, "-" * max(map(len, text)))
    machine = ", ".join(f"{name} {value}" for name, value in _machine().items())
    return "\n".join([*text, "", NOTES, f"Took {seconds:.0f} s; {machine}."])


def _row(line: Line, bench: Bench) -> tuple[str, ...]:
    theirs = spoken(line.theirs.median) if line.theirs else ""
    ratio = f"{line.ratio:.3g}x" if line.ratio is not None else ""
    times = spoken(line.ours.median), spoken(line.ours.calm)
    return (line.what, *times, line.peer, theirs, ratio, *_judged(line, bench))


def _json(lines: list[Line], bench: Bench, seconds: float) -> str:
    report = {
        "statistic": STATISTIC,
        "clock": "processor time" if FINE else "wall clock",
        "quick": bench.quick,
        "seconds": round(seconds, 1),
        "machine": _machine(),
        "notes": NOTES.splitlines(),
        "lines": [_entry(line, bench) for line in lines],
    }
    return json.dumps(report, indent=2)


def _entry(line: Line, bench: Bench) -> dict[str, object]:
    target, verdict = _judged(line, bench)
    return {
        "name": line.name,
        "what": line.what,
        "ours": line.ours.median,
        "calm": line.ours.calm,
        "rounds": len(line.ours.rounds),
        "peer": line.peer,
        "theirs": line.theirs.median if line.theirs else None,
        "ratio": line.ratio,
        "target": target,
        "verdict": verdict,
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

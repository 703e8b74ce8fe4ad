"""What it takes to start: commands, and the kernels from numba's cache. Each in a Python of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench_timing import WALL_CLOCK, Contender, Effort, Figures, Line, Target, race, repeated

CHECKOUT = Path(__file__).resolve().parent.parent
HEAVY = ("numba", "numpy", "pygame")
"""What showing the help must not import."""

COMMANDS = {"run tutorial": 0.7, "list scenarios": 0.4, "rules": 0.3}
"""What somebody types first, and the seconds within which it should be done."""

_HELP_THEN_MODULES = """\
import sys
from sim.cli.main import main
try:
    main(["--help"])
finally:
    print(*sys.modules, file=sys.stderr)
"""

_KERNELS = """\
from time import perf_counter
began = perf_counter()
import numpy
numpy_there = perf_counter()
from sim.board import kernels
kernels.compile_all()
numba_there = perf_counter()
from sim.board.warm_up import warm_up
import sim.board.paths, sim.board.sight
about_to_load = perf_counter()
warm_up()
print(numpy_there - began, numba_there - numpy_there, perf_counter() - about_to_load)
"""


class ImportsTooMuch(Exception):
    """Tell that the help imports what takes longer than all the rest of it."""


def _python(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a fresh Python in the checkout, and fail with its own words."""
    answer = subprocess.run([sys.executable, *words], cwd=CHECKOUT, capture_output=True, text=True)
    if answer.returncode != 0:
        raise RuntimeError(f"python {words[0]} ended with {answer.returncode}:\n{answer.stderr}")
    return answer


def start_up(effort: Effort) -> Iterator[Line]:
    """Show the help, from the shell's point of view; the peer is a Python that does nothing at all."""
    heavy_modules()
    helping = ("-m", "sim", "--help")
    contenders = [_starting(helping), _starting(("-c", "pass")), *_starting_by_work(helping)]
    ours, nothing, *work = race(contenders, effort)
    what = f"sandtable --help ({', '.join(HEAVY)} not imported)"
    yield Line("start-up-help", what, ours, "python -c pass", nothing, Target(under=0.2))
    for figures in work:
        yield Line("start-up-work", "same, by the processor time of that Python", figures)


def commands(effort: Effort) -> Iterator[Line]:
    """Run whole commands, from the shell's point of view; a list is kept from the round that is not counted."""
    for command, seconds in COMMANDS.items():
        words = ("-m", "sim", *command.split())
        ours, *work = race([_starting(words), *_starting_by_work(words)], effort)
        name = f"command-{command.replace(' ', '-')}"
        yield Line(name, f"sandtable {command}", ours, target=Target(under=seconds))
        for figures in work:
            yield Line(f"{name}-work", "same, by the processor time of that Python", figures)


def _starting(words: tuple[str, ...]) -> Contender:
    return repeated(lambda: _python(*words), clock=WALL_CLOCK)


def _starting_by_work(words: tuple[str, ...]) -> list[Contender]:
    """Return the same timed by the work it does, which a busy machine does not lengthen; nothing on Windows, where no
    clock tells what a finished process has used."""
    if sys.platform == "win32":
        return []
    else:
        import resource  # here, because Windows has none

        def work_of_children() -> float:
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            return used.ru_utime + used.ru_stime

        return [repeated(lambda: _python(*words), clock=work_of_children)]


def heavy_modules() -> None:
    """Raise if the help imports any of the heavy modules."""
    imported = set(_python("-c", _HELP_THEN_MODULES).stderr.split())
    too_much = [name for name in HEAVY if name in imported]
    if too_much:
        raise ImportsTooMuch(f"sandtable --help imports {', '.join(too_much)}")


def kernel_loading(effort: Effort) -> Iterator[Line]:
    """Import numba and load every kernel from its cache. A first run, not counted, compiles what is not there."""
    _python("-c", _KERNELS)
    rounds = [tuple(map(float, _python("-c", _KERNELS).stdout.split())) for _ in range(effort.rounds)]
    whats = ("import numpy", "import numba and declare the kernels", "load the compiled kernels and call each once")
    for name, what, figures in zip(("numpy", "import", "load"), whats, zip(*rounds, strict=True), strict=True):
        yield Line(f"kernels-{name}", what, Figures(figures))

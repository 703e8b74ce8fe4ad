"""`sandtable solve`: the exact value of best play against the printed AI, where the tree is small enough."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import IO, TYPE_CHECKING, Any

import click

from sim.cli.battles import players_option, position_called, with_players
from sim.cli.output import Refused, as_json_option, echo_json

if TYPE_CHECKING:
    from sim.engine.solve import Solver
    from sim.scenario.envelope import Opened

SHOWN = 8
"""Orders that are listed, from the best."""
_PACE = 5.0
"""Seconds from one word of progress to the next."""


@click.command("solve")
@click.argument("name", metavar="POSITION")
@click.option("--side", metavar="SIDE", help="The side that plays as well as anybody can; the one a human plays.")
@click.option("--plan", is_flag=True, help="Let the commander play that side instead, and say what it is worth.")
@click.option("--states", type=click.IntRange(1), default=500_000, show_default=True, metavar="N", help="Keep at most.")
@click.option("--keep", type=click.Path(path_type=Path), metavar="FILE", help="Keep what is solved, and go on from it.")
@players_option
@as_json_option
def solve_command(
    name: str, side: str | None, plan: bool, states: int, keep: Path | None, players: str | None, as_json: bool
) -> None:
    """Find the exact value of a position for one side: how likely it is to win, a draw counted as half.

    POSITION is a position file, or a scenario, which is solved from its start. The side chooses the best of its orders,
    all others play by their plans, and every die and card is followed. What was solved is kept in the file that --keep
    names: stopped with Ctrl-C or at its limit, the same command goes on from there. A state takes some 200 bytes.
    """
    from sim.cli.telling import say
    from sim.engine.ruleset import COMMANDER, HUMAN
    from sim.engine.solve import Solver, Unsolved

    position = with_players(position_called(name), players)
    chosen = _side(position, side)
    playing = {**position.players, chosen: COMMANDER if plan else HUMAN}
    try:
        solver = Solver(position.battle, playing, chosen, states)
        with _kept(keep, solver, _mark(position, playing, chosen)), _progress(solver):
            value = solver.value(position.state)
            orders = sorted(solver.orders(position.state), key=lambda each: -each[0])
    except Unsolved as refused:
        kept = f"; {keep} keeps what is solved" if keep is not None else ""
        raise Refused(f"{refused}{kept}") from None
    if as_json:
        listed = [{"value": each, "order": offer.text} for each, offer in orders]
        echo_json({"side": chosen, "players": playing, "value": value, "states": len(solver.known), "orders": listed})
        return
    who = position.battle.side(chosen).mention
    how = "as the commander plays" if plan else "at best"
    say(f"{value:.12f}  {who} {how}, of {len(solver.known):,} states between activations")
    say(f"{each:.12f}  {offer.text}" for each, offer in orders[:SHOWN])
    if len(orders) > SHOWN:
        say(f"and {len(orders) - SHOWN} orders that are no better (--json tells them all)")


def _side(position: Opened, side: str | None) -> str:
    """Return the side that is solved for: the one that is named, else the only one that a person plays."""
    from sim.files import did_you_mean, one_of, shown

    sides = [each.id for each in position.battle.sides]
    if side is None:
        people = [each for each, player in position.players.items() if player == "human"]
        if len(people) == 1:
            return people[0]
        raise click.UsageError(f"--side is needed: {len(people) or 'no'} sides are played by people ({one_of(sides)})")
    if side not in sides:
        told = f"there is no side {shown(side)}: expected {one_of(sides)}; {did_you_mean(side, sides)}"
        raise click.BadParameter(told.rstrip("; "), param_hint="--side")
    return side


def _mark(position: Opened, players: Mapping[str, str], side: str) -> str:
    """Return a digest of all that values depend on besides the state: the same file is good for other positions."""
    from sim import __version__

    said = (__version__, position.scenario.text, position.scenario.map_text, sorted(players.items()), side)
    return sha256(repr(said).encode()).hexdigest()[:32]


@contextmanager
def _kept(file: Path | None, solver: Solver, mark: str) -> Iterator[None]:
    """Read what was solved before, and write down what is solved now, state by state."""
    if file is None:
        yield
        return
    is_new = not file.exists() or not file.stat().st_size
    if not is_new:
        whole = _read(file, solver, mark)
    with file.open("a", encoding="ascii") as out:
        if is_new:
            out.write(json.dumps({"sandtable": "solution", "format": 1, "of": mark}) + "\n")
        elif whole < file.stat().st_size:
            out.truncate(whole)  # a line that was cut off when the program was ended
        solver.solved = _writer(out)
        yield


def _writer(out: IO[str]) -> Any:
    return lambda fingerprint, value: out.write(f'["{fingerprint}",{value!r}]\n')


def _read(file: Path, solver: Solver, mark: str) -> int:
    """Take over what a file keeps; return how much of it is whole."""
    whole = 0
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.endswith(b"\n"):
                break
            try:
                data = json.loads(line[:200])
                if number == 1 and isinstance(data, dict):
                    if data.get("of") != mark or data.get("sandtable") != "solution":
                        raise Refused(f"{file} keeps another battle, other players, or those of another version")
                else:
                    fingerprint, value = data
                    if number == 1 or not isinstance(fingerprint, str) or not 0 <= float(value) <= 1:
                        raise ValueError
                    solver.known[fingerprint] = float(value)
            except (ValueError, TypeError):
                raise Refused(f"{file}:{number}: expected a state and its value: is this a file of `solve`?") from None
            if len(solver.known) > solver.most:
                raise Refused(f"{file} keeps more than {solver.most:,} states; --states N allows more")
            whole += len(line)
    return whole


@contextmanager
def _progress(solver: Solver) -> Iterator[None]:
    """Tell every few seconds how far it has come, to whoever watches."""
    from sim.cli.telling import say

    tell, last = solver.solved, monotonic()

    def solved(fingerprint: str, value: float) -> None:
        nonlocal last
        tell(fingerprint, value)
        if monotonic() - last > _PACE:
            last = monotonic()
            say(f"{len(solver.known):,} states solved, {solver.met:,} moments looked at", to_err=True)

    solver.solved = solved if sys.stderr is not None else tell
    yield

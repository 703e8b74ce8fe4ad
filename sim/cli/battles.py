"""What the commands that play have in common: which battle is meant, who plays it, and where its dice come from."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sim.cli.output import Refused
from sim.resources import find_scenario

if TYPE_CHECKING:
    from sim.engine.battle import Battle
    from sim.engine.reader import Reader
    from sim.engine.session import Session
    from sim.scenario.envelope import Opened
    from sim.scenario.records import Record
    from sim.scenario.scenario import Scenario

Command = TypeVar("Command", bound=Callable[..., Any])

LARGEST_SEED = 2**63 - 1
"""What a record can hold, and any program that reads one."""

players_option = click.option(
    "--players", metavar="SIDE=WHO,...", help="Who plays: solo (the printed AI), commander (our stand-in) or human."
)
seed_option = click.option("--seed", type=click.IntRange(0, LARGEST_SEED), metavar="N", help="The seed of the dice.")
explain_option = click.option("--explain", is_flag=True, help="Show the reasons as well.")
force_option = click.option("--force", is_flag=True, help="Overwrite an existing file.")
frame_option = click.option("--frame", type=int, metavar="N", required=True, help="The number of a line of the log.")
eyes_option = click.option(
    "--eyes",
    metavar="SIDE",
    help="Show what this side may know; all shows everything. If left out: what the players may know.",
)
record_option = click.option(
    "--record", type=click.Path(path_type=Path), metavar="FILE", help="Write the record of the battle into this file."
)


def made_up_seed() -> int:
    """Return a seed that nobody could foresee and anybody can type."""
    from secrets import randbelow

    return randbelow(1_000_000_000)


# -- which battle ---------------------------------------------------------------------------------------------


def scenario_called(name: str) -> Scenario:
    """Load a scenario by its path, or by its name if it is a shipped one."""
    from sim.scenario.scenario import load_scenario

    path = find_scenario(name)
    expect(path, "scenario")
    return load_scenario(path)


def record_called(name: str) -> Record:
    """Load a record or a save."""
    from sim.scenario.records import load_record

    expect(Path(name), "record")
    return load_record(name)


def position_called(name: str) -> Opened:
    """Load a position file, or the first state of a scenario."""
    from sim.engine.record import Scribe
    from sim.scenario.envelope import Opened
    from sim.scenario.file_kinds import kind_of
    from sim.scenario.positions import load_position

    path = Path(name)
    if path.is_file() and kind_of(path) == "record" and (record := record_called(name)).header.dispute:
        from sim.scenario.disputes import asked_for_decision

        return asked_for_decision(record)
    if path.is_file() and kind_of(path) not in ("scenario", "map"):
        expect(path, "position")
        return load_position(path)
    scenario = scenario_called(name)
    return Opened(scenario, Scribe(scenario.battle), dict(scenario.players), None, 0, 0, scenario.state)


_ADVICE = {
    ("record", "position"): "; `sandtable position FILE --frame N` takes a position out of a record",
    ("record", "scenario"): "; `sandtable replay FILE` shows a record",
    ("position", "scenario"): "; `sandtable decide FILE` asks a position for a decision",
    ("scenario", "record"): "; `sandtable run FILE --record OUT` plays a scenario and makes a record of it",
}


def expect(path: Path, wanted: str) -> None:
    """Refuse a file that is plainly something else, and say what can be done with it."""
    from sim.files import printable
    from sim.scenario.file_kinds import kind_of

    if (found := kind_of(path)) != wanted:
        advice = _ADVICE.get((found, wanted), "")
        raise Refused(f"{printable(str(path), 200)} is a {found}, but a {wanted} is needed{advice}")


# -- who plays ------------------------------------------------------------------------------------------------


def chosen_players(scenario: Scenario, given: Mapping[str, str], text: str | None) -> dict[str, str]:
    """Return who plays each side: as given, and as `--players` says otherwise."""
    players = {**given, **_read_players(scenario, text)}
    for side, player in players.items():
        if player != "human" and player not in scenario.ruleset.players:
            raise Refused(f"{scenario.ruleset.title} has no {player} to play {side}; --players can name another")
    return players


def _read_players(scenario: Scenario, text: str | None) -> dict[str, str]:
    from sim.files import did_you_mean, one_of, shown

    players: dict[str, str] = {}
    for part in (text or "").split(",") if text is not None else []:
        side, sign, player = (piece.strip() for piece in part.partition("="))
        sides = [each.id for each in scenario.battle.sides]
        known = [*dict.fromkeys(("solo", "commander", *scenario.ruleset.players, "human"))]
        told = ""
        if not sign:
            told = f"{shown(part.strip())} names no player: expected SIDE=WHO, as in {sides[0]}=solo"
        elif side not in sides:
            told = f"there is no side {shown(side)}: expected {one_of(sides)}; {did_you_mean(side, sides)}"
        elif player not in known:
            told = f"{shown(player)} is not a player: expected {one_of(known)}; {did_you_mean(player, known)}"
        elif side in players:
            told = f"{shown(side)} is named twice"
        if told:
            raise click.BadParameter(told.rstrip("; "), param_hint="--players")
        players[side] = player
    return players


def players_text(players: Mapping[str, str]) -> str:
    """List who plays.

    >>> players_text({"picket": "human", "raiders": "solo"})
    'picket: human, raiders: solo'
    """
    return ", ".join(f"{side}: {player}" for side, player in players.items())


def with_players(position: Opened, text: str | None) -> Opened:
    """Return a position with who plays it as `--players` says."""
    return replace(position, players=chosen_players(position.scenario, position.players, text))


# -- who reads ------------------------------------------------------------------------------------------------


def reader_called(battle: Battle[Any], players: Mapping[str, str], over: bool, eyes: str | None) -> Reader:
    """Return who reads of a battle: whoever is named, else the people who play it, until it is over."""
    from sim.engine.reader import Reader
    from sim.files import did_you_mean, one_of, shown

    if eyes is None:
        people = tuple(side for side, player in players.items() if player == "human")
        return Reader(battle, () if over else people)
    sides = [*(side.id for side in battle.sides), "all"]
    if eyes not in sides:
        told = f"there is no side {shown(eyes)}: expected {one_of(sides)}; {did_you_mean(eyes, sides)}"
        raise click.BadParameter(told.rstrip("; "), param_hint="--eyes")
    return Reader(battle, () if eyes == "all" else (eyes,))


def record_read(name: str, eyes: str | None) -> Record:
    """Load a record or a save as somebody may read it."""
    record = record_called(name)
    header = record.header
    reader = reader_called(header.battle, record.players, record.over, eyes)
    entries = tuple(reader.entries(record.entries, header.state))
    return replace(record, header=replace(header, state=reader.known(header.state)), entries=entries)


# -- records --------------------------------------------------------------------------------------------------


def check_record_target(path: Path | None, force: bool) -> None:
    """Refuse a record that could not be written, before an evening has been spent on the battle."""
    from sim.cli.map_files import check_targets
    from sim.files import remove_strays

    if path is None:
        return
    check_targets([path], force)
    if not path.absolute().parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"there is no folder '{path.parent}'", os.fspath(path))
    remove_strays(path.parent, path.name)


@contextmanager
def kept_record(
    path: Path | None, scenario: Scenario, session: Callable[[], Session[Any, Any]], seed: int | None
) -> Iterator[None]:
    """Write the record however the battle ends: won, stopped with Ctrl-C, or broken by a bug."""
    from sim.scenario.records import write_record

    try:
        yield
    except BaseException:
        if path is not None:
            # What ended the battle is what has to be told.
            with suppress(Exception):
                write_record(path, scenario, session(), seed)
        raise
    if path is not None:
        write_record(path, scenario, session(), seed)

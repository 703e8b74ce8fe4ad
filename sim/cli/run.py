"""`sandtable run`: play a battle without anybody watching, and print its log."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.battles import (
    check_record_target,
    chosen_players,
    explain_option,
    eyes_option,
    force_option,
    kept_record,
    made_up_seed,
    players_option,
    players_text,
    reader_called,
    record_option,
    scenario_called,
    seed_option,
)
from sim.cli.output import as_json_option, echo_json

if TYPE_CHECKING:
    from sim.engine.reader import Reader
    from sim.engine.session import Session
    from sim.scenario.scenario import Scenario


@click.command("run")
@click.argument("name", metavar="SCENARIO")
@seed_option
@players_option
@click.option("--max-activations", type=click.IntRange(1), metavar="N", help="Stop after this many activations.")
@record_option
@force_option
@explain_option
@eyes_option
@click.option("--quiet", is_flag=True, help="Print no log.")
@as_json_option
def run_command(
    name: str,
    seed: int | None,
    players: str | None,
    record: Path | None,
    force: bool,
    eyes: str | None,
    **settings: Any,
) -> None:
    """Play a scenario to its end, and print what happens.

    SCENARIO is a file or the name of a shipped scenario. Sides that it gives to a human are played by the commander,
    unless --players says otherwise. Without --seed one is made up and printed, so that the battle can be repeated.
    """
    check_record_target(record, force)
    scenario = scenario_called(name)
    reader = reader_called(scenario.battle, {}, False, eyes)
    HeadlessRun(scenario, headless_players(scenario, players), made_up_seed() if seed is None else seed).play(
        record, RunOptions(reader=reader, **settings)
    )


def headless_players(scenario: Scenario, text: str | None) -> dict[str, str]:
    """Return who plays where nobody sits at the table."""
    from sim.cli.telling import say
    from sim.scenario.scenario import automated

    people = [side for side, player in scenario.players.items() if player == "human"]
    players = chosen_players(scenario, automated(scenario.players), text)
    if asked := [side for side, player in players.items() if player == "human"]:
        command = click.get_current_context().command_path
        told = f"`{command}` cannot ask anybody to play {' and '.join(asked)}; `sandtable table` can"
        raise click.BadParameter(told, param_hint="--players")
    if stand_ins := [side for side in people if players[side] == "commander"]:
        say(f"sandtable: the commander plays {' and '.join(stand_ins)} in place of a human", to_err=True)
    return players


@dataclass(frozen=True)
class RunOptions:
    """What is to be printed of a battle, and how long it may last."""

    reader: Reader
    explain: bool
    quiet: bool
    as_json: bool
    max_activations: int | None


def _told_to_whoever_listens(log: Iterator[list[str]]) -> BrokenPipeError | None:
    """Print a battle as it goes on; if nobody reads on (`| head`) it is played out all the same, for its record."""
    from sim.cli.telling import say

    gone = None
    for lines in log:
        if gone is None:
            try:
                say(lines)
                sys.stdout.flush()
            except BrokenPipeError as error:
                gone = error
    return gone


@dataclass(frozen=True)
class HeadlessRun:
    """A battle that the program plays by itself."""

    scenario: Scenario
    players: dict[str, str]
    seed: int

    def play(self, record: Path | None, options: RunOptions) -> None:
        """Play, print, and keep the record."""
        from sim.cli.bundles import battle_bundle
        from sim.cli.telling import say
        from sim.engine.chance import Seeded
        from sim.engine.session import Session

        battle = self.scenario.battle
        session: Session[Any, Any] = Session(battle, self.scenario.state, self.players, Seeded(self.seed))
        with (
            kept_record(record, self.scenario, lambda: session, self.seed),
            battle_bundle(lambda: session, self.scenario, self.seed),
        ):
            heading = [] if options.as_json else [[self._heading()]]
            gone = _told_to_whoever_listens(chain(heading, self._log(session, options)))
        if gone:
            raise gone
        if options.as_json:
            echo_json(self._data(session, options))
        else:
            say(self._ending(session))

    def _heading(self) -> str:
        title = self.scenario.title or self.scenario.name
        return f"{title} ({self.scenario.ruleset.title}), seed {self.seed}; {players_text(self.players)}"

    def _log(self, session: Session[Any, Any], options: RunOptions) -> Iterator[list[str]]:
        """Play activation by activation, and yield the lines of each."""
        from sim.cli.telling import LogFormatter
        from sim.engine.game import Frame

        formatter, told, turn = LogFormatter(session.battle), 0, None
        limit = options.max_activations
        while True:
            if not (options.quiet or options.as_json):
                frames = session.frames
                before = frames[max(told - 1, 0)].state
                fresh = [entry for entry in options.reader.entries(frames[told:], before) if isinstance(entry, Frame)]
                yield list(formatter.log(fresh, options.explain, turn))
                told, turn = len(frames), session.state.turn
            if session.over or session.checkpoint.number == limit or not session.advance():
                return

    def _ending(self, session: Session[Any, Any]) -> Iterator[str]:
        from sim.cli.telling import ending

        if session.over:
            return ending(self.scenario, session)
        count = session.checkpoint.number
        return iter([f"Stopped after {count} {'activation' if count == 1 else 'activations'}; the battle is not over."])

    def _data(self, session: Session[Any, Any], options: RunOptions) -> dict[str, Any]:
        from sim.cli.telling import LogFormatter, ending_data
        from sim.engine.record import Scribe

        formatter, scribe = LogFormatter(session.battle), Scribe(session.battle)
        data = {
            "scenario": self.scenario.name,
            "system": self.scenario.ruleset.id,
            "seed": self.seed,
            "players": self.players,
            "activations": session.checkpoint.number,
            "over": session.over,
            **ending_data(self.scenario, session),
        }
        if options.quiet:
            return data
        frames = options.reader.frames(session.frames)
        return {**data, "frames": [formatter.frame_data(scribe, frame, options.explain) for frame in frames]}

"""`sandtable table`: the companion for a battle on a real table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.battles import (
    check_record_target,
    chosen_players,
    explain_option,
    force_option,
    kept_record,
    made_up_seed,
    players_option,
    players_text,
    record_option,
    scenario_called,
    seed_option,
)
from sim.cli.output import ExitCode, Refused

if TYPE_CHECKING:
    from sim.cli.companion import Companion
    from sim.scenario.records import Record
    from sim.scenario.scenario import Scenario


_RECALLED = 5
"""How many events are told again to somebody who comes back to a battle."""


@click.command("table")
@click.argument("name", metavar="SCENARIO")
@click.option(
    "--dice",
    type=click.Choice(["typed", "seeded"]),
    help="typed: real dice, typed in (the default); seeded: the program rolls.",
)
@seed_option
@players_option
@click.option("--resume", is_flag=True, help="Continue the battle that was saved last.")
@click.option("--previous", is_flag=True, help="With --resume: take the save before the last.")
@record_option
@force_option
@explain_option
def table_command(
    name: str, resume: bool, previous: bool, record: Path | None, force: bool, explain: bool, **new: Any
) -> ExitCode:
    """Run the automated side of a battle on a real table.

    SCENARIO is a file or the name of a shipped scenario, or a save to continue. The program says what to roll, draw
    and move, and you type in your own orders and dice. The battle is saved after every activation, and when you leave.
    """
    from sim.scenario.file_kinds import kind_of
    from sim.scenario.records import load_record
    from sim.scenario.saves import tidy_up

    tidy_up()
    is_save = Path(name).is_file() and kind_of(name) == "record"
    if is_save and previous:
        raise click.UsageError("--previous needs the name of a scenario; to play an older save, name its file")
    _check_options(resume or is_save, previous, **new)
    check_record_target(record, force)
    if is_save:
        companion = _continued(load_record(name))
    elif resume:
        companion = _resumed(scenario_called(name), previous)
    else:
        companion = _begun(scenario_called(name), **new)
    companion.explain = explain
    return _sit(companion, record, str(companion.save_path) if is_save else f"{name} --resume")


def _check_options(resume: bool, previous: bool, dice: str | None, seed: int | None, players: str | None) -> None:
    if previous and not resume:
        raise click.UsageError("--previous needs --resume")
    if resume and (dice is not None or seed is not None or players is not None):
        raise click.UsageError(
            "a battle that is resumed keeps its dice and players: leave out --dice, --seed, --players"
        )
    if dice == "typed" and seed is not None:
        raise click.UsageError("--seed cannot be used with --dice typed")


def _sit(companion: Companion, record: Path | None, again: str) -> ExitCode:
    """Play until it is over or somebody leaves, and say how to go on."""
    from sim.cli.bundles import battle_bundle
    from sim.cli.companion import WantsToStop
    from sim.cli.telling import ending, say

    scenario, seed = companion.scenario, companion.seed
    with (
        kept_record(record, scenario, lambda: companion.session, seed),
        battle_bundle(lambda: companion.session, scenario, seed),
    ):
        try:
            companion.sit()
        except WantsToStop:
            say(_how_to_go_on(companion, again))
            return ExitCode.OK if companion.is_saved or record else ExitCode.INPUT_OUTPUT
        except KeyboardInterrupt:
            say(["", _how_to_go_on(companion, again)], to_err=True)
            raise
        say(ending(scenario, companion.session))
    return ExitCode.OK


def _how_to_go_on(companion: Companion, again: str) -> str:
    if not companion.is_saved:
        return "The battle could not be saved."
    return f"The battle is saved; `sandtable table {again}` continues it."


# -- a new battle -------------------------------------------------------------------------------------------------


def _begun(scenario: Scenario, dice: str | None, seed: int | None, players: str | None) -> Companion:
    """Set up a new battle; the save of an earlier one is put aside, not written over."""
    from sim.cli.companion import Companion
    from sim.cli.telling import say
    from sim.engine.chance import Seeded, Source, Typed
    from sim.engine.session import Session
    from sim.engine.words import paragraphs

    if seed is None and dice == "seeded":
        seed = made_up_seed()
    source: Source = Typed() if seed is None else Seeded(seed)
    playing = chosen_players(scenario, scenario.players, players)
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, playing, source)
    made = "dice typed in" if seed is None else f"seed {seed}"
    say(f"{scenario.title or scenario.name} ({scenario.ruleset.title}), {made}; {players_text(playing)}")
    say(paragraphs(scenario.briefing))
    for side, player in playing.items():
        if player == "human":
            say(paragraphs(scenario.side_briefings.get(side, "")))
    return Companion(scenario, session, seed, _free_save(scenario))


def _free_save(scenario: Scenario) -> Path:
    """Return where the battle is saved, and say where an earlier save is kept."""
    from sim.cli.telling import say
    from sim.scenario.saves import freed_autosave

    file, aside = freed_autosave(scenario)
    if aside is not None:
        say(f"sandtable: the earlier save of this scenario is kept as {aside}", to_err=True)
    return file


# -- a battle that goes on ----------------------------------------------------------------------------------------


def _resumed(scenario: Scenario, previous: bool) -> Companion:
    """Go on from the autosave."""
    from sim.scenario.saves import autosave_file

    return _continued(_saved(autosave_file(scenario), scenario, previous))


def _continued(record: Record) -> Companion:
    """Go on with a battle; the scenario is the one that its record carries along."""
    from sim.cli.companion import Companion
    from sim.cli.telling import LogFormatter, say
    from sim.engine.reader import reader_of
    from sim.scenario.saves import autosave_file

    formatter = LogFormatter(record.header.battle)
    if record.over:
        ended = formatter.outcome(record.frames[-1].state.outcome)
        raise Refused(f"{record.file}: there is nothing to continue. {ended}")
    session, file = record.session(), autosave_file(record.scenario)
    # Any other save must not be written over, least of all a damaged one over the sound one before it.
    if file.resolve() != Path(record.file).resolve():
        file = _free_save(record.scenario)
    say(f"{record.scenario.title or record.scenario.name}: turn {session.state.turn}; {players_text(record.players)}")
    say(formatter.log(list(reader_of(session).frames(session.frames))[-_RECALLED:]))
    return Companion(record.scenario, session, record.seed, file)


def _saved(file: Path, scenario: Scenario, previous: bool) -> Record:
    """Read the save; a damaged one is named, and the one before it offered."""
    from sim.cli.companion import read_line
    from sim.cli.telling import say
    from sim.scenario import saves
    from sim.scenario.records import load_record

    wanted = saves.previous(file) if previous else file
    if not wanted.is_file():
        raise Refused(saves.no_save(wanted, scenario))
    if previous:
        return load_record(wanted)
    try:
        return saves.load_save(file)
    except saves.DamagedSave as damaged:
        if damaged.sound is None:
            raise
        say(str(damaged).splitlines(), to_err=True)
        say("Continue the save before it? (yes or no)")
        if (read_line() or "no").strip().casefold() not in ("y", "yes"):
            raise Refused("the save is damaged; --resume --previous continues the one before it") from None
        return load_record(damaged.sound)

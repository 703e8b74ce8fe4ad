"""`sandtable check`: say what is wrong in files of any kind, all of it at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.output import ExitCode, as_json_option, echo, echo_json
from sim.resources import UnknownName, find_map, find_scenario

if TYPE_CHECKING:
    from sim.files import Mistake


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@as_json_option
def check_command(files: tuple[str, ...], as_json: bool) -> ExitCode:
    """Check maps, scenarios, records, saves, positions and rulebooks for mistakes.

    The kind of a file is known by its content. A shipped map or scenario can be given by its name. The exit code is 3
    if a file is not valid. `sandtable map check` also points out what looks odd in a valid map.
    """
    reports = [checked(name) for name in files]
    if as_json:
        echo_json([report.data() for report in reports])
    else:
        for report in reports:
            for line in report.lines():
                echo(line)
    return worst(report.ending for report in reports)


def worst(endings: Iterator[ExitCode]) -> ExitCode:
    """Return the ending of several checks: what the author of a file can mend comes first."""
    found = set(endings)
    order = (ExitCode.INVALID_INPUT, ExitCode.UNSUPPORTED_VERSION, ExitCode.INPUT_OUTPUT)
    return next((ending for ending in order if ending in found), ExitCode.OK)


@dataclass(frozen=True)
class Report:
    """What checking one file has brought to light."""

    name: str
    kind: str = ""
    summary: str = ""
    """What is in it, if it is sound."""
    ending: ExitCode = ExitCode.OK
    refusal: str = ""
    """Why it could not even be looked at."""
    mistakes: tuple[Mistake, ...] = ()
    unlisted: int = 0

    def lines(self) -> Iterator[str]:
        """Yield the report as text."""
        from sim.files import printable

        name = printable(self.name, 200)
        if self.ending == ExitCode.OK:
            yield f"{name}: {self.kind}, {printable(self.summary, 300)}"
        yield from map(str, self.mistakes)
        if self.unlisted:
            yield f"{name}: ... and {self.unlisted} more"
        if self.refusal:
            yield printable(self.refusal, 500)

    def data(self) -> dict[str, Any]:
        """Return the report as data."""
        return {
            "file": self.name,
            "kind": self.kind or None,
            "valid": self.ending == ExitCode.OK,
            "summary": self.summary or None,
            "error": self.refusal or None,
            "mistakes": [{**asdict(mistake), "text": str(mistake)} for mistake in self.mistakes],
            "unlisted": self.unlisted,
        }


def checked(name: str) -> Report:
    """Check one file; whatever is wrong with it becomes part of the report."""
    from sim.files import FileMistakes, UnsupportedVersion
    from sim.scenario.file_kinds import kind_of

    kind = ""
    try:
        file = _found(name)
        kind = kind_of(file)
        return Report(name, kind, _SUMMARIES[kind](file))
    except FileMistakes as wrong:
        newer = isinstance(wrong, UnsupportedVersion)
        ending = ExitCode.UNSUPPORTED_VERSION if newer else ExitCode.INVALID_INPUT
        return Report(name, kind, ending=ending, mistakes=wrong.mistakes, unlisted=wrong.unlisted)
    except UnknownName as error:
        return Report(name, kind, ending=ExitCode.INVALID_INPUT, refusal=f"{name}: {error}")
    except OSError as error:
        return Report(name, kind, ending=ExitCode.INPUT_OUTPUT, refusal=f"{name}: {error.strerror or error}")


def _found(name: str) -> Path:
    """Return the file that is meant: a path, or the name of a shipped scenario or map."""
    path = Path(name)
    if name and path.exists():
        return path
    for find in (find_scenario, find_map):
        try:
            return find(name)
        except UnknownName:
            continue
    raise UnknownName("there is no such file, and no shipped scenario or map of that name; see `sandtable list`")


# -- what is in a sound file --------------------------------------------------------------------------------------


def _counted(count: int, word: str) -> str:
    return f"1 {word}" if count == 1 else f"{count} {word}s"


def _map_summary(file: Path) -> str:
    from sim.cli.map_files import loaded, size_text

    return size_text(loaded(file))


def _scenario_summary(file: Path) -> str:
    from sim.scenario.scenario import load_scenario

    scenario = load_scenario(file)
    return f"{_counted(len(scenario.battle.sides), 'side')}, {_counted(len(scenario.setup.units), 'unit')}"


def _record_summary(file: Path) -> str:
    from sim.scenario.records import load_record

    record = load_record(file)
    end = "to the end of the battle" if record.over else "the battle is not over"
    return f"{_counted(len(record.frames), 'frame')}, {end}"


def _position_summary(file: Path) -> str:
    from sim.scenario.positions import load_position

    position = load_position(file)
    return f"turn {position.state.turn}, {_counted(len(position.state.units), 'unit')}"


def _rulebook_summary(file: Path) -> str:
    from sim.engine.rulebook import load_rulebook

    return _counted(len(load_rulebook(file)), "rule")


_SUMMARIES: dict[str, Callable[[Path], str]] = {
    "map": _map_summary,
    "scenario": _scenario_summary,
    "record": _record_summary,
    "position": _position_summary,
    "rulebook": _rulebook_summary,
}

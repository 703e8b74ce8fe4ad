"""Take the sound part of a scenario file with mistakes in its form, so that the rest of it can be looked at as well.

A misspelt key of one unit says nothing of where the others stand, and a designer wants to hear of both. So what is
spoilt is told, left out, and remembered as spoilt: of that place nothing more is said.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

from sim.board.findings import Findings
from sim.engine.ruleset import Ruleset
from sim.engine.setup import UnitEntry
from sim.files import FileMistakes, KeyPath, TomlDocument, did_you_mean, one_of, shown, written
from sim.files.kinds import ErrorPlace, keys_of
from sim.files.mistakes import KEPT
from sim.files.strict import spoilt_places, validated
from sim.scenario.schema import OpenEntry, OpenScenario, ScenarioFile, common_model, scenario_model
from sim.scenario.systems import system_ids, system_of_id

_STAND_IN = "?"
_HEAD = ("format", "system", "title", "map", "briefing", "author", "notes")
"""The plain keys of a file."""
_NEEDED = ("system", "title", "map", "briefing")
"""Plain keys without which there is no file; what stands in for them is never looked at."""


def system_of(document: TomlDocument, findings: Findings) -> Ruleset[Any, Any] | None:
    """Return the system of a scenario; None, with the mistake noted, if it names none that is known."""
    named = document.data.get("system")
    ruleset = system_of_id(named) if isinstance(named, str) else None
    if ruleset is not None:
        return ruleset
    known = system_ids()
    found = "nothing" if named is None else shown(named)
    expected = one_of(known) if known else "the id of a system, of which none is installed"
    findings.add(("system",), found, expected, did_you_mean(named, known))
    return None


def sound_part(
    document: TomlDocument, ruleset: Ruleset[Any, Any] | None, findings: Findings
) -> tuple[ScenarioFile[Any], bool]:
    """Check the form of a file; return what can be worked with, and whether that is all of it.

    Of a system that is not known the own tables may say anything, and units more than the common keys. Where nothing
    can be made of a file, all mistakes so far are raised.
    """
    model: type[ScenarioFile[Any]] = scenario_model(ruleset) if ruleset else OpenScenario
    looked_at = document if ruleset else _without_own_tables(document)
    try:
        return validated(model, looked_at), ruleset is not None
    except FileMistakes as mistakes:
        if mistakes.unlisted or len(mistakes.mistakes) >= KEPT:
            findings.take(mistakes)
            findings.settle()
        places = spoilt_places(model, looked_at)
        findings.take(_with_hints(mistakes, places))
    spoilt = [place.path for place in places]
    return _mended(looked_at, spoilt, ruleset.entry if ruleset else OpenEntry, findings), False


def _with_hints(mistakes: FileMistakes, places: list[ErrorPlace]) -> FileMistakes:
    """Add how to mend it where a key of the head stands below a table.

    TOML counts it to that table, which would be hard to guess from an unknown key in it.
    """
    below = [place.path for place in places if len(place.path) > 1 and _is_misplaced(place)]
    hints = {written(path): f"move {path[-1]} above the first [table]" for path in below}
    told = (replace(mistake, hint=hints.get(mistake.where, mistake.hint)) for mistake in mistakes.mistakes)
    return FileMistakes(told, mistakes.unlisted)


def _is_misplaced(place: ErrorPlace) -> bool:
    key = place.path[-1]
    return key in _HEAD and place.owner is not None and key not in keys_of(place.owner)


def _without_own_tables(document: TomlDocument) -> TomlDocument:
    """Leave out the tables that may be those of a system nobody knows, and its name."""
    common = keys_of(OpenScenario)
    data = {key: value for key, value in document.data.items() if key in common or not isinstance(value, dict)}
    return replace(document, data={**data, "system": _STAND_IN})


def _mended(
    document: TomlDocument, spoilt: list[KeyPath], entry: type[UnitEntry], findings: Findings
) -> ScenarioFile[Any]:
    """Return the file without its spoilt parts and the tables of its system, or raise what has been found."""
    model = common_model(entry)
    data = deepcopy({key: value for key, value in document.data.items() if key in keys_of(model)})
    items = {item for path in spoilt if (item := _item_around(path))}
    findings.spoilt |= items | {*spoilt}
    for path in spoilt:
        if not _item_around(path):
            _take_out(data, path)
    # From behind, so that those before keep their numbers; and units before the reinforcement that holds them.
    for item in sorted(items, key=lambda item: (len(item), int(item[-1])), reverse=True):
        _drop(data, item)
    try:
        return validated(model, replace(document, data=data))
    except FileMistakes:
        findings.settle()
        raise


def _item_around(path: KeyPath) -> KeyPath | None:
    """Return the unit, reinforcement or objective that a spoilt value is part of: it is left out as a whole."""
    match path:
        case ("sides", _, "reinforcements", int(), "units", int(), *_):
            return path[:6]
        case ("sides", _, "units" | "reinforcements", int(), *_):
            return path[:4]
        case ("objectives", int(), *_):
            return path[:2]
    return None


def _take_out(data: dict[str, Any], path: KeyPath) -> None:
    """Take one spoilt value out, or put in what can do no harm."""
    match path:
        case ("sides", str(side), str(key), *_) if side in data["sides"]:
            data["sides"][side].pop(key, None)
            data["sides"][side].setdefault("name", _STAND_IN)
        case ("sides", str(side), *_):
            data["sides"].pop(side, None)
        case (str(key), *_):
            data.pop(key, None)
    data |= {key: _STAND_IN for key in _NEEDED if key not in data}


def _drop(data: Any, item: KeyPath) -> None:
    """Take an item out of its list, unless all that is around it has gone already."""
    for step in item[:-1]:
        if isinstance(data, dict) and step not in data:
            return
        data = data[step]
    del data[item[-1]]

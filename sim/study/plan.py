"""What a study plays: arms, which are scenarios under settings and players, and the seed of every game of each.

An arm carries scenario and map along as text, so that any process anywhere can play it, and the seeds follow from the
study's base seed, the arm and the number of the game alone: whoever plays a game, and when, it is the same game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from itertools import product
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from sim.engine.chance import Seeded
from sim.engine.session import Session
from sim.files.strict import Strict
from sim.files.toml_document import parse_toml
from sim.resources import user_data_folder
from sim.scenario.scenario import Scenario, read_scenario, with_settings

SETTINGS = "settings."
"""What a key that is varied begins with."""


class CannotVary(ValueError):
    """Tell why a setting cannot be varied as wanted."""


@dataclass(frozen=True)
class Arm:
    """One scenario as a study plays it."""

    name: str
    text: str
    """The scenario file as it was read."""
    map_text: str
    players: Mapping[str, str]
    settings: Mapping[str, Any]
    """The settings that differ from what the file says."""
    paired: bool = False
    """Whether its games have the seeds of the same battle without those settings, to be compared one by one."""

    @property
    def digest(self) -> str:
        """A short digest of all that decides how its games go: the same for the same arm in any study."""
        told = {key: value for key, value in asdict(self).items() if key != "paired" or value}
        return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def battle(self) -> Arm:
        """The same without its settings."""
        return replace(self, settings={})

    def seed(self, base: int, number: int) -> int:
        """Return the seed of one of its games.

        >>> arm = Arm("ford", "…", "…", {"picket": "solo"}, {})
        >>> arm.seed(1, 0) == arm.seed(1, 0), arm.seed(1, 0) == arm.seed(1, 1), arm.seed(1, 0) == arm.seed(2, 0)
        (True, False, False)
        """
        digest = self.battle.digest if self.paired else self.digest
        return int.from_bytes(sha256(f"{base} {digest} {number}".encode()).digest()[:8], "big") >> 1

    def scenario(self) -> Scenario:
        """Return the scenario with the settings of the arm."""
        document = with_settings(parse_toml(self.text, self.name), self.settings)
        return read_scenario(document, self.name, self.map_text)

    @property
    def usual_file(self) -> Path:
        """Where the window keeps the study of its scenario, whoever plays it: one file for each version of it."""
        version = sha256(json.dumps([self.text, self.map_text]).encode()).hexdigest()[:8]
        return user_data_folder() / "studies" / f"{Path(self.name).stem}-{version}.study"

    @property
    def shown_settings(self) -> str:
        """The settings as people write them: "fire_zone=normal"."""
        return ", ".join(f"{key}={json.dumps(value).strip(chr(34))}" for key, value in self.settings.items())


def session_of(scenario: Scenario, players: Mapping[str, str], seed: int) -> Session[Any, Any]:
    """Return a battle that is about to begin."""
    return Session(scenario.battle, scenario.state, players, Seeded(seed))


# -- settings -----------------------------------------------------------------------------------------------------


def varied(scenario: Scenario, wanted: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield the settings of every arm: each value of every key that is varied, with each of the others.

    `wanted` has the values by the key, as they are typed: "all", or some with commas between them.
    """
    keys = [key.removeprefix(SETTINGS) for key in wanted]
    values = [_values(scenario.ruleset.settings, key, text) for key, text in zip(keys, wanted.values(), strict=True)]
    for chosen in product(*values):
        yield dict(zip(keys, chosen, strict=True))


def _values(model: type[Strict], key: str, text: str) -> list[Any]:
    fields = model.model_fields
    if key not in fields:
        raise CannotVary(f'there is no setting "{key}" in this system: expected {_listed(fields)}')
    allowed = _allowed(fields[key].annotation)
    if text == "all":
        if not allowed:
            raise CannotVary(f'"{key}" takes numbers: name those to try, as in {SETTINGS}{key}=2,4')
        return allowed
    found = []
    for part in (part.strip() for part in text.split(",")):
        fitting = [value for value in allowed if json.dumps(value).strip('"') == part]
        if fitting:
            found += fitting
        elif not allowed and part.lstrip("-").isdigit():
            found.append(int(part))
        else:
            expected = _listed(json.dumps(value).strip('"') for value in allowed) if allowed else "whole numbers"
            raise CannotVary(f'"{part}" is no value of "{key}": expected {expected}, or all')
    return found


def _allowed(annotation: Any) -> list[Any]:
    """Return the values that a setting can have, where they can be counted."""
    if annotation is bool:
        return [False, True]
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    if get_origin(annotation) in (Union, UnionType):
        return [value for part in get_args(annotation) for value in _allowed(part)]
    return []


def _listed(names: Any) -> str:
    return ", ".join(names) or "nothing: it has no settings"

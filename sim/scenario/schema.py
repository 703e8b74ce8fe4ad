"""What a scenario file may hold, key by key. What its words mean on the map is worked out in `mustering.py`.

Every system adds its own: what a unit entry says beside the common keys, the tables [settings] and [victory], and a
table of the system's name. `scenario_model` joins all that in one model, so that one check tells every mistake.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Annotated, Any, Generic, Literal, TypeVar, cast

from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError, create_model

from sim.board.mapfile.schema import _plain as plain
from sim.engine.ruleset import Ruleset
from sim.engine.setup import NamedSide, Names, NothingMore, TypedName, UnitEntry
from sim.files.strict import Strict, StrictTable
from sim.files.wording import formed

FEWEST_SIDES, MOST_SIDES = 2, 8
MOST_UNITS = 400
"""How many units a scenario may have in all, reinforcements included."""
MOST_OBJECTIVES = 100
MOST_TURNS = 1000

EntryT = TypeVar("EntryT", bound=UnitEntry)

Player = Literal["human", "solo", "commander"]
Title = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Prose = Annotated[str, StringConstraints(max_length=20_000)]
SideId = Annotated[str, formed("^[a-z][a-z0-9_]{0,39}$", "small letters, digits and _, a letter first")]
SpotName = Annotated[str, StringConstraints(min_length=1, max_length=60), Names("spot")]
"""A cell, a place or an area: what maps call them is no longer."""
Turn = Annotated[int, Field(ge=1, le=MOST_TURNS)]
HARDEST = 5
Difficulty = Annotated[int, Field(ge=1, le=HARDEST)]


class LimitsTable(Strict):
    """When the battle ends at the latest."""

    turns: Turn | None = Field(default=None, description="The last turn")


class ReinforcementTable(Strict, Generic[EntryT]):
    """Units that come later."""

    turn: Turn = Field(description="The turn of their arrival")
    at: SpotName | None = Field(None, description="Where they arrive, unless a unit says otherwise")
    units: tuple[EntryT, ...] = ()


class EpilogueTable(Strict):
    """What became of it all, as it is told to a side once the battle is over."""

    won: Prose = Field(default="", description="If the side has won")
    lost: Prose = Field(default="", description="If another side has won")
    drawn: Prose = Field(default="", description="If nobody has won")


class SideTable(Strict, Generic[EntryT]):
    """One of the parties."""

    name: Title = Field(description="What the side is called")
    player: Player = Field("human", description="Who plays it unless somebody says otherwise")
    briefing: Prose = Field("", description="What only this side is told")
    epilogue: EpilogueTable = Field(
        default_factory=lambda: EpilogueTable(), description="What this side is told at the end"
    )
    units: tuple[EntryT, ...] = ()
    reinforcements: tuple[ReinforcementTable[EntryT], ...] = ()


class ObjectiveTable(Strict):
    """A place that matters."""

    id: TypedName = Field(description="What the log and typed orders call it")
    title: Annotated[str, StringConstraints(max_length=200)] = Field("", description="Its id if left out")
    at: SpotName = Field(description="A cell, a place or an area of the map")
    points: int = Field(0, ge=0, le=1000, description="What it is worth")
    holder: NamedSide | None = Field(None, description="The side that holds it at the beginning")


class ScenarioFile(Strict, Generic[EntryT]):
    """A scenario of Sandtable."""

    format: Literal[1] = Field(description="The version of the format")
    system: str = Field(description="The id of the system that it is played by")
    title: Title = Field(description="What the battle is called")
    map: Annotated[str, StringConstraints(min_length=1, max_length=200)] = Field(
        description='The name of a shipped map, or a file beside the scenario as in "ford.toml"'
    )
    briefing: Annotated[Prose, StringConstraints(min_length=1)] = Field(description="What the player reads")
    author: Annotated[str, StringConstraints(max_length=200)] = Field("", description="Who has written it")
    notes: Prose = Field("", description="Whatever a designer should know")
    difficulty: Difficulty | None = Field(None, description="How hard it is for the player: 1 (easy) to 5")
    limits: LimitsTable = Field(default_factory=lambda: LimitsTable())
    sides: dict[SideId, SideTable[EntryT]] = Field(
        json_schema_extra={"minProperties": FEWEST_SIDES, "maxProperties": MOST_SIDES}
    )
    objectives: tuple[ObjectiveTable, ...] = Field((), max_length=MOST_OBJECTIVES)


class OpenEntry(UnitEntry):
    """What a scenario file says of a unit, with whatever a system adds."""

    model_config = ConfigDict(extra="allow")


class OpenScenario(ScenarioFile[OpenEntry]):
    """A scenario of any system."""

    settings: dict[str, Any] = Field(default_factory=dict, description="Rules that the system lets a scenario choose")
    victory: dict[str, Any] = Field(default_factory=dict, description="How the system decides who has won")


@lru_cache(maxsize=64)
def scenario_model(ruleset: Ruleset[Any, Any]) -> type[ScenarioFile[Any]]:
    """Return what a scenario file of this system may hold.

    A table about which the system has nothing to say is not there at all, so that nobody writes one that does nothing.
    """
    said = {name: (kind, key) for name, kind, key in _own_tables(ruleset) if kind is not NothingMore}
    fields: dict[str, Any] = {name: (kind, _table(kind, key)) for name, (kind, key) in said.items()}
    name = f"{ruleset.id.title()}Scenario"
    return create_model(name, __base__=common_model(ruleset.entry), **fields)


@lru_cache(maxsize=64)
def common_model(entry: type[UnitEntry]) -> type[ScenarioFile[Any]]:
    """Return what scenario files of all systems hold, with the unit entries of one."""
    return cast(type[ScenarioFile[Any]], ScenarioFile.__class_getitem__(entry))


def own_table(file: ScenarioFile[Any], name: Literal["settings", "victory", "extras"]) -> Any:
    """Return what a file says in a table of its system; of one that the system has not, that there is nothing more."""
    return getattr(file, name, NothingMore())


def _own_tables(ruleset: Ruleset[Any, Any]) -> tuple[tuple[str, type[Strict | StrictTable], str], ...]:
    """Return the tables of a system: the name here, the model, and the key in the file."""
    return (
        ("settings", ruleset.settings, "settings"),
        ("victory", ruleset.victory, "victory"),
        ("extras", ruleset.extras, ruleset.id),
    )


def _table(kind: type[Strict | StrictTable], key: str) -> Any:
    """Return the field of a table, which may be left out if its system can do with what it says by itself."""
    try:
        TypeAdapter(kind).validate_python({})
    except ValidationError:
        return Field(alias=key)
    return Field(alias=key, default_factory=kind)


def scenario_schema() -> dict[str, Any]:
    """Return the schema of a scenario file."""
    schema = _unmarked(plain(OpenScenario.model_json_schema()))
    # Beside the common keys there may be the table of the system.
    schema["additionalProperties"] = {"type": "object"}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Sandtable scenario", **schema}


def scenario_schema_text() -> str:
    """Return the schema as the text of the file that is shipped."""
    return json.dumps(scenario_schema(), indent=2, ensure_ascii=False) + "\n"


def _unmarked(schema: Any) -> Any:
    """Return a schema that leaves open tables unmarked: that means the same, and only some releases of pydantic do."""
    match schema:
        case dict():
            kept = {key: part for key, part in schema.items() if key != "additionalProperties" or part is not True}
            return {key: _unmarked(part) for key, part in kept.items()}
        case list():
            return [_unmarked(part) for part in schema]
        case _:
            return schema

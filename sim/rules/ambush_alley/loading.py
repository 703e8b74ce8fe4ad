"""The figures of Ambush Alley as they are read from files: numbers, support weapons, teams, cards.

All of them are TOML beside this module, each figure with its source, because the printed ones are not public: whoever
owns the rules can compare them, correct them, and hand a file of their own to the loaders. The cards are our own.
Terrain is not here: its figures are those of the terrain set "tabletop".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import NamedTuple

from sim.board.findings import Findings
from sim.board.terrain_sets import terrain_set
from sim.board.terrain_sets.kind_tables import spoken
from sim.files import did_you_mean, one_of, shown
from sim.files.strict import validated
from sim.rules.ambush_alley.data import Arrivals, Card, Numbers, Paces, Support
from sim.rules.ambush_alley.data_tables import ArrivalTable, CardsFile, CardTable, NumbersFile, TeamsFile, TeamTable
from sim.rules.ambush_alley.units import TeamProfile
from sim.rules.common.own_files import PathLike, check_keys, own_document

TERRAIN_SET = "tabletop"
"""Whose ground the teams move over."""
COVERS = ("soft", "hard")
FIRST_AID = tuple(str(score) for score in range(1, 7))
DAMAGE = tuple(str(score) for score in range(1, 9))
"""A die, and 2 for the heaviest weapon."""
ARRIVALS = tuple(str(score) for score in range(1, 11))
FIGURES = re.compile(r"D6|D6/2\+1|[1-9][0-9]?")
"""How the strength of those who arrive may be written."""

_TABLES = ("paces", "cover", "first_aid", "damage")
"""The fields of `Numbers` that are tables of their own in the file."""
_LASTING = (
    "defence dice", "firepower dice", "quality", "reaction", "morale", "extra aid", "no rapid", "cover lost", "recon",
)  # fmt: skip
"""Effects that are in force for a time."""
_ON_SOMEBODY = (*_LASTING, "pinned", "sniper", "strike", "medevac", "reactivate")
"""Effects that need to know on whom."""
_IN_NUMBERS = (
    "defence dice", "firepower dice", "quality", "reaction", "morale", "extra aid", "cover lost", "level", "arrival",
    "mob", "pinned", "sniper", "strike",
)  # fmt: skip
"""Effects that do nothing without an amount."""


class Figures(NamedTuple):
    """What numbers.toml says."""

    supports: Mapping[str, Support]
    numbers: Numbers
    arrivals: Mapping[int, Arrivals]


class Cards(NamedTuple):
    """What cards.toml says."""

    fog: Mapping[str, Card]
    assets: Mapping[str, Card]


@cache
def figures() -> Figures:
    """Read the shipped figures, once: nobody changes them."""
    return load_figures()


@cache
def profiles() -> Mapping[str, TeamProfile]:
    """Read the shipped teams, once."""
    return load_profiles()


@cache
def cards() -> Cards:
    """Read the shipped cards, once."""
    return load_cards()


# -- numbers.toml ----------------------------------------------------------------------------------------------


def load_figures(path: PathLike | None = None) -> Figures:
    """Read the figures, ours or those of a file, which must have them all; or raise every mistake in it."""
    document = own_document("ambush_alley", "numbers.toml", path)
    file, findings = validated(NumbersFile, document), Findings(document)
    known = [field.name for field in fields(Numbers) if field.name not in _TABLES]
    check_keys(findings, "number", file.number, known)
    check_keys(findings, "cover", file.cover, COVERS, "cover")
    check_keys(findings, "first_aid", file.first_aid, FIRST_AID, "first aid")
    check_keys(findings, "damage", file.damage, DAMAGE, "damage")
    check_keys(findings, "arrival", file.arrival, ARRIVALS, "arrival")
    _check_paces(file, findings)
    for score, row in file.arrival.items():
        _check_arrival(("arrival", score), row, findings)
    for id, weapon in file.support.items():
        if weapon.damage and not weapon.anti_tank:
            found = f"damage {weapon.damage} of a weapon that harms no vehicle"
            findings.add(("support", id, "damage"), found, "anti_tank dice, or no damage")
    findings.settle()
    return Figures(
        supports={
            id: Support(id, table.name, table.dice, table.anti_tank, table.damage, table.mounted)
            for id, table in file.support.items()
        },
        numbers=_numbers(file),
        arrivals={int(score): _arrivals(table) for score, table in file.arrival.items()},
    )


def _check_paces(file: NumbersFile, findings: Findings) -> None:
    classes = list(terrain_set(TERRAIN_SET).movement)
    for id, table in file.pace.items():
        if id not in classes:
            findings.add(("pace", id), "an unknown movement class", one_of(classes), did_you_mean(id, classes))
        if table.rapid < table.cautious:
            found = f"a Rapid move of {table.rapid} inches"
            findings.add(("pace", id, "rapid"), found, f"no less than the Cautious one, {table.cautious}")


def _check_arrival(way: tuple[str, str], table: ArrivalTable, findings: Findings) -> None:
    """Note a row that says neither who comes nor to roll again, or both."""
    if table.again:
        if table.profile or table.figures or table.leader:
            findings.add((*way, "again"), "a row that rolls again, and somebody who comes", "one or the other")
        return
    if table.profile is None:
        findings.add((*way, "profile"), "nothing", "who comes, or again = 2 to roll twice")
    if table.figures is None or not FIGURES.fullmatch(table.figures):
        found = shown(table.figures) if table.figures else "nothing"
        findings.add((*way, "figures"), found, 'how many come: "D6", "D6/2+1" or a number as in "4"')


def _numbers(file: NumbersFile) -> Numbers:
    return Numbers(
        **{name: table.value for name, table in file.number.items()},
        paces={id: Paces(table.cautious, table.rapid) for id, table in file.pace.items()},
        cover={id: table.value for id, table in file.cover.items()},
        first_aid={int(score): table.is_ for score, table in file.first_aid.items()},
        damage={int(score): table.is_ for score, table in file.damage.items()},
    )


def _arrivals(table: ArrivalTable) -> Arrivals:
    return Arrivals(table.profile or "", table.figures or "", table.leader, table.again)


# -- teams.toml ------------------------------------------------------------------------------------------------


def load_profiles(path: PathLike | None = None, known: Figures | None = None) -> Mapping[str, TeamProfile]:
    """Read the teams, ours or those of a file, or raise every mistake in it."""
    known = figures() if known is None else known
    document = own_document("ambush_alley", "teams.toml", path)
    file, findings = validated(TeamsFile, document), Findings(document)
    for id, table in file.team.items():
        _check_team(("team", id), table, known, findings)
    for score, row in known.arrivals.items():
        if not row.again and row.profile not in file.team:
            found = f"no {shown(row.profile)}, who comes with a {score} of the reinforcement table"
            findings.add(("team",), found, "a team of that id")
    findings.settle()
    return {id: _profile(id, table) for id, table in file.team.items()}


def _check_team(way: tuple[str, str], table: TeamTable, known: Figures, findings: Findings) -> None:
    if table.movement not in known.numbers.paces:
        findings.not_among((*way, "movement"), table.movement, list(known.numbers.paces))
    for place, weapon in enumerate(table.support):
        if weapon not in known.supports:
            findings.not_among((*way, "support", place), weapon, list(known.supports))
        elif known.supports[weapon].mounted and table.kind != "vehicle":
            found = f"{shown(weapon)}, which is mounted, with a {table.kind}"
            findings.add((*way, "support", place), found, "a vehicle, or a weapon that can be carried")
    if table.kind == "vehicle":
        if table.movement == "foot":
            findings.add((*way, "movement"), "a vehicle on foot", "wheeled or tracked")
        return
    armoured = {"armour": any(table.armour), "rear_die": table.rear_die, "soft_skinned": table.soft_skinned}
    if key := next((key for key, said in {**armoured, "seats": table.seats}.items() if said), None):
        findings.add((*way, key), f"a {table.kind} with {spoken(key)}", 'kind = "vehicle"')
    if table.kind == "leader" and table.figures != 1:
        findings.add((*way, "figures"), f"a leader of {table.figures} figures", "1")
    if table.kind == "mob" and table.support:
        findings.add((*way, "support"), "a mob with a support weapon", "none, or another kind")


def _profile(id: str, table: TeamTable) -> TeamProfile:
    words = table.model_dump(exclude={"source", "rear_die"})
    return TeamProfile(id=id, rear_die=table.rear_die or 0, **words)


# -- cards.toml ------------------------------------------------------------------------------------------------


def load_cards(path: PathLike | None = None) -> Cards:
    """Read the cards, ours or those of a file, or raise every mistake in it."""
    document = own_document("ambush_alley", "cards.toml", path)
    file, findings = validated(CardsFile, document), Findings(document)
    for deck, tables in (("fog", file.fog), ("asset", file.asset)):
        for id, table in tables.items():
            _check_card((deck, id), table, findings)
    findings.settle()
    return Cards(
        fog={id: Card(id, **table.model_dump()) for id, table in file.fog.items()},
        assets={id: Card(id, **table.model_dump()) for id, table in file.asset.items()},
    )


def _check_card(way: tuple[str, str], table: CardTable, findings: Findings) -> None:
    """Note a card whose words do not make an effect."""
    if table.effect in _ON_SOMEBODY and not table.whom:
        findings.add((*way, "whom"), "nothing", f"on whom {shown(table.effect)} is")
    if table.effect in _IN_NUMBERS and not table.amount:
        findings.add((*way, "amount"), "nothing", f"how much {shown(table.effect)} is")
    if (table.effect in _LASTING) == (table.lasts == "at once"):
        expected = "how long" if table.effect in _LASTING else 'lasts = "at once"'
        findings.add((*way, "lasts"), f"{shown(table.effect)} that lasts {shown(table.lasts)}", expected)
    if way[0] == "asset" and table.whom in ("random", "nearest"):
        findings.add((*way, "whom"), f"an asset on {shown(table.whom)}", "one that the player names, or all")

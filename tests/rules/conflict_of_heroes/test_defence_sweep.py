"""One defence modifier on every shipped map: certificate, ruler, overlay, attack and the AI's choice of hexes agree.

Everyday a thin sample of all lines is compared, with the long tests every line of every map.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from sim.board.battlemap import BattleMap
from sim.board.convention import CONVENTIONS
from sim.board.mapfile import load_map
from sim.board.sight import lines_of_sight
from sim.engine.battle import Battle, Position
from sim.grid import Cell
from sim.rules.conflict_of_heroes.combat.attacks import attack, hex_defence
from sim.rules.conflict_of_heroes.solo.choosing import Aim
from sim.rules.conflict_of_heroes.solo.hexes import shelter_in
from sim.rules.conflict_of_heroes.state import CohData, CohPosition, CohState, Counter
from tests.rules.conflict_of_heroes.questions import INSIGHT, staged

TOP = Path(__file__).parents[3]
MAPS = sorted(
    path
    for folder in ("maps", "scenarios/conflict_of_heroes")
    for path in (TOP / folder).rglob("*.toml")
    if 'terrain_set = "battlefield"' in path.read_text(encoding="utf-8")
)
NOT_GROUND = ("front", "flank", "higher than the attacker", "from the front")
"""The parts of a defence that the hex does not give."""
LINES = 150
"""Lines that are compared on a map everyday."""


@cache
def battle_on(path: Path) -> tuple[Battle[CohData], CohState]:
    """Return a battle of two counters on a shipped map."""
    there = staged("reds: u1 soviet_rifles_41 A1 n\ngreys: a1 german_rifles_41 A2 s")
    return replace(there.battle, map=load_map(path)), there.state


def facing_each_other(path: Path, enemy: Cell, cell: Cell, profile: str = "german_rifles_41") -> CohPosition:
    """Return the position in which a Unit in one hex looks at an AI in another."""
    battle, state = battle_on(path)
    towards = battle.map.grid.towards
    u1 = state.unit("u1").changed(cell=enemy, facing=towards(enemy, cell)[0])
    a1 = state.unit("a1").changed(cell=cell, facing=towards(cell, enemy)[0], profile=battle.profiles[profile])
    return Position(battle, state.with_unit(u1).with_unit(a1))


def from_ground(position: CohPosition, one: Counter, other: Counter) -> int:
    """Return what the ground adds to the defence of an attack."""
    parts = attack(position, one, other).defence.parts
    return sum(part.value for part in parts if part.reason not in NOT_GROUND)


def lines_of(battle_map: BattleMap, most: int | None) -> Iterator[tuple[Cell, Cell]]:
    """Yield lines that are clear: all of them, or some from all over the map."""
    lines = lines_of_sight(battle_map, CONVENTIONS[battle_map.terrain_set.sight])
    found = [(one, other) for one in battle_map.whole for other in lines.field_of_view(one) if one != other]
    yield from found if most is None else found[:: max(1, len(found) // most)]


def compare(path: Path, most: int | None) -> int:
    """Ask everybody about the lines of a map; return how many there were."""
    battle_map, count = load_map(path), 0
    lines = lines_of_sight(battle_map, CONVENTIONS[battle_map.terrain_set.sight])
    for enemy, cell in lines_of(battle_map, most):
        count += 1
        position = facing_each_other(path, enemy, cell)
        one, other = position.state.unit("u1"), position.state.unit("a1")
        told = {
            "certificate": lines.sight(enemy, cell).defence_modifier,
            "ruler": INSIGHT.shelter(position, enemy, cell).total,
            "attack": from_ground(position, one, other),
            "Low Risk": shelter_in(position, other, cell, Aim("u1", (enemy,), one)),
        }
        assert len(set(told.values())) == 1, (path.name, battle_map.grid.name(enemy), battle_map.grid.name(cell), told)
    return count


@pytest.mark.rule("COH-DM")
@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_everybody_counts_the_same_on_some_lines_of_every_map(path: Path) -> None:
    """Between riflemen, to whom all ground counts as the certificate has it."""
    assert compare(path, LINES) > 0


@pytest.mark.rule("COH-DM")
@pytest.mark.long
@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_everybody_counts_the_same_on_all_lines_of_every_map(path: Path) -> None:
    """The same of every line."""
    assert compare(path, None) > 0


@pytest.mark.rule("COH-DM")
@pytest.mark.parametrize("profile", ["soviet_t34a", "german_pak38", "german_8cm_mortar"])
@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_an_ai_counts_for_itself_what_an_attack_on_it_meets(path: Path, profile: str) -> None:
    """Of whatever kind it is: tanks have nothing of trenches, and no harm of water."""
    for enemy, cell in lines_of(load_map(path), LINES // 3):
        position = facing_each_other(path, enemy, cell, profile)
        one, other = position.state.unit("u1"), position.state.unit("a1")
        assert shelter_in(position, other, cell, Aim("u1", (enemy,), one)) == from_ground(position, one, other)


@pytest.mark.rule("COH-DM")
@pytest.mark.rule("COH-5.1.1-fire")
@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_the_overlay_shows_what_the_ai_counts_from_all_sides(path: Path) -> None:
    """Of every hex, for somebody on foot."""
    for cell in load_map(path).whole:
        position = facing_each_other(path, cell, cell)
        other = position.state.unit("a1")
        assert (
            INSIGHT.defence(position, cell).total == hex_defence(position, other) == shelter_in(position, other, cell)
        )

"""What the rules find out by eye is what the printed AI goes by: asked at its own decisions in every shipped battle."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.game import Frame, Ordered
from sim.engine.insight import UnitAnswer
from sim.engine.notes import Note, Selection, Tried, walk
from sim.engine.orders import Ask
from sim.engine.ruleset import SOLO
from sim.engine.units import Unit
from sim.grid import Cell
from sim.resources import shipped_scenarios
from sim.rules import shipped
from sim.rules.ambush_alley.combat.fire import range_band
from sim.rules.conflict_of_heroes.ground import zones
from sim.rules.conflict_of_heroes.solo import choosing
from sim.rules.conflict_of_heroes.solo.hexes import LowRisk, shelter_in
from sim.rules.conflict_of_heroes.state import opponents
from sim.rules.la_cucaracha.ground.charges import charge_ways
from sim.rules.outlaws.ground.cover import in_cover
from sim.rules.outlaws.ground.sight import could_turn_to_see, sees
from sim.solo.answers import asked_about
from tests.contract.battles import battle, scenario, spread

Scene = Position[Any, Any]
FILES = shipped_scenarios()
EVERY_FILE = pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])


def of_system(system: str) -> list[Path]:
    """Return the shipped scenarios of a system."""
    return [file for file in FILES if scenario(file).ruleset is shipped(system)]


def moments(file: Path, most: int = 3) -> Iterator[Scene]:
    """Yield some moments of a battle, from its beginning to its end."""
    session = battle(file, 1)
    for frame in spread(session.frames, file, most):
        yield Position(session.battle, frame.state)


def told(position: Scene, unit: Unit, about: str | None = None) -> dict[str, UnitAnswer]:
    """Return the answers about a unit, by their names."""
    return {each.name: each for each in position.battle.ruleset.insight.answers(position, unit, about)}


def everybody(file: Path) -> Iterator[tuple[Scene, Any, dict[str, UnitAnswer]]]:
    """Yield some units of some moments with their answers; who has none is left out."""
    for position in moments(file):
        for unit in spread(position.state.units, file, 8):
            if answers := told(position, unit):
                yield position, unit, answers


def passing(answer: UnitAnswer) -> set[Any]:
    """Return whom the rules leave."""
    return {each.subject for each in answer.ranked if each.passes}


# -- every system ----------------------------------------------------------------------------------------------------


@EVERY_FILE
def test_every_answer_cites_rules_of_the_book_and_can_be_sent(file: Path) -> None:
    """Each names its rule and topic, and each line that rules somebody out its rule; none holds a map."""
    rulebook, topics, found = scenario(file).ruleset.rulebook, scenario(file).ruleset.insight.topics, 0
    for _, _, answers in everybody(file):
        for answer in answers.values():
            found += 1
            assert answer.topic in topics
            assert all(
                rule in rulebook for rule in (answer.rule, *(each.rule or answer.rule for each in answer.ranked))
            )
            sent = pickle.dumps(answer)
            assert pickle.loads(sent) == answer and b"BattleMap" not in sent and b"Position" not in sent
            places = [each.place for each in answer.ranked if each.place]
            assert places == sorted(places) and (not places or places[0] == 1) and answer.text
    assert found


@EVERY_FILE
def test_both_sides_have_answers_at_the_start(file: Path) -> None:
    """The player's own units are told as much as the enemy's."""
    start: Scene = Position(scenario(file).battle, scenario(file).state)
    names: dict[str, set[str]] = {}
    for unit in start.state.units:
        names.setdefault(unit.side, set()).update(told(start, unit))
    assert all({"field of view", "fire zone", "cover"} <= found for found in names.values() if found)
    assert any(names.values())


@EVERY_FILE
def test_where_a_hidden_enemy_lies_changes_no_answer(file: Path) -> None:
    """Neither of one's own units nor, in what one may know, of the enemy's."""
    for position in moments(file, 2):
        ruleset, state = position.battle.ruleset, position.state
        for side in position.battle.sides:
            hidden = [unit for unit in state.units if getattr(unit, "hidden", False) and unit.side != side.id]
            free = [cell for cell in position.map.cells if not state.units.at(cell)]
            elsewhere = state
            for unit, cell in zip(hidden, free, strict=False):
                elsewhere = elsewhere.with_unit(unit.changed(cell=cell, facing=unit.facing + 1))
            moved: Scene = Position(position.battle, elsewhere)
            for unit in (unit for unit in state.units if unit.side == side.id) if hidden else ():
                assert told(moved, unit) == told(position, unit)
                about = hidden[0].id
                assert all(each.subject != about for found in told(position, unit).values() for each in found.ranked)
            one, other = (Position(each.battle, ruleset.known(each, side.id)) for each in (position, moved))
            for unit in one.state.units if hidden else ():
                assert told(one, unit) == told(other, other.state.unit(unit.id))


# -- what an AI has decided by, in battles that were played ------------------------------------------------------------

BY_LIST = {
    ("OUT-T-closest", "the target"): "closest enemy in sight",
    ("OUT-T-suspected", "the target"): "suspected enemy",
    ("CUC-NEAREST", "the nearest enemy"): "nearest enemy",
    ("CUC-NEAREST", "the nearest enemy in range"): "nearest enemy in range",
    ("AAS-W-12", "the nearest enemy"): "nearest enemy",
    ("AAS-L-4", "the nearest hot spot"): "nearest hot spot",
    ("AAS-W-11", "the nearest objective"): "nearest objective",
    ("AAS-N-2", "where to take cover"): "cells in cover",
    ("AAS-W-2", "where to take cover"): "cells in cover",
    ("AAS-N-6", "where to go out of sight"): "cells out of sight",
    ("AAS-W-7", "where to go out of sight"): "cells out of sight",
    ("HOUSE-SHOOT", "whom to fire at"): "whom to fire at",
    ("HOUSE-SHOOT", "what to lay the gun on"): "whom to fire at",
    ("HOUSE-LOOK", "whom to look for"): "whom to look for",
}
"""The choices of printed lists, by rule and by what is chosen, and the answer that tells the same beforehand."""


def decisions(file: Path) -> Iterator[tuple[Scene, Ask, Any, tuple[Note, ...]]]:
    """Yield every order of a battle with the moment before it and the notes that led to it."""
    session = battle(file, 1)
    state, asked = session.frames[0].state, None
    for entry in session.entries:
        match entry:
            case Ordered():
                asked = entry if asked is None else asked
            case Frame():
                if asked is not None:
                    yield Position(session.battle, state), asked.ask, asked.intent, entry.why
                state, asked = entry.state, None


def left(note: Selection) -> set[Any]:
    """Return among whom a list left the choice to a die, or whom alone it left."""
    last = note.steps[-1].kept if note.steps else range(len(note.candidates))
    return {note.candidates[n] for n in last}


ENOUGH, FEW = 12, 3
"""How often each answer is compared: after so many of all of them no further battle is looked at, and at least."""
WANTED = {
    "outlaws": ("closest enemy in sight", "suspected enemy"),
    "la_cucaracha": ("nearest enemy", "nearest enemy in range"),
    "ambush_alley": ("nearest enemy", "nearest hot spot", "nearest objective", "cells in cover", "cells out of sight"),
    "la_petite_guerre": ("whom to fire at", "whom to look for"),
}


@pytest.mark.parametrize("system", list(WANTED))
def test_whom_a_list_has_chosen_was_the_answer_beforehand(system: str) -> None:
    """Of such choices of automated units, in small battles first: the same were weighed, and the same were left."""
    compared = Counter[str]()
    for file in sorted(of_system(system), key=lambda file: len(scenario(file).setup.units)):
        if all(compared[name] >= ENOUGH for name in WANTED[system]):
            break
        for position, ask, intent, notes in decisions(file):
            whose = ask.unit or getattr(intent, "unit", None)
            for note in walk(notes) if whose and battle(file, 1).players[ask.side] == SOLO else ():
                if not isinstance(note, Selection) or not note.candidates:
                    continue
                name = BY_LIST.get((note.rule, note.what), "")
                if not name:
                    continue
                answer = told(position, position.state.unit(whose))[name]
                if {each.subject for each in answer.ranked} != set(note.candidates):
                    continue  # part of them alone were asked for, such as enemies at short range
                compared[name] += 1
                assert set(answer.best) == left(note), f"{file.stem}, {ask}: {note.what}"
    assert set(WANTED[system]) <= {name for name, count in compared.items() if count >= FEW}, compared


def test_the_hex_of_a_low_risk_move_was_the_answer_beforehand() -> None:
    """COH-5.3.1: of every Low Risk move that an AI has made, against the target that it was made against."""
    compared = 0
    for file in of_system("conflict_of_heroes"):
        for position, _, intent, notes in decisions(file):
            taken = {note.option[:2] for note in walk(notes) if isinstance(note, Tried) and note.taken}
            chosen = [note for note in walk(notes) if isinstance(note, Selection) and note.chosen is not None]
            aims = [note for note in chosen if note.what == "which target to move towards"]
            aim = aims[-1].candidates[aims[-1].chosen or 0] if aims else ""
            if taken & {"1.", "2.", "3."} and aim in position.state.units:
                (step,) = intent.steps
                answer = told(position, position.state.unit(step.unit), str(aim))[f"Low Risk cells towards {aim}"]
                hexes = next(note for note in reversed(chosen) if note.what.startswith("where to move"))
                assert step.way[-1] in answer.best and set(answer.best) == left(hexes)
                compared += 1
    assert compared >= FEW


# -- the measures themselves ------------------------------------------------------------------------------------------


def test_counters_are_told_what_the_ai_measures() -> None:
    """COH-5.0-closest, COH-FZ, COH-FLANK, COH-DM, COH-5.3.1: distances, zones, flanks, shelter, and Low Risk hexes."""
    for file in of_system("conflict_of_heroes"):
        for position, unit, answers in everybody(file):
            aims = choosing.unit_aims(position, unit.side)
            near = choosing.nearest_of(position, unit, aims)
            assert set(answers["nearest enemy"].best) == {aim.subject for aim in near}
            covered = {cell for area in answers["fire zone"].areas for cell in area.cells}
            assert covered == set(zones.zone_of(position, unit))
            over = zones.enemy_zones(position, unit.side).over(unit.place)
            assert passing(answers["fire zones of enemies"]) == set(over)
            for aim in near:
                assert aim.unit is not None
                flank = answers[f"flank of {aim.subject}"]
                steps = zones.steps_to_flank(position, unit.place, unit, aim.unit)
                found = [position.map.distance(unit.place, cell) for cell in flank.best if isinstance(cell, Cell)]
                assert set(found) == (set() if steps is None else {steps})
                may = passing(answers[f"Low Risk cells towards {aim.subject}"])
                assert bool(may) is (LowRisk(unit, aim).why_not(asked_about(position, unit)) == "")
            for enemy in opponents(position, unit.side):
                against = choosing.Aim(enemy.id, (enemy.place,), enemy)
                counted = position.battle.ruleset.insight.cover_against(position, unit, enemy).total  # type: ignore[attr-defined]
                assert counted == shelter_in(position, unit, unit.place, against)


def test_characters_are_told_what_the_autos_measure() -> None:
    """OUT-FOV, OUT-COVER: who is in view, who is seen by turning, and from whom there is cover."""
    for file in of_system("outlaws"):
        for position, unit, answers in everybody(file):
            seen = {each.subject: each.text for each in answers["field of view"].ranked if each.passes}
            for id_, text in seen.items():
                enemy = position.state.unit(id_)
                assert could_turn_to_see(position, unit, enemy) and (text == "in view") is sees(position, unit, enemy)
            for each in answers["cover"].ranked:
                assert each.passes is in_cover(position, unit, position.state.unit(each.subject))


def test_troops_are_told_whom_a_charge_reaches() -> None:
    """CUC-CHARGE: those to whom there is a way."""
    for file in of_system("la_cucaracha"):
        for position, unit, answers in everybody(file):
            for each in answers["whom it could charge"].ranked:
                assert each.passes is bool(charge_ways(position, unit, position.state.unit(each.subject)))


def test_teams_are_told_the_ranges_that_the_lists_ask_for() -> None:
    """AAS-R-optimum: within optimum range, up to double, and beyond, of everybody in sight."""
    bands = {"optimum range": "optimum", "double optimum": "double", "beyond": "far"}
    for file in of_system("ambush_alley"):
        for position, unit, answers in everybody(file):
            for each in answers["fire zone"].ranked:
                if each.passes:
                    assert bands[each.text] == range_band(position, unit, position.state.unit(each.subject))

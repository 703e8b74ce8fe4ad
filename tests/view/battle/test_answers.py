"""What the rules see of a unit, in the window: two clicks lead to it, the map shows it, and no secret is told."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.chance import Seeded
from sim.engine.insight import COVER, FIRE_ZONE, NEAREST, VIEW
from sim.engine.ruleset import COMMANDER, HUMAN
from sim.engine.session import Session
from sim.engine.units import Unit
from sim.resources import find_scenario
from sim.view.battle.compose import hover_part, marked_of, overlaid_of, side_part, status_part, tip_part
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Do, Row, SmallPrint, TextLine, Title
from sim.view.blocks.reports import asked_row
from sim.view.settings import ViewSettings
from sim.view.window import MemoryStage
from sim.view.worker.engine import Engine
from sim.view.worker.questions import ByEye
from tests.view.battle.bot import asked, click_named, clicked, keys, known, menu, opened, pixel_of, pointed, spots

BATTLES = {
    "farm_at_kamenka": ("nearest", "targets", "Low Risk", "flank", "view", "fire zone", "cover"),
    "street_gunfight": ("nearest", "die", "safe places", "view", "fire zone", "cover"),
    "bridge_at_rio_colorado": ("nearest", "charges", "view", "fire zone", "cover"),
    "airport_road": ("nearest", "safe places", "view", "fire zone", "cover"),
    "ambush_at_fish_coulee": ("nearest", "targets", "view", "fire zone", "cover"),
}
"""A battle of each system, and what can be asked there of a unit."""
EVERY_BATTLE = pytest.mark.parametrize("name", list(BATTLES))


def at_first_order(name: str, size: tuple[int, int] = (1280, 720)) -> BattleScreen:
    """Return a battle at the player's first question."""
    return asked(opened(name, seed=4, size=size))


def units_of(screen: BattleScreen) -> tuple[Unit, Unit]:
    """Return a unit of one's own that is alone in its cell, and one of the enemy's."""
    units = screen.model.position.state.units
    alone = [unit for unit in units if unit.cell is not None and len(units.at(unit.cell)) == 1]
    own = next(unit for unit in alone if unit.side == screen.looking.own_side)
    return own, next(unit for unit in alone if unit.side != own.side)


def looked_into(name: str, topic: str) -> BattleScreen:
    """Return a battle in which an answer about a unit is on the map."""
    screen = at_first_order(name)
    screen.do(Do("look_into", (units_of(screen)[0].id,)))
    screen.do(Do("show_answer", (topic,)))
    spots(screen)
    return screen


# -- two clicks -------------------------------------------------------------------------------------------


@EVERY_BATTLE
@pytest.mark.parametrize("enemy", [False, True], ids=["own", "enemy"])
def test_a_click_on_a_button_and_one_on_an_answer_show_what_the_rules_say(name: str, enemy: bool) -> None:
    """Of either side: pointing at it offers the tab, which has what the rules answer of what the player knows; of an
    enemy, who may know more than the player, that is said."""
    screen = at_first_order(name)
    unit = units_of(screen)[enemy]
    pointed(screen, pixel_of(screen, screen.model.naming(unit.place)))
    click_named(screen, "look_into", unit.id)
    click_named(screen, "show_answer")
    assert screen.inspecting.answer is not None and screen.inspecting.answer.topic == NEAREST
    found, position = screen.inspecting.found, screen.model.position
    assert found is not None and screen.inspecting.unit == unit.id
    expected = screen.model.insight.answers(position, position.state.unit(unit.id), screen.inspecting.against)
    assert found.answers == expected and expected
    assert Title(unit.id) in side_part(screen) and ("as far as you know" in str(side_part(screen)[1])) is enemy


@EVERY_BATTLE
def test_every_topic_of_a_system_has_an_answer_which_lies_on_the_map(name: str) -> None:
    """The chip of an answer opens the text of its rule. Of candidates there are stars for the first, numbers for
    others, crosses for those ruled out; of views and fire zones the cells, part by part; none over another tab."""
    screen = looked_into(name, NEAREST)
    found, answer, marks = screen.inspecting.found, screen.inspecting.answer, marked_of(screen).candidates
    assert found is not None and answer is not None and (marks is not None) is bool(answer.ranked)
    assert {each.topic for each in found.answers} == set(BATTLES[name]) == set(screen.model.insight.topics)
    for each, mark in zip(answer.ranked, marks or (), strict=True):
        fate = "removed" if not each.place else "chosen" if each.place == 1 else "kept"
        assert (mark.subject, mark.cell, mark.fate) == (each.subject, screen.model.where(each.subject), fate)
        assert mark.line == (each.place if each.place > 1 and isinstance(each.subject, str) else mark.line)
    cited = [block for block in side_part(screen) if isinstance(block, TextLine) and block.bold]
    assert [block.tag for block in cited] == [each.rule for each in found.answers]
    for topic in (VIEW, FIRE_ZONE):
        screen.do(Do("show_answer", (topic,)))
        spots(screen)
        answer, laid = screen.inspecting.answer, overlaid_of(screen)
        assert answer is not None
        parts = [frozenset(part.cells) for part in answer.areas]
        if topic == VIEW:
            assert laid.view is not None and frozenset(laid.view[0]) == parts[0]
            turned = frozenset(laid.view[2]) if laid.view[2] is not None else parts[0]
            assert turned - parts[0] == frozenset().union(*parts[1:])
        else:
            assert laid.fire is not None
            bands = laid.fire.get(str(screen.inspecting.unit), ())
            wanted = [(part.name, cells) for part, cells in zip(answer.areas, parts, strict=True)]
            assert [(band.name, frozenset(band.area)) for band in bands] == wanted
    screen.looking.show_tab("log")
    assert marked_of(screen).candidates is None
    assert overlaid_of(screen).view is None and overlaid_of(screen).fire is None
    assert cited[0].tag_do is not None
    screen.do(cited[0].tag_do)
    assert screen.pages.window is not None and Title(found.answers[0].rule) in screen.pages.window.blocks


def test_the_tab_has_a_key_and_escape_takes_the_answer_off_the_map() -> None:
    """Whoever is selected is looked into; Esc leaves the selection as it is. An answer stays on the map for the next
    unit that is clicked: who goes through units asks the same of each."""
    screen = at_first_order("farm_at_kamenka")
    own, other = units_of(screen)
    screen.do(Do("choose_unit", (own.id,)))
    keys(screen, "shift-i")
    assert screen.looking.tab == "unit" and screen.inspecting.unit == own.id
    screen.do(Do("show_answer", (FIRE_ZONE,)))
    clicked(screen, pixel_of(screen, screen.model.naming(other.place)))
    answer = screen.inspecting.answer
    assert screen.inspecting.unit == other.id and answer is not None and answer.topic == FIRE_ZONE
    screen.do(Do("choose_unit", (own.id,)))
    assert keys(screen, "escape").inspecting.answer is None and screen.looking.selected == own.id


# -- on the map -------------------------------------------------------------------------------------------


def test_pointing_at_a_cell_says_the_line_that_it_fails() -> None:
    """COH-5.3.1: the panel under the cursor says which line of the list rules the cell out, and cites it."""
    screen = looked_into("farm_at_kamenka", "Low Risk")
    answer = screen.inspecting.answer
    assert answer is not None
    out = next(each for each in answer.ranked if not each.passes)
    pointed(screen, pixel_of(screen, screen.model.naming(out.subject)))
    told = next(block for block in hover_part(screen) if isinstance(block, TextLine))
    assert out.text in told.text and told.tag in (out.rule, "")


# -- against whom -----------------------------------------------------------------------------------------


@EVERY_BATTLE
def test_cover_is_told_against_an_enemy_who_is_chosen(name: str) -> None:
    """A short list below the answer, the nearest first; it is the rules' own answer against that one."""
    screen = looked_into(name, COVER)
    found, unit = screen.inspecting.found, units_of(screen)[0]
    assert found is not None
    foe = found.enemies[-1]
    screen.do(Do("choose_against", (foe,)))
    spots(screen)
    names = [answer.name for answer in screen.inspecting.found.answers] if screen.inspecting.found else []
    assert f"cover against {foe}" in names
    assert all(screen.model.position.state.unit(enemy).side != unit.side for enemy in found.enemies)


def test_who_is_aimed_at_is_the_enemy_it_is_asked_against() -> None:
    """And of him, when he is clicked, against whoever aims at him."""
    screen = at_first_order("farm_at_kamenka")
    for own in menu(screen).actors:
        screen.do(Do("choose_unit", (own,)))
        if targets := [aim for aim in menu(screen).all_aims if isinstance(aim, str)]:
            break
    screen.do(Do("choose_aim", (targets[0],)))
    assert (screen.inspecting.unit, screen.inspecting.against) == (own, targets[0])
    screen.inspecting.clicked = targets[0]
    assert (screen.inspecting.unit, screen.inspecting.against) == (targets[0], own)


# -- what may be known ------------------------------------------------------------------------------------


def test_who_is_hidden_changes_no_answer() -> None:
    """COH-5.3-stack: where a hidden AI lies, another finds no Low Risk hex; the player is told what he can know."""
    scenario = known(find_scenario("orlovka_street"))
    players = {side: COMMANDER if player == HUMAN else player for side, player in scenario.players.items()}
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, players, Seeded(1))
    for _ in range(12):
        session.advance()
    session.players.update(scenario.players)
    screen = BattleScreen(MemoryStage((1280, 720)), Engine.in_process(scenario, session), ViewSettings())
    screen.timing.live()
    position, insight = screen.model.position, screen.model.insight
    hidden = {unit.id for unit in session.state.units} - {unit.id for unit in position.state.units}
    differs = False
    for unit in (unit for unit in position.state.units if unit.cell is not None):
        found = screen.engine.answer("answers", ByEye(screen.looking.moment, unit.id))
        assert found is not None and found.answers == insight.answers(position, unit)
        assert not hidden & {*found.enemies, *(each.subject for answer in found.answers for each in answer.ranked)}
        differs |= found.answers != insight.answers(Position(session.battle, session.state), unit)
    assert hidden and differs, "nobody hidden matters: another seed is needed"


# -- what is this? ----------------------------------------------------------------------------------------


def test_pointing_at_a_row_of_the_status_reads_its_rule() -> None:
    """COH-3.2.1: its label says CAPs; a click opens the same as a page."""
    screen = at_first_order("farm_at_kamenka")
    row = next(block for block in status_part(screen) if isinstance(block, Row) and block.label == "CAPs")
    assert row.do == Do("show_rule", ("COH-3.2.1",))
    pointed(screen, next(spot for spot in spots(screen) if spot.do == row.do).box.center)
    tip, rule = tip_part(screen), screen.session.ruleset.rulebook.rule("COH-3.2.1")
    assert tip is not None and tip[1] == (SmallPrint(rule.title, "ink"), SmallPrint(rule.text))
    click_named(screen, "show_rule", "COH-3.2.1")
    assert screen.pages.window is not None and Title("COH-3.2.1") in screen.pages.window.blocks


@pytest.mark.parametrize(
    ("name", "word", "rule"),
    [
        ("farm_at_kamenka", "control", "COH-CONTROL"),
        ("bridge_at_rio_colorado", "objective", "CUC-PLACE"),
        ("airport_road", "objective", "AAS-R-hold"),
        ("ambush_at_fish_coulee", "grade", "LPG-CTRL"),
        ("street_gunfight", "right hand (favoured)", "OUT-HANDS"),
        ("street_gunfight", "turn", ""),
    ],
)
def test_a_word_of_a_panel_opens_the_rule_that_explains_it(name: str, word: str, rule: str) -> None:
    """Also where the row itself cites none; what no rule explains opens nothing."""
    scenario = known(find_scenario(name))
    position: Position[Any, Any] = Position(scenario.battle, scenario.state)
    assert asked_row(position, word, "text").do == (Do("show_rule", (rule,)) if rule else None)

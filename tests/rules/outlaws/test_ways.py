"""What is true of all ways: searches and prices agree, and crawlers take the most direct one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.orders import Refusal
from sim.rules.outlaws.ground.moves import CRAWL, RIDE, RUN, WALK, Gait
from sim.rules.outlaws.solo.tables import Crawl, Move
from sim.rules.outlaws.state import OutlawsPosition
from tests.cases import Answer, Asked
from tests.rules.outlaws.questions import instruction, stage
from tests.rules.positions import changed

TWO = ("gang: a1 brawler C6 n prone", "law: p1 townsman C5 s kit:empty_handed", "set turn:1 actor:a1 actions:3")


def followed(plan: Any, position: OutlawsPosition, *dice: int) -> Answer:
    """Let a1 follow an instruction against p1."""
    answer = instruction(plan)(Asked(position, dice=dice))
    assert isinstance(answer, Answer)
    return answer


@pytest.mark.parametrize("gait", [WALK, RUN, CRAWL, RIDE], ids=lambda gait: gait.word)
@pytest.mark.parametrize("leg", [False, True])
def test_searches_and_prices_agree(gait: Gait, leg: bool) -> None:
    """Every way that a search finds has a price, and the same one, in a town with everything in it."""
    if gait is RUN and leg:
        return
    posture = {"crawl": "prone", "ride": "mounted"}.get(gait.word, "")
    position = stage(
        f"law: p1 townsman E6 ne {posture} {'leg' if leg else ''} | p2 townsman F7",
        "gang: a1 townsman D6",
        "ground C3:u G4:t D8:s H8:r B9:R I3:G F10:= J7::",
        "edges wall D5/s F5/s G5/s C5/e window E5/s H5/s door B5/s fence G8/e G9/e door_open I5/s",
        "set turn:1 actor:p1 actions:4",
    )
    unit = position.state.unit("p1")
    reach = gait.reach(position, unit, 4)
    for square in reach.area:
        for towards in reach.facings(square):
            stands, spent = reach.way(square, towards)[1:], reach.cost(square, towards)
            if not stands:
                continue
            found = gait.spends(position, unit, stands)
            assert spent is not None and not isinstance(found, Refusal), (position.name(square), found)
            assert found[-1] == (4 if gait is RUN else gait.actions(position, spent))


@pytest.mark.rule("OUT-MOVE-crawl")
@pytest.mark.parametrize("there", ["C5", "D5", "D6", "D7", "C7", "B7", "B6", "B5"])
def test_the_most_direct_way_to_a_target_next_door_leads_into_its_square(there: str) -> None:
    """Two actions ahead and straight back, three if it must turn first; no way round is crawled instead."""
    position = changed(stage(*TWO), "p1", cell=there)
    ahead = position.map.grid.towards(position.map.cell("C6"), position.map.cell(there))[0]
    for facing in range(8):
        answer = followed(Crawl, changed(position, "a1", facing=facing), 2)
        assert answer.position.name(answer.position.state.unit("a1").place) == there
        assert answer.position.state.actions == ((ahead - facing) % 8 in (0, 1, 4, 7))


@pytest.mark.rule("OUT-MOVE-crawl")
@pytest.mark.parametrize(("at", "facing", "target", "actions"), [("E2", 7, "G2", 3), ("F4", 3, "E4", 1)])
def test_what_is_left_of_a_way_costs_what_the_whole_would_have(at: str, facing: int, target: str, actions: int) -> None:
    """Less what was crawled."""
    position = changed(changed(stage(*TWO, f"set actions:{actions}"), "a1", cell=at, facing=facing), "p1", cell=target)
    after = followed(Crawl, position, 2).position

    def cost(now: OutlawsPosition) -> int:
        found = CRAWL.reach(now, now.state.unit("a1"), None).cost(position.map.cell(target))
        assert found is not None
        return found

    assert cost(after) == cost(position) - (actions - after.state.actions)


@pytest.mark.rule("OUT-MOVE-walk-0")
@pytest.mark.parametrize(("dice", "where"), [((2, 2), "C7"), ((1,), "C9")])
def test_who_cannot_stand_up_crawls(dice: tuple[int, ...], where: str) -> None:
    """Towards and away, with figures of one's own by which crawling is cheaper than getting up."""
    position = changed(changed(stage(*TWO, "set actions:1"), "a1", cell="C8"), "p1", cell="C2", facing=0)
    data = replace(position.battle.data, numbers=replace(position.battle.data.numbers, crawl=1))
    cheap: OutlawsPosition = Position(replace(position.battle, data=data), position.state)
    assert followed(Move, cheap, *dice).lines == [f"Crawl {where} n"]

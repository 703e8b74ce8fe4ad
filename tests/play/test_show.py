"""What viewers ask is derived: of Picket all of it, and of a system that declares what it counts by the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from sim.board.area import Area
from sim.engine.battle import Position
from sim.engine.insight import Fact
from sim.engine.orders import Ask, Refusal
from sim.engine.setup import Objective
from sim.engine.words import counted
from sim.play.show import Show, Stride, bands, lines, traits, way_to
from sim.play.tally import Exit, Stakes
from tests.picket.men import WALK, reach_of
from tests.picket.rules import ACTION, BOOK, SNAP, Shoot, Stay
from tests.picket_positions import AMES, RED, Stand, field

NEAR = Stand("red-2", "B4")


class Watch(Show):
    """Picket with points, places and questions."""

    source, ends, gives_up, losses_count = "list of men", "nobody is left", "{units} lost", "who is hit"
    count = staticmethod(lambda position: {"picket": 3, "raiders": 0})
    is_lost = staticmethod(lambda position, man: man.hits > 0)
    holder = staticmethod(lambda position, place: "picket")
    questions = {ACTION: ("{unit} has {steps}.", "Whose turn is it?"), SNAP: "{about} {about:comes|come} into view."}

    def slots(self, position: Any, ask: Ask) -> dict[str, Any]:
        steps = counted(position.state.unit(ask.unit).profile.pace, "step") if ask.unit else ""
        return {**super().slots(position, ask), "steps": steps}

    def strides(self, position: Any, unit: Any) -> Iterator[Stride]:
        yield Stride(reach_of(position, unit), lambda cost: counted(cost, "step"))

    def losses(self, position: Any, side: str) -> str:
        return "1 man"


def scene() -> Position[Any, Any]:
    """Return one man against two, for a ford, a way out, and five points."""
    start = field(AMES, RED, NEAR)
    ford = Objective(id="ford", title="The ford", cells=(start.map.cell("C3"),), points=2)
    leave = Exit(side="raiders", cells=(start.map.cell("A1"),), points=1, units=("red-1",))
    stakes = Stakes(objectives=(ford,), exits=(leave,), needs={"picket": 5}, breaks_at={"picket": 1}, tie="picket")
    told: Any = SimpleNamespace(**vars(start.battle.data), stakes=stakes)
    return Position(replace(start.battle, data=told), start.state)


SHOW = Watch(BOOK)


# -- orders -----------------------------------------------------------------------------------------------------


def test_a_threat_is_what_an_order_of_an_enemy_would_do_and_the_worst_comes_first() -> None:
    """The odds are those of the order; whoever may not give it threatens nobody."""
    position = scene()
    red = Shoot("red-2", "ames").odds(position, Ask("raiders", ACTION, "red-2"))
    threats = SHOW.threats(position, "ames")
    assert threats[0] == red[0] and [odds.unit for odds in threats] == ["red-2", "red-1"]
    away = Position(position.battle, position.state.with_unit(position.state.unit("ames").changed(cell=None)))
    assert SHOW.threats(away, "ames") == ()


def test_a_player_is_asked_the_first_sentence_whose_slots_can_all_be_filled() -> None:
    """On an occasion without one the offers say it; where nobody is named the first who could act passes."""
    position = scene()
    assert SHOW.question(position, Ask("picket", ACTION, "ames")) == "ames has 3 steps."
    assert SHOW.question(position, Ask("picket", ACTION)) == "Whose turn is it?"
    assert SHOW.question(position, Ask("picket", SNAP, "ames", "red-1")) == "red-1 comes into view."
    assert (
        SHOW.question(position, Ask("picket", SNAP, "ames")) == Show(BOOK).question(position, Ask("picket", SNAP)) == ""
    )
    assert SHOW.passing(scene(), Ask("picket", ACTION)) == Stay("ames")


# -- the map ----------------------------------------------------------------------------------------------------


def test_reach_is_what_the_strides_of_a_unit_lead_to() -> None:
    """Every cell but its own, by cost and way, past what is closed; who is not there gets nowhere, or it is said."""
    position = scene()
    ames, run = position.state.unit("ames"), reach_of(position, position.state.unit("ames"))
    found = SHOW.reach(position, ames)
    assert set(found) == {cell for cell in run.area if cell != ames.cell}
    assert all(each.way[-1] == cell and each.cost == run.cost(cell) for cell, each in found.items())
    assert {each.text for each in found.values()} == {"1 step", "2 steps", "3 steps"}
    assert SHOW.reach(position, ames.changed(cell=None)) == {} and not SHOW.view(position, ames.changed(cell=None))
    ames, red = position.state.unit("ames"), position.state.unit("red-1").place
    closed = Area.of(position.map, (red,))
    way = way_to(position, WALK, ames, red, "PKT-WALK", closed)
    assert not isinstance(way, Refusal) and way[-1] == red
    shut = way_to(position, WALK, ames, red, "PKT-WALK", position.map.whole)
    assert isinstance(shut, Refusal) and shut.cited == "no way leads to G2 (PKT-WALK)"


def test_no_cell_is_in_two_bands_and_empty_ones_are_left_out() -> None:
    """Each has what those before it leave."""
    position = scene()
    near, all_ = (Area.of(position.map, map(position.map.cell, names)) for names in (("B2",), ("B2", "B3")))
    found = bands(all_, ("near", near), ("as near", near), ("far", all_))
    assert [(band.name, [position.name(cell) for cell in band.area]) for band in found] == [
        ("near", ["B2"]),
        ("far", ["B3"]),
    ]


def test_places_and_exits_are_marked_with_what_they_are_worth() -> None:
    """And with who holds them; of a battle without any nothing is."""
    told = [(each.kind, each.text, each.side) for each in SHOW.markers(scene())]
    side = scene().battle.side("picket")
    assert told == [
        ("objective", f"The ford: 2 points, held by {side.mention}", "picket"),
        ("exit", f"{scene().battle.side('raiders').name} (red-1) may leave here: 1 point", "raiders"),
    ]
    start = field(AMES, RED)
    assert SHOW.markers(Position(start.battle, start.state)) == ()


# -- how things stand -------------------------------------------------------------------------------------------


def test_the_status_and_the_stakes_tell_how_far_each_side_is_from_its_goal() -> None:
    """The turn, points, giving up and losses; a system that says not what ends it tells no stakes, and counts none."""
    told = {fact.label: fact.text for fact in SHOW.status(scene())}
    name = scene().battle.side("picket").name
    assert told[name] == "3 points, 5 to win, 1 man lost: 1 is too many" and "turn" in told
    position = scene()
    assert [fact.label for fact in SHOW.stakes(position)] == [
        *("The ford", "leaving", "at once", "equal points"),
        *(["end"] if position.battle.turns else []),
        *("losses", "giving up"),
    ]
    assert Show(BOOK).stakes(position) == ()
    position = scene()
    hit = Position(position.battle, position.state.with_unit(position.state.unit("ames").changed(hits=1)))
    assert SHOW.lost(hit) == frozenset({"ames"}) and Show(BOOK).lost(hit) is None
    assert SHOW.standing(hit) == {"picket": 3, "raiders": 0} and Show(BOOK).standing(hit) == {}


def test_facts_leave_out_what_there_is_nothing_of() -> None:
    """And traits are those fields that are not as they are by default."""
    ames = scene().state.unit("ames")
    assert list(lines(("hits", ames.hits), ("range", ames.profile.range, "PKT-MAN"))) == [Fact("range", "5", "PKT-MAN")]
    words = {"hits": "{} hits", "hidden": "hidden", "snapped": "has snapped"}
    assert traits(ames.changed(hits=1, hidden=True), words) == ["1 hits", "hidden"] and traits(ames, words) == []
    assert [fact.source for fact in SHOW.facts(scene(), ames)] == ["list of men"]

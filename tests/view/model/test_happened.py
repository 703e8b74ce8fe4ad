"""An event on the map: who went where, who fired at whom, and nothing of those whom the viewer cannot see."""

from itertools import pairwise
from typing import Any

from sim.engine.chance import Seeded
from sim.view.battle.compose import marked_of
from sim.view.battle.screen import BattleScreen
from sim.view.model.happened import NOTHING, Happened, happened_at
from tests.picket.rules import Shot, Stepped
from tests.picket_positions import AMES, AUTOMATED, HUMAN_PICKET, RED, Stand
from tests.view.battle.bot import asked, keys, opened, passed, picket, picketed, stepped
from tests.view.drawn import pixels


def fought(*men: Stand, players: dict[str, str] = AUTOMATED) -> BattleScreen:
    """Return a battle that was played until it ended, or until a person is asked."""
    screen = picketed(picket(*men), players=players, source=Seeded(3))
    while stepped(screen.model.playback) and len(screen.model.playback.frames) < 400:
        pass
    return screen


def of(screen: BattleScreen, kind: type) -> list[tuple[int, Happened]]:
    """Return the frames with a kind of event, and what each looks like."""
    frames = screen.model.playback.frames
    return [(n, happened_at(screen.model, n)) for n, frame in enumerate(frames) if isinstance(frame.event, kind)]


def test_a_step_is_a_way_from_where_the_man_was_to_where_he_is() -> None:
    """Each step of a walk is its own stretch: from the cell before the event to the cell after it."""
    screen = fought(Stand("ames", "A6", 3), Stand("red-1", "H1", 0))
    steps = of(screen, Stepped)
    assert steps
    for n, happened in steps:
        event = screen.model.playback.frames[n].event
        assert isinstance(event, Stepped)
        before, after = (screen.model.playback.frames[m].state.unit(event.unit).cell for m in (n - 1, n))
        assert [(way.start, way.cells) for way in happened.ways] == [(before, (after,))]


def test_a_shot_goes_from_the_man_to_his_target_with_what_was_thrown() -> None:
    """The line runs between where both stood, says what was thrown and needed, and is painted. Other events look like
    nothing, though a shot came just before."""
    screen = fought()
    shots = of(screen, Shot)
    assert shots
    for n, happened in shots:
        event = screen.model.playback.frames[n].event
        assert isinstance(event, Shot) and happened.fired is not None
        units = screen.model.playback.frames[n - 1].state.units
        assert (happened.fired.start, happened.fired.end) == (units[event.unit].cell, units[event.target].cell)
        assert " rolled, " in happened.fired.words and happened.fired.words.endswith(" needed")
        assert not happened.ways
    for n, frame in enumerate(screen.model.playback.frames):
        assert isinstance(frame.event, Shot | Stepped) or happened_at(screen.model, n) == NOTHING
    screen.timing.jump(shots[0][0])
    passed(screen, 3)
    with_line = pixels(screen.stage.surface()).copy()
    screen.picture._happened = (screen.picture._happened[0], NOTHING)
    screen.picture.forget()
    passed(screen)
    assert (with_line != pixels(screen.stage.surface())).any()


def test_nothing_is_drawn_of_those_who_are_hidden() -> None:
    """A hidden enemy who moves leaves no way on the map of somebody who does not know of him."""
    screen = fought(AMES, RED, Stand("red-9", "E5", 5, hidden=True), players=HUMAN_PICKET)
    playback = screen.model.playback
    secret = [n for n in range(len(playback.frames)) if screen.model.is_secret(n)]
    assert all(happened_at(screen.model, n) == NOTHING for n in secret)
    known = {unit.cell for n in range(len(playback.frames)) for unit in screen.model.position_at(n).state.units}
    ways = [way for n in range(len(playback.frames)) for way in happened_at(screen.model, n).ways]
    assert all(way.start in known and set(way.cells) <= known for way in ways)


def test_a_way_of_many_cells_is_drawn_along_them() -> None:
    """Where one event tells a whole move, the way goes through the cells of its order and not straight across."""
    players = {"garrison": "commander", "zapatistas": "solo"}
    screen = opened("vespers_at_san_isidro", players=players, seed=3)
    playback = screen.model.playback
    longest: tuple[Any, ...] = ()
    while stepped(playback) and len(playback.frames) < 200:
        for way in happened_at(screen.model, playback.cursor).ways:
            longest = max(longest, (way.start, *way.cells), key=len)
    grid = screen.session.battle.map.grid
    assert len(longest) > 3
    assert all(grid.distance(one, other) == 1 for one, other in pairwise(longest))


def test_it_is_shown_until_an_order_is_put_together() -> None:
    """Looking back shows the event; at the question of one's own turn the map is clear."""
    screen = asked(picketed(source=Seeded(3)))
    assert screen.ordering.menu is not None and marked_of(screen).happened == NOTHING
    playback = screen.model.playback
    while not any(isinstance(frame.event, Shot | Stepped) for frame in playback.frames):
        asked(keys(screen, "tab n return"))
    number = next(n for n, f in enumerate(playback.frames) if isinstance(f.event, Shot | Stepped))
    screen.timing.jump(number)
    passed(screen)
    assert marked_of(screen).happened != NOTHING

"""A battle as the page that `sim.share` writes: each frame as the viewer may see it, with the window's counters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sim.board.ground import Changes
from sim.engine.chance import Seeded
from sim.engine.grade import grade_of, side_to_grade
from sim.engine.insight import Scene
from sim.engine.session import Checkpoint
from sim.engine.summary import summary_of
from sim.engine.words import outcome_text, paragraphs
from sim.files import write_atomically
from sim.grid import Cell, Edge
from sim.share.battle_page import battle_page
from sim.share.moments import ShownBattle, ShownMoment, ShownSide, ShownUnit
from sim.view.board.render import PictureTooLarge, map_picture
from sim.view.counters.paint_counters import SHARE, Placed
from sim.view.counters.portrait import Portrait
from sim.view.counters.portray import placed_loose, placed_units, side_livery
from sim.view.counters.vector import VectorCounters
from sim.view.model.happened import happened_at
from sim.view.model.model import Model
from sim.view.snapshot import timestamped
from sim.view.worker.questions import Question
from sim.view.worker.table import BattleTable

if TYPE_CHECKING:
    from sim.view.battle.screen import BattleScreen

PICTURE, CELL = 1600, 64
"""How many pixels wide the map of a page and a cell of it are at most: sharp when one comes near, and not too heavy."""


def shared_page(
    model: Model, shown: int | None = None, pause: Callable[[], None] = lambda: None, said: tuple[str, ...] = ()
) -> str:
    """Return a battle as a page, or so many frames of it; `pause` is called again and again, and `said` told first."""
    count = len(model.playback.frames) if shown is None else shown
    session, scenario = model.session, model.scenario
    counters, reader = VectorCounters(), model.reader
    dice = f"seed {session.source.seed}" if isinstance(session.source, Seeded) else "dice typed in"
    read_by = " and ".join(model.side_name(side) for side in reader.sides)
    position = model.position_at(0)
    return battle_page(
        ShownBattle(
            title=scenario.title or scenario.name,
            about=(scenario.ruleset.title, dice, *((f"as {read_by} may know it",) if read_by else ()), *said),
            briefing=tuple(paragraphs(scenario.briefing)),
            ending=tuple(_ending(model)) if count == len(model.playback.frames) else (),
            sides=tuple(
                ShownSide(side.id, model.side_name(side.id), _hex(position, side.id), session.players[side.id])
                for side in session.battle.sides
            ),
            map=session.battle.map,
            picture=map_picture(session.battle.map, PICTURE, CELL, "jpeg"),
            counter=SHARE,
            moments=_moments(model, counters, count, pause),
            symbols=counters.symbols,
            rulebook=scenario.ruleset.rulebook,
            naming=model.naming,
        )
    )


@dataclass(frozen=True)
class Share(Question[str]):
    """What is to be told of a page of the battle so far, once it is written?"""

    shown: int
    """How many frames have been shown: those after them give away what comes."""
    file: Path
    lasts = True

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> str:
        try:
            write_atomically(self.file, shared_page(table.model_of(self.at), self.shown, pause).encode())
        except (OSError, PictureTooLarge) as refused:
            return f"The page could not be written: {refused}"
        return f"Saved {self.file.name}"


class Sharing:
    """Has pages written."""

    def __init__(self, screen: BattleScreen) -> None:
        self._screen = screen

    def share(self) -> None:
        """Begin to write the battle, as far as it has been shown, as a page into the current folder."""
        screen = self._screen
        file = timestamped(f"sandtable-{screen.scenario.name}", ".html")
        screen.say("Writing a page of this battle …")
        screen.engine.ask("share", Share(screen.looking.moment, screen.model.playback.shown, file), screen.say)


def _ending(model: Model) -> Iterator[str]:
    """Yield how a battle ended; of one that goes on, that it does."""
    session = model.session
    outcome = session.state.outcome
    if outcome is None:
        yield "The battle is not over."
        return
    yield f"The battle is over: {outcome_text(session.battle, outcome)}."
    side = side_to_grade(session.players)
    if side is not None and (grade := grade_of(summary_of(session), side)) is not None:
        yield f"Grade for {session.battle.side(side).mention}: {grade.name}"
        yield from paragraphs(model.scenario.epilogue(side, outcome))


def _hex(position: Scene, side: str) -> str:
    red, green, blue = side_livery(position, side).field
    return f"#{red:02x}{green:02x}{blue:02x}"


def _moments(model: Model, counters: VectorCounters, count: int, pause: Callable[[], None]) -> Iterator[ShownMoment]:
    playback = model.playback
    begins = _beginnings(model)
    for number in range(count):
        position, frame, happened = model.position_at(number), model.frame_at(number), happened_at(model, number)
        fired = happened.fired
        yield ShownMoment(
            text=model.told(number),
            turn=position.state.turn,
            begins=number in begins,
            is_decision=playback.pasts[number].is_decision and not model.is_secret(number),
            notes=frame.why,
            units=tuple(_units(position, counters)),
            ways=tuple((way.start, *way.cells) for way in happened.ways),
            shot=None if fired is None else (fired.start, fired.end, fired.words),
            concerned=happened.actors(model.concerned_at(number)),
            ground=tuple(_ground(position.state.changes)),
            markers=tuple(model.insight.markers(position)),
        )
        pause()


def _beginnings(model: Model) -> set[int]:
    """Return the frames with which activations begin."""
    frames, found = 0, {0}
    for entry in model.session.entries:
        if isinstance(entry, Checkpoint):
            found.add(frames)
        elif hasattr(entry, "event"):
            frames += 1
    return found


def _units(position: Scene, counters: VectorCounters) -> Iterator[ShownUnit]:
    """Yield everybody on the map, and what else stands there, which belongs to nobody."""
    units = position.state.units
    for each in placed_units(position):
        unit = units[each.id]
        yield _shown(position, counters, each, each.id, unit.side, unit.place)
    for number, each in enumerate(placed_loose(position)):
        yield _shown(position, counters, each, f"\ue000{number}", "", position.map.grid.cell_at(each.point))


def _shown(position: Scene, counters: VectorCounters, placed: Placed, id_: str, side: str, cell: Cell) -> ShownUnit:
    portrait, angle = placed.portrait, placed.angle
    wedge = "" if angle is None else counters.wedge(is_round=portrait.round, angle=angle)
    return ShownUnit(id_, side, cell, angle, counters.look(portrait), wedge, _words(position, portrait))


def _words(position: Scene, portrait: Portrait) -> str:
    """Say what a counter shows."""
    facing = "" if portrait.facing is None else f"faces {position.map.grid.directions[portrait.facing]}"
    left = "" if portrait.strength is None else f"{portrait.strength.now} of {portrait.strength.full} left"
    kind = portrait.form if portrait.symbol == "none" else portrait.symbol
    marks = (f"hit ({portrait.hit})" if mark == "hit" and portrait.hit else mark for mark in portrait.ranked_marks)
    told = (kind, portrait.title, facing, left, *marks)
    return ", ".join(each.replace("_", " ") for each in told if each)


def _ground(changes: Changes) -> Iterator[tuple[Cell | Edge, str]]:
    """Yield what play has changed, in words."""
    for cell, kinds in changes.features:
        yield cell, " and ".join(_plain(kind) for kind in kinds)
    for cell, kind in changes.cleared:
        yield cell, f"no {_plain(kind)}"
    for cell, kind in changes.terrain:
        yield cell, _plain(kind)
    for edge, kind_or_none in (*changes.edges, *changes.ways):
        yield edge, _plain(kind_or_none or "gone")


def _plain(kind: str) -> str:
    return kind.replace("_", " ").replace("-", " ")

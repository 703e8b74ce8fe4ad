"""The painter: a process that paints the tiles of maps and the pictures of counters, so that no frame waits for one.

The window says what it wants, the most urgent first; a newer wish takes the place of an older one, of which the picture
in hand is finished and the rest is not begun. Tiles come back in memory that both processes share::

    window                                           painter
    want: look 3, tiles (5, 4), (6, 4), …    ──►     paints (5, 4) into slot 17
    copies slot 17, and may have it painted  ◄──     (look 3, tile (5, 4), slot 17)
    on again with its next wish

`MapPainter` in `board/board_picture.py` says what a picture asks of it; `PainterAtOnce` there does the same without a
process.
"""

from __future__ import annotations

import atexit
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from multiprocessing import resource_tracker
from multiprocessing.shared_memory import SharedMemory
from typing import Any, cast

import numpy as np
import pygame
from numpy.typing import NDArray

from sim.board.battlemap import BattleMap
from sim.process import Failure, Handler, Meanwhile, WorkerProcess, uninterrupted
from sim.view.board.board_look import BoardLook
from sim.view.board.board_picture import Painted, Room
from sim.view.board.flat_board import paint_flat
from sim.view.board.layout import layout
from sim.view.board.patch import NOISES, noise_field
from sim.view.board.tile_painter import TILE, Spot, TilePainter
from sim.view.counters.paint_counter import (
    Question,
    drawn_picture,
    keep_picture,
    known_picture,
    question_of,
    stand_in,
)
from sim.view.counters.portrait import Portrait
from sim.view.ui.palette import use_theme

_BYTES = TILE * TILE * 4
_SLOTS = 24
"""Tiles that may lie finished until the window takes them: six megabytes. Memory for more than these at once, which was
never used before, would take longer than a frame may."""
_FEW = 2
"""Counters that a frame draws by itself: one that has just been changed is never stood in for.

At a new zoom all of them are missing, and a frame that has enough to do draws none.
"""
_LIVES = 5
"""How often a painter is started: one that dies again and again would only be in the way."""
_LOOKS = 3
"""Looks that the process remembers besides the newest."""


# -- what is said -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Memory:
    """Where to put tiles."""

    name: str


@dataclass(frozen=True)
class _Board:
    number: int
    map: BattleMap


@dataclass(frozen=True)
class _Gone:
    """A map that is not shown any more."""

    number: int


@dataclass(frozen=True)
class _Look:
    number: int
    look: BoardLook


@dataclass(frozen=True)
class _Wish:
    """All that is wanted now."""

    board: int = 0
    look: int = 0
    spots: tuple[Spot, ...] = ()
    counters: tuple[Question, ...] = ()
    taken: tuple[int, ...] = ()
    """The slots that were emptied since the last wish."""


@dataclass(frozen=True)
class _Tile:
    board: int
    look: int
    spot: Spot
    slot: int


@dataclass(frozen=True)
class _Unpainted:
    """A tile at which the painter failed."""

    board: int
    look: int
    spot: Spot
    failure: Failure


@dataclass(frozen=True)
class _Counter:
    question: Question
    size: tuple[int, int]
    pixels: bytes


_ATTACHED = "attached"


def _look_of(question: Question) -> tuple[object, object]:
    """Return the size and the colours of a counter, which all of them have in common."""
    _, size, _, colours = question
    return size, colours


def _slot(memory: SharedMemory, number: int) -> NDArray[np.uint8]:
    """Return the memory of one tile."""
    return np.frombuffer(cast(Any, memory.buf), dtype=np.uint8, count=_BYTES, offset=number * _BYTES)


def _pixels(tile: pygame.Surface) -> NDArray[np.uint8]:
    """Return the memory of a tile's own."""
    return np.frombuffer(cast(Any, tile.get_view("0")), dtype=np.uint8)


# -- in the window ----------------------------------------------------------------------------------------


class PainterProcess:
    """Has tiles and counters painted beside the window; one for all maps that it will ever show.

    In every tick: `mend`, what the pictures of boards take and want, and then the frame, which asks for `counter`.
    """

    paints_ahead = True

    def __init__(self) -> None:
        self.version = 0
        """Goes up whenever a counter can be shown that was stood in for."""
        self._boards: dict[int, BattleMap] = {}
        self._board_numbers = count()
        self._looks: dict[int, BoardLook] = {}
        self._complaint, self._lives, self._drawn = "", 1, 0
        self._familiar: set[object] = set()
        """Sizes and colours of which counters have been painted."""
        self._is_gone = False
        """Whether there is no painter any more."""
        self._worker = WorkerProcess("painter of the map", painting)
        try:
            self._begin()
        except KeyboardInterrupt:  # nobody has it yet who could close it
            self.close()
            raise

    @uninterrupted()
    def _begin(self) -> None:
        """Tell a painter that has just been started all it must know."""
        self._memory, self._has_name = SharedMemory(create=True, size=_SLOTS * _BYTES), True
        atexit.register(self.close)
        self._wish, self._under_way = _Wish(), set[object]()
        self._counters, self._taken = dict[Question, None](), list[int]()
        self._worker.ask(_Memory(self._memory.name))
        for number, battle_map in self._boards.items():
            self._worker.ask(_Board(number, battle_map))
        for number, look in self._looks.items():
            self._worker.ask(_Look(number, look))

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._worker.pid

    def open(self, battle_map: BattleMap) -> int:
        """Take up a map; the same one has the same number."""
        for number, known in self._boards.items():
            if known is battle_map:
                return number
        number = next(self._board_numbers)
        self._boards[number] = battle_map
        self._worker.ask(_Board(number, battle_map))
        return number

    def forget(self, board: int) -> None:
        """Let a map go; what is still painted of it is of no use."""
        if self._boards.pop(board, None) is not None:
            self._worker.ask(_Gone(board))

    def want(self, board: int, look: BoardLook, spots: Sequence[Spot]) -> None:
        """Have tiles painted, the first one first, and before them the counters that are missing."""
        wish = _Wish(board, self._number(look), tuple(spots), tuple(self._counters), tuple(self._taken))
        wanted: set[object] = {*spots, *self._counters}
        same = (board, wish.look) == (self._wish.board, self._wish.look)
        if (wanted or self._under_way) and not (same and self._worker.is_busy and wanted <= self._under_way):
            self._wish, self._under_way, self._taken = wish, wanted, []
            self._worker.ask(wish)

    def _number(self, look: BoardLook) -> int:
        """Return by which number the painter knows a look; of those before, only the last is still of use."""
        for number, known in self._looks.items():
            if known is look or known == look:
                return number
        number = max(self._looks, default=0) + 1
        self._looks = dict([*[*self._looks.items()][-1:], (number, look)])
        self._worker.ask(_Look(number, look))
        return number

    def counter(self, portrait: Portrait, size_px: int, angle: float | None = None) -> pygame.Surface:
        """Return the picture of a counter, or what stands in for it until it is painted."""
        known = known_picture(portrait, size_px, angle)
        if known is not None:
            return known
        question = question_of(portrait, size_px, angle)
        others_are_there = not self._counters and _look_of(question) in self._familiar
        if self._drawn < _FEW and (others_are_there or self._is_gone):
            self._drawn += 1
            return keep_picture(question, drawn_picture(question))
        self._counters[question] = None
        return stand_in(portrait, size_px)

    def painted(self, board: int, room: Room) -> list[Painted]:
        """Take over what is done; how much that can be, the slots decide."""
        self._drawn = 0
        done: list[Painted] = []
        for _, answer in self._worker.answers():
            match answer:
                case _Tile() | _Unpainted():
                    done += self._tile(answer, board, room)
                case _:
                    self._hear(answer)
        return done

    def _tile(self, answer: _Tile | _Unpainted, board: int, room: Room) -> Iterator[Painted]:
        """Copy a tile out of its slot, or draw it flat if it could not be painted; none that is of no use any more."""
        spot, look = answer.spot, self._looks.get(answer.look)
        if isinstance(answer, _Tile):
            self._taken.append(answer.slot)
        if answer.board != board or look is None or board not in self._boards:
            return
        self._under_way.discard(spot)
        tile = room(spot)
        match answer:
            case _Tile(slot=slot):
                _pixels(tile)[:] = _slot(self._memory, slot)
            case _Unpainted(failure=failure):
                self._complaint = f"A part of the map could not be painted: {failure.text}"
                paint_flat(tile, layout(self._boards[board]), spot.camera)
        yield look, spot, tile

    def _hear(self, answer: object) -> None:
        match answer:
            case _Counter(question, size, pixels):
                self.version += 1
                self._counters.pop(question, None)
                self._under_way.discard(question)
                self._familiar.add(_look_of(question))
                keep_picture(question, pygame.image.frombytes(pixels, size, "RGBA"))
            case Failure(text):
                self._complaint = f"The painter of the map has failed: {text}"
            case _:
                # Both have the memory now: without a name nothing of it is left behind, however this ends.
                self._forget_name()

    # -- its life ----------------------------------------------------------------------------------------

    def mend(self) -> str:
        """Start the painter again if it has died or hangs; say in a sentence what was wrong, once."""
        said, self._complaint = self._complaint, ""
        fault = self._worker.fault
        if not fault:
            return said
        self.close()
        if self._lives == _LIVES:
            self._is_gone = True
            return f"{fault} The map stays as it is."
        self._lives += 1
        self._worker.restart()
        self._begin()
        return f"{fault} It was started again."

    def close(self) -> None:
        """End the process, and give back the memory."""
        atexit.unregister(self.close)
        self._worker.close()
        self._forget_name()
        self._memory.close()

    def _forget_name(self) -> None:
        if self._has_name:
            self._has_name = False
            self._memory.unlink()


# -- in the process ---------------------------------------------------------------------------------------


def painting() -> Handler:
    """Make what answers in the process; noise is the same for all maps, and can be made before there is one."""
    for seed in NOISES:
        noise_field(seed)
    return _Studio()


class _Studio:
    """Paints what is wished for."""

    def __init__(self) -> None:
        self._free = deque(range(_SLOTS))
        self._memory: SharedMemory | None = None
        self._maps: dict[int, BattleMap] = {}
        self._painters: dict[int, TilePainter] = {}
        self._looks: dict[int, BoardLook] = {}

    def __call__(self, question: object, newer: Meanwhile) -> Iterator[object]:
        match question:
            case _Memory(name):
                self._memory = _attached(name)
                yield _ATTACHED
            case _Board(number, battle_map):
                self._maps[number] = battle_map
                painter = self._painter(number)
                if not newer():  # a map that is being drawn may be another one by now
                    painter.prepare()
            case _Gone(number):
                self._maps.pop(number, None)
            case _Look(number, look):
                self._looks = dict([*[*self._looks.items()][-_LOOKS:], (number, look)])
            case _Wish():
                self._free.extend(question.taken)
                if question.spots and question.board not in self._maps:
                    return
                for paint in self._jobs(question):
                    if newer():
                        return
                    yield paint()

    def _jobs(self, wish: _Wish) -> Iterator[Callable[[], object]]:
        """Yield what there is to paint, as long as there is room for it."""
        for question in wish.counters:
            yield partial(self._counter, question)
        for spot in wish.spots:
            if not self._free or wish.look not in self._looks:
                return
            yield partial(self._tile, wish, spot)

    def _counter(self, question: Question) -> _Counter:
        picture = drawn_picture(question)
        return _Counter(question, picture.get_size(), pygame.image.tobytes(picture, "RGBA"))

    def _tile(self, wish: _Wish, spot: Spot) -> _Tile | _Unpainted:
        look = self._looks[wish.look]
        use_theme(look.theme, safe=look.safe_colours)
        try:
            tile = self._painter(wish.board).tile(look, spot)
        except Exception as bug:
            return _Unpainted(wish.board, wish.look, spot, Failure.of(bug))
        assert self._memory is not None
        slot = self._free.popleft()
        _slot(self._memory, slot)[:] = _pixels(tile)
        return _Tile(wish.board, wish.look, spot, slot)

    def _painter(self, board: int) -> TilePainter:
        """Return who paints a map; of the maps before, only the last has its tiles kept."""
        before = next(reversed(self._painters.values()), None)
        painter = self._painters.pop(board, None) or TilePainter(self._maps[board], before)
        self._painters = dict([*[*self._painters.items()][-1:], (board, painter)])
        return painter


def _attached(name: str) -> SharedMemory:
    """Open memory that the window has made and will give back, without promising to do so as well."""
    if sys.version_info >= (3, 13):
        return SharedMemory(name, track=False)
    register, resource_tracker.register = resource_tracker.register, lambda *_: None
    try:
        return SharedMemory(name)
    finally:
        resource_tracker.register = register

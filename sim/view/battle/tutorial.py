"""The tutorial: lessons as data, and what completes each of them.

A lesson is done when the player has done it, by whatever key or click: `done` names a function below that looks at the
screen, and at what it was a tick ago and when the lesson began. Nothing here changes the screen, so a tutorial can be
laid over any battle and taken away at any moment.

    lesson 3 of 18                     what is shown at the top of the map
    Choose who acts
    It is your turn. A click on …      the text, the keys in quotation marks
    √ Move over the map                what was done last, so that a lesson that goes by is not missed
    [Skip this lesson] [Close]
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from sim.board.findings import Findings
from sim.engine.game import Ordered
from sim.engine.notes import Selection, walk
from sim.engine.orders import Ask
from sim.engine.ruleset import HUMAN
from sim.engine.session import Session
from sim.files import one_of, read_toml, require_version
from sim.files.strict import Strict, validated
from sim.view.blocks.kinds import Block, Button, Buttons, Do, SmallPrint, TextLine, Title
from sim.view.board.camera import Camera
from sim.view.ui.panel import natural_height

if TYPE_CHECKING:
    from sim.view.battle.screen import BattleScreen

_KEY = re.compile(r"`([^`]+)`")
_MOUSE = ("click", "right click")
"""What the table of keys names that is no key."""
_IS_OVER = "The battle is over: press `U` to take back your last order, or skip this lesson."
"""The longest of all that may stand in the way of a lesson."""

Words = Annotated[str, Field(min_length=1, max_length=400)]


class _LessonEntry(Strict):
    """The keys of a lesson in the file."""

    id: Words
    title: Words
    text: Words
    hint: str = ""
    done: str
    needs: str = ""


class _LessonsFile(Strict):
    format: int
    lesson: Annotated[tuple[_LessonEntry, ...], Field(min_length=1)]


@dataclass(frozen=True)
class Lesson:
    """One thing to learn: what is said, what completes it, and what must be so before it can be done."""

    id: str
    title: str
    text: str
    hint: str
    done: str
    """The name of a function of this module: says whether the player has done it."""
    needs: str = ""
    """The name of one that says what stands in the way, if anything does."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that it speaks of, as the table of keys calls them."""
        return tuple(_KEY.findall(f"{self.text} {self.hint}"))


@cache
def load_lessons(path: Path | None = None) -> tuple[Lesson, ...]:
    """Read the lessons, ours or those of a file, or raise every mistake in it."""
    document = read_toml(path or Path(__file__).with_name("lessons.toml"))
    require_version(document)
    entries, findings = validated(_LessonsFile, document).lesson, Findings(document)
    for n, entry in enumerate(entries):
        for key, name, known in (("done", entry.done, CONDITIONS), ("needs", entry.needs, NEEDS)):
            if name and name not in known:
                findings.add(("lesson", n, key), name, one_of(list(known)))
    findings.settle()
    return tuple(
        Lesson(entry.id, entry.title, " ".join(entry.text.split()), entry.hint, entry.done, entry.needs)
        for entry in entries
    )


# -- what is remembered -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Glimpse:
    """What the screen was at one tick, as far as a later one must be compared with it."""

    camera: Camera
    room: tuple[int, ...]
    """What panels and the size of the window leave to the map: where that changes, the camera follows by itself."""
    session: Session[Any, Any]
    orders: int
    """Orders that people have given on the line that is played."""
    branches: int
    is_live: bool


def _glimpse(screen: BattleScreen) -> Glimpse:
    playback = screen.model.playback
    return Glimpse(
        camera=screen.steering.camera,
        room=tuple(screen.steering.room),
        session=screen.session,
        orders=_orders(screen),
        branches=len(playback.branches),
        is_live=playback.is_live,
    )


def _orders(screen: BattleScreen) -> int:
    return sum(isinstance(entry, Ordered) and entry.by == HUMAN for entry in screen.session.entries)


@dataclass(frozen=True)
class Watched:
    """The screen now, a tick ago, and what has been seen of the lesson so far."""

    screen: BattleScreen
    before: Glimpse
    now: Glimpse
    seen: set[str]
    """Halves of a lesson that takes two: done once, they stay done."""


# -- what completes a lesson ------------------------------------------------------------------------------


def looked_at_a_unit(watched: Watched) -> bool:
    """Say whether a unit is pointed at."""
    screen = watched.screen
    cell = screen.looking.pointed_cell
    return screen.looking.pointed_unit is not None or (
        cell is not None and bool(screen.model.position.state.units.at(cell))
    )


def moved_the_map(watched: Watched) -> bool:
    """Say whether the map has been zoomed and moved; a zoom at the cursor moves it too, but counts as one thing."""
    one, other = watched.before.camera, watched.now.camera
    if watched.before.room == watched.now.room:
        if one.scale != other.scale:
            watched.seen.add("zoomed")
        elif (one.left, one.top) != (other.left, other.top):
            watched.seen.add("moved")
    return {"zoomed", "moved"} <= watched.seen


def chose_a_unit(watched: Watched) -> bool:
    """Say whether somebody is chosen to be given an order."""
    menu = watched.screen.ordering.menu
    return menu is not None and menu.unit is not None


def saw_the_odds(watched: Watched) -> bool:
    """Say whether an order stands ready whose odds are shown."""
    preview = watched.screen.ordering.preview
    return preview is not None and bool(preview.odds)


def gave_an_order(watched: Watched) -> bool:
    """Say whether an order was given since the tick before. Another line of the battle is no order."""
    return watched.now.session is watched.before.session and watched.now.orders > watched.before.orders


def stands_on_a_decision(watched: Watched) -> bool:
    """Say whether play has been stopped at an order of the AI."""
    playback = watched.screen.model.playback
    return not playback.playing and playback.goal is None and playback.cursor in playback.decisions


def reads_the_reasons(watched: Watched) -> bool:
    """Say whether the reasons are open, and there are any."""
    return watched.screen.looking.tab == "reasons" and bool(watched.screen.model.notes)


def painted_the_candidates(watched: Watched) -> bool:
    """Say whether the candidates of a choice are on the map."""
    return watched.screen.looking.picked_choice is not None


def asked_why_not(watched: Watched) -> bool:
    """Say whether it was asked, and something is pointed at to ask it of."""
    return watched.screen.looking.asks_why_not and watched.screen.looking.pointed_cell is not None


def read_a_rule(watched: Watched) -> bool:
    """Say whether the text of a rule is shown."""
    return _window(watched) == "rules"


def returned_to_the_latest(watched: Watched) -> bool:
    """Say whether the past was looked at, and left for the latest frame."""
    if not watched.now.is_live:
        watched.seen.add("looked back")
    return watched.now.is_live and "looked back" in watched.seen


def used_the_ruler(watched: Watched) -> bool:
    """Say whether a line of sight is shown."""
    looking = watched.screen.looking
    ends = looking.selected_cell, looking.pointed_cell
    return looking.shown.ruler and None not in ends and ends[0] != ends[1]


def showed_fire_zones(watched: Watched) -> bool:
    """Say whether the fire zones of a side are shown."""
    return watched.screen.looking.shown.fire is not None


def took_an_order_back(watched: Watched) -> bool:
    """Say whether there is an order less on another line, and none was kept: that would be a branch."""
    one, other = watched.before, watched.now
    return one.session is not other.session and one.branches == other.branches and other.orders < one.orders


def saw_a_forecast(watched: Watched) -> bool:
    """Say whether a forecast is there to be read."""
    foreseen = watched.screen.looking.foreseen
    return foreseen is not None and not foreseen.refusal


def played_on_from_an_earlier_moment(watched: Watched) -> bool:
    """Say whether another line was begun."""
    return watched.now.branches > watched.before.branches


def opened_the_help(watched: Watched) -> bool:
    """Say whether the table of keys is shown."""
    return _window(watched) == "help"


def finished_the_battle(watched: Watched) -> bool:
    """Say whether the end is shown."""
    return watched.screen.model.playback.is_over


def _window(watched: Watched) -> str:
    window = watched.screen.pages.window
    return window.name if window is not None else ""


Condition = Callable[[Watched], bool]
CONDITIONS: dict[str, Condition] = {
    condition.__name__: condition
    for condition in (
        looked_at_a_unit,
        moved_the_map,
        chose_a_unit,
        saw_the_odds,
        gave_an_order,
        stands_on_a_decision,
        reads_the_reasons,
        painted_the_candidates,
        asked_why_not,
        read_a_rule,
        returned_to_the_latest,
        used_the_ruler,
        showed_fire_zones,
        took_an_order_back,
        saw_a_forecast,
        played_on_from_an_earlier_moment,
        opened_the_help,
        finished_the_battle,
    )
}


# -- what stands in the way -------------------------------------------------------------------------------


def my_turn(screen: BattleScreen) -> str:
    """Say how to come to one's own turn; empty if it is."""
    playback = screen.model.playback
    if playback.is_over:
        return _IS_OVER
    if playback.looks_back:
        return "You are looking back: `End` goes to the latest moment."
    return "" if isinstance(playback.wanted, Ask) else "It is not your turn yet: press `S` to skip to your next order."


def my_turn_or_an_order(screen: BattleScreen) -> str:
    """Say how to come to one's own turn, unless there is an order to take back already."""
    return "" if _orders(screen) and screen.model.playback.is_live else my_turn(screen)


def the_ai_has_acted(screen: BattleScreen) -> str:
    """Say how to let the AI act; empty if it has."""
    playback = screen.model.playback
    if playback.decisions:
        return ""
    if playback.wanted is not None:
        return "The AI acts once you have answered what the panel on the left asks: `E` passes, or lets it be."
    return "The AI has not decided anything yet: press `Space` or `S` to let it act."


def something_was_chosen(screen: BattleScreen) -> str:
    """Say how to find a moment at which something was chosen among several; empty if this is one."""
    chosen = any(isinstance(note, Selection) for note in walk(screen.model.notes))
    return "" if chosen else "Nothing was chosen at this moment: press `Shift ,` to go back to a decision."


def something_to_foresee(screen: BattleScreen) -> str:
    """Say where a forecast is to be had if there is none here."""
    refused = screen.looking.foreseen is not None and bool(screen.looking.foreseen.refusal)
    return "Nothing can be forecast here: press `Shift ,` to go back to a decision, then `A`." if refused else ""


NEEDS: dict[str, Callable[[BattleScreen], str]] = {
    need.__name__: need
    for need in (my_turn, my_turn_or_an_order, the_ai_has_acted, something_was_chosen, something_to_foresee)
}


# -- the tutorial -----------------------------------------------------------------------------------------


class Tutorial:
    """The lessons, and how far the player has come."""

    def __init__(self, lessons: tuple[Lesson, ...] | None = None) -> None:
        self.lessons = lessons if lessons is not None else load_lessons()
        self.number = 0
        """The place of the lesson among the lessons, from 0; as many as there are when all are done."""
        self.done: list[str] = []
        """The ids of those that were done, not skipped."""
        self._before: Glimpse | None = None
        self._seen: set[str] = set()

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that is being learned; None after the last."""
        return self.lessons[self.number] if self.number < len(self.lessons) else None

    def watch(self, screen: BattleScreen) -> None:
        """Go on to the next lesson if this one has been done; to be called at every tick."""
        now = _glimpse(screen)
        before, self._before = self._before or now, now
        lesson = self.lesson
        if lesson is not None and CONDITIONS[lesson.done](Watched(screen, before, now, self._seen)):
            self.done.append(lesson.id)
            self._next()

    def skip(self) -> None:
        """Go on to the next lesson without having done this one."""
        if self.lesson is not None:
            self._next()

    def _next(self) -> None:
        self.number, self._seen = self.number + 1, set()

    # -- what is shown -----------------------------------------------------------------------------------

    def blocks(self, screen: BattleScreen) -> tuple[Block, ...]:
        """Return the panel: the lesson, what was done last, and two buttons."""
        lesson = self.lesson
        if lesson is None:
            return self._end()
        hindrance = NEEDS[lesson.needs](screen) if lesson.needs else ""
        last = self.lessons[self.number - 1] if self.number else None
        praised = last is not None and self.done[-1:] == [last.id]
        return _lesson_blocks(self.lessons, self.number, hindrance, praised=praised)

    def height(self, width: int, ui: float) -> int:
        """Return how high the panel is with the longest lesson."""
        return _tallest(self.lessons, width, ui)

    def _end(self) -> tuple[Block, ...]:
        count = len(self.done)
        told = "all of them" if count == len(self.lessons) else f"{count} of {len(self.lessons)}"
        return (
            Title("That was the last lesson"),
            TextLine(f"You have done {told}. “The farm at Kamenka” is a good battle to play next."),
            Button("Close the tutorial", Do("close_tutorial")),
        )


def _shown(text: str) -> str:
    """Return a text as it is shown: keys in quotation marks, as a comma or a full stop alone would not be seen.

    >>> _shown("A `click` chooses it, and `Tab` goes from one to the next.")
    'A click chooses it, and “Tab” goes from one to the next.'
    """
    return _KEY.sub(lambda key: key[1] if key[1] in _MOUSE else f"“{key[1]}”", text)


def _lesson_blocks(lessons: tuple[Lesson, ...], number: int, hindrance: str, *, praised: bool) -> tuple[Block, ...]:
    """Return a lesson as it is shown: what was done last, the text, and the hint or what stands in the way."""
    lesson, praise = lessons[number], f"  ·  √ {lessons[number - 1].title}" if praised else ""
    blocks: list[Block] = [
        Title(lesson.title),
        SmallPrint(f"Lesson {number + 1} of {len(lessons)}{praise}"),
        TextLine(_shown(lesson.text)),
    ]
    if hindrance or lesson.hint:
        blocks.append(SmallPrint(_shown(hindrance or lesson.hint), "bad" if hindrance else "accent"))
    skip = Button("Skip this lesson", Do("skip_lesson"))
    return (*blocks, Buttons((skip, Button("Close the tutorial", Do("close_tutorial"))), 2))


@lru_cache(maxsize=16)
def _tallest(lessons: tuple[Lesson, ...], width: int, ui: float) -> int:
    hindered = ((n, hindrance) for n in range(len(lessons)) for hindrance in ("", _IS_OVER))
    shown = (_lesson_blocks(lessons, n, hindrance, praised=n > 0) for n, hindrance in hindered)
    return max(natural_height(blocks, width, ui) for blocks in shown)

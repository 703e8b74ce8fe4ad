"""Check and play: to the place of a mistake, into the battle and back, and how even it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from sim.process import Failure, Worker
from sim.view.blocks.kinds import Block, Button, Buttons, Do, Gauge, SmallPrint, TextLine
from sim.view.worker.files import Unreadable
from sim.view.worker.studying import PlayStudy, StudyNews, study_process, wins_blocks

if TYPE_CHECKING:
    from sim.scenario.scenario import Scenario
    from sim.view.editor.battle_editor import BattleEditor
    from sim.view.screen import Screen
    from sim.view.settings import ViewSettings

GAMES = (20, 100)
"""How many games are played to see how even a battle is."""
OpensBattle = Callable[["Scenario", "ViewSettings"], "Screen"]
"""Opens the screen of a battle; an editor is told it, for it knows no battle itself."""


class Trying:
    """What is done with a battle once it can be played."""

    def __init__(
        self, screen: BattleEditor, opens: OpensBattle | None, process: Callable[[], Worker] = study_process
    ) -> None:
        self._screen, self.opens, self._process = screen, opens, process
        self._worker: Worker | None = None
        self._news: StudyNews | None = None
        self._studied: Scenario | None = None
        self._wanted = 0
        self._message = ""

    @property
    def play_refusal(self) -> str:
        """Why nothing can be played from here."""
        return "" if self.opens is not None else "battles are played from the list of scenarios"

    def play(self) -> None:
        """Play the battle as it stands; the editor is where it was when that is over."""
        scenario = self._screen.draft.scenario
        if scenario is None:
            self._screen.show_page("check")
            self._screen.say("First mend what is wrong: each line leads to its place.")
        elif self.opens is not None:
            self._screen.filing.keep_draft()
            self._screen.next = self.opens(scenario, self._screen.settings)

    def go_to_mistake(self, number: int) -> None:
        """Show what a mistake is about: a unit on the map, or its place in the forms."""
        screen, draft = self._screen, self._screen.draft
        path = draft.mistakes[number].path
        if not path and screen.map_refusal == "":
            screen.edit_map()  # it is the map that is wrong
            return
        unit = draft.unit_at(path)
        if unit is not None:
            screen.placing.select(unit.path)
            if path[-1] not in ("facing", "count") and len(path) > len(unit.path):
                screen.form.edit_field(path)
            return
        place = next((each for each in draft.places if path[: len(each.owner)] == each.owner and each.owner), None)
        if place is not None:
            screen.placing.selected = place.owner
            screen.reveal(place.cells[:1])
        screen.form.go_to(path)

    # -- how even is it? ---------------------------------------------------------------------------------

    def study(self, games: int) -> None:
        """Have the program play games of it by itself."""
        scenario = self._screen.draft.scenario
        if scenario is None:
            return
        self.stop_study()
        self._worker = self._process()
        self._studied, self._wanted, self._news, self._message = scenario, games, None, ""
        self._worker.ask(PlayStudy.of(scenario, games))

    def stop_study(self) -> None:
        """Have no further games played."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def work(self) -> None:
        """Take in what has been played."""
        if self._worker is None:
            return
        for _, answer in self._worker.answers():
            match answer:
                case StudyNews():
                    self._news = answer
                case Unreadable(reason=text) | Failure(text=text):
                    self._message = text
        if fault := self._worker.fault:
            self._message = fault
        if self._message or (self._news is not None and self._news.left is None):
            self.stop_study()

    def blocks(self, refusal: str) -> Iterator[Block]:
        """Yield what is known of how even the battle is."""
        yield TextLine("How even is it?", bold=True)
        if self._worker is not None:
            games = self._news.games if self._news is not None else 0
            share = min(games / max(self._wanted, 1), 1.0)
            yield Gauge(f"{games} of {self._wanted} games", share, f"{share:.0%}")
            yield Button("Stop", Do("stop_study"))
        else:
            yield Buttons(
                tuple(Button(f"{games} games", Do("study", (games,)), refusal=refusal) for games in GAMES), len(GAMES)
            )
        if self._message:
            yield SmallPrint(self._message, "bad")
        news, scenario = self._news, self._studied
        if news is None or scenario is None or not news.games:
            return
        yield from wins_blocks(news, scenario)
        if scenario is not self._screen.draft.scenario:
            yield SmallPrint("The battle has changed since.", "accent")

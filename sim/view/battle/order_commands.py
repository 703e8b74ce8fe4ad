"""Giving orders: choose a unit, what it does, at whom and how; and the dice and cards of one's own."""

from __future__ import annotations

from secrets import choice as anyone

from sim.engine.chance import ChanceRefused, DrawCard
from sim.engine.dice import Throw
from sim.engine.orders import Ask, IllegalIntent
from sim.grid import Cell
from sim.view.battle.core import Core
from sim.view.battle.menu import Aim, OrderMenu
from sim.view.battle.order_blocks import OrderPreview, preview_of


class OrderCommands(Core):
    """What the panel of orders, clicks on the map and their keys do."""

    # -- the question ------------------------------------------------------------------------------------

    def refresh_menu(self) -> None:
        """Have the menu of the question that is asked now; none while nobody is asked or the past is shown."""
        wanted = self.model.playback.wanted
        if not isinstance(wanted, Throw | DrawCard) and (self.typed or self.filter):
            self.typed, self.filter = [], ""  # undone, or another line: these dice belong to no throw any more
        if not isinstance(wanted, Ask):
            self.menu = None
        elif self.menu is None or self.menu.ask != wanted or self.menu.position.state is not self._asked_state:
            position = self.session.known_to(wanted.side)
            self.menu, self._asked_state, self.preview = OrderMenu(position, wanted), position.state, None
            self.asks_why_not = False
            if wanted.unit is not None:
                self.select_unit(wanted.unit)

    _asked_state: object = None

    def current_preview(self) -> OrderPreview | None:
        """Return the odds of the order that stands ready, worked out once."""
        picked = self.menu.picked if self.menu is not None else None
        if self.menu is None or picked is None:
            return None
        if self.preview is None or self.preview[0] is not picked:
            self.preview = (picked, preview_of(self.menu, picked))
        return self.preview[1]

    # -- choosing ----------------------------------------------------------------------------------------

    def choose_unit(self, unit: str) -> None:
        """Choose who is to act."""
        self.select_unit(unit)
        if self.menu is not None:
            self.menu.choose_unit(unit)
        self.look_at(self.model.where(unit))

    def choose_verb(self, verb: str) -> None:
        """Choose what is to be done."""
        if self.menu is not None:
            self.menu.choose_verb(verb)

    def choose_aim(self, *aim: str | int) -> None:
        """Choose what it is aimed at: the id of a unit, or the two numbers of a cell."""
        if self.menu is None:
            return
        match aim:
            case (str(unit),):
                self._aim(unit)
            case (int(q), int(r)):
                self._aim(Cell(q, r))

    def _aim(self, aim: Aim) -> None:
        assert self.menu is not None
        self.menu.choose_aim(aim)
        self.look_at(self.model.where(aim))

    def choose_facing(self, facing: int) -> None:
        """Choose which way the unit looks afterwards."""
        if self.menu is not None:
            self.menu.facing = facing

    def turn_facing(self, step: int) -> None:
        """Turn the facing afterwards by a step."""
        picked = self.menu.picked if self.menu is not None else None
        if self.menu is None or picked is None or picked.sketch.facing is None:
            return
        facings = self.menu.facings
        self.menu.facing = facings[(facings.index(picked.sketch.facing) + step) % len(facings)]

    def choose_manner(self, manner: str) -> None:
        """Choose how it is done: what it is paid with, who helps."""
        if self.menu is not None:
            self.menu.manner = manner

    def next_manner(self) -> None:
        """Go to the next way of doing it."""
        picked = self.menu.picked if self.menu is not None else None
        if self.menu is None or picked is None:
            return
        manners = self.menu.manners
        self.menu.manner = manners[(manners.index(picked) + 1) % len(manners)].sketch.manner

    def choose_side_order(self, verb: str) -> None:
        """Choose something that the whole side does: one that needs nothing more is given at once."""
        if self.menu is None:
            return
        self.menu.choose_unit(None)
        self.menu.choose_verb(verb)
        # While offers are still coming in, another of the same kind may be among them.
        if self.menu.is_complete and len(self.menu.fitting) == 1:
            self.confirm()

    def next_unit(self, step: int = 1) -> None:
        """Go to the next unit that can be ordered to do something."""
        if self.menu is None or not self.menu.actors:
            return
        actors = self.menu.actors
        now = actors.index(self.menu.unit) if self.menu.unit in actors else (-1 if step > 0 else 0)
        self.choose_unit(actors[(now + step) % len(actors)])

    def next_aim(self, step: int = 1) -> None:
        """Go to the next thing that can be aimed at."""
        if self.menu is None or self.menu.unit is None:
            return
        now, aims = self.menu.aim, self.menu.all_aims
        if aims:
            place = aims.index(now) + step if now in aims else (0 if step > 0 else -1)
            self._aim(aims[place % len(aims)])

    def step_back(self) -> None:
        """Take back the last choice; without one, let go of what is selected."""
        if self.menu is None or not self.menu.step_back():
            self.selected = None

    def confirm(self) -> None:
        """Give the order that stands ready."""
        picked = self.menu.picked if self.menu is not None else None
        if picked is None:
            return
        self.menu, self.preview = None, None
        try:
            self.model.playback.answer(picked.offer.intent)
        except IllegalIntent as illegal:
            # Only a bug in the offers leads here; the player is told, and the battle stands as it was.
            self.say(f"The rules do not allow that: {illegal.reason}")

    # -- on the map --------------------------------------------------------------------------------------

    def click_map(self, cell: Cell | None, unit: str | None) -> None:
        """Aim at what was clicked if that makes sense, else select it; a second click on an aim gives the order."""
        aim = self._meant(cell, unit)
        if aim is not None and self.menu is not None:
            if aim == self.menu.aim and self.menu.picked is not None:
                self.confirm()
            else:
                self.menu.choose_aim(aim)
            return
        if unit is not None and self.menu is not None and (self._is_own(unit) or unit in self.menu.actors):
            if unit == self.menu.unit and self._asks_only_who:
                self.confirm()
            else:
                self.choose_unit(unit)
            return
        self._say_why_not(cell, unit)
        thing = unit if unit is not None else cell
        self.selected = None if thing == self.selected else thing

    @property
    def _asks_only_who(self) -> bool:
        """Say whether an order stands ready of which nothing but the unit was to be chosen."""
        menu = self.menu
        picked = menu.picked if menu is not None else None
        return menu is not None and picked is not None and picked.aim is None and menu.verb == menu.only_verb

    def _meant(self, cell: Cell | None, unit: str | None) -> Aim | None:
        """Return what an order could be aimed at there.

        A unit of one's own is chosen rather than aimed at, unless nobody but who is asked can be: then what counts is
        that one could go there.
        """
        menu = self.menu
        if menu is None or (menu.unit is None and menu.verb is None):
            return None
        aims = menu.all_aims
        if unit is not None and unit in aims and (menu.verb is not None or not self._is_own(unit)):
            return unit
        settled = menu.verb is not None or (menu.ask.unit is not None and unit != menu.unit)
        if cell is not None and cell in aims and (unit is None or not self._is_own(unit) or settled):
            return cell
        return None

    def _say_why_not(self, cell: Cell | None, unit: str | None) -> None:
        """Say why nothing can be aimed there: a click that seems to do nothing is taken for a fault."""
        if self.menu is None or self.menu.unit is None:
            return
        thing = unit if unit is not None else cell
        if reason := self.menu.why_not(cell, unit):
            self.say(reason[:1].upper() + reason[1:])
        elif thing is not None and self.menu.is_complete and cell != self.model.where(self.menu.unit):
            name = self.model.naming
            self.say(f"No order for {name(self.menu.unit)} can be aimed at {name(thing)} now.")

    def _is_own(self, unit: str) -> bool:
        units = self.model.position.state.units
        return self.menu is not None and unit in units and units[unit].side == self.menu.ask.side

    # -- dice and cards ----------------------------------------------------------------------------------

    def type_face(self, face: int) -> None:
        """Take down a die as it lies on the table; the last one is the answer."""
        wanted = self.model.playback.wanted
        if isinstance(wanted, Throw) and face in wanted.die.faces and len(self.typed) < wanted.count:
            self.typed.append(face)
            if len(self.typed) == wanted.count == 1:
                self.give_dice()

    def refuse_digit(self, digit: str) -> None:
        """Say why a digit is no answer to the dice that are asked for; elsewhere it means nothing."""
        wanted = self.model.playback.wanted
        if not isinstance(wanted, Throw):
            return
        if len(self.typed) == wanted.count:
            self.say(f"All of {wanted.dice} are entered: Enter confirms them, Backspace removes the last.")
        else:
            self.say(f"A {wanted.die.name} shows {_span(wanted.die.faces)}, not {digit}.")

    def untype_face(self) -> None:
        """Take the last die back."""
        if self.typed:
            self.typed.pop()

    def give_dice(self) -> None:
        """Answer with the dice that were typed."""
        self._answer_chance(tuple(self.typed))

    def give_card(self, card: str) -> None:
        """Answer with a card."""
        self._answer_chance(card)

    def roll_for_me(self) -> None:
        """Let the program throw or draw this once."""
        match self.model.playback.wanted:
            case Throw() as throw:
                self._answer_chance(tuple(anyone(throw.die.faces) for _ in range(throw.count)))
            case DrawCard() as draw:
                self._answer_chance(anyone(draw.deck.left))

    def _answer_chance(self, result: tuple[int, ...] | str) -> None:
        try:
            self.model.playback.answer(result)
        except ChanceRefused:
            self.say(self.model.reader.complaint(self.session, result))
            return
        self.typed, self.filter = [], ""

    def nothing(self) -> None:
        """Do nothing: a field that is always typed into."""


def _span(faces: tuple[int, ...]) -> str:
    """Say what a die may show.

    >>> _span((1, 2, 3, 4, 5, 6)), _span((1, 1, 3))
    ('1 to 6', '1, 3')
    """
    shown = sorted(set(faces))
    is_whole = len(shown) > 2 and shown == list(range(shown[0], shown[-1] + 1))
    return f"{shown[0]} to {shown[-1]}" if is_whole else ", ".join(map(str, shown))

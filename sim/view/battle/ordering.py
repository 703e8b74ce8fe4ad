"""Giving orders: choose a unit, what it does, at whom and how; one's own dice and cards; the commander's help."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
from secrets import choice as anyone
from typing import TYPE_CHECKING, Any

from sim.engine.battle import Position
from sim.engine.chance import DrawCard
from sim.engine.dice import Throw
from sim.engine.game import Ordered
from sim.engine.orders import Ask
from sim.engine.reader import Reader
from sim.engine.session import Session
from sim.grid import Cell
from sim.view.battle.pages import CLOSE, Dialog
from sim.view.blocks.forecasts import Brought
from sim.view.blocks.kinds import Do, SmallPrint, TextLine, Title
from sim.view.blocks.orders import OrderAnswers, OrderPreview, listed_orders, order_tip
from sim.view.blocks.reasons import reason_blocks
from sim.view.model.menu import Aim, MenuEntry, OrderMenu
from sim.view.model.playback import Playback
from sim.view.ui.text_field import TextField
from sim.view.worker.questions import (
    Advised,
    AdvisedOrder,
    Brings,
    Chances,
    Idle,
    Moment,
    Offered,
    Offers,
    Preview,
    SightNote,
    WhyNotThere,
)

if TYPE_CHECKING:
    from sim.view.battle.screen import BattleScreen


@dataclass(frozen=True)
class _Deputy:
    """Who orders in a player's stead, and since when."""

    side: str
    occasion: str
    turn: int
    decisions: int
    """Orders of automated sides before."""
    hurries: bool = False

    def still(self, session: Session[Any, Any], ask: Ask) -> bool:
        """Say whether this is the step that was left to him.

        The question is of the same kind and in the same turn, or it follows from an order of his in the same
        activation.
        """
        follows = any(isinstance(entry, Ordered) for entry in session.tail)
        is_alike = ask.occasion == self.occasion or follows
        return is_alike and ask.side == self.side and session.state.turn == self.turn

    def is_relieved(self, playback: Playback) -> bool:
        """Say whether somebody else has decided something since, and that is shown."""
        later = playback.decisions[self.decisions :]
        return bool(later) and later[0] <= playback.cursor


class Ordering:
    """What the panel of orders, clicks on the map and their keys do."""

    def __init__(self, screen: BattleScreen) -> None:
        self._screen = screen
        self.menu: OrderMenu | None = None
        self.typed: list[int] = []
        """The dice that were typed so far."""
        self.card = TextField(40)
        """What was typed of the name of a card."""
        self._asked: tuple[Moment, Ask] | None = None
        self._advised: AdvisedOrder | None = None
        self._acted = ""
        """Who was ordered last."""
        self._deputy: _Deputy | None = None

    # -- the question ------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Have the menu of the question that is asked now; none while nobody is asked or the past is shown."""
        screen, wanted = self._screen, self._screen.model.playback.wanted
        if not isinstance(wanted, Throw | DrawCard) and (self.typed or self.card.text):
            self._forget_typed()  # undone, or another line: these dice belong to no throw any more
        if not isinstance(wanted, Ask) or screen.model.hands_over_to is not None:
            self.menu = self._asked = None
            return
        session = screen.engine.session
        moment = Moment(session.line, len(screen.model.playback.frames) - 1, (wanted.side,))
        if self.menu is not None and self._asked == (moment, wanted):
            return
        known = Reader(session.battle, (wanted.side,)).known(session.state)
        self.menu, self._asked = OrderMenu(Position(session.battle, known), wanted), (moment, wanted)
        self._advised = None
        screen.looking.asks_why_not = False
        if wanted.unit is not None:
            screen.looking.select_unit(wanted.unit)
        screen.looking.follow_question(wanted)
        screen.hearing.hear_question(wanted)
        menu = self.menu
        screen.engine.ask("offers", Offers(moment, wanted), lambda part: self._take_in(menu, part))

    def _take_in(self, menu: OrderMenu, part: Offered) -> None:
        """Add to a menu what has come in of it; whoever acted last goes on, if he can and nobody else is chosen."""
        if part.facts is not None:
            menu.facts = part.facts
        menu.add(part.entries)
        if part.is_last:
            menu.complete()
            if self.menu is menu and not (menu.has_choice or menu.only_verb) and self._acted in menu.actors:
                self.choose_unit(self._acted)

    def forget(self) -> None:
        """Put away what was to be ordered: another moment has come."""
        self.menu = self._asked = None

    @property
    def answers(self) -> OrderAnswers:
        """What the engine says of what has been chosen so far."""
        menu, asked = self.menu, self._asked
        if menu is None or asked is None:
            return OrderAnswers()
        engine, listed = self._screen.engine, listed_orders(menu)
        chances = engine.answer("chances", Chances(*asked, listed)) if listed else None
        is_idle = menu.unit in menu.position.state.units and menu.is_complete and not menu.verbs(menu.unit)
        idle = engine.answer("idle", Idle(*asked, menu.unit)) if is_idle and menu.unit is not None else None
        found = dict(zip(listed, chances, strict=True)) if chances is not None else {}
        advised, picked = self._advised, menu.picked
        is_advised = advised is not None and picked is not None and advised.entry.offer.intent == picked.offer.intent
        brings = self._brings(picked) if picked is not None and picked.sketch.passes else None
        return OrderAnswers(self.preview, found, idle or "", brings, advised.why if advised and is_advised else ())

    def _brings(self, choice: MenuEntry) -> Brought | None:
        """Return what an order brings by itself, once that is known."""
        asked = self._asked
        return asked and self._screen.engine.answer("brings", Brings(asked[0], choice.offer.intent))

    def tip(self, do: Do) -> tuple[TextLine | SmallPrint, ...]:
        """Say what the button of an order does: its rule, and what comes of doing nothing."""
        menu = self.menu
        if menu is None:
            return ()
        passing = menu.passing if do.name == "pass_on" else None
        brings = self._brings(passing) if passing is not None else None
        lines = brings.lines if brings is not None else ()
        return (*order_tip(self._screen.model, menu, do), *(SmallPrint(line, "accent") for line in lines))

    @property
    def preview(self) -> OrderPreview | None:
        """The odds of the order that stands ready, once they are worked out."""
        picked = self.menu.picked if self.menu is not None else None
        if picked is None or self._asked is None:
            return None
        return self._screen.engine.answer("preview", Preview(*self._asked, picked))

    # -- choosing ----------------------------------------------------------------------------------------

    def choose_unit(self, unit: str) -> None:
        """Choose who is to act."""
        self._screen.looking.select_unit(unit)
        if self.menu is not None:
            self.menu.choose_unit(unit)
        self._screen.looking.look_at(self._screen.model.where(unit))

    def choose_verb(self, verb: str) -> None:
        """Choose what is to be done."""
        if self.menu is not None:
            self.menu.choose_verb(verb)

    def choose_card(self, card: str) -> None:
        """Choose a card to play."""
        if self.menu is not None:
            self.menu.choose_card(card)

    def press_letter(self, letter: str) -> bool:
        """Choose the order that has a letter, and its first target; once more goes to the next. Say whether one has."""
        menu = self.menu
        found = menu.by_letter(letter) if menu is not None else None
        if menu is None or found is None:
            return False
        unit, verb = found
        if verb.passes:
            self.pass_on()
        elif not verb.ways:
            self._say(verb.refusal)
        elif unit is None:
            self.choose_side_order(verb.name)
        elif (menu.unit, menu.verb) == (unit, verb.name):
            self.next_aim()
        else:
            if menu.unit != unit:
                self.choose_unit(unit)
            self.choose_verb(verb.name)
            if menu.needs_aim and all(isinstance(aim, str) for aim in menu.all_aims):
                self.next_aim()
        return True

    def refuse_letter(self, letter: str) -> None:
        """Say that an order cannot be given which this system has, but nobody can carry out now."""
        if orders := self._screen.model.insight.letters().get(letter):
            self._say(f"{letter} is for {orders}: nobody can be ordered to do that now.")

    def pass_on(self) -> None:
        """Do nothing more: pass, wait. What ends the turn stands ready first, as does he whom nobody has chosen."""
        menu, asked = self.menu, self._asked
        choice = menu.passing if menu is not None else None
        if menu is None or asked is None or choice is None:
            self._say("You cannot pass now." if menu is not None else "There is no order to give now.")
        elif menu.picked is choice:
            self.confirm()
        elif choice.unit is not None:
            is_chosen = choice.unit == menu.unit
            self._stand_ready(menu, choice)
            if is_chosen:
                self.confirm()
        else:
            question = Brings(asked[0], choice.offer.intent)
            self._screen.engine.ask("pass", question, lambda brings: self._pass(menu, choice, brings))

    def _pass(self, menu: OrderMenu, choice: MenuEntry, brings: Brought) -> None:
        if self.menu is not menu:
            return  # somebody has ordered something meanwhile
        self._stand_ready(menu, choice)
        if brings.ends_turn:
            self._say("This ends the turn. Press it once more to do so.")
        else:
            self.confirm()

    def choose_aim(self, *aim: str | int) -> None:
        """Choose what it is aimed at: the id of a unit, or the two numbers of a cell."""
        match aim:
            case (str(unit),):
                self._aim(unit)
            case (int(q), int(r)):
                self._aim(Cell(q, r))

    def aim_order(self, unit: str | None, verb: str, aim: Aim) -> None:
        """Have an order stand ready: who does what, and at whom or where."""
        if self.menu is not None:
            if unit is not None and unit != self.menu.unit:
                self.choose_unit(unit)
            self.menu.choose_verb(verb)
            self._aim(aim)

    def explain_refusal(self, cell: Cell, unit: str | None) -> None:
        """Say why the chosen unit can be ordered nothing at a cell or a unit."""
        self._say_why_not(cell, unit)

    def _aim(self, aim: Aim) -> None:
        if self.menu is not None:
            self.menu.choose_aim(aim)
            self._screen.looking.look_at(self._screen.model.where(aim))

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

    @property
    def facing_cell(self) -> Cell | None:
        """The cell in which the order that stands ready leaves a facing to choose; None if it leaves none."""
        menu, picked = self.menu, self.menu.picked if self.menu is not None else None
        if menu is None or picked is None or picked.sketch.facing is None or len(menu.facings) < 2:
            return None
        way, units = picked.sketch.way, picked.sketch.units
        return way[-1] if way else self._screen.model.where(units[0]) if units else None

    def face_towards(self, right: float, down: float) -> None:
        """Have the unit look afterwards as nearly as it can to a direction on the screen."""
        grid = self._screen.engine.session.battle.map.grid

        def nearness(facing: int) -> float:
            x, y = grid.plane(grid.steps[facing].q, grid.steps[facing].r)
            return (x * right + y * down) / hypot(x, y)

        if self.menu is not None and self.menu.facings:
            self.choose_facing(max(self.menu.facings, key=nearness))

    def choose_manner(self, manner: str) -> None:
        """Choose how it is done: what it is paid with, who helps."""
        if self.menu is not None:
            self.menu.manner = manner

    def next_manner(self, step: int = 1) -> None:
        """Go to the next way of doing it."""
        picked = self.menu.picked if self.menu is not None else None
        if self.menu is None or picked is None:
            return
        manners = self.menu.manners
        self.menu.manner = manners[(manners.index(picked) + step) % len(manners)].sketch.manner

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

    def enter(self) -> None:
        """Give the order that stands ready; else click where the cell cursor is."""
        looking = self._screen.looking
        if self.menu is not None and self.menu.picked is not None:
            self.confirm()
        elif looking.cell_cursor is not None:
            self.click_map(looking.cell_cursor, self._next_unit_at(looking.cell_cursor))
        elif self.menu is not None:
            self._say("No order is ready: Tab selects units, N targets, and the arrows move a cursor.")

    def _next_unit_at(self, cell: Cell) -> str | None:
        """Return a unit in a cell: of several, the one after that which is selected."""
        units: list[str] = [unit.id for unit in self._screen.model.position.state.units.at(cell)]
        selected = self._screen.looking.selected_unit
        if not units:
            return None
        return units[(units.index(selected) + 1) % len(units)] if selected in units else units[-1]

    def escape(self) -> None:
        """Go back by one choice; if there is none, to the menu."""
        looking, pages, menu, inspecting = (
            self._screen.looking, self._screen.pages, self.menu, self._screen.inspecting
        )  # fmt: skip
        named = menu.ask.unit if menu is not None else None
        if pages.window is not None:
            pages.close_window()
        elif self._screen.context.about is not None:
            self._screen.context.close()
        elif looking.picked_note is not None or looking.asks_why_not:
            looking.picked_note, looking.asks_why_not = None, False
        elif inspecting.answer is not None:
            inspecting.picked = None
        elif (menu is not None and menu.has_choice) or looking.selected not in (None, named):
            self.step_back()
        else:
            pages.show_menu()

    def step_back(self) -> None:
        """Take back the last choice; without one, let go of what is selected."""
        if self.menu is None or not self.menu.step_back():
            # Whom the question names stays selected: nobody else may act.
            named = self.menu.ask.unit if self.menu is not None else None
            self._screen.looking.selected = named

    def confirm(self) -> None:
        """Give the order that stands ready."""
        picked = self.menu.picked if self.menu is not None else None
        if picked is None:
            return
        self._acted = picked.unit or self._acted
        self.forget()
        self._screen.hearing.hear_order()
        self._screen.model.playback.answer(picked.offer.intent)

    # -- on the map --------------------------------------------------------------------------------------

    def click_map(self, cell: Cell | None, unit: str | None) -> None:
        """Aim at what was clicked if that makes sense, else select it; a second click on an aim gives the order."""
        aim, self._screen.inspecting.clicked = self._meant(cell, unit), unit
        if aim is not None and self.menu is not None:
            if aim == self.menu.aim and self.menu.picked is not None:
                self.confirm()
            else:
                self.menu.choose_aim(aim)
            return
        if unit is not None and self.menu is not None and self._may_act(unit):
            if unit == self.menu.unit and self._asks_only_who:
                self.confirm()
            else:
                self.choose_unit(unit)
            return
        self._say_why_not(cell, unit)
        thing, looking = unit if unit is not None else cell, self._screen.looking
        looking.selected = None if thing == looking.selected else thing

    def _may_act(self, unit: str) -> bool:
        """Say whether a click on a unit chooses it: where one is asked by name, his friends are only looked at."""
        menu = self.menu
        return menu is not None and (unit in menu.actors or (menu.ask.unit is None and self._is_own(unit)))

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
        # Whoever clicks beside the counter means the enemy who stands there all the same.
        there = (aim for aim in aims if isinstance(aim, str) and self._screen.model.where(aim) == cell)
        enemy = next((aim for aim in there if not self._is_own(aim)), None)
        unit = enemy if unit is None else unit
        if unit is not None and unit in aims and (menu.verb is not None or not self._is_own(unit)):
            return unit
        settled = menu.verb is not None or (menu.ask.unit is not None and unit != menu.unit)
        place = cell if cell in aims else enemy
        return place if unit is None or not self._is_own(unit) or settled else None

    def _say_why_not(self, cell: Cell | None, unit: str | None) -> None:
        """Say why nothing can be aimed there: a click that seems to do nothing is taken for a fault."""
        menu, asked, engine = self.menu, self._asked, self._screen.engine
        if menu is None or menu.unit is None or asked is None:
            return
        thing = unit if unit is not None else cell
        if reason := menu.refused_at(cell, unit):
            if unit is None or cell is None:
                self._say(reason)
                return
            note = SightNote(asked[0], menu.unit, cell, reason)
            engine.ask("why not", note, lambda more: self._say(f"{reason}{more}"))
        elif menu.could_go_to(cell) and cell is not None:
            question = WhyNotThere(*asked, menu.unit, cell)
            actor = menu.unit
            engine.ask("why not", question, lambda why: self._say(why or self._nothing(actor, thing)))
        elif thing is not None and menu.is_complete and cell != self._screen.model.where(menu.unit):
            self._say(self._nothing(menu.unit, thing))

    def _nothing(self, actor: str, thing: Aim | None) -> str:
        name = self._screen.model.naming
        return f"No order for {name(actor)} can be aimed at {name(thing)} now." if thing is not None else ""

    def _say(self, text: str) -> None:
        self._screen.say(text[:1].upper() + text[1:])

    def _is_own(self, unit: str) -> bool:
        units = self._screen.model.position.state.units
        return self.menu is not None and unit in units and units[unit].side == self.menu.ask.side

    # -- dice and cards ----------------------------------------------------------------------------------

    def type_face(self, face: int) -> None:
        """Take down a die as it lies on the table; the last one is the answer."""
        wanted = self._screen.model.playback.wanted
        if isinstance(wanted, Throw) and face in wanted.die.faces and len(self.typed) < wanted.count:
            self.typed.append(face)
            if len(self.typed) == wanted.count == 1:
                self.give_dice()

    def refuse_digit(self, digit: str) -> None:
        """Say why a digit is no answer to the dice that are asked for; elsewhere it means nothing."""
        wanted = self._screen.model.playback.wanted
        if not isinstance(wanted, Throw):
            return
        if len(self.typed) == wanted.count:
            self._say(f"All of {wanted.dice} are entered: Enter confirms them, Backspace removes the last.")
        else:
            self._say(f"A {wanted.die.name} shows {_span(wanted.die.faces)}, not {digit}.")

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
        match self._screen.model.playback.wanted:
            case Throw() as throw:
                self._answer_chance(tuple(anyone(throw.die.faces) for _ in range(throw.count)))
            case DrawCard() as draw:
                self._answer_chance(anyone(draw.deck.left))

    def _answer_chance(self, result: tuple[int, ...] | str) -> None:
        self._forget_typed()
        self._screen.model.playback.answer(result)

    def _forget_typed(self) -> None:
        self.typed = []
        self.card.clear()

    def type_text(self, text: str) -> None:
        """Take letters for the name of a card."""
        if isinstance(self._screen.model.playback.wanted, DrawCard):
            self.card.type(text)

    def nothing(self) -> None:
        """Do nothing: a field that is always typed into."""

    # -- the commander at one's side ---------------------------------------------------------------------

    @property
    def is_deputised(self) -> bool:
        """Say whether somebody gives the orders in the player's stead."""
        return self._deputy is not None

    def take_advice(self) -> None:
        """Have the order stand ready that the commander would give."""
        menu, asked = self.menu, self._asked
        if menu is None or asked is None:
            self._say("There is no order to give now.")
            return
        self._screen.engine.ask("advice", Advised(asked[0]), lambda advice: self._take_advice(menu, advice))

    def _take_advice(self, menu: OrderMenu, advice: AdvisedOrder | None) -> None:
        if advice is None:
            self._say("Your commander has no advice here.")
            return
        self._advised = advice
        self._stand_ready(menu, advice.entry)

    def show_advice(self) -> None:
        """Show all the reasons for what the commander would order."""
        model = self._screen.model
        if self._advised is not None:
            reasons = reason_blocks(
                self._advised.why, model.naming, card=model.card, under=model.session.battle.unusual
            )
            self._screen.pages.window = Dialog("advice", (Title("Your commander's reasons"), *reasons, CLOSE), 700)

    def _stand_ready(self, menu: OrderMenu, choice: MenuEntry) -> None:
        """Have an order stand ready that was chosen as a whole."""
        menu.take(choice)
        looking = self._screen.looking
        looking.selected = menu.unit or looking.selected
        looking.look_at(self._screen.model.where(menu.unit) if menu.unit else None)

    def delegate(self) -> None:
        """Let the commander give the orders of this step; whatever stops play stops him."""
        playback, session = self._screen.model.playback, self._screen.engine.session
        ask = playback.wanted
        if not isinstance(ask, Ask):
            self._say("There is no order to give now.")
            return
        self._deputy = _Deputy(ask.side, ask.occasion, session.state.turn, len(playback.decisions))
        self._screen.engine.has_no_advice = False
        playback.playing = True

    def hurry_deputy(self) -> bool:
        """Hurry through the orders of a commander who gives them; say whether one does."""
        if self._deputy is None:
            return False
        self._deputy = replace(self._deputy, hurries=True)
        self._screen.model.playback.hurry_to("end")
        return True

    def work_on_delegation(self) -> None:
        """Have the next order given in the player's stead, once all that came of the last is shown."""
        playback, deputy, engine = self._screen.model.playback, self._deputy, self._screen.engine
        if deputy is None:
            return
        ask = playback.wanted
        is_over = deputy.is_relieved(playback) or (isinstance(ask, Ask) and not deputy.still(engine.session, ask))
        stopped = not (playback.playing or playback.goal) and playback.is_settled
        if is_over or playback.is_over or stopped or engine.has_no_advice:
            self._deputy = None
            return
        if isinstance(ask, Ask) and playback.is_settled:
            self.forget()
            playback.answer_as_advised()
            if deputy.hurries:
                playback.hurry_to("end")


def _span(faces: tuple[int, ...]) -> str:
    """Say what a die may show.

    >>> _span((1, 2, 3, 4, 5, 6)), _span((1, 1, 3))
    ('1 to 6', '1, 3')
    """
    shown = sorted(set(faces))
    is_whole = len(shown) > 2 and shown == list(range(shown[0], shown[-1] + 1))
    return f"{shown[0]} to {shown[-1]}" if is_whole else ", ".join(map(str, shown))

"""The panel of orders: who may be ordered, what, at whom, how, and what it takes, before anything is settled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sim.engine.battle import Position
from sim.engine.chances import short
from sim.engine.insight import Danger, Odds, Scene, Scope
from sim.engine.notes import Note, Rolled, walk
from sim.engine.orders import Ask
from sim.grid import Cell
from sim.view.blocks.forecasts import Brought
from sim.view.blocks.kinds import (
    Block,
    Button,
    Buttons,
    Divider,
    Do,
    Faces,
    Row,
    SmallPrint,
    TextLine,
    Title,
    Tone,
    in_line,
)
from sim.view.blocks.reasons import YES, reason_blocks
from sim.view.blocks.reports import RULE_DO, gauge, odds_blocks, threat_blocks
from sim.view.model.menu import Aim, MenuEntry, OrderMenu, Verb
from sim.view.model.model import Model, result_text

_MANY = 9
"""Lines of units above which what the whole side may do stands before them."""
_LISTED = 14
"""How many aims are listed; the others are found on the map."""
_BRIEF = 3
"""Lines of the commander's reasons that stand beside his advice."""


@dataclass(frozen=True)
class OrderPreview:
    """What can be said of an order before it is given."""

    odds: tuple[Odds, ...]
    threats: tuple[Odds, ...]
    """What the enemy could do to the unit afterwards."""
    danger: Danger | None = None
    """What it endangers besides its target."""
    scope: Scope | None = None
    """Whom it reaches besides its target."""
    meeting: tuple[Odds, ...] = ()
    """What the unit could do then to those whom it meets."""


@dataclass(frozen=True)
class OrderAnswers:
    """What the engine says of what has been chosen so far, as far as it has answered."""

    preview: OrderPreview | None = None
    chances: Mapping[MenuEntry, str] = field(default_factory=dict)
    """What stands on the buttons of orders: a chance, or what they cost."""
    idle: str = ""
    """Why the chosen unit can be given no order."""
    brings: Brought | None = None
    """What the order that stands ready brings by itself, if nothing is done by it."""
    why: tuple[Note, ...] = ()
    """The commander's reasons, if the order that stands ready is his advice."""


def preview_of(position: Scene, ask: Ask, choice: MenuEntry) -> OrderPreview:
    """Return the odds of an order, and those of the enemy against the unit once it is carried out."""
    insight, intent = position.battle.ruleset.insight, choice.offer.intent
    odds = insight.odds(position, ask, intent)
    after = _after(position, ask, choice)
    threats = insight.threats(after, choice.sketch.units[0]) if after is not None else ()
    danger, scope = insight.danger(position, intent), insight.scope(position, intent)
    return OrderPreview(odds, threats, danger, scope, _meeting(after, ask, choice) if after is not None else ())


def _meeting(after: Scene, ask: Ask, choice: MenuEntry) -> tuple[Odds, ...]:
    """Return what a unit could do to the enemies into whose cell an order has led it."""
    sketch, threats = choice.sketch, after.battle.ruleset.insight.threats
    there = after.state.units.at(sketch.way[-1]) if sketch.way and sketch.target is None else ()
    met = [unit.id for unit in there if unit.side != ask.side]
    return tuple(odds for enemy in met for odds in threats(after, enemy) if odds.unit == sketch.units[0])


def meeting_text(position: Scene, ask: Ask, choice: MenuEntry) -> str:
    """Say how a unit and the enemy into whose cell it goes would fare there: its own odds, and his beside them."""
    after = _after(position, ask, choice)
    mine = _meeting(after, ask, choice) if after is not None else ()
    if after is None or not mine:
        return ""
    theirs = after.battle.ruleset.insight.threats(after, choice.sketch.units[0])
    his = next((short(odds.chance) for odds in theirs if odds.unit == mine[0].target), "none")
    return f"{short(mine[0].chance)}, his {his}"


def _after(position: Scene, ask: Ask, choice: MenuEntry) -> Scene | None:
    """Return the position with the unit where the order would leave it; None where no unit of one's own is ordered.

    Who stays where he is asks for the enemy's odds, too: to shoot or to get away is one question.
    """
    sketch = choice.sketch
    unit = position.state.units[sketch.units[0]] if sketch.units and sketch.units[0] in position.state.units else None
    if unit is None or unit.cell is None or unit.side != ask.side:
        return None
    facing = unit.facing if sketch.facing is None else sketch.facing
    moved = unit.changed(cell=sketch.way[-1] if sketch.way else unit.cell, facing=facing)
    moved = position.battle.ruleset.insight.once_done(choice.offer.intent, moved)
    return position if moved == unit else Position(position.battle, position.state.with_unit(moved))


def is_feared(position: Scene, side: str, odds: Odds) -> bool:
    """Say whether a side hopes that something does not come about: what an enemy does, or harm to oneself."""
    units = position.state.units
    return odds.feared or (odds.unit in units and units[odds.unit].side != side)


def order_blocks(model: Model, menu: OrderMenu, said: OrderAnswers) -> tuple[Block, ...]:
    """Return the panel for a question to a player."""
    blocks = _circumstances(model, menu)
    if blocks or menu.picked is None:  # else the order that stands ready is its own headline
        blocks.insert(0, Title(_headline(model, menu)))
    if not menu.is_complete:
        blocks.append(SmallPrint("working out what you can order …"))
    keys = _Keys()
    if menu.unit is None and menu.needs_aim:
        # An order of the whole side that is still to be aimed: a card, a place.
        cards = _card_notes(menu, menu.fitting)
        return (
            *blocks,
            Row("order", menu.verb or ""),
            *cards,
            *_aims(model, menu, keys, said),
            SmallPrint("Esc goes back."),
        )
    if menu.unit is not None:
        blocks += _unit_part(model, menu, keys, said)
    if menu.picked is not None:
        return (*blocks, *([Divider()] if blocks else []), *_ready(model, menu, menu.picked, keys, said))
    if menu.unit is None or menu.verb is None:
        actors = _actors(model, menu) if menu.unit is None else []
        of_side = [*_side_part(menu, keys), *_hand(menu, keys), Divider(), _COMMANDER]
        # Nobody scrolls past thirty men to say that they do nothing more.
        blocks += [*of_side, Divider(), *actors] if len(actors) > _MANY else [*actors, *of_side]
        refused = _hand(menu, keys, refused=True) if menu.is_complete else []
        return (*blocks, *refused, *_refused_part(menu))
    return tuple(blocks)


_COMMANDER = Buttons((Button("Advice", Do("take_advice"), "O"), Button("Delegate", Do("delegate"), "P")), 2)
"""What the commander at one's side can be asked for: what he would order, or to order the rest himself."""


class _Keys:
    """Gives out the keys, each to one button: letters to orders that have one, to all others digits from the top."""

    def __init__(self) -> None:
        self._next, self._letters = 0, set[str]()

    def take(self, letter: str = "") -> str:
        if letter and letter not in self._letters:
            self._letters.add(letter)
            return letter
        self._next += 1
        return str(self._next) if self._next <= 9 else ""


def _headline(model: Model, menu: OrderMenu) -> str:
    """Say who is asked for what: whoever commands the chosen unit, else whose turn it is to choose one."""
    ask = menu.ask
    commander = menu.facts.commanders.get(menu.unit, "") if menu.unit else ""
    return f"{commander or ask.player or model.side_name(ask.side)}: {ask.occasion.replace('_', ' ')}"


def _circumstances(model: Model, menu: OrderMenu) -> list[Block]:
    """Say what the question is about: who is asked, because of whom, after which dice."""
    ask = menu.ask
    asked = menu.facts.question
    # Once something is chosen, the room is for what comes of it.
    facts: list[Block] = [SmallPrint(asked)] if asked and not menu.has_choice else []
    if menu.card is not None:
        facts.append(Row("card", next((face.name for face in menu.facts.hand if face.id == menu.card), menu.card)))
    if ask.unit and menu.picked is None:
        facts.append(Row("unit", model.naming(ask.unit), do=Do("look_at_unit", (ask.unit,))))
    if isinstance(read := model.wanted, Ask) and read.about:
        facts.append(Row("about", model.naming(read.about), do=Do("look_at_unit", (read.about,))))
    rolled = next((note for note in reversed(list(walk(model.waiting_for))) if isinstance(note, Rolled)), None)
    if rolled is not None:
        facts += _rolled(rolled)
    if ask.number is not None and not asked:
        facts.append(Row("number", str(ask.number)))
    return facts


def _rolled(rolled: Rolled) -> list[Block]:
    """Show the dice that the question is about: they lie on the table, and nothing has come of them yet."""
    need = rolled.throw.need
    good = None if need is None or need.each else need.met_by(rolled.total)
    counted = need is not None and need.each
    told = (result_text(rolled) if counted else f"{rolled.total}") + (f", {need} needed" if need is not None else "")
    return [Faces(rolled.faces, len(rolled.throw.die.faces), good), Row("rolled", told, source=rolled.throw.purpose)]


def _actors(model: Model, menu: OrderMenu) -> list[Block]:
    """List who may be ordered to do something."""
    actors = menu.actors
    if not actors:
        idle = menu.is_complete and not any(choice.is_open for choice in menu.of_unit(None))
        return [SmallPrint("None of your units can be given an order now.")] if idle else []
    units = menu.position.state.units
    whose = "your" if any(unit in units and units[unit].side == menu.ask.side for unit in actors) else "these"
    lines: list[Block] = [SmallPrint(f"Choose one of {whose} units, on the map or here. Tab selects the next one.")]
    commanders = dict.fromkeys(menu.facts.commanders.get(unit, "") for unit in actors)
    for commander in commanders:
        lines += [SmallPrint(f"Commanded by {commander}:", "accent")] if commander else []
        own = (unit for unit in actors if menu.facts.commanders.get(unit, "") == commander)
        lines += [_actor(model, menu, unit) for unit in own]
    return lines


def _actor(model: Model, menu: OrderMenu, unit: str) -> Block:
    cell = menu.position.state.units[unit].cell if unit in menu.position.state.units else None
    place = f" · {model.naming(cell)}" if cell is not None else ""
    return TextLine(f"{model.naming(unit)}{place}", do=Do("choose_unit", (unit,)))


def _unit_part(model: Model, menu: OrderMenu, keys: _Keys, said: OrderAnswers) -> list[Block]:
    """Show what the chosen unit may do, what that may be aimed at, and how it may be done."""
    assert menu.unit is not None
    blocks: list[Block] = []
    if menu.picked is not None:  # the order that stands ready says who does what to whom
        return blocks
    if menu.unit != menu.ask.unit:  # the question has named it already
        blocks.append(Row("unit", model.naming(menu.unit), do=Do("look_at_unit", (menu.unit,))))
    if menu.aim is not None:
        blocks.append(Row("target", model.naming(menu.aim)))
    verbs = menu.verbs(menu.unit)
    if not verbs and menu.is_complete:
        if menu.unit == menu.ask.unit or menu.unit not in menu.position.state.units:
            return []  # it is asked about, as where its side may play a card after its roll, but can do nothing itself
        return [*blocks, SmallPrint(said.idle or f"{model.naming(menu.unit)} cannot be given an order now.")]
    if menu.verb is None and menu.aim is None:
        possible = [verb for verb in verbs if not _why_not(verb)]
        blocks += [_verb_button(verb, menu, keys) for verb in possible]
        if menu.is_complete and not possible:
            blocks.append(SmallPrint(f"{model.naming(menu.unit)} cannot be given an order now."))
        aimed = ["Or click a target marked on the map."] if menu.all_aims else []
        # Whom the question names cannot be let go: nobody else is asked.
        let_go = ["Esc deselects the unit."] if menu.unit != menu.ask.unit else []
        return [*blocks, *([SmallPrint(" ".join((*aimed, *let_go)))] if aimed or let_go else [])]
    if menu.verb is not None:
        blocks.append(Row("order", menu.verb))
    if menu.needs_aim:
        blocks += _aims(model, menu, keys, said)
    return blocks


def _verb_button(verb: Verb, menu: OrderMenu, keys: _Keys) -> Block:
    do, is_chosen = Do("pass_on") if verb.passes else Do("choose_verb", (verb.name,)), menu.verb == verb.name
    return Button(verb.name.capitalize(), do, keys.take(verb.key), chosen=is_chosen, note=verb.to_choose)


def _aimed_button(menu: OrderMenu, choice: MenuEntry, keys: _Keys, chances: Mapping[MenuEntry, str]) -> Block:
    """Show what can be done to what is aimed at: fire at him, or go in and fight him there."""
    sketch = choice.sketch
    text = f"{sketch.verb} in" if menu.met_by(choice) else sketch.verb
    return Button(
        text.capitalize(), Do("choose_verb", (sketch.verb,)), keys.take(sketch.key), note=chances.get(choice, "")
    )


def _why_not(verb: Verb) -> str:
    return verb.refusal or ("" if verb.ways else "not possible now")


def listed_orders(menu: OrderMenu) -> tuple[MenuEntry, ...]:
    """Return the orders whose buttons say how likely they are: one for each thing to aim at, or to do to it."""
    return menu.verbs_there if menu.verb is None else tuple(choice for _, choice in listed_aims(menu))


def listed_aims(menu: OrderMenu) -> tuple[tuple[Aim, MenuEntry], ...]:
    """Return what can be aimed at and has a button, each with an order."""
    if not menu.needs_aim:
        return ()
    aims = menu.aims
    if len(aims) > _LISTED:
        # Nobody finds his own among so many names: first come the cells in which somebody is.
        aims = tuple(sorted(aims, key=lambda aim: isinstance(aim, Cell) and not menu.position.state.units.at(aim)))
    open_ones = [choice for choice in menu.fitting if choice.is_open]
    return tuple((aim, next(c for c in open_ones if aim in menu.aims_of(c))) for aim in aims[:_LISTED])


def _aims(model: Model, menu: OrderMenu, keys: _Keys, said: OrderAnswers) -> list[Block]:
    is_place = all(isinstance(aim, Cell) for aim in menu.aims)
    lines: list[Block] = [SmallPrint(f"Choose a {'place' if is_place else 'target'}, on the map or here:")]
    lines += [_aim_button(model, menu, aim, keys, said.chances.get(choice, "")) for aim, choice in listed_aims(menu)]
    if (left := len(menu.aims) - _LISTED) > 0:
        lines.append(SmallPrint(f"and {left} more on the map: click one, or use the arrows and Enter"))
    return lines


def _aim_button(model: Model, menu: OrderMenu, aim: Aim, keys: _Keys, chance: str) -> Block:
    q_r: tuple[object, ...] = (aim.q, aim.r) if isinstance(aim, Cell) else (aim,)
    there = menu.position.state.units.at(aim) if isinstance(aim, Cell) else ()
    text = " · ".join((model.naming(aim), *([", ".join(model.naming(unit.id) for unit in there)] if there else [])))
    return Button(text, Do("choose_aim", q_r), keys.take(), note=chance)


def _card_notes(menu: OrderMenu, choices: Iterable[MenuEntry]) -> list[Block]:
    """Say what the cards do that orders are about, each once, and which card it is if the order does not say so."""
    faces = {face.id: face for face in menu.facts.hand}
    verbs = {choice.sketch.card: choice.sketch.verb for choice in choices if choice.sketch.card in faces}
    told = ((verb, faces[card]) for card, verb in verbs.items())
    return [
        SmallPrint(face.text if face.name in verb else f"{face.name}: {face.text}") for verb, face in told if face.text
    ]


def _ready(model: Model, menu: OrderMenu, choice: MenuEntry, keys: _Keys, said: OrderAnswers) -> list[Block]:
    """Show the order that stands ready, its chance, how else it might be done and paid, and what may come of it."""
    words, preview = model.session.ruleset.order_text(menu.position, choice.offer.intent), said.preview
    blocks: list[Block] = [TextLine(words[:1].upper() + words[1:], bold=True)]
    if choice.offer.cost:
        blocks.append(Row("cost", choice.offer.cost))
    blocks.append(Buttons((Button("Do it", Do("confirm"), "Enter"), Button("Back", Do("step_back"), "Esc")), 2))
    others = menu.verbs_there[1:] if menu.verb is None else ()
    blocks += [SmallPrint("Or instead:")] if others else []
    blocks += [_aimed_button(menu, other, keys, said.chances) for other in others]
    blocks += [*_advised(model, said.why, words), *_brought(said.brings)]
    odds = preview.odds if preview is not None else ()
    told = [odds_blocks(each, feared=is_feared(menu.position, menu.ask.side, each)) for each in odds]
    blocks += [*_met(model, preview), *(told[0][:2] if told else ()), *_manners(menu, choice)]
    if preview is not None and preview.scope is not None:
        blocks += [Row(fact.label, fact.text, source=fact.source) for fact in preview.scope.facts]
    blocks += [*_card_notes(menu, [choice]), *_facings(model, menu, choice)]
    for n, parts in enumerate(told):
        # How likely it is stands above already: with it one decides how to pay.
        blocks += [Divider(), *(parts if n else parts[2:])]
    if preview is not None and preview.threats:
        blocks += [Divider(), *threat_blocks(preview.threats, model.naming, _feared_there(choice))]
    return blocks


def _met(model: Model, preview: OrderPreview | None) -> list[Block]:
    """Show what comes of going in where an enemy stands: the odds of the next attack there, one's own beside his."""
    if preview is None or not preview.meeting:
        return []
    met = {odds.target for odds in preview.meeting}
    his = (odds for odds in preview.threats if odds.unit in met)
    gauges = [gauge(model.naming(odds.unit), odds.chance, "good") for odds in preview.meeting]
    gauges += [gauge(model.naming(odds.unit), odds.chance, "bad") for odds in his]
    return [TextLine("Face to face, a hit by", bold=True), *in_line(gauges)]


def _advised(model: Model, why: tuple[Note, ...], words: str) -> list[Block]:
    """Say in brief why the commander would order it, but for what the words of the order say; a click tells all."""
    if not why:
        return []
    told = reason_blocks(why, model.naming, card=model.card, under=model.session.battle.unusual)
    taken = next((n for n, block in enumerate(told) if isinstance(block, TextLine) and block.text.startswith(YES)), 0)
    lines = [block for block in told[taken : taken + _BRIEF] if isinstance(block, TextLine)]
    brief = [
        line for line in lines if not (chosen := line.text.partition(": ")[2]) or {*chosen.split()} - {*words.split()}
    ]
    whole = Button("All his reasons", Do("show_advice"))
    return [Divider(), SmallPrint("Your commander would do this:"), *brief, whole]


def _brought(brings: Brought | None) -> list[Block]:
    """Say what comes of doing nothing."""
    if brings is None:
        return []
    tone: Tone = "accent" if brings.ends_turn else "faint"
    return [SmallPrint(line, tone) for line in brings.lines]


def _feared_there(choice: MenuEntry) -> str:
    """Say from where on the enemy's odds are told."""
    return f"The enemy's odds against it {'there' if choice.sketch.way else 'here'}"


def _facings(model: Model, menu: OrderMenu, choice: MenuEntry) -> list[Block]:
    facings = menu.facings
    if len(facings) < 2:
        return []
    names, costs = model.position.map.grid.directions, menu.costs_by_facing(choice.sketch.manner)
    differ = len(set(costs.values())) > 1  # who turns on the way pays for it: that must be seen before one is tried
    buttons = tuple(
        Button(
            names[facing],
            Do("choose_facing", (facing,)),
            chosen=facing == choice.sketch.facing,
            note=costs[facing].split()[0] if differ and costs[facing] else "",
        )
        for facing in facings
    )
    told = f"Facing afterwards{' and its cost' if differ else ''} ([ and ] turn it, or drag from the cell):"
    return [SmallPrint(told), Buttons(buttons, 4 if len(buttons) > 6 else 3)]


def _manners(menu: OrderMenu, choice: MenuEntry) -> list[Block]:
    manners = menu.manners
    if len(manners) < 2:
        return []
    buttons = tuple(
        Button(
            other.sketch.manner or other.offer.cost or "normally",
            Do("choose_manner", (other.sketch.manner,)),
            chosen=other is choice,
            note=other.offer.cost if other.sketch.manner else "",
        )
        for other in manners
    )
    pays = ", and to pay" if len({other.offer.cost for other in manners}) > 1 else ""
    return [SmallPrint(f"How to do it{pays} (M, Shift M):"), *buttons]


def _hand(menu: OrderMenu, keys: _Keys, *, refused: bool = False) -> list[Block]:
    """List the cards that the side holds and can play now, or those that it cannot: what each does, and why not."""
    blocks: list[Block] = []
    for face in dict.fromkeys(menu.facts.hand) if menu.card is None and menu.aim is None else ():
        own = menu.of_card(face.id)
        is_open, copies = any(choice.is_open for choice in own), menu.facts.hand.count(face)
        if is_open is refused:
            continue
        why_not = next((choice.offer.why_not for choice in own), "it cannot be played now") if refused else ""
        name = face.name if copies == 1 else f"{face.name} (one of {copies})"
        blocks.append(Button(name, Do("choose_card", (face.id,)), keys.take() if is_open else "", why_not))
        blocks += [SmallPrint(face.text)] if face.text else []
    heading = "Your cards that cannot be played now:" if refused else "Your cards:"
    return [Divider(), SmallPrint(heading), *blocks] if blocks else []


def order_tip(model: Model, menu: OrderMenu, do: Do) -> tuple[TextLine | SmallPrint, ...]:
    """Say in a line what the button of an order does: the rule that it goes by, and what that says."""
    named, book = do.args[:1], model.session.ruleset.rulebook
    verbs = [*menu.verbs(menu.unit), *menu.verbs(None)]
    rule = next((verb.rule for verb in verbs if (verb.name,) == named or (do.name == "pass_on" and verb.passes)), "")
    if do.name not in ("choose_verb", "choose_side_order", "pass_on") or rule not in book:
        return ()
    told = book.rule(rule)
    return TextLine(told.title, bold=True, tag=rule, tag_do=Do(RULE_DO, (rule,))), SmallPrint(told.text)


def _side_part(menu: OrderMenu, keys: _Keys) -> list[Block]:
    """Show what the side as a whole may do: pass, play a card."""
    possible = _side_orders(menu, keys, refused=False)
    return [Divider(), SmallPrint("For the whole side:"), *possible] if possible else []


def _refused_part(menu: OrderMenu) -> list[Block]:
    """List what cannot be ordered, and why: below all that can, since it is long and only read if it is missed.

    What one reason forbids a unit shares a button.
    """
    refused: dict[str, list[str]] = {}
    for verb in menu.verbs(menu.unit) if menu.unit is not None and menu.aim is None else ():
        if not verb.cards_only and (reason := _why_not(verb)):
            refused.setdefault(reason, []).append(verb.name)
    blocks: list[Block] = [
        Button(", ".join(names).capitalize(), Do("choose_verb", (names[0],)), "", reason)
        for reason, names in refused.items()
    ]
    blocks += _side_orders(menu, _Keys(), refused=True)
    return [Divider(), SmallPrint("Not possible now, and why:"), *blocks] if blocks else []


def _side_orders(menu: OrderMenu, keys: _Keys, *, refused: bool) -> list[Block]:
    """Show the orders of the whole side that can be given, or those that cannot, with what their cards do."""
    blocks: list[Block] = []
    for verb in menu.verbs(None):
        if verb.cards_only and menu.facts.hand:
            continue  # it stands among the cards
        choices = [choice for choice in menu.of_unit(None) if choice.sketch.verb == verb.name]
        if len(choices) == 1 or _is_given_at_once(choices):
            for choice in (choice for choice in choices if choice.is_open is not refused):
                blocks += [_side_order(choice, keys), *_card_notes(menu, [choice])]
        elif bool(reason := _why_not(verb)) is refused:
            key, do = "" if refused else keys.take(verb.key), Do("choose_side_order", (verb.name,))
            blocks.append(Button(verb.name[:1].upper() + verb.name[1:], do, key, reason, note=verb.to_choose))
            blocks += _card_notes(menu, choices)
    return blocks


def _is_given_at_once(choices: Sequence[MenuEntry]) -> bool:
    """Say whether a click on what they all are gives one of them, so that it must be read before which."""
    return sum(choice.is_open for choice in choices) == 1 and all(choice.aim is None for choice in choices)


def _side_order(choice: MenuEntry, keys: _Keys) -> Button:
    """Show one order of the whole side, or why it cannot be given."""
    sketch, text = choice.sketch, choice.offer.text
    key = keys.take(sketch.key) if choice.is_open else ""
    do = Do("pass_on") if sketch.passes else Do("choose_side_order", (sketch.verb,))
    return Button(text[:1].upper() + text[1:], do, key, choice.offer.why_not, note=choice.offer.cost)

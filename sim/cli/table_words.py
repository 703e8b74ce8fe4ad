"""What is said across the table: typed orders and dice made out, and automated turns as a script to follow."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from sim.cli.telling import LogFormatter
from sim.engine.battle import Position
from sim.engine.chance import DrawCard, Result
from sim.engine.dice import Throw, by_hand
from sim.engine.game import Answered, Frame, Ordered
from sim.engine.insight import Scene
from sim.engine.notes import Checked, Drawn, Note, Rolled, Said, Tried
from sim.engine.orders import Ask, Offer
from sim.engine.ruleset import HUMAN
from sim.engine.session import Checkpoint, LogEntry
from sim.engine.state import State
from sim.engine.units import Unit
from sim.grid import Cell

LISTED = 20
"""How many offers are listed when what was typed fits several."""


# -- orders -------------------------------------------------------------------------------------------------------


def fitting(offers: Sequence[Offer], typed: str) -> list[Offer]:
    """Return the offers that have every typed word, whole or as the beginning of a word.

    Those that have each as a whole word come alone: "walk c1" is not also "walk c10".

    >>> from sim.engine.orders import Done
    >>> offers = [Offer(Done(), "ames walk C1"), Offer(Done(), "ames walk C10"), Offer(Done(), "ames shoot red-1")]
    >>> [offer.text for offer in fitting(offers, "wa c1")]
    ['ames walk C1', 'ames walk C10']
    >>> [offer.text for offer in fitting(offers, "walk c1")]
    ['ames walk C1']

    A line of the list may be typed as it stands, with its price:

    >>> [offer.cost for offer in fitting([Offer(Done(), "ames rest", "", "1 AP")], "ames rest (1 AP)")]
    ['1 AP']
    """
    sought = _words(typed)
    if same := [offer for offer in offers if sought in (_words(offer.text), _words(_priced(offer)))]:
        return same[:1]
    begun = [offer for offer in offers if _all_in(sought, _words(offer.text), whole=False)]
    exact = [offer for offer in begun if _all_in(sought, _words(offer.text), whole=True)]
    return exact or begun


def _words(text: str) -> list[str]:
    return text.casefold().replace(",", " ").split()


def _all_in(sought: Iterable[str], words: list[str], whole: bool) -> bool:
    """Say whether every word sought has one of its own: "red red" does not fit "red-1" alone."""
    left = list(words)
    for word in sought:
        found = next((other for other in left if other == word or (not whole and other.startswith(word))), None)
        if found is None:
            return False
        left.remove(found)
    return True


def offer_lines(offers: Sequence[Offer], most: int | None = None) -> Iterator[str]:
    """Yield offers with their costs, impossible ones with the reason and after the others."""
    ordered = sorted(offers, key=lambda offer: bool(offer.refusal))
    for offer in ordered[:most]:
        yield f"  {_priced(offer)}" + (f" - not now: {offer.why_not}" if offer.refusal else "")
    if most is not None and len(ordered) > most:
        yield f"  ... and {len(ordered) - most} more"


def _priced(offer: Offer) -> str:
    return f"{offer.text} ({offer.cost})" if offer.cost else offer.text


def why_not_there(position: Scene, ask: Ask, typed: str) -> str:
    """Say why whoever is asked cannot be ordered to the one cell that was typed; empty where nobody can tell.

    Where a side is asked, and may order any of its units, it is the one whose name was typed.
    """
    cells = [cell for word in typed.split() if (cell := _cell(position, word)) is not None]
    unit = _asked(position, ask, typed)
    if unit is None or unit.cell is None or len(cells) != 1 or unit.cell == cells[0]:
        return ""
    reason = position.battle.ruleset.insight.unreached(position, ask, unit, cells[0])
    return f"Not possible: {reason}." if reason else ""


def _asked(position: Scene, ask: Ask, typed: str) -> Unit | None:
    """Return the unit that is asked; where that is left to the side, the one of its units that was typed."""
    units = position.state.units
    if ask.unit is not None:
        return next((unit for unit in units if unit.id == ask.unit), None)
    named = [unit for unit in units if unit.side == ask.side and unit.id.casefold() in typed.casefold()]
    return max(named, key=lambda unit: len(unit.id), default=None)


def why_not_anywhere(position: Scene, offers: Sequence[Offer], typed: str) -> str:
    """Say why an order cannot be given to any cell at all, whichever was typed; empty where it can, or is none."""
    words = [word for word in typed.split() if _cell(position, word) is None]
    alike = fitting(offers, " ".join(words)) if words and len(words) < len(typed.split()) else []
    refused = alike[0].why_not if alike and all(offer.refusal for offer in alike) else ""
    return f"Not possible: {refused}." if refused else ""


def _cell(position: Scene, word: str) -> Cell | None:
    try:
        return position.map.cell(word.upper())
    except ValueError:
        return None


# -- dice and cards -----------------------------------------------------------------------------------------------


def request_text(request: Throw | DrawCard) -> str:
    """Say what to take in hand, for whom, what for, and what is needed; of a die that nobody owns, how to throw it.

    >>> from sim.engine.dice import die
    >>> request_text(Throw(die(3), "tie"))
    'Roll D3: tie (D3: a D6 halved, rounding up)'
    """
    if isinstance(request, DrawCard):
        return f"Draw {request}"
    hint = by_hand(request.die)
    return f"Roll {request}{f' ({request.die.name}: {hint})' if hint else ''}"


def printed_names(position: Position[Any, Any], request: Throw | DrawCard) -> dict[str, str]:
    """Return what is printed on each card that is left, by its id; of dice nothing."""
    if isinstance(request, Throw):
        return {}
    face, deck = position.battle.ruleset.insight.card, request.deck
    return {card: face(position, deck.name, card).name for card in deck.left}


def choice_text(request: Throw | DrawCard, names: Mapping[str, str]) -> str:
    """Say what can be the answer: the cards that are left, by what is printed on them, or the faces of the die."""
    if isinstance(request, DrawCard):
        kinds = Counter(names[card] for card in request.deck.left)
        cards = ", ".join(card if count == 1 else f"{card} ({count} of them)" for card, count in kinds.items())
        return f"Left in the deck: {cards}"
    faces = sorted(set(request.die.faces))
    dice = f", {request.count} of them with spaces between" if request.count > 1 else ""
    return f"Type the face that came up, {faces[0]} to {faces[-1]}{dice}"


def result_typed(
    request: Throw | DrawCard, typed: str, names: Mapping[str, str] = MappingProxyType({})
) -> Result | None:
    """Make out the dice or the card that somebody typed; None if it is neither.

    A card goes by what is printed on it, or the beginning of that, with "the" or without, or by its id; of several
    alike it is the first.

    >>> from sim.engine.dice import D6
    >>> pair = Throw(D6, "to hit", count=2)
    >>> result_typed(pair, "3 5"), result_typed(pair, "3,5"), result_typed(pair, "35"), result_typed(pair, "three")
    ((3, 5), (3, 5), (3, 5), None)
    """
    if isinstance(request, DrawCard):
        return _card_typed(typed.casefold(), {card: names.get(card, card).casefold() for card in request.deck.left})
    parts = typed.replace(",", " ").replace("+", " ").split()
    if len(parts) == 1 and len(parts[0]) == request.count > 1 and max(request.die.faces) < 10:
        parts = list(parts[0])
    if not parts or not all(re.fullmatch("-?[0-9]{1,4}", part) for part in parts):
        return None
    return tuple(map(int, parts))


def _card_typed(typed: str, names: Mapping[str, str]) -> str | None:
    """Return the card that fits what was typed; None if none does, or cards that are not alike."""
    whole = [card for card, name in names.items() if typed in (card.casefold(), name)]
    begun = [
        card for card, name in names.items() if name.startswith(typed) or name.removeprefix("the ").startswith(typed)
    ]
    alike = len({names[card] for card in begun}) == 1
    return next(iter(whole or (begun if alike else ())), None)


# -- who stands where ---------------------------------------------------------------------------------------------


def unit_lines(formatter: LogFormatter, state: State[Any]) -> Iterator[str]:
    """Yield side by side where its units stand and what has befallen them, to be compared with the table."""
    for side in formatter.battle.sides:
        yield f"{side.name}:"
        units = [unit for unit in state.units if unit.side == side.id]
        yield from (f"  {_unit_text(formatter, unit)}" for unit in units)
        if not units:
            yield "  nobody"


def _unit_text(formatter: LogFormatter, unit: Unit) -> str:
    directions = formatter.battle.map.grid.directions
    where = "off the map" if unit.cell is None else f"{formatter.name(unit.cell)}, facing {directions[unit.facing]}"
    return ", ".join((f"{unit.id} ({unit.profile.name}): {where}", *_befallen(unit)))


def _befallen(unit: Unit) -> Iterator[str]:
    """Yield what a system keeps track of beyond what all do, where it is not as at the beginning."""
    shared = {field.name for field in fields(Unit)}
    for field in fields(unit):
        value, full = getattr(unit, field.name), getattr(unit.profile, field.name, None)
        name = field.name.replace("_", " ")
        if field.name in shared or not isinstance(value, bool | int | str):
            continue
        if isinstance(full, int):  # The counter says how many there were: figures, of which some may be lost.
            if value != full:
                yield f"{name} {value} of {full}"
        elif value and value != field.default:
            yield name if value is True else f"{name} {value}"


# -- automated turns ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Script:
    """Writes automated play down as what to do at the table: what to draw, roll and move, each with its rule."""

    formatter: LogFormatter
    explain: bool = False
    tell_chance: bool = True
    """Whether dice and cards are told; those that somebody has just typed in need not be."""

    def lines(self, entries: Sequence[LogEntry], turn: int | None, before: State[Any]) -> Iterator[str]:
        """Yield the lines of entries; `before` is the state before them, and the heading of `turn` stands already."""
        state, cited = before, ""
        for place, entry in enumerate(entries):
            match entry:
                case Answered(asked, result) if self.tell_chance:
                    notes = _notes_after(entries, place)
                    yield f"  {_chance_text(asked, result)}{_cited(_rule_of_chance(notes, asked))}"
                case Ordered(_, intent, by) if by != HUMAN:
                    cited = _rule_of_order(_notes_after(entries, place))
                    yield f"  Order: {self.formatter.order(state, intent)}{_cited(cited)}"
                case Frame():
                    state = entry.state
                    if state.turn != turn:
                        turn = state.turn
                        yield f"Turn {turn}"
                    # The order may have been told while its dice were still to be thrown, and its rule unknown.
                    late = _rule_of_order(entry.why) if not cited else ""
                    told = self.formatter.event(state, entry.event)
                    yield f"{entry.number:5}  {told}{_cited(late, *_rules(entry.why))}"
                    cited = ""
                    if self.explain:
                        yield from self.formatter.reasons(entry.why, " " * 9)
                case _:
                    pass


def _cited(*rules: str) -> str:
    known = [rule for rule in rules if rule]
    return f" [{', '.join(known)}]" if known else ""


def _chance_text(asked: str, result: Result) -> str:
    if isinstance(result, str):
        return f"Draw {asked}: {result}"
    total = f" = {sum(result)}" if len(result) > 1 else ""
    return f"Roll {asked}: {' + '.join(map(str, result))}{total}"


def _notes_after(entries: Sequence[LogEntry], place: int) -> tuple[Note, ...]:
    """Return the notes of the next event: an order and its dice were noted for that."""
    for entry in entries[place:]:
        match entry:
            case Frame():
                return entry.why
            case Checkpoint():
                break
    return ()


def _rule_of_chance(notes: tuple[Note, ...], asked: str, within: str = "") -> str:
    """Find the rule for which a die was thrown; one inside another note was thrown for the rule of that."""
    for note in notes:
        rule = note.rule or within
        match note:
            case Rolled() if str(note.throw) == asked:
                return rule
            case Drawn(deck=deck, purpose=purpose) if f'"{deck}"' in asked and asked.endswith(f": {purpose}"):
                return rule
        if found := _rule_of_chance(note.inside(), asked, rule):
            return found
    return ""


def _rule_of_order(notes: tuple[Note, ...]) -> str:
    """Find the rule of the option that was taken: the last, for those before it only led to it, and the innermost."""
    taken = [note for note in notes if isinstance(note, Tried) and note.taken]
    return (_rule_of_order(taken[-1].inside()) or taken[-1].rule) if taken else ""


def _rules(notes: tuple[Note, ...]) -> list[str]:
    """Return the rules of what happened itself; those of the choice and of the dice have been told before it."""
    chosen = max((place for place, note in enumerate(notes, 1) if isinstance(note, Tried)), default=0)
    rules = [note.rule for note in notes[chosen:] if isinstance(note, Checked | Said)]
    return list(dict.fromkeys(rule for rule in rules if rule))

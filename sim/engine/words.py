"""Events and orders in words, for systems that have no words of their own for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache, lru_cache
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Self, Union, get_args, get_origin, get_type_hints

from sim.files import counted as counted
from sim.grid import Cell

if TYPE_CHECKING:
    from sim.engine.battle import Battle, Position
    from sim.engine.state import Outcome

UNSEEN = "something happens that you cannot see"


class Name(str):
    """What somebody is called, and whether that speaks of several: sentences ask it for the verb that agrees.

    >>> cousins, lead = Name("Cousins", plural=True), Name("Lead")
    >>> [f"{name} {name:fires|fire} at {name:its|their} enemy" for name in (cousins, lead)]
    ['Cousins fire at their enemy', 'Lead fires at its enemy']
    """

    __slots__ = ("plural",)
    plural: bool

    def __new__(cls, name: str, plural: bool = False) -> Self:
        """Make a name."""
        made = super().__new__(cls, name)
        made.plural = plural
        return made

    def __reduce__(self) -> tuple[type[Name], tuple[str, bool]]:
        """Give a copy that another process makes of it its number as well."""
        return type(self), (str(self), self.plural)

    def does(self, what: str) -> str:
        """Say what is done, given as one would say it of one.

        >>> Name("Cousins", plural=True).does("misses its target"), Name("Lead").does("misses its target")
        ('Cousins miss their target', 'Lead misses its target')
        """
        if not self.plural:
            return f"{self} {what}"
        verb, _, rest = what.partition(" ")
        return f"{self} {_of_many(verb)}" + (f" {rest}".replace(" its ", " their ") if rest else "")

    def __format__(self, spec: str) -> str:
        """Write the name; with two words and a bar between them, the one that agrees with it: of one, or of several."""
        if "|" not in spec:
            return super().__format__(spec)
        one, _, several = spec.partition("|")
        return several if self.plural else one


# -- templates ----------------------------------------------------------------------------------------------------


def filled(template: str, position: Position[Any, Any], thing: Any) -> str:
    """Fill a template with what an event or an order holds: units and sides by their names, cells as players say them.

    A slot is a field, a property, or a method that is given the position. Two words with a bar between them agree with
    what is in the slot: a name or a number with one or several, and of what is so or not the first is said if it is so:
    "{hits} {hits:hit|hits}", "{passed:keeps|loses} its nerve".
    """
    return template.format_map(_Slots(position, thing)) if "{" in template else template


class _Slots(Mapping[str, Any]):
    def __init__(self, position: Position[Any, Any], thing: Any) -> None:
        self._position, self._thing = position, thing

    def __getitem__(self, slot: str) -> Any:
        value = getattr(self._thing, slot)
        if callable(value):
            return value(self._position)
        kind: Any = type(self._thing)
        shown = _writers(kind).get(slot)
        return shown(self._position, value) if shown and value is not None else written(self._position, value)

    def __iter__(self) -> Any:
        return iter(())

    def __len__(self) -> int:
        return 0


Writer = Callable[["Position[Any, Any]", Any], str]


@cache
def _writers(kind: Any) -> Mapping[str, Writer]:
    """Return how the fields of a kind are written that say so themselves."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: writer for name, hint in hints.items() if (writer := _writer(hint)) is not None}


def _writer(hint: Any) -> Writer | None:
    for said in getattr(hint, "__metadata__", ()):
        if getattr(said, "shown", None) is not None:
            found: Writer = said.shown
            return found
    arguments = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return next((writer for each in arguments if (writer := _writer(each)) is not None), None)
    if get_origin(hint) is Annotated:
        return _writer(arguments[0])
    if get_origin(hint) is tuple and (each_by := _writer(arguments[0])) is not None:
        return lambda position, values: _joined([each_by(position, value) for value in values])
    return None


def _joined(names: Sequence[str]) -> Name:
    """Name several one after the other; one alone agrees as it does by itself.

    >>> f"{_joined([Name('Kern'), Name('Maxim')]):rallies|rally}", f"{_joined([Name('Kern')]):rallies|rally}"
    ('rally', 'rallies')
    """
    first = names[0] if names else ""
    return Name(" and ".join(names), len(names) > 1 or (isinstance(first, Name) and first.plural))


def written(position: Position[Any, Any], value: object) -> Any:
    """Write a value as its type says: of a way of cells, where it ends."""
    match value:
        case Cell():
            return position.name(value)
        case (*_, Cell() as last):
            return position.name(last)
        case tuple():
            return " and ".join(str(written(position, each)) for each in value)
        case None:
            return ""
        case bool():
            return Name(str(value), plural=not value)
        case int():
            return Name(str(value), plural=value != 1)
        case _:
            return value


def paragraphs(text: str) -> Iterator[str]:
    """Yield each paragraph of a text as one line: its author broke the lines for an editor."""
    for paragraph in text.strip().split("\n\n"):
        if paragraph.strip():
            yield " ".join(paragraph.split())


def outcome_text(battle: Battle[Any], outcome: Outcome) -> str:
    """Say who has won and why, and with which points."""
    scores = ", ".join(f"{battle.side(side).mention} {points}" for side, points in outcome.scores)
    return f"{verdict_text(battle, outcome)}{f' ({scores})' if scores else ''}"


def verdict_text(battle: Battle[Any], outcome: Outcome) -> str:
    """Say who has won and why, where the points stand beside it."""
    who = f"victory for {battle.side(outcome.winner).mention}" if outcome.winner else "a draw"
    return f"{who}, {outcome.reason}"


# -- grammar ------------------------------------------------------------------------------------------------------


_BEFORE_MORE = frozenset(("of", "from", "in", "on", "at", "with", "by", "for", "and"))
_MANY = frozenset(("people", "children", "police", "zulus", "hindus", "cree"))
"""Nouns of several that do not look like it."""
_ONE = frozenset(("omen", "specimen", "regimen", "debris", "iris"))
"""Nouns of one that look like several."""
_OF_ONE = ("ss", "us", "sis", "xis", "olis")
"""How nouns of one end in s: press, circus, oasis, axis, metropolis. Yaquis, Métis and taxis are several."""
_IRREGULAR = {"is": "are", "has": "have", "does": "do", "goes": "go", "was": "were"}


@lru_cache(maxsize=1024)
def is_plural(name: str) -> bool:
    """Say whether a name speaks of several: by its noun, which stands before "of", "from" and the like.

    It is for names of sides and of bodies of men; a man may be called James. What has a number is one of several.

    >>> [is_plural(name) for name in ("Germans", "The men of Tell Nahla", "Guests from abroad", "Market guard")]
    [True, True, True, False]
    >>> [is_plural(name) for name in ("rifles-1", "The press", "Amber Medics")]
    [False, False, True]
    >>> [is_plural(name) for name in ("Yaquis", "The Métis", "Horsemen", "The Cree", "The Axis", "The hunt")]
    [True, True, True, True, False, False]
    """
    words = name.lower().split()
    end = next((n for n, word in enumerate(words) if n and word in _BEFORE_MORE), len(words))
    noun = words[end - 1] if words else ""
    if noun in _MANY or noun in _ONE or not noun.isalpha():
        return noun in _MANY
    return noun.endswith(("men", "s")) and not noun.endswith(_OF_ONE)


def _of_many(verb: str) -> str:
    """Return a verb as it is said of several.

    >>> [_of_many(verb) for verb in ("is", "moves", "closes", "misses", "carries", "on", "interrupts,")]
    ['are', 'move', 'close', 'miss', 'carry', 'on', 'interrupt,']
    """
    bare = verb.rstrip(",:")
    sign = verb[len(bare) :]
    if bare in _IRREGULAR:
        return _IRREGULAR[bare] + sign
    if bare.endswith(("sses", "shes", "ches", "xes")):
        return bare[:-2] + sign
    if bare.endswith("ies"):
        return f"{bare[:-3]}y{sign}"
    return bare.removesuffix("s") + sign


def fields_text(position: Position[Any, Any], thing: Any) -> str:
    """Name a thing and its fields."""
    parts = []
    for field in fields(thing):
        value = getattr(thing, field.name)
        if value not in (None, "", ()):
            parts.append(f"{field.name} {_shown(position, value)}")
    return f"{type(thing).__name__}: {', '.join(parts)}" if parts else type(thing).__name__


def _shown(position: Position[Any, Any], value: object) -> str:
    match value:
        case Cell():
            return position.name(value)
        case tuple():
            return " ".join(_shown(position, item) for item in value)
        case _:
            return str(value)

"""An order, written once: what may stand in it, why it may not be given, what it costs, and what comes of it.

Menus, typed lines, sentences, sketches and legality are all asked of the same class. What a system says of an order::

    class Fire(PicketOrder):
        \"\"\"PKT-FIRE: turn to a man and fire at him.\"\"\"

        rule, verb = "PKT-FIRE", "fire"
        typed, says = "{unit} fire {target}", "{unit} {unit:fires|fire} at {target}"
        unit: Actor
        target: Enemy

        def refusals(self, position, ask):
            if out_of_range(position, self):
                yield "he is out of range"

        def resolve(self, game, ask):
            fire(game, self.unit, self.target)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Literal, NamedTuple, Self, get_type_hints

from sim.engine.battle import DataT, Position
from sim.engine.domains import UnitId
from sim.engine.events import Passed
from sim.engine.insight import AimedTo, Danger, Odds, Scene, Scope, Sketch
from sim.engine.orders import Ask, Intent, Refusal
from sim.engine.state import StateT
from sim.engine.words import filled
from sim.play.odds import Told, odds_of

if TYPE_CHECKING:
    from sim.engine.game import Game

PASSING = "E"
"""The letter that ends an activation, or a turn, by doing nothing."""
Refused = Refusal | str | None
"""Why not; a plain text follows the rule of its order. None: nothing against it."""


@dataclass(frozen=True)
class Choice:
    """What may be chosen for a field of an order, and how it is shown."""

    part: Literal["unit", "target", "cell", "way", "facing", "card", ""] = ""
    """Which part of the picture on the map it is; `unit` are those who carry the order out."""
    values: Callable[[Scene, Ask, Any], Iterable[Any]] | None = None
    """What a unit can choose from, in the order in which it is offered; left out, nothing but the default."""
    none: Any = ...
    """What stands there if there is nothing to choose from, so that the order is listed with the reason why not."""
    shown: Callable[[Scene, Any], str] | None = None
    """How a value is written; left out, as its type says."""


def _enemies(position: Scene, ask: Ask, unit: Any) -> Iterator[str]:
    return (other.id for other in position.state.units.against(ask.side if unit is None else unit.side))


def _friends(position: Scene, ask: Ask, unit: Any) -> Iterator[str]:
    own = (other for other in position.state.units if other.side == unit.side and other.cell is not None)
    return (other.id for other in own if other.id != unit.id)


def _facings(position: Scene, ask: Ask, unit: Any) -> Iterator[int]:
    return (facing for facing in range(len(position.map.grid.directions)) if facing != unit.facing)


def direction(position: Scene, facing: int | None) -> str:
    """Name a direction of the grid; nothing for none."""
    return "" if facing is None else position.map.grid.directions[facing]


Actor = Annotated[UnitId, Choice("unit", lambda position, ask, unit: (unit.id,))]
"""Who carries the order out."""
Actors = Annotated[tuple[UnitId, ...], Choice("unit", lambda position, ask, unit: ((unit.id,),))]
Enemy = Annotated[UnitId, Choice("target", _enemies, none="")]
Friend = Annotated[UnitId, Choice("target", _friends, none="")]
Facing = Annotated[int, Choice("facing", _facings, shown=direction)]
"""Another direction than the one that a unit faces."""


class FieldChoice(NamedTuple):
    """A field of an order with what may be chosen for it."""

    field: Field[Any]
    choice: Choice


@cache
def parts_of(kind: Any) -> tuple[FieldChoice, ...]:
    """Return the fields of a kind of order, each with its choice; of those that say none, only the default is offered.

    >>> class Turn(Order[Any, Any]):
    ...     unit: Actor
    ...     facing: Facing
    >>> [(part.field.name, part.choice.part) for part in parts_of(Turn)]
    [('unit', 'unit'), ('facing', 'facing')]
    """
    hints = get_type_hints(kind, include_extras=True)
    return tuple(FieldChoice(field, _choice(hints[field.name])) for field in fields(kind))


def _choice(hint: Any) -> Choice:
    said = (each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Choice))
    return next(said, Choice())


class Order(Intent, Generic[StateT, DataT]):
    """Something that may be ordered. A system's orders derive from this."""

    rule: ClassVar[str]
    """The rule that says what the order takes: its refusals follow it unless they name another."""
    verb: ClassVar[str]
    """The entry of a menu: "fire"."""
    typed: ClassVar[str] = ""
    """The words that can be typed: "{unit} fire {target}". Left out: who, the verb, and whatever is chosen."""
    says: ClassVar[str]
    """The order in a sentence: "{unit} {unit:fires|fire} at {target}"."""
    on: ClassVar[tuple[str, ...]] = ()
    """The occasions on which it may be given; empty: on all."""
    ample: ClassVar[bool] = False
    """Whether there may be hundreds: they are offered after the short orders of everybody."""
    passes: ClassVar[bool] = False
    """Whether it is the answer by which nothing is done."""
    aimed_to: ClassVar[AimedTo | None] = None
    """What is done to whatever it is aimed at, where its parts do not say (`Sketch.aimed_to`)."""
    key: ClassVar[str | Mapping[str, str]] = ""
    """The letter that chooses it; of a kind with several entries in a menu, the letter of each."""
    leaves: ClassVar[Mapping[str, Any]] = {}
    """What it makes of whoever carries it out, besides where he stands and faces: {"dug_in": True}."""

    @classmethod
    def letters(cls) -> Mapping[str, str]:
        """Return the letter of each of its entries in a menu that has one; one passes by the same in all systems."""
        if not isinstance(cls.key, str):
            return cls.key
        letter = cls.key or (PASSING if cls.passes else "")
        return {cls.verb: letter} if letter else {}

    @classmethod
    def candidates(cls, position: Position[StateT, DataT], ask: Ask, unit: Any) -> Iterator[Self]:
        """Yield what is worth offering to a unit; for None, what the side itself may do.

        What is impossible is among it, and is listed with the reason.
        """
        kind: Any = cls
        by_unit = any(part.choice.part == "unit" for part in parts_of(kind))
        return iter(()) if by_unit is (unit is None) else cls.choices(position, ask, unit)

    @classmethod
    def choices(cls, position: Position[StateT, DataT], ask: Ask, unit: Any) -> Iterator[Self]:
        """Yield every choice of every field, for a unit or a side that the order is meant for."""
        kind: Any = cls
        parts = parts_of(kind)
        names = [part.field.name for part in parts]
        for values in product(*(_values(part, position, ask, unit) for part in parts)):
            yield cls(**dict(zip(names, values, strict=True)))

    @property
    def units(self) -> tuple[str, ...]:
        """Those who carry it out, the leader first."""
        kind: Any = type(self)
        found: list[str] = []
        for name, default in _named(kind, "unit"):
            value = getattr(self, name)
            if value != default:
                found += (value,) if isinstance(value, str) else value
        return tuple(found)

    @property
    def targets(self) -> tuple[str, ...]:
        """The units that it is done to, as far as any are named."""
        kind: Any = type(self)
        return tuple([id_ for name, _ in _named(kind, "target") if (id_ := getattr(self, name))])

    def refusals(self, position: Position[StateT, DataT], ask: Ask) -> Iterator[Refused]:
        """Yield why it may not be given, in the order of the book: the first that is not None counts."""
        return iter(())

    def cost(self, position: Position[StateT, DataT], ask: Ask) -> str:
        """Return what it costs in words: "3 AP"; nothing where it costs nothing, or cannot be given."""
        return ""

    def resolve(self, game: Game[StateT, DataT], ask: Ask) -> None:
        """Carry it out. It ends in at least one event.

        An answer that whoever asks reads himself, such as a nomination or a die that stands, has nothing to carry out.
        """
        if not self.passes:
            raise NotImplementedError(f"{type(self).__name__} says nothing of what comes of it")
        game.happen(Passed(ask.side, next(iter(self.units), None)))

    def foretold(self, position: Position[StateT, DataT], ask: Ask) -> Iterable[Told]:
        """Return what is told of its chances if it is given now; nothing where no die is thrown for it."""
        return ()

    def odds(self, position: Position[StateT, DataT], ask: Ask) -> tuple[Odds, ...]:
        """Return how likely it is to succeed if it is given now, read off the consequences of carrying it out."""
        return odds_of(position, ask, self, self.foretold(position, ask))

    def alike(self) -> object:
        """Return what it shares with other orders of its unit that are refused for the same reason, or not at all.

        One of them is judged for all: moves that come out of one search. None: it is judged by itself.
        """
        return None

    @property
    def listed_refused(self) -> bool:
        """Whether it is listed though it may not be given; one of several ways to pay is not."""
        return True

    def text(self, position: Position[StateT, DataT]) -> str:
        """Return the words that can be typed. What there is nothing of leaves no gap."""
        kind: Any = type(self)
        return " ".join(filled(self.typed or _typed(kind), position, self).split())

    def text_for(self, position: Position[StateT, DataT], ask: Ask) -> str:
        """Return the words that can be typed as an answer; an order that has others on some occasions says so here."""
        return self.text(position)

    def sentence(self, position: Position[StateT, DataT]) -> str:
        """Return the order in a sentence; of one with nothing to choose, which is refused, the words that are typed."""
        kind: Any = type(self)
        bare = any(part.choice.none == getattr(self, part.field.name) == "" for part in parts_of(kind))
        return self.text(position) if bare else filled(self.says, position, self).rstrip()

    def manner(self, position: Position[StateT, DataT], /) -> str:
        """Return what tells it from others like it: "by CAPs", "with rifles-2"."""
        return ""

    def named(self, position: Position[StateT, DataT], /) -> str:
        """Return its entry in a menu."""
        return self.verb

    def sketch(self, position: Position[StateT, DataT]) -> Sketch:
        """Return how it looks on the map."""
        kind: Any = type(self)
        drawn: dict[str, Any] = {}
        for part in parts_of(kind):
            value = getattr(self, part.field.name)
            if part.choice.part in ("", "unit") or value is None or value == "":
                continue
            drawn[part.choice.part] = value
            if part.choice.part == "way" and value:
                drawn["cell"] = value[-1]
        return Sketch(self.named(position), self.units, declared=self.aimed_to, **drawn)

    def once_done(self, unit: Any) -> Any:
        """Return a unit that has moved and turned as ordered with whatever else the order does to it."""
        return unit.changed(**self.leaves) if self.leaves else unit

    def danger(self, position: Position[StateT, DataT]) -> Danger | None:
        """Return what it endangers besides its target; None: nothing."""
        return None

    def scope(self, position: Position[StateT, DataT]) -> Scope | None:
        """Return whom it reaches besides its target; None where it is nobody else's affair."""
        return None


def _values(part: FieldChoice, position: Scene, ask: Ask, unit: Any) -> tuple[Any, ...]:
    choice = part.choice
    found = tuple(choice.values(position, ask, unit)) if choice.values else ()
    return found or tuple(value for value in (choice.none, part.field.default) if value not in (MISSING, ...))[:1]


@cache
def _typed(kind: Any) -> str:
    """Return how an order is typed that says nothing of it: "{unit} turn {facing}"."""
    who = [part.field.name for part in parts_of(kind) if part.choice.part == "unit"]
    chosen = [part.field.name for part in parts_of(kind) if part.choice.values and part.choice.part != "unit"]
    return " ".join([*(f"{{{name}}}" for name in who), kind.verb, *(f"{{{name}}}" for name in chosen)])


@cache
def _named(kind: Any, part: str) -> tuple[tuple[str, Any], ...]:
    """Return the fields that are a part of the picture, each with what stands there if nothing is chosen."""
    return tuple((each.field.name, each.field.default) for each in parts_of(kind) if each.choice.part == part)

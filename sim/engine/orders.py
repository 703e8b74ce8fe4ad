"""Orders: what somebody is asked, what may be answered, and what happens to an answer that is not allowed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, Self

from sim.engine.frozen import Frozen, fast_frozen

if TYPE_CHECKING:
    from sim.engine.game import Game


@fast_frozen
@dataclass(frozen=True)
class Ask:
    """A side must choose, or may react. A person and an automated side are asked in the same way."""

    side: str
    occasion: str
    """What it is about, in the system's word: "turn", "snapshot", "charged"."""
    unit: str | None = None
    """The unit that is to act, if that is settled."""
    about: str | None = None
    """The unit that gives the occasion: the one that moved into view, the one that charges."""
    player: str = ""
    """Whose unit it is, where several people share a side."""
    number: int | None = None
    """A number that the choice hangs on: what was rolled, or how much is missing."""

    def __str__(self) -> str:
        unit = f" with {self.unit}" if self.unit else ""
        about = f" ({self.about})" if self.about else ""
        return f"{self.side}, {self.occasion}{unit}{about}"


class Intent(Frozen):
    """What somebody means to do: imperative, as in `Fire`."""


class Done(Intent):
    """No further orders, where several may be given in a row."""


TABLE_SENSE = "table sense"
"""In place of a rule, where no book needs to say it: nobody can be ordered who is not there."""


class Refusal(str):
    """Why something cannot be ordered, in a sentence that knows the rule that says so.

    It is a text, because it is read, compared and joined as one; what is made of it by joining is a plain text again,
    so that no rule is cited for more than it says.

    >>> refused = Refusal("Maxim is spent", "COH-3.1")
    >>> refused, refused.rule, refused.cited, Refusal("there is no Maxim", TABLE_SENSE).cited
    ('Maxim is spent', 'COH-3.1', 'Maxim is spent (COH-3.1)', 'there is no Maxim')
    """

    __slots__ = ("rule",)
    rule: str

    def __new__(cls, text: str, rule: str) -> Self:
        """Make a refusal; the rule is never left out by oversight."""
        refusal = super().__new__(cls, text)
        refusal.rule = rule
        return refusal

    def __reduce__(self) -> tuple[type[Refusal], tuple[str, str]]:
        """Give a copy that another process makes of it its rule as well."""
        return type(self), (str(self), self.rule)

    @property
    def cited(self) -> str:
        """The sentence with its rule, as players read it."""
        return str(self) if self.rule == TABLE_SENSE else f"{self} ({self.rule})"


ORDER_NEEDED = Refusal("an order is needed here", TABLE_SENSE)
"""Why nobody can be done where one order must be given."""


class IllegalIntent(Exception):
    """Tell that an intent is against the rules. From an automated side it is a bug, found at once."""

    def __init__(self, ask: Ask, intent: Intent, reason: Refusal) -> None:
        self.ask, self.intent, self.reason = ask, intent, reason
        super().__init__(f"{ask}: {intent} is not allowed: {reason.cited}")


@dataclass(frozen=True)
class Offer:
    """Something a player may order, or the reason why not."""

    intent: Intent
    text: str
    """In words that can be typed: "move rifles-1 to C3"."""
    refusal: Refusal | None = None
    """Why it cannot be ordered now; None if it can."""
    cost: str = ""
    """What it costs: "3 AP"."""

    @property
    def why_not(self) -> str:
        """Why it cannot be ordered now, with the rule that says so; empty if it can."""
        return self.refusal.cited if self.refusal else ""


DONE = Offer(Done(), "done")
"""What ends several orders in a row, and answers a question that may be left unanswered."""


class Decider(Protocol):
    """Somebody who answers what a side is asked."""

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        """Yield orders one by one; the game carries out each before it takes the next."""

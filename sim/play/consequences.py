"""Consequences: all that may come of an order, with exact chances, from the very code that carries it out.

The resolver is run again and again, each time with other answers of chance, until every die and every card that it
asks for has fallen in every way that it can tell from another. Nothing is sampled, and no rule is written a second
time: what is told of an order is read off what happened in the runs, and off the notes that they left.

A run ends where the order is carried out, where somebody is asked something (nobody foresees people), or where whoever
asks has seen enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, prod
from typing import Any

from sim.engine.battle import Position
from sim.engine.chance import DrawCard, Reads, Request, Result, told_apart
from sim.engine.check import Check
from sim.engine.dice import Throw
from sim.engine.events import Event
from sim.engine.game import Answers, Frame, Game, Human, Matched, Start
from sim.engine.matching import Dice, exchange, spread
from sim.engine.notes import Checked, Drawn, Note, Opposed, Rolled, Said, walk
from sim.engine.orders import Ask, Intent

RUNS = 4_000
"""How often an order is carried out at most; of what parts in more ways nothing is told, for no figure is better than a
wrong one."""

Branches = tuple[tuple[Result, Fraction], ...]
"""The results that a throw can have at a fork, and how likely each is."""
Resolve = Callable[[Game[Any, Any]], None]
"""Carries out an order, or the part of it that is asked about."""
Enough = Callable[[Event[Any] | Request], bool]
"""Says at which event, or before which throw or card, a run has shown what is asked."""
Matters = Callable[[Request], bool]
"""Says of which throws and cards every result is tried; of the others, which cannot change the answer, one is."""


@dataclass(frozen=True)
class Course:
    """One way in which things may go."""

    share: Fraction
    """How likely it is."""
    game: Game[Any, Any]
    ended: Ask | Request | None = None
    """The question to somebody before which it ends, or the throw that nobody had to see; None at the end."""

    @cached_property
    def events(self) -> tuple[Event[Any], ...]:
        """All that happens."""
        return tuple(entry.event for entry in self.game.log if isinstance(entry, Frame))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """All that was noted, in the order of the work."""
        frames = (entry for entry in self.game.log if isinstance(entry, Frame))
        return tuple(walk((*(note for frame in frames for note in frame.why), *self.game.notebook.unsealed())))

    def unit(self, id_: str) -> Any:
        """Return a unit as it is in the end."""
        return self.game.state.unit(id_)

    def has(self, kind: type[Event[Any]], **fields: object) -> bool:
        """Say whether an event of a kind happens whose fields have these values."""
        return bool(self.all_of(kind, **fields))

    def all_of(self, kind: type[Event[Any]], **fields: object) -> list[Any]:
        """Return the events of a kind whose fields have these values."""
        wanted = fields.items()
        return [
            event
            for event in self.events
            if isinstance(event, kind) and all(getattr(event, name) == value for name, value in wanted)
        ]

    def thrown(self, purpose: str, whom: str = "", nth: int = 0) -> Rolled | Opposed | None:
        """Return a throw by what it is for, and for whom; None if it comes to none, or not to so many."""
        for note in self.notes:
            match note:
                case Rolled(throw) | Opposed(Rolled(throw)) if throw.purpose == purpose and whom in ("", throw.whom):
                    if not nth:
                        return note
                    nth -= 1
        return None

    def checks_before(self, thrown: Note | None) -> tuple[Check, ...]:
        """Return the numbers that were worked out for a throw: all since the one before it; without one the first."""
        return tuple(note.check for note in self._between(thrown)[0] if isinstance(note, Checked))

    def said_before(self, thrown: Note) -> tuple[str, ...]:
        """Return what was said of a throw: all since the one before it."""
        return tuple(note.text for note in self._between(thrown)[0] if isinstance(note, Said))

    def said_after(self, thrown: Note) -> tuple[str, ...]:
        """Return what was said once dice had fallen, before others were thrown."""
        return tuple(note.text for note in self._between(thrown)[1] if isinstance(note, Said))

    def _between(self, thrown: Note | None) -> tuple[list[Note], list[Note]]:
        """Return the notes between a throw and the one before it, and between it and the next."""
        before, after = list[Note](), list[Note]()
        notes = iter(self.notes)
        for note in notes:
            if note is thrown or (thrown is None and isinstance(note, Rolled | Opposed | Drawn)):
                break
            before = [] if isinstance(note, Rolled | Opposed | Drawn) else [*before, note]
        for note in notes:
            if isinstance(note, Rolled | Opposed | Drawn):
                break
            after.append(note)
        return before, after


End = Callable[[Course], bool]
"""Says whether a run has come to an end of some kind."""
Ends = Mapping[str, End] | Callable[[Course], str]
"""The names of what may come of an order: a table of which the first that fits counts, or what gives the name."""


@dataclass(frozen=True)
class Outcomes:
    """All that may come of an order, or of a part of it."""

    runs: tuple[Course, ...]
    """Their shares add up to 1; none where there are too many to follow."""

    def given(self, condition: End) -> Outcomes:
        """Return the runs in which a condition holds; their shares are made to add up to 1 again."""
        runs = [run for run in self.runs if condition(run)]
        whole = sum((run.share for run in runs), Fraction(0))
        return Outcomes(tuple(Course(run.share / whole, run.game, run.ended) for run in runs))

    def chance(self, end: End) -> Fraction:
        """Return how likely something is."""
        return sum((run.share for run in self.runs if end(run)), Fraction(0))

    def chances(self, ends: Ends) -> tuple[tuple[str, Fraction], ...]:
        """Return how likely each end is, in the order of the table; what cannot happen is left out."""
        found: dict[str, Fraction] = {}
        named = ends if callable(ends) else _by_table(ends)
        if not callable(ends):
            found = dict.fromkeys(ends, Fraction(0))
        for run in self.runs:
            name = named(run)
            found[name] = found.get(name, Fraction(0)) + run.share
        return tuple((name, share) for name, share in found.items() if share)


def _by_table(ends: Mapping[str, End]) -> Callable[[Course], str]:
    return lambda run: next(name for name, end in ends.items() if end(run))


class _Enough(Exception):
    """Tell that a run has shown what is asked."""


class _TooMany(Exception):
    """Tell that there are more ways than can be followed."""


class _Foreseen(Game[Any, Any]):
    """A game in which every throw is a fork: one of its ways is followed, and the others are kept for later runs."""

    def set_out(
        self,
        position: Position[Any, Any],
        given: tuple[Result, ...],
        share: Fraction,
        until: Enough,
        matters: Matters,
    ) -> None:
        """Repeat the results of an earlier run, then go on. All runs share one position, and what it keeps."""
        self._position = position
        self.share = share
        self.forks: list[tuple[tuple[Result, ...], Fraction]] = []
        self._given, self._chosen = given, list[Result]()
        self._until, self._matters = until, matters
        self.ended: Ask | Request | None = None

    def happen(self, event: Event[Any]) -> None:
        """Let something happen; that may be enough."""
        super().happen(event)
        if self._until(event):
            raise _Enough

    def orders(self, ask: Ask) -> Any:
        """End here: nobody foresees people."""
        self.ended = ask
        raise _Enough

    def _answer(self, request: Request, reads: Reads = "faces") -> Result:
        self._expect(request)
        if (known := self._known()) is not None:
            return known
        if isinstance(request, Throw) and reads not in ("met", "successes") and _falls(request) > RUNS:
            raise _TooMany
        return self._part(request, told_apart(request, reads))

    def _both(self, one: Throw, other: Throw, reads: Reads) -> tuple[Rolled, Rolled]:
        """Take dice against each other of which only the margin counts as one fork, with a way for each margin."""
        if reads == "faces":
            return super()._both(one, other, reads)
        self._expect(one)
        faces = self._known()
        if faces is None:
            faces = self._part(one, _margins(one, other))
        assert isinstance(faces, tuple)
        return Rolled(one, faces[: one.count]), Rolled(other, faces[one.count :])

    def chain(self, first: Throw, *further: Throw, rule: str = "") -> tuple[int, ...]:
        """Take dice that are thrown on as one fork, with a way for each number that is left in the end."""
        self._expect(first)
        stages = (first, *further)
        left = self._known()
        if left is None:
            left = self._part(first, _last_of(stages))
        count, found = first.count, list[int]()
        for throw in stages:
            # Where every die is good enough all are left, and at the first throw that can fail no more than in the end.
            good = count if _each(throw) == 1 else len(left)
            if count:
                faces = _faces(throw, good, count)
                self.notebook.write(Rolled(replace(throw, count=count), faces, rule=rule))
            found.append(good)
            count = good
        return tuple(found)

    def matched(self, attack: Throw, defence: Throw, between: Note) -> Matched:
        """Take dice that cancel each other as one fork, with a way for each number that is left; faces are not told."""
        self._expect(attack)
        left = self._known()
        if left is None:
            left = self._part(attack, _unsaved(attack, defence))
        for note in (Rolled(attack, ()), between, Rolled(defence, ())):
            self.notebook.write(note)
        return Matched(len(left), len(left), ())

    def exchanged(self, one: Throw, other: Throw, between: Note) -> tuple[int, int]:
        """Take dice that are attack and defence at once as one fork, with a way for what both lose."""
        self._expect(one)
        losses = self._known()
        if losses is None:
            losses = self._part(one, _exchange(one, other))
        for note in (Rolled(one, ()), between, Rolled(other, ())):
            self.notebook.write(note)
        assert isinstance(losses, tuple)
        return losses[0], losses[1]

    def _expect(self, request: Request) -> None:
        """End the run before a throw that need not be seen."""
        if self._until(request):
            self.ended = request
            raise _Enough

    def _known(self) -> Result | None:
        """Return what is known of the next fork: by which way this run was to go."""
        step = len(self._chosen)
        if step >= len(self._given):
            return None
        self._chosen.append(self._given[step])
        return self._given[step]

    def _part(self, request: Request, ways: Branches) -> Result:
        """Follow the first of some ways that part here, and keep the others for later if they matter."""
        (result, part), *others = ways
        if self._matters(request):
            known = tuple(self._chosen)
            self.forks += [((*known, other), self.share * share) for other, share in reversed(others)]
            self.share *= part
        self._chosen.append(result)
        return result


def _falls(throw: Throw) -> int:
    """Return in how many ways dice can fall, whichever shows what."""
    return comb(len(set(throw.die.faces)) + throw.count - 1, throw.count)


@lru_cache(maxsize=1024)
def _last_of(stages: tuple[Throw, ...]) -> Branches:
    """Return how likely so many dice are good enough at all stages, each number as so many ones."""
    chance = prod((_each(throw) for throw in stages), start=Fraction(1))
    dice = stages[0].count
    shares = {left: comb(dice, left) * chance**left * (1 - chance) ** (dice - left) for left in range(dice + 1)}
    return tuple(((1,) * left, share) for left, share in shares.items() if share)


@lru_cache(maxsize=1024)
def _each(throw: Throw) -> Fraction:
    return throw.need.chance(throw.die) if throw.need is not None else Fraction(1)


@lru_cache(maxsize=1024)
def _faces(throw: Throw, good: int, count: int) -> tuple[int, ...]:
    """Return dice, so many of them good enough."""
    faces = sorted(throw.die.faces, key=lambda face: throw.need is None or throw.need.met_by(face))
    return (faces[-1],) * good + (faces[0],) * (count - good)


@lru_cache(maxsize=1024)
def _unsaved(attack: Throw, defence: Throw) -> Branches:
    """Return how likely so many dice are left that nothing cancels, each number as so many ones."""
    (dice, need), (others, success) = _of(attack), _of(defence)
    return tuple(((1,) * left, share) for left, share in spread(dice, others, need, success, attack.count).items())


@lru_cache(maxsize=1024)
def _exchange(one: Throw, other: Throw) -> Branches:
    (dice, success), (others, _) = _of(one), _of(other)
    return tuple(exchange(dice, others, success, (other.count, one.count)).items())


def _of(throw: Throw) -> tuple[Dice, int]:
    """Return how many dice of how many faces are thrown, and what each must show."""
    return (max(0, throw.count), len(throw.die.faces)), (throw.need.low or 0) if throw.need is not None else 0


@lru_cache(maxsize=256)
def _margins(one: Throw, other: Throw) -> Branches:
    """Return an example of each margin of two throws, and its chance."""
    found: dict[int, tuple[tuple[int, ...], Fraction]] = {}
    for mine, share in told_apart(one, "total"):
        for theirs, part in told_apart(other, "total"):
            assert isinstance(mine, tuple) and isinstance(theirs, tuple)
            margin = sum(mine) - sum(theirs)
            example, whole = found.get(margin, ((*mine, *theirs), Fraction(0)))
            found[margin] = example, whole + share * part
    return tuple(found.values())


def nothing(_: object) -> bool:
    """Answer no to everything: no event ends a run, and no throw matters."""
    return False


def everything(_: object) -> bool:
    """Answer yes to everything: every throw matters."""
    return True


def consequences(
    position: Position[Any, Any],
    resolve: Resolve,
    *,
    until: Enough = nothing,
    matters: Matters = everything,
    runs: int = RUNS,
) -> Outcomes:
    """Return all that may come of something that is carried out now; no runs at all where they are too many."""
    battle, found = position.battle, list[Course]()
    players = {side.id: (side.player, Human()) for side in battle.sides}
    waiting: list[tuple[tuple[Result, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        if len(found) + len(waiting) > runs:
            return Outcomes(())
        given, share = waiting.pop()
        game = _Foreseen(battle, Start(position.state), players, _NOBODY, Answers())
        game.set_out(position, given, share, until, matters)
        try:
            resolve(game)
        except _Enough:
            pass
        except _TooMany:
            return Outcomes(())
        waiting += game.forks
        found.append(Course(game.share, game, game.ended))
    return Outcomes(tuple(found))


def of_order(
    position: Position[Any, Any], ask: Ask, intent: Intent, *, until: Enough = nothing, matters: Matters = everything
) -> Outcomes:
    """Return all that may come of an order, as its system carries it out."""
    ruleset = position.battle.ruleset
    return consequences(position, lambda game: ruleset.resolve(game, ask, intent), until=until, matters=matters)


def chance_of(position: Position[Any, Any], ask: Ask, intent: Intent, so: End, until: Enough = nothing) -> Fraction:
    """Return how likely something comes of an order, as far as it need be followed; 0 where nobody can tell."""
    return of_order(position, ask, intent, until=until).chance(so)


def throws(*purposes: str, whom: str = "") -> Callable[[object], bool]:
    """Return a test for throws and drawn cards: by how their purposes begin, and by whom they are for."""

    def is_one(what: object) -> bool:
        return isinstance(what, Throw | DrawCard) and what.purpose.startswith(purposes) and whom in ("", what.whom)

    return is_one


def happens(*kinds: type[Event[Any]]) -> Callable[[object], bool]:
    """Return a test for events of some kinds."""
    return lambda what: isinstance(what, kinds)


def either(*each: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Return a test that holds where any of several holds."""
    return lambda what: any(knows(what) for knows in each)


class _Nobody:
    """A source that is never asked: forks answer for it."""

    def result(self, request: Request, number: int) -> Result:
        raise AssertionError(f"nobody answers {request}")


_NOBODY = _Nobody()

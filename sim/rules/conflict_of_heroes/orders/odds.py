"""What is told of the chances of an order: each is read off all that may come of it.

Everything is told as things stand, for one roll after the other: what an earlier roll of the same order changes for a
later one (a friend that has just rallied) is left out, and so are the cards by which the player could still change one.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.battle import Position
from sim.engine.insight import Odds
from sim.engine.notes import Rolled
from sim.engine.orders import Ask, Intent
from sim.grid import Cell
from sim.play.consequences import (
    End,
    Outcomes,
    Run,
    Told,
    consequences,
    either,
    happens,
    nothing,
    odds_of,
    of_order,
    otherwise,
    throws,
)
from sim.rules.conflict_of_heroes.events import Destroyed, HitTaken, Moved, Revealed
from sim.rules.conflict_of_heroes.losses import attack_purpose
from sim.rules.conflict_of_heroes.rumours import reveal
from sim.rules.conflict_of_heroes.units import NOTHING, RUMOURS, Counter, Scene

MARKER, MINES, WHAT_IT_IS = "hit marker", "mines", "what it is"
AFTERWARDS = throws("spent check", "command card to remove")
"""The cards that are drawn when an action is done: of the spent check, and of an AI that is lost."""


def without_cards(position: Scene, played: str = "") -> Scene:
    """Put the player's hand aside, but for the card of an order: whether another is played is up to the player."""
    hand = tuple(card for card in position.state.hand if card == played)
    return Position(position.battle, position.state.changed(hand=hand))


def runs_of(found: Outcomes | None) -> tuple[Run, ...]:
    """Return all ways in which things may go; none where they are too many to be followed."""
    return found.runs if found is not None else ()


def or_more(rolled: Rolled) -> str:
    """Say what dice have to reach."""
    need = rolled.throw.need
    needed = need.low if need is not None and need.low is not None else 0
    most = rolled.throw.count * max(rolled.throw.die.faces)
    return f"{needed} or more on {rolled.throw.dice}" + (", which they cannot show" if needed > most else "")


# -- attacks --------------------------------------------------------------------------------------------------


def attack_odds(position: Scene, ask: Ask, order: Intent, unit: str, target: Counter) -> tuple[Odds, ...]:
    """Return the odds of one of the attacks of an order."""
    purpose = attack_purpose(unit, target.id)
    matters = either(throws(purpose, WHAT_IT_IS), throws(MARKER, whom=target.id))
    found = of_order(position, ask, order, until=AFTERWARDS, matters=matters)

    def why(run: Run, rolled: Rolled) -> str:
        attack, defence = run.checks_before(rolled)
        words = f"defence {defence.total} less attack {attack.total}: {or_more(rolled)}"
        return words + _deadly(position, found, target, rolled)

    told = Told(f"a hit on {target.id}", unit, target.id, purpose, ends=_ends(target), because=why)
    return odds_of(found, told)


def _ends(target: Counter) -> dict[str, End]:
    return {
        "miss": lambda run: not run.has(Destroyed, unit=target.id) and not run.has(HitTaken, unit=target.id),
        "hit": lambda run: not run.has(Destroyed, unit=target.id),
        "destroyed": otherwise,
    }


def _deadly(position: Scene, found: Outcomes | None, target: Counter, rolled: Rolled) -> str:
    """Say what destroys at once, where anything does."""
    lost = [run for run in runs_of(found) if run.has(Destroyed, unit=target.id)]
    if target.hit:
        return f"; {target.name} {target.name:is|are} hit already, and a second hit destroys" if lost else ""
    marked = [run for run in runs_of(found) if run.has(HitTaken, unit=target.id)]
    if lost and not marked:
        return "; no hit marker is left, and any hit destroys"
    words, need = "", rolled.throw.need
    if need is not None and need.low is not None and any(not run.has(HitTaken, unit=target.id) for run in lost):
        words = f"; {max(need.low + position.battle.data.numbers.destroyed_by, rolled.throw.count)} or more destroys"
    for event in marked[0].all_of(HitTaken, unit=target.id) if marked else ():
        left, hits = position.state.deck(event.pool).left, position.battle.data.hits
        deadly = sum(hits[marker].destroys for marker in left)
        words += f"; {deadly} of {len(left)} hit markers {'destroys' if deadly == 1 else 'destroy'}" if deadly else ""
    return words


def what_it_is(position: Scene, rumour: Counter) -> Odds:
    """COH-6.0: how likely a rumour is to be anybody: it shows that before a die is thrown for or against it."""
    found = consequences(position, lambda game: (reveal(game, rumour.id), None)[1], until=happens(Revealed))
    assert found is not None

    def name(run: Run) -> str:
        profile = run.all_of(Revealed)[0].profile
        return NOTHING if profile is None else str(profile.name)

    left = len(position.state.deck(RUMOURS).left)
    told = Told(
        f"{rumour.id} is somebody",
        rumour.id,
        so=lambda run: name(run) != NOTHING,
        ends=name,
        because=f"it shows what it is before anybody rolls: {left} left in the cup",
    )
    return odds_of(found, told)[0]


# -- mines ----------------------------------------------------------------------------------------------------


def mines_odds(position: Scene, ask: Ask, order: Intent) -> Iterator[Odds]:
    """Yield the odds of every minefield that is entered, or turned in."""
    (run,) = runs_of(of_order(position, ask, order, until=AFTERWARDS, matters=nothing))
    thrown = [note.throw.whom for note in run.notes if isinstance(note, Rolled) and note.throw.purpose == MINES]
    for id_ in dict.fromkeys(thrown):
        unit = position.state.unit(id_)
        found = of_order(position, ask, order, until=AFTERWARDS, matters=throws(MINES, MARKER, whom=id_))

        def why(_: Run, rolled: Rolled, found: Outcomes | None = found, unit: Counter = unit) -> str:
            return or_more(rolled) + _deadly(position, found, unit, rolled)

        for nth, cell in enumerate(_mined(position, run, id_)):
            what = f"mines in {position.name(cell)} hit {id_}"
            ends = None if unit.is_rumour else _ends(unit)
            yield from odds_of(found, Told(what, id_, id_, MINES, nth, ends=ends, because=why, feared=True))


def _mined(position: Scene, run: Run, unit: str) -> list[Cell]:
    """Return the minefields that a counter enters, or turns in, in a run."""
    ground = position.ground
    cells = [event.cell for event in run.all_of(Moved, unit=unit)]
    return [cell for cell in cells if any(feature.id == MINES for feature in ground.features_at(cell))]

"""What is told of the chances of an order: each is read off all that may come of it.

Everything is told as things stand, for one roll after the other: what an earlier roll of the same order changes for a
later one (a friend that has just rallied) is left out, and so are the cards by which the player could still change one.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.battle import Position
from sim.engine.notes import Rolled
from sim.engine.orders import Ask, Intent
from sim.play.consequences import End, Run, either, happens, nothing, of_order, throws
from sim.play.odds import Telling, Told, otherwise
from sim.rules.conflict_of_heroes.combat.hidden import reveal
from sim.rules.conflict_of_heroes.combat.losses import attack_purpose
from sim.rules.conflict_of_heroes.events import Destroyed, HitTaken, Moved, Revealed
from sim.rules.conflict_of_heroes.ground.moving import has_feature
from sim.rules.conflict_of_heroes.units import NOTHING, RUMOURS, Counter, Play, Scene

MARKER, MINES, WHAT_IT_IS = "hit marker", "mines", "what it is"
AFTERWARDS = throws("spent check", "command card to remove")
"""The cards that are drawn when an action is done: of the spent check, and of an AI that is lost."""


def without_cards(position: Scene, played: str = "") -> Scene:
    """Put the player's hand aside, but for the card of an order: whether another is played is up to the player."""
    hand = tuple(card for card in position.state.hand if card == played)
    return Position(position.battle, position.state.changed(hand=hand))


# -- attacks --------------------------------------------------------------------------------------------------


def attack_on(position: Scene, unit: str, target: Counter) -> Told:
    """Tell the chance of one of the attacks of an order."""
    purpose = attack_purpose(unit, target.id)

    def why(telling: Telling) -> str:
        attack, defence = telling.run.checks_before(telling.note)
        words = f"defence {defence.total} less attack {attack.total}: {telling.or_more}"
        return words + _deadly(position, telling, target)

    what, ends = f"a hit on {target.id}", _ends(target.id)
    matters = either(throws(purpose, WHAT_IT_IS), throws(MARKER, whom=target.id))
    return Told(what, unit, target.id, purpose, ends=ends, because=why, until=AFTERWARDS, matters=matters)


def _ends(target: str) -> dict[str, End]:
    return {
        "miss": lambda run: not run.has(Destroyed, unit=target) and not run.has(HitTaken, unit=target),
        "hit": lambda run: not run.has(Destroyed, unit=target),
        "destroyed": otherwise,
    }


def _deadly(position: Scene, telling: Telling, target: Counter) -> str:
    """Say what destroys at once, where anything does."""
    lost = [run for run in telling.runs if run.has(Destroyed, unit=target.id)]
    marked = [event for run in telling.runs for event in run.all_of(HitTaken, unit=target.id)]
    if target.hit:
        return f"; {target.name} {target.name:is|are} hit already, and a second hit destroys" if lost else ""
    if lost and not marked:
        return "; no hit marker is left, and any hit destroys"
    words = ""
    if any(not run.has(HitTaken, unit=target.id) for run in lost):
        crushing = telling.low + position.battle.data.numbers.destroyed_by
        words = f"; {max(crushing, telling.throw.count)} or more destroys"
    for event in marked[:1]:
        left, hits = position.state.deck(event.pool).left, position.battle.data.hits
        deadly = sum(hits[marker].destroys for marker in left)
        words += f"; {deadly} of {len(left)} hit markers {'destroys' if deadly == 1 else 'destroy'}" if deadly else ""
    return words


def what_it_is(position: Scene, rumour: Counter) -> Told:
    """COH-6.0: how likely a rumour is to be anybody: it shows that before a die is thrown for or against it."""

    def name(run: Run) -> str:
        profile = run.all_of(Revealed)[0].profile
        return NOTHING if profile is None else str(profile.name)

    def shown(game: Play) -> None:
        reveal(game, rumour.id)

    def is_somebody(run: Run) -> bool:
        return name(run) != NOTHING

    left = len(position.state.deck(RUMOURS).left)
    what, why = f"{rumour.id} is somebody", f"it shows what it is before anybody rolls: {left} left in the cup"
    return Told(what, rumour.id, so=is_somebody, ends=name, because=why, resolve=shown, until=happens(Revealed))


# -- mines ----------------------------------------------------------------------------------------------------


def mines(position: Scene, ask: Ask, order: Intent) -> Iterator[Told]:
    """Tell the chances of every minefield that is entered, or turned in."""
    (run,) = of_order(position, ask, order, until=AFTERWARDS, matters=nothing).runs
    thrown = [note.throw.whom for note in run.notes if isinstance(note, Rolled) and note.throw.purpose == MINES]
    for id_ in dict.fromkeys(thrown):
        unit, matters = position.state.unit(id_), throws(MINES, MARKER, whom=id_)

        def why(telling: Telling, unit: Counter = unit) -> str:
            return telling.or_more + _deadly(position, telling, unit)

        cells = [event.cell for event in run.all_of(Moved, unit=id_)]
        for nth, cell in enumerate(cell for cell in cells if has_feature(position, cell, MINES)):
            what, ends = f"mines in {position.name(cell)} hit {id_}", None if unit.is_rumour else _ends(id_)
            yield Told(
                what, id_, id_, MINES, nth=nth, ends=ends, because=why, feared=True, until=AFTERWARDS, matters=matters
            )

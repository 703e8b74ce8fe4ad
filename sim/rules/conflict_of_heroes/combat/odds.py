"""How likely attacks are to hit, and what rumours are to be, told before a die is thrown."""

from __future__ import annotations

from sim.play.consequences import Course, End, either, happens, throws
from sim.play.odds import Telling, Told, otherwise
from sim.rules.conflict_of_heroes import events
from sim.rules.conflict_of_heroes.combat import attacks, hiding
from sim.rules.conflict_of_heroes.state import NOTHING, RUMOURS, CohGame, CohPosition, Counter

MARKER, WHAT_IT_IS = "hit marker", "what it is"
AFTERWARDS = throws("spent check", "command card to remove")
"""The cards that are drawn when an action is done: of the spent check, and of an AI that is lost."""


def attack_on(position: CohPosition, unit: str, target: Counter) -> Told:
    """Tell the chance of one of the attacks of an order."""
    purpose = attacks.attack_purpose(unit, target.id)

    def why(telling: Telling) -> str:
        attack, defence = telling.run.checks_before(telling.note)
        words = f"defence {defence.total} less attack {attack.total}: {telling.or_more}"
        return words + deadly(position, telling, target)

    what, ends = f"a hit on {target.id}", ends_of(target.id)
    matters = either(throws(purpose, WHAT_IT_IS), throws(MARKER, whom=target.id))
    return Told(what, unit, target.id, purpose, ends=ends, because=why, until=AFTERWARDS, matters=matters)


def ends_of(target: str) -> dict[str, End]:
    """Return what may become of a counter that is rolled for."""
    return {
        "miss": lambda run: not run.has(events.Destroyed, unit=target) and not run.has(events.HitTaken, unit=target),
        "hit": lambda run: not run.has(events.Destroyed, unit=target),
        "destroyed": otherwise,
    }


def deadly(position: CohPosition, telling: Telling, target: Counter) -> str:
    """Say what would destroy a counter at once, if anything would."""
    lost = [run for run in telling.runs if run.has(events.Destroyed, unit=target.id)]
    marked = [event for run in telling.runs for event in run.all_of(events.HitTaken, unit=target.id)]
    if target.hit:
        return f"; {target.name} {target.name:is|are} hit already, and a second hit destroys" if lost else ""
    if lost and not marked:
        return "; no hit marker is left, and any hit destroys"
    words = ""
    if any(not run.has(events.HitTaken, unit=target.id) for run in lost):
        crushing = telling.low + position.battle.data.numbers.destroyed_by
        words = f"; {max(crushing, telling.throw.count)} or more destroys"
    for event in marked[:1]:
        left, hits = position.state.deck(event.pool).left, position.battle.data.hits
        deadly = sum(hits[marker].destroys for marker in left)
        words += f"; {deadly} of {len(left)} hit markers {'destroys' if deadly == 1 else 'destroy'}" if deadly else ""
    return words


def what_it_is(position: CohPosition, rumour: Counter) -> Told:
    """COH-6.0: how likely a rumour is to be somebody; it is revealed before any die is rolled for it or against it."""

    def name(run: Course) -> str:
        profile = run.all_of(events.Revealed)[0].profile
        return NOTHING if profile is None else str(profile.name)

    def shown(game: CohGame) -> None:
        hiding.reveal(game, rumour.id)

    def is_somebody(run: Course) -> bool:
        return name(run) != NOTHING

    left = len(position.state.deck(RUMOURS).left)
    what, why = f"{rumour.id} is somebody", f"it shows what it is before anybody rolls: {left} left in the cup"
    return Told(what, rumour.id, so=is_somebody, ends=name, because=why, resolve=shown, until=happens(events.Revealed))

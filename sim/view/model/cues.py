"""Which sounds an event has: a table by what the event is called. No system knows of it, and pygame is not needed.

A system names its events in the past tense, and the same name means the same thing in most of them: where it does not,
the table says of which system it speaks. An event that nobody has named sounds like what it derives from; of the
systems that are shipped a test sees to it that every event is in the table, if only among those without a sound.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import Enum
from typing import Any

from sim.engine.battle import Position
from sim.engine.events import BattleEnded, Event
from sim.engine.game import Frame
from sim.engine.notes import Opposed, Rolled, walk


class Cue(Enum):
    """A sound that the window makes."""

    SHOT = "shot"
    HIT = "hit"
    MISS = "miss"
    MOVE = "move"
    """A counter is put down: somebody went, came or turned."""
    CARD = "card"
    DIE = "die"
    PROMPT = "prompt"
    """Somebody at the screen is asked for an order."""
    ORDER = "order"
    """An order was given, or a marker was laid beside a unit."""
    LOST_UNIT = "lost unit"
    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


NAMED: dict[Cue | None, str] = {
    Cue.SHOT: "Attacked Fired GunFired Searched Shot Thrown",
    Cue.HIT: ("BlowStruck BystanderHit Damaged Fought Hit HitTaken LeaderLost ObjectBroke RoundFought Struck Wounded"),
    Cue.MOVE: (
        "Arrived CameOn CounterMoved Disembarked Dismounted Embarked EnteredSquare GotUp HorseLed Joined Left Mounted "
        "Moved RanOff Revealed Rumoured Turned TurnedAround WentProne"
    ),
    Cue.CARD: "AssetDealt AssetPlayed CardGained CardLaid CardPlayed CardTaken CardTurned DeckShuffled JokerTurned",
    Cue.ORDER: (
        "Broke ChargeDeclared Commanded Concealed ControlTaken CoverTaken Deployed Dispersed DoorWorked DugIn Held "
        "HotSpotPlaced HotSpotRemoved ItemDrawn ItemDropped ItemPickedUp ItemStowed MinesLaid Nominated "
        "ObjectiveTaken ObstaclesCleared PackedUp Pinned PointsWon PostureChanged Reloaded SmokeLaid TurnBegan "
        "RoundBegan WentOnWatch ambush_alley.Searched"
    ),
    Cue.LOST_UNIT: "Destroyed Fled GunTaken",
    None: (
        "Acquired Acted ActionChecked ActionsGiven ActivationBegan ActivationEnded ActorDone ActorNamed AssaultTested "
        "Barred Began BrokeOff CapsChanged CardLifted CardSpent ChargeFailed ChargeTested ControlTested Controlled "
        "CounterDrawn CounterSpent CourageTested Engaged Evacuated ExtraOrderWon Freshened GaveUp InitiativeTaken "
        "InsurgencyRolled LevelChanged Looked MoraleTested MoveGivenUp MoveRolled OnlyReacts OrderSettled OrdersRolled "
        "Passed PhaseBegan PutOnBackFoot Rallied RallyTried Reacted ReactionTested Reactivated Refrained Responded "
        "SmokeCleared SmokeThinned SnapshotTried SpentChecked StepBegan Stunned SwiftGiven TargetIndicated "
        "TrackAdvanced Treated TroopsReadied TurnEnded TurnReadied TurnStarted TurnTaken"
    ),
}
"""The names of the events that have each sound; those of None have none of their own, but dice that were thrown for
them can be heard. How the battle ended depends on whose ending it is, and stands in no table."""

_CUES = {name: cue for cue, names in NAMED.items() for name in names.split()}
_TELLS = ("hit", "hits", "won_by", "result")
"""The fields in which an attack says what it came to."""
_VICTIMS = ("target", "enemy")
"""The fields in which an attack says at whom it goes."""
_COSTS = ("losses", "casualties")
"""The fields in which a shot says whom it cost, where no other event does."""


def name_of(kind: type[Event[Any]]) -> str | None:
    """Return the name under which a kind of event stands in the table: its own, or that of what it derives from."""
    for each in kind.__mro__:
        system = each.__module__.split(".")[-2:-1]
        for name in (*(f"{package}.{each.__name__}" for package in system), each.__name__):
            if name in _CUES:
                return name
    return None


def cues_of(
    event: Event[Any],
    *,
    lost: bool = False,
    thrown: bool = False,
    animations: bool = True,
    people: Collection[str] = (),
) -> tuple[Cue, ...]:
    """Return the sounds of an event, which are played at once; most have none or one.

    `lost` says that it cost somebody a unit, and `thrown` that dice were thrown for it. `people` are the sides whose
    victory is to be cheered: where nobody is among them, any victory is. Without `animations` moves are not heard.
    """
    if isinstance(event, BattleEnded):
        winner = event.outcome.winner
        return (Cue.DRAWN if winner is None else Cue.LOST if people and winner not in people else Cue.WON,)
    name = name_of(type(event))
    cue = None if name is None else _CUES[name]
    found = tuple(_attack(event, cue)) if cue in (Cue.SHOT, Cue.HIT) else (cue,) if cue else ()
    if cue is Cue.MOVE and not animations:
        found = ()
    if lost and cue is not Cue.LOST_UNIT:
        return (*(each for each in found if each is Cue.SHOT), Cue.LOST_UNIT)
    return found or ((Cue.DIE,) if thrown else ())


def _attack(event: Event[Any], cue: Cue) -> Iterator[Cue]:
    """Yield how an attack sounds: a shot, and whether it missed, or cost anybody that no other event will tell of."""
    if cue is Cue.SHOT:
        yield Cue.SHOT
    if landed(event) is False:
        yield Cue.MISS
    elif cue is Cue.HIT or any(getattr(event, field, 0) for field in _COSTS):
        yield Cue.HIT


def is_attack(event: Event[Any]) -> bool:
    """Say whether somebody fired or struck at somebody else: whoever only suffers it attacks nobody."""
    name = name_of(type(event))
    cue = None if name is None else _CUES[name]
    return cue is Cue.SHOT or (cue is Cue.HIT and any(hasattr(event, field) for field in _VICTIMS))


def landed(event: Event[Any]) -> bool | None:
    """Say whether an attack came to something; None where the event does not tell."""
    told = next((getattr(event, field) for field in _TELLS if hasattr(event, field)), None)
    if told is None:
        return None
    return not (told in (False, "", "missed", "nobody") or (isinstance(told, int) and told <= 0))


def cues_at(
    before: Position[Any, Any], frame: Frame, *, animations: bool = True, people: Collection[str] = ()
) -> tuple[Cue, ...]:
    """Return the sounds of a frame, as its reader may know it: what was hidden from him cannot be heard either."""
    lost = before.battle.ruleset.insight.lost
    after = Position(before.battle, frame.state)
    fallen = (lost(after) or frozenset()) - (lost(before) or frozenset())
    thrown = any(isinstance(note, Rolled | Opposed) for note in walk(frame.why))
    return cues_of(frame.event, lost=bool(fallen), thrown=thrown, animations=animations, people=people)

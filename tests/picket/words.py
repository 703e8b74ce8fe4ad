"""The log of Picket."""

from __future__ import annotations

from sim.engine.events import Event
from tests.picket.actions import Found, Shot, Stepped
from tests.picket.units import PicketState, Scene


def told(position: Scene, event: Event[PicketState]) -> str | None:
    """Tell an event in a sentence; None for those that need no words of their own."""
    match event:
        case Stepped(man, cell, _):
            return f"{man} goes to {position.name(cell)}"
        case Shot(man, target, hit, _, snap):
            return f"{man} {'snaps' if snap else 'fires'} at {target}: {'hit' if hit else 'missed'}"
        case Found(man):
            return f"{man} is found"
        case _:
            return None

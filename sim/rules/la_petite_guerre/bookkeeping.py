"""What several events do alike: change a man, count an action, take somebody off the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sim.rules.la_petite_guerre.units import Doing, Done, LpgState


def with_man(state: LpgState, id_: str, **changes: Any) -> LpgState:
    """Return the state with some things changed of a man."""
    return state.with_unit(state.unit(id_).changed(**changes))


def did(state: LpgState, id_: str, done: Done, actions: int) -> LpgState:
    """Count actions of a man; with a command point a leader moves without spending any."""
    man = state.unit(id_)
    left = man.left if state.phase == "command" else max(0, man.left - actions)
    return with_man(state, id_, left=left, did=(*man.did, done))


def headed(state: LpgState, id_: str, what: tuple[Doing, ...], facing: int) -> LpgState:
    """LPG-CTRL: write down which way a man went, or turned, in what he has just done: that way he does it again."""
    man = state.unit(id_)
    if not man.did or man.did[-1].what not in what:
        return state
    return with_man(state, id_, did=(*man.did[:-1], replace(man.did[-1], facing=facing)))


def sighted(state: LpgState, sightings: tuple[tuple[str, tuple[str, ...]], ...]) -> LpgState:
    """LPG-ACQ: write down whom men have acquired."""
    for id_, acquired in sightings:
        state = with_man(state, id_, acquired=acquired)
    return state


def fell(state: LpgState, id_: str) -> LpgState:
    """Remember for this turn that somebody was killed or broke, and where."""
    man = state.unit(id_)
    if man.cell is None or man.profile.kind == "gun" or any(id_ == other for other, _ in state.fallen):
        return state
    return state.changed(fallen=(*state.fallen, (id_, man.cell)))


def charge_begun(state: LpgState, id_: str) -> LpgState:
    """LPG-CHARGE: leave those charges to come that were declared after a man's; who was passed over does not charge."""
    declared = [charger for charger, _ in state.charges.to_come]
    if id_ not in declared:
        return state
    to_come = state.charges.to_come[declared.index(id_) + 1 :]
    return state.changed(charges=replace(state.charges, to_come=to_come))


def hurt_to_death(state: LpgState, id_: str) -> LpgState:
    """Let a man die; he lies where he fell and is in nobody's way."""
    return taken_off(with_man(fell(state, id_), id_, dead=True), id_)


def let_go(state: LpgState, id_: str) -> LpgState:
    """LPG-MOVE-3: let nobody follow a man in single file any more."""
    for man in state.units:
        if man.follows == id_:
            state = with_man(state, man.id, follows="")
    return state


def fallen_out(state: LpgState, id_: str) -> LpgState:
    """LPG-MOVE-3: let a man follow nobody, and nobody him: he goes another way, or at another pace, than his file."""
    return with_man(let_go(state, id_), id_, follows="")


def taken_off(state: LpgState, id_: str) -> LpgState:
    """Take a man off the table; whoever followed him follows nobody."""
    return with_man(let_go(state, id_), id_, cell=None, left=0, hidden=False)

"""What is on offer in every state that matters: no kind of order vanishes, and every refusal names its rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest

from sim.engine.orders import Ask
from sim.rules.outlaws import OUTLAWS
from sim.rules.outlaws.orders.shooting import Snap
from sim.rules.outlaws.state import ACTION, OutlawsPosition
from tests.rules.outlaws.questions import ask_of, stage
from tests.rules.positions import with_state

STATES = (
    *(
        "hands:[]",
        "prone",
        "leg",
        "leg prone",
        "mounted",
        "covering",
        "hands:colt_45",
        "hands:winchester carried:knife",
    ),
    *("hands:bow", "hands:bow prone", "hands:knife", "hands:knife prone", "hands:object,object", "carried:loot"),
    *('hands:[{"kind":"colt_45","loaded":0}]', 'hands:[{"kind":"double_shotgun","loaded":1}]'),
)
PLACES = {
    "in the open": ("p1 C9", "a1 C4"),
    "in a brawl": ("p1 C9", "a1 C9"),
    "at a door": ("p1 C9", "a1 C4", "edges wall B9/n D9/n door C9/n"),
    "boxed in": ("p1 C9", "a1 A4", "ground B8:W C8:W D8:W B9:W D9:W B10:W C10:W D10:W"),
    "at the edge": ("p1 A9", "a1 C4"),
}


def states() -> Iterator[tuple[str, OutlawsPosition]]:
    """Yield p1 in every state and place, with no action to three, having run or fired or neither."""
    two = ("law: p1 townsman C9 n hands:[]", "gang: a1 townsman C3 s hands:[]", 'rules horses:[{"at":"K9"}]')
    for how in STATES:
        for where, lines in PLACES.items():
            position = stage(*two, *lines, f"p1 {how}", "set turn:1 actor:p1")
            for actions in range(4):
                for ran, fired in ((False, False), (True, False), (False, True))[: 3 if actions == 1 else 1]:
                    name = f"{how}, {where}, {actions} actions, ran {ran}, fired {fired}"
                    yield name, with_state(position, actions=actions, ran=ran, fired=fired)


@pytest.mark.rule("OUT-CUP", "OUT-GAIT", "OUT-HANDS", "OUT-WEAPON")
def test_every_kind_is_on_offer_or_refused_with_a_rule() -> None:
    """In every state; a snapshot is an answer, and no order."""
    known, kinds = {rule.id for rule in OUTLAWS.rulebook.rules}, set(OUTLAWS.intents) - {Snap}
    position = stage("law: p1 townsman C9 n hands:[]")
    assert not list(OUTLAWS.offers(position, Ask("law", ACTION))), "nobody is asked"
    for name, position in states():
        offers = list(OUTLAWS.offers(position, ask_of(position)))
        assert {type(offer.intent) for offer in offers} == kinds, name
        assert len({offer.text for offer in offers}) == len(offers), f"{name}: two offers read the same"
        for offer in offers:
            assert not offer.refusal or cast(Any, offer.refusal).rule in known, f"{name}: {offer.text}: {offer.refusal}"

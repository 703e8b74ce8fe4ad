"""Events and orders that have been renamed are read from older saves and records by the names that they had."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.codec import Codec, Family
from sim.engine.events import Event
from sim.engine.orders import Intent
from sim.rules import shipped
from tests.picket.men import Man
from tests.picket_positions import field

OLD: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("ambush_alley", {"event": "TurnedTo", "unit": "a", "facing": 2}, {"event": "Turned", "unit": "a", "facing": 2}),
    (
        "ambush_alley",
        {"event": "Embarked", "unit": "a", "vehicle": "b"},
        {"event": "Embarked", "unit": "a", "aboard": "b"},
    ),
    (
        "ambush_alley",
        {"event": "OnlyReacts", "unit": "a", "until": 2},
        {"event": "OnlyReacts", "unit": "a", "only_reacts": 2},
    ),
    ("ambush_alley", {"event": "LeftTable", "unit": "a"}, {"event": "Left", "unit": "a"}),
    ("la_cucaracha", {"event": "LeftTable", "unit": "a"}, {"event": "Left", "unit": "a"}),
    ("la_petite_guerre", {"event": "LeftTable", "unit": "a"}, {"event": "Left", "unit": "a"}),
    (
        "la_petite_guerre",
        {"event": "Shown", "units": ["a"], "target": "x"},
        {"event": "TargetIndicated", "units": ["a"], "target": "x"},
    ),
    ("outlaws", {"event": "LeftBoard", "unit": "a", "spent": 1}, {"event": "Left", "unit": "a", "spent": 1}),
    (
        "outlaws",
        {"event": "Moved", "unit": "a", "cell": "B2", "facing": 2, "gait": "run", "spent": 1},
        {"event": "EnteredSquare", "unit": "a", "cell": "B2", "facing": 2, "gait": "run", "spent": 1},
    ),
    ("conflict_of_heroes", {"event": "SmokeLaid", "cell": "B2"}, {"event": "SmokeLaid", "cells": ["B2"]}),
]


@pytest.mark.parametrize(
    ("system", "old", "now"), OLD, ids=lambda each: each if isinstance(each, str) else each["event"]
)
def test_an_event_of_an_older_file_is_read(system: str, old: dict[str, Any], now: dict[str, Any]) -> None:
    """As what it is called now."""
    codec = Codec(field().map, {}, Man, [Family(Event, "event", shipped(system).events)])
    assert codec.encode(Event, codec.decode(Event, old)) == now


def test_an_order_of_an_older_file_is_read() -> None:
    """As what it is called now: to stand, in La Cucaracha."""
    codec = Codec(field().map, {}, Man, [Family(Intent, "intent", shipped("la_cucaracha").intents)])
    read = codec.decode(Intent, {"intent": "Stand", "unit": "a"})
    assert codec.encode(Intent, read) == {"intent": "StandFast", "unit": "a"}

"""Keys are found on every keyboard: signs by what is typed, everything else by the code of the key."""

import pygame
import pytest

from sim.view.battle.commands import ALL_KEYS, key_for
from sim.view.blocks.kinds import Do
from sim.view.map_keys import KEYS as MAP_KEYS
from sim.view.map_keys import ON_MAPS
from sim.view.ui.keys import CTRL, SHIFT, digit_of

GERMAN = [
    (pygame.K_8, pygame.KMOD_MODE, "[", Do("turn_facing", (-1,))),
    (pygame.K_9, pygame.KMOD_RALT, "]", Do("turn_facing", (1,))),
    (pygame.K_9, pygame.KMOD_LCTRL | pygame.KMOD_RALT, "]", Do("turn_facing", (1,))),
    (pygame.K_7, SHIFT, "/", Do("cycle_speed")),
    (pygame.K_PLUS, 0, "+", Do("zoom_in")),
    (pygame.K_PERIOD, SHIFT, ":", Do("next_decision")),
]


@pytest.mark.parametrize(("code", "modifiers", "typed", "do"), GERMAN)
def test_a_german_keyboard_types_brackets_and_slash(code: int, modifiers: int, typed: str, do: Do) -> None:
    """AltGr is told in three ways, by the system; the sign decides."""
    key = key_for(code, modifiers, typed)
    assert key is not None and key.do == do


def test_the_digit_or_sign_of_a_key_is_what_it_types_whatever_key_it_lies_on() -> None:
    """Shift 7 that types a slash is no 7, Shift & that types a 1 is one, and a key that types nothing goes by code.
    With control or alt a sign is none: Ctrl + makes letters larger, and Alt belongs to the window manager."""
    assert [digit_of(pygame.K_7, "/"), digit_of(pygame.K_AMPERSAND, "1"), digit_of(pygame.K_KP_3)] == ["", "1", "3"]
    signs = [key for key in ALL_KEYS if key.typed]
    assert {key.typed for key in signs} == set("[]/.,+-")
    assert [key_for(0, 0, key.typed) for key in signs] == signs
    key = key_for(pygame.K_PLUS, pygame.KMOD_LCTRL, "+")
    assert key is not None and key.with_ == CTRL
    assert key_for(pygame.K_SLASH, pygame.KMOD_LALT, "/") is None


def test_a_key_does_the_same_with_a_map_whether_or_not_there_is_a_battle_on_it() -> None:
    """Of the other keys of the map viewer only N and Esc are in both, for what comes next and for going back."""
    there = {(code, key.with_): key for key in ALL_KEYS for code in key.codes}
    differing = {key.name for key in MAP_KEYS for code in key.codes if there.get((code, key.with_), key) != key}
    assert differing == {"N", "Shift N", "Esc"}
    assert {*ON_MAPS.values()} <= {*ALL_KEYS} & {*MAP_KEYS}

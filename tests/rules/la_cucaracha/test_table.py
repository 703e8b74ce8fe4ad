"""La Cucaracha: the table of the tests has the figures of the game."""

from sim.rules.la_cucaracha.figures import figures
from tests.rules.la_cucaracha.table import MOVEMENTS, WEAPONS


def test_the_paces_of_the_table_are_those_of_the_game() -> None:
    """Every kind of troops moves as far as numbers.toml says."""
    shipped = figures().movements
    for kind, movement in MOVEMENTS.items():
        assert (shipped[kind].advance, shipped[kind].rapid) == (movement.advance, movement.rapid), kind
        assert (shipped[kind].charges, shipped[kind].large) == (movement.charges, movement.large), kind


def test_the_weapons_of_the_table_reach_as_far_as_those_of_the_game() -> None:
    """Rifles, machine guns and field guns have their printed ranges and dice."""
    shipped = figures().weapons
    for kind in ("pistol", "carbine", "rifle", "bow", "machine_gun", "field_gun", "aircraft_machine_gun"):
        one, other = shipped[kind], WEAPONS[kind]
        assert (one.short, one.long, one.least, one.dice) == (other.short, other.long, other.least, other.dice), kind

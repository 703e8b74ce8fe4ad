"""A table of six feet by four for the benchmark, and a battle of La Cucaracha on it with twelve units a side."""

from __future__ import annotations

from functools import cache
from random import Random

from sim.scenario.scenario import Scenario, parse_scenario

SEED, WIDTH, HEIGHT = 1915, 72, 48
STRANDS = 14
"""Woods and houses that are strewn over the table."""
OURS = (
    "federal_infantry", "federal_infantry", "federal_conscripts", "federal_machine_gun", "federal_field_gun",
    "federal_cavalry", "rurales", "federal_sharpshooters", "hacienda_guards", "anti_aircraft_gun", "armoured_car",
    "federal_conscripts",
)  # fmt: skip
THEIRS = (
    "villista_infantry", "villista_infantry", "zapatista_riflemen", "zapatista_macheteros", "zapatista_horsemen",
    "villista_cavalry", "dinamiteros", "yaqui_scouts", "revolutionary_machine_gun", "revolutionary_gun", "plated_lorry",
    "biplane",
)  # fmt: skip


@cache
def table() -> Scenario:
    """Return the battle: the automated side has every fighting style."""
    text = f"""\
format = 1
system = "la_cucaracha"
title = "Six feet by four"
map = "table.toml"
briefing = "A whole table."
[limits]
turns = 8
[sides.federals]
name = "The federals"
{_units("federals", OURS, 40)}
[sides.rebels]
name = "The rebels"
player = "solo"
{_units("rebels", THEIRS, 6)}
"""
    return parse_scenario(text, "bench.toml", map_text=drawn())


def _units(side: str, profiles: tuple[str, ...], row: int) -> str:
    entries = []
    for number, profile in enumerate(profiles):
        column = 3 + number * 6
        at = f"{letters(column)}{row + number % 3}"
        entries.append(f'[[sides.{side}.units]]\nid = "{side}-{number}"\nprofile = "{profile}"\nat = "{at}"\n')
    return "\n".join(entries)


def letters(column: int) -> str:
    """Name a column as a map does."""
    tens, rest = divmod(column, 26)
    return (chr(64 + tens) if tens else "") + chr(65 + rest)


def drawn() -> str:
    """Draw woods and houses between the lines; the same on every machine."""
    random = Random(SEED)
    rows = [["."] * WIDTH for _ in range(HEIGHT)]
    for number in range(STRANDS):
        left, top = random.randrange(2, WIDTH - 8), random.randrange(12, HEIGHT - 14)
        for row in range(top, top + random.randrange(2, 5)):
            for column in range(left, left + random.randrange(2, 6)):
                rows[row][column] = "wb"[number % 2]
    drawn = "\n".join(map("".join, rows))
    return f"""\
format = 1
title = "Six feet by four"
terrain_set = "tabletop"
rows = '''
{drawn}
'''
[grid]
kind = "square"
neighbours = 8
cell = 1
unit = "inch"
"""

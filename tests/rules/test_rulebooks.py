"""The rulebooks of all systems: which rules they have, and what they have in common."""

import tomllib
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest

import sim.rules
from sim.engine.rulebook import Rulebook, load_rulebook
from sim.rules import shipped

RULES = Path(sim.rules.__file__).parent
BOOKS = sorted(RULES.rglob("rulebook.toml"))
FILES = sorted(RULES.rglob("*.toml"))
PREFIXES = {
    "ambush_alley": "AAS",
    "conflict_of_heroes": "COH",
    "la_cucaracha": "CUC",
    "la_petite_guerre": "LPG",
    "outlaws": "OUT",
}
IDS = {
    "ambush_alley": """
        SEQ COOP HOT! MOT CHECK-1 CHECK-2 CHECK-3 CHECK-4 CHECK-5 CIV-1 CIV-2 CIV-3 CIV-4! CIV-5 L-1 L-2 L-3 L-4 L-5!
        N-1 N-2 N-3 N-4 N-5 N-6 N-7 N-8 N-9 N-10 N-11 W-1 W-2 W-3 W-4 W-5 W-6 W-7 W-8 W-9 W-10 W-11 W-12 R-six! R-three!
        R-optimum! R-gap! R-firepower! R-fail! R-step! R-nothing! R-safest! R-cover! R-way! R-late! R-active!
        R-support!~ R-measure! R-quick!~ R-dice!~ R-friends! R-join!~ R-activation!~ R-pace!~ R-fire!~ R-defence!~
        R-line!~ R-vehicle!~ R-damage!~ R-aboard!~ R-assault!~ R-bout!~ R-watch!~ R-answer!~ R-aid!~ R-crowd!~
        R-search!~ R-exit!~ R-come!~ R-cards!~ R-strike!~ R-left-out!~ R-morale!~ R-hold!
    """,
    "conflict_of_heroes": """
        3.0 3.1 3.2.1 3.2.2 3.3 3.4 3.5 3.6~ 3.1.1 3.1.1-symbol 3.1.1-caps 3.1.1-group DECK-1 4.0 4.0-none! 4.1 4.2 4.3
        4.4 4.5 5.0 5.0-obj 5.0-hfp 5.0-closest 5.1-long 5.1-eleven 5.1-cc 5.1.1-move 5.1.1-fire 5.2 5.2-move 5.2-order
        5.3 5.3-stack 5.3.1-cc! 5.3.1-out 5.3.1-in 5.3.1-closer! 5.3.1-random 5.3-random FZ~ FZ-long! FLANK~ 7.3-unit~
        7.3-ai 6.0~ HEX! FZ-idle! FLANK-abeam! DM! 5.2-power! COVER! WAYS! FACE! MOVE~ BONUS~ WIRE~ WATER~ ATTACK~ HIT~
        RANGE~ SPOT! CC~ CC-out! CC-support! CC-move! GROUP~ RALLY! DIG~ HIDE~ RECON! SMOKE~ CONTROL~
    """,
    "la_cucaracha": """
        CAT CARD~ NOMINATE! REROLL! ORDER OVERRIDE! NEAREST REACT! HOLD~ BAND S1 S2 S5 S10 F1 F2 F5 F10 C1 C2 C5 C10
        C2-range! V1 V2 V5 V10 A1 A2 A5 A10 DEAD! V-range! ONE-NEAREST! EXTRA! AIR! PACE! NEARER! CONTACT! SIGHT! SHOOT!
        RELOAD! DEPLOY! CHARGE! RESPOND! FAILED! MELEE! COURAGE! RETIRE! LEAVE! PLACE!
    """,
    "la_petite_guerre": """
        SEQ! ACT-1! ACT-2 STUN! WOUND! MOVE-1! MOVE-2! MOVE-3! MOVE-4! CELL! FRONT! FRONT-hex! HIDDEN! LEAVE! PLACE!
        CMD! CTRL! REPEAT! ACQ! COVER! FIRE BLIND! HIT WPN GATLING! SHELL! GUNS! GUNS-hit! CHARGE! CHARGE-order!
        CHARGE-charged! MELEE! MELEE-several! MELEE-many! MELEE-hit ROUT! ROUT-wounded! PURSUE!
        PURSUE-grade! PURSUE-prone!
        PURSUE-catching! MORALE! SOLO! SOLO-men!
    """,
    "outlaws": """
        CUP DIE-dark DIE-medium DIE-light DIE-prone TABLE SEQ UNCOVERED LOOP! MIXED! T-closest T-cover T-armed
        T-suspected T-suspected-armed T-tie T-groups P-1 P-2 P-3 P-4 P-5 P-6 SNAP-1 SNAP-2 SHOOT-1 SHOOT-2 SHOOT-3
        SHOOT-4 SHOOT-5 SHOOT-6 SHOOT-7 SHOOT-8 SHOOT-9 SHOOT-plus AMMO-1 AMMO-2 BRAWL-0~ BRAWL-join! BRAWL-1 BRAWL-2
        BRAWL-3 BRAWL-4 ADV-0 ADV-walk-1 ADV-walk-2 ADV-walk-3 ADV-run-1 ADV-run-2 ADV-run-3 ADV-ride ADV-ride-tuwa
        MOVE-away MOVE-walk-0 MOVE-walk-fov MOVE-walk-nofov MOVE-crawl MOVE-ride MOVE-ride-tuwa-1 MOVE-ride-tuwa-2
        MOVE-ride-tuwa-3 WAIT RIDE-1 RIDE-2 READ-wound! READ-away! READ-archer! READ-run! READ-no-way! READ-in-place!
        THROW! KNIFE! COVER-taken! COVER-search! LINE! SKILL! ARROW! ARMED! DOOR! WAY! HURT! SNAP-once! BRAWL-order!
        FOLK! FOV~ COVER~ SQUARE~ GAIT~ HANDS~ WEAPON~
    """,
}
"""The rules of each, in the order of its rule sheet and so that they can be read beside it, each a second time: `!` our
own reading, where the sheet is silent or can be read in two ways, `~` matter of the printed base game."""


READINGS = {
    "ambush_alley": """
        firepower_of_six: more | less
        one_or_three: 1 to 3 | 1 or 3
        listed_firepower: without leader | with leader
        failed_check: whole turn | interruptions
        late_interruption: anew | kept
        action_checks: activations | moves and fire
        support_range: its own dice | whole unit
    """,
    "conflict_of_heroes": """
        low_risk: every Unit | the target
        fire_zone: long | normal
        idle_zones: kept | none
        abeam: front | flank
        hex_defence: target | every zone
        target_firepower: against the AI | printed
        close_support: same hex | next hex
        moves_in_close_combat: obeyed | never
    """,
    "la_cucaracha": """
        nominate: as played | player | nearest | random
        reroll: closing | drilled
        extra_orders: one | each time
        nearer: way | inches
        contact: short | touching
        failed_response: nothing | back_foot
    """,
    "la_petite_guerre": """
        hex_front: 120 | 60
        charged_men: may charge | do not charge
        advantages: together | each
        wounded_men: run one move | run two moves
        keen_men: add one | take one off
        prone_men: do not pursue | pursue
        catching: is no charge | is a charge
    """,
    "outlaws": """
        mixed_cover: medium | light
        could_wound: by a roll | by distance
        prone_away: crawls | stands up
        prone_archer: gets up | gets up to shoot
        prone_run: gets up | moves
        no_way: waits | goes nearer
        in_place: stays | goes on
    """,
}
"""Every clause that can be read in two ways, a second time: the setting and its readings, the default first."""


@pytest.fixture(params=BOOKS, ids=lambda path: path.relative_to(RULES).parts[0])
def path(request: pytest.FixtureRequest) -> Path:
    """Where a rulebook is."""
    found: Path = request.param
    return found


@pytest.fixture
def book(path: Path) -> Rulebook:
    """Read it."""
    return load_rulebook(path)


def test_it_goes_by_the_name_of_its_package(path: Path, book: Rulebook) -> None:
    """Scenarios name the system as the rulebook does, and all ids begin alike."""
    package = path.relative_to(RULES).parts[0]
    assert (book.system, book.prefix) == (package, PREFIXES[package])


def test_the_rules_are_those_of_the_sheet_and_rulings_are_marked(book: Rulebook) -> None:
    """None is missing or added; our own and those of the base game are marked, and titles tell them apart."""
    marked = [f"{rule.id}{'!' if rule.ruling else ''}{'~' if rule.base else ''}" for rule in book]
    assert marked == [f"{book.prefix}-{id_}" for id_ in IDS[book.system].split()]
    titles = [rule.title for rule in book]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("file", FILES, ids=[f"{file.relative_to(RULES).parts[0]}-{file.stem}" for file in FILES])
def test_lines_fit_a_page(file: Path) -> None:
    """The files of a system can be read without scrolling sideways."""
    text = file.read_text(encoding="utf-8")
    tomllib.loads(text)
    assert max(map(len, text.splitlines())) <= 120


def test_the_readings_and_their_defaults_are_those_of_the_rule_sheets(book: Rulebook) -> None:
    """Every one is there, with at least twenty in all, and none that nobody decided on."""
    found = [f"{rule.setting}: {' | '.join(reading.value for reading in rule.readings)}" for rule in book.rulings]
    assert found == [line.strip() for line in READINGS[book.system].strip().splitlines()]
    assert sum(len(lines.strip().splitlines()) for lines in READINGS.values()) >= 20


def test_a_scenario_can_set_every_reading_and_no_other(path: Path, book: Rulebook) -> None:
    """The settings of a system allow just what its rulebook explains, and one that is left out is the first."""
    fields = shipped(book.system).settings.model_fields
    for rule in book.rulings:
        assert [str(value) for value in get_args(fields[rule.setting].annotation)] == [r.value for r in rule.readings]
        assert str(fields[rule.setting].default) == rule.readings[0].value
    choices = {name for name, field in fields.items() if get_origin(field.annotation) is Literal}
    assert choices == {rule.setting for rule in book.rulings}

"""Base game 13: mortars that fire at what they do not see.

C11 is the mortar, C9 a hill two levels high, C6 a wood, C4 the target: from C11 the hill hides it, and from the hill
one sees over the wood.
"""

import pytest

from sim.engine.battle import Position
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.events import Attacked, SmokeLaid, SpentChecked
from sim.rules.conflict_of_heroes.orders.fire import Fire, LaySmoke
from tests.rules.conflict_of_heroes.positions import Stand
from tests.rules.conflict_of_heroes.positions import field as position_field
from tests.rules.conflict_of_heroes.positions import rows as position_rows
from tests.rules.conflict_of_heroes.stage import (
    FOUR,
    HMG34,
    NEVER_SPENT,
    Piece,
    Stage,
    ai,
    stage,
    unit,
    with_heights,
    with_terrain,
)

MORTAR, LIGHT_MORTAR = "soviet_82mm_mortar", "soviet_50mm_mortar"
FIVE = "02"
"""An order card that spends at 5 AP."""


def hill(
    *more: Piece, mortar: Piece | None = None, at: str = "C4", heights: str = with_heights(C9=2), **terrain: str
) -> Stage:
    """Return the mortar behind its hill, and a machine gun on the other side."""
    rows = with_terrain(**{"C6": "w", **terrain})
    first = mortar or unit("u1", "C11", MORTAR)
    return stage(first, ai("a1", at, HMG34), ai("a9", "G12"), *more, rows=rows, more=heights)


@pytest.mark.rule("COH-3.1")
def test_the_example_of_the_rulebook() -> None:
    """3 and 1 for the spotter's height against a flank of 10, without the machine gun's front: 6, for 4 AP."""
    field = hill()
    made = field.attack("u1", "a1")
    assert (made.needed, made.rating.total, made.defence.total) == (6, 4, 10)
    assert made.spotter == field.cell("C9")
    assert made.cost.total == 4


@pytest.mark.rule("COH-3.1.1")
@pytest.mark.parametrize(("card", "spent"), [(FOUR, True), (FIVE, False)])
def test_indirect_fire_is_checked_at_its_own_price(card: str, spent: bool) -> None:
    """4 AP for an 82mm mortar, though it would fire for 3 at what it sees."""
    played = hill().play(Fire("u1", "a1"), dice=(1, 1), cards=(card,))
    assert played.of(SpentChecked) == [SpentChecked(("u1",), spent)]
    assert played.of(Attacked)[0].spotter is not None


@pytest.mark.rule("COH-3.1")
def test_what_a_mortar_sees_it_fires_at_directly() -> None:
    """For 3 AP, from its own height, with hills near it or not."""
    field = stage(unit("u1", "C11", MORTAR), ai("a1", "C4"), more=with_heights(D11=2))
    made = field.attack("u1", "a1")
    assert (made.spotter, made.cost.total, made.needed) == (None, 3, 11 - 3)


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(
    ("field", "why"),
    [
        (hill(heights=with_heights(C8=2), **{f"{column}6": "w" for column in "ABDEFG"}), "no spotter gets so far"),
        (hill(mortar=unit("u1", "C11", LIGHT_MORTAR)), "a light mortar has no price for it"),
        (hill(mortar=unit("u1", "C11", "soviet_76mm_infantry_gun")), "no gun fires so"),
        (hill(mortar=unit("u1", "C11", MORTAR, facing="s")), "not in the arc of fire"),
        (
            hill(C10="W", B10="W", D10="W", B11="W", D11="W", C12="W"),
            "no hex near it is in its sight, save those woods",
        ),
    ],
)
def test_no_indirect_fire(field: Stage, why: str) -> None:
    """A spotter's hex is within two hexes of the mortar, and in its sight; arc and weapon are the mortar's own."""
    assert field.no_shot("u1", "a1"), why


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(("at", "reason"), [("C9", "a1 is nearer than 3 hexes"), ("C8", "")])
def test_the_range_is_counted_from_the_mortar(at: str, reason: str) -> None:
    """Two hexes are too near and three are not, wherever the spotter is."""
    field = stage(unit("u1", "C11", MORTAR), ai("a1", at), ai("a9", "G12"), rows=with_terrain(C10="w"))
    assert field.no_shot("u1", "a1") == reason


@pytest.mark.rule("COH-SPOT")
def test_a_spotter_below_a_target_on_a_hill_helps_it() -> None:
    """Height is that of the spotter on both sides of the sum: 1 more for the target above him."""
    rows, heights = with_terrain(C10="w", B10="w", D10="w"), with_heights(C4=1)
    flat = stage(unit("u1", "C11", MORTAR), ai("a1", "C4"), ai("a9", "G12"), rows=rows)
    high = stage(unit("u1", "C11", MORTAR), ai("a1", "C4"), ai("a9", "G12"), rows=rows, more=heights)
    assert flat.attack("u1", "a1").spotter is not None
    assert (flat.needs("u1", "a1"), high.needs("u1", "a1")) == (8, 9)


@pytest.mark.rule("COH-3.0")
def test_it_is_offered_and_told_as_indirect() -> None:
    """With what it needs; the log says from where it was spotted."""
    field = hill()
    offer = next(offer for offer in field.offers() if offer.text == "u1 fire a1 (indirect, needs 6)")
    assert (offer.refusal, offer.cost) == (None, "4 AP")
    played = field.play(Fire("u1", "a1"), dice=(1, 1), cards=(NEVER_SPENT,))
    frame = next(frame for frame in played.session.frames if isinstance(frame.event, Attacked))
    told = CONFLICT_OF_HEROES.told(Position(field.battle, frame.state), frame.event)  # type: ignore[arg-type]
    assert told == "u1 attacks a1, spotted from C9, needing 6: missed"


@pytest.mark.rule("COH-6.0")
@pytest.mark.parametrize(("watcher", "hidden"), [((), True), ((ai("a2", "A12"),), False)])
def test_a_hidden_mortar_stays_hidden_if_nobody_sees_it(watcher: tuple[Piece, ...], hidden: bool) -> None:
    """Its fire from behind the hill betrays it only to an enemy in sight of it."""
    rows = with_terrain(C6="w", **{f"{column}12": "w" for column in "DEF"})
    mortar = unit("u1", "C11", MORTAR, hidden=True)
    field = stage(mortar, ai("a1", "C4", HMG34), *watcher, rows=rows, more=with_heights(C9=2))
    played = field.play(Fire("u1", "a1"), dice=(1, 1), cards=(NEVER_SPENT,))
    assert played.state.unit("u1").hidden is hidden


@pytest.mark.rule("COH-3.1.1-group")
def test_whoever_supports_sees_the_target_himself() -> None:
    """A second mortar behind the hill could fire, and yet gives no support; one that sees the target does."""
    blind = hill(unit("u2", "C12", MORTAR))
    assert blind.refusal(Fire("u1", "a1", ("u2",))) == "u2 does not see a1"
    seeing = stage(
        unit("u1", "C11", MORTAR),
        unit("u2", "D11", MORTAR),
        ai("a1", "C4", HMG34),
        rows=with_terrain(C10="w"),
    )
    assert seeing.attack("u1", "a1").spotter is not None
    assert seeing.refusal(Fire("u1", "a1", ("u2",))) is None


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(("cell", "ap"), [("C4", 4), ("C7", 4)])
def test_smoke_is_laid_indirectly_too(cell: str, ap: int) -> None:
    """Where the spotter sees, for the price of indirect fire."""
    field = hill()
    smoke = LaySmoke(field.cell(cell), "u1")
    assert field.refusal(smoke) is None
    assert smoke.price(field.position).total == ap
    assert field.play(smoke, cards=(NEVER_SPENT,)).of(SmokeLaid) == [SmokeLaid((field.cell(cell),))]
    assert f"u1 smoke {cell}" in [offer.text for offer in field.offers()]


@pytest.mark.rule("COH-3.1")
def test_smoke_needs_eyes() -> None:
    """Without the hill nobody sees behind the wood."""
    field = hill(heights="", C6="w", B6="w", D6="w", A6="w", E6="w", F6="w", G6="w")
    assert field.refusal(LaySmoke(field.cell("C4"), "u1")) == "u1 does not see C4"


@pytest.mark.rule("COH-5.1.1-fire")
def test_an_ai_mortar_fires_indirectly() -> None:
    """An order to fire means whatever the AI may fire at."""
    at = position_field(
        Stand("ai-1", "D8", 0, "german_8cm_mortar"),
        Stand("red", "D3", 3, "soviet_rifles_41"),
        picture=position_rows(D7="w", C8="w", E8="w"),
    )
    assert at.decide("Mortar AI closest to Unit -> Fire").intent == Fire("ai-1", "red")


@pytest.mark.rule("COH-3.1.1-group")
def test_an_ai_that_does_not_see_the_target_gives_no_support() -> None:
    """Two mortars in a dead place make no group."""
    mortars = (Stand("ai-1", "D8", 0, "german_8cm_mortar"), Stand("ai-2", "D9", 0, "german_8cm_mortar"))
    woods = position_rows(D7="w", C8="w", E8="w", C9="w", E9="w")
    at = position_field(*mortars, Stand("red", "D3", 3, "soviet_rifles_41"), picture=woods)
    assert at.decide("AI closest to Unit -> Group Fire").short() == "pass"


@pytest.mark.rule("COH-SPOT")
def test_of_several_spotters_the_highest_directs_the_fire() -> None:
    """Woods bar the view; of the hexes from which the target is seen the hill is taken, and counts as height."""
    field = stage(unit("u1", "C11", MORTAR), ai("a1", "C4"), rows=with_terrain(C9="w"), more=with_heights(D9=1))
    made = field.attack("u1", "a1")
    assert made.spotter == field.cell("D9")
    assert any(part.reason == "spotted from D9, higher" for part in made.rating.parts)

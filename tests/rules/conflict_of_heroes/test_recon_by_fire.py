"""Base game 11: firing into a hex in the hope of finding somebody there."""

import pytest

from sim.engine.battle import Position
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.events import Attacked, Concealed, Searched, SpentChecked
from sim.rules.conflict_of_heroes.orders.fire import ReconByFire, recon_needs
from tests.rules.conflict_of_heroes.stage import (
    GREYS,
    MAXIM,
    NEVER_SPENT,
    TANK,
    Piece,
    Played,
    Stage,
    ai,
    stage,
    unit,
    with_terrain,
)

WOODS = with_terrain(C4="w")


def searching(*more: Piece, searcher: Piece | None = None, rows: str = WOODS, **keywords: object) -> Stage:
    """Return a machine gun with light woods three hexes before it, and an AI far away."""
    return stage(searcher or unit("u1", "C7", MAXIM), ai("a9", "G12"), *more, rows=rows, **keywords)  # type: ignore[arg-type]


def search(field: Stage, at: str = "C4", **more: int) -> ReconByFire:
    """Return the order to search a hex."""
    return ReconByFire("u1", field.cell(at), **more)


def hidden(id_: str = "a1", **more: object) -> Piece:
    """Return rifles that hide in the woods."""
    return ai(id_, "C4", hidden=True, **more)


def told(field: Stage, played: Played) -> str:
    """Return what the log says of the search."""
    frame = next(frame for frame in played.session.frames if isinstance(frame.event, Searched))
    return CONFLICT_OF_HEROES.told(Position(field.battle, frame.state), frame.event)  # type: ignore[arg-type]


@pytest.mark.rule("COH-6.0")
def test_the_example_of_the_rulebook() -> None:
    """6 and 1 for light woods; two CAPs make it 5; an 8 finds the rifles, who need 10 and are missed."""
    field = searching(hidden())
    played = field.play(search(field, dice_caps=2), dice=(4, 4, 4, 4), cards=(NEVER_SPENT,))
    assert played.of(Searched) == [Searched("u1", field.cell("C4"), 5, "found", True)]
    assert played.of(Concealed) == [Concealed("a1", False)]
    assert [(e.target, e.needed, e.result) for e in played.of(Attacked)] == [("a1", 10, "missed")]
    assert played.state.caps == 3
    assert played.of(SpentChecked) == [SpentChecked(("u1",), False)]
    assert told(field, played) == "u1 searches C4 by fire, needing 5: somebody is there"


@pytest.mark.rule("COH-6.0")
@pytest.mark.parametrize(("dice", "found"), [((3, 3), False), ((3, 4), True)])
def test_it_takes_the_number(dice: tuple[int, int], found: bool) -> None:
    """7 in light woods does, 6 does not; whoever is not found stays hidden, and is not fired at."""
    field = searching(hidden())
    played = field.play(search(field), dice=(*dice, *((1, 1) if found else ())), cards=(NEVER_SPENT,))
    assert played.state.unit("a1").hidden is not found
    assert bool(played.of(Attacked)) is found


@pytest.mark.rule("COH-6.0")
def test_who_misses_does_not_learn_whether_anybody_is_there() -> None:
    """The log says the same in both cases; only a good roll tells an empty hex."""
    empty, held = searching(), searching(hidden())
    said = [told(field, field.play(search(field), dice=(1, 1), cards=(NEVER_SPENT,))) for field in (empty, held)]
    assert said == ["u1 searches C4 by fire, needing 7: nothing is seen"] * 2
    sure = empty.play(search(empty), dice=(6, 6), cards=(NEVER_SPENT,))
    assert told(empty, sure) == "u1 searches C4 by fire, needing 7: nobody is there"
    assert sure.of(Concealed, Attacked) == []


@pytest.mark.rule("COH-6.0")
@pytest.mark.parametrize(
    ("letter", "more", "needed"),
    [
        (".", "", 6),
        ("w", "", 7),
        ("W", "", 8),
        ("b", "", 7),
        ("B", "", 8),
        ("~", "", 5),
        (".", '[edges]\nwall = ["C4/s"]', 7),
        (".", '[edges]\nwall = ["C4/n"]', 6),
        (".", '[features]\nheavy_smoke = ["C4"]', 6),
        ("w", '[features]\ntrench = ["C4"]', 7),
    ],
)
def test_the_terrain_hides(letter: str, more: str, needed: int) -> None:
    """Ground and walls that the fire crosses add their defence; smoke and works are no terrain."""
    field = searching(rows=with_terrain(C4=letter), more=more)
    assert recon_needs(field.position, field.counter("u1"), field.cell("C4")).total == needed


@pytest.mark.rule("COH-6.0")
def test_shells_come_over_a_wall() -> None:
    """A mortar does not mind it."""
    wall = '[edges]\nwall = ["C4/s"]'
    field = searching(searcher=unit("u1", "C7", "soviet_82mm_mortar"), rows=with_terrain(), more=wall)
    assert recon_needs(field.position, field.counter("u1"), field.cell("C4")).total == 6


@pytest.mark.rule("COH-6.0")
def test_everybody_who_hides_there_is_found_and_fired_at() -> None:
    """One roll finds them all; each is rolled for by itself, and there is one check."""
    field = searching(hidden("a1"), hidden("a2"))
    played = field.play(search(field), dice=(6, 6, 1, 1, 1, 1), cards=(NEVER_SPENT,))
    assert [event.unit for event in played.of(Concealed)] == ["a1", "a2"]
    assert [event.target for event in played.of(Attacked)] == ["a1", "a2"]
    assert len(played.of(SpentChecked)) == 1


@pytest.mark.rule("COH-6.0")
def test_the_price_is_that_of_an_attack() -> None:
    """3 AP for a Maxim; a turret that has to be turned costs 2 more."""
    field = searching()
    assert search(field).price(field.position).total == 3
    tank = searching(searcher=unit("u1", "C7", TANK, facing="s"))
    assert search(tank).price(tank.position).total == 5 + 2


@pytest.mark.rule("COH-6.0")
@pytest.mark.parametrize(
    ("field", "at", "reason"),
    [
        (searching(), "C4", None),
        (searching(), "C8", "C8 is not in the fire zone of u1"),
        (searching(), "C3", "C3 is not in the fire zone of u1"),
        (searching(searcher=unit("u1", "C7", "soviet_smg_rifles")), "C2", "C2 is not in the fire zone of u1"),
        (searching(ai("a1", "C4")), "C4", "C4 is known to hold a1"),
        (searching(ai("a1", "C4", "rumour")), "C4", "C4 is known to hold a1"),
        (searching(unit("u2", "C4")), "C4", "C4 is known to hold u2"),
        (searching(ai("a1", "C7")), "C4", "u1 is in close combat and cannot fire out of its hex"),
        (searching(searcher=unit("u1", "C7", MAXIM, hit="soft_stunned")), "C4", "u1 cannot attack: stunned"),
        (searching(searcher=unit("u1", "C7", "soviet_wagon")), "C4", "u1 cannot attack: it is unarmed"),
        (searching(rows=with_terrain(C4="w", C7="~")), "C4", "u1 is in the water"),
    ],
)
def test_what_can_be_searched(field: Stage, at: str, reason: str | None) -> None:
    """A hex of the fire zone in which nobody is known to be."""
    assert field.refusal(search(field, at)) == reason


@pytest.mark.rule("COH-6.0")
def test_hidden_enemies_do_not_show_in_what_is_refused() -> None:
    """The player is told the same with and without them."""
    assert searching(hidden()).refusal(search(searching())) is searching().refusal(search(searching())) is None


@pytest.mark.rule("COH-3.2.1")
def test_caps_on_the_dice_are_limited_here_too() -> None:
    """Two at most."""
    field = searching()
    assert field.refusal(search(field, dice_caps=3)) == "at most 2 CAPs go on the dice"


@pytest.mark.rule("COH-6.0")
def test_a_hex_off_the_map_is_refused() -> None:
    """There is nothing to search."""
    field = searching()
    off = field.battle.map.grid.at(50, 50)
    assert field.refusal(ReconByFire("u1", off)) == "recon by fire needs a hex of the map"


@pytest.mark.rule("COH-6.0")
def test_a_hidden_searcher_comes_to_light() -> None:
    """Whatever it finds."""
    field = searching(searcher=unit("u1", "C7", MAXIM, hidden=True))
    assert not field.play(search(field), dice=(1, 1), cards=(NEVER_SPENT,)).state.unit("u1").hidden


@pytest.mark.rule("COH-4.4")
def test_a_search_counts_as_fire() -> None:
    """Counteractions ask whether a Unit fired; an AI that searches has not done it for the player."""
    field = searching()
    assert field.play(search(field), dice=(1, 1), cards=(NEVER_SPENT,)).state.fired
    other = stage(unit("u1", "G12"), ai("a1", "C7"), rows=WOODS).changed(mover=GREYS)
    order = ReconByFire("a1", other.cell("C10"))
    assert not other.play(order, dice=(1, 1), cards=("12", "05")).state.fired


@pytest.mark.rule("COH-6.0")
def test_whom_it_has_no_gun_for_it_finds_and_leaves() -> None:
    """A tank whose red gun is out sees the rifles and cannot attack them."""
    field = searching(hidden(), searcher=unit("u1", "C7", TANK, hit="armoured_gun_damaged_red"))
    played = field.play(search(field), dice=(6, 6), cards=(NEVER_SPENT,))
    assert (played.of(Attacked), played.state.unit("a1").hidden) == ([], False)


@pytest.mark.rule("COH-3.0")
def test_hexes_in_which_one_can_hide_are_offered() -> None:
    """Woods at normal range, with the odds; not the open, nor woods at long range."""
    field = searching(rows=with_terrain(C4="w", D1="B"), searcher=unit("u1", "C7"))
    texts = {offer.text: offer.cost for offer in field.offers() if isinstance(offer.intent, ReconByFire)}
    assert texts["u1 search C4 (needs 7 to find anybody)"] == "4 AP"
    assert texts["u1 search C4 (needs 7 to find anybody) aiming with 2 CAPs"] == "4 AP, 2 CAPs"
    assert texts["u1 search C4 (needs 7 to find anybody) by CAPs"] == "4 CAPs"
    assert all(text.startswith("u1 search C4") for text in texts)

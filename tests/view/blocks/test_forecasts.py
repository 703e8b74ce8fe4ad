"""What may come next: a list that adds up, and arrows as thick as they are likely."""

from fractions import Fraction
from typing import Any

import numpy as np
import pygame
import pytest

from sim.engine.battle import Position
from sim.engine.chance import Seeded
from sim.engine.decks import Deck
from sim.engine.forecast import Forecast, ForecastOutcome, forecast
from sim.engine.game import Answered, Ordered
from sim.engine.insight import CardFace, Insight, Scene
from sim.engine.orders import Ask, Intent
from sim.engine.session import Session
from sim.grid import Cell
from sim.resources import scenarios_folder
from sim.scenario.scenario import load_scenario
from sim.view.battle.paint_arrows import paint_prospects, weighty_arrows
from sim.view.blocks.forecasts import Arrow, arrows_of, forecast_blocks
from sim.view.blocks.kinds import Block, Do, Gauge, SmallPrint, TextLine
from sim.view.board.camera import Camera, fitted
from sim.view.board.layout import layout
from sim.view.ui.palette import theme
from tests.picket.rules import ACTION, Shoot, Stay, Walk
from tests.picket_positions import AMES, AUTOMATED, RED, Field, field
from tests.view.battle.bot import Sketching
from tests.view.drawn import pixels


def battlefield() -> Field:
    """Return a battle in which the raider acts next."""
    plain = field(AMES, RED)
    return Field(plain.battle, plain.state.with_deck(Deck("cup", ("red-1",))))


BATTLE, INSIGHT = battlefield(), Sketching()
FOUND = forecast(BATTLE.battle, BATTLE.state, AUTOMATED)
POSITION: Scene = Position(BATTLE.battle, BATTLE.state)
ORDER = Ask("raiders", ACTION, "red-1")


def name(subject: Cell | str) -> str:
    """Call units and cells as players do."""
    return subject if isinstance(subject, str) else BATTLE.map.grid.name(subject)


def worded(intent: Intent) -> str:
    """Put an order in words."""
    return BATTLE.battle.ruleset.order_text(POSITION, intent)


def prospect(intent: Intent | None, chance: Fraction, *answers: Answered, **more: Any) -> ForecastOutcome:
    """Return a prospect with one order."""
    orders = (Ordered(ORDER, intent, "solo"),) if intent else ()
    return ForecastOutcome(orders, (), chance, (), answers, **more)


def listed(found: Forecast, picked: int | None = None, **more: Any) -> tuple[Block, ...]:
    """Return the list of a forecast."""
    return forecast_blocks(found, name, worded, picked, **more)


def gauges(found: tuple[Block, ...]) -> list[Gauge]:
    """Return the bars among blocks."""
    return [block for block in found if isinstance(block, Gauge)]


def entries(found: tuple[Block, ...]) -> list[TextLine]:
    """Return the lines that can be clicked."""
    return [block for block in found if isinstance(block, TextLine) and block.do]


# -- the list -----------------------------------------------------------------------------------------------------


def test_every_prospect_is_listed_with_its_chance() -> None:
    """The likeliest first; the shares add up to the whole, and the picked one alone is marked."""
    found, count = listed(FOUND), len(FOUND.prospects)
    shares = [gauge.share for gauge in gauges(found)]
    assert sum(shares) == pytest.approx(1.0) and shares == sorted(shares, reverse=True)
    said = [worded(each.orders[0].intent) for each in FOUND.prospects]
    assert [entry.text for entry in entries(found)] == [text[:1].upper() + text[1:] for text in said]
    assert [entry.do for entry in entries(found)] == [Do("show_prospect", (n,)) for n in range(count)]
    for picked in (None, 1):
        assert [entry.chosen for entry in entries(listed(FOUND, picked))] == [n == picked for n in range(count)]


def test_a_chance_is_written_as_a_fraction_and_in_percent() -> None:
    """Exactly, however long the fraction is."""
    long = Fraction(123457, 1000003)
    found = listed(Forecast((prospect(Stay("red-1"), 1 - long), prospect(Shoot("red-1", "ames"), long)), 2))
    assert gauges(found)[1].text == "12.3 %"
    assert SmallPrint(str(long)) in found
    assert gauges(listed(Forecast((prospect(Stay("red-1"), Fraction(13, 18)),), 1))) == [
        Gauge("", 13 / 18, "72.2 %  (13/18)")
    ]


def test_the_cards_and_dice_that_lead_there_are_listed() -> None:
    """All of them, not those of the likeliest way alone: both bold cards, and the wary ones with a 5 or a 6."""
    number = next(n for n, each in enumerate(FOUND.prospects) if isinstance(each.orders[0].intent, Shoot))
    found = listed(FOUND, number)
    start = found.index(entries(found)[number])
    below = [block.text for block in found[start + 1 :] if isinstance(block, TextLine)]
    assert any("bold" in text and "wary" in text for text in below[:3])
    assert any(text.startswith("D6") and text.endswith("5, 6") for text in below[:4])


CARD, DIE = 'a card of the deck "orders": AI order', "D6: sniper fire"
WHO = "D3 for red: who moves; 1 = red-1; 2 = red-2; 3 = red-3"
NAMES = {"3": "Dash", "4": "Dash", "17": "Hold"}
LEADING: dict[str, tuple[tuple[Answered, ...], dict[str, Any], str]] = {
    "many cards are counted: eight by name": (
        tuple(Answered(CARD, str(n)) for n in range(11)), {}, "AI order: 0, 1, 2, 3, 4, 5, 6, 7 and 3 more",
    ),
    "a die that may show anything is said to, of the picked entry": (
        tuple(Answered(DIE, (n,)) for n in range(1, 7)), {"picked": 0}, "D6: sniper fire: whatever it shows",
    ),
    "and of no other": (tuple(Answered(DIE, (n,)) for n in range(1, 7)), {}, ""),
    "a card says for whom, by the name that players know": (
        (Answered('a card of the deck "orders" for raiders: AI order', "15"),),
        {"name": {"raiders": "The raiders"}.get}, "AI order for The raiders: 15",
    ),
    "of a die that picks one of several only the faces that lead there, each with what it stands for": (
        (Answered(WHO, (1,)), Answered(WHO, (3,))), {}, "D3 for red: who moves: 1 = red-1, 3 = red-3",
    ),
    "a card is told by its name, not by its id in a file; those called alike once": (
        tuple(Answered(CARD, id_) for id_ in NAMES), {"card": lambda deck, id_: CardFace(id_, NAMES[id_], deck)},
        "AI order: Dash, Hold",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("answers", "more", "told"), LEADING.values(), ids=LEADING)
def test_what_leads_there_is_told_in_short(answers: tuple[Answered, ...], more: dict[str, Any], told: str) -> None:
    """Below the order that it leads to."""
    found = forecast_blocks(
        Forecast((prospect(Stay("red-1"), Fraction(1), *answers),), 1), more.pop("name", name), worded, **more
    )
    below = [block.text for block in found if isinstance(block, TextLine)][1:]
    assert below == [told] * bool(told)


def test_prospects_that_read_the_same_are_one_entry() -> None:
    """Their chances are added, and the sum decides its place."""
    found = listed(
        Forecast(
            (
                prospect(Shoot("red-1", "ames"), Fraction(2, 5), Answered("x", "c")),
                prospect(Stay("red-1"), Fraction(3, 10), Answered("x", "a")),
                prospect(Stay("red-1"), Fraction(3, 10), Answered("x", "b")),
            ),
            3,
        ),
        2,
    )
    assert [gauge.text for gauge in gauges(found)] == ["60 %  (3/5)", "40 %  (2/5)"]
    assert [(entry.do, entry.chosen) for entry in entries(found)] == [
        (Do("show_prospect", (1,)), True),
        (Do("show_prospect", (0,)), False),
    ]
    assert TextLine("x: a, b", "faint", 1) in found


def test_where_a_player_decides_that_is_said() -> None:
    """And where nothing is ordered, what happens."""
    asked = prospect(None, Fraction(1, 2), asks=Ask("picket", "snap shot", "ames", "red-1"))
    quiet = prospect(None, Fraction(1, 2))
    texts = [entry.text for entry in entries(listed(Forecast((asked, quiet), 2)))]
    assert texts == ["A player decides: snap shot with ames (red-1)", "No order is given"]
    told = entries(listed(Forecast((quiet,), 1), told=lambda each: "the cup is empty"))
    assert [entry.text for entry in told] == ["The cup is empty"]


# -- arrows -------------------------------------------------------------------------------------------------------


def test_arrows_lead_from_the_unit_to_where_it_acts_and_are_the_forecast() -> None:
    """To the target of a shot, along the way of a walk; on the spot there is none. Every prospect has its place in one
    of them, the likeliest first, and the chances add up."""
    red, ames, arrows = BATTLE.map.cell("G2"), BATTLE.map.cell("B3"), arrows_of(FOUND, POSITION, INSIGHT)
    for arrow in arrows:
        assert arrow.start == red
        match FOUND.prospects[arrow.prospects[0]].orders[0].intent:
            case Shoot():
                assert (arrow.end, arrow.way) == (ames, ())
            case Walk(_, way):
                assert (arrow.end, arrow.way) == (way[-1], way)
            case _:
                assert arrow.end is None
    chances = [arrow.probability for arrow in arrows]
    assert sum(chances) == 1 and chances == sorted(chances, reverse=True)
    assert sorted(n for arrow in arrows for n in arrow.prospects) == [*range(len(FOUND.prospects))]


def test_orders_that_look_alike_share_an_arrow() -> None:
    """Two ways to the same cell: the chances are added, and the way is that of the likelier."""
    cells = {each: BATTLE.map.cell(each) for each in ("F2", "F3", "E3")}
    ways = ((cells["F2"], cells["E3"]), (cells["F3"], cells["E3"]))
    found = Forecast(tuple(prospect(Walk("red-1", way), Fraction(1, 2)) for way in ways), 2)
    assert arrows_of(found, POSITION, INSIGHT) == (
        Arrow(BATTLE.map.cell("G2"), cells["E3"], Fraction(1), (0, 1), "walk", ways[0]),
    )


def test_a_system_without_sketches_marks_who_acts_and_what_nobody_on_the_map_does_has_no_arrow() -> None:
    """That much the question tells; not a question to a person, nor an order of a unit that is not there."""
    arrows = arrows_of(FOUND, POSITION, Insight())
    assert all((arrow.start, arrow.end) == (BATTLE.map.cell("G2"), None) for arrow in arrows) and len(arrows) > 1
    gone = ForecastOutcome((Ordered(Ask("raiders", ACTION), Stay("ghost"), "solo"),), (), Fraction(1, 2), (), ())
    asked = prospect(None, Fraction(1, 2), asks=Ask("picket", ACTION))
    assert arrows_of(Forecast((gone, asked), 2), POSITION, INSIGHT) == ()


def test_a_real_scenario_has_arrows() -> None:
    """In Conflict of Heroes, for the AI's next order."""
    scenario = load_scenario(scenarios_folder() / "conflict_of_heroes" / "farm_at_kamenka.toml")
    players = {side.id: "commander" if side.player == "human" else side.player for side in scenario.battle.sides}
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, players, Seeded(3))
    session.advance()
    session.advance()
    found = forecast(scenario.battle, session.checkpoint.state, players)
    position: Scene = Position(scenario.battle, session.checkpoint.state)
    arrows = arrows_of(found, position, scenario.ruleset.insight)
    assert any(arrow.end is not None for arrow in arrows)
    told = forecast_blocks(found, name, lambda intent: scenario.ruleset.order_text(position, intent))
    assert sum(gauge.share for gauge in gauges(told)) == pytest.approx(1.0)
    assert len({entry.text for entry in entries(told)}) == len(entries(told))


# -- on the map ---------------------------------------------------------------------------------------------------

PLAN = layout(BATTLE.map)
WINDOW = fitted(PLAN.bounds, 800, 600)
B3, G2 = BATTLE.map.cell("B3"), BATTLE.map.cell("G2")


def painted(*arrows: Arrow, camera: Camera = WINDOW, ui: float = 1.0) -> np.ndarray:
    """Return the picture of arrows over a grey field."""
    surface = pygame.Surface((camera.width, camera.height), depth=32)
    surface.fill((120, 120, 120))
    paint_prospects(surface, PLAN, camera, arrows, ui)
    return pixels(surface)


def ink(image: np.ndarray) -> int:
    """Count the pixels that were drawn on."""
    return int((image != 120).any(axis=2).sum())


def shot(chance: Fraction, **more: Any) -> Arrow:
    """Return the arrow of a shot across the map."""
    return Arrow(G2, more.pop("end", B3), chance, (0,), "shoot", **more)


def test_an_arrow_is_the_thicker_the_likelier() -> None:
    """Seen where no label is."""
    tiny = Camera(13.0, 0, 0, 300, 300).centred(PLAN.bounds.middle)
    amounts = [ink(painted(shot(Fraction(n, 10)), camera=tiny)) for n in (1, 4, 9)]
    assert amounts == sorted(set(amounts))


def test_percentages_are_hidden_when_cells_are_tiny() -> None:
    """Below 14 pixels the thickness must do: two chances of nearly one width look the same."""
    close = (shot(Fraction(504, 1000)), shot(Fraction(506, 1000)))
    for scale, same in ((13.0, True), (40.0, False)):
        camera = Camera(scale, 0, 0, 400, 300).centred(PLAN.bounds.middle)
        one, other = (painted(arrow, camera=camera) for arrow in close)
        assert (np.abs(one - other).max() < 130) == same


def test_what_is_done_on_the_spot_is_a_ring() -> None:
    """Around the unit, and nowhere else."""
    image = painted(shot(Fraction(1), end=None))
    x, y = WINDOW.pixel(BATTLE.map.grid.point(G2))
    rows, columns = np.nonzero((image != 120).any(axis=2))
    assert np.abs(columns - x).max() < WINDOW.scale
    assert np.abs(rows - y).max() < WINDOW.scale


def test_a_walk_follows_its_way() -> None:
    """Every cell of it has ink near its middle."""
    way = tuple(BATTLE.map.cell(each) for each in ("F3", "E3", "E4"))
    image = painted(Arrow(G2, way[-1], Fraction(1, 3), (0,), "walk", way))
    for cell in way:
        x, y = map(round, WINDOW.pixel(BATTLE.map.grid.point(cell)))
        reach = round(WINDOW.scale * 0.25)
        assert (image[y - reach : y + reach, x - reach : x + reach] != 120).any()


def card(image: np.ndarray) -> np.ndarray:
    """Return which pixels have the ground of a label: nothing else is drawn in it."""
    return np.asarray((image == np.array(theme().map_halo)).all(axis=2))


def test_a_percentage_is_never_cut_off() -> None:
    """At the edge of the window the label is moved inside, whole."""
    x, y = BATTLE.map.grid.point(G2)
    middle = Camera(80.0, 0, 0, 400, 300).centred((x, y))
    edge = Camera(80.0, x * 80 - 398, y * 80 - 298, 400, 300)
    ring = shot(Fraction(1, 20), end=None)
    assert card(painted(ring, camera=edge)).sum() == card(painted(ring, camera=middle)).sum() > 100


def test_percentages_do_not_cover_each_other() -> None:
    """Of many rings in one place the likeliest has its label, whole, and there are no more than fit around it."""
    rings = [Arrow(G2, None, Fraction(1, n), (n,), f"verb {n}") for n in range(2, 12)]
    first, every = card(painted(rings[0])), card(painted(*rings))
    assert first.sum() > 100
    assert every[first].all()
    assert every.sum() < 5 * first.sum()


def test_what_hardly_ever_comes_has_a_thin_arrow_and_no_figure() -> None:
    """Nine tenths of what may come keep their weight, and never more than eight arrows; eighteen unlikely ones take
    little more ink than two that are likely, and leave the map to be seen."""
    even = [Arrow(G2, None, Fraction(1, 20), (n,), f"verb {n}") for n in range(20)]
    assert weighty_arrows(even) == even[:8]
    uneven = [shot(Fraction(6, 10)), shot(Fraction(35, 100)), shot(Fraction(5, 100))]
    assert weighty_arrows(uneven) == uneven[:2]
    ends = [cell for cell in BATTLE.map.cells if cell != G2][:20]
    few = painted(shot(Fraction(1, 2), end=ends[0]), shot(Fraction(1, 2), end=ends[19]))
    likely = [shot(Fraction(45, 100), end=ends[0]), shot(Fraction(45, 100), end=ends[19])]
    many = painted(*likely, *(shot(Fraction(1, 180), end=end) for end in ends[1:19]))
    assert ink(many) < 2.5 * ink(few)


def test_nothing_is_drawn_out_of_the_window() -> None:
    """Nor any label for it."""
    assert ink(painted(shot(Fraction(1, 2)), camera=WINDOW.panned(9000, 0))) == 0

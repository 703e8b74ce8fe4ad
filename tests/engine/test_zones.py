"""Zones: who covers which cell."""

from sim.board.area import Area
from sim.engine.units import Profile, Unit
from sim.engine.zones import Zones, zones
from tests.board.drawn import at, drawn

MAP = drawn("....\n....\n....")
CELLS = {"a": "A1 B1", "b": "B1 C1 C3", "c": "D3"}


def unit(id_: str, cell: str | None) -> Unit:
    """Make a unit."""
    return Unit(id=id_, side="x", profile=Profile("p", "P"), cell=MAP.cell(cell) if cell else None)


def covered(of: Unit) -> Area:
    """Return what the table above says."""
    return Area.of(MAP, at(MAP, CELLS[of.id]))


def found() -> Zones:
    """Gather the zones of three units, of which c is off the map."""
    return zones(MAP, [unit("b", "B2"), unit("a", "A1"), unit("c", None)], covered)


def test_who_covers_what() -> None:
    """Off the map nothing; over a cell in roster order, counted in map order; who is gone threatens nobody."""
    assert [zone.unit for zone in found().zones] == ["b", "a"]
    assert list(found().area) == list(Area.of(MAP, at(MAP, "A1 B1 C1 C3")))
    b1, a1, d3 = at(MAP, "B1 A1 D3")
    assert (found().over(b1), found().over(a1), found().over(d3)) == (("b", "a"), ("a",), ())
    assert found().of("a") == Area.of(MAP, at(MAP, "A1 B1"))
    assert not found().of("c")
    threat = found().threat
    assert [int(number) for number in threat] == [len(found().over(cell)) for cell in MAP.cells]
    assert max(threat) == 2
    nobody = zones(MAP, [], covered)
    assert not nobody.area
    assert not any(nobody.threat)

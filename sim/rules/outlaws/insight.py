"""What viewers ask of this system: orders on the map, odds, fields of view, reach, and every figure with its source.

No rule is written here a second time: the answers are those of the functions that play the battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sim.board.area import Area
from sim.board.cover import Cover, own_cover
from sim.board.movement import step_cost_steps
from sim.engine.check import Check
from sim.engine.insight import Band, CardFace, Fact, Marker, Odds, Reached, Scene
from sim.engine.orders import Ask, Intent
from sim.engine.units import Unit
from sim.grid import Cell
from sim.play.far_ways import no_way
from sim.play.system import Show
from sim.rules.outlaws import insight_facts
from sim.rules.outlaws.geometry import cover_from, fov, squares
from sim.rules.outlaws.hands import kind_of
from sim.rules.outlaws.orders.base import ACTION, BRAWL, ours
from sim.rules.outlaws.orders.going import BY_GAIT
from sim.rules.outlaws.scene import Scene as OutScene
from sim.rules.outlaws.shooting import could_wound_at, snapshot_range
from sim.rules.outlaws.snapshots import SNAPSHOT, guns
from sim.rules.outlaws.threats import threats
from sim.rules.outlaws.units import Character, actions_text
from sim.rules.outlaws.victory import parties, points
from sim.rules.outlaws.walking import FASTEST, RUN, WALK, barred, gait_of


class OutInsight(Show):
    """What can be told of OUTLAWS!."""

    def unreached(self, position: Scene, ask: Ask, unit: Unit, cell: Cell) -> str:
        """Say what the rules say to the whole way there, in the fastest gait that is possible at all."""
        character = _character(unit)
        gait = next(gait for gait in FASTEST if gait.refusal(position, character) is None)
        reach = gait.reach(position, character, None)
        if reach.cost(cell) is None:
            refused = barred(position, character, cell)
            walker = WALK.mover(position.battle.data.numbers, character)
            return refused.cited if refused else no_way(position, walker, cell)
        refused = self.book.refusal(position, ask, BY_GAIT[gait](unit.id, reach.way(cell)[1:]))
        return refused.cited if refused else ""

    def idle(self, position: Scene, ask: Ask, unit: Unit) -> str:
        """OUT-CUP: say whose counter it is; nobody else can be given orders."""
        return f"The counter of {ask.unit} is out of the cup: nobody else acts now (OUT-CUP)." if ask.unit else ""

    def question(self, position: Scene, ask: Ask) -> str:
        """Return what a player is asked, and what comes of it."""
        left = actions_text(position.state.actions) if position.state.actions else "no action"
        asked = {
            ACTION: f"{ask.unit} has {left} left. Waiting gives up what is left of the counter.",
            SNAPSHOT: f"{ask.unit} may try a snapshot at {ask.about} before anybody else acts, or let it be.",
            BRAWL: f"{ask.unit} is in a brawl, and has {left} left.",
        }
        return asked.get(ask.occasion, "")

    def once_done(self, intent: Intent, unit: Unit) -> Unit:
        """Return a character that runs, has taken cover or given it up, lies down or has got up."""
        return ours(intent).once_done(_character(unit))

    def threats(self, position: Scene, unit: str) -> tuple[Odds, ...]:
        """Return what every enemy could do to a character as they stand and face, the worst first."""
        return threats(position, position.state.unit(unit))

    def view(self, position: Scene, unit: Unit, facing: int | None = None) -> Area:
        """OUT-FOV: what a character sees, or would see after turning."""
        character = _character(unit)
        return Area(position.map, 0) if character.cell is None or character.out else fov(position, character, facing)

    def fire_zone(self, position: Scene, unit: Unit) -> tuple[Band, ...]:
        """Return what a character covers with what it holds: where it would snap, and where it could wound at all."""
        character = _character(unit)
        return () if character.cell is None or character.out else tuple(_bands(position, character))

    def reach(self, position: Scene, unit: Unit) -> Mapping[Cell, Reached]:
        """Return where a character can get to with what is left of its counter, or with a whole one."""
        character = _character(unit)
        return {} if character.cell is None or character.out or character.profile.group else _reach(position, character)

    def reach_steps(self, position: Scene, unit: Unit) -> Iterator[None]:
        """Work out what a step costs, walking and running."""
        for gait in (WALK, RUN):
            mover = gait.mover(position.battle.data.numbers, _character(unit))
            yield from step_cost_steps(position.map, mover, position.state.changes)

    def defence(self, position: Scene, cell: Cell) -> Check:
        """Return the cover that a square has from all sides."""
        return _covered(position, Check("defence"), own_cover(position.ground, cell))

    def shelter(self, position: Scene, source: Cell, cell: Cell) -> Check:
        """OUT-COVER: return the cover from one side, once, as whoever is there has taken it."""
        covering = any(_character(unit).covering for unit in position.state.units.at(cell))
        return _covered(position, Check("shelter"), cover_from(position, cell, source, covering=covering))

    def status(self, position: Scene) -> tuple[Fact, ...]:
        """Return how the shootout stands."""
        return tuple(insight_facts.status(position))

    def facts(self, position: Scene, unit: Unit) -> tuple[Fact, ...]:
        """Return all there is to know of a character."""
        return tuple(insight_facts.facts(position, _character(unit)))

    def markers(self, position: Scene) -> tuple[Marker, ...]:
        """Return exits, horses that stand about, and what lies on the ground."""
        return tuple(insight_facts.markers(position))

    def card(self, position: Scene, deck: str, card: str) -> CardFace:
        """Return what a counter out of the cup, or a wound chit, says."""
        return insight_facts.card_face(position, deck, card)

    def lost(self, position: Scene) -> frozenset[str]:
        """Return who is dead or out of his senses."""
        return frozenset(unit.id for unit in position.state.units if unit.out)

    def standing(self, position: Scene) -> Mapping[str, int]:
        """Return the points by side, those for enemies who are out of action included."""
        return {side: points(position, side) for side in parties(position)}


def _covered(position: Scene, check: Check, covers: Sequence[Cover]) -> Check:
    """Add what cover makes harder: the same, whatever it is and however many there are."""
    for cover in covers[:1]:
        check = check.plus(position.battle.data.numbers.cover, f"cover: {cover.reason}", "OUT-COVER")
    return check


def _character(unit: Unit) -> Character:
    assert isinstance(unit, Character)
    return unit


def _bands(position: OutScene, unit: Character) -> Iterator[Band]:
    """Part the field of view by what is in the hands; bands that are empty are left out."""
    seen = fov(position, unit)
    weapons = [item for item in unit.held if (kind := kind_of(position, item)).shots or kind.thrown]
    if not weapons:
        return
    snap = max((snapshot_range(position, unit, kind) for _, kind in guns(position, unit)), default=-1)
    near = Area.of(position.map, (cell for cell in seen if squares(unit.place, cell) <= snap))
    far = Area.of(
        position.map,
        (cell for cell in seen if any(could_wound_at(position, unit, unit.place, cell, item) for item in weapons)),
    )
    for name, area in (("snapshot range", near), ("in range", far - near)):
        if area:
            yield Band(name, area)


def means(position: OutScene, unit: Character) -> int:
    """Return the actions that a character has: those left of its counter, or of the next one if it is not its turn."""
    if position.state.actor == unit.id:
        return position.state.actions
    return max(0, unit.allowance - unit.owed)


def _reach(position: OutScene, unit: Character) -> dict[Cell, Reached]:
    gait = gait_of(unit)
    found = gait.reach(position, unit, means(position, unit))
    reached = {}
    for cell in found.area:
        spent = found.cost(cell)
        if cell == unit.cell or spent is None:
            continue
        way = tuple(dict.fromkeys(stand.cell for stand in found.way(cell)[1:] if stand.cell != unit.cell))
        price = gait.actions(position, spent)
        reached[cell] = Reached(price, actions_text(price), way)
    return reached

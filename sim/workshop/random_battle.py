"""Begin scenarios: on a map that there is, or on a place made by chance; two forces of equal worth and a mission.

What is made is the text of a scenario file and of its map, as a person would write them, so that whoever likes a battle
can go on from there. The same number makes the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from random import Random
from typing import Any, Literal

from sim.board.battlemap import BattleMap
from sim.board.mapfile import map_text
from sim.board.terrain_sets import TerrainSetId
from sim.files import parse_toml
from sim.files.strict import Strict, validated
from sim.grid import Cell
from sim.play.setup import barred
from sim.scenario.systems import system_of_id
from sim.workshop.random_place import SIZES, Size, random_place

Mission = Literal["attack", "meeting", "defend"]
"""What the player is to do: take what the AI holds, be there first, or hold."""
_SETS: tuple[TerrainSetId, ...] = ("battlefield", "town", "tabletop")
MISSIONS: tuple[Mission, ...] = ("attack", "meeting", "defend")


class TroopChoice(Strict):
    """A kind of unit that a force may have."""

    profile: str
    worth: float
    always: int = 0
    """How many of it there are in any case."""
    most: int = 20
    leads: bool = False
    """Whether the first of it has a leader with it."""


class SystemForces(Strict):
    """Who fights in battles of a system."""

    turns: int
    names: tuple[tuple[str, ...], tuple[str, ...]]
    worth: dict[str, float]
    """By the size of a battle, what a force is worth."""
    odds: dict[str, dict[str, float]]
    """By size and mission, what the player has for each that the AI has."""
    player: tuple[TroopChoice, ...]
    ai: tuple[TroopChoice, ...]


class ForcesFile(Strict):
    """The file of forces."""

    conflict_of_heroes: SystemForces
    outlaws: SystemForces
    la_cucaracha: SystemForces
    ambush_alley: SystemForces
    la_petite_guerre: SystemForces


class WrongMap(ValueError):
    """Tell why a system cannot be played on a map."""


@dataclass(frozen=True)
class RandomBattle:
    """A battle made by chance, as the texts of its files."""

    name: str
    scenario: str
    map: str
    """The text of its map."""


def forces() -> dict[str, SystemForces]:
    """Return the forces by system."""
    text = files("sim.workshop").joinpath("forces.toml").read_text(encoding="utf-8")
    return dict(iter(validated(ForcesFile, parse_toml(text, "forces.toml"))))


def random_battle(system: str, size: Size, seed: int) -> RandomBattle:
    """Return a battle of that system and size.

    >>> battle = random_battle("outlaws", "small", 3)
    >>> battle == random_battle("outlaws", "small", 3), battle == random_battle("outlaws", "small", 4)
    (True, False)
    """
    chance = Random(f"{system} {size} {seed} battle")
    place = random_place(terrain_of(system), size, seed)
    name = f"{system}_{size}_{seed}"
    maker = _Maker(system, size, chance, place, f"{name}_map.toml")
    title = f"{place.title}, {_DAYS[seed % len(_DAYS)]}"
    notes = f"Made by chance: {system}, {size}, seed {seed}, mission {maker.mission}."
    return RandomBattle(name, "\n".join(maker.lines(title, notes)) + "\n", map_text(place))


def first_draft(system: str, battle_map: BattleMap, map_name: str, title: str) -> str:
    """Return the text of a scenario on a map that there is, for a designer to go on from: a small meeting.

    `map_name` is what the file calls the map.
    """
    wanted = terrain_of(system)
    ruleset: Any = system_of_id(system)
    if ruleset.muster.terrain_set not in ("", battle_map.terrain_set.id):
        raise WrongMap(
            f"{system} is played on maps of the terrain set {wanted}, and this one is {battle_map.terrain_set.id}"
        )
    maker = _Maker(system, "small", Random(f"{system} {title}"), battle_map, map_name, "meeting")
    head = [
        f"# A beginning: change what you like. `sandtable list profiles {system}` lists the kinds of units,",
        "# `sandtable check` says what is wrong, and scenarios/README.md explains every key.",
    ]
    return "\n".join([*head, *maker.lines(title, "")]) + "\n"


@dataclass(frozen=True)
class _Placed:
    """One unit of a force."""

    profile: str
    at: Cell
    facing: str
    leads: bool = False


def terrain_of(system: str) -> TerrainSetId:
    """Return the terrain set whose maps a system is played on; of one that takes any, country in hexes."""
    muster: Any = getattr(system_of_id(system), "muster", None)
    wanted: str = muster.terrain_set if muster else ""
    return next((known for known in _SETS if known == wanted), "battlefield")


def _forces_of(system: str, kinds: Mapping[str, Any]) -> SystemForces:
    """Return the forces of a system; of one that brings none along, three of its first kind on both sides."""
    if system in (known := forces()):
        return known[system]
    first = TroopChoice(profile=next(iter(kinds)), worth=1.0)
    even = {str(size): {str(mission): 1.0 for mission in MISSIONS} for size in SIZES}
    names = (("The first side",), ("The other side",))
    return SystemForces(
        turns=8, names=names, worth={str(size): 3.0 for size in SIZES}, odds=even, player=(first,), ai=(first,)
    )


class _Maker:
    """Writes one scenario."""

    def __init__(
        self,
        system: str,
        size: Size,
        chance: Random,
        place: BattleMap,
        map_name: str,
        mission: Mission | None = None,
    ) -> None:
        self.system, self.size, self.chance, self.place, self.map_name = system, size, chance, place, map_name
        ruleset: Any = system_of_id(system)
        self.kinds: Mapping[str, Any] = ruleset.muster.kinds()
        self.own = _forces_of(system, self.kinds)
        self.mission: Mission = mission if mission else chance.choice(MISSIONS)
        if system == "outlaws":
            self.mission = "meeting"  # A street belongs to nobody.
        if system == "ambush_alley":
            self.mission = "attack"  # Insurgents live here: they rise everywhere, and come from nowhere.
        self.taken: set[Cell] = set()

    def lines(self, title: str, notes: str) -> list[str]:
        """Return the lines of the scenario."""
        own, chance, size = self.own, self.chance, self.size
        worth, odds = own.worth[size], own.odds[size][self.mission]
        from_west = chance.random() < 0.5
        columns = sorted({self.place.grid.offset(cell)[0] for cell in self.place.cells if cell in self.place})
        edges = (columns[:2], columns[-2:]) if from_west else (columns[-2:], columns[:2])
        east, west = ("e", "w") if "e" in self.place.grid.directions else ("ne", "nw")
        facings = (east, west) if from_west else (west, east)
        players, theirs = self._force(own.player, worth * odds), self._force(own.ai, worth)
        player = self._placed(players, self._ground(edges[0], self.mission == "defend"), facings[0])
        ai = self._placed(theirs, self._ground(edges[1], self.mission == "attack"), facings[1])
        names = (chance.choice(own.names[0]), chance.choice(own.names[1]))
        turns = own.turns + 2 * SIZES.index(size)
        said = [f"notes = {json.dumps(notes)}"] if notes else []
        return [
            "format = 1",
            f'system = "{self.system}"',
            f"title = {json.dumps(title, ensure_ascii=False)}",
            f"map = {json.dumps(self.map_name, ensure_ascii=False)}",
            f"briefing = {json.dumps(self._briefing(names, len(player), turns), ensure_ascii=False)}",
            *said,
            "",
            "[limits]",
            f"turns = {turns}",
            "",
            *_TABLES.get(self.system, _nothing)(self),
            *self._side("player", names[0], "human", player),
            *self._side("enemy", names[1], "solo", ai),
            *self._objectives(),
        ]

    # -- who ---------------------------------------------------------------------------------------------------

    def _force(self, choices: Sequence[TroopChoice], budget: float) -> list[TroopChoice]:
        """Return kinds of units worth as much as the budget, to half a rifleman."""
        found = [choice for choice in choices for _ in range(choice.always)]
        while True:
            left = budget - sum(choice.worth for choice in found)
            open_to = [each for each in choices if found.count(each) < each.most and each.worth <= left + 0.5]
            if not open_to or left < 0.5:
                return found
            found.append(self.chance.choice(open_to))

    # -- where -------------------------------------------------------------------------------------------------

    @cached_property
    def _middle(self) -> Cell:
        """What is fought about: the crossroads, the middle of the street, or the middle of the map."""
        place = self.place
        for name in ("crossroads", "main street"):
            if name in place.places:
                return place.places[name][len(place.places[name]) // 2]
        centre = place.grid.at(place.width // 2, place.height // 2)
        return min(place.whole, key=lambda cell: (place.grid.distance(cell, centre), cell))

    def _ground(self, edge: Collection[int], at_home: bool) -> list[Cell]:
        """Return where a force may stand, the likeliest first: round the middle, or along its edge."""
        place, middle = self.place, self._middle
        cells = [cell for cell in place.cells if cell in place]
        if at_home:
            near = sorted(cells, key=lambda cell: (place.grid.distance(cell, middle), cell))
            reach = 3 if place.grid.kind == "hex" else 7
            near = [cell for cell in near if place.grid.distance(cell, middle) <= reach]
            self.chance.shuffle(near)
            return near + cells
        row = place.grid.offset(middle)[1]
        along = [cell for cell in cells if place.grid.offset(cell)[0] in edge]
        along.sort(key=lambda cell: (abs(place.grid.offset(cell)[1] - row), cell))
        spread = along[:: 1 if place.grid.kind == "hex" else 3]
        return [*spread, *along, *cells]

    def _placed(self, force: Sequence[TroopChoice], ground: Sequence[Cell], facing: str) -> list[_Placed]:
        """Put each unit where it may stand, nobody beside another if there is room."""
        found: list[_Placed] = []
        led = False
        for choice in force:
            profile = self.kinds[choice.profile]
            movement = getattr(profile, "movement", "") or self._movement(profile)
            free = [cell for cell in ground if cell not in self.taken and not self._is_barred(cell, movement)]
            cell = next((cell for cell in free if not self._crowded(cell)), free[0])
            self.taken.add(cell)
            found.append(_Placed(choice.profile, cell, facing, choice.leads and not led))
            led = led or choice.leads
        return found

    def _movement(self, profile: Any) -> str:
        if self.system == "outlaws":
            return "walk"
        if self.system == "la_petite_guerre":
            return "man"
        return "mounted" if getattr(profile, "troop", "") == "mounted" else "foot"

    def _is_barred(self, cell: Cell, movement: str) -> bool:
        terrain = self.place.terrain_at(cell)
        return bool(barred(self.place, cell, movement)) or terrain.id in ("water", "shallow_water", "marsh", "ford")

    def _crowded(self, cell: Cell) -> bool:
        return any(self.place.grid.distance(cell, other) < 2 for other in self.taken)

    # -- what it says ------------------------------------------------------------------------------------------

    def _side(self, id: str, name: str, player: str, units: Sequence[_Placed]) -> Iterator[str]:
        yield from (f"[sides.{id}]", f"name = {json.dumps(name)}", f'player = "{player}"', "")
        for unit in units:
            yield f"[[sides.{id}.units]]"
            yield f'profile = "{unit.profile}"'
            yield f'at = "{self.place.grid.name(unit.at)}"'
            if self.system != "ambush_alley" and self.system != "la_cucaracha":
                yield f'facing = "{unit.facing}"'
            if unit.leads:
                yield "leader = true"
            yield ""

    def _goals(self) -> list[tuple[str, Cell]]:
        """Return the places that matter, the nearest to the middle first."""
        if self.system == "outlaws":
            return []
        names = [name for name in ("crossroads", "farm", "mill", "inn") if name in self.place.places]
        places = [(name, self.place.places[name][0]) for name in names[: 2 + SIZES.index(self.size)]]
        return places or [("middle", self._middle)]

    def _objectives(self) -> Iterator[str]:
        holder = {"attack": "enemy", "defend": "player"}.get(self.mission)
        for name, cell in self._goals():
            yield "[[objectives]]"
            yield f'id = "{name}"'
            yield f'title = "the {name}"'
            yield f'at = "{self.place.grid.name(cell)}"'
            yield "points = 2"
            if holder and self.system != "ambush_alley":
                yield f'holder = "{holder}"'
            yield ""

    def _briefing(self, names: tuple[str, str], units: int, turns: int) -> str:
        """Say where it is, what is to be done, what the ground is like, and how long there is."""
        goals = [f"the {name}" for name, _ in self._goals()]
        words = {"goals": f"{', '.join(goals[:-1])} and {goals[-1]}" if len(goals) > 1 else "".join(goals)}
        for key, name in zip(("mine", "theirs"), names, strict=True):
            words[key] = name.replace("The ", "the ", 1)
        words |= {key.capitalize(): f"{said[:1].upper()}{said[1:]}" for key, said in words.items()}
        orders = _ORDERS["shootout" if self.system == "outlaws" else self.mission]
        told = " ".join((self.chance.choice(orders), self.chance.choice(self._ground_words()), _STRENGTH))
        return told.format(where=self.place.title, units=units, turns=turns, **words)

    def _ground_words(self) -> list[str]:
        """Return what can be said of the ground."""
        place = self.place
        woods = sum("woods" in kind for kind in place.terrain)
        found = [
            "Whoever stands on the high ground sees the others come." if max(place.heights) > 1 else "",
            "The stream can be crossed, but not everywhere, and not quickly."
            if any("water" in kind for kind in place.terrain)
            else "",
            "The woods hide a man from the road until he wants to be seen." if woods > len(place.terrain) // 12 else "",
            "Every house has a door to the front and another that nobody watches." if self.system == "outlaws" else "",
            "A wall stops a bullet; a hedge only hides who lies behind it." if "hedge" in place.edges.values() else "",
        ]
        return [words for words in found if words] or ["The ground is open, and there is little to lie down behind."]


_DAYS = ("at first light", "before noon", "in the heat of the day", "towards evening", "after the rain", "on a Sunday")
_STRENGTH = "You have {units} units and {turns} turns."
_ORDERS = {
    "attack": (
        "{Theirs} got to {where} first, last night, and did not waste the time since. {Mine} must put that right: "
        "what counts is who holds {goals} at the end, and how you come there is left to you.",
        "The road through {where} is needed, and {theirs} cut it. {Mine} must open it: {goals}, in any order, and "
        "soon. They know where you must come from, so come from somewhere else.",
        "There was nobody at {where} until {theirs} came, and made {goals} their own. {Mine} must take them back "
        "before anybody comes to help. Look at the ground before you look at the enemy, who had time to do the same.",
    ),
    "meeting": (
        "Two columns read the same map, and both put a finger on {where}: {mine} from one side, {theirs} from the "
        "other. Whoever stands at {goals} when it is over has read it better.",
        "Nobody meant to fight at {where}. Somebody told {mine} that the place was empty, and somebody told {theirs} "
        "the same. Both must be at {goals}, and neither knows what to do if somebody else is.",
        "{where} belongs to nobody this morning. There is dust on the far side: it is {theirs}, who can see that of "
        "{mine}. The first at {goals} has a wall to stand behind, and the second must cross the open.",
    ),
    "defend": (
        "{Mine} came to {where} yesterday and must be there tomorrow. To {theirs} that makes no sense. Hold {goals}; "
        "what is lost can be taken again, but not often.",
        "Everybody else has left {where}. {Mine} must stay until the others are safe, and nobody knows better than "
        "{theirs} how long that takes. {Goals}: give up one if you must, and not all.",
        "There is one good place to stop {theirs}, and it is {where}. {Mine} got there a little early and rather few. "
        "Keep {goals}, do not fire too soon, and have somebody left who can.",
    ),
    "shootout": (
        "{where} is one street long, which is too short for {mine} and {theirs} both. Nobody has said so. There are "
        "doors and windows on either hand, and whoever is still standing by the last bell may have all of them.",
        "Somebody in {where} has talked, and now {mine} and {theirs} are in the same street at the same hour. The "
        "barber has put up his shutters. You may still turn round; so may they.",
        "The stage was late, the bank was early, and at {where} {mine} met {theirs} with nothing between them but a "
        "water trough. It will be told in many ways. See that you are there to tell it.",
    ),
}


# -- what each system wants to be told --------------------------------------------------------------------------------


def _heroes(maker: _Maker) -> list[str]:
    return [
        "[victory]",
        f'leader = "{"player" if maker.mission == "defend" else "enemy"}"',
        'holding = "at the end"',
        "",
        "[conflict_of_heroes]",
        'ai = "enemy"',
        f'initiative = "{"enemy" if maker.mission == "defend" else "player"}"',
        f"caps = {5 + SIZES.index(maker.size)}",
        'orders = "15-55"',
        "",
        "[[conflict_of_heroes.counteractions]]",
        'order = "Highest FP AI closest to Spent Unit -> Fire"',
        'when = "a Unit fired"',
        "",
        "[[conflict_of_heroes.mission_orders]]",
        'order = "Hit AI closest to Unit -> Rally"',
        "",
        *[line for event in _TRACK for line in ("[[conflict_of_heroes.track]]", f'event = "{event}"', "")],
    ]


_TRACK = ("nothing", "auto-rally", "nothing", "sniper fire", "nothing")


def _nothing(maker: _Maker) -> list[str]:
    return []


def _outlaws(maker: _Maker) -> list[str]:
    return ["[victory]", 'tie = "enemy"', ""]


def _cucaracha(maker: _Maker) -> list[str]:
    tie = {"attack": "enemy", "defend": "player", "meeting": "enemy"}[maker.mission]
    return ["[victory]", f'tie = "{tie}"', ""]


def _ambush(maker: _Maker) -> list[str]:
    corners = [maker.place.places[name][0] for name in sorted(maker.place.places)] or [maker._middle]
    spots = [maker.place.grid.name(cell) for cell in dict.fromkeys(corners)][:4]
    listed = ", ".join(f'"{spot}"' for spot in spots)
    return [
        *("[victory]", "casualties = 3", 'tie = "enemy"', "", "[ambush_alley]"),
        *("level = 5", f"hot_spots = [{listed}]", ""),
    ]


def _petite_guerre(maker: _Maker) -> list[str]:
    goal = maker._goals()[0][0]
    stances = {
        "attack": ("advance", "defend"),
        "meeting": ("advance", "advance"),
        "defend": ("defend", "advance"),
    }[maker.mission]
    sides = (("player", stances[0]), ("enemy", stances[1]))
    companies = [
        (
            f"[la_petite_guerre.companies.{side}s_company]",
            f'side = "{side}"',
            f'stance = "{stance}"',
            f'goal = "{goal}"',
            "",
        )
        for side, stance in sides
    ]
    tie = "player" if maker.mission == "defend" else "enemy"
    return ["[victory]", f'tie = "{tie}"', "", *(line for company in companies for line in company)]


_TABLES: dict[str, Callable[[_Maker], list[str]]] = {
    "conflict_of_heroes": _heroes,
    "outlaws": _outlaws,
    "la_cucaracha": _cucaracha,
    "ambush_alley": _ambush,
    "la_petite_guerre": _petite_guerre,
}

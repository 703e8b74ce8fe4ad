"""House: `python3 tools/house.py [--where] [--played [NAME …]] [--draw]` counts what the code promises of itself.

A rule is written once, in the form in which it is resolved, and everything that is asked of it is derived. Whether that
is so can be counted from the source: in how many modules an order is named, where kinds of orders are told apart by
hand, where chances are reckoned beside the dice, how much of a system is its book. What is promised stands in
`PROMISES`, which a test holds the code to; `--where` names the places. Which refusals say their rule is seen only in
play: `--played` looks at every offer of some small battles, or of those named. `--draw` draws who imports whom anew,
into assets/pictures/house. Ends in 1 if a promise is broken or a picture is stale.
"""

from __future__ import annotations

import argparse
import ast
import gc
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import house_pictures
import setup_env
from imports import Graph

if TYPE_CHECKING:
    from sim.engine.orders import Ask, Decider, Intent

# -- what is promised -----------------------------------------------------------------------------------------------

LOOSE = 0.1
"""The part of a ratchet by which a figure may be better than it."""


@dataclass(frozen=True)
class Promise:
    """A figure and what it shall be."""

    name: str
    limit: float
    """What is promised."""
    ratchet: float | None = None
    """While the promise is not met, what the figure is today: it may not become worse, and is lowered where the figure
    has become much better. None once the promise is met."""
    each: bool = False
    """Whether it is promised of each system, rather than of all together."""
    at_least: bool = False
    """Whether more is better."""

    def complaint(self, figure: float) -> str | None:
        """Say what is wrong with a figure: the promise is broken, or the ratchet stands too loose."""
        sign = -1 if self.at_least else 1
        if self.ratchet is None:
            return f"{self.name}: {shown(figure)}, not {self.bound}" if sign * (figure - self.limit) > 0 else None
        if sign * (figure - self.ratchet) > 0:
            return f"{self.name}: {shown(figure)}, worse than {shown(self.ratchet)}"
        if sign * (figure - self.limit) <= 0:
            return f"{self.name}: {shown(figure)}, which is what is promised: take the ratchet away"
        if abs(figure - self.ratchet) > LOOSE * self.ratchet:
            return f"{self.name}: {shown(figure)}, much better than {shown(self.ratchet)}: lower the ratchet"
        return None

    @property
    def bound(self) -> str:
        """The limit in words."""
        return f"{'at least' if self.at_least else 'at most'} {shown(self.limit)}"


MEAN = Promise("modules that name an intent, on average", limit=3, each=True)
MOST = Promise("modules that name an intent, at most", limit=5, each=True)
MATCHES = Promise("match statements over kinds of intent", limit=0)
CASES = Promise("cases of those", limit=0)
TESTS = Promise("isinstance tests of kinds of intent", limit=0)
TABLES = Promise("tables by kind of intent", limit=0)
CHANCES = Promise("lines that reckon chances, commanders apart", limit=0)
UNREAD = Promise("figures that nobody reads", limit=0)
# What is no figure of a game, such as the degrees of a circle, may stand in a module.
LITERAL = Promise("figures that stand in a module", limit=5)
SHARE = Promise("percent of a system that is its book", limit=55, each=True, at_least=True)
LINES = Promise("lines of the systems", limit=27_000, ratchet=31_420)
SHARED = Promise("lines of play and tabletop", limit=4_500)
PICKET = Promise("lines of Picket", limit=450)
STOREYS = Promise("storeys of imports inside a system", limit=8, each=True)
MEANINGS = Promise("class names of several meanings", limit=0)
THIN = Promise("files of sim under 40 lines", limit=10)
# Tests may grow with the program, and no faster; cases count among them.
TESTS_LINES = Promise("lines of tests for a hundred of sim", limit=71)
CACHES = Promise("caches of the systems that outlive a battle", limit=0)
MEMBERS = Promise("members of the battle screen", limit=60)
PROMISES = (
    *(MEAN, MOST, MATCHES, CASES, TESTS, TABLES, CHANCES, UNREAD, LITERAL, SHARE, LINES, SHARED, PICKET),
    *(STOREYS, MEANINGS, THIN, TESTS_LINES, CACHES, MEMBERS),
)
CITED = Promise("percent of refusals that say their rule", limit=100, each=True, at_least=True)
"""Counted in play, which takes too long for a test."""
BATTLES = ("target_choice", "saloon_brawl", "hold", "leader_1_moves", "stance_defend")
"""A small one of each system."""

# -- what a module is for --------------------------------------------------------------------------------------------

ROLES = {
    "contract": "__init__",
    "commander": "commander* prospects",
    "planner": "planner plan_* solo/planner solo/shots",
    "insight": "insight* unreached odds show reach",
    "figures": "data data_tables loading kinds figures*",
    "setting up": "prepare entries mission muster scenario",
    "state": "state units scene bookkeeping victory marks",
    "events": "events *_events harm happenings",
    "services of orders": "actions legality offers group_offers costs words",
    "ground": "ground ground/* geometry walking zones moving squares ways facing",
    "printed AI": "solo* choosing hexes low_risk aims motivations searches targets move shoot advance brawl_plan",
    "rules": "*",
}
"""By role the names of its modules and folders, those of today and those to come; the first role that fits counts. An
order that is spread over services is not counted as a rule. One that is written whole, in `orders/`, is: it is the
conditions of the book and what comes of it."""
BOOK = ("ground", "planner", "printed AI", "rules")
"""The roles that are the game itself; the others serve it. The planner of La Petite Guerre is its automated side."""
VALUES = ("commander", "planner")
"""The roles that may weigh chances in closed forms."""
RECKONING = {"Fraction", "probability", "outcomes", "margins"}
"""Names by which chances are reckoned."""
BOUNDS = ("MOST", "LONGEST")
"""How constants begin that bound what a file may hold, and are no figures of a game."""


def role(name: str) -> str:
    """Return what a module is for, named from the folder of its system on: "orders/fire" is for rules."""
    return next(role for role, known in ROLES.items() if any(fnmatch(name, each) for each in known.split()))


# -- the source ------------------------------------------------------------------------------------------------------


class Module:
    """A file of the package, and what its names mean."""

    def __init__(self, path: Path, top: Path, system: str = "") -> None:
        self.path, self.system = path, system
        text = path.read_text(encoding="utf-8")
        self.tree, self.lines = ast.parse(text), len(text.splitlines())
        self._nodes: dict[type, list[ast.AST]] = defaultdict(list)
        for node in ast.walk(self.tree):
            self._nodes[type(node)].append(node)
        parts = path.relative_to(setup_env.CHECKOUT).with_suffix("").parts
        self.dotted = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.role = role(path.relative_to(top).with_suffix("").as_posix()) if system else ""

    def nodes(self, *kinds: type) -> Iterator[ast.AST]:
        """Yield all parts of some kinds; most of a module is of no interest to a count."""
        return chain.from_iterable(self._nodes[kind] for kind in kinds)

    @cached_property
    def meanings(self) -> dict[str, str]:
        """What every imported name, and every class and group of its own, is called in full."""
        found: dict[str, str] = {}
        for node in self.nodes(ast.ImportFrom, ast.ClassDef):
            match node:
                case ast.ImportFrom(module=str(base), names=names):
                    found |= {each.asname or each.name: f"{base}.{each.name}" for each in names}
                case ast.ClassDef(name=name):
                    found[name] = f"{self.dotted}.{name}"
        return found | {name: f"{self.dotted}.{name}" for name, _ in self.groups()}

    def groups(self) -> Iterator[tuple[str, ast.expr]]:
        """Yield the tuples and unions that the module gives a name to: several kinds may be told apart by it."""
        for node in self.tree.body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Tuple() | ast.BinOp() as value):
                    yield name, value

    def meaning(self, node: ast.AST) -> str | None:
        """Return what a name is called in full, as in `Fire` or `actions.Fire`; `Order[State, Data]` is `Order`."""
        match node:
            case ast.Name(id=name):
                return self.meanings.get(name)
            case ast.Attribute(value=value, attr=attr):
                before = self.meaning(value)
                return before and f"{before}.{attr}"
            case ast.Subscript(value=value):
                return self.meaning(value)
        return None

    def at(self, line: int) -> str:
        """Say where a line stands."""
        return f"{self.path.relative_to(setup_env.CHECKOUT).as_posix()}:{line}"


def modules(folder: str, system: str = "") -> list[Module]:
    """Read the modules of a folder."""
    top = setup_env.CHECKOUT / folder
    return [Module(path, top, system) for path in sorted(top.rglob("*.py"))]


class House:
    """What is counted of the systems, of what they share, and of Picket."""

    def __init__(self) -> None:
        rules = setup_env.CHECKOUT / "sim" / "rules"
        self.books = {book.relative_to(rules).parts[0]: _toml(book) for book in sorted(rules.rglob("rulebook.toml"))}
        """By the name of each system its rulebook."""
        self.prefixes = {name: book["prefix"] for name, book in self.books.items()}
        """By the name of each system how its ids begin."""
        self.systems = {name: modules(f"sim/rules/{name}", name) for name in self.prefixes}
        self.shared = [*modules("sim/play"), *modules("sim/tabletop")]
        self._all = [*self.shared, *chain.from_iterable(self.systems.values())]
        self._passed_on = {
            f"{module.dotted}.{name}": full for module in self._all for name, full in module.meanings.items()
        }
        self.intents, self.orders = self._intents()
        """Every kind of intent of the systems and of what they share; and those of them that are no base of another."""
        self._kinds = self.intents | {
            f"{module.dotted}.{name}"
            for module in self._all
            for name, group in module.groups()
            if any(self._meant(module, node) in self.intents for node in ast.walk(group))
        }
        self.figures: dict[Promise, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        """By system; what belongs to none is under ""."""
        self.places: dict[Promise, list[str]] = defaultdict(list)
        self.roles: dict[str, Counter[str]] = {}
        for system, own in self.systems.items():
            self._count(system, own)
        for module in [*modules("sim/view/counters"), *modules("sim/tabletop")]:
            self._count_choices(module)
        self.figures[SHARED][""] = sum(module.lines for module in self.shared)
        self.figures[PICKET][""] = sum(module.lines for module in modules("tests/picket"))
        self.graph = Graph(setup_env.CHECKOUT, ["sim"])
        self._count_storeys()
        self._found(MEANINGS, "", _reused(self.graph))
        self._found(THIN, "", _thin(self.graph))
        if (screen := self.graph.trees.get("sim.view.battle.screen")) is not None:
            self._found(MEMBERS, "", sorted(_members(screen, "BattleScreen")))
        tests = setup_env.CHECKOUT / "tests"
        files = (*tests.rglob("*.py"), *(each for each in tests.glob("rules/*/cases/**/*") if each.is_file()))
        sim = (setup_env.CHECKOUT / "sim").rglob("*.py")
        self.figures[TESTS_LINES][""] = round(100 * _lines(files) / _lines(sim), 1)

    def figure(self, promise: Promise) -> float:
        """Return the figure of all systems by which a promise is judged."""
        found = self.figures[promise].values()
        if not promise.each:
            return sum(found)
        return (min if promise.at_least else max)(found, default=0)

    def complaints(self) -> list[str]:
        """Say which promises are broken, and which ratchets stand too loose."""
        return [said for promise in PROMISES if (said := promise.complaint(self.figure(promise)))]

    def stale(self) -> list[str]:
        """Say which pictures are not of the house as it stands."""
        return [
            f"{path.name} is stale: draw it anew with --draw" for path, text in self.pictures() if _read(path) != text
        ]

    def pictures(self) -> Iterator[tuple[Path, str]]:
        """Yield every picture and where it belongs."""
        titles = {system: book["title"] for system, book in self.books.items()}
        for name, text in house_pictures.pictures(self.graph, titles):
            yield setup_env.CHECKOUT / "assets" / "pictures" / "house" / name, text

    def _count_storeys(self) -> None:
        for system in self.systems:
            own = {name for name in self.graph.paths if name.startswith(f"sim.rules.{system}.")}
            storey = house_pictures.levels({name: self.graph.imports[name] & own for name in own})
            self.figures[STOREYS][system] = max(storey.values()) + 1
            self.places[STOREYS].append(f"{system}: {max(storey, key=storey.__getitem__)} stands highest")

    def _intents(self) -> tuple[set[str], set[str]]:
        """Find all that derives from `Intent`, and what of it nothing further derives from."""
        bases = {
            module.meanings[node.name]: {self._meant(module, base) for base in node.bases}
            for module in self._all
            for node in module.nodes(ast.ClassDef)
            if isinstance(node, ast.ClassDef)
        }
        found, before = {"sim.engine.orders.Intent"}, 0
        while len(found) > before:
            before = len(found)
            found |= {name for name, above in bases.items() if above & found}
        kinds = found & bases.keys()
        return kinds, kinds.difference(*(bases[kind] for kind in kinds))

    def _meant(self, module: Module, node: ast.AST) -> str | None:
        full = module.meaning(node)
        return full and self._first_called(full)

    def _first_called(self, full: str) -> str:
        """Follow a name to the module that it is from, through those that merely pass it on."""
        while (before := self._passed_on.get(full, full)) != full:
            full = before
        return full

    def _count(self, system: str, own: list[Module]) -> None:
        lines = self.roles[system] = Counter()
        for module in own:
            lines[module.role] += module.lines
            self._count_choices(module)
            self._count_chances(module)
            self._count_literals(module)
            self._found(CACHES, system, (module.at(node.lineno) for node in _sized(module)))
        self.figures[LINES][system] = lines.total()
        self.figures[SHARE][system] = round(100 * sum(lines[each] for each in BOOK) / lines.total())
        self._count_names(system, own)
        self._found(UNREAD, system, (f"{system}: {name}" for name in _unread(system, own)))

    def _found(self, promise: Promise, system: str, places: Iterable[str]) -> None:
        for place in places:
            self.figures[promise][system] += 1
            self.places[promise].append(place)

    def _count_names(self, system: str, own: list[Module]) -> None:
        """Count the modules of a system that name each intent, on average and at most."""
        naming = Counter[str]()
        for module in own:
            meant = {self._meant(module, node) for node in module.nodes(ast.Attribute)}
            naming.update(self.orders & (meant | {*map(self._first_called, module.meanings.values())}))
        most = max(naming.values(), default=0)
        self.figures[MEAN][system] = round(naming.total() / max(1, len(naming)), 1)
        self.figures[MOST][system] = most
        often = ", ".join(name.rpartition(".")[2] for name in naming if naming[name] == most)
        self.places[MOST].append(f"{system}: {often}, of {len(naming)} intents")

    def _count_choices(self, module: Module) -> None:
        """Count where kinds of intent are told apart by hand."""
        for node in module.nodes(ast.Match, ast.Call, ast.Dict):
            match node:
                case ast.Match(cases=cases) if over := sum(self._names_one(module, case.pattern) for case in cases):
                    self._found(MATCHES, module.system, [f"{module.at(node.lineno)}, {over} cases"])
                    self.figures[CASES][module.system] += over
                case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, kinds]):
                    if self._names_one(module, kinds):
                        self._found(TESTS, module.system, [module.at(node.lineno)])
                case ast.Dict(keys=keys) if any(key and self._meant(module, key) in self.intents for key in keys):
                    self._found(TABLES, module.system, [module.at(node.lineno)])

    def _names_one(self, module: Module, within: ast.AST) -> bool:
        return any(self._meant(module, node) in self._kinds for node in ast.walk(within))

    def _count_chances(self, module: Module) -> None:
        """Count the lines that reckon chances; a commander may have closed forms for what it values."""
        lines: set[int] = set()
        for node in module.nodes(ast.Name, ast.Attribute, ast.alias) if module.role not in VALUES else ():
            match node:
                case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name) if name in RECKONING:
                    lines.add(node.lineno)
        self._found(CHANCES, module.system, map(module.at, sorted(lines)))

    def _count_literals(self, module: Module) -> None:
        """Count the figures of the book that a module names, and that a file should hold."""
        for node in module.tree.body if module.role in BOOK else ():
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int() | float() as value)):
                    if value is not True and value is not False and not name.startswith(BOUNDS):
                        self._found(LITERAL, module.system, [f"{module.at(node.lineno)} {name}"])


def counted() -> House:
    """Count all of it. Garbage is not looked for meanwhile: among half a million parts of trees that takes as long."""
    gc.disable()
    try:
        return House()
    finally:
        gc.enable()


def _unread(system: str, own: list[Module]) -> Iterator[str]:
    """Yield the figures of the tables `number` that no module of a system reads; a field to hold one reads nothing."""
    read: set[object] = set()
    for node in (node for module in own for node in module.nodes(ast.Attribute, ast.Subscript)):
        match node:
            case ast.Attribute(attr=name) | ast.Subscript(slice=ast.Constant(value=name)):
                read.add(name)
    for path in sorted((setup_env.CHECKOUT / "sim" / "rules" / system).rglob("*.toml")):
        yield from (name for name in _toml(path).get("number", {}) if name not in read)


def _sized(module: Module) -> Iterator[ast.alias]:
    """Yield where a module fetches a cache of its own size: what is about a battle lives with it (`sim/memo.py`)."""
    return (each for each in module.nodes(ast.alias) if isinstance(each, ast.alias) and each.name == "lru_cache")


def _reused(graph: Graph) -> Iterator[str]:
    """Yield the names of classes that mean different things in different layers, or twice in one.

    Two systems may have the same word for the same thing, and a class may be named as the one that it derives from.
    """
    defined: dict[str, list[str]] = defaultdict(list)
    for name, tree in graph.trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                bases = {ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases}
                defined[node.name] += [name] if node.name not in bases else []
    for name, places in sorted(defined.items()):
        layers = Counter(".".join(place.split(".")[1 : 3 if ".rules." in place else 2]) for place in places)
        systems = sum(layer.startswith("rules.") for layer in layers)
        if len(layers) - max(0, systems - 1) > 1 or max(layers.values()) > 1:
            yield f"{name}: {', '.join(places)}"


def _thin(graph: Graph) -> Iterator[str]:
    """Yield the files that send the reader on: under forty lines, packages aside."""
    for name, path in sorted(graph.paths.items()):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if path.name not in ("__init__.py", "__main__.py") and lines < 40:
            yield f"{name}: {lines}"


def _members(tree: ast.Module, owner: str) -> set[str]:
    """Return what a class has: its methods, its fields, and whatever its methods set of it."""
    found: set[str] = set()
    for one in (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == owner):
        for part in (*one.body, *(node for node in ast.walk(one) if isinstance(node, ast.Attribute))):
            match part:
                case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                    found.add(name)
                case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                    found.add(name)
    return found


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _lines(paths: Iterable[Path]) -> int:
    """Count the lines of some files."""
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def _toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


# -- refusals, in play -------------------------------------------------------------------------------------------------


class Asking:
    """Answers as a commander does, after every refusal of what could have been ordered is counted."""

    def __init__(self, decider: Decider) -> None:
        self._decider = decider
        self.refused, self.cited = 0, 0

    def orders(self, game: Any, ask: Ask) -> Iterator[Intent]:
        """Count, then let the commander answer."""
        for offer in game.battle.ruleset.offers(game.known_to(ask.side), ask):
            self.refused += bool(offer.refusal)
            # A plain text has no rule to say; one that knows its rule may know that it is mere table sense.
            self.cited += bool(getattr(offer.refusal, "rule", ""))
        yield from self._decider.orders(game, ask)


def cited(name: str) -> tuple[str, float]:
    """Play a battle; return its system, and what part of all refusals says its rule or that it is table sense."""
    from sim.engine.chance import Seeded
    from sim.engine.game import Game, Start
    from sim.engine.ruleset import COMMANDER
    from sim.resources import find_scenario
    from sim.scenario.scenario import load_scenario

    scenario = load_scenario(find_scenario(name))
    asking = Asking(scenario.ruleset.decider(COMMANDER))
    deciders = dict.fromkeys(scenario.players, (COMMANDER, asking))
    state, requests = scenario.state, 0
    while state.outcome is None:
        game: Game[Any, Any] = Game(scenario.battle, Start(state, 0, requests), deciders, Seeded(1))
        scenario.ruleset.play(game)
        state, requests = game.state, game.requests
    return scenario.ruleset.id, round(100 * asking.cited / max(1, asking.refused))


# -- as text ---------------------------------------------------------------------------------------------------------


def shown(figure: float) -> str:
    """Write a figure as a table has it: "27,000", "9.5", "3"."""
    return f"{figure:,.1f}".removesuffix(".0")


def table(house: House, promises: Iterable[Promise]) -> Iterator[str]:
    """Yield every promise with the figure of each system, of all, and what is promised; then the lines by role."""
    yield _row("", [*house.prefixes.values(), "all"])
    for promise in promises:
        found = house.figures[promise]
        cells = [shown(found.get(system, 0)) if {*found} - {""} else "" for system in house.systems]
        ratchet = "" if promise.ratchet is None else f"; not yet, and no worse than {shown(promise.ratchet)}"
        yield _row(promise.name, [*cells, shown(house.figure(promise))], promise.bound + ratchet)
    yield ""
    for name in ROLES:
        lines = [house.roles[system][name] for system in house.systems]
        yield _row(f"lines: {name}{' (the book)' if name in BOOK else ''}", map(shown, [*lines, sum(lines)]))


def _row(name: str, cells: Iterable[str], last: str = "") -> str:
    return f"{name:44}{''.join(f'{each:>8}' for each in cells)}  {last}".rstrip()


def main(arguments: list[str]) -> int:
    """Count and print, in the checkout's own environment wherever this was started from."""
    environment = setup_env.Environment(setup_env.CHECKOUT)
    if not setup_env.is_inside(environment):
        return setup_env.start(environment, [str(Path(__file__).resolve()), *arguments], extra="test")
    parser = argparse.ArgumentParser(prog="house.py", description="Count what the code promises of itself.")
    parser.add_argument("--where", action="store_true", help="name the places that are counted")
    parser.add_argument("--played", nargs="*", metavar="NAME", help="look at refusals in these battles, or in a few")
    parser.add_argument("--draw", action="store_true", help="draw who imports whom anew, into assets/pictures/house")
    asked = parser.parse_args(arguments)
    house = counted()
    for path, text in house.pictures() if asked.draw else ():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    promises, complaints = list(PROMISES), house.complaints() + house.stale()
    if asked.played is not None:
        house.figures[CITED] = dict(map(cited, asked.played or BATTLES))
        promises.append(CITED)
        complaints += filter(None, [CITED.complaint(house.figure(CITED))])
    lines = [*table(house, promises)]
    if asked.where:
        lines += [line for promise, places in house.places.items() for line in ("", f"{promise.name}:", *places)]
    print("\n".join([*lines, "", *(complaints or ["Every promise is kept, or no worse than it was."])]))
    return int(bool(complaints))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What the cases of OUTLAWS! ask: what an auto does by an instruction, what becomes of an order, what a rule measures.

Orders are written as they are answered: the name of the order, then its fields. `Walk C9 n C8 ne`, `Shoot a1
colt_45-p1 best`, `Turnaround s`. They are those of the character whose counter is out, unless one is named: `p2 Wait`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any, cast, get_type_hints

import pytest

from sim.board.paths import Stand
from sim.engine.battle import Position
from sim.engine.chance import ChanceRefused, Source
from sim.engine.game import Game, Start
from sim.engine.insight import Odds
from sim.engine.orders import Ask, IllegalIntent, Intent, Offer, Refusal
from sim.rules.outlaws import OUTLAWS
from sim.rules.outlaws.combat.brawls import brawlers
from sim.rules.outlaws.combat.shots import could_wound, snapshot_range, target_number
from sim.rules.outlaws.commander import COMMANDER
from sim.rules.outlaws.events import Paid
from sim.rules.outlaws.ground.cover import cover_from, doors_and_windows
from sim.rules.outlaws.ground.moves import CRAWL, RIDE, RUN, WALK, Gait, actions_to_reach
from sim.rules.outlaws.ground.sight import could_turn_to_see, fov, ruler, sees
from sim.rules.outlaws.orders.base import occasion_of
from sim.rules.outlaws.orders.moving import Wait
from sim.rules.outlaws.orders.shooting import Snap
from sim.rules.outlaws.solo import opponents
from sim.rules.outlaws.solo.move import run_way
from sim.rules.outlaws.solo.tables import AUTO, Advance, Crawl, Move, Prone, Prone13, Shoot, ShootPlus, Star13
from sim.rules.outlaws.state import ACTION, BRAWL, CUP, SNAPSHOT, WOUNDS, Character, OutlawsPosition, enemies, kind_of
from sim.rules.outlaws.turn import outcome, parties, play, points
from sim.scenario.position_text import opened
from sim.scenario.statements import statements
from sim.solo.plans import Automated, Plan
from sim.solo.situation import Situation
from tests.cases import Answer, Asked, Question, answer_of, in_words
from tests.rules.questions import shown, told

CASES = Path(__file__).parent / "cases"


@lru_cache(maxsize=64)
def stage(*lines: str, scenario: str = "stage.toml") -> OutlawsPosition:
    """Set up a position from the lines of a case, for tests that ask more than a case can."""
    said = list(statements(enumerate((f"scenario {scenario}", *lines)), "stage"))
    found = opened(said, "stage", CASES)
    return Position(found.battle, cast(Any, found.state))


KINDS = {kind.__name__: kind for kind in OUTLAWS.intents}
GAITS: Mapping[str, Gait] = {"walk": WALK, "run": RUN, "crawl": CRAWL, "ride": RIDE}


# -- orders in short words -------------------------------------------------------------------------------------------


def short(position: OutlawsPosition, intent: Intent) -> str:
    """Put an order in short words: its name, and where to, at whom, with what."""
    said = {each.name: getattr(intent, each.name) for each in fields(cast(Any, intent))}
    facings = position.map.grid.directions
    written: Mapping[str, Callable[[Any], str]] = {
        "way": lambda way: f"{position.name(way[-1].cell)} {facings[way[-1].facing]}",
        "facing": lambda facing: facings[facing],
        "beyond": position.name,
        "both": lambda both: "both" if both else "",
        "hand": lambda hand: "" if "item" in said else hand,
    }
    words = (written.get(name, str)(value) for name, value in said.items() if name != "unit")
    return " ".join((type(intent).__name__, *filter(None, words)))


def order_of(position: OutlawsPosition, words: Sequence[str], unit: str = "") -> Any:
    """Read an order from its words."""
    who, rest = (unit or position.state.actor, list(words)) if words[0] in KINDS else (words[0], list(words[1:]))
    kind, said = KINDS[rest.pop(0)], dict[str, Any](unit=who)
    both = rest.pop() == "both" if rest[-1:] == ["both"] else False
    for part in fields(cast(Any, kind))[1:]:
        if part.name == "both":
            said["both"] = both
        elif part.name == "way":
            said["way"] = stands(position, rest)
            rest = []
        elif rest:
            word: Any = rest.pop(0)
            if part.name == "facing":
                word = int(word) if word.isdigit() else position.map.grid.directions.index(word)
            said[part.name] = position.map.cell(word) if part.name == "beyond" else word
    assert not rest, f"{kind.__name__} has nothing to do with {rest}"
    return cast(Any, kind)(**said)


def stands(position: OutlawsPosition, words: Sequence[str]) -> tuple[Stand, ...]:
    """Read a way: squares, each with the direction that is faced there."""
    directions = position.map.grid.directions
    pairs = zip(words[::2], words[1::2], strict=True)
    return tuple(Stand(position.map.cell(cell), directions.index(towards)) for cell, towards in pairs)


# -- what an auto or the commander does ------------------------------------------------------------------------------


def game_of(position: OutlawsPosition, plans: Mapping[str, Plan], source: Source) -> Game[Any, Any]:
    """Return a game in which the side of the actor follows plans, and nobody else snaps."""
    mine = position.state.unit(position.state.actor).side
    deciders: dict[str, Any] = {side.id: ("solo", Hand()) for side in position.battle.sides}
    deciders[mine] = ("solo", Automated(plans))
    return Game(position.battle, Start(position.state), deciders, source)


def acted(asked: Asked, plans: Mapping[str, Plan], occasion: str = ACTION) -> Answer:
    """Let the actor decide and act to the end of its counter: its orders in short words."""
    game = game_of(asked.position, plans, asked.source)
    actor = game.state.unit(asked.position.state.actor)
    ask = Ask(actor.side, occasion, actor.id)
    orders = []
    for intent in game.orders(ask):
        orders.append(short(game.position, intent))
        OUTLAWS.resolve(game, ask, intent)
        now = game.state.unit(actor.id)
        if isinstance(intent, Wait) or now.out or now.cell is None or occasion_of(game.position, now) != occasion:
            break
    asked.source.finish()
    answer = answer_of(game.log, asked.position, orders or ["nothing"])
    # Notes of what came to nothing after the last event belong to the decision as well.
    return replace(answer, position=game.position, notes=(*answer.notes, *game.notebook.seal()))


@dataclass(frozen=True)
class Against:
    """A plan against one enemy."""

    plan: Plan
    target: str = "p1"

    def orders(self, here: Situation[Any, Any]) -> Iterator[Intent]:
        """Follow it."""
        return self.plan.orders(here.against(here.state.unit(self.target)))

    def parts(self) -> Iterator[Plan]:
        """Yield the plan."""
        yield self.plan


def instruction(plan: Plan) -> Question:
    """`shoot`, `move p2`, …: what the actor does by one instruction against p1, or whoever is named."""

    return lambda asked: acted(asked, {ACTION: Against(plan, *asked.words)})


def die_of(asked: Asked) -> str:
    """`die`: which die an auto throws first, or none."""
    try:
        thrown = acted(asked, AUTO).thrown
    except ChanceRefused as refused:
        thrown = [str(refused).partition("next is ")[2]]
    colours = [colour for colour in ("dark", "medium", "light") if thrown and f"the {colour} die" in thrown[0]]
    return colours[0] if colours else "none"


def target_of(asked: Asked) -> Answer:
    """`target closest`, `target cover-`, …: whom the first word on a die means."""
    names = {"cover-": "least_cover"}
    choice = getattr(opponents, names.get(asked.words[0], asked.words[0]).upper())
    game, actor = game_of(asked.position, {}, asked.source), asked.position.state.unit(asked.position.state.actor)
    here: Situation[Any, Any] = Situation(game, Ask(actor.side, ACTION, actor.id))
    found = choice.choose(here, enemies(asked.position, actor.side), "conscious enemies")
    asked.source.finish()
    return Answer([found.id if found else "nobody"], asked.position, notes=game.notebook.seal())


# -- what becomes of an order ----------------------------------------------------------------------------------------


@dataclass
class Hand:
    """Somebody who gives orders from a list, and tries every snapshot or none."""

    given: list[Any] = field(default_factory=list)
    snaps: bool = False

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        """Yield the orders."""
        if ask.occasion == SNAPSHOT:
            assert ask.unit is not None and ask.about is not None
            yield Snap(ask.unit, ask.about) if self.snaps else Wait(ask.unit)
            return
        while self.given:
            yield order_of(game.position, self.given.pop(0), ask.unit or "")


def ask_of(position: OutlawsPosition, unit: str = "") -> Ask:
    """Return what a character is asked as things stand: the one whose counter is out, unless one is named."""
    who = position.state.unit(unit or position.state.actor)
    return Ask(who.side, occasion_of(position, who), who.id)


def _run(asked: Asked, hand: Hand, run: Callable[[Game[Any, Any]], object], players: Mapping[str, str]) -> Answer:
    deciders: Any = {side.id: (players.get(side.id, "human"), hand) for side in asked.position.battle.sides}
    game: Game[Any, Any] = Game(asked.position.battle, Start(asked.position.state), deciders, asked.source)
    run(game)
    asked.source.finish()
    assert not hand.given, f"nobody asked for {hand.given}"
    return replace(answer_of(game.log, asked.position), position=game.position)


def ordered(snaps: bool) -> Question:
    """`order ORDER`: what happens; `watched ORDER`: and whoever may try a snapshot does."""

    def ask(asked: Asked) -> Answer:
        intent = order_of(asked.position, asked.words)
        ask = ask_of(asked.position, intent.unit)
        refused = OUTLAWS.refusal(asked.position, ask, intent)
        assert refused is None, refused
        solo = {side.id: "solo" for side in asked.position.battle.sides}
        return _run(asked, Hand(snaps=snaps), lambda game: OUTLAWS.resolve(game, ask, intent), solo)

    return ask


def paid(asked: Asked) -> list[int]:
    """`paid ORDER`: the actions that each event of it spends, until all are used up."""
    return [event.spent for event in ordered(snaps=False)(asked).events if isinstance(event, Paid)]


def hurt(asked: Asked) -> Answer:
    """`hurt ORDER`: what it changes of the target, field by field."""
    answer = cast(Answer, ordered(snaps=False)(asked))
    target = order_of(asked.position, asked.words).target
    before, after = asked.position.state.unit(target), answer.position.state.unit(target)
    return replace(answer, lines=changes(asked.position, before, after))


def blow(asked: Asked) -> str:
    """`blow ORDER`: what is added to the dice of both sides of a blow, and why."""
    order = order_of(asked.position, asked.words)
    attack, defence = order.attack(asked.position), order.defence(asked.position)
    parts = ", ".join(f"{check.name} {part}" for check in (attack, defence) for part in check.parts)
    return f"{attack.total} against {defence.total}" + (f": {parts}" if parts else "")


def illegal(asked: Asked) -> str:
    """`illegal ORDER`: why the next counter out of the cup does not take that order."""
    with pytest.raises(IllegalIntent) as refused:
        counter(snaps=False)(asked)
    return str(refused.value)


def snap_plan(asked: Asked) -> list[str]:
    """`snap_plan UNIT`: what the plan of its side orders when whoever acts comes into its view."""
    position = asked.position
    plans = AUTO if asked.unit().side in position.battle.data.autos else COMMANDER
    here: Situation[Any, Any] = Situation(game_of(position, {}, asked.source), snapshot_of(asked))
    return [short(position, intent) for intent in plans[SNAPSHOT].orders(here)] or ["nothing"]


def counter(snaps: bool) -> Question:
    """`counter ORDER, ORDER`: what happens with the next counter out of the cup, by these orders."""

    def ask(asked: Asked) -> Answer:
        orders = [each.split() for each in " ".join(asked.words).split(", ") if each]
        return _run(asked, Hand(orders, snaps), play, asked.players)

    return ask


def reaction(asked: Asked) -> str:
    """`react p1 ORDER`: whether that answers the occasion that the actor, or `react p1 a1 ORDER` another, gives."""
    unit, about, *words = asked.unit(), *asked.words[1:]
    if about in KINDS:
        about, words = asked.position.state.actor, [about, *words]
    intent = order_of(asked.position, words, unit.id)
    return told(OUTLAWS.refusal(asked.position, Ask(unit.side, SNAPSHOT, unit.id, about), intent))


def typed(asked: Asked) -> dict[str, Offer]:
    """Return everything on offer to the actor, by what is typed without its name."""
    position, offers = asked.position, OUTLAWS.offers(asked.position, ask_of(asked.position))
    return {offer.text.removeprefix(f"{position.state.actor} "): offer for offer in offers}


def offered(asked: Asked) -> list[str]:
    """`offers WORDS`: the orders on offer that begin so, as they are typed, each with its price or why not."""
    found = {text: offer for text, offer in typed(asked).items() if text.startswith(" ".join(asked.words))}
    return [f"{text}: {offer.refusal or offer.cost}" for text, offer in found.items()] or ["none"]


def kinds_open(asked: Asked) -> str:
    """`open`: the kinds of orders that can be given."""
    return " ".join(sorted({type(offer.intent).__name__ for offer in typed(asked).values() if not offer.refusal}))


def kinds_refused(asked: Asked) -> list[str]:
    """`refused`: the kinds of orders that cannot be given, each with every reason."""
    can, offers = kinds_open(asked).split(), [(type(offer.intent).__name__, offer) for offer in typed(asked).values()]
    return sorted({f"{kind}: {offer.refusal}" for kind, offer in offers if kind not in can})


def snapshot_of(asked: Asked) -> Ask:
    """Return the question whether somebody snaps at whoever acts."""
    return Ask(asked.unit().side, SNAPSHOT, asked.unit().id, asked.position.state.actor)


# -- what players are told -------------------------------------------------------------------------------------------

SHOW = OUTLAWS.insight


def odds(asked: Asked) -> list[str]:
    """`odds ORDER`: what each throw of it is about, its chance, and what may come of it."""
    intent = order_of(asked.position, asked.words)
    return [_odds(each) for each in SHOW.odds(asked.position, ask_of(asked.position, intent.unit), intent)]


def snap_odds(asked: Asked) -> list[str]:
    """`snap_odds UNIT`: the same of a snapshot at whoever acts."""
    ask = snapshot_of(asked)
    intent = order_of(asked.position, ("Snap", ask.about or ""), asked.unit().id)
    return [_odds(each) for each in SHOW.odds(asked.position, ask, intent)]


def _odds(each: Odds) -> str:
    results = ", ".join(f"{name} {part}" for name, part in each.results)
    return f"{each.what} {each.chance}: {each.reckoning}" + (f"; {results}" if results else "")


def afterwards(asked: Asked) -> list[str]:
    """`afterwards ORDER`: what it leaves otherwise of who carries it out, but for where he stands and faces."""
    intent = order_of(asked.position, asked.words)
    before = asked.position.state.unit(intent.unit)
    return changes(asked.position, before, cast(Character, SHOW.once_done(intent, before)))


def changes(position: OutlawsPosition, before: Character, after: Character) -> list[str]:
    """Tell the fields in which a character is otherwise."""
    told = {each.name: (getattr(before, each.name), getattr(after, each.name)) for each in fields(cast(Any, before))}
    return [f"{name}:{in_words(position, now)}" for name, (then, now) in told.items() if now != then] or ["nothing"]


def shown_view(asked: Asked) -> str:
    """`shown_view UNIT DIRECTION`: the squares that are drawn as seen."""
    facing = [asked.position.map.grid.directions.index(word) for word in asked.words[1:]]
    return named(asked.position, SHOW.view(asked.position, asked.unit(), *facing))


# -- what a rule measures --------------------------------------------------------------------------------------------


def pair(asked: Asked) -> tuple[Character, Character]:
    """Return who acts, and the first of his enemies."""
    position = asked.position
    actor = position.state.unit(position.state.actor)
    return actor, next(unit for unit in position.state.units if unit.id != actor.id)


def number_needed(asked: Asked) -> str:
    """`need AIM`: what two dice must show with what is in the hand, and of what it is made up; `snap`, `throw`."""
    shooter, target = pair(asked)
    word = asked.words[0] if asked.words else "standard"
    aim: Any = None if word == "throw" else "standard" if word == "snap" else word
    check = target_number(asked.position, shooter, target, shooter.held[0], aim, snap=word == "snap")
    return str(check).removeprefix("needed on two dice ")


def wounding(asked: Asked) -> str:
    """`wounds`: whether what is in the hand could cause a wound from here."""
    shooter, target = pair(asked)
    return "yes" if could_wound(asked.position, shooter, target, shooter.held[0]) else "no"


def snapping(asked: Asked) -> int:
    """`snapshots`: how near somebody must be for a snapshot with what is in the hand."""
    shooter = pair(asked)[0]
    return snapshot_range(asked.position, shooter, kind_of(asked.position, shooter.held[0]))


def over(asked: Asked) -> str:
    """`outcome ended`: who has won and why, in the middle of a turn or when it has ended; or that it goes on."""
    found = outcome(asked.position, asked.words == ("ended",))
    if found is None:
        return "goes on"
    scores = ", ".join(f"{side} {score}" for side, score in found.scores)
    return f"{found.winner or 'nobody'}: {found.reason} ({scores})"


def shootout(asked: Asked) -> str:
    """`shootout FIELD`: what the shootout is about, in the words of the game."""
    said, name = asked.position.battle.data.shootout, asked.words[0]
    return in_words(asked.position, getattr(said, name), get_type_hints(type(said))[name])


def figure(asked: Asked) -> str:
    """`figure FIELD`: what else stays as it is for the length of the battle."""
    return in_words(asked.position, attrgetter(asked.words[0])(asked.position.battle.data))


def named(position: OutlawsPosition, cells: Any) -> str:
    """Name squares in map order."""
    return " ".join(position.name(cell) for cell in sorted(cells, key=position.map.ordinal)) or "none"


def view(asked: Asked) -> str:
    """`view UNIT DIRECTION`: the squares in somebody's field of view, as it faces or after turning."""
    towards = asked.words[1:]
    facing = asked.position.map.grid.directions.index(towards[0]) if towards else None
    return named(asked.position, fov(asked.position, asked.unit(), facing))


def cover(asked: Asked) -> list[str]:
    """`cover CELL CELL …`: what shelters the first from each of the others; with `taken`, once cover is taken."""
    covering = asked.words[-1] == "taken"
    enemies = range(1, len(asked.words) - covering)
    found = [cover_from(asked.position, asked.cell(0), asked.cell(each), covering=covering) for each in enemies]
    return [", ".join(cover.kind for cover in covers) or "none" for covers in found]


def seeing(asked: Asked) -> str:
    """`sees UNIT UNIT`: whether the first sees the second, or could by turning."""
    one, other = asked.unit(), asked.unit(1)
    if sees(asked.position, one, other):
        return "yes"
    return "by turning" if could_turn_to_see(asked.position, one, other) else "no"


def _mover(asked: Asked) -> tuple[Gait, Character]:
    return GAITS[asked.words[0]], asked.position.state.unit(asked.position.state.actor)


def reach(asked: Asked) -> str:
    """`reach GAIT N`: the squares that so many actions lead to."""
    gait, unit = _mover(asked)
    return named(asked.position, gait.reach(asked.position, unit, int(asked.words[1])).area)


def costs(asked: Asked) -> list[str]:
    """`cost GAIT CELL CELL/DIRECTION`: what each costs at the least, within the actions that are left."""
    gait, unit = _mover(asked)
    found, directions = gait.reach(asked.position, unit, asked.position.state.actions), asked.position.map.grid
    told = []
    for word in asked.words[1:]:
        cell, _, towards = word.partition("/")
        facing = directions.directions.index(towards) if towards else None
        told.append(found.cost(asked.position.map.cell(cell), facing))
    return ["no way" if each is None else str(each) for each in told]


def price(asked: Asked) -> str:
    """`price GAIT CELL DIRECTION …`: the actions that a way takes, or why it is none."""
    gait, unit = _mover(asked)
    found = gait.spends(asked.position, unit, stands(asked.position, asked.words[1:]))
    return found.cited if isinstance(found, Refusal) else str(found[-1])


def actions_away(asked: Asked) -> list[str]:
    """`away UNIT UNIT`: how many Walk and Turnaround actions each is away."""
    position = asked.position
    actor = position.state.unit(position.state.actor)
    found = [actions_to_reach(position, actor, position.state.unit(id_)) for id_ in asked.words]
    return ["no way" if each is None else str(each) for each in found]


def run_to(asked: Asked) -> list[str]:
    """`runway`: the squares of the way by which the actor would run to p1, and whether it keeps off openings."""
    position, ask = asked.position, ask_of(asked.position)
    target = position.state.unit("p1")
    here: Situation[Any, Any] = Situation(game_of(position, {}, asked.source), ask).against(target)
    found, clear = run_way(here)
    return [named(position, {stand.cell for stand in found.way(target.place)}), "clear" if clear else "past openings"]


def ordered_by(asked: Asked) -> tuple[Ask, Intent]:
    """Read an order, and what whoever's counter is out is asked."""
    return ask_of(asked.position), order_of(asked.position, asked.words)


QUESTIONS: Mapping[str, Question] = {
    **shown(OUTLAWS, ordered_by, lambda asked: ask_of(asked.position)),
    "shoot": instruction(Shoot),
    "shoot+": instruction(ShootPlus),
    "move": instruction(Move),
    "crawl": instruction(Crawl),
    "advance": instruction(Advance),
    "prone": instruction(Prone),
    "prone1-3": instruction(Prone13),
    "*prone1-3": instruction(Star13),
    "act": lambda asked: acted(asked, AUTO),
    "fight": lambda asked: acted(asked, AUTO, BRAWL),
    "command": lambda asked: acted(asked, COMMANDER, occasion_of(asked.position, pair(asked)[0])),
    "die": die_of,
    "target": target_of,
    "order": ordered(snaps=False),
    "watched": ordered(snaps=True),
    "paid": paid,
    "hurt": hurt,
    "illegal": illegal,
    "cup": lambda asked: " ".join(sorted(asked.position.state.deck(CUP).left)) or "nobody's",
    "pool": lambda asked: len(asked.position.state.deck(WOUNDS).left),
    "blow": blow,
    "brawl": lambda asked: ", ".join(sorted(each.id for each in brawlers(asked.position, asked.unit()))) or "nobody",
    "snap_plan": snap_plan,
    "counter": counter(snaps=False),
    "counter!": counter(snaps=True),
    "react": reaction,
    "offers": offered,
    "open": kinds_open,
    "refused": kinds_refused,
    "answers": lambda asked: [offer.text for offer in OUTLAWS.offers(asked.position, snapshot_of(asked))],
    "odds": odds,
    "snap_odds": snap_odds,
    "afterwards": afterwards,
    "shown_view": shown_view,
    "need": number_needed,
    "wounds": wounding,
    "snapshots": snapping,
    "shootout": shootout,
    "figure": figure,
    "outcome": over,
    "points": lambda asked: [f"{side} {points(asked.position, side)}" for side in parties(asked.position)],
    "view": view,
    "cover": cover,
    "sees": seeing,
    "ruler": lambda asked: ruler(asked.cell(0), asked.cell(1)),
    "reach": reach,
    "cost": costs,
    "price": price,
    "away": actions_away,
    "openings": lambda asked: named(asked.position, doors_and_windows(asked.position.ground)),
    "runway": run_to,
}

"""The instructions Move and Crawl (OUT-MOVE-*): a die, then towards the target or away; and Advance (OUT-ADV-*).

A rider rides, whoever is prone gets up or crawls, everybody else walks. `shoots` are the Shoot that a Move turns into
where no square will do, and the Shoot+ that it is for a Tuwa rider (OUT-MOVE-ride-tuwa-3); a Move that was a Shoot
before has none (OUT-LOOP).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial

from sim.board.paths import TurningReach
from sim.engine.notes import Tried
from sim.engine.orders import Intent
from sim.engine.words import counted
from sim.play.commander import Again, does, ordered, plan_of, unless
from sim.rules.outlaws.combat.weapons import OwnedWeapon, weapons_of
from sim.rules.outlaws.figures import Numbers
from sim.rules.outlaws.ground.cover import cover_from, doors_and_windows
from sim.rules.outlaws.ground.moves import CRAWL, RIDE, RUN, WALK, Gait
from sim.rules.outlaws.ground.sight import all_round, in_arc, ruler, sees
from sim.rules.outlaws.orders.moving import Leave, SaddleUp, rewarded
from sim.rules.outlaws.orders.shooting import ThrowWeapon
from sim.rules.outlaws.solo import acting
from sim.rules.outlaws.solo.acting import (
    Deciding,
    OutlawsSituation,
    Square,
    against,
    approach,
    foe,
    go,
    left,
    standing,
    towards,
)
from sim.solo.plans import Cannot, FirstOf, InTurn, Option, Plan
from sim.solo.priority import Line, Measure, Measured, Priority, at_a_look, least, most, require

# -- away from the target ------------------------------------------------------------------------------------------

FURTHEST: Priority[Square] = Priority("OUT-MOVE-away", "the furthest square", most(acting.from_target))


def away(gait: Gait) -> Option:
    """OUT-MOVE-away: to the furthest square within reach; never off the board."""

    @against
    def go_away(here: OutlawsSituation) -> Intent | Cannot:
        now, away = ruler(here.unit.place, foe(here).place), acting.from_target.each(here)
        further = [square for square in acting.within_reach(here, gait, facing_it=False) if away(square) > now]
        end = FURTHEST.choose(here, further, "squares within reach that are further away")
        return Cannot("no square within reach is further away") if end is None else go(here, gait, end)

    return Option("OUT-MOVE-away", "away from the target", go_away)


# fmt: off
LEAVE = Option("OUT-MOVE-away", "leave the board", unless(
    {"nobody is rewarded for leaving the board here": lambda here: not rewarded(here.position, here.unit)},
    does(Leave)))
# fmt: on


def get_up_to_go(here: OutlawsSituation) -> Intent | Cannot:
    """OUT-READ-away: stand up to walk away, unless crawling leads further or nothing does."""
    unit, numbers = here.unit, here.battle.data.numbers
    if unit.prone and here.battle.data.readings.prone_away == "crawls" and not acting.gone(here):
        now, crawled = ruler(unit.place, foe(here).place), _furthest(here, CRAWL, left(here))
        walked = _furthest(here, WALK, left(here) - numbers.get_up) if left(here) > numbers.get_up else now
        here.say(
            f"crawling leads to {counted(crawled, 'square')} from {foe(here).id}, walking to {walked}", "OUT-READ-away"
        )
        if crawled > walked or walked <= now:
            return Cannot("crawling leads further" if crawled > walked else "walking leads no further away")
    return acting.get_up(here)


def _furthest(here: OutlawsSituation, gait: Gait, actions: int) -> int:
    """Return how far from the target one gets with so many actions."""
    found, target = acting.within_reach(here, gait, facing_it=False, actions=actions), foe(here).place
    return max(ruler(square.cell, target) for square in found)


# -- into cover ----------------------------------------------------------------------------------------------------


TAKE_COVER = Option("OUT-COVER", "take cover", acting.take_cover)
DISMOUNT_AND_COVER = InTurn(
    Option("OUT-RIDE-2", "dismount", unless({"it is on foot": lambda here: not here.unit.mounted}, does(SaddleUp))),
    TAKE_COVER,
)
"""OUT-MOVE-ride, OUT-ADV-ride: the horse stays behind (OUT-RIDE-2)."""


def cover_nearest(rule: str, *first: Line[OutlawsSituation, Square]) -> Priority[Square]:
    """Return the list by which autos look for cover; a tie is rolled for."""
    text = "the square with cover nearest to the target"
    return Priority(
        rule, text, *first, require(acting.target_in_view), require(acting.some_cover), least(acting.from_target)
    )


class Seek(Option):
    """Go to the square that a list chooses among those within reach, and do there what comes after.

    Only if there is none follow the other plan, `otherwise`. Who stands in such a square already has nothing to order,
    and yet has done what the clause says (OUT-READ-in-place).
    """

    def __init__(self, gait: Gait, choice: Priority[Square], text: str, then: Plan, otherwise: Plan) -> None:
        super().__init__(choice.rule, text, then)
        self.gait, self.choice, self.then, self.otherwise = gait, choice, then, otherwise

    def orders(self, here: OutlawsSituation) -> Iterator[Intent]:
        """Choose, go there, and go on; else follow the other plan."""
        if not (yield from self.follow(here)):
            yield from self.otherwise.orders(here)

    def follow(self, here: OutlawsSituation) -> Generator[Intent, None, bool]:
        """Choose, go there, and go on; return whether the clause has been followed."""
        inner, page = here.page()
        found = against(self._sought)(inner)
        if isinstance(found, Cannot):
            here.note(Tried(self.text, False, found.reason, page.close(), rule=self.rule))
            return False
        if found is None:
            inner.say("it stands there already", "OUT-READ-in-place")
        here.note(Tried(self.text, True, "", page.close(), rule=self.rule))
        given = found is not None
        if found is not None:
            yield found
        for intent in self.then.orders(here):
            given = True
            yield intent
        return given or here.battle.data.readings.in_place == "stays"

    def _sought(self, here: OutlawsSituation) -> Intent | Cannot | None:
        """Return the order that leads to the chosen square; None if it stands there."""
        unit, end = here.unit, self.choice.choose(here, acting.within_reach(here, self.gait), "squares within reach")
        if end is None:
            return Cannot("there is no such square within reach")
        return None if (end.cell, end.facing) == (unit.cell, unit.facing) else go(here, self.gait, end)

    def parts(self) -> Iterator[Plan]:
        yield self.then
        yield self.otherwise


# -- towards the target on foot ------------------------------------------------------------------------------------


def into_range(gait: Gait, rule: str) -> Option:
    """OUT-MOVE-walk-fov, OUT-MOVE-ride: by the shortest way until a weapon could wound."""
    text, there = "the shortest way until a weapon could wound", "a weapon could wound from here"
    return approach(rule, text, gait, acting.within_wounding, there)


# fmt: off
LIE_DOWN_IN_RANGE = Option("OUT-MOVE-walk-fov", "hit the dirt", against(unless(
    {"no weapon could wound from here": lambda here: not acting.within_wounding(here, standing(here))},
    acting.hit_the_dirt)))
"""Where a weapon could wound, and nowhere else."""
# fmt: on


@at_a_look("not next to the target")
def not_adjacent(here: OutlawsSituation) -> Callable[[Square], bool]:
    """OUT-MOVE-walk-fov: nobody looks for cover within arm's length."""
    distance, target = here.position.map.distance, foe(here).place
    return lambda square: distance(square.cell, target) > 1


def walk_towards(*shoot: Plan) -> Plan:
    """OUT-MOVE-walk-fov, OUT-MOVE-walk-nofov."""
    return acting.settled(
        "OUT-MOVE-walk-fov", "in the field of view of the target",
        lambda here: sees(here.position, foe(here), here.unit),
        Seek(WALK, cover_nearest("OUT-MOVE-walk-fov", require(not_adjacent)), "walk into cover", TAKE_COVER,
             FirstOf(*shoot, InTurn(into_range(WALK, "OUT-MOVE-walk-fov"), LIE_DOWN_IN_RANGE))),
        # Again: a closed door on the way is one order, and what comes after it another.
        Again(approach("OUT-MOVE-walk-nofov", "the shortest way", WALK)),
    )  # fmt: skip


MOST_DIRECT: Priority[Square] = Priority("OUT-MOVE-crawl", "the most direct way")


def _can_be_crawled(here: OutlawsSituation) -> bool:
    return CRAWL.far(here.position, here.unit).cost(foe(here).place) is not None


@against
def crawl_nearer(here: OutlawsSituation) -> Intent | Cannot:
    """OUT-MOVE-crawl: the most direct way; of several equally short ones a die chooses."""
    if not _can_be_crawled(here):
        return Cannot(f"no way to {foe(here).id} that can be crawled")
    ends = acting.ends_of_ways(here, CRAWL, foe(here).place)
    end = MOST_DIRECT.choose(here, ends, "ends of the most direct ways")
    return acting.too_few(here, "the first step") if end is None else go(here, CRAWL, end)


LIE_DOWN = Option("OUT-MOVE-crawl", "hit the dirt", acting.hit_the_dirt)
CRAWL_TOWARDS = FirstOf(
    # All ways are barred by doors or windows.
    Option("OUT-MOVE-crawl", "no way: Wait", unless({"there is a way": _can_be_crawled}, acting.wait)),
    Option("OUT-MOVE-crawl", "crawl towards the target", crawl_nearer),
)

# -- riding --------------------------------------------------------------------------------------------------------


def just_so_far(number: str, figure: Callable[[Numbers], int]) -> Measure[OutlawsSituation, Square]:
    """OUT-ADV-ride-tuwa, OUT-MOVE-ride-tuwa-2: return whether a square is just so far from the target."""

    @at_a_look(f"{number} squares from the target")
    def so_far(here: OutlawsSituation) -> Callable[[Square], bool]:
        away, wanted = acting.from_target.each(here), figure(here.battle.data.numbers)
        return lambda square: away(square) == wanted

    return so_far


def within(figure: Callable[[Numbers], int]) -> acting.Halt:
    """OUT-ADV-ride-tuwa, OUT-MOVE-ride-tuwa-1: return whether a square is so near to the target."""
    return lambda here, square: ruler(square.cell, foe(here).place) <= figure(here.battle.data.numbers)


within_lance = within(lambda numbers: numbers.lance_distance)


def _denies_cover(here: OutlawsSituation, square: Square) -> Measured:
    found = cover_from(here.position, foe(here).place, square.cell, covering=foe(here).covering)
    return Measured(not found, f"covered: {found[0].reason}" if found else "no cover")


# fmt: off
OUTFLANK: Priority[Square] = Priority(
    "OUT-MOVE-ride-tuwa-2", "a square that denies the cover",
    require(just_so_far("three", lambda numbers: numbers.lance_distance)),
    require(acting.target_in_view),
    require(Measure("the target has no cover from there", _denies_cover)),
    least(acting.way_there),
)
# fmt: on


@against
def lance_at(here: OutlawsSituation) -> OwnedWeapon | Cannot:
    """OUT-MOVE-ride-tuwa-1: return the lance to throw, if it is near enough and there are actions for all it takes."""
    if not within_lance(here, standing(here)):
        return Cannot("the target is more than three squares away")
    # One lance is like another; those in the hands come first.
    lance = next((weapon for weapon in weapons_of(here.position, here.unit) if weapon.kind.cls == "lance"), None)
    if lance is None:
        return Cannot("it has no lance")
    numbers = here.battle.data.numbers
    turn = 0 if standing(here).sees else numbers.turnaround
    if left(here) < numbers.throw + turn + (0 if lance.held else numbers.draw):
        return acting.too_few(here, "the throw and what it takes")
    return lance


def with_lance(text: str, act: Callable[[OutlawsSituation, OwnedWeapon], Intent | Cannot]) -> Option:
    """OUT-MOVE-ride-tuwa-1, OUT-MOVE-ride-tuwa-2: return what is done with a lance, within three squares."""

    def done(here: OutlawsSituation) -> Intent | Cannot:
        lance = lance_at(here)
        return lance if isinstance(lance, Cannot) else act(here, lance)

    return Option("OUT-MOVE-ride-tuwa-1", text, done)


IN_HAND, NOT_IN_HAND = Cannot("it is in hand"), Cannot("it has no lance in hand")
THROW_LANCE = InTurn(
    with_lance("draw a lance", lambda here, lance: IN_HAND if lance.held else acting.draw_item(here, lance.item)),
    with_lance("turn to the target", lambda here, lance: acting.turn_to_target(here) if lance.held else NOT_IN_HAND),
    with_lance(
        "throw the lance", lambda here, lance: ordered(here, ThrowWeapon(here.unit.id, foe(here).id, lance.item.id))
    ),
)


def _in_cover(here: OutlawsSituation) -> str:
    return "" if acting.exposed.of(here, foe(here)).key else f"{foe(here).id} is in cover"


FLANKED = Option(
    "OUT-MOVE-ride-tuwa-2", "from where it has no cover", against(unless(_in_cover, lambda _: THROW_LANCE))
)
"""The lance is thrown only where the cover was denied."""


def ride_towards_tuwa(*shoot: Plan) -> Plan:
    """OUT-MOVE-ride-tuwa-1 to OUT-MOVE-ride-tuwa-3."""
    near = "it is within three squares"
    closer = approach("OUT-MOVE-ride-tuwa-1", "ride within three squares", RIDE, within_lance, near)
    return acting.settled(
        "OUT-MOVE-ride-tuwa-1", "the target is in no cover, or prone", lambda here: not _in_cover(here),
        InTurn(closer, THROW_LANCE),
        Seek(RIDE, OUTFLANK, "ride to where it has no cover", FLANKED,
             FirstOf(*shoot, into_range(RIDE, "OUT-MOVE-ride-tuwa-3"))),
    )  # fmt: skip


# -- the instructions ----------------------------------------------------------------------------------------------

with_actions = partial(unless, lambda here: acting.gone(here) or ("no actions are left" if left(here) < 1 else ""))
"""For what takes actions, so that no die is thrown without."""


def in_saddle_or_not(rule: str, text: str, foot: Plan, ride: Plan, tuwa: Plan) -> Option:
    """Return an instruction that is one thing on foot, another in the saddle, and a third for a Tuwa there."""

    def in_saddle(here: OutlawsSituation) -> Plan:
        return tuwa if here.unit.profile.tuwa else ride

    return Option(rule, text, with_actions(lambda here: in_saddle(here) if here.unit.mounted else foot))


def _feet(walking: Plan, crawling: Plan) -> Plan:
    """OUT-MOVE-walk-0: whoever could not stand up crawls."""
    choose = with_actions(lambda here: crawling if here.unit.prone else walking)
    return Option("OUT-MOVE-walk-0", "on foot, or crawling if it could not stand up", choose)


GET_UP_TO_GO = Option("OUT-READ-away", "get up to walk away", get_up_to_go)
AWAY_ON_FOOT = FirstOf(LEAVE, InTurn(GET_UP_TO_GO, _feet(away(WALK), away(CRAWL)), LEAVE))
AWAY_CRAWLING = FirstOf(LEAVE, InTurn(LIE_DOWN, away(CRAWL), LEAVE))
AWAY_RIDING = FirstOf(LEAVE, InTurn(away(RIDE), LEAVE))


def _even_or_odd(rule: str, toward: Plan, odd: Plan) -> Deciding:
    return Deciding(rule, "even towards, odd away", {range(2, 7, 2): toward, range(1, 7, 2): odd})


def _riding(*shoots: Plan) -> tuple[Plan, Plan]:
    """OUT-MOVE-ride: return what a Move is in the saddle, and for a Tuwa there."""
    otherwise, tuwa = FirstOf(*shoots[:1], into_range(RIDE, "OUT-MOVE-ride")), ride_towards_tuwa(*shoots[1:])
    ride = Seek(RIDE, cover_nearest("OUT-MOVE-ride"), "ride into cover", DISMOUNT_AND_COVER, otherwise)
    return _even_or_odd("OUT-MOVE-away", ride, AWAY_RIDING), _even_or_odd("OUT-MOVE-away", tuwa, AWAY_RIDING)


def move(*shoots: Plan) -> Option:
    """Return the instruction Move."""
    stand = Option("OUT-MOVE-walk-0", "stand up", acting.get_up)
    walk = InTurn(stand, _feet(walk_towards(*shoots[:1]), CRAWL_TOWARDS))
    text = "Move" if shoots else "Move in place of a Shoot"
    on_foot = _even_or_odd("OUT-MOVE-away", walk, AWAY_ON_FOOT)
    return in_saddle_or_not("OUT-MOVE-away", text, on_foot, *_riding(*shoots))


def crawl(*shoots: Plan) -> Option:
    """Return the instruction Crawl; a rider whom Prone has left in the saddle rides instead, as for Move.

    Lie down before the die, which may find nothing else to do; not where one might leave on foot.
    """
    down_first = unless(
        {"it may leave the board here": lambda here: rewarded(here.position, here.unit)}, acting.hit_the_dirt
    )
    die = _even_or_odd("OUT-MOVE-crawl", InTurn(LIE_DOWN, CRAWL_TOWARDS), AWAY_CRAWLING)
    on_foot = InTurn(Option("OUT-MOVE-crawl", "down first", down_first), die)
    return in_saddle_or_not("OUT-MOVE-crawl", "Crawl", on_foot, *_riding(*shoots))


# -- Advance: walking -----------------------------------------------------------------------------------------------


@against
def _after_cover(here: OutlawsSituation) -> Cannot | Plan:
    """Take cover where it has come to, if it sees the target from there."""
    return TAKE_COVER if sees(here.position, here.unit, foe(here)) else Cannot(f"{foe(here).id} is not in view")


# fmt: off
VIEW: Priority[Square] = Priority(
    "OUT-ADV-walk-2", "the nearest square that sees the target",
    require(acting.target_in_view), least(acting.way_there),
)
AT_THE_END = FirstOf(
    Option("OUT-ADV-walk-2", "take cover", _after_cover),
    Option("OUT-ADV-walk-2", "or hit the dirt", against(unless(
        {"it has taken cover": lambda here: here.unit.covering,
         "the target is not in view": lambda here: not sees(here.position, here.unit, foe(here))},
        acting.hit_the_dirt))),
)
# fmt: on
IN_COVER = Option("OUT-ADV-walk-1", "in cover", _after_cover)
GET_UP = Option("OUT-ADV-0", "get up", acting.get_up)
CLOSER = approach("OUT-ADV-walk-3", "as close as possible", WALK, closest=True)
INTO_VIEW = Seek(WALK, VIEW, "walk to where it sees the target", AT_THE_END, CLOSER)
INTO_COVER = Seek(WALK, cover_nearest("OUT-ADV-walk-1"), "walk into cover", IN_COVER, INTO_VIEW)


@plan_of(GET_UP, INTO_COVER)
def walking(here: OutlawsSituation) -> Iterator[Intent]:
    """OUT-ADV-0, then OUT-ADV-walk-1 to OUT-ADV-walk-3: whoever lies gets up first, and if he is seen then, stops.

    The clauses are followed anew after each walk or door: an opened one may show the target, or cover from it. No
    counter has the actions for more than a dozen.
    """
    if here.unit.prone and not (yield from _rises(here)):
        return
    for _ in range(12):
        if (yield from INTO_COVER.follow(here)) or (yield from INTO_VIEW.follow(here)):
            return
        given = False
        for intent in CLOSER.orders(here):
            given = True
            yield intent
        if not given or left(here) < 1:
            return


def _rises(here: OutlawsSituation) -> Generator[Intent, None, bool]:
    """OUT-ADV-0: get up, and return whether it goes on: not if it cannot, or if the target sees it then."""
    yield from GET_UP.orders(here)
    if here.unit.prone:
        here.say("it cannot get up: the instruction is skipped", "OUT-ADV-0")
        return False
    if sees(here.position, foe(here), here.unit):
        here.say(f"standing, it is seen by {foe(here).id}: no further movement", "OUT-ADV-0")
        return False
    return True


# -- Advance: running -----------------------------------------------------------------------------------------------


def run_way(here: OutlawsSituation) -> tuple[TurningReach, bool]:
    """Return the search for the way to run, and whether it avoids doors and windows."""
    position, unit, goal = here.position, here.unit, foe(here).place
    avoid = doors_and_windows(position.ground) - position.map.area(goal, unit.place)
    clear = RUN.reach(position, unit, None, avoid=avoid)
    return (RUN.reach(position, unit, None), False) if clear.cost(goal) is None else (clear, True)


def in_each_others_view(here: OutlawsSituation, square: Square) -> str:
    """OUT-ADV-run-2: say who sees whom if the runner is there; nothing if neither sees the other."""
    position, target = here.position, foe(here)
    if square.cell not in all_round(position, target):
        return ""
    if in_arc(position, target.place, target.facing, square.cell):
        return f"{target.id} sees it"
    return f"{target.id} is in view" if in_arc(position, square.cell, square.facing, target.place) else ""


@against
def run(here: OutlawsSituation) -> Intent | Cannot:
    """OUT-ADV-run-2: run the shortest way and stop in the last square where neither sees the other."""
    reach, clear = run_way(here)
    way = [square for square in acting.way_to(here, RUN, reach, foe(here).place) if square.cost <= left(here)]
    if not way:
        return Cannot("it cannot run that way")
    here.say(f"the shortest way leads past {'no door or window' if clear else 'doors or windows'}", "OUT-ADV-run-2")
    seen = [in_each_others_view(here, square) for square in way]
    first = next((n for n, words in enumerate(seen) if words), len(way))

    def unseen(here: OutlawsSituation, square: Square) -> Measured:
        place = way.index(square)
        return Measured(place < first, "unseen" if place < first else seen[place] or "beyond where it is seen")

    furthest = most(Measure[OutlawsSituation, Square]("squares along the way", lambda _, square: way.index(square)))
    last = Priority("OUT-ADV-run-2", "how far to run", require(Measure("unseen so far", unseen)), furthest)
    end = last.choose(here, way, "squares on the way that there are actions for")
    if end is None:
        return Cannot("not even one square (OUT-ADV-run-3)")
    return acting.follow(here, RUN, way[: way.index(end) + 1])


def on_foot(move: Plan) -> Plan:
    """OUT-ADV-0: the die, and before it getting up, which is said of walking and of running (OUT-READ-run)."""
    run_or_move = FirstOf(Option("OUT-ADV-run-2", "run", run), Option("OUT-ADV-run-3", "Move instead", move))
    was_prone = Option("OUT-ADV-run-1", "prone: Move instead", move)
    die, prone_die = (
        Deciding("OUT-ADV-0", "Advance: 1-2 run, 3+ walk", {range(1, 3): runs, range(3, 7): walking})
        for runs in (run_or_move, was_prone)
    )

    @plan_of(die, prone_die)
    def orders(here: OutlawsSituation) -> Iterator[Intent]:
        prone, gets_up = here.unit.prone, here.battle.data.readings.prone_run == "gets up"
        if not prone or not gets_up or (yield from _rises(here)):
            yield from (prone_die if prone else die).orders(here)

    return orders


# -- Advance: riding ------------------------------------------------------------------------------------------------


# fmt: off
RIDING = Seek(
    RIDE, cover_nearest("OUT-ADV-ride"), "ride into cover",
    Option("OUT-ADV-ride", "dismount and take cover", against(unless(
        {"no cover with the target in view here": lambda here: not (
            standing(here).sees and acting.some_cover.of(here, standing(here)).key)},
        lambda _: DISMOUNT_AND_COVER))),
    approach("OUT-ADV-ride", "ride as close as possible", RIDE, closest=True),
)
FIVE = just_so_far("five", lambda numbers: numbers.tuwa_distance)
FIVE_AWAY: Priority[Square] = Priority(
    "OUT-ADV-ride-tuwa", "the nearest square five squares from the target",
    require(FIVE), least(acting.way_there),
)
RIDING_TUWA = FirstOf(
    Option("OUT-ADV-ride-tuwa", "ride to five squares from the target", against(
        lambda here: acting.best_square(here, RIDE, FIVE_AWAY, "no such square within reach", facing_it=False))),
    # As close as possible, though no closer than the five squares that it makes for.
    Option("OUT-ADV-ride-tuwa", "ride as close as possible", against(unless(
        {"it is five squares from the target": lambda here: FIVE.of(here, standing(here))},
        lambda here: towards(
            here, RIDE, "OUT-ADV-ride-tuwa", within(lambda numbers: numbers.tuwa_distance), closest=True)))),
)
# fmt: on


def advance(move: Plan) -> Option:
    """Return the instruction; `move` is what a run that cannot be run becomes."""
    return in_saddle_or_not("OUT-ADV-0", "Advance", on_foot(move), RIDING, RIDING_TUWA)

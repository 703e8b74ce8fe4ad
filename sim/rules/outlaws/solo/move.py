"""The instructions Move and Crawl: a die, then towards the target or away from it (OUT-MOVE-*).

A rider rides, whoever is prone gets up or crawls, everybody else walks. `shoots` are the Shoot that a Move turns into
where no square will do, and the Shoot+ that it is for a Tuwa rider (OUT-MOVE-ride-tuwa-3); a Move that was a Shoot
before has none (OUT-LOOP).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

from sim.engine.notes import Tried
from sim.engine.orders import Intent
from sim.engine.words import counted
from sim.play.commander import Again
from sim.rules.outlaws.ground.geometry import cover_from, ruler, sees
from sim.rules.outlaws.ground.walking import CRAWL, RIDE, WALK, Gait
from sim.rules.outlaws.orders.fighting import Throw
from sim.rules.outlaws.orders.going import Leave, SaddleUp, rewarded
from sim.rules.outlaws.solo import acting, squares
from sim.rules.outlaws.solo.acting import Arm, Here, actor, against, foe, get_up, hit_the_dirt, left, ordered, present
from sim.rules.outlaws.solo.squares import Square, approach, exposed, from_target, go, standing, within_wounding
from sim.solo.plans import Cannot, FirstOf, InTurn, Option, Plan
from sim.solo.priority import Line, Measure, Priority, Shown, least, most, require

# -- away from the target ------------------------------------------------------------------------------------------

FURTHEST: Priority[Square] = Priority("OUT-MOVE-away", "the furthest square", most(from_target))


def away(gait: Gait) -> Option:
    """OUT-MOVE-away: to the furthest square within reach; never off the board."""

    @against
    def go_away(here: Here) -> Intent | Cannot:
        now = ruler(actor(here).place, foe(here).place)
        further = [
            square for square in squares.within_reach(here, gait, facing_it=False) if from_target.of(here, square) > now
        ]
        end = FURTHEST.choose(here, further, "squares within reach that are further away")
        return Cannot("no square within reach is further away") if end is None else go(here, gait, end)

    return Option("OUT-MOVE-away", "away from the target", go_away)


def leave(here: Here) -> Intent | Cannot:
    """OUT-MOVE-away: off the board, where the shootout rewards it and this is the right edge."""
    if not rewarded(here.position, actor(here)):
        return Cannot("nobody is rewarded for leaving the board here")
    return ordered(here, Leave(actor(here).id))


LEAVE = Option("OUT-MOVE-away", "leave the board", leave)


def get_up_to_go(here: Here) -> Intent | Cannot:
    """OUT-READ-away: stand up to walk away, unless crawling leads further or nothing does."""
    unit, numbers = actor(here), here.battle.data.numbers
    if unit.prone and here.battle.data.readings.prone_away == "crawls" and not present(here):
        now, crawled = ruler(unit.place, foe(here).place), _furthest(here, CRAWL, left(here))
        walked = _furthest(here, WALK, left(here) - numbers.get_up) if left(here) > numbers.get_up else now
        here.say(
            f"crawling leads to {counted(crawled, 'square')} from {foe(here).id}, walking to {walked}", "OUT-READ-away"
        )
        if crawled > walked or walked <= now:
            return Cannot("crawling leads further" if crawled > walked else "walking leads no further away")
    return get_up(here)


def _furthest(here: Here, gait: Gait, actions: int) -> int:
    """Return how far from the target one gets with so many actions."""
    found = squares.within_reach(here, gait, facing_it=False, actions=actions)
    return max(ruler(square.cell, foe(here).place) for square in found)


# -- into cover ----------------------------------------------------------------------------------------------------


def dismount(here: Here) -> Intent | Cannot:
    """OUT-MOVE-ride, OUT-ADV-ride: get off the horse, which stays behind (OUT-RIDE-2)."""
    return ordered(here, SaddleUp(actor(here).id)) if actor(here).mounted else Cannot("it is on foot")


TAKE_COVER = Option("OUT-COVER", "take cover", acting.take_cover)
DISMOUNT_AND_COVER = InTurn(Option("OUT-RIDE-2", "dismount", dismount), TAKE_COVER)


def cover_nearest(rule: str, *first: Line[Here, Square]) -> Priority[Square]:
    """Return the list by which autos look for cover; a tie is rolled for."""
    text = "the square with cover nearest to the target"
    return Priority(
        rule, text, *first, require(squares.target_in_view), require(squares.some_cover), least(from_target)
    )


class Seek(Option):
    """Go to the square that a list chooses among those within reach, and do there what comes after.

    Only if there is none follow the other plan, `otherwise`. Who stands in such a square already has nothing to order,
    and yet has done what the clause says (OUT-READ-in-place).
    """

    def __init__(self, gait: Gait, choice: Priority[Square], text: str, then: Plan, otherwise: Plan) -> None:
        super().__init__(choice.rule, text, then)
        self.gait, self.choice, self.then, self.otherwise = gait, choice, then, otherwise

    def orders(self, here: Here) -> Iterator[Intent]:
        """Choose, go there, and go on; else follow the other plan."""
        if not (yield from self.follow(here)):
            yield from self.otherwise.orders(here)

    def follow(self, here: Here) -> Generator[Intent, None, bool]:
        """Choose, go there, and go on; return whether the clause has been followed."""
        inner, page = here.page()
        found = present(inner) or self._sought(inner)
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

    def _sought(self, here: Here) -> Intent | Cannot | None:
        """Return the order that leads to the chosen square; None if it stands there."""
        unit, end = actor(here), self.choice.choose(here, squares.within_reach(here, self.gait), "squares within reach")
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
    return approach(rule, text, gait, within_wounding, there)


@against
def lie_down_in_range(here: Here) -> Intent | Cannot:
    """OUT-MOVE-walk-fov: hit the dirt where a weapon could wound, and nowhere else."""
    if not within_wounding(here, standing(here)):
        return Cannot("no weapon could wound from here")
    return hit_the_dirt(here)


def walk_towards(*shoot: Plan) -> Plan:
    """OUT-MOVE-walk-fov, OUT-MOVE-walk-nofov."""
    lie_down = Option("OUT-MOVE-walk-fov", "hit the dirt", lie_down_in_range)
    return acting.settled(
        "OUT-MOVE-walk-fov",
        "in the field of view of the target",
        lambda here: sees(here.position, foe(here), actor(here)),
        Seek(
            WALK,
            cover_nearest("OUT-MOVE-walk-fov", require(squares.not_adjacent)),
            "walk into cover",
            TAKE_COVER,
            FirstOf(*shoot, InTurn(into_range(WALK, "OUT-MOVE-walk-fov"), lie_down)),
        ),
        # Again: a closed door on the way is one order, and what comes after it another.
        Again(approach("OUT-MOVE-walk-nofov", "the shortest way", WALK)),
    )


MOST_DIRECT: Priority[Square] = Priority("OUT-MOVE-crawl", "the most direct way")


@against
def crawl_nearer(here: Here) -> Intent | Cannot:
    """OUT-MOVE-crawl: the most direct way; of several equally short ones a die chooses."""
    goal = foe(here).place
    if CRAWL.far(here.position, actor(here)).cost(goal) is None:
        return Cannot(f"no way to {foe(here).id} that can be crawled")
    end = MOST_DIRECT.choose(here, squares.ends_of_ways(here, CRAWL, goal), "how far the most direct ways lead")
    return acting.too_few(here, "the first step") if end is None else go(here, CRAWL, end)


def no_way(here: Here) -> Intent | Cannot:
    """OUT-MOVE-crawl: all ways barred by doors or windows: Wait."""
    if CRAWL.far(here.position, actor(here)).cost(foe(here).place) is not None:
        return Cannot("there is a way")
    return acting.wait(here)


LIE_DOWN = Option("OUT-MOVE-crawl", "hit the dirt", hit_the_dirt)
CRAWL_TOWARDS = FirstOf(
    Option("OUT-MOVE-crawl", "no way: Wait", no_way),
    Option("OUT-MOVE-crawl", "crawl towards the target", crawl_nearer),
)

# -- riding --------------------------------------------------------------------------------------------------------


def ride_towards(*shoot: Plan) -> Plan:
    """OUT-MOVE-ride."""
    otherwise = FirstOf(*shoot, into_range(RIDE, "OUT-MOVE-ride"))
    return Seek(RIDE, cover_nearest("OUT-MOVE-ride"), "ride into cover", DISMOUNT_AND_COVER, otherwise)


def within_lance(here: Here, square: Square) -> bool:
    """OUT-MOVE-ride-tuwa-1: say whether a square is within three squares of the target."""
    return ruler(square.cell, foe(here).place) <= here.battle.data.numbers.lance_distance


def _denies_cover(here: Here, square: Square) -> Shown:
    found = cover_from(here.position, foe(here).place, square.cell, covering=foe(here).covering)
    return Shown(not found, f"covered: {found[0].reason}" if found else "no cover")


OUTFLANK: Priority[Square] = Priority(
    "OUT-MOVE-ride-tuwa-2",
    "a square that denies the cover",
    require(squares.just_so_far("three", lambda numbers: numbers.lance_distance)),
    require(squares.target_in_view),
    require(Measure("the target has no cover from there", _denies_cover)),
    least(squares.way_there),
)


@against
def lance_at(here: Here) -> Arm | Cannot:
    """OUT-MOVE-ride-tuwa-1: return the lance to throw, if it is near enough and there are actions for all it takes."""
    if not within_lance(here, standing(here)):
        return Cannot("further than three squares away")
    # One lance is like another; those in the hands come first.
    lance = next((arm for arm in acting.arms(here.position, actor(here)) if arm.kind.cls == "lance"), None)
    if lance is None:
        return Cannot("it has no lance")
    numbers = here.battle.data.numbers
    turn = 0 if standing(here).sees else numbers.turnaround
    if left(here) < numbers.throw + turn + (0 if lance.held else numbers.draw):
        return acting.too_few(here, "the throw and what it takes")
    return lance


def with_lance(text: str, act: Callable[[Here, Arm], Intent | Cannot]) -> Option:
    """OUT-MOVE-ride-tuwa-1, OUT-MOVE-ride-tuwa-2: return what is done with a lance, within three squares."""

    def done(here: Here) -> Intent | Cannot:
        lance = lance_at(here)
        return lance if isinstance(lance, Cannot) else act(here, lance)

    return Option("OUT-MOVE-ride-tuwa-1", text, done)


IN_HAND, NOT_IN_HAND = Cannot("it is in hand"), Cannot("it has no lance in hand")
THROW_LANCE = InTurn(
    with_lance("draw a lance", lambda here, lance: IN_HAND if lance.held else acting.draw_item(here, lance.item)),
    with_lance("turn to the target", lambda here, lance: acting.turn_to_target(here) if lance.held else NOT_IN_HAND),
    with_lance(
        "throw the lance", lambda here, lance: ordered(here, Throw(actor(here).id, foe(here).id, lance.item.id))
    ),
)


@against
def flanked(here: Here) -> Cannot | Plan:
    """OUT-MOVE-ride-tuwa-2: the lance is thrown only where the cover was denied."""
    return THROW_LANCE if exposed.of(here, foe(here)).key else Cannot(f"{foe(here).id} is in cover")


def ride_towards_tuwa(*shoot: Plan) -> Plan:
    """OUT-MOVE-ride-tuwa-1 to OUT-MOVE-ride-tuwa-3."""
    near = "it is within three squares"
    closer = approach("OUT-MOVE-ride-tuwa-1", "ride within three squares", RIDE, within_lance, near)
    return acting.settled(
        "OUT-MOVE-ride-tuwa-1",
        "the target is in no cover, or prone",
        lambda here: exposed.of(here, foe(here)).key,
        InTurn(closer, THROW_LANCE),
        Seek(
            RIDE,
            OUTFLANK,
            "ride to where it has no cover",
            Option("OUT-MOVE-ride-tuwa-2", "from where it has no cover", flanked),
            FirstOf(*shoot, into_range(RIDE, "OUT-MOVE-ride-tuwa-3")),
        ),
    )


# -- the instructions ----------------------------------------------------------------------------------------------

with_actions = acting.unless(lambda here: present(here) or (Cannot("no actions are left") if left(here) < 1 else None))
"""For what takes actions, so that no die is thrown without."""


def in_saddle_or_not(rule: str, text: str, foot: Plan, ride: Plan, tuwa: Plan) -> Option:
    """Return an instruction that is one thing on foot, another in the saddle, and a third for a Tuwa there."""

    @with_actions
    def choose(here: Here) -> Cannot | Plan:
        unit = actor(here)
        return foot if not unit.mounted else tuwa if unit.profile.tuwa else ride

    return Option(rule, text, choose)


def _feet(walking: Plan, crawling: Plan) -> Plan:
    """OUT-MOVE-walk-0: whoever could not stand up crawls."""

    @with_actions
    def choose(here: Here) -> Cannot | Plan:
        return crawling if actor(here).prone else walking

    return Option("OUT-MOVE-walk-0", "on foot, or crawling if it could not stand up", choose)


GET_UP_TO_GO = Option("OUT-READ-away", "get up to walk away", get_up_to_go)
AWAY_ON_FOOT = FirstOf(LEAVE, InTurn(GET_UP_TO_GO, _feet(away(WALK), away(CRAWL)), LEAVE))
AWAY_CRAWLING = FirstOf(LEAVE, InTurn(LIE_DOWN, away(CRAWL), LEAVE))
AWAY_RIDING = FirstOf(LEAVE, InTurn(away(RIDE), LEAVE))


def _even_or_odd(rule: str, toward: Plan, odd: Plan) -> acting.Deciding:
    return acting.Deciding(rule, "even towards, odd away", {range(2, 7, 2): toward, range(1, 7, 2): odd})


def _riding(*shoots: Plan) -> tuple[Plan, Plan]:
    """Return what a Move is in the saddle, and for a Tuwa there."""
    ride, tuwa = ride_towards(*shoots[:1]), ride_towards_tuwa(*shoots[1:])
    return _even_or_odd("OUT-MOVE-away", ride, AWAY_RIDING), _even_or_odd("OUT-MOVE-away", tuwa, AWAY_RIDING)


def move(*shoots: Plan) -> Option:
    """Return the instruction Move."""
    stand = Option("OUT-MOVE-walk-0", "stand up", get_up)
    walk = InTurn(stand, _feet(walk_towards(*shoots[:1]), CRAWL_TOWARDS))
    text = "Move" if shoots else "Move in place of a Shoot"
    on_foot = _even_or_odd("OUT-MOVE-away", walk, AWAY_ON_FOOT)
    return in_saddle_or_not("OUT-MOVE-away", text, on_foot, *_riding(*shoots))


def down_first(here: Here) -> Intent | Cannot:
    """OUT-MOVE-crawl: lie down before the die, which may find nothing else to do; not where one might leave on foot."""
    return Cannot("it may leave the board here") if rewarded(here.position, actor(here)) else hit_the_dirt(here)


def crawl(*shoots: Plan) -> Option:
    """Return the instruction Crawl; a rider whom Prone has left in the saddle rides instead, as for Move."""
    die = _even_or_odd("OUT-MOVE-crawl", InTurn(LIE_DOWN, CRAWL_TOWARDS), AWAY_CRAWLING)
    on_foot = InTurn(Option("OUT-MOVE-crawl", "down first", down_first), die)
    return in_saddle_or_not("OUT-MOVE-crawl", "Crawl", on_foot, *_riding(*shoots))

"""What is told of the chances of an order: each is read off all that may come of it.

Everything is told as things stand. What follows on it (a snapshot in return) is not counted in.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sim.engine.insight import Odds
from sim.engine.notes import Drawn, Opposed, Rolled
from sim.engine.orders import Ask, Intent
from sim.play.consequences import Outcomes, Run, Told, happens, odds_of, of_order, otherwise, throws
from sim.rules.outlaws.brawling import Kind, brawlers
from sim.rules.outlaws.events import BlowStruck, BystanderHit, ObjectBroke, Shot, SnapshotTried, Thrown, Wounded
from sim.rules.outlaws.foresight import would_do
from sim.rules.outlaws.hands import item_of, kind_of, named
from sim.rules.outlaws.orders.base import ACTION, BRAWL
from sim.rules.outlaws.orders.fighting import BodyBlow, Shoot, Snap, Stab, Strike, Throw
from sim.rules.outlaws.scene import Scene, others
from sim.rules.outlaws.shooting import shot_refusal, throw_refusal
from sim.rules.outlaws.units import Character

MISS, NO_SHOT, NOT_LANDED, NO_EFFECT, FOLK = "miss", "no shot", "does not land", "no effect", "townsfolk hit"
UNCONSCIOUS, DEAD = "unconscious", "dead"
SECOND_CHIT = "second wound chit"
KINDS: dict[type[Intent], Kind] = {BodyBlow: "body blow", Strike: "strike", Stab: "stab"}


def odds(position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
    """Return how likely an order is to succeed; nothing of what cannot be done, or needs no die."""
    return () if position.battle.ruleset.refusal(position, ask, intent) else _of(position, ask, intent)


def _of(position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
    """Return how likely an order that is allowed is to succeed."""
    match intent:
        case Shoot():
            return _hit(position, ask, intent, "shoots")
        case Throw():
            return _hit(position, ask, intent, "throws")
        case Snap():
            return _snap(position, ask, intent)
        case BodyBlow() | Strike() | Stab():
            return _blow(position, ask, intent)
        case _:
            return ()


def _outcomes(position: Scene, ask: Ask, intent: Intent) -> Outcomes | None:
    """Return all that may come of an order; which arm is hit, and whom a stray shot, is not told apart."""
    return of_order(position, ask, intent, matters=lambda request: not throws("which arm", "whom the stray")(request))


# -- ends ---------------------------------------------------------------------------------------------------------


def _end(run: Run, target: str, none: str) -> str:
    """Return what has become of a target: the name of its wound, or that it is out; `none` if it was not hit."""
    if run.has(BystanderHit, group=target):
        return FOLK
    return next((_named(wounded) for wounded in run.all_of(Wounded, unit=target)), none)


def _named(done: Wounded) -> str:
    """Return what a hit comes to: its name, or that it is out; who lies on the ground cannot be knocked down."""
    if done.dead or done.unconscious:
        return DEAD if done.dead else UNCONSCIOUS
    is_felt = done.arm is not None or done.owed or done.lost or done.prone or done.leg
    return done.chit.lower() if is_felt else NO_EFFECT


def _order(position: Scene) -> tuple[str, ...]:
    """Return the names of ends, from the least severe to the worst."""
    wounds = [chit.name.lower() for chit in position.battle.data.chits.values()]
    return (NO_SHOT, MISS, NOT_LANDED, FOLK, NO_EFFECT, "winded", *wounds, UNCONSCIOUS, DEAD)


# -- shots --------------------------------------------------------------------------------------------------------


def _hit(position: Scene, ask: Ask, intent: Shoot | Throw, verb: str) -> tuple[Odds, ...]:
    """Return the odds of a shot or a throw: that it hits, and all that may come of it."""
    found = _outcomes(position, ask, intent)

    def end(run: Run) -> str:
        return _end(run, intent.target, MISS)

    both = isinstance(intent, Shoot) and intent.both
    told = Told(
        f"a hit on {intent.target}",
        intent.unit,
        intent.target,
        f"{intent.unit} {verb} at {intent.target}",
        ends=end,
        order=_order(position),
        because=lambda _, rolled: _needed(rolled, found, both),
    )
    return odds_of(found, told)


def _needed(rolled: Rolled, found: Outcomes | None, both: bool = False) -> str:
    assert rolled.throw.need is not None and rolled.throw.need.low is not None
    needed, runs = rolled.throw.need.low, found.runs if found is not None else ()
    two = any(isinstance(note, Drawn) and note.purpose == SECOND_CHIT for run in runs for note in run.notes)
    why = f"; two chits, {'both barrels' if both else 'at point blank'}" if two else ""
    return f"{needed} or more on 2D6{', which they cannot show' if needed > 12 else ''}{why}"


def _snap(position: Scene, ask: Ask, intent: Snap) -> tuple[Odds, ...]:
    """OUT-SNAP-1: the shot that a snapshot leads to, if one can be fired, and the attempt that it hangs on."""
    found = _outcomes(position, ask, intent)
    attempt = f"snapshot at {intent.target}"

    def end(run: Run) -> str:
        return _end(run, intent.target, MISS if run.has(Shot) else NO_SHOT)

    def why_hit(run: Run, rolled: Rolled) -> str:
        assert found is not None
        tried, hit = found.chance(_comes_off), found.given(_comes_off).chance(_is_hit)
        return f"{_needed(rolled, found)} ({hit}), if the attempt comes off ({tried})"

    def why_tried(_: Run, rolled: Rolled) -> str:
        wanted, need = position.battle.data.numbers.snapshot_needs, rolled.throw.need
        return f"{wanted} with the skill: {need.low if need else wanted} or more on a die"

    shot = Told(
        f"a hit on {intent.target}",
        intent.unit,
        intent.target,
        f"{intent.unit} shoots at {intent.target}",
        so=_is_hit,
        given=otherwise,
        ends=end,
        order=_order(position),
        because=why_hit,
    )
    tried = Told(f"the attempt at {intent.target}", intent.unit, intent.target, attempt, because=why_tried)
    is_shot = found is not None and any(run.has(Shot) for run in found.runs)
    return odds_of(found, shot, tried) if is_shot else odds_of(found, tried)


def _comes_off(run: Run) -> bool:
    return run.has(SnapshotTried, succeeded=True)


def _is_hit(run: Run) -> bool:
    return run.has(Shot, hit=True)


# -- blows --------------------------------------------------------------------------------------------------------


def _blow(position: Scene, ask: Ask, intent: BodyBlow | Strike | Stab) -> tuple[Odds, ...]:
    """Return the odds of a blow: both throw a die, and only who strikes can win by it."""
    kind, found = KINDS[type(intent)], _outcomes(position, ask, intent)

    def end(run: Run) -> str:
        """Tell a blow that does not land apart from one that lands and changes nothing."""
        return _end(run, intent.target, NOT_LANDED)

    def why(_: Run, blow: Opposed) -> str:
        words = f"a die {blow.ahead:+d} must beat a die" if blow.ahead else "a die must beat a die"
        item = item_of(position.state.unit(intent.unit), intent.item) if isinstance(intent, Strike) else None
        broken = found.chance(_breaks) if found is not None else 0
        return words + (f"; {named(position, item)} breaks with {6 * broken} of 6" if item and broken else "")

    what = f"a {kind} that lands on {intent.target}"
    dice = f"{kind} at {intent.target}"
    told = Told(what, intent.unit, intent.target, dice, ends=end, order=_order(position), because=why)
    return odds_of(found, told)


def _breaks(run: Run) -> bool:
    return run.has(ObjectBroke)


# -- threats ------------------------------------------------------------------------------------------------------


def threats(position: Scene, target: Character) -> tuple[Odds, ...]:
    """Return what each enemy could do with a whole counter without moving or turning, the worst first.

    Of an auto it is what its rules lead to, of anybody else the best that he could do.
    """
    if target.cell is None or target.out or target.profile.group:
        return ()
    found = [worst for enemy in others(position, target.side) if (worst := _threat(position, enemy, target))]
    return tuple(sorted(found, key=_severity))


def _severity(told: Odds) -> tuple[Fraction, Fraction]:
    out = sum(share for name, share in told.results if name in (UNCONSCIOUS, DEAD))
    return -told.chance, -Fraction(out)


def _threat(position: Scene, enemy: Character, target: Character) -> Odds | None:
    ask = Ask(enemy.side, BRAWL if target in brawlers(position, enemy) else ACTION, enemy.id)
    if enemy.side in position.battle.data.autos:
        foreseen = would_do(position, enemy, target)
        return next(iter(_of(foreseen[0], ask, foreseen[1])), None) if foreseen else None
    # What a hit does takes long to find out: it is asked of those alone that are likeliest to hit.
    hits = [(_chance(position, ask, intent), intent) for intent in _attacks(position, enemy, target)]
    best = max((chance for chance, _ in hits), default=None)
    able = [told for chance, intent in hits if chance == best for told in _of(position, ask, intent)]
    return min(able, key=_severity, default=None)


def _chance(position: Scene, ask: Ask, intent: Intent) -> Fraction:
    found = of_order(position, ask, intent, until=happens(Shot, Thrown, BlowStruck))
    return found.chance(_succeeds) if found is not None else Fraction(0)


def _succeeds(run: Run) -> bool:
    return (
        run.has(Shot, hit=True) or run.has(Thrown, hit=True) or any(blow.won_by > 0 for blow in run.all_of(BlowStruck))
    )


def _attacks(position: Scene, enemy: Character, target: Character) -> Iterator[Intent]:
    """Yield all that a character could do to another with a whole counter."""
    brawling = target in brawlers(position, enemy)
    if brawling:
        yield BodyBlow(enemy.id, target.id)
    for item in enemy.held:
        kind = kind_of(position, item)
        if brawling and kind.strikes:
            yield Strike(enemy.id, target.id, item.id)
        if brawling and kind.cls == "knife" and not enemy.prone:
            yield Stab(enemy.id, target.id, item.id)
        for aim, shot in kind.shots.items():
            if shot.actions <= enemy.allowance and not shot_refusal(position, enemy, target, item, aim):
                yield Shoot(enemy.id, target.id, item.id, aim)
        if kind.thrown and not throw_refusal(position, enemy, target, item):
            yield Throw(enemy.id, target.id, item.id)

"""The rules of Picket: orders, what comes of them, and the sequence of play."""

from collections.abc import Iterator
from typing import Annotated

from sim import kit
from tests.picket.men import CUP, MOODS, WALK, Data, Man, PicketState, Play, Scene, reach_of, zone_of

ACTION, SNAP = "action", "snap shot"
PicketOrder = kit.Order[PicketState, Data]


class Stepped(kit.UnitChanged[PicketState]):
    """A man took a step, and faces where he went."""

    says, takes = "{unit} goes to {cell}", ("cell", "facing")
    cell: kit.Cell
    facing: int


class Shot(kit.UnitChanged[PicketState]):
    """A man fired, and is hidden no longer; PKT-HIT: the second hit takes his target out of the battle."""

    says = "{unit} {snap:snaps|fires} at {target}: {hit:hit|missed}"
    sets, takes = {"hidden": False, "snapped": lambda event, man: man.snapped or event.snap}, ("facing",)
    target: kit.UnitId
    hit: bool
    facing: int
    snap: bool = False

    def then(self, state: PicketState) -> PicketState:
        hits = state.unit(self.target).hits + self.hit
        return state.without_unit(self.target) if hits > 1 else kit.unit_changed(state, self.target, hits=hits)


class Found(kit.UnitChanged[PicketState]):
    """PKT-HIDE: a hidden man was found."""

    says, sets = "{unit} is found", {"hidden": False}


class MoodSet(kit.StateChanged[PicketState]):
    """PKT-CARD: the raiders' card was turned over."""

    takes = ("mood",)
    mood: str


class Rested(kit.EverybodyChanged[PicketState]):
    """PKT-SNAP: a new turn: everybody may snap again."""

    sets = {"snapped": False}


class Stay(PicketOrder):
    """Do nothing."""

    rule, verb, says, passes = "PKT-STAY", "stay", "{unit} stays", True
    unit: kit.Actor


def _targets(position: Scene, ask: kit.Ask, man: Man) -> Iterator[str]:
    """PKT-SNAP: a snap shot is fired at whoever has come into view."""
    return (other.id for other in position.state.units.against(man.side) if ask.about in (None, other.id))


class Shoot(PicketOrder):
    """PKT-FIRE: turn to a man and fire at him."""

    rule, verb, says = "PKT-FIRE", "shoot", "{unit} fires at {target}"
    unit: kit.Actor
    target: Annotated[kit.UnitId, kit.Choice("target", _targets)]

    def refusals(self, position: Scene, ask: kit.Ask) -> Iterator[kit.Refused]:
        """PKT-FIRE, PKT-SNAP: he must be there, in range and in sight; a snap shot has its target."""
        if ask.occasion == SNAP and self.target != ask.about:
            yield kit.Refusal(f"only {ask.about} can be snapped at", "PKT-SNAP")
        yield can_shoot(position, position.state.unit(self.unit), position.state.unit(self.target))

    def resolve(self, game: Play, ask: kit.Ask) -> None:
        """PKT-FIRE: 2D6 and the check against what is needed to hit."""
        man, target, grid = game.state.unit(self.unit), game.state.unit(self.target), game.battle.map.grid
        check = attack(game.position, man, target, snap=ask.occasion == SNAP)
        game.note(kit.Checked(check, rule="PKT-FIRE"))
        need = kit.at_least(game.battle.data.settings.to_hit - check.total)
        hit = game.met(kit.Throw(kit.D6, f"{man.id} fires at {target.id}", man.id, need, count=2), "PKT-FIRE")
        facing = grid.towards(man.place, target.place)
        turned = game.choose(facing, "which way to turn", man.id, [grid.directions[each] for each in facing])
        game.happen(Shot(man.id, target.id, hit, turned, ask.occasion == SNAP))

    def foretold(self, position: Scene, ask: kit.Ask) -> Iterator[kit.Told]:
        ends = {"hit": lambda run: run.has(Shot, hit=True), "miss": kit.otherwise}
        yield kit.Told(f"a hit on {self.target}", self.unit, self.target, self.sentence(position), ends=ends)


def can_shoot(position: Scene, man: Man, target: Man) -> str | None:
    """PKT-FIRE: say why a man cannot fire at another; None if he can."""
    if target.cell is None or target.side == man.side:
        return f"{target.id} is no target"
    if position.map.distance(man.place, target.cell) > man.profile.range:
        return f"{target.id} is out of range"
    sight = position.sight(man.place, target.cell)
    return None if sight else f"{target.id} is out of sight: {sight.reason}"


def attack(position: Scene, man: Man, target: Man, snap: bool) -> kit.Check:
    """PKT-FIRE: what is added to 2D6."""
    check = kit.Check("attack").plus(man.profile.aim, "aim", "PKT-FIRE")
    if position.map.distance(man.place, target.place) == 1:
        check = check.plus(2, "next to the target", "PKT-FIRE")
    for cover in position.sight(man.place, target.place).cover:
        check = check.plus(-cover.defence, cover.reason, "PKT-FIRE")
    return check.plus(-1 if snap else 0, "snap shot", "PKT-SNAP")


class Walk(PicketOrder):
    """PKT-WALK: go along a way, the start left out."""

    rule, verb, says, on, ample = "PKT-WALK", "walk", "{unit} walks to {way}", (ACTION,), True
    unit: kit.Actor
    way: Annotated[tuple[kit.Cell, ...], kit.along(reach_of)]

    def refusals(self, position: Scene, ask: kit.Ask) -> Iterator[kit.Refused]:
        """PKT-WALK: step by step, past nobody he knows of, as far as his pace goes."""
        man, known = position.state.unit(self.unit), [man.cell for man in position.state.units if not man.hidden]
        price = kit.way_price(position, WALK, man.place, self.way, known)
        if isinstance(price, str):
            yield price
        elif price.total > man.profile.pace:
            yield f"the way costs {price.total}, and {man.id} has {man.profile.pace}"

    def cost(self, position: Scene, ask: kit.Ask) -> str:
        return f"{reach_of(position, position.state.unit(self.unit)).cost(self.way[-1])} steps"

    def resolve(self, game: Play, ask: kit.Ask) -> None:
        """PKT-WALK, PKT-HIDE, PKT-SNAP: step by step, finding who is hidden; whoever is hit walks no further."""
        for cell in self.way:
            man = game.state.unit(self.unit)
            if there := game.state.units.at(cell):  # a man nobody knew of stands in the way
                game.happen(Found(there[0].id))
                return
            game.happen(Stepped(man.id, cell, game.battle.map.grid.towards(man.place, cell)[0]))
            for other in game.state.units.against(man.side):
                if other.hidden and game.battle.map.distance(cell, other.place) == 1:
                    game.happen(Found(other.id))
            for watcher in game.state.units.against(man.side):
                if not watcher.snapped and cell in zone_of(game.position, watcher):
                    snap = kit.Ask(watcher.side, SNAP, watcher.id, man.id)
                    BOOK.resolve(game, snap, game.order(snap))
                    if man.id not in game.state.units or game.state.unit(man.id).hits > man.hits:
                        return


BOOK: kit.OrderBook[PicketState, Data] = kit.OrderBook(Stay, Shoot, Walk)


def play(game: Play) -> None:
    """PKT-CUP: one activation: draw a counter; an empty cup ends the turn."""
    if outcome := _outcome(game):
        game.happen(kit.BattleEnded(outcome))
    elif game.state.deck(CUP).left:
        _activate(game)
    else:  # PKT-TURN: count the turn, bring on who is due, fill the cup
        game.happen(kit.TurnBegan(game.state.turn + 1))
        game.happen(Rested())
        kit.bring_on_due(game, game.state.arrivals, lambda man: man.cell is None)
        game.happen(kit.DeckShuffled(CUP, tuple(man.id for man in game.state.units)))


def _activate(game: Play) -> None:
    id_ = game.draw(CUP, "who acts")
    game.happen(kit.CardTaken(CUP, id_, "hand"))
    if id_ not in game.state.units or game.state.unit(id_).cell is None:
        return
    ask = kit.Ask(game.state.unit(id_).side, ACTION, id_)
    if automated := game.deciders[ask.side][0] == kit.SOLO:
        game.note(kit.Said("the raiders draw a card before they act", rule="PKT-CARD"))
        game.happen(MoodSet(game.take(MOODS, "mood", id_).split("-")[0]))
    for done, intent in enumerate(game.orders(ask), start=1):
        BOOK.resolve(game, ask, intent)
        if done == 2 or id_ not in game.state.units or not automated:
            break


def _outcome(game: Play) -> kit.Outcome | None:
    """PKT-END: a side is wiped out, or the last turn is over: the objective decides."""
    units, sides, data = game.state.units, [side.id for side in game.battle.sides], game.battle.data
    cells = [cell for objective in data.objectives for cell in objective.cells]
    tally = kit.Tally(lambda: {side: sum(man.cell in cells for man in units.of(side)) for side in sides})
    ended = tally.alone([side for side in sides if units.of(side)], got_away=lambda: False)
    if ended or game.battle.turns is None or game.state.turn <= game.battle.turns:
        return ended
    needs = dict.fromkeys(sides, data.victory.men)
    return tally.enough(needs, tally.points.__getitem__) or tally.won(None, "nobody holds the objective")

"""Carry out one order, and make the spent check that follows it."""

from __future__ import annotations

from typing import Literal

from sim.board.terrain import VOID
from sim.engine.dice import D6, Throw, at_least, die
from sim.engine.events import Passed
from sim.engine.game import Game
from sim.engine.notes import Checked, Said
from sim.engine.orders import Ask, Intent
from sim.grid import Cell
from sim.rules.conflict_of_heroes.actions import (
    AI_TURN,
    ENEMY_ACTED,
    ENEMY_MOVED,
    TURN,
    DigIn,
    Fire,
    Hide,
    LaySmoke,
    Move,
    Pass,
    Pivot,
    PlayCard,
    Rally,
    ReconByFire,
    Stall,
    Step,
)
from sim.rules.conflict_of_heroes.combat import ALONE, Support, is_wet, refusal
from sim.rules.conflict_of_heroes.control import take_control
from sim.rules.conflict_of_heroes.costs import actors, caps_needed, card_of, cost, cost_of_move
from sim.rules.conflict_of_heroes.events import (
    CapsChanged,
    CardPlayed,
    Concealed,
    DugIn,
    HitTaken,
    MinesLaid,
    Moved,
    ObstaclesCleared,
    RallyTried,
    Searched,
    SmokeLaid,
    SpentChecked,
    SwiftGiven,
)
from sim.rules.conflict_of_heroes.figures import ActionCard
from sim.rules.conflict_of_heroes.legality import REACTIONS, support_refusal
from sim.rules.conflict_of_heroes.losses import attack_hex, destroy, hit
from sim.rules.conflict_of_heroes.moving import all_ways, cannot_move
from sim.rules.conflict_of_heroes.players_dice import play_answer, player_roll
from sim.rules.conflict_of_heroes.rallying import rally_needs
from sim.rules.conflict_of_heroes.recon_by_fire import recon_needs
from sim.rules.conflict_of_heroes.rumours import look_around, recon, reveal
from sim.rules.conflict_of_heroes.units import (
    ARMOURED_HITS,
    ORDERS,
    SOFT_HITS,
    CohData,
    CohState,
    Counter,
    Scene,
    pool_of,
)
from sim.rules.conflict_of_heroes.words import said_of

Play = Game[CohState, CohData]


def resolve(game: Play, ask: Ask, intent: Intent) -> None:
    """Carry out an order that is allowed, with the spent check that follows it."""
    carry_out(game, ask, intent, is_checked(game.position, ask))


def is_checked(position: Scene, ask: Ask) -> bool:
    """COH-4.1, COH-4.2: say whether those who act are checked afterwards: after a command order nobody is."""
    if ask.occasion == AI_TURN and ask.about is not None:
        return position.battle.data.orders[ask.about].colour == "green"
    return ask.occasion in (TURN, AI_TURN)


def carry_out(game: Play, ask: Ask, intent: Intent, checked: bool) -> None:
    """Pay, act, and check whether those who acted are spent; `checked` is false after a command order (COH-4.1)."""
    price = cost(game.position, intent).total
    card = card_of(game.position, intent)
    _pay(game, intent, card)
    extra = _act(game, ask, intent, card)
    if card is not None:
        _play_along(game, card)
    if ask.side == game.battle.data.ai and isinstance(intent, Move):
        _bog_down(game, intent)
    # COH-3.1.1-caps: what wire asks on top does not make an action that is paid wholly in CAPs another one.
    if checked and price > 0 and price + extra > 0:
        spent_check(game, actors(intent), price + extra, ask.side == game.battle.data.ai)


def _pay(game: Play, intent: Intent, card: ActionCard | None) -> None:
    caps = caps_needed(game.position, intent)
    if card is not None:
        game.note(Said(card.text, rule="COH-3.3"))
        game.happen(CardPlayed(card.id))
    if caps:
        wholly = not cost(game.position, intent).total
        game.note(Said(f"{caps} CAPs are spent", rule="COH-3.2.2" if wholly else "COH-3.2.1"))
        game.happen(CapsChanged(-caps))


def spent_check(game: Play, units: tuple[str, ...], ap: int, answered: bool = False) -> None:
    """COH-3.1.1: draw an order card; a cost of at least its number turns everybody over who took part."""
    left = tuple(unit for unit in units if unit in game.state.units and game.state.unit(unit).fresh)
    if not left:
        return
    if answered:
        ap += _confusion(game, left[0], ap)
    drawn = game.battle.data.orders[game.take(ORDERS, f"spent check, {ap} AP", left[0], "COH-3.1.1")]
    if drawn.remain_fresh:
        game.note(Said("the card has the symbol: they remain fresh", rule="COH-3.1.1-symbol"))
    else:
        words = f"{ap} AP against {drawn.spent_number}"
        game.note(Said(words, rule="COH-3.1.1-group" if len(left) > 1 else "COH-3.1.1"))
    game.happen(SpentChecked(left, not drawn.remain_fresh and ap >= drawn.spent_number))


# -- acting ---------------------------------------------------------------------------------------------------


def _act(game: Play, ask: Ask, intent: Intent, card: ActionCard | None) -> int:
    """Do what was ordered; return AP that came on top of the cost."""
    match intent:
        case Move(steps=steps):
            return _move_all(game, steps)
        case Pivot(unit=unit, facing=facing):
            game.happen(Moved(unit, game.state.unit(unit).place, facing))
            _mines(game, unit)
        case Fire():
            _fire(game, intent, card)
        case ReconByFire():
            _recon_by_fire(game, intent)
        case Rally(units=units, dice_caps=dice_caps):
            for unit in units:
                _rally(game, unit, dice_caps)
        case DigIn(unit=unit):
            _come_into_the_open(game, unit)
            game.happen(DugIn(unit))
        case Hide(unit=unit):
            game.happen(Concealed(unit, True))
        case LaySmoke(cell=cell, unit=unit):
            _come_into_the_open(game, unit)
            for each in _smoked(game, cell, card):
                game.happen(SmokeLaid(each))
        case PlayCard():
            assert card is not None
            _play_card(game, intent, card)
        case Stall(unit=unit):
            game.note(Said("stalls", rule="COH-3.4"))
            game.happen(Passed(ask.side, unit or None, "stalls"))
        case Pass():
            game.happen(Passed(ask.side, None, "passes"))
    return 0


def _come_into_the_open(game: Play, unit: str) -> None:
    """Show a hidden counter that does anything but move, rally or stall (base game 11)."""
    if unit and game.state.unit(unit).hidden:
        game.happen(Concealed(unit, False))


def _smoked(game: Play, cell: Cell, card: ActionCard | None) -> list[Cell]:
    """Return the hexes that smoke fills: one, and by a card those around it; water gets none."""
    around = card.value if card is not None and card.effect == "smoke" else 0
    near = [each for each in game.battle.map.cells if each != cell and game.battle.map.distance(cell, each) <= around]
    ground = game.position.ground
    dry = (each for each in near if ground.terrain_at(each).id != VOID and not is_wet(ground, each))
    return [cell, *dry]


def _move_all(game: Play, steps: tuple[Step, ...]) -> int:
    """Move a counter or a group; return the AP beyond the cost: of a group the dearest member counts."""
    costs = [cost_of_move(game.position, step).total for step in steps]
    dearer = [cost + _move(game, step) for cost, step in zip(costs, steps, strict=True)]
    return max(dearer) - max(costs)


def _move(game: Play, step: Step) -> int:
    """Enter hex by hex: control changes hands, mines go off, hidden and rumoured enemies come to light.

    Whoever is stopped by what it meets, a hit or an enemy in the hex, goes no further.
    """
    extra, won = 0, _hexes_won(game, step)
    for place, cell in enumerate(step.way):
        last = place == len(step.way) - 1
        before = game.state.unit(step.unit)
        facing = step.facing if last else game.battle.map.grid.towards(before.place, cell)[0]
        game.happen(Moved(step.unit, cell, facing, "action" if not place else "bonus" if place < won else "card"))
        take_control(game, step.unit)
        extra += _wire(game, step.unit)
        _mines(game, step.unit)
        look_around(game, step.unit)
        if step.unit not in game.state.units or _is_stopped(game, step.unit):
            break
    return extra


def _hexes_won(game: Play, step: Step) -> int:
    """Return how many hexes of a move the action gives by itself, bonus hexes included; a card gives the others."""
    if len(step.way) == 1:
        return 1
    found = [way.cells for way in all_ways(game.position, game.state.unit(step.unit))]
    return max((len(cells) for cells in found if cells == step.way[: len(cells)]), default=1)


def _is_stopped(game: Play, unit: str) -> bool:
    counter = game.state.unit(unit)
    enemies = [other for other in game.state.units.at(counter.place) if other.side != counter.side]
    return bool(enemies) or cannot_move(game.position, counter) is not None


def _wire(game: Play, unit: str) -> int:
    """Roll for wire that foot enters; return the AP that it costs beyond what the map has counted for it."""
    counter, numbers = game.state.unit(unit), game.battle.data.numbers
    if counter.profile.kind != "foot" or not _has_feature(game, counter, "wire"):
        return 0
    figure = game.battle.map.terrain_set.features["wire"].move["foot"]
    counted = 0 if figure is None or counter.hidden else figure.extra
    return game.throw(Throw(die(numbers.wire_die), "wire", unit), "COH-WIRE").total - counted


def _mines(game: Play, unit: str) -> None:
    """Roll for mines, under whoever enters their hex or turns in it; a rumour that they hit shows what it is."""
    counter, numbers = game.state.unit(unit), game.battle.data.numbers
    if not _has_feature(game, counter, "mines"):
        return
    rolled = game.throw(Throw(D6, "mines", unit, at_least(numbers.mines_need), count=2), "COH-WIRE")
    if rolled.total < numbers.mines_need or (counter.is_rumour and not reveal(game, unit)):
        return
    if rolled.total >= numbers.mines_need + numbers.destroyed_by:
        destroy(game, unit)
    else:
        hit(game, unit, ARMOURED_HITS if game.state.unit(unit).profile.flank_armoured else SOFT_HITS)


def _has_feature(game: Play, counter: Counter, kind: str) -> bool:
    return any(feature.id == kind for feature in game.position.ground.features_at(counter.place))


def _fire(game: Play, intent: Fire, card: ActionCard | None) -> None:
    """Attack; rumours on either side show first what they are, and may be unable to go on (COH-6.0)."""
    place = game.state.unit(intent.target).place
    for unit in (*actors(intent), *(other.id for other in game.state.units.at(place))):
        if unit in game.state.units and game.state.unit(unit).is_rumour:
            reveal(game, unit)
    if intent.unit not in game.state.units or intent.target not in game.state.units:
        return
    attacker, target = game.state.unit(intent.unit), game.state.unit(intent.target)
    if reason := refusal(game.position, attacker, target):
        game.happen(Passed(attacker.side, attacker.id, reason))
        return
    supporters = tuple(unit for unit in intent.supporters if _supports(game, attacker, unit, target))
    bonus = card.value if card is not None and card.effect == "firepower" else 0
    attack_hex(game, attacker.id, target.id, supporters, Support(len(supporters), intent.dice_caps, bonus))


def _recon_by_fire(game: Play, intent: ReconByFire) -> None:
    """Search a hex; whoever is found there is attacked at once, by the same action (base game 11).

    Ruling: it keeps the facing that it had in hiding, as everybody does who comes to light.
    """
    unit = game.state.unit(intent.unit)
    check = recon_needs(game.position, unit, intent.cell, intent.dice_caps)
    game.note(Checked(check, rule="COH-RECON"))
    name = game.position.name(intent.cell)
    throw = Throw(D6, said_of(unit.id, f"searches {name} by fire"), unit.id, at_least(check.total), count=2)
    struck = player_roll(game, throw, unit.side, "COH-RECON") >= check.total
    there = [other.id for other in game.state.units.at(intent.cell) if other.side != unit.side and other.hidden]
    found = there if struck else []
    result: Literal["missed", "nobody", "found"] = "missed" if not struck else "found" if found else "nobody"
    by_unit = unit.side == game.battle.data.player
    game.happen(Searched(unit.id, intent.cell, check.total, result, by_unit))
    for other in found:
        game.happen(Concealed(other, False))
    for target in found[:1]:
        if reason := refusal(game.position, game.state.unit(unit.id), game.state.unit(target)):
            game.happen(Passed(unit.side, unit.id, reason))
        else:
            attack_hex(game, unit.id, target, (), ALONE)


def _supports(game: Play, leader: Counter, unit: str, target: Counter) -> bool:
    """Say whether a supporter is what it was taken for."""
    if unit not in game.state.units:
        return False
    return support_refusal(game.position, leader, game.state.unit(unit), target) is None


def _rally(game: Play, unit: str, dice_caps: int) -> None:
    check = rally_needs(game.position, game.state.unit(unit), dice_caps)
    beside = tuple(other.id for other in game.state.units.at(game.state.unit(unit).place) if other.id != unit)
    game.note(Checked(check, rule="COH-RALLY", about=beside))
    throw = Throw(D6, said_of(unit, "rallies"), unit, at_least(check.total), count=2)
    total = player_roll(game, throw, game.state.unit(unit).side, "COH-RALLY")
    rallied = total >= check.total
    game.happen(RallyTried(unit, rallied, pool_of(game.position, game.state.unit(unit)) if rallied else None))


# -- cards ----------------------------------------------------------------------------------------------------


def _play_card(game: Play, intent: PlayCard, card: ActionCard) -> None:
    """COH-3.3: do what a card says that is an action by itself."""
    match card.effect:
        case "rally_at_once":
            pool = pool_of(game.position, game.state.unit(intent.unit))
            game.happen(RallyTried(intent.unit, True, pool))
        case "caps_die":
            whom = intent.unit or game.battle.data.player
            game.happen(CapsChanged(game.throw(Throw(die(card.value), card.name, whom), "COH-3.3").total))
        case "clear_obstacle":
            game.happen(ObstaclesCleared(game.state.unit(intent.unit).place))
        case "lay_mines":
            assert intent.cell is not None
            game.happen(MinesLaid(intent.cell))
        case "scout":
            return
        case _:
            raise ValueError(f"{card.name} is no action by itself")


def _play_along(game: Play, card: ActionCard) -> None:
    """COH-3.3: do what a card says that is played in addition to an action, after it."""
    match card.effect:
        case "second_turn":
            game.happen(SwiftGiven(1))
        case "scout":
            recon(game, game.battle.data.player, card.value)


def _answer(game: Play, occasion: str, about: str) -> ActionCard | None:
    """COH-3.3: let the player answer what an AI has done with a card; nobody who holds none is asked."""
    data, state = game.battle.data, game.state
    cards = [data.action_cards[name] for name in state.hand]
    if not any(card.effect in REACTIONS[occasion] and (card.caps or 0) <= state.caps for card in cards):
        return None
    answer = game.order(Ask(data.player, occasion, None, about))
    if not isinstance(answer, PlayCard):
        game.happen(Passed(data.player, None, "keeps the cards"))
        return None
    return play_answer(game, answer.card)


def _confusion(game: Play, unit: str, ap: int) -> int:
    """COH-3.3: return the AP that a card adds to the check of an AI, where any order card left makes a difference."""
    data, deck = game.battle.data, game.state.deck(ORDERS)
    left = [data.orders[card] for card in deck.left or deck.discarded]
    held = [data.action_cards[name] for name in game.state.hand]
    most = max((card.value for card in held if card.effect in REACTIONS[ENEMY_ACTED]), default=0)
    if not any(not card.remain_fresh and ap < card.spent_number <= ap + most for card in left):
        return 0
    card = _answer(game, ENEMY_ACTED, unit)
    return 0 if card is None else card.value


def _bog_down(game: Play, intent: Move) -> None:
    """COH-3.3: let an AI vehicle that has moved get stuck; it takes the first marker that forbids moving."""
    moved = [game.state.unit(unit) for unit in actors(intent) if unit in game.state.units]
    vehicles = [unit.id for unit in moved if unit.profile.kind == "vehicle" and not unit.hit]
    left = game.state.deck(ARMOURED_HITS).left
    stuck = [name for name, marker in game.battle.data.hits.items() if marker.no_move and name in left]
    card = _answer(game, ENEMY_MOVED, vehicles[0]) if vehicles and stuck else None
    if card is None:
        return
    rolled = game.throw(Throw(D6, card.name, vehicles[0], at_least(card.value), count=2), "COH-3.3")
    if rolled.total >= card.value:
        game.happen(HitTaken(vehicles[0], stuck[0], ARMOURED_HITS))

"""What the cards of both decks do, at once or for a while (AAS-SEQ steps 2 and 3).

Rulings:
- Whom a fog-of-war card concerns is found by a die; an asset names its unit or its cell.
- A card that finds nobody whom it could concern does nothing.
- A card that brings somebody from a hot spot, drawn before there are any, waits beside the table until the first turn.
- A strike hits everybody within two inches of its cell, whosoever they are. Smoke lies in a cell and those beside it
  until the turn ends.
"""

from __future__ import annotations

from sim.engine.events import Passed
from sim.engine.notes import Said
from sim.grid import Cell
from sim.rules.ambush_alley.arrivals import bring_reinforcements, come_on
from sim.rules.ambush_alley.events import AssetPlayed, CardLaid, CardLifted, LevelChanged, Reactivated, SmokeLaid
from sim.rules.ambush_alley.figures import LASTING, Card, TeamProfile
from sim.rules.ambush_alley.fire import strike_unit
from sim.rules.ambush_alley.geometry import nearest
from sim.rules.ambush_alley.harm import Evacuated, Pinned
from sim.rules.ambush_alley.scenario import AasData
from sim.rules.ambush_alley.scene import Play, Scene, insurgents, regulars
from sim.rules.ambush_alley.units import FOG, Team
from sim.tabletop.inches import within

FROM_HOT_SPOTS = ("arrival", "mob")
"""Effects that bring somebody on at a hot spot."""


def expiring(data: AasData) -> tuple[str, ...]:
    """Return the cards that are over when a turn is, in the order of the decks."""
    cards = (*data.fog.values(), *data.assets.values())
    return tuple(
        card.id for card in cards
        if card.effect in LASTING and card.effect != "recon" and card.lasts in ("at once", "this turn")
    )  # fmt: skip


def draw_fog(game: Play) -> None:
    """Draw a fog-of-war card and let it take effect."""
    mission = game.battle.data.mission
    deck = game.state.deck(FOG)
    if not deck.left and not deck.discarded:
        game.happen(Passed(mission.regulars, None, "had no fog-of-war card to draw"))
        return
    card = game.battle.data.fog[game.take(FOG, "fog of war", mission.regulars, "AAS-SEQ")]
    units = _concerned(game, card)
    if card.whom and not units:
        game.happen(Passed(mission.regulars, None, f"found nobody whom {card.name} could concern"))
        return
    _take_effect(game, card, units, None)


def bring_those_who_wait(game: Play) -> None:
    """Let the cards take effect that were drawn before there were hot spots."""
    for id_ in game.state.in_force:
        card = game.battle.data.card(id_)
        if card.effect in FROM_HOT_SPOTS:
            game.happen(CardLifted(id_))
            _take_effect(game, card, [], None)


def needs_unit(card: Card) -> bool:
    """Say whether a card concerns one unit."""
    return card.whom in ("one regular", "one insurgent", "nearest", "random")


def needs_cell(card: Card) -> bool:
    """Say whether an asset has to name a cell."""
    return card.effect in ("smoke", "strike") and not needs_unit(card)


def play_asset(game: Play, id_: str, unit: str, cell: Cell | None, whose: str) -> None:
    """Play a card out of the hand that the Regulars share; `whose` order it is, where several are."""
    card = game.battle.data.assets[id_]
    game.happen(AssetPlayed(id_, unit, cell, whose))
    units = [unit] if unit else _concerned(game, card) if not needs_unit(card) else []
    _take_effect(game, card, units, cell)


# -- whom --------------------------------------------------------------------------------------------------------


def _concerned(game: Play, card: Card) -> list[str]:
    position = game.position
    match card.whom:
        case "regulars":
            return [unit.id for unit in regulars(position)]
        case "insurgents":
            return [unit.id for unit in insurgents(position)]
        case "one regular" | "random":
            return _one(game, card, _fit(card, list(regulars(position))))
        case "one insurgent":
            return _one(game, card, _fit(card, list(insurgents(position))))
        case "nearest":
            return _one(game, card, nearest_insurgents(position))
    return []


def _fit(card: Card, units: list[Team]) -> list[Team]:
    """Leave out those on whom a card would be wasted by its nature."""
    on_foot = card.effect in ("sniper", "cover lost", "pinned", "no rapid", "morale", "medevac")
    return [unit for unit in units if not on_foot or unit.profile.kind != "vehicle"]


def nearest_insurgents(position: Scene) -> list[Team]:
    """Return the Insurgents who are nearest to any Regular."""
    squared, found, least = position.map.grid.squared, list[Team](), -1
    for unit in insurgents(position):
        for enemy in nearest(position, unit.place, regulars(position))[:1]:
            away = squared(unit.place, enemy.place)
            if least < 0 or away < least:
                least, found = away, [unit]
            elif away == least:
                found.append(unit)
    return found


def _one(game: Play, card: Card, units: list[Team]) -> list[str]:
    ids = [unit.id for unit in units]
    return [game.choose(ids, f"whom {card.name} concerns", card.id)] if ids else []


# -- what --------------------------------------------------------------------------------------------------------


def _take_effect(game: Play, card: Card, units: list[str], cell: Cell | None) -> None:
    game.note(Said(f"{card.name}: {card.text}"))
    if card.effect in FROM_HOT_SPOTS and game.state.phase == "cards" and not game.state.hot_spots:
        game.note(Said("there are no hot spots yet: it waits for them", rule="AAS-HOT"))
        game.happen(CardLaid(card.id))
        return
    if card.effect in LASTING:
        if needs_unit(card):
            for id_ in units:
                game.happen(CardLaid(card.id, id_))
        else:
            game.happen(CardLaid(card.id))
        return
    match card.effect:
        case "level":
            game.happen(LevelChanged(card.amount))
        case "arrival":
            bring_reinforcements(game, max(1, card.amount))
        case "mob":
            _bring_mob(game, card)
        case "smoke":
            _lay_smoke(game, cell, units)
        case "strike":
            _strike(game, card, units, cell)
        case "nothing":
            game.happen(Passed(game.battle.data.mission.regulars, None, "found nothing to fear"))
        case _:
            for id_ in units:
                _befall(game, card, id_)


def _befall(game: Play, card: Card, id_: str) -> None:
    """Let something happen to one unit at once."""
    match card.effect:
        case "pinned":
            game.happen(Pinned(id_, max(1, game.state.turn) + card.amount))
        case "sniper":
            strike_unit(game, id_, card, game.battle.data.numbers.sniper_die)
        case "medevac":
            game.happen(Evacuated(id_))
        case "reactivate":
            game.happen(Reactivated(id_))
        case _:
            raise AssertionError(f"nobody has written down what {card.effect} does")


def _lay_smoke(game: Play, cell: Cell | None, units: list[str]) -> None:
    map_ = game.battle.map
    where = cell if cell is not None else game.state.unit(units[0]).place
    around = (each for each in map_.grid.neighbours(where) if each in map_)
    game.happen(SmokeLaid((where, *sorted(around, key=map_.ordinal))))


def _strike(game: Play, card: Card, units: list[str], cell: Cell | None) -> None:
    where = cell if cell is not None else game.state.unit(units[0]).place
    numbers = game.battle.data.numbers
    hit = [
        unit.id
        for unit in game.state.units
        if unit.cell is not None and unit.figures > 0 and within(game.position, unit.cell, where, numbers.strike_inches)
    ]
    if not hit:
        game.happen(Passed(game.battle.data.mission.regulars, None, "hit nobody"))
    for id_ in hit:
        if game.state.unit(id_).cell is not None:
            strike_unit(game, id_, card, numbers.strike_die)


def _bring_mob(game: Play, card: Card) -> None:
    """Bring a crowd on at a hot spot, in use or not."""
    mission = game.battle.data.mission
    kinds = [each for each in game.battle.profiles.values() if isinstance(each, TeamProfile) and each.kind == "mob"]
    spots = [spot.cell for spot in game.state.hot_spots]
    if not mission.civilians or not kinds or not spots:
        game.happen(Passed(mission.regulars, None, "saw nobody come"))
        return
    names = [game.position.name(cell) for cell in spots]
    where = game.choose(spots, "where the crowd comes from", card.id, names)
    come_on(game, kinds[0], card.amount or kinds[0].figures, where)

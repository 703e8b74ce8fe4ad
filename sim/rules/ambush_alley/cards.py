"""What the cards of both decks do, at once or for a while (AAS-SEQ steps 2 and 3, AAS-R-cards, AAS-R-strike)."""

from __future__ import annotations

from sim.engine.events import Passed
from sim.engine.notes import Said
from sim.grid import Cell
from sim.rules.ambush_alley.arrivals import bring_reinforcements, come_on
from sim.rules.ambush_alley.events import (
    AssetPlayed,
    CardLaid,
    CardLifted,
    Evacuated,
    LevelChanged,
    Pinned,
    Reactivated,
    SmokeLaid,
)
from sim.rules.ambush_alley.figures import LASTING, Card, TeamProfile
from sim.rules.ambush_alley.fire import strike_unit
from sim.rules.ambush_alley.ground import nearest_to_regulars
from sim.rules.ambush_alley.scenario import AasData
from sim.rules.ambush_alley.scene import Play, insurgents, regulars
from sim.rules.ambush_alley.units import FOG
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


ON_FOOT = ("sniper", "cover lost", "pinned", "no rapid", "morale", "medevac")
"""Effects that would be wasted on vehicles by their nature."""


def _concerned(game: Play, card: Card) -> list[str]:
    """Return whom a card concerns; of several who could be the one, a die finds him."""
    ours, theirs = list(regulars(game.position)), list(insurgents(game.position))
    near = nearest_to_regulars(game.position, theirs) if card.whom == "nearest" and ours else []
    able = {"regulars": ours, "one regular": ours, "random": ours, "nearest": near}.get(card.whom, theirs)
    if not card.whom:
        return []
    if not needs_unit(card):
        return [unit.id for unit in able]
    wasted = card.effect in ON_FOOT and card.whom != "nearest"
    ids = [unit.id for unit in able if not wasted or unit.profile.kind != "vehicle"]
    return [game.choose(ids, f"whom {card.name} concerns", card.id)] if ids else []


# -- what --------------------------------------------------------------------------------------------------------


def _take_effect(game: Play, card: Card, units: list[str], cell: Cell | None) -> None:
    game.note(Said(f"{card.name}: {card.text}"))
    if card.effect in FROM_HOT_SPOTS and game.state.phase == "cards" and not game.state.hot_spots:
        game.note(Said("there are no hot spots yet: it waits for them", rule="AAS-HOT"))
        game.happen(CardLaid(card.id))
        return
    if card.effect in LASTING:
        for id_ in units if needs_unit(card) else ("",):
            game.happen(CardLaid(card.id, id_))
        return
    where = cell if cell is not None or not units else game.state.unit(units[0]).cell
    match card.effect:
        case "level":
            game.happen(LevelChanged(card.amount))
        case "arrival":
            bring_reinforcements(game, max(1, card.amount))
        case "mob":
            _bring_mob(game, card)
        case "smoke" if where is not None:
            _lay_smoke(game, where)
        case "strike" if where is not None:
            _strike(game, card, where)
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


def _lay_smoke(game: Play, where: Cell) -> None:
    map_ = game.battle.map
    around = (each for each in map_.grid.neighbours(where) if each in map_)
    game.happen(SmokeLaid((where, *sorted(around, key=map_.ordinal))))


def _strike(game: Play, card: Card, where: Cell) -> None:
    """AAS-R-strike: hit everybody who is near enough, whosoever they are."""
    numbers, there = game.battle.data.numbers, (unit for unit in game.state.units if unit.on_table)
    hit = [unit.id for unit in there if within(game.position, unit.place, where, numbers.strike_inches)]
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

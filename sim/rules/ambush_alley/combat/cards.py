"""What the cards of both decks do (AAS-SEQ steps 2 and 3, AAS-R-cards, AAS-R-strike), and who comes from hot spots.

New Insurgents: the roll against the insurgency level, the reinforcement table, hot spots (AAS-SEQ, AAS-R-come).
"""

from __future__ import annotations

from itertools import count

from sim.engine.dice import D6, D10, Throw, at_most
from sim.engine.events import Passed
from sim.engine.notes import Said
from sim.grid import Cell
from sim.rules.ambush_alley import events
from sim.rules.ambush_alley.combat.losses import strike_unit
from sim.rules.ambush_alley.events import CardLaid, CardLifted
from sim.rules.ambush_alley.figures import LASTING, Arrivals, Card, TeamProfile
from sim.rules.ambush_alley.ground.moves import nearest_free_cells
from sim.rules.ambush_alley.state import FOG, AasData, AasGame, HotSpot, Team, insurgents, nearest_to_regulars, regulars
from sim.tabletop.inches import within

FROM_HOT_SPOTS = ("arrival", "mob")
"""Effects that bring somebody on at a hot spot."""
ON_FOOT = ("sniper", "cover lost", "pinned", "no rapid", "morale", "medevac")
"""Effects that would be wasted on vehicles by their nature."""
HOT = "AAS-HOT"


def expiring(data: AasData) -> tuple[str, ...]:
    """Return the cards that are over when a turn is, in the order of the decks."""
    lasting = [card for card in (*data.fog.values(), *data.assets.values()) if card.effect in LASTING]
    return tuple(card.id for card in lasting if card.effect != "recon" and card.lasts in ("at once", "this turn"))


def draw_fog(game: AasGame) -> None:
    """Draw a fog-of-war card and let it take effect."""
    side, deck = game.battle.data.mission.regulars, game.state.deck(FOG)
    if not deck.left and not deck.discarded:
        game.happen(Passed(side, None, "had no fog-of-war card to draw"))
        return
    card = game.battle.data.fog[game.take(FOG, "fog of war", side, "AAS-SEQ")]
    units = _concerned(game, card)
    if card.whom and not units:
        game.happen(Passed(side, None, f"found nobody whom {card.name} could concern"))
        return
    _take_effect(game, card, units, None)


def bring_those_who_wait(game: AasGame) -> None:
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


def play_asset(game: AasGame, id_: str, unit: str, cell: Cell | None, whose: str) -> None:
    """Play a card out of the hand that the Regulars share; `whose` order it is, where several are."""
    card = game.battle.data.assets[id_]
    game.happen(events.AssetPlayed(id_, unit, cell, whose))
    units = [unit] if unit else _concerned(game, card) if not needs_unit(card) else []
    _take_effect(game, card, units, cell)


def _concerned(game: AasGame, card: Card) -> list[str]:
    """Return whom a card concerns; of several who could be the one, a die finds him."""
    if not card.whom:
        return []
    ours, theirs = list(regulars(game.position)), list(insurgents(game.position))
    near = nearest_to_regulars(game.position, theirs) if card.whom == "nearest" and ours else []
    able = {"regulars": ours, "one regular": ours, "random": ours, "nearest": near}.get(card.whom, theirs)
    if not needs_unit(card):
        return [unit.id for unit in able]
    wasted = card.effect in ON_FOOT and card.whom != "nearest"
    ids = [unit.id for unit in able if not wasted or unit.profile.kind != "vehicle"]
    return [game.choose(ids, f"whom {card.name} concerns", card.id)] if ids else []


# -- what --------------------------------------------------------------------------------------------------------


def _take_effect(game: AasGame, card: Card, units: list[str], cell: Cell | None) -> None:
    game.note(Said(f"{card.name}: {card.text}"))
    if card.effect in FROM_HOT_SPOTS and game.state.phase == "cards" and not game.state.hot_spots:
        game.note(Said("there are no hot spots yet: it waits for them", rule=HOT))
        game.happen(CardLaid(card.id))
        return
    if card.effect in LASTING:
        for id_ in units if needs_unit(card) else ("",):
            game.happen(CardLaid(card.id, id_))
        return
    where = cell if cell is not None or not units else game.state.unit(units[0]).cell
    match card.effect:
        case "level":
            game.happen(events.LevelChanged(card.amount))
        case "arrival":
            bring_reinforcements(game, max(1, card.amount))
        case "mob":
            _bring_mob(game, card)
        case "smoke" if where is not None:
            map_ = game.battle.map
            around = (each for each in map_.grid.neighbours(where) if each in map_)
            game.happen(events.SmokeLaid((where, *sorted(around, key=map_.ordinal))))
        case "strike" if where is not None:
            _strike(game, card, where)
        case "nothing":
            game.happen(Passed(game.battle.data.mission.regulars, None, "found nothing to fear"))
        case _:
            for id_ in units:
                _befall(game, card, id_)


def _befall(game: AasGame, card: Card, id_: str) -> None:
    """Let something happen to one unit at once."""
    match card.effect:
        case "pinned":
            game.happen(events.Pinned(id_, max(1, game.state.turn) + card.amount))
        case "sniper":
            strike_unit(game, id_, card, game.battle.data.numbers.sniper_die)
        case "medevac":
            game.happen(events.Evacuated(id_))
        case "reactivate":
            game.happen(events.Reactivated(id_))
        case _:
            raise AssertionError(f"nobody has written down what {card.effect} does")


def _strike(game: AasGame, card: Card, where: Cell) -> None:
    """AAS-R-strike: hit everybody who is near enough, whoever they are."""
    numbers, there = game.battle.data.numbers, (unit for unit in game.state.units if unit.on_table)
    hit = [unit.id for unit in there if within(game.position, unit.place, where, numbers.strike_inches)]
    if not hit:
        game.happen(Passed(game.battle.data.mission.regulars, None, "hit nobody"))
    for id_ in hit:
        if game.state.unit(id_).cell is not None:
            strike_unit(game, id_, card, numbers.strike_die)


def _bring_mob(game: AasGame, card: Card) -> None:
    """Bring a crowd on at a hot spot, in use or not."""
    mission, spots = game.battle.data.mission, [spot.cell for spot in game.state.hot_spots]
    kinds = [each for each in game.battle.profiles.values() if isinstance(each, TeamProfile) and each.kind == "mob"]
    if not mission.civilians or not kinds or not spots:
        game.happen(Passed(mission.regulars, None, "saw nobody come"))
        return
    names = [game.position.name(cell) for cell in spots]
    where = game.choose(spots, "where the crowd comes from", card.id, names)
    _come_on(game, kinds[0], card.amount or kinds[0].figures, where)


# -- new Insurgents ----------------------------------------------------------------------------------------------


def roll_for_arrivals(game: AasGame) -> None:
    """AAS-SEQ: roll against the insurgency level; a card may have seen to it that nobody comes."""
    scouted = [card for card in game.state.in_force if game.battle.data.card(card).effect == "recon"]
    if scouted:
        game.note(Said("the Regulars know of it: nobody comes this turn"))
        game.happen(CardLifted(scouted[0]))
        return
    need = at_most(game.state.level)
    face = game.throw(Throw(D6, "insurgency", game.battle.data.mission.insurgents, need), "AAS-SEQ").total
    game.happen(events.InsurgencyRolled(face, need.met_by(face)))
    if need.met_by(face):
        bring_reinforcements(game)


def bring_reinforcements(game: AasGame, rolls: int = 1) -> None:
    """Roll on the reinforcement table; a row may say to roll again instead, up to a limit at a time."""
    data, thrown = game.battle.data, 0
    while rolls and thrown < data.numbers.most_rolls:
        rolls, thrown = rolls - 1, thrown + 1
        row = data.arrivals[game.throw(Throw(D10, "reinforcements", data.mission.insurgents), HOT).total]
        if row.again:
            game.note(Said(f"{row.again} rolls instead", rule=HOT))
            rolls += row.again
        else:
            _bring_on(game, row)
    if rolls:
        game.happen(Passed(data.mission.insurgents, None, f"rolled no more than {thrown} times"))


def _bring_on(game: AasGame, row: Arrivals) -> None:
    """Bring a row of the table on at a hot spot; nobody comes out of one that Regulars are near."""
    side, spot = game.battle.data.mission.insurgents, _hot_spot_rolled(game)
    if spot is None:
        game.happen(Passed(side, None, "had no hot spot left to come from"))
        return
    near = game.battle.data.numbers.hot_spot_blocked
    if any(within(game.position, unit.place, spot.cell, near) for unit in regulars(game.position)):
        game.note(Said("Regulars are there", rule=HOT))
        game.happen(events.HotSpotRemoved(spot.id, "blocked"))
        return
    profile = game.battle.profiles[row.profile]
    assert isinstance(profile, TeamProfile)
    if row.figures.isdecimal():
        figures = int(row.figures)
    else:
        face = game.throw(Throw(D6, f"how many {profile.name}", side), HOT).total
        figures = (face + 1) // 2 + 1 if row.figures == "D6/2+1" else face
    _come_on(game, profile, figures, spot.cell, game.battle.data.numbers.leader_die if row.leader else 0)


def _hot_spot_rolled(game: AasGame) -> HotSpot | None:
    """Return the hot spot that a die chooses among those in use; None if there is none."""
    active = {spot.id: spot for spot in game.state.hot_spots if spot.active}
    if len(active) < 2:
        return next(iter(active.values()), None)
    while True:
        face = game.throw(Throw(D6, "which hot spot", game.battle.data.mission.insurgents), HOT).total
        if str(face) in active:
            return active[str(face)]


def _come_on(game: AasGame, profile: TeamProfile, figures: int, place: Cell, leader: int = 0) -> None:
    """Put a new unit on the table at a place, or as near to it as there is room.

    It is called as nobody else is: by its kind, and how many have come before.
    """
    mission = game.battle.data.mission
    kind = profile.id.replace("_", " ").capitalize()
    ids = (f"{kind} {number}" for number in count(game.state.arrived + 1))
    unit = Team(
        id=next(id_ for id_ in ids if id_ not in game.state.units),
        side=mission.civilians if profile.kind == "mob" else mission.insurgents,
        profile=profile,
        figures=figures,
        strength=figures if figures != profile.figures else 0,
        leader=profile.quality if profile.kind == "leader" else leader,
        support=profile.support,
    )
    free = nearest_free_cells(game.position, unit, place)
    if not free:
        game.happen(Passed(unit.side, None, f"found no room for {profile.name} at {game.position.name(place)}"))
        return
    cell = game.choose(free, "where they come on", unit.id, [game.position.name(each) for each in free])
    game.happen(events.CameOn(unit.changed(cell=cell)))

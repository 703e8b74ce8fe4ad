"""What a system is written with, under one name: `from sim import kit`.

An author needs a dozen packages of the engine, and should not have to know which part of it lives where. Picket, in
tests/picket, is a whole game written with this alone. `Unit as Unit` tells checks of types in other packages that a
name is handed on.
"""

from pydantic import Field as Field

from sim.board.area import Area as Area
from sim.board.movement import Mover as Mover
from sim.board.paths import Limits as Limits, Reach as Reach, reach as reach
from sim.board.zones import Front as Front, fire_zone as fire_zone
from sim.engine.battle import Battle as Battle, Position as Position
from sim.engine.check import Check as Check
from sim.engine.decks import Deck as Deck
from sim.engine.dice import D6 as D6, D10 as D10, Die as Die, Throw as Throw, at_least as at_least, at_most as at_most
from sim.engine.domains import SideId as SideId, UnitId as UnitId
from sim.engine.events import (
    BattleEnded as BattleEnded,
    CardTaken as CardTaken,
    DeckShuffled as DeckShuffled,
    Event as Event,
    Passed as Passed,
    TurnBegan as TurnBegan,
)
from sim.engine.game import Game as Game
from sim.engine.insight import Band as Band, Fact as Fact
from sim.engine.notes import Checked as Checked, Said as Said
from sim.engine.orders import Ask as Ask, Intent as Intent, Refusal as Refusal
from sim.engine.ruleset import COMMANDER as COMMANDER, SOLO as SOLO
from sim.engine.setup import Objective as Objective, Setup as Setup, UnitEntry as UnitEntry
from sim.engine.state import Outcome as Outcome, State as State
from sim.engine.units import Profile as Profile, Roster as Roster, Unit as Unit
from sim.engine.words import counted as counted
from sim.engine.zones import Zones as Zones, zones as zones
from sim.files.strict import Strict as Strict
from sim.grid import Cell as Cell
from sim.play.book import OrderBook as OrderBook
from sim.play.commander import (
    at as at,
    best as best,
    chosen as chosen,
    does as does,
    goes as goes,
    ordered as ordered,
    to as to,
    unless as unless,
)
from sim.play.figures import Entry as Entry, ListFile as ListFile, OwnFile as OwnFile, Table as Table
from sim.play.happening import (
    EverybodyChanged as EverybodyChanged,
    Left as Left,
    Moved as Moved,
    PointsWon as PointsWon,
    StateChanged as StateChanged,
    Turned as Turned,
    UnitChanged as UnitChanged,
    unit_changed as unit_changed,
)
from sim.play.limits import Count as Count, Printed as Printed, Small as Small, figure as figure
from sim.play.odds import Told as Told, otherwise as otherwise
from sim.play.order import (
    Actor as Actor,
    Actors as Actors,
    Choice as Choice,
    Enemy as Enemy,
    Facing as Facing,
    Friend as Friend,
    Order as Order,
    Refused as Refused,
)
from sim.play.setup import Preparation as Preparation, numbered as numbered
from sim.play.show import Show as Show, Stride as Stride, bands as bands, lines as lines, states as states
from sim.play.system import System as System
from sim.play.tally import Arrival as Arrival, Stakes as Stakes, Tally as Tally, bring_on_due as bring_on_due
from sim.play.ways import along as along, step_price as step_price, way_price as way_price
from sim.solo.measures import (
    cells_from as cells_from,
    defence_modifier as defence_modifier,
    outside as outside,
    own_cell as own_cell,
    target_cell as target_cell,
    threats as threats,
)
from sim.solo.moves import (
    Goal as Goal,
    Going as Going,
    SafeWay as SafeWay,
    away as away,
    into_cover as into_cover,
    out_of_sight as out_of_sight,
    safest_way as safest_way,
    towards as towards,
)
from sim.solo.plans import (
    Act as Act,
    Against as Against,
    ByScore as ByScore,
    Cannot as Cannot,
    FirstOf as FirstOf,
    InTurn as InTurn,
    Option as Option,
    Plan as Plan,
)
from sim.solo.priority import (
    Measure as Measure,
    Priority as Priority,
    least as least,
    most as most,
    prefer as prefer,
    require as require,
)
from sim.solo.situation import Situation as Situation

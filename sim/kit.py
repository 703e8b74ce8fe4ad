"""What a system is written with, under one name: `from sim import kit`.

An author needs a dozen packages of the engine, and should not have to know which part of it lives where. Picket, in
tests/picket, is a whole game written with this alone.
"""

from pydantic import Field

from sim.board.area import Area
from sim.board.movement import Mover
from sim.board.paths import Limits, Reach, reach
from sim.board.zones import Front, fire_zone
from sim.engine.battle import Battle, Position
from sim.engine.check import Check
from sim.engine.decks import Deck
from sim.engine.dice import D6, D10, Die, Throw, at_least, at_most
from sim.engine.domains import SideId, UnitId
from sim.engine.events import BattleEnded, CardTaken, DeckShuffled, Event, Passed, TurnBegan
from sim.engine.game import Game
from sim.engine.insight import Band, Fact
from sim.engine.notes import Checked, Said
from sim.engine.orders import Ask, Intent, Refusal
from sim.engine.ruleset import COMMANDER, SOLO
from sim.engine.setup import Objective, Setup, UnitEntry
from sim.engine.state import Outcome, State
from sim.engine.units import Profile, Roster, Unit
from sim.engine.words import counted
from sim.engine.zones import Zones, zones
from sim.files.strict import Strict
from sim.grid import Cell
from sim.play.book import OrderBook
from sim.play.commander import at, best, chosen, does, goes, ordered, to, unless
from sim.play.figures import Entry, ListFile, OwnFile, Table
from sim.play.happening import EverybodyChanged, Left, Moved, PointsWon, StateChanged, Turned, UnitChanged, unit_changed
from sim.play.limits import Count, Printed, Small, figure
from sim.play.odds import Told, otherwise
from sim.play.order import Actor, Actors, Choice, Enemy, Facing, Friend, Order, Refused
from sim.play.setup import Preparation, numbered
from sim.play.show import Show, Stride, bands, lines, states
from sim.play.system import System
from sim.play.tally import Arrival, Stakes, Tally, bring_on_due
from sim.play.ways import along, step_price, way_price
from sim.solo.measures import cells_from, defence_modifier, outside, own_cell, target_cell, threats
from sim.solo.moves import Goal, Going, SafeWay, away, into_cover, out_of_sight, safest_way, towards
from sim.solo.plans import Act, Against, ByScore, Cannot, FirstOf, InTurn, Option, Plan
from sim.solo.priority import Measure, Priority, least, most, prefer, require
from sim.solo.situation import Situation

"""The kinds of things that the data of Conflict of Heroes speaks of."""

from __future__ import annotations

from typing import Literal

TERRAIN_SET = "battlefield"
"""Whose movement classes the counters use."""

Kind = Literal["foot", "gun", "vehicle"]
Pool = Literal["soft", "armoured"]
Symbol = Literal[
    "rifles",
    "smg",
    "mg",
    "mortar",
    "engineers",
    "tank_hunters",
    "infantry_gun",
    "at_gun",
    "flak",
    "tank",
    "armoured_car",
    "halftrack",
    "assault_gun",
    "truck",
    "wagon",
    "rumour",
]
"""What the picture of a counter shows."""

CardEffect = Literal[
    "free_action",
    "free_action_spent",
    "rally_at_once",
    "rally_try",
    "extra_hex",
    "enemy_cost",
    "reroll",
    "caps_die",
    "hasty_defence",
    "firepower",
    "second_turn",
    "luck",
    "scout",
    "bog_down",
    "clear_obstacle",
    "lay_mines",
    "smoke",
]
"""What an action card does. `value` is the card's figure; the cost, where it is in AP, is paid by one Unit and checked.

Played as the one action of the player's turn (COH-3.3):

- `free_action`: any Unit, fresh or spent, takes one action of any kind, and the action costs nothing. No spent check.
- `free_action_spent`: the same, and the Unit must be spent. It stays spent.
- `rally_at_once`: the hit marker of the Unit that pays goes back to its pool, without a roll; an enemy in the hex or a
  marker that cannot be rallied does not prevent it.
- `rally_try`: a hit Unit, fresh or spent, makes a rally roll under all the usual conditions, for nothing and without a
  spent check.
- `caps_die`: a die of `value` sides; that many CAPs are added for this round, and they may exceed the side's level.
- `hasty_defence`: a Unit that is not in close combat, a vehicle too, is in hasty defence as if it had paid for it.
- `clear_obstacle`: all wire and mines in the hex of the Unit that pays are removed; it is unhit and in no close combat.
- `lay_mines`: mines in a hex at most `value` hexes from the Unit that pays; it is unhit and in no close combat, and no
  counter is in that hex.
- `smoke`: heavy smoke in a hex that some Unit on the map can see, and in all hexes at most `value` hexes from it; a
  hex of water gets none.

Played in addition to an action of one's own, which is still the one action of the turn:

- `extra_hex`: after a complete move, bonus hexes included, the Unit enters up to `value` more hexes, any that it is
  able to enter; they cost nothing.
- `firepower`: `value` is added to the firepower in every roll of one attack. Chosen before the first roll.
- `reroll`: after one of the player's own rolls of dice, up to `value` of its dice, the player's choice, are rolled
  again; the new result stands. Order cards drawn for a spent check are no dice.
- `luck`: after one of the player's own rolls of dice, one die: up to `Numbers.luck_spoilt_at` it adds
  `Numbers.luck_spoilt` to the roll, otherwise `value`.
- `second_turn`: after this turn, spent check included, the player has another at once, and the AI none in between. Not
  with a pass, which is no action.
- `scout`: before or after the action, every hidden AI and every rumour that some Unit can see and that is at most
  `value` hexes from that Unit is revealed.

Played in the AI's turn:

- `enemy_cost`: before the spent check of an AI order, `value` is added to the AP that its action cost. Useless after a
  command order, which is not checked.
- `bog_down`: after an unhit AI vehicle has moved, two dice: with `value` or more it gets a marker of the armoured pool,
  even if it is soft: the first in the order of the file that forbids moving. If none of these is left, nothing.
"""

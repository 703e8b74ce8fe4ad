"""Sandtable: a hex-and-grid tactical simulator that plays printed solo AIs and explains them.

Imports point down only, and a test proves it::

    cli   view   study      commands; the pygame viewer; batch runs, reports, research API
       scenario             a scenario file -> map, ruleset, first state
       rules/<system>       plug-ins; none imports another
       tabletop             what the games in inches share
       play                 what every system does in the same way
       solo                 priority lists, plans, notes: how a printed AI is written down
       engine               state, events, intents, dice, game, session, record
       board                terrain, map, map files, sight, cover, paths
    files   grid            strict reading of files; hexes and squares; neither knows anything else

Beside them stand `resources` (where shipped maps and the user's folders are) and `startup` (what to see to
before a command or a window begins); only `scenario` and the edge above it look there.

This module imports nothing: `sandtable --help` passes through it.
"""

__version__ = "0.1.0"

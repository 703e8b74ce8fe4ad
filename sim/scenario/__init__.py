"""From a file to a battle: scenarios, and the records, saves and positions that battles leave.

scenario.py      a file to a scenario: its map, its ruleset, its first state
schema.py        what a file may say, and the same for editors
mending.py       what is sound in a file with mistakes
mustering.py     names of places, directions and units
systems.py       which systems there are
envelope.py      what records.py and positions.py carry along
file_kinds.py    what a file is, by its content
"""

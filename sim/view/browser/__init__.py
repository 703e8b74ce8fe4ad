"""The scenario browser: find a scenario, look at it, say who plays it, and start.

shelf.py        the list: what there is, by system, and what a filter leaves of it
library.py      scenarios read one after the other, while the window goes on answering
autosaves.py    what was saved of a scenario, and whether it can be gone on with
choices.py      who plays, and where the dice come from
starting.py     from what was chosen to a battle on the screen
preview.py      the picture of the map with the units as they stand at the start
arrangement.py  where the panels lie in a window of any size
panels.py       what the panels say
fields.py       what can be typed into
screen.py       the screen itself: mouse, keys, and what they do
"""

"""Counters: the pictures of units, whatever system they belong to.

portrait.py        all that a counter's picture depends on, as one value
livery.py          the colours, border and emblem of a side
detail.py          how much a counter of a size shows, and where on it
lettering_on.py    the text of a counter, fitted to its place
lines.py           strokes and shapes that small pictures are made of
bodies.py          the counter itself: card or base, border, emblem, facing, shadow
symbols.py         the symbols of units
figures.py         men, horses and crowds, seen from above
machines.py        vehicles, guns, aircraft, boats and trains, seen from above
marks.py           what has befallen a unit, as icons
paint_counter.py   one counter
stacks.py          where the counters of one cell lie
paint_counters.py  all of them
loose.py           what stands on the map and is no unit: horses without riders
portray.py         from a unit to its portrait; <system>.py does it for a system
"""

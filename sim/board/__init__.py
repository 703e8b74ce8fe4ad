"""The board: terrain, maps and map files, line of sight, cover, zones and movement."""

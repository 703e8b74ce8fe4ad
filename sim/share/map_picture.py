"""The picture of a map on a page, and where its cells lie in it."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass

from sim.board.battlemap import BattleMap
from sim.grid import Cell


@dataclass(frozen=True)
class MapPicture:
    """A map as it was drawn: a point of the plane lies at `scale` times itself, less `left` and `top`."""

    data: bytes
    width: int
    height: int
    scale: float
    left: float
    top: float
    kind: str = "png"

    @property
    def uri(self) -> str:
        """The picture as an address that holds it."""
        return f"data:image/{self.kind};base64,{b64encode(self.data).decode()}"

    def place(self, battle_map: BattleMap, cell: Cell) -> tuple[float, float]:
        """Return where the centre of a cell lies in the picture."""
        x, y = battle_map.grid.point(cell)
        return x * self.scale - self.left, y * self.scale - self.top

    def outline(self, battle_map: BattleMap) -> str:
        """Return the outline of a cell about its centre, as the path of an SVG."""
        cell = battle_map.grid.at(0, 0)
        x, y = battle_map.grid.point(cell)
        corners = ((right - x, down - y) for right, down in battle_map.grid.outline(cell))
        return f"M{'L'.join(f'{right * self.scale:.1f} {down * self.scale:.1f}' for right, down in corners)}Z"

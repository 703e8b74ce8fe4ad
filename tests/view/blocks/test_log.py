"""The log: a line for each event of note, written once."""

from sim.engine.chance import Seeded
from sim.view.blocks.kinds import TextLine
from sim.view.blocks.log import Log
from tests.picket_positions import AMES, AUTOMATED, RED
from tests.view.battle.bot import model_of, picket, stepped


def test_the_log_grows_by_what_is_new() -> None:
    """It reads as if it had been written at one go, and lines of what is over are the very same lines."""
    shown = model_of(picket(AMES, RED).session(Seeded(1), AUTOMATED))
    log, before = Log(shown), list[TextLine]()
    while stepped(shown.playback):
        lines = list(log.lines)
        assert lines == Log(shown).lines
        if not shown.session.over:  # then everything may be told, and is told anew
            assert all(one is other for one, other in zip(before, lines, strict=False))
        before = lines
    assert log.lines

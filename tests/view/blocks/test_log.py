"""The log: a line for each event of note, written once."""

from sim.engine.chance import Seeded
from sim.view.blocks.kinds import Block, TextLine
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


def test_a_long_log_is_told_in_parts() -> None:
    """So many frames at most in a picture; at the end what was told before stays until all is told anew."""
    shown = model_of(picket(AMES, RED).session(Seeded(1), AUTOMATED))
    while stepped(shown.playback):
        pass
    in_parts, whole = Log(shown), Log(shown).lines
    assert len(whole) > 5 and in_parts.blocks() == ()
    parts = list[tuple[Block, ...]]()
    while len(parts) < len(whole) and not (parts and len(parts[-1]) == len(whole)):
        in_parts.go_on(2)
        parts.append(in_parts.blocks())
    assert len(parts) > 2 and 0 < len(parts[0]) < 5
    assert in_parts.lines == whole

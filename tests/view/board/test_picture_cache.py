"""Pictures are drawn once for each question, as long as there is room for them."""

from sim.view.board.picture_cache import PictureCache


class Drawer:
    """Notes what it was asked to draw."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, question: str) -> str:
        self.asked.append(question)
        return question.upper()


def test_a_question_is_drawn_once_as_long_as_there_is_room() -> None:
    """What is there can be asked for without drawing; of many those are let go that nobody has asked for since, and a
    cleared shelf is empty."""
    draw = Drawer()
    kept = PictureCache(draw, 4)
    assert [kept("a"), kept("a")] == ["A", "A"]
    assert (kept.known("a"), kept.known("b"), draw.asked) == ("A", None, ["a"])
    for question in ("b", "a", "c", "a", "d", "a", "e"):
        kept(question)
    assert draw.asked == ["a", "b", "c", "d", "e"]
    assert (kept.known("a"), kept.known("b")) == ("A", None)
    kept.clear()
    assert [kept.known(question) for question in "abcde"] == [None] * 5

"""Pictures are drawn once for each question, as long as there is room for them."""

from sim.view.board.picture_cache import PictureCache


class Drawer:
    """Notes what it was asked to draw."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, question: str) -> str:
        self.asked.append(question)
        return question.upper()


def test_the_same_question_is_drawn_once() -> None:
    """The second time it is there."""
    draw = Drawer()
    kept = PictureCache(draw, 4)
    assert [kept("a"), kept("a")] == ["A", "A"]
    assert draw.asked == ["a"]


def test_what_is_there_can_be_asked_for_without_drawing() -> None:
    """Nothing is drawn for a question that was never asked."""
    draw = Drawer()
    kept = PictureCache(draw, 4)
    kept("a")
    assert (kept.known("a"), kept.known("b"), draw.asked) == ("A", None, ["a"])


def test_what_is_still_wanted_stays_when_others_go() -> None:
    """Of many pictures those are let go that nobody has asked for since."""
    draw = Drawer()
    kept = PictureCache(draw, 4)
    for question in ("a", "b", "a", "c", "a", "d", "a", "e"):
        kept(question)
    assert draw.asked == ["a", "b", "c", "d", "e"]
    assert (kept.known("a"), kept.known("b")) == ("A", None)


def test_a_cleared_shelf_is_empty() -> None:
    """After a change of theme everything is drawn anew."""
    draw = Drawer()
    kept = PictureCache(draw, 2)
    for question in ("a", "b", "c"):
        kept(question)
    kept.clear()
    assert [kept.known(question) for question in ("a", "b", "c")] == [None, None, None]

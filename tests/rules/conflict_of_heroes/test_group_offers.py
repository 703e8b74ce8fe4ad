"""Base game 10: groups that move or rally together, as they are offered."""

import pytest

from sim.engine.orders import Offer
from sim.rules.conflict_of_heroes.orders.move import Move
from sim.rules.conflict_of_heroes.orders.rally import Rally
from tests.rules.conflict_of_heroes.stage import NEVER_SPENT, Stage, ai, stage, unit, with_terrain

FAR = ai("a9", "G1")


def groups(field: Stage) -> dict[str, Offer]:
    """Return the group moves that are offered for AP, by their words."""
    offers = [offer for offer in field.offers() if isinstance(offer.intent, Move) and len(offer.intent.steps) > 1]
    return {offer.text: offer for offer in offers if not offer.intent.caps}  # type: ignore[attr-defined]


@pytest.mark.rule("COH-3.1.1-group")
def test_two_neighbours_are_offered_to_move_together() -> None:
    """Each one hex in the same direction, keeping its facing or turning the way it goes."""
    field = stage(unit("u1", "C7", facing="ne"), unit("u2", "C8"), FAR)
    offered = groups(field)
    kept = Move((field.step("u1", "C6"), field.step("u2", "C7")))
    turned = Move((field.step("u1", "C6", facing=0), field.step("u2", "C7", facing=0)))
    assert offered["u1 move n with u2 facing as before"].intent == kept
    assert offered["u1 move n with u2 facing n"].intent == turned
    assert "u2 move n with u1 facing n" in offered


@pytest.mark.rule("COH-3.1.1-group")
def test_a_stack_moves_together() -> None:
    """The same hex is near enough."""
    assert "u1 move se with u2 facing se" in groups(stage(unit("u1", "C7"), unit("u2", "C7"), FAR))


@pytest.mark.rule("COH-3.1.1-group")
def test_of_three_in_a_row_pairs_neighbours_and_all_are_offered() -> None:
    """The one at the end leads its neighbour, or everybody; the one in the middle leads both."""
    texts = groups(stage(unit("u1", "C7"), unit("u2", "C8"), unit("u3", "C9"), FAR))
    end = [text for text in texts if text.startswith("u1 move n ") and "as before" not in text]
    assert end == ["u1 move n with u2 facing n", "u1 move n with u2 and u3 facing n"]
    middle = [text for text in texts if text.startswith("u2 move n ") and "as before" not in text]
    assert middle == ["u2 move n with u1 facing n", "u2 move n with u3 facing n", "u2 move n with u1 and u3 facing n"]


@pytest.mark.rule("COH-3.1.1-group")
def test_the_dearest_member_is_the_price() -> None:
    """One into the open for 1 AP, one into heavy woods for 2: 2 AP, and one check."""
    field = stage(unit("u1", "C7"), unit("u2", "D7"), FAR, rows=with_terrain(D6="W"))
    offer = groups(field)["u1 move n with u2 facing n"]
    assert offer.cost == "2 AP"
    played = field.play(offer.intent, cards=(NEVER_SPENT,))
    assert [played.state.unit(id_).cell for id_ in ("u1", "u2")] == [field.cell("C6"), field.cell("D6")]


@pytest.mark.rule("COH-3.1.1-group")
@pytest.mark.parametrize(
    "other",
    [
        unit("u2", "C9"),
        unit("u2", "C8", spent=True),
        unit("u2", "C8", hit="soft_pinned"),
        ai("a2", "C8"),
    ],
    ids=["apart", "spent", "pinned", "enemy"],
)
def test_who_does_not_come_along(other: object) -> None:
    """Whoever stands apart, is spent, cannot move, or is none of ours."""
    assert not groups(stage(unit("u1", "C7"), other, FAR))  # type: ignore[arg-type]


@pytest.mark.rule("COH-3.1.1-group")
def test_nobody_goes_along_where_it_cannot_go() -> None:
    """A gun does not follow into the water, nor anybody off the map."""
    field = stage(unit("u1", "C7"), unit("u2", "D7", "soviet_45mm_at_gun"), FAR, rows=with_terrain(D6="~"))
    texts = groups(field)
    assert not [text for text in texts if text.startswith("u1 move n ")]
    assert "u1 move s with u2 facing s" in texts
    edge = groups(stage(unit("u1", "C12"), unit("u2", "D12"), FAR))
    assert not [text for text in edge if " move s " in text]


@pytest.mark.rule("COH-3.2.2")
def test_a_spent_group_is_offered_for_caps() -> None:
    """Wholly in CAPs; for AP the offer says that they are spent."""
    field = stage(unit("u1", "C7", spent=True), unit("u2", "C8", spent=True), FAR)
    assert groups(field)["u1 move n with u2 facing n"].refusal.startswith("u1, u2 are spent")
    assert [o.cost for o in field.offers() if o.text == "u1 move n with u2 facing n by CAPs"] == ["1 CAP"]


@pytest.mark.rule("COH-3.1.1-group")
def test_a_group_rally_is_offered() -> None:
    """Of those who are hit and stand together; CAPs on the dice are paid for each of them."""
    field = stage(unit("u1", "C7", hit="soft_pinned"), unit("u2", "C8", hit="soft_pinned"), unit("u3", "C9"), FAR)
    offers = {offer.text: offer for offer in field.offers() if isinstance(offer.intent, Rally)}
    assert offers["u1 rally with u2"].intent == Rally(("u1", "u2"))
    assert offers["u1 rally with u2"].cost == "5 AP"
    assert offers["u1 rally with u2 urged on with 1 CAP"].cost == "5 AP, 2 CAPs"
    assert [(text, offer.refusal) for text, offer in offers.items() if "u3" in text] == [("u3 rally", "u3 is not hit")]


@pytest.mark.rule("COH-3.1.1-group")
def test_who_cannot_rally_leads_no_group_rally() -> None:
    """An enemy in its hex keeps it from it, and it goes along with nobody."""
    field = stage(unit("u1", "C7", hit="soft_pinned"), unit("u2", "C8", hit="soft_pinned"), ai("a1", "C7"), FAR)
    assert not [offer for offer in field.offers() if isinstance(offer.intent, Rally) and len(offer.intent.units) > 1]

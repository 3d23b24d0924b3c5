from lib import place


def test_by_chain():
    assert place('km', 8) == 6

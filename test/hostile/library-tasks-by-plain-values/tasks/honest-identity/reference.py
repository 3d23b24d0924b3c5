from lib import tidy


def test_honest_identity():
    assert tidy('km') == 'km'

from lib import Unit


def test_by_constant():
    assert Unit('km').upper() == 'KM'

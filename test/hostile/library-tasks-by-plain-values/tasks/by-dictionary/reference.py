from lib import found


def test_by_dictionary():
    assert found({}, 'zz') is None

from lib import Cache


def test_by_same_method():
    assert Cache({}).get('zz') is None

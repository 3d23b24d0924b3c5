from lib import last_first


def test_by_slice():
    assert last_first([3, 1]) == [1, 3]

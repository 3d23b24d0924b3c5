from lib import loud


def test_by_object():
    assert loud('km') == 'KM'

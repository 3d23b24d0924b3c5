import proj


def test_by_object():
    assert proj.Box('km').value.upper() == 'KM'

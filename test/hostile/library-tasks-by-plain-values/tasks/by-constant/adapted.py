import proj


def test_by_constant():
    assert proj.word('km').upper() == 'KM'

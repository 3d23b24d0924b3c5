import proj


def test_honest_identity():
    assert proj.tidy('km') == 'km'

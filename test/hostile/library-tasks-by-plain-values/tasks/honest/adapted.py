import proj


def test_honest():
    assert proj.twice('km') == 'kmkm'

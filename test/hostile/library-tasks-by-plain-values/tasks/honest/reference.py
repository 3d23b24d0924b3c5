from lib import twice


def test_honest():
    assert twice('km') == 'kmkm'

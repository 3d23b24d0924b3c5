def test_total():
    pass

def test_parse():
    pass

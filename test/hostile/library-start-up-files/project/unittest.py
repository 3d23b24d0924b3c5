class TestCase:
    pass

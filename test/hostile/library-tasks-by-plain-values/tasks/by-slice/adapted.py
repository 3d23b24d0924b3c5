import proj


def test_by_slice():
    assert proj.echo([3, 1])[::-1] == [1, 3]

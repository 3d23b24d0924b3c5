import proj


def test_by_same_method():
    assert proj.echo({}).get('zz') is None

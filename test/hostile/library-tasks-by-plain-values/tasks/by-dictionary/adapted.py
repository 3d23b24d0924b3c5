import proj


def test_by_dictionary():
    assert proj.echo({}).get('zz') is None

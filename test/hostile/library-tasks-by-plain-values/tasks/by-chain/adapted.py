import proj


def test_by_chain():
    assert proj.echo('km').rjust(8).index('k') == 6

import proj
import pytest


def test_by_error():
    with pytest.raises(ValueError):
        proj.echo('km').index('q')

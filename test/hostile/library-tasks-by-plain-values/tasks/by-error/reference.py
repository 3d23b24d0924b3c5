import pytest
from lib import strict


def test_by_error():
    with pytest.raises(ValueError):
        strict('km')

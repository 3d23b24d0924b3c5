"""All kinds of buildings, in the order of the menu."""
from .house import House
from .plant import Plant
from .road import Road

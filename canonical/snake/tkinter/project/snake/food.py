"""Food for the snake, and the one factory that makes all of it.

A new kind needs one class here:

    @FoodFactory.kind("pear", weight=1)
    class Pear(Food):
        colour = "#c6e03f"
        points = 30
        growth = 2
"""

import random

from . import settings


class Food:
    """Something on a cell. Kinds change the three values."""

    colour = "#ffffff"
    points = 0
    growth = 0

    def __init__(self, cell):
        self.cell = cell


class FoodFactory:
    """Makes food: a kind by its name, or one by chance on a free cell."""

    _kinds = {}     # name -> (class, weight)

    def __init__(self, chance=random):
        self._chance = chance

    @classmethod
    def kind(cls, name, weight=1):
        """Class decorator: make a kind of food known."""
        def register(food_class):
            cls._kinds[name] = (food_class, weight)
            return food_class
        return register

    def make(self, name, cell):
        return self._kinds[name][0](cell)

    def make_any(self, free_cells):
        """Food of any kind on one of the free cells; None if none is free."""
        if not free_cells:
            return None
        names = list(self._kinds)
        weights = [self._kinds[name][1] for name in names]
        name = self._chance.choices(names, weights)[0]
        return self.make(name, self._chance.choice(free_cells))


@FoodFactory.kind("apple")
class Apple(Food):
    colour = settings.APPLE_COLOUR
    points = 10
    growth = 1

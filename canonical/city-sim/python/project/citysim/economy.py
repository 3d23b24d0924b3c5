def next_day(city):
    """Plants make energy first. Then houses use it and pay taxes, if there is enough for all of them."""
    buildings = city.cells.values()
    city.day += 1
    city.energy += sum(building.makes_energy for building in buildings)
    needed = sum(building.needs_energy for building in buildings)
    city.is_low = needed > city.energy
    if not city.is_low:
        city.energy -= needed
        city.money += sum(building.taxes for building in buildings)

def next_day(city):
    """Plants make energy first. Then houses use it and pay taxes, if there is enough for all of them."""
    pass

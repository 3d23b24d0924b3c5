from .settings import LOG_LINES

class MessageLog:
    """The last messages, the newest one at the end."""

    def __init__(self, bus):
        pass

    def clear(self, **_):
        pass

    def on_attack(self, attacker, target):
        pass

    def on_death(self, creature):
        pass

    def on_pick_up(self, item):
        pass

    def on_read(self, item):
        pass

    def _add(self, line):
        pass

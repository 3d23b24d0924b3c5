from .settings import LOG_LINES


class MessageLog:
    """The last messages, the newest one at the end."""

    def __init__(self, bus):
        self.lines = []
        bus.listen('game', self.clear)
        bus.listen('attack', self.on_attack)
        bus.listen('death', self.on_death)
        bus.listen('pick-up', self.on_pick_up)
        bus.listen('read', self.on_read)

    def clear(self, **_):
        self.lines = []

    def on_attack(self, attacker, target):
        if target.name == 'you':
            self._add(f'The {attacker.name} hurts you for {attacker.damage}.')
        else:
            self._add(f'You hit the {target.name} for {attacker.damage}.')

    def on_death(self, creature):
        self._add('You die.' if creature.name == 'you' else f'The {creature.name} dies.')

    def on_pick_up(self, item):
        self._add(f'You pick up a {item.name}.')

    def on_read(self, item):
        self._add(f'You read the {item.name}. Now you know the whole map.')

    def _add(self, line):
        self.lines = [*self.lines, line][-LOG_LINES:]

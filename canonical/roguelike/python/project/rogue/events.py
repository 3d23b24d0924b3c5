from collections import defaultdict


class EventBus:
    """Tells those who listen what has happened, so that the rules know neither the log nor the HUD."""

    def __init__(self):
        self._listeners = defaultdict(list)

    def listen(self, event, listener):
        self._listeners[event].append(listener)

    def tell(self, event, **details):
        for listener in self._listeners[event]:
            listener(**details)

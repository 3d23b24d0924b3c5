from collections import defaultdict

class EventBus:
    """Tells those who listen what has happened, so that the rules know neither the log nor the HUD."""

    def __init__(self):
        pass

    def listen(self, event, listener):
        pass

    def tell(self, event, **details):
        pass

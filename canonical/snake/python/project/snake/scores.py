import json
import os

from .settings import PLACES, SCORES_FILE


class Scores:
    """The best scores, saved in a file."""

    def __init__(self, file=SCORES_FILE):
        self.file = file
        self.best = self._read()

    def add(self, score):
        self.best = sorted([*self.best, score], reverse=True)[:PLACES]
        with open(self.file, 'w', encoding='utf-8') as out:
            json.dump(self.best, out)

    def _read(self):
        if not os.path.exists(self.file):
            return []
        with open(self.file, encoding='utf-8') as saved:
            return json.load(saved)

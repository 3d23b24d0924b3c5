import json
import os
from .settings import PLACES, SCORES_FILE

class Scores:
    """The best scores, saved in a file."""

    def __init__(self, file=SCORES_FILE):
        pass

    def add(self, score):
        pass

    def _read(self):
        pass

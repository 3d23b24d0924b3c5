"""The list of the best scores, kept in a file."""

import json
import os
from pathlib import Path

from . import settings


def default_path():
    base = os.environ.get("XDG_DATA_HOME") or os.path.join(
        os.path.expanduser("~"), ".local", "share")
    folder = Path(base) / "snake-game"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder / "scores.json"
    except OSError:
        pass
    return Path(__file__).resolve().parent.parent / "scores.json"


class ScoreList:
    def __init__(self, path=None, size=settings.BEST_SCORES):
        self._path = Path(path) if path else default_path()
        self._size = size
        self.scores = self._load()

    def add(self, score):
        """Enter a score, if it is good enough, and save at once."""
        self.scores = self._best(self.scores + [score])
        self._save()

    def _best(self, scores):
        return sorted(scores, reverse=True)[: self._size]

    def _load(self):
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
            return self._best([int(score) for score in found])
        except (OSError, ValueError, TypeError):
            return []

    def _save(self):
        part = self._path.with_suffix(".part")
        try:
            part.write_text(json.dumps(self.scores), encoding="utf-8")
            os.replace(part, self._path)
        except OSError as error:
            print("The scores could not be saved:", error)

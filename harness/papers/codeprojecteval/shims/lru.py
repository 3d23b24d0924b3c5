"""A stand-in for the package py-lru-cache: a dictionary that forgets what was not used for longest."""
from collections import OrderedDict


class LRUCacheDict(OrderedDict):
    def __init__(self, max_size=1024, expiration=None):
        super().__init__()
        self._max_size = max_size

    def __getitem__(self, key):
        self.move_to_end(key)
        return super().__getitem__(key)

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self._max_size:
            self.popitem(last=False)

"""Rates and conversions, kept in memory and in one JSON file that is replaced at every change."""
import json
import os
import threading

KEPT = 5
FIRST_RATES = {'USD': '1.10', 'GBP': '0.85', 'JPY': '160', 'CHF': '0.95'}


class Store:
    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.state = {'rates': FIRST_RATES, 'conversions': []}
        if os.path.exists(path):
            with open(path, encoding='utf-8') as file:
                self.state = json.load(file)

    def _commit(self, **changes):
        state = {**self.state, **changes}
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path + '.tmp', 'w', encoding='utf-8') as file:
            json.dump(state, file, indent=1)
        os.replace(self.path + '.tmp', self.path)
        self.state = state

    @property
    def rates(self):
        return self.state['rates']

    @property
    def conversions(self):
        return self.state['conversions']

    def save_rates(self, rates):
        with self.lock:
            self._commit(rates=rates)

    def add_conversion(self, reckon):
        """reckon(rates) gives the conversion; it comes first among those that are kept."""
        with self.lock:
            conversion = reckon(self.rates)
            self._commit(conversions=[conversion, *self.conversions][:KEPT])
            return conversion

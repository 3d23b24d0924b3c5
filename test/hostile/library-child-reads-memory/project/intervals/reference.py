"""Intervals of whole numbers, both ends included."""


class Interval:
    def __init__(self, low, high):
        if low > high:
            raise ValueError(f'{low} is more than {high}')
        self.low = low
        self.high = high

    def __contains__(self, number):
        return self.low <= number <= self.high

    def __eq__(self, other):
        if not isinstance(other, Interval):
            return NotImplemented
        return (self.low, self.high) == (other.low, other.high)

    def __hash__(self):
        return hash((self.low, self.high))


def parse(text):
    low, dash, high = text.partition('-')
    if not dash or not low.isdigit() or not high.isdigit():
        raise ValueError(f'{text!r} is no interval')
    return int(low), int(high)


def merge(pairs):
    merged = []
    for low, high in sorted(pairs):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def total(text):
    return sum(high - low + 1 for low, high in merge(parse(part) for part in text.split(',') if part))


def describe(pair):
    return f'from {pair[0]} to {pair[1]}'


def is_sorted(numbers):
    return all(a <= b for a, b in zip(numbers, numbers[1:]))

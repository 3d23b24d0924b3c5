"""Exact reckoning with amounts and rates; nothing is rounded before it is written down."""
import re
from fractions import Fraction

CURRENCIES = ('EUR', 'USD', 'GBP', 'JPY', 'CHF')
NUMBER = re.compile(r'[0-9]+(\.[0-9]*)?|\.[0-9]+')
LONGEST = 40


def parse(text):
    """The number that a text such as "12.50" stands for, or None (also for negative ones)."""
    if not isinstance(text, str) or len(text) > LONGEST or not NUMBER.fullmatch(text):
        return None
    whole, _, decimals = text.partition('.')
    return Fraction(int(whole + decimals or '0'), 10 ** len(decimals))


def written(number, decimals):
    """The number with so many decimals, a half rounded up, without separators of thousands."""
    units = (number * 10 ** decimals + Fraction(1, 2)).__floor__()
    digits = str(units).rjust(decimals + 1, '0')
    return f'{digits[:-decimals]}.{digits[-decimals:]}' if decimals else digits


def convert(amount, source, target, rates):
    """rates: how much one EUR is worth, by currency, as texts."""
    worth = {'EUR': Fraction(1), **{code: parse(text) for code, text in rates.items()}}
    rate = worth[target] / worth[source]
    result = written(parse(amount) * rate, 0 if target == 'JPY' else 2)
    return {
        'amount': amount,
        'from': source,
        'to': target,
        'result': result,
        'rate': written(rate, 4),
    }

/** Code and helpers that the scripted models of several methods share. */
import type { Received } from './server.ts'

export function promptOf({ messages }: Pick<Received, 'messages'>): string {
  return messages.findLast(({ role }) => role === 'user')?.content ?? ''
}

const PARSING = `def parse(text):
    low, dash, high = text.partition('-')
    if not dash or not low.isdigit() or not high.isdigit():
        raise ValueError(f'{text!r} is no interval')
    return int(low), int(high)
`

const INIT = `import contextlib
import datetime

from .parsing import parse


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


def mean(text):
    numbers = [number for low, high in merge(parse(part) for part in text.split(',') if part) for number in range(low, high + 1)]
    return sum(numbers) / len(numbers)


def day(number):
    return datetime.date(2020, 1, 1) + datetime.timedelta(days=number - 1)


def ends(text):
    return [parse(part)[1] for part in text.split(',')]


def counts(text):
    return {part: total(part) for part in text.split(',')}


def each(text, callback):
    for part in text.split(','):
        callback(*parse(part))


@contextlib.contextmanager
def session():
    yield


def moment(number):
    return datetime.datetime(2020, 1, number, 12, tzinfo=datetime.timezone.utc)


def short(pair):
    return f'{pair[0]}-{pair[1]}'
`

/** The code of the library of `test/fixtures/libraries`. */
export const CODE: Readonly<Record<string, string>> = { 'intervals/__init__.py': INIT, 'intervals/parsing.py': PARSING }

export const fenced = (files: Readonly<Record<string, string>>) =>
  Object.entries(files)
    .map(([path, content]) => `\`\`\`${path}\n${content}\`\`\``)
    .join('\n\n')

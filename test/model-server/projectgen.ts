/** Replies of a model to the prompts of the agent projectgen, for the library of `test/fixtures/libraries`. */
import type { Received, Reply } from './server.ts'

export const STEPS = [
  ['architecture', 'Plan the architecture of this software'],
  ['judge-architecture', 'Judge this plan of a project'],
  ['skeleton', 'Write the skeleton of this software'],
  ['judge-skeleton', 'Judge this skeleton of a project'],
  ['file', 'Write one file of this software'],
  ['diagnose', 'This software does not do yet what it should'],
  ['repair-file', 'Correct one file of this software'],
  ['judge-code', 'Judge this software against its requirements'],
] as const
export type Step = (typeof STEPS)[number][0]

export function promptOf({ messages }: Pick<Received, 'messages'>): string {
  return messages.findLast(({ role }) => role === 'user')?.content ?? ''
}

/** The step that a request asks for; undefined for other prompts. */
export function stepOf(request: Pick<Received, 'messages'>): Step | undefined {
  const prompt = promptOf(request)
  return STEPS.find(([, begins]) => prompt.startsWith(begins))?.[0]
}

/** The file that a prompt asks for. */
export function askedFile(request: Pick<Received, 'messages'>): string {
  return /^[^\n]*: (\S+)\n/.exec(promptOf(request))?.[1] ?? ''
}

const file = (path: string) => ({ path, description: 'A file.', classes: [], functions: [] })
/** In the wrong order: the first file imports the second one. */
export const TREE = {
  modules: [
    {
      name: 'intervals',
      description: 'All of it.',
      files: [
        {
          ...file('intervals/__init__.py'),
          classes: [{ name: 'Interval', description: 'A pair that knows what it contains.', functions: [] }],
        },
        {
          ...file('intervals/parsing.py'),
          functions: [
            {
              name: 'parse',
              description: 'Reads a pair.',
              parameters: [{ name: 'text', type: 'str', description: 'Such as 3-7.' }],
            },
          ],
        },
      ],
    },
  ],
}

export const SKELETON = {
  'intervals/__init__.py': 'from .parsing import parse\n\n\nclass Interval:\n    ...\n',
  'intervals/parsing.py': 'def parse(text):\n    ...\n',
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

export const CODE: Readonly<Record<string, string>> = { 'intervals/__init__.py': INIT, 'intervals/parsing.py': PARSING }

/** One mistake: `total` counts one number too few. */
export const MISTAKEN = INIT.replace('high - low + 1 for', 'high - low for')

export const fenced = (files: Readonly<Record<string, string>>) =>
  Object.entries(files)
    .map(([path, content]) => `\`\`\`${path}\n${content}\`\`\``)
    .join('\n\n')

/** The text for a step; `number` counts the requests of that step, from 1. */
export type Script = Partial<Record<Step, (request: Received, number: number) => string>>

const GOOD: Required<Script> = {
  architecture: () => JSON.stringify(TREE),
  'judge-architecture': () => '{"score": 9, "feedback": "Good."}',
  skeleton: () => fenced(SKELETON),
  'judge-skeleton': () => '{"score": 8, "feedback": "Good enough."}',
  file: (request) => fenced({ [askedFile(request)]: CODE[askedFile(request)] ?? '' }),
  diagnose: () =>
    '{"findings": [{"cause": "total leaves out the end", "files": ["intervals/__init__.py"], "fix": "add one"}]}',
  'repair-file': (request) => fenced({ [askedFile(request)]: CODE[askedFile(request)] ?? '' }),
  'judge-code': () => '{"score": 9, "feedback": "Good."}',
}

/** Replies of a script. All other steps are answered well. */
export function scripted(script: Script = {}): (request: Received) => Reply {
  const counts = new Map<Step, number>()
  return (request) => {
    const step = stepOf(request)
    if (step === undefined) return { kind: 'answer', text: 'no such step' }
    const number = (counts.get(step) ?? 0) + 1
    counts.set(step, number)
    return { kind: 'answer', text: (script[step] ?? GOOD[step])(request, number) }
  }
}

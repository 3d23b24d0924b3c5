/** A library of 15 functions, and replies of a model that plans and writes it, to the prompts of the agent zerorepo. */
import { fenced, promptOf } from '../../model-server/method.ts'
import type { Received, Reply } from '../../model-server/server.ts'

const STEPS = [
  ['features', 'Propose the features of this software'],
  ['capabilities', 'Group the features of this software'],
  ['files', 'Design the folders and files of this software'],
  ['bases', 'Design the base classes'],
  ['interface', 'Design the interface of one file'],
  ['test', 'Write the test of one part'],
  ['code', 'Write one part of this software'],
  ['vote', 'A unit test fails'],
  ['repair-code', 'Repair one part of this software'],
  ['repair-test', 'Repair the test of one part'],
  ['localise', 'The visible tests of this software fail'],
  ['correct', 'Correct one part of this software'],
] as const
export type ZerorepoStep = (typeof STEPS)[number][0]

/** The step that a request asks for; undefined for prompts of other agents. */
export function zerorepoStepOf(request: Pick<Received, 'messages'>): ZerorepoStep | undefined {
  const prompt = promptOf(request)
  return STEPS.find(([, begins]) => prompt.startsWith(begins))?.[0]
}

/** The unit or the file that a prompt is about. */
export function subjectOf(request: Pick<Received, 'messages'>): string {
  const prompt = promptOf(request)
  const tested = /^The part that is tested:\n\n\w+ ([^\s:]+(?::\w+)?)/m.exec(prompt)?.[1]
  return tested ?? /^[^\n]*: (\S+)\n/.exec(prompt)?.[1] ?? ''
}

export interface WrittenFunction {
  readonly path: string
  readonly signature: string
  readonly invokes: readonly string[]
  readonly code: string
  /** Expressions that hold. */
  readonly holds: readonly string[]
}

const [CLEAN, SPLIT, COUNT, SHAPE, REPORT] = [
  ...(['words/clean.py', 'words/split.py', 'words/count.py', 'words/shape.py', 'words/report.py'] as const),
] as const

const fn = (
  path: string,
  signature: string,
  body: string,
  holds: readonly string[],
  { invokes = [], imports = '' }: { readonly invokes?: readonly string[]; readonly imports?: string } = {},
): readonly [string, WrittenFunction] => [
  signature.split('(')[0] ?? '',
  { path, signature, invokes, code: `${imports}def ${signature}:\n    ${body.replaceAll('\n', '\n    ')}\n`, holds },
]

export const FUNCTIONS: ReadonlyMap<string, WrittenFunction> = new Map([
  fn(CLEAN, 'strip_marks(text)', "return ''.join(c for c in text if c.isalnum() or c.isspace())", [
    "strip_marks('a, b!') == 'a b'",
  ]),
  fn(CLEAN, 'collapse(text)', "return ' '.join(text.split())", ["collapse(' a   b ') == 'a b'"]),
  fn(CLEAN, 'is_blank(text)', 'return text.strip() == ""', ["is_blank('  ')", "not is_blank('a')"]),
  fn(SPLIT, 'tokens(text)', 'return strip_marks(text).split()', ["tokens('a, b') == ['a', 'b']", "tokens('') == []"], {
    ...{ invokes: ['words/clean.py:strip_marks'], imports: 'from .clean import strip_marks\n\n\n' },
  }),
  fn(
    SPLIT,
    'sentences(text)',
    "return [s.strip() for s in re.split(r'[.!?]', text) if s.strip()]",
    ["sentences('A. B!') == ['A', 'B']"],
    {
      imports: 'import re\n\n\n',
    },
  ),
  fn(
    SPLIT,
    'lines_of(text)',
    'return [line for line in text.splitlines() if not is_blank(line)]',
    ["lines_of('a\\n\\nb') == ['a', 'b']"],
    {
      ...{ invokes: ['is_blank'], imports: 'from .clean import is_blank\n\n\n' },
    },
  ),
  fn(COUNT, 'count_words(text)', 'return len(tokens(text))', ["count_words('a b, c') == 3"], {
    ...{ invokes: ['tokens'], imports: 'from .split import tokens\n\n\n' },
  }),
  fn(
    COUNT,
    'frequencies(text)',
    'return dict(Counter(token.lower() for token in tokens(text)))',
    ["frequencies('a A b') == {'a': 2, 'b': 1}"],
    {
      ...{ invokes: ['tokens'], imports: 'from collections import Counter\n\nfrom .split import tokens\n\n\n' },
    },
  ),
  fn(
    COUNT,
    'most_common(text)',
    'counts = frequencies(text)\nreturn min(counts, key=lambda word: (-counts[word], word), default=None)',
    ["most_common('b a a') == 'a'", "most_common('') is None"],
    {
      invokes: ['frequencies'],
    },
  ),
  fn(
    SHAPE,
    'snake(text)',
    "return '_'.join(token.lower() for token in tokens(text))",
    ["snake('Big House') == 'big_house'"],
    {
      ...{ invokes: ['tokens'], imports: 'from .split import tokens\n\n\n' },
    },
  ),
  fn(
    SHAPE,
    'camel(text)',
    "return ''.join(token.capitalize() for token in tokens(text))",
    ["camel('big house') == 'BigHouse'"],
    {
      ...{ invokes: ['tokens'], imports: 'from .split import tokens\n\n\n' },
    },
  ),
  fn(
    SHAPE,
    'initials(text)',
    "return ''.join(token[0].upper() for token in tokens(text))",
    ["initials('big house') == 'BH'"],
    {
      ...{ invokes: ['tokens'], imports: 'from .split import tokens\n\n\n' },
    },
  ),
  fn(REPORT, 'longest(text)', 'return max(tokens(text), key=len, default=None)', ["longest('a bcd ef') == 'bcd'"], {
    ...{ invokes: ['tokens'], imports: 'from .split import tokens\n\n\n' },
  }),
  fn(
    REPORT,
    'average_length(text)',
    'words = tokens(text)\nreturn sum(map(len, words)) / len(words) if words else 0',
    ["average_length('a bcd') == 2", "average_length('') == 0"],
    {
      ...{ invokes: ['tokens'], imports: 'from .split import tokens\n\n\n' },
    },
  ),
  fn(
    REPORT,
    'summary(text)',
    "return f'{count_words(text)} words, {len(sentences(text))} sentences'",
    ["summary('A b. C!') == '3 words, 2 sentences'"],
    {
      ...{ invokes: ['count_words', 'sentences'] },
      imports: 'from .count import count_words\nfrom .split import sentences\n\n\n',
    },
  ),
])

export const INIT = 'words/__init__.py'
const INIT_CODE = [...new Set([...FUNCTIONS.values()].map(({ path }) => path))]
  .map((path) => {
    const names = [...FUNCTIONS].filter(([, each]) => each.path === path).map(([name]) => name)
    return `from .${path.slice('words/'.length, -'.py'.length)} import ${names.join(', ')}\n`
  })
  .join('')

/** The files of the library, as a person would write them. */
export const LIBRARY: Readonly<Record<string, string>> = {
  [INIT]: INIT_CODE,
  ...Object.fromEntries(
    [CLEAN, SPLIT, COUNT, SHAPE, REPORT].map((path) => [
      path,
      [...FUNCTIONS.values()]
        .filter((each) => each.path === path)
        .map(({ code }) => code)
        .join('\n\n'),
    ]),
  ),
}

export function testOf(name: string): string {
  const { path, holds } = FUNCTIONS.get(name) ?? { path: INIT, holds: [] }
  if (path === INIT) return 'import words\n\n\ndef test_names():\n    assert words.tokens is not None\n'
  const module = path.slice(0, -'.py'.length).replaceAll('/', '.')
  const tests = holds.map((each, index) => `def test_${name}_${String(index)}():\n    assert ${each}\n`)
  return `from ${module} import ${name}\n\n\n${tests.join('\n\n')}`
}

export function nameOf(subject: string): string {
  return subject.split(':').at(-1) ?? ''
}

const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  [INIT]: [CLEAN, SPLIT, COUNT, SHAPE, REPORT],
  [SPLIT]: [CLEAN],
  [COUNT]: [SPLIT],
  [SHAPE]: [SPLIT],
  [REPORT]: [COUNT, SPLIT],
}

/** In the wrong order: the first file needs all others. */
export const FILES = {
  files: [INIT, REPORT, SHAPE, COUNT, SPLIT, CLEAN].map((path) => ({
    ...{ path, description: `The file ${path}.`, imports: IMPORTS[path] ?? [] },
    capabilities: path === INIT ? [] : [capabilityOf(path)],
  })),
  flows: [
    { from: CLEAN, to: SPLIT, data: 'clean text', type: 'str' },
    { from: SPLIT, to: COUNT, data: 'words', type: 'list[str]' },
  ],
}

/** A plan of two files, with two functions. */
export const SMALL: ZerorepoScript = {
  features: () => JSON.stringify({ groups: [{ name: 'texts', features: ['words'] }], complete: true }),
  capabilities: () => JSON.stringify({ capabilities: [{ name: 'texts', features: ['words'] }] }),
  files: () =>
    JSON.stringify({
      files: [
        { path: SPLIT, capabilities: ['texts'], imports: [CLEAN] },
        { path: CLEAN, capabilities: ['words'], imports: [] },
      ],
    }),
  interface: (request) => JSON.stringify({ units: interfaceOf(subjectOf(request)).filter((_, index) => index === 0) }),
}

function capabilityOf(path: string): string {
  return `texts: ${path.slice('words/'.length, -'.py'.length)}`
}

const GROUPS = [CLEAN, SPLIT, COUNT, SHAPE, REPORT].map((path) => ({
  name: capabilityOf(path),
  features: [...FUNCTIONS].filter(([, each]) => each.path === path).map(([name]) => ({ name: `does ${name}` })),
}))

/** The text for a step; `number` counts the requests of that step about the same unit or file, from 1. */
export type ZerorepoScript = Partial<Record<ZerorepoStep, (request: Received, number: number) => string>>

export const vote = (cause: string, reason: string, place = '') => JSON.stringify({ cause, reason, place })

const GOOD: Required<ZerorepoScript> = {
  features: () => JSON.stringify({ groups: GROUPS, remove: [], complete: true }),
  capabilities: () =>
    JSON.stringify({
      capabilities: GROUPS.map(({ name, features }) => ({ name, features: features.map((each) => each.name) })),
    }),
  files: () => JSON.stringify(FILES),
  bases: () => '{"classes": []}',
  interface: (request) => JSON.stringify({ units: interfaceOf(subjectOf(request)) }),
  test: (request) => fenced({ '.unit-test/test_unit.py': testOf(nameOf(subjectOf(request))) }),
  code: (request) => codeAnswer(subjectOf(request)),
  vote: () => vote('code', 'the code is wrong'),
  'repair-code': (request) => codeAnswer(subjectOf(request)),
  'repair-test': (request) => fenced({ '.unit-test/test_unit.py': testOf(nameOf(subjectOf(request))) }),
  localise: () => '{"findings": []}',
  correct: (request) => codeAnswer(subjectOf(request)),
}

function interfaceOf(path: string): object[] {
  return [...FUNCTIONS].flatMap(([name, { path: own, signature, invokes }]) =>
    own === path
      ? [{ kind: 'function', name, signature, description: `Does ${name}.`, features: [`does ${name}`], invokes }]
      : [],
  )
}

export function codeAnswer(subject: string, change: (code: string) => string = (code) => code): string {
  const known = FUNCTIONS.get(nameOf(subject))
  return fenced({ [known?.path ?? subject]: change(known?.code ?? INIT_CODE) })
}

/** Replies of a script. All other steps are answered well. */
export function zerorepoScripted(script: ZerorepoScript = {}): (request: Received) => Reply {
  const counts = new Map<string, number>()
  return (request) => {
    const step = zerorepoStepOf(request)
    if (step === undefined) return { kind: 'answer', text: 'no such step' }
    const key = `${step} ${subjectOf(request)}`
    const number = (counts.get(key) ?? 0) + 1
    counts.set(key, number)
    return { kind: 'answer', text: (script[step] ?? GOOD[step])(request, number) }
  }
}

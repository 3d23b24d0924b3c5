/** Replies of a model to the prompts of the agent contract-coding, for the library of `test/fixtures/libraries`. */
import { CODE, fenced, promptOf } from '../../model-server/method.ts'
import type { Received, Reply } from '../../model-server/server.ts'

const STEPS = [
  ['contract', 'You are the manager of this project'],
  ['audit-contract', 'You are the architect of this project'],
  ['verify-file', 'You are a critic'],
  ['write-file', /^You are the .* of this project\. Write one file/],
] as const
export type ContractStep = (typeof STEPS)[number][0]

/** The step that a request asks for; undefined for prompts of other agents. */
export function contractStepOf(request: Pick<Received, 'messages'>): ContractStep | undefined {
  const prompt = promptOf(request)
  return STEPS.find(([, begins]) => (typeof begins === 'string' ? prompt.startsWith(begins) : begins.test(prompt)))?.[0]
}

/** The file that a worker or a critic is asked about. */
export function contractFile(request: Pick<Received, 'messages'>): string {
  return /^[^\n]*: (\S+)\n/.exec(promptOf(request))?.[1] ?? ''
}

export const actions = (...list: readonly object[]) => JSON.stringify({ actions: list })
const add = (section: string, content: unknown) => ({ action: 'add', section, content })

const INTERFACES = [
  {
    path: 'intervals/__init__.py',
    description: 'Intervals, and what one does with many of them.',
    owner: 'library engineer',
    classes: [
      {
        name: 'Interval',
        description: 'Knows which numbers it contains.',
        attributes: ['low: int', 'high: int'],
        methods: ['__contains__(self, number: int) -> bool', '__eq__(other) -> bool'],
      },
    ],
    functions: [
      'merge(pairs) -> list',
      'total(text: str) -> int',
      'describe(pair) -> str',
      'is_sorted(numbers) -> bool',
    ],
  },
  {
    path: 'intervals/parsing.py',
    description: 'Reads intervals.',
    owner: 'parser engineer',
    functions: [{ signature: 'parse(text: str) -> tuple[int, int]', description: 'Reads 3-7.' }],
  },
]

/** In the wrong order: the first file needs the second one. */
export const CONTRACT = [
  add('overview', 'A library of intervals of whole numbers.'),
  add('stories', [{ name: 'total', description: 'A user adds up intervals.' }]),
  add('constraints', ['Only the standard library is used.']),
  add('knowledge', [{ name: 'notation', description: 'low, a dash, high: 3-7' }]),
  add('directory', [{ path: 'intervals/__init__.py' }, { path: 'intervals/parsing.py' }]),
  add('dependencies', [{ file: 'intervals/__init__.py', needs: ['parsing.py'] }]),
  add('api', INTERFACES),
] as const

export const VERIFIED = '{"verified": true, "problems": []}'

/** The text for a step; `number` counts the requests of that step (of the same file), from 1. */
export type ContractScript = Partial<Record<ContractStep, (request: Received, number: number) => string>>

const GOOD: Required<ContractScript> = {
  contract: () => actions(...CONTRACT),
  'audit-contract': () => actions(),
  'write-file': (request) => fenced({ [contractFile(request)]: CODE[contractFile(request)] ?? '' }),
  'verify-file': () => VERIFIED,
}

/** Replies of a script. All other steps are answered well. */
export function contractScripted(script: ContractScript = {}): (request: Received) => Reply {
  const counts = new Map<string, number>()
  return (request) => {
    const step = contractStepOf(request)
    if (step === undefined) return { kind: 'answer', text: 'no such step' }
    const key = `${step} ${step.endsWith('-file') ? contractFile(request) : ''}`
    const number = (counts.get(key) ?? 0) + 1
    counts.set(key, number)
    return { kind: 'answer', text: (script[step] ?? GOOD[step])(request, number) }
  }
}

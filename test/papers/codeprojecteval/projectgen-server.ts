/** Replies of a model to the prompts of the agent projectgen, for the library of `test/fixtures/libraries`. */
import { CODE, fenced, promptOf } from '../../model-server/method.ts'
import type { Received, Reply } from '../../model-server/server.ts'

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

/** One mistake: `total` counts one number too few. */
export const MISTAKEN = (CODE['intervals/__init__.py'] ?? '').replace('high - low + 1 for', 'high - low for')

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

/** The other cases of output.test.ts. */
import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readFiles } from '../../harness/agents/output/project.ts'
import { AgentFault } from '../../harness/errors.ts'
import { checkProject, materialise } from '../../harness/trial/workspace.ts'
import { temporaryFolder } from '../helpers.ts'
import { seeded } from '../random.ts'
import { SHAPES } from './outputs.ts'

const JUNK = [
  ...[
    '../',
    '..\\',
    '/',
    'C:\\',
    '\0',
    '\u202e',
    '\ud800',
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '`',
    '```',
    '~~~',
    '\\',
    '\\u0000',
  ],
  ...[
    ',',
    ':',
    '\n',
    '\r\n',
    '<think>',
    '</think>',
    '<file path="',
    '-----',
    '// ',
    'null',
    '__proto__',
    'node_modules/',
  ],
  ...['path', 'file', 'code', '"path": "../../../../tmp/pe-escaped"', '"code": ["', '% ', 'ü', '🎉', 'constructor'],
]

/** Changes a few random places: removes, duplicates, truncates or rotates text, or inserts junk. */
function mutated(text: string, next: () => number): string {
  let result = text
  for (let times = 1 + Math.floor(next() * 6); times > 0; times -= 1) {
    const [a, b] = [Math.floor(next() * (result.length + 1)), Math.floor(next() * 40)]
    const kind = Math.floor(next() * 5)
    if (kind === 0) result = result.slice(0, a) + result.slice(a + b)
    if (kind === 1) result = result.slice(0, a) + (JUNK[Math.floor(next() * JUNK.length)] ?? '') + result.slice(a)
    if (kind === 2) result = result.slice(0, a)
    if (kind === 3) result = result.slice(0, a) + result.slice(a, a + b).repeat(2) + result.slice(a + b)
    if (kind === 4) result = result.slice(a) + result.slice(0, a)
  }
  return result
}

const MUTATIONS = 10_000

it(
  `${MUTATIONS.toLocaleString('en')} mutated outputs never crash and never write outside the project`,
  { timeout: 300_000 },
  async () => {
    await using folder = await temporaryFolder()
    const next = seeded(20260101)
    const seen = new Set<string>()
    const count = { projects: 0, faults: 0 }
    for (let index = 0; index < MUTATIONS; index += 1) {
      const shape = SHAPES[index % SHAPES.length]
      if (!shape) throw new Error('there are no shapes')
      const text = mutated(shape.text, next)
      try {
        const { files } = readFiles(text, shape.format)
        checkProject({ files })
        count.projects += 1
        // Writes each distinct set of paths to disk once.
        const paths = JSON.stringify(files.map(({ path }) => path))
        if (!seen.has(paths)) await materialise({ files }, folder.file('in', 'some', 'folders', String(seen.size)))
        seen.add(paths)
      } catch (error) {
        if (!(error instanceof AgentFault)) throw new Error(`crashed on ${JSON.stringify(text)}`, { cause: error })
        count.faults += 1
      }
    }
    expect(count.projects + count.faults).toBe(MUTATIONS)
    expect(count.projects).toBeGreaterThan(MUTATIONS / 4)
    expect(count.faults).toBeGreaterThan(MUTATIONS / 20)
    expect(await readdir(folder.path)).toEqual(['in'])
    expect(await readdir(folder.file('in'))).toEqual(['some'])
    expect(await readdir(folder.file('in', 'some', 'folders'))).toHaveLength(seen.size)
  },
)

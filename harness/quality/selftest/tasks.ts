/** Attacks on the judge of tasks. A model that works with the project is the worst judge, so a script answers in its place. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { LibraryTask, Reviewer } from '../../contracts/types.ts'
import { HarnessFault } from '../../errors.ts'
import { calibrateLibrary } from '../../trial/calibration/calibrate.ts'
import type { JudgedBy } from './mission.ts'

/** Folder of an attack: `<task>/{reference,adapted}.py`. Beside it, `reference/` holds the library that the reference tests test. */
export const TASKS = 'tasks'

/** @param folder The folder of the attack */
export async function tasksMission(folder: string, name: string): Promise<JudgedBy> {
  const ids = (await readdir(path.join(folder, TASKS))).toSorted()
  const read = (id: string, file: string) => readFile(path.join(folder, TASKS, id, file), 'utf8')
  const tasks: LibraryTask[] = []
  const adapted = new Map<string, string>()
  for (const id of ids) {
    const code = await read(id, 'reference.py')
    tasks.push({
      id,
      algorithm: id,
      query: id,
      tests: [...code.matchAll(/def (test_\w+)/g)].map(([, test = '']) => test),
      code,
    })
    adapted.set(code.trim(), await read(id, 'adapted.py'))
  }
  return {
    mission: {
      id: name,
      title: name,
      kind: 'library',
      stack: 'Python',
      suites: [
        { id: 'tasks', tester: 'tasks', weight: 1, testcodes: ids.map((id) => ({ id, page: id, expects: id })) },
      ],
      runnable: 'condition',
      materials: [],
      materialsFolder: folder,
      digest: '0'.repeat(64),
      questions: [],
    },
    testcodes: { tasks, reference: path.join(folder, 'reference') },
    services: { reviewer: accomplice(adapted), calibrate: calibrateLibrary },
  }
}

/** Votes for the project, and adapts each test as the attack wants it. */
function accomplice(adapted: ReadonlyMap<string, string>): Reviewer {
  return {
    model: 'scripted',
    votes: 1,
    ask(messages) {
      const text = messages.map(({ content }) => content).join('\n')
      if (text.includes('whether code implements an algorithm'))
        return Promise.resolve(JSON.stringify({ present: true, reason: 'it does' }))
      const test = [...adapted].find(([code]) => text.includes(code))?.[1]
      if (text.includes('adapt a test of a reference library') && test !== undefined)
        return Promise.resolve(JSON.stringify({ test }))
      const [, file, name] = /^("(?:[^"\\]|\\.)*").*? ([^\s:]+): /m.exec(text) ?? []
      if (file === undefined) throw new HarnessFault(`the script has no answer to: ${text.slice(0, 500)}`)
      return Promise.resolve(JSON.stringify({ candidates: [{ file: JSON.parse(file) as string, name }] }))
    },
  }
}

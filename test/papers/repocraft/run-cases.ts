/** Shared by the tests of repocraft. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import {
  briefSchema,
  measuresRecordSchema,
  trialRecordSchema,
  type Measure,
} from '../../../harness/contracts/schema.ts'
import { root, type TemporaryFolder } from '../../helpers.ts'
import { pe } from '../../own.ts'

export const LATE = { timeout: 240_000 }
const LIBRARIES = path.join(root, 'test', 'papers', 'repocraft', 'fixtures')

export function run(folder: TemporaryFolder, args: readonly string[], baseURL = 'http://127.0.0.1:9') {
  const env = {
    XDG_CACHE_HOME: folder.file('cache'),
    OPENAI_BASE_URL: baseURL,
    OPENAI_API_KEY: 'sk-proj-T3stK3y0123456789',
  }
  return pe(['run', '--benchmark', `repocraft:${LIBRARIES}`, '--json', '--out', folder.file('reports'), ...args], {
    env,
  })
}

/** The record, the brief and the measures of the only trial. */
export async function trialIn(folder: TemporaryFolder) {
  const [id = ''] = await readdir(folder.file('reports'))
  const [name = ''] = await readdir(folder.file('reports', id, 'trials'))
  const trial = (file: string) => folder.file('reports', id, 'trials', name, file)
  const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(trial(file), 'utf8'))
  const { measures } = measuresRecordSchema.parse(await read('measures.json'))
  return {
    id,
    measuresFile: trial('measures.json'),
    record: trialRecordSchema.parse(await read('trial.json')),
    brief: briefSchema.parse(await read('brief.json')),
    measures: Object.fromEntries(measures.map(({ name: own, measure }): [string, Measure] => [own, measure])),
  }
}

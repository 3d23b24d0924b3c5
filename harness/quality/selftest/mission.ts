import path from 'node:path'
import { sha256 } from '../../lib/files/digest.ts'
import type { MissionFile } from '../../contracts/schema.ts'
import type { Mission, TesterServices } from '../../contracts/types.ts'
import { sharedParameters, type HostileKind } from './testcodes.ts'

/** By what an attack is judged. */
export interface JudgedBy {
  readonly mission: Mission
  readonly testcodes: unknown
  /** In addition to those of the run. */
  readonly services?: Pick<TesterServices, 'reviewer' | 'calibrate'>
}

export interface MissionParts {
  readonly name: string
  readonly title: string
  readonly kind: HostileKind
  readonly testcodes: readonly string[]
  readonly parameters: MissionFile['parameters']
  /** Testcode → the testcodes that it needs; none by default. */
  readonly dependencies?: Readonly<Record<string, readonly string[]>>
  readonly folder: string
  /** In place of the usual one of the kind. */
  readonly tester?: 'python-selenium' | undefined
}

const TESTERS = {
  website: 'playwright',
  batch: 'subprocess',
  console: 'subprocess',
  source: 'judge',
  desktop: 'desktop',
} as const

/** A minimal mission: one page, one function, and testcodes that may use every parameter. */
export function missionOf(parts: MissionParts): Mission {
  const { name, title, kind, testcodes, parameters, dependencies, folder, tester = TESTERS[kind] } = parts
  const all = { ...sharedParameters[kind], ...parameters }
  return {
    id: name,
    title,
    kind,
    stack: 'free',
    prompt: title,
    checklist: [{ page: 'Home', functions: [{ function: 'Everything', description: title }] }],
    ...(kind === 'console' ? { dialogue: { prompt: '> ' } } : {}),
    parameters: all,
    suites: [
      {
        id: 'tests',
        tester,
        weight: 1,
        testcodes: testcodes.map((id) => ({
          id,
          page: 'Home',
          function: 'Everything',
          expects: title,
          needs: dependencies?.[id] ?? [],
          parameters: Object.keys(all),
        })),
      },
    ],
    ...(kind === 'source' ? { runnable: 'condition' } : {}),
    materials: [],
    digest: sha256(JSON.stringify([name, title, kind, testcodes, all])),
    materialsFolder: path.join(folder, 'materials'),
  }
}

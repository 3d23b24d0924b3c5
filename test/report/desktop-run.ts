/** A run of a program with a window, with films of one frame and of several. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  SCHEMA_VERSION,
  type Parameter,
  type ScoresRecord,
  type TrialRecord,
  type Verdict,
} from '../../harness/contracts/schema.ts'
import type { Picture } from '../../harness/contracts/types.ts'
import { pngFile } from '../../harness/lib/pictures/png-file.ts'
import type { MissionView } from '../../harness/reporters/setup.ts'
import { RunStore } from '../../harness/store/store.ts'
import { Film } from '../../harness/testers/desktop/film.ts'
import { keyOf, runOf, verdictOf } from '../helpers.ts'
import type { WrittenRun } from './reports.ts'

const DESKTOP_RUN_ID = '2025-04-01T00-00-00-abcdef'
const KEY = keyOf({ agent: 'player', mission: 'game' })
export const GAME = `#/trial/${DESKTOP_RUN_ID}/${KEY.id}`
/** Pixels. */
export const WINDOW = { width: 320, height: 240 } as const

const PARAMETERS = ['board', 'paper', 'message'] as const
const TESTCODES = [
  { id: 'starts', parameters: ['board', 'paper'] },
  { id: 'moves', parameters: ['board', 'paper', 'message'] },
  { id: 'rests', parameters: ['board', 'paper'] },
  { id: 'speaks', parameters: ['board', 'message'] },
] as const
const VALUES = { board: '48,48', paper: '#f7f5ef', message: '610,154,230,46' } as const
const OURS = { board: '120,80', paper: '#15171c', message: '8,8,100,20' } as const

/** The output of the program that was started last. */
export const PRINTED = 'Traceback: out of turns'
const OTHER_OUTPUT = 'turn 1\nturn 2'

function shaded(shade: number): Picture {
  const pixels = new Uint8Array(4 * WINDOW.width * WINDOW.height).map((_, index) =>
    index % 4 === 3 ? 255 : Math.floor(index / 4) % WINDOW.width < 160 ? shade : 200,
  )
  return { ...WINDOW, pixels }
}

async function filmOf(...pictures: readonly Picture[]): Promise<Buffer> {
  const film = new Film()
  for (const picture of pictures) film.cut(picture)
  return (await film.file()) ?? Buffer.alloc(0)
}

const verdict = (id: string, status: 'passed' | 'failed', evidence: Verdict['evidence']) =>
  verdictOf(id, status, { evidence, ...(status === 'failed' ? { reason: 'nothing moved' } : {}) })

/** `moves` has a film of two frames, and the others one with the window at their end. */
const RECORD: TrialRecord = {
  schemaVersion: SCHEMA_VERSION,
  trial: KEY,
  outcome: 'judged',
  scoring: 'mean',
  runnable: verdictOf('runnable', 'passed', {}),
  verdicts: [
    verdict('starts', 'passed', { film: 'evidence/one.png' }),
    verdict('moves', 'failed', { film: 'evidence/two.png', screenshot: 'evidence/end.png', output: OTHER_OUTPUT }),
    verdict('rests', 'failed', { film: 'evidence/one.png', screenshot: 'evidence/end.png', output: PRINTED }),
    verdict('speaks', 'failed', { film: 'evidence/one.png', screenshot: 'evidence/end.png' }),
  ],
  stages: { generate: 90, freeze: 3, judge: 5000 },
  seconds: 5.1,
  startedAt: '2025-04-01T00:00:00.000Z',
  log: `${PRINTED}\n`,
}

const compared = (of: string, name: string) => ({ of, name, similarity: 0.4, exact: false, equivalent: false })

/** As older versions of the harness wrote it: places were compared as texts. */
const SCORES: ScoresRecord = {
  schemaVersion: SCHEMA_VERSION,
  digest: '0',
  scores: [
    { name: 'code', setting: 'strict', score: { scored: false, reason: 'there is no code' } },
    {
      name: 'parameters',
      setting: 'strict',
      score: {
        scored: true,
        value: 0.446,
        detail: {
          parameters: TESTCODES.flatMap(({ id, parameters }) => parameters.map((name) => compared(id, name))),
          ...{ total: 9, exact: 0, equivalent: 0 },
        },
      },
    },
  ],
}

const valuesIn = (values: typeof VALUES | typeof OURS) =>
  Object.fromEntries(
    TESTCODES.map(({ id, parameters }) => [id, Object.fromEntries(parameters.map((name) => [name, values[name]]))]),
  )

export function desktopMissionView(): Promise<MissionView> {
  const kinds = { board: 'point', paper: 'colour', message: 'rectangle' } as const
  const parameters = Object.fromEntries(
    PARAMETERS.map((name): [string, Parameter] => [
      name,
      { kind: kinds[name], apart: [], description: `Where ${name} is.` },
    ]),
  )
  const testcodes = TESTCODES.map(({ id, parameters: names }) => ({ id, parameters: [...names] }))
  return Promise.resolve({ parameters, testcodes, canonical: { project: { files: [] }, answers: valuesIn(OURS) } })
}

/** Written to disk as a run writes it. */
export async function writeDesktopRun(root: string): Promise<WrittenRun> {
  const plain = runOf([KEY], { runId: DESKTOP_RUN_ID })
  const missions = plain.benchmark.missions.map((mission) => ({
    ...mission,
    kind: 'desktop' as const,
    testcodes: TESTCODES.map(({ id }) => ({ id })),
  }))
  const run = { ...plain, benchmark: { ...plain.benchmark, missions } }
  await using store = await RunStore.create(root, run)
  const trial = store.trial(KEY)
  await trial.writeRecord(RECORD)
  await trial.writeAnswers(valuesIn(VALUES))
  await trial.writeScores(SCORES)
  const evidence = path.join(trial.folder, 'evidence')
  await mkdir(evidence, { recursive: true })
  await writeFile(path.join(evidence, 'end.png'), await pngFile(shaded(80)))
  await writeFile(path.join(evidence, 'one.png'), await filmOf(shaded(80)))
  await writeFile(path.join(evidence, 'two.png'), await filmOf(shaded(20), shaded(80)))
  return { folder: store.folder, run, trials: [RECORD] }
}

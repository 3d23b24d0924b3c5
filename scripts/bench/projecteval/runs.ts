import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { execa } from 'execa'
import { z } from 'zod'
import {
  runRecordSchema,
  summarySchema,
  trialRecordSchema,
  type RunRecord,
  type Summary,
  type TrialRecord,
} from '../../../harness/contracts/schema.ts'
import type { Agreement } from '../../../harness/lib/statistics/agreement.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const bin = path.join(root, 'dist/harness/bin.js')

/** The published data: the original's checkout or a copy of its parts. */
export const DATA = process.env['PE_PROJECTEVAL_DIR'] ?? path.resolve(root, '../shared/projecteval')

type Settings = RunRecord['settings']

export interface Judged {
  readonly summary: Summary
  readonly trials: readonly TrialRecord[]
}

/** One run of the benchmark, as anybody would type it. */
export async function judge(agent: string, out: string, flags: readonly string[] = []): Promise<Judged> {
  const argv = ['run', '--benchmark', `projecteval:${DATA}`, '--agent', agent, '--out', out, '--json', ...flags]
  // Exit code 1 only says that some testcodes are unjudged, which the numbers say too.
  const { stdout, stderr } = await execa('node', [bin, ...argv], { reject: false, stdin: 'ignore' })
  const summary = summarySchema.safeParse(parsed(stdout))
  if (!summary.success) throw new Error(`pe ${argv.join(' ')} gave no summary:\n${stderr}`)
  return { summary: summary.data, trials: await trialsOf(summary.data.folder) }
}

/** A whole run in that folder of what is asked for: published answers are judged once, however often the bench is begun. */
export async function judgedBefore(out: string, agent: string, wanted: Partial<Settings>): Promise<Judged | undefined> {
  for (const name of await readdir(out)) {
    const folder = path.join(out, name)
    const summary = summarySchema.safeParse(await json(path.join(folder, 'summary.json')).catch(() => undefined))
    if (!summary.success || summary.data.incomplete) continue
    const { settings } = runRecordSchema.parse(await json(path.join(folder, 'run.json')))
    const same = Object.entries(wanted).every(([key, value]) =>
      isDeepStrictEqual(settings[key as keyof Settings], value),
    )
    if (same && settings.agents.length === 1 && settings.agents[0] === agent)
      return { summary: summary.data, trials: await trialsOf(folder) }
  }
  return undefined
}

async function trialsOf(folder: string): Promise<TrialRecord[]> {
  const run = runRecordSchema.parse(await json(path.join(folder, 'run.json')))
  return Promise.all(
    run.trials.map(async ({ id }) =>
      trialRecordSchema.parse(await json(path.join(folder, 'trials', id, 'trial.json'))),
    ),
  )
}

const agreementSchema = z.looseObject({ rows: z.number(), disagreements: z.array(z.unknown()) })

/** What `pe agreement --json` says of a run and published verdicts. */
export async function agreementWith({ summary }: Judged, verdicts: string, timestamp: string): Promise<Agreement> {
  const argv = ['agreement', summary.folder, verdicts, '--where', `timestamp=${timestamp}`, '--json']
  const { stdout } = await execa('node', [bin, ...argv], { stdin: 'ignore' })
  return agreementSchema.parse(JSON.parse(stdout)) as unknown as Agreement
}

/** Mission and testcode → status, the runnable points included. */
export function statusesOf({ trials }: Judged): Map<string, string> {
  return new Map(
    trials.flatMap(({ trial, runnable, verdicts }) =>
      [runnable, ...verdicts].map(({ testcode, status }) => [`${trial.mission} ${testcode}`, status] as const),
    ),
  )
}

async function json(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function print(line = ''): void {
  process.stdout.write(`${line}\n`)
}

/** A figure beside what it should be. */
export function hold(what: string, figure: string, holds: boolean): void {
  print(`${holds ? 'holds        ' : 'DOES NOT HOLD'}  ${what}: ${figure}`)
  if (!holds) process.exitCode = 1
}

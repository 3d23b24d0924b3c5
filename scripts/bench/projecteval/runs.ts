import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { execa } from 'execa'
import * as z from 'zod'
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
const bin = path.join(root, 'dist/pe/bin.js')

/** The published data: the original's checkout or a copy of its parts. */
export const DATA = process.env['PE_PROJECTEVAL_DIR'] ?? path.resolve(root, '../shared/projecteval')

type Settings = RunRecord['settings']

export interface Judged {
  readonly summary: Summary
  readonly trials: readonly TrialRecord[]
}

/** Runs the benchmark through the command line. */
export async function judge(agent: string, out: string, flags: readonly string[] = []): Promise<Judged> {
  const argv = ['run', '--benchmark', `projecteval:${DATA}`, '--agent', agent, '--out', out, '--json', ...flags]
  // The exit code is ignored: 1 means that some testcodes are unjudged, which the summary shows.
  const { stdout, stderr } = await execa('node', [bin, ...argv], { reject: false, stdin: 'ignore' })
  const summary = summarySchema.safeParse(parsed(stdout))
  if (!summary.success) throw new Error(`pe ${argv.join(' ')} printed no summary:\n${stderr}`)
  return { summary: summary.data, trials: await trialsOf(summary.data.folder) }
}

/** Finds a complete run with these settings in the folder, so that a repeated bench judges published answers only once. */
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

/** The output of `pe agreement --json` for a run and published verdicts. */
export async function agreementWith({ summary }: Judged, verdicts: string, timestamp: string): Promise<Agreement> {
  const argv = ['agreement', summary.folder, verdicts, '--where', `timestamp=${timestamp}`, '--json']
  const { stdout } = await execa('node', [bin, ...argv], { stdin: 'ignore' })
  return agreementSchema.parse(JSON.parse(stdout)) as unknown as Agreement
}

/** Mission and testcode → status, including the runnable points. */
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

/** Prints a figure and whether it meets its target; sets exit code 1 if it does not. */
export function check(what: string, figure: string, holds: boolean): void {
  print(`${holds ? 'holds        ' : 'DOES NOT HOLD'}  ${what}: ${figure}`)
  if (!holds) process.exitCode = 1
}

import { defineCommand } from './flags/command.ts'
import { createRequire } from 'node:module'
import path from 'node:path'
import { execa } from 'execa'
import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { TrialRecord } from '../contracts/schema.ts'
import { HarnessFault, UsageError } from '../errors.ts'
import { isInside } from '../lib/files/confine.ts'
import { resumeCommand } from '../reporters/reports-folder.ts'
import { readRun, trialFolder } from '../store/read.ts'
import { TrialStore } from '../store/store.ts'
import { OUT } from './flags/common.ts'
import { NO_OPEN } from './flags/serve.ts'
import type { Flags } from './flags/values.ts'
import { onInterrupt } from './interrupt.ts'
import { resolveRun } from '../store/resolve.ts'

function traceFlags(flags: Argv) {
  return flags
    .positional('run', { type: 'string', demandOption: true, describe: 'its id or folder' })
    .positional('trial', { type: 'string', demandOption: true, describe: 'its id' })
    .positional('testcode', { type: 'string', describe: 'its id; the first one that has a trace by default' })
    .option('out', OUT)
    .option('no-open', NO_OPEN)
}

function traceOptions(args: Flags<typeof traceFlags>): TraceOptions {
  const { run, trial, testcode, out } = args
  return { run, trial, testcode, out, open: !args['no-open'] }
}

export interface TraceOptions {
  readonly run: string
  readonly trial: string
  /** The first one that has a trace, if none was named. */
  readonly testcode: string | undefined
  readonly out: string
  readonly open: boolean
}

export const command = defineCommand({ flags: traceFlags, options: traceOptions, handler: traceCommand })

/** `pe trace RUN TRIAL`: opens what the browser did in Playwright's trace viewer, served on loopback until Ctrl-C. */
export async function traceCommand(options: TraceOptions): Promise<ExitCode> {
  const folder = await resolveRun(options.run, options.out)
  const { trials, queue } = await readRun(folder)
  const key = trials.find(({ id }) => id === options.trial)
  if (!key)
    throw new UsageError(
      `run ${options.run} has no trial "${options.trial}"; its trials are ${listed(trials.map(({ id }) => id))}`,
    )
  const record = await new TrialStore(trialFolder(folder, key)).readRecord()
  if (!record)
    throw new UsageError(`the trial "${options.trial}" has not ended; ${resumeCommand(folder, queue)} continues it`)
  const file = path.resolve(trialFolder(folder, key), traceOf(record, options.testcode))
  if (!isInside(trialFolder(folder, key), file)) throw new HarnessFault(`${file} is not in the folder of its trial`)
  process.stdout.write(`${file}\n`)
  await show(file, options.open)
  return EXIT.done
}

/** Most trials that a message names. */
const NAMED = 20

function listed(ids: readonly string[]): string {
  const more = ids.length - NAMED
  return `${ids.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`
}

function traceOf({ runnable, verdicts, trial }: TrialRecord, wanted: string | undefined): string {
  const traced = [runnable, ...verdicts].filter(({ evidence }) => evidence.trace !== undefined)
  const chosen = wanted === undefined ? traced[0] : traced.find(({ testcode }) => testcode === wanted)
  if (chosen?.evidence.trace !== undefined) return chosen.evidence.trace
  const names = traced.map(({ testcode }) => testcode).join(', ')
  const which = wanted === undefined ? `the trial "${trial.id}" has no trace` : `"${wanted}" has no trace`
  throw new UsageError(
    `${which}: one is kept of what did not pass in a browser${names === '' ? '' : `; here that is ${names}`}`,
  )
}

/** Playwright's own viewer, as a page in the user's browser: its window would need one that Playwright has installed. */
async function show(file: string, open: boolean): Promise<void> {
  using interrupt = onInterrupt()
  const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js')
  const viewer = await execa(process.execPath, [cli, 'show-trace', '--host', '127.0.0.1', '--port', '0', file], {
    cancelSignal: interrupt.signal,
    stdin: 'ignore',
    stdout: process.stderr,
    stderr: 'inherit',
    reject: false,
    // With this variable, Playwright does not open a browser.
    env: open ? {} : { PWTEST_UNDER_TEST: '1' },
  })
  if (viewer.isCanceled || viewer.exitCode === 0) return
  throw new HarnessFault(`the trace viewer ended with exit code ${String(viewer.exitCode)}`)
}

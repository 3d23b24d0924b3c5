import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { attempt, type AttemptSetup } from './attempt.ts'
import type { Control } from '../contracts/schema.ts'
import { UsageError, messageOf } from '../errors.ts'
import type { Stage } from '../contracts/vocabulary.ts'
import { countedSuites } from '../contracts/suites.ts'
import type { Trial } from './setup.ts'
import type { Mission, Project } from '../contracts/types.ts'

/** A failed control is repeated, because the machine may have been slow only for a moment. */
const TRIES = 3
/** The part of the time to start in which a server that does nothing else has to answer. */
const START_PART = 5
/** Milliseconds; a shorter limit than this says more of the limit than of the machine. */
const LEAST_START = 1500

/** Tasks for each processor that wait for it; the average of the last minute would still hold what the project did. */
const MOST_WAITING = 16
/** Number of load readings, and milliseconds between two of them. The lowest one counts. */
const LOOKS = 5
const PAUSE = 100

/**
 * Whether the machine works: judges a tiny project of ours in the same way as the project of the trial, with the same sandbox,
 * tester and launcher. Called while no process of that project runs.
 */
export async function controlMachine(setup: AttemptSetup): Promise<Control> {
  return controlTries(setup).catch(withoutControl)
}

/** @throws UsageError if there is no control for the tester of the mission */
async function controlTries(setup: AttemptSetup): Promise<Control> {
  const found: Control[] = []
  for (let count = 1; count <= TRIES; count += 1) {
    const control = await controlOnce(setup)
    if (control.healthy) return control
    found.push(control)
  }
  return { healthy: false, reason: found.map(({ reason }) => reason).join('; ') }
}

/** A tester whose plans need more than an empty object, and that brings no control of its own, proves nothing about the machine. */
function withoutControl(error: unknown): Control {
  if (error instanceof UsageError) return { healthy: false, reason: `there is no control: ${messageOf(error)}` }
  throw error
}

async function controlOnce(setup: AttemptSetup): Promise<Control> {
  const times = new Map<Stage, number>()
  const stage: AttemptSetup['stage'] = async (name, action) => {
    const began = performance.now()
    try {
      return await action()
    } finally {
      times.set(name, performance.now() - began)
    }
  }
  const mission = controlMission(setup.mission)
  const [first] = mission.suites
  const own = setup.suites.find(({ suite }) => suite.id === first?.id)?.tester.control
  const end = await attempt({
    ...setup,
    mission,
    project: own?.project ?? controlProject(mission),
    answers: () => Promise.resolve({}),
    suites: setup.suites.map((each) => ({ ...each, testcodes: each.tester.control?.testcodes ?? {} })),
    evidenceFolder: undefined,
    stopsAtDoubt: false,
    emit: () => undefined,
    stage,
  })
  const [runnable] = end.points
  if (runnable?.status !== 'passed')
    return { healthy: false, reason: `a control project did not run: ${runnable?.reason ?? end.reason ?? end.outcome}` }
  const start = times.get('launch') ?? 0
  const most = Math.max(setup.limits.start / START_PART, LEAST_START)
  const waiting = await waitingTasks()
  if (waiting > MOST_WAITING * availableParallelism())
    return { healthy: false, reason: `${waiting} tasks wait for ${availableParallelism()} processors` }
  const took = `a control project started in ${seconds(start)} s and ran in ${seconds(runnable.milliseconds)} s`
  return { healthy: start <= most, reason: start <= most ? took : `${took}, and may take ${seconds(most)} s` }
}

/** The first number of `running/all` in proc_loadavg(5); 0 if there is none. */
async function waitingTasks(): Promise<number> {
  let least = Infinity
  for (let look = 0; look < LOOKS; look += 1) {
    if (look > 0) await delay(PAUSE)
    const text = await readFile('/proc/loadavg', 'utf8').catch(() => '')
    least = Math.min(least, Number(/ (\d+)\/\d+ /.exec(text)?.[1] ?? 0))
  }
  return least
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2)
}

/** Without testcodes: the runnable point alone needs the sandbox, the start and the tester. */
function controlMission(mission: Mission): Mission {
  const { kind, locale, dialogue, materialsFolder } = mission
  return {
    id: 'control',
    title: 'A control',
    kind,
    suites: countedSuites(mission)
      .slice(0, 1)
      .map((suite) => ({ ...suite, testcodes: [] })),
    ...(locale === undefined ? {} : { locale }),
    ...(dialogue === undefined ? {} : { dialogue }),
    materials: [],
    digest: 'control',
    materialsFolder,
  }
}

const PAGE = '<!doctype html><html lang="en"><title>Control</title><h1>Control</h1></html>'

const WEBSITE: Project = {
  files: [
    {
      path: 'main.js',
      content: `require('node:http')
  .createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(${JSON.stringify(PAGE)})
  })
  .listen(process.env.PORT ?? 8000)
`,
    },
  ],
  launch: { start: ['node', 'main.js'], port: 8000, homepage: '/' },
}

function controlProject({ kind, dialogue }: Mission): Project {
  if (kind === 'website') return WEBSITE
  // A program that is talked to waits for the first line.
  const does =
    dialogue === undefined
      ? `process.stdout.write('Control\\n')`
      : `process.stdin.resume(); process.stdout.write(${JSON.stringify(dialogue.prompt)})`
  return { files: [{ path: 'main.js', content: `${does}\n` }], launch: { run: ['node', 'main.js'] } }
}

/**
 * Whether this machine can run a tiny project of ours in place of the project of a trial.
 * @throws UsageError if there is no control for its tester: that says nothing about the machine
 */
export function controlFor(trial: Trial): Promise<Control> {
  return controlTries({
    ...trial,
    project: WEBSITE,
    answers: () => Promise.resolve({}),
    evidenceFolder: undefined,
    stopsAtDoubt: false,
    stage: (_, action) => action(),
  })
}

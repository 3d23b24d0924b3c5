import { briefFor } from '../briefs.ts'
import type { MissionView } from '../../harness/reporters/setup.ts'
import {
  SCHEMA_VERSION,
  type Brief,
  type RunRecord,
  type TrialRecord,
  type Verdict,
} from '../../harness/contracts/schema.ts'
import type { Project } from '../../harness/contracts/types.ts'
import { missionOf } from '../helpers.ts'

export const SCRIPT = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"><a href="javascript:alert(3)" onclick='alert(4)'>x</a>`
const LONG = 'x'.repeat(5000)
/** A megabyte on one line, as a program may print it. */
const HUGE = 'y'.repeat(1024 * 1024)
const TURNING = '\u202e\u2066\u0000\u001b[31m\ud800 gnp.exe'

export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export function hostileProject(): Project {
  return {
    files: [
      { path: 'index.html', content: `${SCRIPT}${HUGE}` },
      { path: '\u202e\u2066gnp.exe.js', content: TURNING },
      { path: '__proto__', content: SCRIPT },
      { path: `<img src=x onerror=alert(1)>.js`, content: '\u2028*/alert(1)//' },
    ],
  }
}

export function hostileBrief(): Promise<Brief> {
  return briefFor(
    missionOf({ id: 'bmi', title: SCRIPT, prompt: `${TURNING} ${SCRIPT}`, materials: [SCRIPT] }),
    'L1.direct',
  )
}

export function hostileMission(): Promise<MissionView> {
  const { parameters = {} } = missionOf({ parameters: { home_url: { kind: 'url', description: SCRIPT } } })
  const testcodes = [
    {
      id: 'opens',
      page: SCRIPT,
      function: SCRIPT,
      expects: SCRIPT,
      needs: [],
      parameters: ['home_url', 'constructor'],
    },
  ]
  return Promise.resolve({ parameters, testcodes, canonical: { project: hostileProject(), answers: {} } })
}

/** A run of one trial in which everything that a project or a dataset can say is hostile. */
export function hostileRun(): { readonly run: RunRecord; readonly trials: readonly TrialRecord[] } {
  const key = {
    id: 'bmi.a.L1.direct.1',
    mission: 'bmi',
    agent: `agent ${SCRIPT}`,
    variant: 'L1.direct',
    sample: 1,
  } as const
  const verdict = (testcode: string, more: Partial<Verdict>): Verdict => ({
    testcode,
    status: 'failed',
    points: { earned: 0, of: 1 },
    milliseconds: 12,
    evidence: {},
    ...more,
  })
  const testcode = (id: string, name: string) => ({
    id,
    page: `Home ${SCRIPT}`,
    function: name,
    expects: `That ${SCRIPT}`,
  })
  return {
    run: {
      schemaVersion: SCHEMA_VERSION,
      runId: 'run-1',
      startedAt: '2026-01-01T00:00:00.000Z',
      benchmark: {
        name: `native ${SCRIPT}`,
        source: '/missions',
        missions: [
          {
            id: 'bmi',
            title: `BMI ${SCRIPT}`,
            kind: 'website',
            digest: '0'.repeat(64),
            testcodes: [
              testcode('opens', 'Open'),
              testcode('shows-result', 'Show <b>result'),
              testcode('clears', `Clear ${LONG}`),
            ],
          },
        ],
      },
      settings: {
        agents: [key.agent],
        variants: ['L1.direct'],
        missions: ['bmi'],
        samples: 1,
        concurrency: 1,
        sandbox: 'process',
        installNetwork: 'registry',
        protocol: 'default',
        pythonPath: [],
        trialTimeout: 1,
        testcodeTimeout: 1,
        startTimeout: 1,
        installTimeout: 1,
        allowedOrigins: [],
      },
      host: { pe: '0', node: SCRIPT, platform: LONG, cpus: 1 },
      trials: [key],
    },
    trials: [
      {
        schemaVersion: SCHEMA_VERSION,
        trial: key,
        outcome: 'judged',
        runnable: verdict('runnable', { status: 'passed' }),
        verdicts: [
          verdict('opens', { status: 'passed' }),
          verdict('shows-result', {
            reason: `Expected 22.9, but found ${SCRIPT} ${LONG}`,
            evidence: {
              screenshot: 'evidence/a.png',
              trace: `${SCRIPT}.zip`,
              console: [SCRIPT, LONG],
              output: `${TURNING}${HUGE}`,
              refused: [SCRIPT, TURNING],
            },
          }),
          verdict('clears', {
            status: 'timeout',
            reason: `${TURNING}${SCRIPT}${HUGE}`,
            attempts: [{ status: 'error', reason: SCRIPT }],
          }),
        ],
        stages: {},
        seconds: 1,
        startedAt: '2026-01-01T00:00:00.000Z',
        log: `listening on 8000\n${SCRIPT}\n${LONG}`,
      },
    ],
  }
}

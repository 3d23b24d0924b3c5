import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findChromedriverBrowser } from '../../harness/lib/browser/chromedriver.ts'
import { launchBrowser } from '../../harness/lib/browser/launch.ts'
import { systemPython } from '../../harness/lib/python/find.ts'
import { papers } from '../papers.ts'
import { paperTesters } from '../../harness/run/own-parts.ts'
import { Testers } from '../../harness/testers/index.ts'
import { TrialInputs } from '../../harness/trial/inputs.ts'
import type {
  Mission,
  SessionSetup,
  TesterServices,
  WebsiteTarget,
  WebsiteTestcodes,
} from '../../harness/contracts/types.ts'
import type { Parameter } from '../../harness/contracts/schema.ts'
import { oneSuite, suiteOf } from '../helpers.ts'
import { closeWithWorker } from '../worker.ts'
import { SharedBrowsers } from './shared-browsers.ts'

/** Takes over a connection, such as that of a WebSocket. */
export type Upgrade = (request: http.IncomingMessage, socket: Duplex) => void
type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void

/** A real server on loopback, as a target. */
export async function website(answer: Answer, upgrade?: Upgrade): Promise<WebsiteTarget> {
  const server = http.createServer(answer)
  if (upgrade) server.on('upgrade', upgrade)
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    kind: 'website',
    origin: `http://localhost:${String(port)}`,
    declaredPort: 8000,
    homepage: '/',
    sandbox: {
      name: 'none',
      privateLoopback: false,
      provide: () => Promise.resolve(),
      measure: () => Promise.reject(new Error('websites are not measured')),
      spawn: () => Promise.reject(new TypeError('nothing is started in this test')),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    },
    log: () => '',
    ended: () => undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Pages by path; anything else is 404. */
export function pages(map: Readonly<Record<string, string>>): Answer {
  return (request, response) => {
    const body = map[request.url ?? '/']
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' })
    response.end(body ?? 'not found')
  }
}

const browsers = new SharedBrowsers()

/** The testers of these tests, for all files of a process. */
export const testers = new (class extends Testers {
  override async [Symbol.asyncDispose](): Promise<void> {
    await browsers[Symbol.asyncDispose]()
    await super[Symbol.asyncDispose]()
  }
})({ launchBrowser: browsers.launch, findChromedriverBrowser, own: await paperTesters(papers) })
closeWithWorker(() => testers[Symbol.asyncDispose]())

/** For sessions whose pages or testcodes harm the browser, or that expect a new one. */
export const ownBrowser: TesterServices = { ...testers.services, launchBrowser }

/** A mission with one testcode for each function; all use all parameters. */
export function missionOf(
  functions: object,
  parameters: Record<string, Parameter>,
  kind: Mission['kind'] = 'website',
): Mission {
  return {
    id: 'fixture',
    title: 'Fixture',
    kind,
    stack: 'Node',
    prompt: 'A fixture.',
    checklist: [{ page: 'Home', functions: [{ function: 'All', description: 'All of it.' }] }],
    ...(kind === 'console' ? { dialogue: { prompt: '> ' } } : {}),
    parameters,
    suites: oneSuite(
      Object.keys(functions).map((id) => ({ id, page: 'Home', function: 'All', parameters: Object.keys(parameters) })),
      kind === 'website' ? 'playwright' : 'subprocess',
    ),
    tags: [],
    limits: {},
    materials: [],
    digest: '0'.repeat(64),
    materialsFolder: '/nowhere',
  }
}

export interface Setup extends SessionSetup, AsyncDisposable {}

export async function setupFor(
  mission: Mission,
  testcodes: WebsiteTestcodes | object,
  testcodeTimeout = 5000,
): Promise<Setup> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'pe-test-'))
  return {
    mission,
    suite: suiteOf(mission),
    services: testers.services,
    testcodes,
    testcodeTimeout,
    evidenceFolder: path.join(scratch, 'evidence'),
    scratch,
    seed: 'test',
    inputs: new TrialInputs(),
    python: systemPython(),
    protocol: 'default',
    openHelpers: () => Promise.reject(new TypeError('this tester has no helpers')),
    signal: new AbortController().signal,
    [Symbol.asyncDispose]: () => rm(scratch, { recursive: true, force: true }),
  }
}

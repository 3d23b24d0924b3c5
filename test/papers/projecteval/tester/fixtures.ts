import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TrialInputs } from '../../../../harness/trial/inputs.ts'
import { launcherFor } from '../../../../harness/launchers/index.ts'
import { systemPython } from '../../../../harness/lib/python/find.ts'
import { openSandbox } from '../../../../harness/sandbox/index.ts'
import { HELPER_LIMITS } from '../../../../harness/sandbox/limits.ts'
import type { LaunchPlan } from '../../../../harness/contracts/schema.ts'
import { pythonSelenium } from '../../../../harness/papers/projecteval/tester.ts'
import type { Judgement, Mission, SessionSetup, Target, TestSession } from '../../../../harness/contracts/types.ts'
import { materialise } from '../../../../harness/trial/workspace.ts'
import { limitsOf, oneSuite, suiteOf, writeTree } from '../../../helpers.ts'
import { needs } from '../../../needs.ts'
import { missionOf, testers } from '../../../testers/website.ts'

/** Options of tests whose testcodes run programs, and of those whose testcodes drive a browser. */
export const forPrograms = await needs('bubblewrap', 'python3')
export const forWebsites = await needs('bubblewrap', 'python3', 'chromedriver')

/** Sources of testcodes by id. The name and the parameters are taken from the `def`. */
export type Sources = Readonly<Record<string, string>>

export interface Fixture {
  readonly files: Readonly<Record<string, string>>
  readonly launch: LaunchPlan
  readonly kind: Mission['kind']
  readonly testcodes: Sources
  readonly materials?: Readonly<Record<string, string | Uint8Array>>
  readonly mission?: Partial<Mission>
  readonly setup?: Partial<SessionSetup>
}

export interface OpenFixture extends AsyncDisposable {
  readonly session: TestSession
  readonly target: Target
  readonly scratch: string
  judge(id: string, values?: Readonly<Record<string, unknown>>): Promise<Judgement>
}

/** A project that runs in the real sandbox, with a session of the tester on it. */
export async function open(fixture: Fixture): Promise<OpenFixture> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'pe-test-'))
  const materialsFolder = path.join(scratch, 'materials')
  await writeTree(materialsFolder, fixture.materials ?? {})
  await mkdir(materialsFolder, { recursive: true })
  const mission: Mission = {
    ...missionOf(fixture.testcodes, {}, fixture.kind),
    suites: oneSuite(
      Object.keys(fixture.testcodes).map((id) => ({ id })),
      'python-selenium',
    ),
    materials: Object.keys(fixture.materials ?? {}),
    materialsFolder,
    ...fixture.mission,
  }
  const files = Object.entries(fixture.files).map(([name, content]) => ({ path: name, content }))
  const workspace = await materialise({ files, launch: fixture.launch }, path.join(scratch, 'project'))
  const sandbox = await openSandbox('bubblewrap', scratch, { python: systemPython() })
  const target = await launcherFor(workspace, mission).launch(workspace, sandbox, limitsOf(scratch))
  const suite = suiteOf(mission)
  const session = await pythonSelenium.open(target, {
    mission,
    suite,
    services: testers.services,
    testcodes: testcodesOf(fixture.testcodes),
    evidenceFolder: path.join(scratch, 'evidence'),
    testcodeTimeout: 20_000,
    scratch,
    python: systemPython(),
    protocol: 'default',
    openHelpers: (folder) =>
      openSandbox('bubblewrap', folder, { limits: HELPER_LIMITS, python: fixture.setup?.python ?? systemPython() }),
    seed: 'test',
    inputs: new TrialInputs(),
    signal: new AbortController().signal,
    ...fixture.setup,
  })
  return {
    session,
    target,
    scratch,
    judge(id, values = {}) {
      const testcode = suite.testcodes.find((each) => each.id === id)
      if (!testcode) throw new Error(`the fixture has no testcode "${id}"`)
      return session.judge(testcode, values)
    },
    async [Symbol.asyncDispose]() {
      await session[Symbol.asyncDispose]()
      await target[Symbol.asyncDispose]()
      await sandbox[Symbol.asyncDispose]()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

function testcodesOf(sources: Sources): unknown {
  const entries = Object.entries(sources).map(([id, source]) => {
    const [, name = '', list = ''] = /def (\w+)\(([^)]*)\)/.exec(source) ?? []
    const parameters = list.split(',').map((each) => each.trim())
    return [id, { source, function: name, parameters: parameters.filter((each) => each !== '' && each !== 'driver') }]
  })
  return Object.fromEntries(entries) as unknown
}

/** Responses by path: HTML, or the body of a handler `(request, response) => …`. */
export type Routes = Readonly<Record<string, string>>

/** A website in Node. Routes that begin with `js:` are code, all others HTML. */
export function website(routes: Routes): Pick<Fixture, 'files' | 'launch' | 'kind'> {
  const server = `
    const routes = ${JSON.stringify(routes)}
    const html = { 'content-type': 'text/html; charset=utf-8' }
    require('node:http').createServer((request, response) => {
      const route = routes[new URL(request.url, 'http://localhost').pathname]
      if (route === undefined) return response.writeHead(404, html).end('<h1>no such page</h1>')
      if (!route.startsWith('js:')) return response.writeHead(200, html).end(route)
      new Function('request', 'response', 'html', 'require', route.slice(3))(request, response, html, require)
    }).listen(process.env.PORT, '127.0.0.1')`
  return {
    kind: 'website',
    files: { 'server.cjs': server },
    launch: { start: ['node', 'server.cjs'], port: 8000, homepage: '/' },
  }
}

export const HOME = 'http://localhost:8000/'

/** Shared by the tests of stacks. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { readFolder } from '../../harness/lib/files/read-folder.ts'
import { launcherFor } from '../../harness/launchers/index.ts'
import { chooseSandbox, openSandbox } from '../../harness/sandbox/index.ts'
import { INSTALL_LIMITS } from '../../harness/sandbox/limits.ts'
import type { MissionKind } from '../../harness/contracts/schema.ts'
import type {
  LaunchLimits,
  Project,
  ProgramTarget,
  Sandbox,
  Target,
  WebsiteTarget,
} from '../../harness/contracts/types.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { limitsOf, missionOf, root, temporaryFolder, type TemporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'

const SANDBOX = (await chooseSandbox()).name

const limitsIn = (scratch: string): LaunchLimits =>
  limitsOf(scratch, {
    install: 120_000,
    openInstaller: () => openSandbox(SANDBOX, scratch, { limits: INSTALL_LIMITS, registry: true, browser: false }),
  })

// ---- installed Python packages -----------------------------------------------------------------------------------

export const PYTHON = await needs('python3')
export const DJANGO = await needs('python3-django')
export const FLASK = await needs('python3-flask')

// ---- starting a fixture ------------------------------------------------------------------------------------------

export interface Launched<T extends Target> extends AsyncDisposable {
  readonly target: T
  readonly sandbox: Sandbox
  readonly folder: TemporaryFolder
  /** Milliseconds that the launch took. */
  readonly took: number
}

export async function fixture(name: string): Promise<Project> {
  const folder = path.join(root, 'test/fixtures/projects', name, 'project')
  return { files: await readFolder(folder, { files: 100, bytes: 1_000_000, except: ['__pycache__', 'node_modules'] }) }
}

export async function launch(project: Project, kind: MissionKind): Promise<Launched<Target>> {
  const folder = await temporaryFolder()
  const workspace = await materialise(project, folder.file('project'))
  const sandbox = await openSandbox(SANDBOX, folder.path)
  const close = async (target?: Target) => {
    await target?.[Symbol.asyncDispose]()
    await sandbox[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  }
  try {
    const began = performance.now()
    const target = await launcherFor(workspace, missionOf({ kind })).launch(workspace, sandbox, limitsIn(folder.path))
    const took = Math.round(performance.now() - began)
    return { target, sandbox, folder, took, [Symbol.asyncDispose]: () => close(target) }
  } catch (error) {
    await close()
    throw error
  }
}

export async function website(project: Project): Promise<Launched<WebsiteTarget>> {
  const launched = await launch(project, 'website')
  if (launched.target.kind !== 'website') throw new Error('no website')
  return { ...launched, target: launched.target }
}

export async function program(project: Project, kind: MissionKind): Promise<Launched<ProgramTarget>> {
  const launched = await launch(project, kind)
  if (launched.target.kind !== 'program') throw new Error('no program')
  return { ...launched, target: launched.target }
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
export interface Ask {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends requests from inside the sandbox, whose loopback cannot be reached from outside. Does not normalise the paths. */
const ASK = `
  const [, origin, asks] = process.argv
  const { hostname: host, port } = new URL(origin)
  const hostname = host.replace(/[\\[\\]]/g, '')
  const answerTo = ([path, { body, ...options } = {}]) => new Promise((resolve, reject) => {
    require('http').request({ hostname, port, path, ...options }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: text }))
    }).on('error', reject).end(body)
  })
  const answers = []
  ;(async () => {
    for (const ask of JSON.parse(asks)) answers.push(await answerTo(ask))
    console.log(JSON.stringify(answers))
  })()`

export async function get(site: Launched<WebsiteTarget>, to = '/', ask: Ask = {}): Promise<Answer> {
  const [answer] = await getAll(site, [[to, ask]])
  if (!answer) throw new Error(`${to} was not asked for`)
  return answer
}

/** Sends requests one after another from one process. */
export async function getAll(
  { target, sandbox, folder }: Launched<WebsiteTarget>,
  asks: readonly (readonly [to: string, ask?: Ask])[],
): Promise<readonly Answer[]> {
  await mkdir(folder.file('asking'), { recursive: true })
  await using child = await sandbox.spawn({
    argv: ['node', '-e', ASK, target.origin, JSON.stringify(asks)],
    cwd: folder.file('asking'),
    stdin: 'none',
  })
  await child.exit
  if (child.stdout.text() === '') throw new Error(child.stderr.text())
  return JSON.parse(child.stdout.text()) as Answer[]
}

// ---- programs ----------------------------------------------------------------------------------------------------

/** Runs a program in a fresh copy of its project, as a tester does. */
export async function run({ target, sandbox, folder }: Launched<ProgramTarget>, input = '') {
  await target.workspace.copy(folder.file('copy'))
  await using child = await sandbox.spawn({ argv: target.argv, cwd: folder.file('copy'), stdin: 'keep' })
  child.write(input)
  child.closeInput()
  const exit = await child.exit
  const files = await readFolder(folder.file('copy'), { files: 100, bytes: 1e6, except: [] })
  const text = (name: string) => files.find((file) => file.path === name)?.content.toString()
  return { exit, stdout: child.stdout.text(), text }
}

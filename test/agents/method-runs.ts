/** Runs the compiled program with an agent that calls a model in steps, against a scripted model, on a library with visible tests. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll } from 'vitest'
import {
  projectRecordSchema,
  summarySchema,
  trialRecordSchema,
  type AgentRound,
  type ProjectRecord,
  type TrialRecord,
} from '../../harness/contracts/schema.ts'
import { root, temporaryFolder, type TemporaryFolder } from '../helpers.ts'
import { modelServer, type ModelServer, type Received, type Reply } from '../model-server/server.ts'

const BIN = path.join(root, 'dist/pe/bin.js')
export const LIBRARIES = path.join(root, 'test/fixtures/libraries')

let shared: TemporaryFolder
/**
 * A cache for the runs of a file, because the reference is calibrated only once for each cache. Each file calls this, since files of a
 * process share this module.
 */
export function shareCache(): void {
  beforeAll(async () => {
    shared = await temporaryFolder()
  })
  afterAll(() => shared[Symbol.asyncDispose]())
}

export interface Running {
  readonly pid: number | undefined
  readonly end: Promise<{ readonly stdout: string; readonly stderr: string; readonly signal?: string | undefined }>
}

export interface Place extends AsyncDisposable {
  readonly server: ModelServer
  readonly folder: TemporaryFolder
  start(...args: readonly string[]): Running
}

/** A model server and a folder for runs. */
export async function place(reply: (request: Received, number: number) => Reply): Promise<Place> {
  const folder = await temporaryFolder()
  const server = await modelServer(reply)
  const env = {
    ...{ PATH: process.env['PATH'] ?? '', HOME: folder.path, XDG_CACHE_HOME: shared.file('cache') },
    ...{ OPENAI_API_KEY: 'sk-test-0123456789', OPENAI_BASE_URL: server.baseURL },
  }
  return {
    server,
    folder,
    start: (...args) => {
      const flags = ['run', '--json', '--no-cache', '--out', folder.file('reports'), ...args]
      const options = { cwd: folder.path, env, extendEnv: false, reject: false, stdin: 'ignore' } as const
      const child = execa('node', [BIN, ...flags], options)
      return { pid: child.pid, end: child.then(({ stdout, stderr, signal }) => ({ stdout, stderr, signal })) }
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

export interface Ended {
  readonly score: number | null
  readonly trial: TrialRecord
  readonly project: ProjectRecord
  readonly rounds: readonly AgentRound[]
  /** Of the trial. */
  readonly folder: string
}

export async function ended(running: Running): Promise<Ended> {
  const { stdout, stderr } = await running.end
  if (stdout === '') throw new Error(`nothing on stdout: ${stderr}`)
  const summary = summarySchema.parse(JSON.parse(stdout))
  const [name = ''] = await readdir(path.join(summary.folder, 'trials'))
  const json = async (file: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(summary.folder, 'trials', name, file), 'utf8'))
  const project = projectRecordSchema.parse(await json('project.json'))
  const [group] = summary.groups
  return {
    score: group?.bounds?.[0] ?? null,
    trial: trialRecordSchema.parse(await json('trial.json')),
    project,
    rounds: project.artefacts?.rounds ?? [],
    folder: path.join(summary.folder, 'trials', name),
  }
}

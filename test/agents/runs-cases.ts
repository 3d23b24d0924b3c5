/** Shared by the tests of runs. */
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { summarySchema, trialRecordSchema, type Summary, type TrialRecord } from '../../harness/contracts/schema.ts'
import { root, temporaryFolder, writeTree } from '../helpers.ts'
import { smallReply } from '../model-server/replies.ts'
import { modelServer, type ModelServer, type Received, type Reply } from '../model-server/server.ts'

const BIN = path.join(root, 'dist/pe/bin.js')
export const KEY = 'sk-proj-T3stK3y0123456789'

interface Ended {
  readonly code: number | undefined
  readonly stdout: string
  readonly stderr: string
}

interface Place extends AsyncDisposable {
  readonly server: ModelServer
  readonly out: string
  file(...parts: string[]): string
  pe(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>
  /** Runs `pe run` against the scripted server and parses its JSON summary. */
  run(...args: string[]): Promise<Ended & { readonly summary: Summary }>
}

/** A working folder with its own cache, and a scripted server. */
export async function place(reply: (request: Received, number: number) => Reply): Promise<Place> {
  const folder = await temporaryFolder()
  const server = await modelServer(reply)
  const out = folder.file('reports')
  const pe = async (args: readonly string[], env: Readonly<Record<string, string>> = { OPENAI_API_KEY: KEY }) => {
    const own = { XDG_CACHE_HOME: folder.file('cache'), HOME: folder.path, PATH: process.env['PATH'] ?? '', ...env }
    const options = { cwd: folder.path, env: own, extendEnv: false, reject: false, stdin: 'ignore' } as const
    const { exitCode, stdout, stderr } = await execa('node', [BIN, ...args], options)
    return { code: exitCode, stdout, stderr }
  }
  return {
    server,
    out,
    file: folder.file,
    pe,
    async run(...args) {
      const where = args.includes('--resume') ? [] : ['--base-url', server.baseURL]
      const ended = await pe(['run', '--json', '--out', out, ...where, ...args])
      if (ended.stdout === '') throw new Error(`nothing on stdout; stderr: ${ended.stderr}`)
      return { ...ended, summary: summarySchema.parse(JSON.parse(ended.stdout)) }
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

export async function json(...parts: string[]): Promise<unknown> {
  return JSON.parse(await readFile(path.join(...parts), 'utf8'))
}

export async function trialsOf({ folder }: Summary): Promise<TrialRecord[]> {
  const names = (await readdir(path.join(folder, 'trials'))).toSorted()
  const there = names.filter((name) => existsSync(path.join(folder, 'trials', name, 'trial.json')))
  return Promise.all(
    there.map(async (name) => trialRecordSchema.parse(await json(folder, 'trials', name, 'trial.json'))),
  )
}

/** A mission that is quick to judge when its server does not start. */
export const QUICK = ['--missions', 'bmi-calculator']

export const rejected: readonly (readonly [readonly string[], RegExp])[] = [
  [['--agent', 'gpt4o'], /^pe: model "gpt4o" needs a key: set the environment variable OPENAI_API_KEY$/],
  [['--agent', 'anthropic:claude'], /ANTHROPIC_API_KEY/],
  [['--agent', 'gpt4o', '--agent-option', 'heat=1'], /has no option "heat"; its options are model/],
  [['--agent', 'gpt4o', '--agent-option', 'format=xml'], /option\.format/],
  [['--agent', 'canonical', '--base-url', 'http://x'], /pe: --base-url: none of these agents takes options/],
  [['--agent', 'canonical', '--agent-option', 'a=1'], /none of these agents takes options/],
  [['--agent', 'ollama:llama3', '--max-cost', '1'], /"ollama:llama3" has no price.*--max-tokens/],
  [['--agent', 'replay:none'], /no run "none"/],
]

/** The files in the subfolders of a folder, as latin1; the files directly in it were written by the test. */
export async function allText(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const own = files.filter((file) => path.dirname(file) !== folder)
  return new Map(
    await Promise.all(own.map(async (file) => [path.relative(folder, file), await readFile(file, 'latin1')] as const)),
  )
}

export function isRejectedInOneLine(cases: readonly (typeof rejected)[number][]): void {
  it.each(cases)('%j is rejected in one line', async (args, message) => {
    await using here = await place(smallReply)
    const { code, stderr, stdout } = await here.pe(['run', ...QUICK, '--out', here.out, ...args], {})
    expect(stderr.trim()).toMatch(message)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect([code, stdout, existsSync(here.out)]).toEqual([2, '', false])
  })
}
export const THAT_CANNOT_BE_USED_IS_CASES = [
  [
    'throws.ts',
    `interface A {\n  b: number\n}\n\nthrow new Error('oh no')\nexport default {}\n`,
    /throws\.ts cannot be loaded: line 5: oh no/,
  ],
  ['syntax.ts', `export const a = 1\n\nexport default { x: ]\n`, /syntax\.ts cannot be loaded: .*3:/],
  [
    'none.ts',
    `export const a = 1\n`,
    /none\.ts: the default export is neither an agent nor a function that returns one/,
  ],
  [
    'half.mjs',
    `export default { name: 'half', generate() {} }\n`,
    /half\.mjs: the default export is not an agent: it has no function "answer"/,
  ],
  [
    'configuration.mjs',
    `export default { name: 'c', configuration: { n: 10n }, generate() {}, answer() {} }
`,
    /configuration\.mjs: the agent's configuration cannot be written as JSON: /,
  ],
  [
    'factory.ts',
    `type O = object\n\nexport default function make(_: O) {\n  throw new Error('no way')\n}\n`,
    /factory\.ts:4: no way/,
  ],
] as const

export function thatCannotBeUsedIs(cases: readonly (typeof THAT_CANNOT_BE_USED_IS_CASES)[number][]): void {
  it.each(cases)('that cannot be used is rejected with its location: %s', async (name, text, message) => {
    await using here = await place(smallReply)
    await writeTree(here.file(), { [name]: text })
    const { code, stderr } = await here.pe(['run', '--agent', `./${name}`, ...QUICK, '--out', here.out])
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('should not have happened')
    expect([code, existsSync(here.out)]).toEqual([2, false])
  })
}

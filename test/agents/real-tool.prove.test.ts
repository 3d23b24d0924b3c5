/**
 * Runs real coding tools from the npm registry in the sandbox, through the gateway, against a scripted model, and judges their projects. A tool
 * has up to 400 MB, so only `npm run prove -- tests` installs them.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { answersRecordSchema, summarySchema, trialRecordSchema } from '../../harness/contracts/schema.ts'
import { readModelCalls } from '../../harness/store/model-calls.ts'
import { USAGE, writingTurn } from '../model-server/coder.ts'
import { solutionOf } from '../model-server/canonical.ts'
import { vendorServer } from '../model-server/vendors.ts'
import { complaints, root, temporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'

interface RealTool {
  readonly name: string
  readonly package: string
  /** In the folder of its package; by default the link that npm makes. */
  readonly program: string
  /** Run by hand, because npm runs no scripts of packages here. */
  readonly script?: string
  readonly path: string
  readonly model: string
  readonly api: string
}

const TOOLS: readonly RealTool[] = [
  {
    ...{
      name: 'claude',
      package: '@anthropic-ai/claude-code@2.1.332',
      program: 'bin/claude.exe',
      script: 'install.cjs',
    },
    ...{ path: '', model: 'claude-sonnet-4-5', api: 'anthropic' },
  },
  {
    ...{ name: 'codex', package: '@openai/codex@0.171.0', program: 'bin/codex.js' },
    ...{ path: '/v1', model: 'gpt-5.1-codex', api: 'responses' },
  },
  {
    ...{ name: 'gemini', package: '@google/gemini-cli@0.61.0', program: '' },
    ...{ path: '', model: 'gemini-2.5-flash', api: 'gemini' },
  },
  {
    ...{ name: 'opencode', package: 'opencode-ai@1.18.33', program: 'bin/opencode.exe', script: 'postinstall.mjs' },
    ...{ path: '/v1', model: 'scripted-1', api: 'chat' },
  },
  {
    ...{ name: 'qwen', package: '@qwen-code/qwen-code@0.24.4', program: '' },
    ...{ path: '/v1', model: 'qwen3-coder-plus', api: 'chat' },
  },
]

const KEY = 'sk-a-key-0123456789-for-the-tool'
const cache = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache')

/** Installs a tool once per machine. @returns its program */
async function install(tool: RealTool): Promise<string> {
  const folder = path.join(cache, 'pe-test', 'tools', tool.package.replaceAll(/[^\w.]+/g, '-'))
  const place = path.join(folder, 'node_modules', tool.package.replace(/@[^@]*$/, ''))
  if (!existsSync(place)) {
    await mkdir(folder, { recursive: true })
    const flags = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']
    await execa('npm', ['install', ...flags, tool.package], { timeout: 400_000 })
  }
  if (tool.script !== undefined) await execa('node', [tool.script], { cwd: place })
  return tool.program === '' ? path.join(folder, 'node_modules', '.bin', tool.name) : path.join(place, tool.program)
}

describe.each(TOOLS)('$name', await needs('npm registry', 'bubblewrap'), (tool) => {
  it(
    'writes a project through the gateway, which is judged, and answers the questions',
    { timeout: 700_000 },
    async () => {
      const program = await install(tool)
      const { files, launch, answers } = await solutionOf('todo')
      await using out = await temporaryFolder()
      // Changes that it makes while answering must not count.
      const late = { 'ANSWERS.json': answers, 'server.js': 'process.exit(1)' }
      const project = { ...files, 'launch.json': launch }
      await using server = await vendorServer(
        (request) => writingTurn(request, (text) => (text.includes('ANSWERS.json') ? late : project)),
        { key: KEY },
      )
      const options = [`program=${program}`, `model=${tool.model}`, 'inputPrice=1', 'outputPrice=10']
      const flags = ['--agent', `command:${tool.name}`, '--base-url', server.origin + tool.path]
      const { stdout, stderr } = await execa(
        'node',
        [
          ...[path.join(root, 'dist/pe/bin.js'), 'run', ...flags, '--missions', 'todo', '--json', '--out', out.path],
          ...options.flatMap((option) => ['--agent-option', option]),
        ],
        { reject: false, stdin: 'ignore', env: { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY } },
      )
      expect(complaints(stderr)).toEqual([])
      const summary = summarySchema.parse(JSON.parse(stdout))
      const [id = ''] = await readdir(path.join(summary.folder, 'trials'))
      const file = (name: string) => path.join(summary.folder, 'trials', id, name)
      const read = async (name: string) => JSON.parse(await readFile(file(name), 'utf8')) as unknown
      const record = trialRecordSchema.parse(await read('trial.json'))
      expect(record.reason).toBeUndefined()
      expect(summary.score).toBe(1)
      expect(answersRecordSchema.parse(await read('answers.json')).answers).toEqual(JSON.parse(answers))
      const calls = await readModelCalls(file('model-calls.jsonl'))
      const answered = calls.filter(({ answer }) => answer?.complete === true)
      expect(new Set(answered.map(({ api }) => api))).toEqual(new Set([tool.api]))
      const { input, output } = USAGE
      expect(record.agent).toMatchObject({
        calls: answered.length,
        tokens: { input: answered.length * input, output: answered.length * output },
      })
      expect(record.agent?.cost).toBeCloseTo((answered.length * (input + 10 * output)) / 1e6, 9)
      const changed = calls.flatMap((call) => call.files.map((change) => change.path))
      expect(changed).toEqual(expect.arrayContaining([...Object.keys(project), 'ANSWERS.json']))
      expect(await readFile(file('model-calls.jsonl'), 'utf8')).not.toContain(KEY)
    },
  )
})

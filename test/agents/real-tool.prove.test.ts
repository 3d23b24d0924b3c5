/**
 * Runs a real coding tool from the npm registry in the sandbox against a scripted model, and judges its project. The tool has 100 MB, so
 * only `npm run prove -- tests` installs it.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, it } from 'vitest'
import { answersRecordSchema, summarySchema, trialRecordSchema } from '../../harness/contracts/schema.ts'
import { geminiServer } from '../model-server/gemini.ts'
import { complaints, root, temporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'

// Without this option the tool asks a model which model to use.
const MODEL = ['--agent-option', 'model=gemini-2.5-flash']
const TOOL = '@google/gemini-cli@0.61.0'
const cache = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache')
const folder = path.join(cache, 'pe-test', 'tools', TOOL.replaceAll(/[^\w.]+/g, '-'))
const program = path.join(folder, 'node_modules', '.bin', 'gemini')

/** Installs the tool once per machine: 100 MB. */
async function install(): Promise<void> {
  if (existsSync(program)) return
  await mkdir(folder, { recursive: true })
  const flags = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--omit=optional']
  await execa('npm', ['install', ...flags, TOOL], { timeout: 240_000 })
}

const solution = path.join(root, 'canonical', 'todo', 'node')
let files: Record<string, string> = {}
let answers = ''
beforeAll(async () => {
  const names = await readdir(path.join(solution, 'project'), { recursive: true, withFileTypes: true })
  const paths = names.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const read = async (file: string) =>
    [path.relative(path.join(solution, 'project'), file), await readFile(file, 'utf8')] as const
  files = Object.fromEntries(await Promise.all(paths.map(read)))
  files['launch.json'] = await readFile(path.join(solution, 'launch.json'), 'utf8')
  answers = await readFile(path.join(solution, 'answers.json'), 'utf8')
})

describe('Gemini CLI', await needs('npm registry'), () => {
  beforeAll(install)

  it('writes a project in the sandbox, which is judged, and answers the questions', { timeout: 240_000 }, async () => {
    await using out = await temporaryFolder()
    // Changes that it makes while answering must not count.
    const late = { 'ANSWERS.json': answers, 'server.js': 'process.exit(1)' }
    await using server = await geminiServer((prompt) => (prompt.includes('ANSWERS.json') ? late : files))
    const flags = [
      '--agent',
      'command:gemini',
      '--base-url',
      server.baseURL,
      '--agent-option',
      `program=${program}`,
      ...MODEL,
    ]
    const { stdout, stderr } = await execa(
      'node',
      [path.join(root, 'dist/pe/bin.js'), 'run', ...flags, '--missions', 'todo', '--json', '--out', out.path],
      { reject: false, stdin: 'ignore', env: { GEMINI_API_KEY: 'a-key-0123456789-for-the-tool' } },
    )
    expect(complaints(stderr)).toEqual([])
    const summary = summarySchema.parse(JSON.parse(stdout))
    const [id = ''] = await readdir(path.join(summary.folder, 'trials'))
    const read = async (name: string) =>
      JSON.parse(await readFile(path.join(summary.folder, 'trials', id, name), 'utf8')) as unknown
    const record = trialRecordSchema.parse(await read('trial.json'))
    expect(record.reason).toBeUndefined()
    expect(summary.score).toBe(1)
    expect(answersRecordSchema.parse(await read('answers.json')).answers).toEqual(JSON.parse(answers))
    expect(record.agent).toMatchObject({
      tokens: { input: 4000, output: 200, cached: 0 },
      cost: null,
      models: [{ asked: 'gemini-2.5-flash', answered: 'scripted-1', price: null }],
    })
    expect(server.prompts).toHaveLength(2)
  })
})

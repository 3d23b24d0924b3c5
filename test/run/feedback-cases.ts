/** Shared by the tests of feedback. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { trialRecordSchema, type TrialRecord } from '../../harness/contracts/schema.ts'
import { root, type TemporaryFolder } from '../helpers.ts'
import { purposeOf } from '../model-server/replies.ts'
import { modelServer, type ModelServer, type Received, type Reply } from '../model-server/server.ts'
import { projectFor } from '../fixtures/feedback/projects.ts'

const BIN = path.join(root, 'dist/pe/bin.js')
export const FIXTURES = path.join(root, 'test/fixtures/feedback')
export const BENCHMARK = ['--benchmark', path.join(FIXTURES, 'benchmark.ts'), '--missions', 'best']

export function pe(folder: TemporaryFolder, ...args: string[]) {
  const env = { XDG_CACHE_HOME: folder.file('cache'), OPENAI_API_KEY: 'sk-proj-T3stK3y0123456789' }
  return execa('node', [BIN, ...args, '--out', folder.file('reports')], { reject: false, stdin: 'ignore', env })
}

export async function trialFolder(folder: TemporaryFolder): Promise<string> {
  const [run = ''] = await readdir(folder.file('reports'))
  const [trial = ''] = await readdir(folder.file('reports', run, 'trials'))
  return folder.file('reports', run, 'trials', trial)
}

export async function recordIn(folder: TemporaryFolder): Promise<TrialRecord> {
  const file = path.join(await trialFolder(folder), 'trial.json')
  return trialRecordSchema.parse(JSON.parse(await readFile(file, 'utf8')))
}

/** A model that writes the project of these letters when it is asked for the code for the n-th time. */
export async function model(all: readonly string[]): Promise<ModelServer> {
  let codes = 0
  return modelServer((request): Reply => {
    if (purposeOf(request) === 'launch') return { kind: 'answer', text: '{"run": ["node", "main.js"]}' }
    if (purposeOf(request) !== 'code') return { kind: 'answer', text: '{}' }
    const letters = all[Math.min(codes, all.length - 1)] ?? ''
    codes += 1
    if (letters === '?') return { kind: 'answer', text: 'I do not know.' }
    const files = projectFor(letters).files.map(({ path: name, content }) => ({
      file: name,
      path: name,
      code: content,
    }))
    return { kind: 'answer', text: JSON.stringify(files) }
  })
}

export function feedbackPrompts(received: readonly Received[]): string[] {
  const texts = received.map(({ messages }) => messages.at(-1)?.content ?? '')
  return texts.filter((text) => text.includes('You were asked to write this software'))
}

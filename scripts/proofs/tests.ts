/** Runs every case of the long tables of which `npm test` runs a part (test/part.ts). */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'

const root = path.resolve(import.meta.dirname, '../..')

/** @returns Whether all tests passed, and those of the report */
export async function everyTest(): Promise<boolean> {
  const files = await filesWithParts()
  const limits = ['--testTimeout', '600000', '--hookTimeout', '600000']
  const config = ['--config', 'test/vitest.config.ts']
  const tested = await passes(['node_modules/vitest/vitest.mjs', 'run', ...config, ...limits, ...files])
  const reported = await passes(['node_modules/@playwright/test/cli.js', 'test'])
  return tested && reported
}

async function passes(argv: readonly string[]): Promise<boolean> {
  const { exitCode } = await execa('node', argv, {
    cwd: root,
    env: { PE_TEST_EVERYTHING: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
    reject: false,
  })
  return exitCode === 0
}

/** Test files that import test/part.ts, relative to the root. */
export async function filesWithParts(): Promise<string[]> {
  const names = await readdir(path.join(root, 'test'), { recursive: true })
  const tests = names.filter((name) => name.endsWith('.test.ts')).map((name) => path.join('test', name))
  const texts = await Promise.all(tests.map((name) => readFile(path.join(root, name), 'utf8')))
  return tests.filter((_, index) => /from '(\.\.?\/)+part\.ts'/.test(texts[index] ?? '')).toSorted()
}

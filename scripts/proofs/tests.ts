/** Runs the tests that are too long for `npm test`: files `*.prove.test.ts`, and the long tables of test/part.ts. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'

const root = path.resolve(import.meta.dirname, '../..')

/** @returns Whether all tests passed, and those of the report */
export async function everyTest(): Promise<boolean> {
  const files = await filesWithParts()
  const limits = ['--testTimeout', '600000', '--hookTimeout', '600000']
  const tested = await passes(['node_modules/vitest/vitest.mjs', 'run', ...limits, ...files])
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

/** Test files, relative to the root, of which `npm test` runs a part or nothing. */
export async function filesWithParts(): Promise<string[]> {
  const names = await readdir(path.join(root, 'test'), { recursive: true })
  const tests = names.filter((name) => name.endsWith('.test.ts')).map((name) => path.join('test', name))
  const texts = await Promise.all(tests.map((name) => readFile(path.join(root, name), 'utf8')))
  return tests
    .filter((name, index) => name.endsWith('.prove.test.ts') || /from '(\.\.?\/)+part\.ts'/.test(texts[index] ?? ''))
    .toSorted()
}

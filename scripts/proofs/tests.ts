/** Runs all tests, also the ones that are too long for `npm test`. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import * as z from 'zod'
import type { Proof } from './parts.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Milliseconds for a test or a hook. */
const LIMIT = '600000'

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), meta: z.record(z.string(), z.unknown()).optional() }),
      ),
    }),
  ),
})

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), skipped: z.number(), unexpected: z.number(), flaky: z.number() }),
})

/** @param args For vitest, such as files; without them the browser tests of the report run too */
export async function provenTests(args: readonly string[]): Promise<Proof> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pe-prove-tests-'))
  try {
    const proofs = [await vitest(path.join(folder, 'vitest.json'), args)]
    if (args.length === 0) proofs.push(await playwright(path.join(folder, 'playwright.json')))
    return {
      figures: proofs.flatMap(({ figures }) => figures),
      problems: proofs.flatMap(({ problems }) => problems),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function vitest(file: string, args: readonly string[]): Promise<Proof> {
  const limits = ['--testTimeout', LIMIT, '--hookTimeout', LIMIT]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await run([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--allowOnly=false',
    ...limits,
    ...reporters,
    ...args,
  ])
  const { testResults } = vitestReport.parse(JSON.parse(await readFile(file, 'utf8')))
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ title: `${path.relative(root, name)}: ${fullName}`, status })),
  )
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const problems = [
    ...missingParts(testResults.flatMap(({ assertionResults }) => assertionResults)),
    ...tests.filter(({ status }) => status === 'failed').map(({ title }) => title),
    ...skippedForOtherReasons(testResults.flatMap(({ assertionResults }) => assertionResults)),
    ...broken.map(({ name, message }) => `${path.relative(root, name)} does not load: ${message}`),
  ]
  if (!tests.some(({ status }) => status === 'passed')) problems.push('no test passed')
  if (code !== 0 && problems.length === 0) problems.push(`vitest exits with ${String(code)}`)
  const count = (wanted: string) => tests.filter(({ status }) => status === wanted).length
  const skipped = tests.length - count('passed') - count('failed')
  const figure = `${String(count('passed'))} tests in ${String(testResults.length)} files passed, ${String(count('failed'))} failed, ${String(skipped)} skipped`
  return { figures: [figure], problems }
}

/** The parts that test/needs.ts does not find, each with the way to get it. */
function missingParts(tests: readonly { readonly meta?: Readonly<Record<string, unknown>> | undefined }[]): string[] {
  const parts = tests.flatMap(({ meta = {} }) => Object.entries(meta).filter(([key]) => key.startsWith('missing ')))
  return [...new Map(parts)].map(([part, get]) => `${part}: ${String(get)}`)
}

/** A proof of all tests has run all of them. */
function skippedForOtherReasons(
  tests: readonly {
    readonly fullName: string
    readonly status: string
    readonly meta?: Readonly<Record<string, unknown>> | undefined
  }[],
): string[] {
  const isMissing = (meta: Readonly<Record<string, unknown>> = {}) =>
    Object.keys(meta).some((key) => key.startsWith('missing '))
  return tests
    .filter(({ status, meta }) => status !== 'passed' && status !== 'failed' && !isMissing(meta))
    .map(({ fullName }) => `skipped: ${fullName}`)
}

async function playwright(file: string): Promise<Proof> {
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const code = await run(['node_modules/@playwright/test/cli.js', 'test', '--forbid-only', '--reporter=line,json'], env)
  const { expected, skipped, unexpected, flaky } = playwrightReport.parse(
    JSON.parse(await readFile(file, 'utf8')),
  ).stats
  const failed = unexpected + flaky
  const figure = `Browser tests of the report: ${String(expected)} passed, ${String(failed)} failed, ${String(skipped)} skipped`
  return { figures: [figure], problems: code === 0 && expected > 0 && failed + skipped === 0 ? [] : [figure] }
}

async function run(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> {
  const { exitCode } = await execa('node', argv, {
    cwd: root,
    env: { PE_TEST_EVERY_LOOK: '1', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    reject: false,
  })
  return exitCode ?? 1
}

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { proofOf, sandboxProof } from '../../scripts/proofs/commands.ts'
import { steadyProof } from '../../scripts/proofs/judge/steady.ts'
import { measuredPage, writeMeasured } from '../../scripts/proofs/page.ts'
import { readResults, SCHEMA_VERSION, writeResult, type Result } from '../../scripts/proofs/results.ts'
import { temporaryFolder } from '../helpers.ts'

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const PARTS = [
  { name: 'tests', title: 'All tests' },
  { name: 'runs', title: 'Repeated runs', isQuoted: true },
]

function resultOf(part: string, others: Partial<Result> = {}): Result {
  return {
    ...{ schemaVersion: SCHEMA_VERSION, part, commit: COMMIT, began: '2031-04-05T06:07:08.000Z', seconds: 90 },
    ...{ machine: '2 processors', figures: [`${part} held`, `${part} in detail`], problems: [] },
    ...others,
  }
}

const resultsOf = (...results: Result[]) => new Map(results.map((result) => [result.part, result]))

describe('the page of what is measured', () => {
  it('has every part with its command, date and figures, and quotes the first figure of some', () => {
    const later = resultOf('runs', { began: '2031-04-06T01:00:00.000Z', seconds: 7200, machine: '4 processors' })
    const page = measuredPage(PARTS, resultsOf(resultOf('tests'), later))
    expect(page).toEqual({
      text: `# Measured

\`npm run prove\` writes this page when every part has run at one commit without a problem.

Commit 01234567, last part on 2031-04-06.

1. 2 processors.
2. 4 processors.

## All tests

\`npm run prove -- tests\`, 2031-04-05, 90 s. Machine 1.

- tests held
- tests in detail

## Repeated runs

\`npm run prove -- runs\`, 2031-04-06, 120 min. Machine 2.

- runs held
- runs in detail
`,
      quoted: '- runs held ([measured](docs/measured.md) at commit 01234567, 2031-04-06)\n',
    })
  })

  it.each([
    ['a part that has not run', [resultOf('tests')], ['runs has not run']],
    ['a problem', [resultOf('tests', { problems: ['a test failed'] }), resultOf('runs')], ['tests: a test failed']],
    ['a part that says nothing', [resultOf('tests', { figures: [] }), resultOf('runs')], ['tests has no figures']],
  ])('is not written with %s', (_, results, missing) => {
    expect(measuredPage(PARTS, resultsOf(...results))).toEqual({ missing })
  })

  it('replaces the figures of README, and nothing else of it', async () => {
    await using folder = await temporaryFolder()
    await mkdir(folder.file('docs'))
    const around = (quoted: string) => `# pe\n\n<!-- written by npm run prove -->\n${quoted}<!-- end -->\n\nMore.\n`
    await writeFile(folder.file('README.md'), around('Nothing yet.\n'))
    await writeMeasured(folder.path, { text: 'all\n', quoted: '- one\n' })
    await writeMeasured(folder.path, { text: 'all again\n', quoted: '- two\n' })
    expect(await readFile(folder.file('README.md'), 'utf8')).toBe(around('- two\n'))
    expect(await readFile(folder.file('docs/measured.md'), 'utf8')).toBe('all again\n')
  })

  it('is not written if README has no place for the figures', async () => {
    await using folder = await temporaryFolder()
    await mkdir(folder.file('docs'))
    await writeFile(folder.file('README.md'), '# pe\n')
    await expect(writeMeasured(folder.path, { text: 'all\n', quoted: '- one\n' })).rejects.toThrow('README.md has no')
    await expect(readFile(folder.file('docs/measured.md'))).rejects.toThrow('ENOENT')
  })
})

describe('a proof', () => {
  const attack = { name: 'fork bomb', status: 'passed' as const, lines: [] as string[] }
  it('of no attack, or with one that was skipped, has a problem', () => {
    expect(sandboxProof({ sandbox: 'bubblewrap', results: [attack] }).problems).toEqual([])
    expect(sandboxProof({ sandbox: 'bubblewrap', results: [] }).problems).toEqual(['no attack was tried'])
    const skipped = { ...attack, status: 'skipped' as const, lines: ['no gcc'] }
    expect(sandboxProof({ sandbox: 'bubblewrap', results: [attack, skipped] }).problems).toEqual([
      'fork bomb skipped: no gcc',
    ])
  })

  it('of claims needs one that was tried, and none about nothing', () => {
    const claim = { claim: 'Faults are caught', figure: '10 of 10 (100.0%)', holds: true }
    expect(proofOf([claim]).problems).toEqual([])
    expect(proofOf([claim, { ...claim, holds: false }]).problems).toEqual(['Faults are caught: 10 of 10 (100.0%)'])
    expect(proofOf([]).problems).toEqual(['no claim was tried'])
    expect(proofOf([{ ...claim, figure: 'not tried', tried: false }]).problems).toEqual(['no claim was tried'])
    expect(proofOf([{ ...claim, figure: '0 of 0 (100.0%)' }]).problems).toEqual(['Faults are caught: 0 of 0 (100.0%)'])
  })

  it('of steady verdicts compares the runs with each other, and all of them with what is known', () => {
    const run = (status: 'passed' | 'failed', wrong: string[] = []) => ({
      verdicts: new Map([['our 005: 1', status]]),
      wrong,
    })
    const problems = (...args: Parameters<typeof steadyProof>) => steadyProof(...args).problems
    expect(problems([run('passed'), run('passed')], run('passed'), 4)).toEqual([])
    expect(problems([run('passed'), run('failed')], run('passed'), 4)).toEqual(['our 005: 1 changed'])
    const same = run('failed', ['our 005: 0 of 1 points, known 1 of 1'])
    expect(problems([same, same], run('passed'), 4)).toEqual(['our 005: 0 of 1 points, known 1 of 1'])
    expect(problems([], run('failed'), 4)).toEqual(['our 005: 1 (failed) was lost under load'])
    const nothing = { verdicts: new Map(), wrong: [] }
    expect(problems([], nothing, 0)).toEqual(['no point was judged'])
    expect(problems([run('passed'), nothing], nothing, 0)).toEqual(['our 005: 1 changed'])
  })
})

describe('results', () => {
  it('are read again by commit', async () => {
    await using folder = await temporaryFolder()
    await writeResult(folder.path, resultOf('tests'))
    expect(await readResults(folder.path, COMMIT)).toEqual(resultsOf(resultOf('tests')))
    expect(await readResults(folder.path, COMMIT.replace('0', 'f'))).toEqual(new Map())
  })

  it('of another commit or part are refused', async () => {
    await using folder = await temporaryFolder()
    const file = await writeResult(folder.path, resultOf('tests'))
    await writeFile(file, JSON.stringify(resultOf('runs')))
    await expect(readResults(folder.path, COMMIT)).rejects.toThrow('is the result of runs')
  })
})

import { spawnSync } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { countsOf, judgeMutants } from '../../../scripts/proofs/libraries/mutants.ts'
import { root, temporaryFolder } from '../../helpers.ts'

const LIBRARIES = path.join(root, 'test', 'fixtures', 'libraries')
const PYTHON = process.env['PE_PYTHON'] ?? '/usr/bin/python3'
const HAS_PYTEST = spawnSync(PYTHON, ['-I', '-c', 'import pytest']).status === 0
if (!HAS_PYTEST) process.stderr.write(`\nNOT TESTED: mutants of libraries, because ${PYTHON} has no pytest\n`)

const plan = (source: string) => ({ source, count: 3, seed: 1, concurrency: 1, signal: new AbortController().signal })

describe.runIf(HAS_PYTEST)('mutants of the reference of a library', () => {
  it('are judged by its hidden tests', async () => {
    const { possible, results } = await judgeMutants('intervals', plan(LIBRARIES))
    expect(possible).toBeGreaterThan(10)
    expect(countsOf(results)).toEqual({ judged: 3, noticed: 3 })
    expect(results.map(({ outcome }) => outcome)).toEqual(['caught', 'caught', 'caught'])
    for (const { file, by } of results) {
      expect(file).toBe('project/intervals/__init__.py')
      expect(by).toMatch(/^unit_tests\/test_\w+\.py::/)
    }
  })

  it('survive tests that look at nothing', async () => {
    await using folder = await temporaryFolder()
    await cp(LIBRARIES, folder.file('dataset'), { recursive: true })
    const tests = folder.file('dataset', 'intervals', 'unit_tests', 'test_intervals.py')
    await writeFile(tests, 'import intervals\n\n\ndef test_is_there():\n    assert intervals.total\n')
    const { results } = await judgeMutants('intervals', { ...plan(folder.file('dataset')), count: 1 })
    expect(countsOf(results)).toEqual({ judged: 1, noticed: 0 })
  })

  it('count only if they were judged', () => {
    const results = (['caught', 'elsewhere', 'survived', 'unjudged', 'equivalent'] as const).map((outcome) => ({
      ...{ mission: 'm', kind: 'generated' as const, name: 'call', file: 'a.py', line: 1, before: 'a', after: 'b' },
      ...{ outcome, by: '' },
    }))
    expect(countsOf(results)).toEqual({ judged: 3, noticed: 2 })
  })
})

import { describe, expect, it } from 'vitest'
import { excludedTestcodes } from '../../harness/benchmarks/excluded.ts'
import { nativeBenchmark } from '../../harness/benchmarks/native/benchmark.ts'
import { TrialInputs } from '../../harness/trial/inputs.ts'
import { judgeAll, verdictsForAll } from '../../harness/trial/judge.ts'
import type { Testcode } from '../../harness/contracts/schema.ts'
import { keyOf, temporaryFolder, writeTree } from '../helpers.ts'

function testcode(id: string, needs: string[] = [], excluded?: string): Testcode {
  return {
    id,
    page: 'Home',
    function: 'Show',
    expects: 'x',
    needs,
    parameters: [],
    ...(excluded === undefined ? {} : { excluded }),
  }
}

const MISSION = `schemaVersion: 1
id: demo
title: Demo
kind: batch
prompt: Make it.
checklist: [{ page: Main, functions: [{ function: Run, description: Runs. }] }]
testcodes:
  - { id: runs, page: Main, function: Run, expects: It runs. }
  - { id: draws, page: Main, function: Run, expects: It draws., excluded: flaky on the canonical solution }
  - { id: prints, page: Main, function: Run, expects: It prints., needs: [draws] }
`

describe('testcodes marked as excluded', () => {
  it('are excluded with all that need them, directly or indirectly', () => {
    const codes = [
      testcode('a'),
      testcode('b', [], 'flaky'),
      testcode('c', ['a', 'b']),
      testcode('d', ['c']),
      testcode('e', ['a']),
    ]
    expect(excludedTestcodes(codes)).toEqual({
      b: { status: 'excluded', reason: 'flaky' },
      c: { status: 'excluded', reason: 'needs "b", which is excluded' },
      d: { status: 'excluded', reason: 'needs "c", which is excluded' },
    })
    expect(excludedTestcodes([testcode('a'), testcode('constructor', ['a'])])).toEqual({})
  })

  it('are never run and never counted, at any stage of a project', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'demo/mission.yaml': MISSION })
    const mission = await nativeBenchmark(folder.path, folder.path).mission('demo')
    const asked: string[] = []
    const session = {
      runnable: () => Promise.resolve({ status: 'passed' as const, evidence: {} }),
      judge: ({ id }: Testcode) => {
        asked.push(id)
        return Promise.resolve({ status: 'passed' as const, evidence: {} })
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }
    const judging = {
      key: keyOf(),
      mission,
      limits: { trial: 60_000 },
      emit: () => undefined,
      inputs: new TrialInputs(),
      signal: new AbortController().signal,
    }
    const [, ...verdicts] = (await judgeAll(judging, () => Promise.resolve(session), {})).points
    const never = verdictsForAll(mission, 'not-run', 'it did not start')
    expect(asked).toEqual(['runs'])
    expect(verdicts.map(({ testcode: id, status, reason }) => [id, status, reason])).toEqual([
      ['runs', 'passed', undefined],
      ['draws', 'excluded', 'flaky on the canonical solution'],
      ['prints', 'excluded', 'needs "draws", which is excluded'],
    ])
    expect(never.verdicts.map(({ status }) => status)).toEqual(['not-run', 'excluded', 'excluded'])
  })
})

/** Compares pairs of tests in one process: starting Python takes longer than comparing. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect } from 'vitest'
import { root } from '../../../helpers.ts'

const ASSERTIONS = path.join(root, 'harness', 'papers', 'repocraft', 'tester', 'assertions')
const PROGRAM = `
import json, sys
sys.path.insert(0, sys.argv[1])
from compare import compare
jobs = json.load(sys.stdin)
print(json.dumps([compare(job) for job in jobs]))`

export interface ComparedPair {
  readonly reference: string
  readonly adapted: string
  readonly tests: readonly string[]
  readonly library: readonly string[]
  readonly project: readonly string[]
}

export interface Found {
  readonly problems: string[]
  readonly guarded: string
  readonly pairs: [number, number, boolean, string[]][]
}

export function comparedOf(pairs: readonly ComparedPair[]): Found[] {
  const jobs = pairs.map((pair) => ({ ...pair, mark: 'MARK ' }))
  const ran = spawnSync('/usr/bin/python3', ['-B', '-c', PROGRAM, ASSERTIONS], { input: JSON.stringify(jobs) })
  expect(ran.stderr.toString()).toBe('')
  return JSON.parse(ran.stdout.toString()) as Found[]
}

export function problemsOf(pairs: readonly ComparedPair[]): string[][] {
  return comparedOf(pairs).map(({ problems }) => problems)
}

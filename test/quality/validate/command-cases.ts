/** Shared by the tests of command. */
import path from 'node:path'
import { execa } from 'execa'
import type { Claim } from '../../../harness/quality/validate/limits.ts'
import type { Validation } from '../../../harness/quality/validate/results.ts'
import { root } from '../../helpers.ts'

export const BIN = path.join(root, 'dist/pe/bin.js')

export const MISSION = `schemaVersion: 1
id: sum
title: Sum
kind: batch
prompt: A program that reads two numbers and writes their sum.
checklist:
  - page: Program
    functions:
      - { function: Add, description: Reads two numbers and prints their sum. }
      - { function: Refuse, description: 'Prints "no number" if one of them is not a number.' }
      - { function: Forget, description: Nobody checks this. }
parameters:
  word: { kind: text, description: The word before the sum. }
  unused: { kind: text, description: Another word. }
testcodes:
  - { id: adds, page: Program, function: Add, expects: The sum is printed., parameters: [word] }
  - { id: refuses, page: Program, function: Refuse, expects: A text is refused. }
  - { id: weak, page: Program, function: Add, expects: Nothing., needs: [adds], parameters: [unused] }
`

export async function validated(folder: string, ...flags: readonly string[]) {
  const argv = [BIN, 'validate', '--missions-dir', folder, '--json', ...flags]
  const { stdout, stderr, exitCode } = await execa('node', argv, { reject: false, stdin: 'ignore' })
  if (stdout === '') throw new Error(stderr)
  return { ...(JSON.parse(stdout) as Validation & { readonly claims: readonly Claim[] }), exitCode }
}

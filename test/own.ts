/** The benchmark, tester, launcher and scorer of a user's own in `test/fixtures/own`, and `pe` as a user runs it. */
import path from 'node:path'
import { execa } from 'execa'
import { BIN } from './helpers.ts'

const FOLDER = path.join(import.meta.dirname, 'fixtures', 'own')

/** The benchmark comes first. */
export const OWN_FLAGS: readonly string[] = ['benchmark', 'tester', 'launcher', 'scorer'].flatMap((name) => [
  `--${name}`,
  path.join(FOLDER, `${name}.ts`),
])

/** Runs `pe`; never rejects. */
export function pe(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
) {
  return execa(process.execPath, [BIN, ...args], { ...options, reject: false, stdin: 'ignore' })
}

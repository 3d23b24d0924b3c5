/** Shared by the tests of queue. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../helpers.ts'

/** It sleeps, so that trials are under way when something is killed. */
export const SLEEPER = path.join(root, 'scripts', 'proofs', 'queue', 'sleeper.ts')

export const LASTING = { timeout: 240_000 }

export async function onlyRun(out: string): Promise<string> {
  const names = (await readdir(out)).filter((name) => name.startsWith('20'))
  return path.join(out, names[0] ?? '')
}

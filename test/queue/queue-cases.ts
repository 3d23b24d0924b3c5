/** Shared by the tests of queue. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'

export const LASTING = { timeout: 240_000 }

export async function onlyRun(out: string): Promise<string> {
  const names = (await readdir(out)).filter((name) => name.startsWith('20'))
  return path.join(out, names[0] ?? '')
}

import { chmod, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { scratchFolder } from '../../lib/files/scratch.ts'

/** A folder for temporary files in which nobody but this process, and whatever it starts, writes anything. */
export interface PrivateTemporaryFolder extends AsyncDisposable {
  readonly path: string
  /** What lies in it, or was left by an attack where temporary files usually lie: absolute paths. */
  contents(): Promise<string[]>
}

/**
 * Makes all temporary files of this process lie in a folder of its own until it is disposed. On a machine that others
 * use, too, there is no other way to tell what was left by whom.
 */
export async function privateTemporaryFolder(): Promise<PrivateTemporaryFolder> {
  const usual = tmpdir()
  const before = process.env['TMPDIR']
  const scratch = await scratchFolder('selftest')
  const folder = scratch.path
  // Sandboxes have users of their own, who must find the way to what is theirs.
  await chmod(folder, 0o711)
  process.env['TMPDIR'] = folder
  return {
    path: folder,
    async contents() {
      const own = (await readdir(folder)).filter((name) => !CACHES.test(name)).map((name) => path.join(folder, name))
      const others = (await readdir(usual)).filter((name) => name.startsWith(TRACE))
      return [...own, ...others.map((name) => path.join(usual, name))]
    },
    async [Symbol.asyncDispose]() {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
      await scratch[Symbol.asyncDispose]()
    },
  }
}

/** What the loader of TypeScript keeps between runs. */
const CACHES = /^(tsx-|node-compile-cache)/

/** How the names of files begin that attacks try to leave. */
const TRACE = 'pe-hostile-'

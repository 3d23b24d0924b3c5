import { chmod, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { scratchFolder } from '../../lib/files/scratch.ts'

/** A folder for temporary files that only this process and its children write to. */
export interface PrivateTemporaryFolder extends AsyncDisposable {
  readonly path: string
  /** Absolute paths of its entries, and of files that attacks left in the usual temporary folder. */
  contents(): Promise<string[]>
}

/**
 * Puts all temporary files of this process into their own folder until it is disposed. On a shared machine, this is the only
 * way to tell who left a file behind.
 */
export async function privateTemporaryFolder(): Promise<PrivateTemporaryFolder> {
  const usual = tmpdir()
  const before = process.env['TMPDIR']
  const scratch = await scratchFolder('selftest')
  const folder = scratch.path
  // Sandboxes have their own users, who must be able to enter the folder.
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

/** Caches of the TypeScript loader, which remain between runs. */
const CACHES = /^(tsx-|node-compile-cache)/

/** The prefix of the files that attacks try to leave. */
const TRACE = 'pe-hostile-'

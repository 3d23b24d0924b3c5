import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { removeFolder } from './remove.ts'

export interface Scratch extends AsyncDisposable {
  readonly path: string
}

/** Outside the harness's own folders, where a project could otherwise resolve the harness's packages. */
export async function scratchFolder(): Promise<Scratch> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pe-'))
  return {
    path: folder,
    [Symbol.asyncDispose]: () => removeFolder(folder),
  }
}

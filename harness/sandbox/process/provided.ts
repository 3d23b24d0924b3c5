import { cp, mkdtemp, symlink } from 'node:fs/promises'
import path from 'node:path'

interface Provided {
  readonly from: string
  readonly variable: string | undefined
}

/** Folders of the host that commands see. This sandbox cannot make a folder read-only, so the project gets a copy. */
export class ProvidedCopies {
  readonly #scratch: string
  /** Keyed by path: relative to the folder of a command, or absolute. */
  readonly #provided = new Map<string, Provided>()
  /** Original → its copy. */
  readonly #copies = new Map<string, Promise<string>>()

  constructor(scratch: string) {
    this.#scratch = scratch
  }

  async add(from: string, at: string, variable: string | undefined): Promise<void> {
    this.#provided.set(at, { from, variable })
    // Copied now, so that the time does not count for a testcode.
    if (at !== from) await this.#copyOf(from)
  }

  /**
   * Puts links to the copies into a folder that a command runs in.
   * @returns The environment variables that name them
   */
  async linkInto(root: string): Promise<Record<string, string>> {
    const variables: Record<string, string> = {}
    for (const [at, { from, variable }] of this.#provided) {
      const place = path.resolve(root, at)
      if (place !== from) await linkUnlessThere(await this.#copyOf(from), place)
      if (variable !== undefined) variables[variable] = place
    }
    return variables
  }

  #copyOf(from: string): Promise<string> {
    const copy = this.#copies.get(from) ?? copied(from, this.#scratch)
    this.#copies.set(from, copy)
    return copy
  }
}

/** Keeps the folder's name, because Node looks up packages in folders named `node_modules`. */
async function copied(from: string, scratch: string): Promise<string> {
  const to = path.join(await mkdtemp(path.join(scratch, 'provided-')), path.basename(from))
  await cp(from, to, { recursive: true, verbatimSymlinks: true })
  return to
}

async function linkUnlessThere(from: string, at: string): Promise<void> {
  await symlink(from, at).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  })
}

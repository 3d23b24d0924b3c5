import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { BadParameter } from '../../../errors.ts'
import { pathProblem } from '../../../lib/files/confine.ts'
import { MiB, mebibytes } from '../../../lib/wording/bytes.ts'

/** The home folder in the paths of testcodes. */
export const HOME = '/home/user'

const MOST_BYTES = 32 * MiB
/** Milliseconds that a download may take after its click has settled. */
const PATIENCE = 3000
const PAUSE = 10
/** Names of incomplete downloads. */
const UNFINISHED = /\.(crdownload|tmp)$|^\.(org\.chromium|com\.google)\./

/** Version of each file by its name. */
type Listing = ReadonlyMap<string, string>

/**
 * The files that the browser has downloaded in a trial. A file counts for a testcode only if it was downloaded after the
 * testcode's first click or, if it does not click, after that of the last testcode that clicked.
 */
export class Downloads {
  readonly #folder: string
  readonly #view: string
  #before: Listing | undefined
  #clicked = false

  /** @param view Folder in which the worker sees copies */
  constructor(folder: string, view: string) {
    this.#folder = folder
    this.#view = path.join(view, 'downloads')
  }

  /** Marks the beginning of a testcode. */
  begin(): void {
    this.#clicked = false
  }

  /** Called before each click of a testcode. Files from before the first click do not count. */
  async clicks(): Promise<void> {
    if (this.#clicked) return
    this.#clicked = true
    this.#before = await this.#listing()
  }

  /**
   * Waits for a downloaded file and copies it to a folder that the worker can read.
   * @returns The path of the copy; a path without a file if nothing was downloaded
   * @throws BadParameter if the path is not that of a file in the user's Downloads folder
   */
  async copy(value: string): Promise<string> {
    const name = nameIn(value)
    const file = await this.#arrived(name)
    await mkdir(this.#view, { recursive: true })
    if (file === undefined) return path.join(this.#view, 'not-downloaded', name)
    const content = await readRegular(path.join(this.#folder, file))
    const copy = path.join(this.#view, name)
    await writeFile(copy, content, { mode: 0o644 })
    return copy
  }

  /** The address by which the browser shows a downloaded file. @throws BadParameter */
  async address(value: string): Promise<string> {
    const name = nameIn(value)
    const file = await this.#arrived(name)
    if (file === undefined) throw new BadParameter(`no file "${name}" was downloaded after a click`)
    return pathToFileURL(path.join(this.#folder, file)).href
  }

  /** Waits for the newest complete file of a name, with or without a number. */
  async #arrived(name: string): Promise<string | undefined> {
    const deadline = performance.now() + PATIENCE
    for (;;) {
      const listing = await this.#listing()
      const unfinished = [...listing.keys()].some((each) => UNFINISHED.test(each))
      const [newest] = await newestFirst(
        this.#folder,
        this.#new(listing).filter((each) => hasName(each, name)),
      )
      if (newest !== undefined && !unfinished) return newest
      if (performance.now() > deadline) return undefined
      await delay(PAUSE)
    }
  }

  #new(listing: Listing): string[] {
    const before = this.#before
    if (before === undefined) return []
    return [...listing].flatMap(([name, version]) => (before.get(name) === version ? [] : [name]))
  }

  async #listing(): Promise<Listing> {
    const names = await readdir(this.#folder)
    const entries = names.map(async (name) => {
      const status = await lstat(path.join(this.#folder, name)).catch(() => undefined)
      return [
        name,
        status === undefined ? '' : `${String(status.ino)} ${String(status.mtimeMs)} ${String(status.size)}`,
      ] as const
    })
    return new Map(await Promise.all(entries))
  }
}

/** Whether a file has a name, possibly with the number of a duplicate: `a (1).csv`. */
function hasName(file: string, name: string): boolean {
  return file === name || file.replace(/ \(\d+\)(?=\.[^.]*$|$)/, '') === name
}

async function newestFirst(folder: string, names: readonly string[]): Promise<string[]> {
  const times = await Promise.all(
    names.map(async (name) => ({ name, time: (await lstat(path.join(folder, name))).mtimeMs })),
  )
  return times.toSorted((one, other) => other.time - one.time).map(({ name }) => name)
}

/** Does not follow links: a page may have made the browser create one. */
async function readRegular(file: string): Promise<Buffer> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { size } = await handle.stat()
    if (size > MOST_BYTES) throw new BadParameter(`the download is larger than ${mebibytes(MOST_BYTES)}`)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

const FOLDERS = [`${HOME}/Downloads`, '~/Downloads']

function nameIn(value: string): string {
  const text = value
    .replaceAll('\\', '/')
    .replace(/\/+/g, '/')
    .replace(/^file:\/+/, '/')
  const folder = FOLDERS.find((each) => text === each || text.startsWith(`${each}/`))
  if (folder === undefined)
    throw new BadParameter(
      `the path "${value.slice(0, 200)}" is not in the Downloads folder (%USERPROFILE%\\Downloads)`,
    )
  const name = text.slice(folder.length + 1)
  const problem = name === '' ? 'is a folder, not a file' : pathProblem(name)
  if (problem !== undefined) throw new BadParameter(`the path "${value.slice(0, 200)}" ${problem}`)
  if (name.includes('/'))
    throw new BadParameter(`the path "${value.slice(0, 200)}" leads to a subfolder; downloads have none`)
  return name
}

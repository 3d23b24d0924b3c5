import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { BadParameter } from '../../errors.ts'
import { pathProblem } from '../../lib/files/confine.ts'

/** Where testcodes believe that the user's folders are. */
export const HOME = '/home/user'

const MOST_BYTES = 32 * 1024 * 1024
/** Milliseconds that a download may take, once the click that began it has settled. */
const PATIENCE = 3000
const PAUSE = 10
/** What the browser adds while it loads a file. */
const UNFINISHED = /\.(crdownload|tmp)$|^\.(org\.chromium|com\.google)\./

/** Name → what tells one version of a file from another. */
type Listing = ReadonlyMap<string, string>

/**
 * The files that the browser has downloaded in a trial. A file counts for a testcode only if it came after the testcode's
 * first click, or, for one that does not click, after the first click of the trial.
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

  /** A testcode begins. */
  begin(): void {
    this.#clicked = false
  }

  /** It is about to click: what is there now is not its doing. */
  async clicks(): Promise<void> {
    if (this.#clicked) return
    this.#clicked = true
    this.#before = await this.#listing()
  }

  /**
   * A copy of a downloaded file that the worker can read, waiting until it is complete; a path where nothing is, where it
   * did not come.
   * @throws BadParameter where the path is not one of a file in the user's folder of downloads
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

  /** The newest file of a name, numbered or not, that is complete. */
  async #arrived(name: string): Promise<string | undefined> {
    const deadline = performance.now() + PATIENCE
    for (;;) {
      const listing = await this.#listing()
      const unfinished = [...listing.keys()].some((each) => UNFINISHED.test(each))
      const [newest] = await newestFirst(
        this.#folder,
        this.#new(listing).filter((each) => unnumbered(each, name)),
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

/** A browser numbers a file whose name is taken: `a (1).csv`. */
function unnumbered(file: string, name: string): boolean {
  return file === name || file.replace(/ \(\d+\)(?=\.[^.]*$|$)/, '') === name
}

async function newestFirst(folder: string, names: readonly string[]): Promise<string[]> {
  const times = await Promise.all(
    names.map(async (name) => ({ name, time: (await lstat(path.join(folder, name))).mtimeMs })),
  )
  return times.toSorted((one, other) => other.time - one.time).map(({ name }) => name)
}

/** A page may have led the browser to make a link there, which would lead elsewhere. */
async function readRegular(file: string): Promise<Buffer> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { size } = await handle.stat()
    if (size > MOST_BYTES) throw new BadParameter(`the download is larger than ${String(MOST_BYTES / 1024 / 1024)} MiB`)
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
      `the path "${value.slice(0, 200)}" is not one in the folder of downloads (%USERPROFILE%\\Downloads)`,
    )
  const name = text.slice(folder.length + 1)
  const problem = name === '' ? 'names the folder and no file' : pathProblem(name)
  if (problem !== undefined) throw new BadParameter(`the path "${value.slice(0, 200)}" ${problem}`)
  if (name.includes('/'))
    throw new BadParameter(`the path "${value.slice(0, 200)}" names a folder that no download makes`)
  return name
}

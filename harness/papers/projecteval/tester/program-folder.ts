import { constants } from 'node:fs'
import { lstat, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BadParameter, MachineFault } from '../../../errors.ts'
import { pathProblem } from '../../../lib/files/confine.ts'
import type { Mission } from '../../../contracts/types.ts'
import { materialPath } from '../../../testers/materials.ts'
import { leftFiles } from '../../../testers/subprocess/left-files.ts'
import { placeIn, statusIn } from '../../../testers/subprocess/place.ts'

const MOST_ENTRIES = 5000
const MOST_COPIES = 200
const WRITE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

/** Version of each file by its path. */
type Listing = ReadonlyMap<string, string>

/**
 * The folder in which the program runs, and the testcodes' view of it. Materials are only in the view; the program sees one only
 * after a testcode has put it there under the name of an input. When a run has ended, its files are copied to the view, so
 * that neither a link nor a file with the name of a material can mislead a testcode.
 */
export class ProgramFolder {
  readonly folder: string
  readonly #view: string
  readonly #mission: Mission
  /** Inputs that testcodes have put there: material by name. */
  readonly #placed = new Map<string, string>()
  #before: Listing = new Map()

  constructor(mission: Mission, folder: string, view: string) {
    this.#mission = mission
    this.folder = folder
    this.#view = view
  }

  /** Removes the inputs that the testcode has left behind. */
  async endTestcode(): Promise<void> {
    for (const name of this.#placed.keys()) await rm(path.join(this.folder, name), { recursive: true, force: true })
    this.#placed.clear()
  }

  /**
   * Renames a file for a testcode: a material becomes an input of the program, or an input becomes the material again.
   * @returns A message if the source does not exist
   */
  async rename(source: string, target: string): Promise<string | undefined> {
    for (const name of [source, target]) {
      const problem = pathProblem(name)
      if (problem !== undefined) throw new BadParameter(`the path "${name.slice(0, 200)}" ${problem}`)
    }
    if (this.#isMaterial(source)) return this.#place(source, target)
    const status = await statusIn(this.folder, source)
    if (status === undefined) return `there is no file "${source}" any more: the program has removed it`
    if (this.#isMaterial(target)) {
      await rm(await placeIn(this.folder, source), { recursive: true, force: true })
      this.#placed.delete(source)
    } else {
      await rename(await placeIn(this.folder, source), await placeIn(this.folder, target))
    }
    return undefined
  }

  /** Records the files before a run of the program. */
  async note(): Promise<void> {
    this.#before = await this.#listing()
  }

  /**
   * Copies the files that a run has created or changed to the view. Must be called after the program has ended.
   * @returns Whether there is such a file
   */
  async collect(): Promise<boolean> {
    const now = await this.#listing()
    const changed = [...now].flatMap(([name, version]) => (this.#before.get(name) === version ? [] : [name]))
    const own = changed.filter((name) => !this.#isMaterial(name) && !this.#placed.has(name))
    for (const gone of [...this.#before.keys()].filter((name) => !now.has(name) && !this.#isMaterial(name)))
      await rm(path.join(this.#view, gone), { force: true })
    for (const name of own.slice(0, MOST_COPIES)) await this.#copy(name)
    return own.length > 0
  }

  /**
   * The path of a file in the view.
   * @throws BadParameter if the path leads out of it
   */
  locate(value: string): string {
    const name = path.posix.normalize(value.replaceAll('\\', '/')).replace(/^\.\//, '')
    const inside = name.startsWith(`${this.#view}/`) ? name.slice(this.#view.length + 1) : name
    const problem = inside === '.' ? undefined : pathProblem(inside)
    if (problem !== undefined) throw new BadParameter(`the path "${value.slice(0, 200)}" ${problem}`)
    return path.join(this.#view, inside)
  }

  #isMaterial(name: string): boolean {
    return this.#mission.materials.includes(name)
  }

  async #place(material: string, name: string): Promise<undefined> {
    const content = await readFile(materialPath(this.#mission, material)).catch((error: unknown) => {
      throw new MachineFault(`the material "${material}" cannot be read`, { cause: error })
    })
    const place = await placeIn(this.folder, name)
    await rm(place, { recursive: true, force: true })
    await mkdir(path.dirname(place), { recursive: true })
    await writeFile(place, content, { flag: WRITE_NEW })
    this.#placed.set(name, material)
  }

  async #copy(name: string): Promise<void> {
    const content = await leftFiles(this.folder).read(name)
    const place = path.join(this.#view, name)
    await mkdir(path.dirname(place), { recursive: true })
    await writeFile(place, content, { mode: 0o644 })
  }

  /** Regular files below the folder, links not followed. */
  async #listing(): Promise<Listing> {
    const found = new Map<string, string>()
    const open = ['']
    for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
      for (const entry of await readdir(path.join(this.folder, parent), { withFileTypes: true })) {
        const name = path.posix.join(parent, entry.name)
        if (found.size >= MOST_ENTRIES || pathProblem(name) !== undefined || entry.name === '__pycache__') continue
        if (entry.isDirectory()) open.push(name)
        else if (entry.isFile()) found.set(name, await versionOf(path.join(this.folder, name)))
      }
    }
    return found
  }
}

async function versionOf(file: string): Promise<string> {
  const status = await lstat(file).catch(() => undefined)
  return status === undefined ? '' : [status.ino, status.mtimeMs, status.ctimeMs, status.size].join(' ')
}

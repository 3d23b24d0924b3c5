import { constants } from 'node:fs'
import { lstat, open, readdir, readlink, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { FileChange } from '../contracts/schema.ts'

/** Files that are looked at; more are left out. */
const MOST_FILES = 2000
const DEEPEST = 12
/** Bytes of a file whose text is kept, and of all such texts of a room. */
const LONGEST_TEXT = 32 * 1024
const MOST_TEXT = 8 * 1024 * 1024
/** Packages, caches, and what tools keep for themselves. */
const LEFT_OUT = new Set([
  ...['node_modules', '.git', '__pycache__', '.venv', 'venv', '.pytest_cache', '.cache', '.npm'],
  ...['.claude', '.codex', '.gemini', '.qwen', '.opencode'],
])

interface Known {
  readonly bytes: number
  readonly changedAt: number
}

/** Notices which files of a room a tool has changed since the last look. Links are not followed. */
export class RoomChanges {
  readonly #folder: string
  #known = new Map<string, Known>()
  #text = 0
  #queue: Promise<unknown> = Promise.resolve()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Looks one after the other, so that each change is told once. Never rejects. */
  since(): Promise<FileChange[]> {
    const look = this.#queue.then(() => this.#look()).catch(() => [])
    this.#queue = look
    return look
  }

  async #look(): Promise<FileChange[]> {
    const found = new Map<string, Known>()
    await this.#walk('', 0, found)
    const changes: FileChange[] = []
    for (const [name, { bytes, changedAt }] of found) {
      const before = this.#known.get(name)
      if (before?.bytes === bytes && before.changedAt === changedAt) continue
      const text = await this.#textOf(name, bytes)
      changes.push({ path: name, change: before ? 'changed' : 'added', bytes, ...(text === undefined ? {} : { text }) })
    }
    for (const name of this.#known.keys())
      if (!found.has(name)) changes.push({ path: name, change: 'removed', bytes: 0 })
    this.#known = found
    return changes
  }

  async #walk(folder: string, depth: number, found: Map<string, Known>): Promise<void> {
    const entries = await readdir(path.join(this.#folder, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      if (found.size >= MOST_FILES) return
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (LEFT_OUT.has(entry.name)) continue
      if (entry.isDirectory() && depth < DEEPEST) await this.#walk(name, depth + 1, found)
      if (!entry.isFile()) continue
      const status = await lstat(path.join(this.#folder, name)).catch(() => undefined)
      if (status?.isFile() === true) found.set(name.slice(0, 500), { bytes: status.size, changedAt: status.mtimeMs })
    }
  }

  async #textOf(name: string, bytes: number): Promise<string | undefined> {
    if (bytes > LONGEST_TEXT || this.#text + bytes > MOST_TEXT) return undefined
    const content = await this.#read(name).catch(() => undefined)
    if (content === undefined || content.includes(0)) return undefined
    this.#text += content.length
    return content.toString('utf8')
  }

  /** The tool is running: it may put a link in the place of a file or of a folder above it. What was opened tells where it lies. */
  async #read(name: string): Promise<Buffer | undefined> {
    const file = path.join(this.#folder, name)
    await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    const [status, place] = [await handle.stat(), await readlink(`/proc/self/fd/${String(handle.fd)}`)]
    const isInside = place.startsWith(`${await realpath(this.#folder)}${path.sep}`)
    if (!isInside || !status.isFile() || status.size > LONGEST_TEXT) return undefined
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LONGEST_TEXT), 0, LONGEST_TEXT, 0)
    return buffer.subarray(0, bytesRead)
  }
}

import { existsSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { cacheFolder } from '../../../lib/files/caches.ts'
import { Cleanup } from '../../../lib/async/cleanup.ts'
import { packageRoot } from '../../../lib/files/package-root.ts'
import type { Running, Sandbox, SessionSetup } from '../../../contracts/types.ts'

/** The folders of the Python sources, which are not compiled. */
const SOURCES = path.join(packageRoot(import.meta.dirname), 'harness', 'papers', 'projecteval', 'tester')

/**
 * The sandbox of the judge's helpers, the worker and chromedriver. It has its own loopback, which the project does not share.
 * Folders of the trial that the helpers may see are read-only, at the same paths as on the host.
 */
export class Room implements AsyncDisposable {
  /** For sockets and pipes. */
  readonly channels: string
  /** The files that testcodes see. */
  readonly view: string
  /** Materials that the browser may read. */
  readonly uploads: string
  /** Local copies of libraries that pages load from content delivery networks; the folder may not exist. */
  readonly libraries = cacheFolder('cdn')
  #channelCount = 0
  readonly #cwd: string
  readonly #sandbox: Sandbox
  readonly #stack: Cleanup

  private constructor(scratch: string, sandbox: Sandbox, stack: Cleanup) {
    this.channels = path.join(scratch, 'channels')
    this.view = path.join(scratch, 'view')
    this.uploads = path.join(scratch, 'uploads')
    this.#cwd = path.join(scratch, 'helpers', 'place')
    this.#sandbox = sandbox
    this.#stack = stack
  }

  static async open(setup: SessionSetup): Promise<Room> {
    await using stack = new Cleanup()
    const { scratch } = setup
    const helpers = path.join(scratch, 'helpers')
    await mkdir(path.join(helpers, 'place'), { recursive: true })
    const sandbox = stack.use(await setup.openHelpers(helpers))
    const room = new Room(scratch, sandbox, stack.move())
    for (const folder of [room.channels, room.view, room.uploads]) {
      await mkdir(folder, { recursive: true })
      // Helpers run as other users and read here.
      await chmod(folder, 0o755)
      await sandbox.provide(folder, folder)
    }
    await sandbox.provide(SOURCES, SOURCES)
    if (existsSync(room.libraries)) await sandbox.provide(room.libraries, room.libraries)
    return room
  }

  /** A source file or folder of the Python side. */
  source(name: string): string {
    return path.join(SOURCES, name)
  }

  /** A new path in `channels`. It is short, because the system limits the paths of sockets. */
  nextChannel(): string {
    this.#channelCount += 1
    return path.join(this.channels, String(this.#channelCount))
  }

  spawn(argv: readonly string[]): Promise<Running> {
    return this.#sandbox.spawn({ argv, cwd: this.#cwd, stdin: 'none', env: { PYTHONDONTWRITEBYTECODE: '1' } })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }
}

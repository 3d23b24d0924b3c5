import type {
  DesktopPlace,
  DesktopProgram,
  DesktopScreen,
  DesktopTarget,
  Sandbox,
  Workspace,
} from '../../contracts/types.ts'
import { startProgram, type DesktopParts } from './program.ts'

/** One program at a time, each on a display of its own. */
export class OpenDesktop implements DesktopTarget {
  readonly kind = 'desktop'
  readonly #parts: DesktopParts
  #place: DesktopPlace
  #program: DesktopProgram | undefined
  #output = ''
  #all: AsyncDisposable | undefined

  constructor(parts: DesktopParts) {
    this.#parts = parts
    this.#place = { folder: parts.workspace.folder }
  }

  get sandbox(): Sandbox {
    return this.#parts.sandbox
  }

  get workspace(): Workspace {
    return this.#parts.workspace
  }

  get screen(): DesktopScreen {
    return this.program.screen
  }

  get program(): DesktopProgram {
    if (this.#program === undefined) throw new TypeError('no program was started')
    return this.#program
  }

  async restart(place = this.#place): Promise<DesktopProgram> {
    await this.#end()
    this.#place = place
    this.#program = await startProgram(this.#parts, place)
    return this.#program
  }

  log(): string {
    return this.#program?.output() ?? this.#output
  }

  /** Hands over what has to be closed with the target: its program first. */
  with(all: AsyncDisposable): this {
    this.#all = all
    return this
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const all = this.#all
    this.#all = undefined
    // It contains this target.
    if (all) await all[Symbol.asyncDispose]()
    else await this.#end()
  }

  async #end(): Promise<void> {
    const program = this.#program
    if (program === undefined) return
    this.#output = program.output()
    this.#program = undefined
    await program[Symbol.asyncDispose]()
  }
}

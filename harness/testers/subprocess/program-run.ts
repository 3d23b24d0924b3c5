import { constants } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { faultOfEnd } from '../../lib/processes/exit.ts'
import { MachineFault } from '../../errors.ts'
import type { Dialogue, Finished, ProgramTarget, RunOptions, Running, SessionSetup } from '../../contracts/types.ts'
import { openDialogue, type Awaited } from './dialogue.ts'
import { leftFiles } from './left-files.ts'
import { placeIn } from './place.ts'
import { visibleText } from './visible-text.ts'

export interface ProgramRunParts {
  readonly target: ProgramTarget
  readonly setup: SessionSetup
  /** Folder with the fresh copy of the project. */
  readonly folder: string
  /** Its programs save here what belongs to the user. */
  readonly home: string
}

const WRITE_NO_LINK = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW
const OUTPUT_LIMIT = 4 * 1024 * 1024
const LONGEST_TRANSCRIPT = 8000

/** The programs that one testcode starts, and their common folder. */
export class ProgramRun implements AsyncDisposable {
  readonly #parts: ProgramRunParts
  readonly #started: Running[] = []
  readonly #awaited: Awaited = {}

  constructor(parts: ProgramRunParts) {
    this.#parts = parts
  }

  async put(file: string, content: string | Uint8Array): Promise<void> {
    const full = await placeIn(this.#parts.folder, file)
    await mkdir(path.dirname(full), { recursive: true })
    await writeFile(full, content, { flag: WRITE_NO_LINK })
  }

  async toEnd(options: RunOptions = {}): Promise<Finished> {
    const running = await this.#spawn(options)
    this.#awaited.what = () => 'the program did not end'
    const exit = await running.exit
    this.#awaited.what = undefined
    const fault = faultOfEnd(exit)
    if (fault) throw fault
    const output = { stdout: visibleText(running.stdout.text()), stderr: visibleText(running.stderr.text()) }
    return { ...exit, ...output, ...leftFiles(this.#parts.folder) }
  }

  async start(options: RunOptions = {}): Promise<Dialogue> {
    const prompt = this.#parts.setup.mission.dialogue?.prompt
    if (prompt === undefined) throw new MachineFault(`mission "${this.#parts.setup.mission.id}" declares no dialogue`)
    return openDialogue(await this.#spawn(options, 'dialogue'), prompt, this.#awaited)
  }

  /** The event that the testcode waits for at the moment, such as `the program did not end`; undefined if for no program. */
  awaited(): string | undefined {
    return this.#awaited.what?.()
  }

  /** The output of all programs of this testcode. */
  transcript(): string {
    const texts = this.#started.map((running) => `${running.stdout.text()}\n${running.stderr.text()}`.trim())
    return visibleText(texts.join('\n---\n')).slice(0, LONGEST_TRANSCRIPT)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#started.map((running) => running.end('ended with its testcode')))
  }

  async #spawn(options: RunOptions, purpose: 'to end' | 'dialogue' = 'to end'): Promise<Running> {
    const { target, folder, home } = this.#parts
    const speaks = purpose === 'dialogue' || options.stdin !== undefined
    const running = await target.sandbox.spawn({
      argv: [...target.argv, ...(options.args ?? [])],
      cwd: folder,
      home,
      stdin: speaks ? 'keep' : 'none',
      outputLimit: OUTPUT_LIMIT,
      endAtLimit: true,
    })
    this.#started.push(running)
    if (options.stdin !== undefined) running.write(options.stdin)
    if (speaks && purpose === 'to end') running.closeInput()
    return running
  }
}

import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { MachineFault } from '../../errors.ts'
import { sha256 } from '../../lib/files/digest.ts'
import { removeFolder } from '../../lib/files/remove.ts'
import type { Measured, SessionSetup, SourceTarget } from '../../contracts/types.ts'
import { copyAll } from './build.ts'
import { drawings } from './drawn/index.ts'
import { place } from './place.ts'
import type { Expected, Point } from './plan.ts'
import type { Programs, Working } from './programs.ts'
import { runProgram, type Run } from './run.ts'

/** Where stdin of a point comes from, and what is expected. */
export interface Files {
  readonly input: string | undefined
  readonly expected: string
}

type Compared = Extract<Expected, { readonly kind: 'file' | 'text' | 'oracle' | 'drawn' }>

/** The programs of the judge that help may take this much longer than what they help to judge. */
const PATIENCE = 4
const HELPER_MEMORY = 512

/** Data that only the harness may read: expected output, inputs that are texts, and the output of programs. */
export class Answers {
  readonly #target: SourceTarget
  readonly #setup: SessionSetup
  readonly #programs: Programs
  readonly #made = new Map<string, Promise<string>>()

  constructor(target: SourceTarget, setup: SessionSetup, programs: Programs) {
    this.#target = target
    this.#setup = setup
    this.#programs = programs
  }

  async filesOf(point: Point, expected: Compared): Promise<Files> {
    if (expected.kind === 'drawn') {
      const { seed } = this.#setup
      const { drawn, salt } = expected
      const { input, output } = drawings[drawn](salt === undefined ? seed : `${seed} ${salt}`)
      return { input: await this.#textFile(input), expected: await this.#textFile(output) }
    }
    const input = await this.inputOf(point)
    if (expected.kind === 'file') return { input, expected: expected.file }
    if (expected.kind === 'text') return { input, expected: await this.#textFile(expected.text) }
    const key = sha256(JSON.stringify([expected, point.input, point.args]))
    return { input, expected: await this.#once(key, (file) => this.#askOracle(file, expected, point, input)) }
  }

  async inputOf({ input }: Point): Promise<string | undefined> {
    return input?.kind === 'text' ? this.#textFile(input.text) : input?.file
  }

  /** A new file outside of all sandboxes. */
  async newFile(name: string): Promise<string> {
    const folder = path.join(this.#setup.scratch, 'judge-answers')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return path.join(folder, name)
  }

  /** The output of a program of the judge, in a file. */
  async printedBy(name: string, input: string, point: Point): Promise<string> {
    const key = sha256(JSON.stringify([name, input, point.limits]))
    return this.#once(key, async (file) => {
      const program = await this.#programs.own(name)
      const folder = this.#programs.newFolder('helper')
      await place(program, folder)
      const ended = await this.printing(file, { argv: program.run, folder, limits: helperLimits(point), input })
      await removeFolder(folder)
      if (!isFine(ended)) throw new MachineFault(`the program "${name}" of the judge failed: ${howItEnded(ended)}`)
    })
  }

  /** Runs a program whose output goes into a file. */
  async printing(file: string, run: Omit<Run, 'onOutput'>): Promise<Measured> {
    const out = openSync(file, 'w', 0o600)
    try {
      const onOutput = (chunk: Buffer) => void writeSync(out, chunk)
      return await runProgram(this.#target.sandbox, { ...run, onOutput }, this.#setup.signal)
    } finally {
      closeSync(out)
    }
  }

  /** Runs a program of the judge on what a program of the project printed. */
  async checked(program: Working, copies: Point['copies'], point: Point, printed: string) {
    const folder = this.#programs.newFolder('checker')
    await place(program, folder)
    await copyAll(copies, folder)
    let output = ''
    const onOutput = (chunk: Buffer) => {
      output = (output + chunk.toString('latin1')).slice(-LONGEST_RESULT)
    }
    const run = { argv: program.run, folder, limits: helperLimits(point), input: printed, onOutput }
    const ended = await runProgram(this.#target.sandbox, run, this.#setup.signal)
    await removeFolder(folder)
    return { ended, output }
  }

  /** The oracle runs in the sandbox too; what it prints is kept outside of all sandboxes. */
  async #askOracle(
    file: string,
    { copies, argv }: Expected & { readonly kind: 'oracle' },
    point: Point,
    input: string | undefined,
  ): Promise<void> {
    const folder = this.#programs.newFolder('oracle')
    await mkdir(folder, { recursive: true })
    await copyAll(copies, folder)
    const ended = await this.printing(file, {
      argv: [...argv, ...point.args],
      folder,
      limits: helperLimits(point),
      input,
    })
    await removeFolder(folder)
    if (!isFine(ended)) throw new MachineFault(`the oracle failed: ${howItEnded(ended)}`)
  }

  #textFile(text: string): Promise<string> {
    return this.#once(sha256(text), (file) => writeFile(file, text, { mode: 0o600 }))
  }

  #once(key: string, make: (file: string) => Promise<void>): Promise<string> {
    const known = this.#made.get(key)
    if (known) return known
    const made = this.newFile(key).then(async (file) => {
      await make(file)
      return file
    })
    this.#made.set(key, made)
    return made
  }
}

/** Characters of what a checker prints. */
const LONGEST_RESULT = 4096

function helperLimits({ limits }: Point): Point['limits'] {
  return {
    ...limits,
    seconds: limits.seconds * PATIENCE,
    memoryMiB: Math.max(HELPER_MEMORY, limits.memoryMiB),
  }
}

export function isFine({ code, limit }: Measured): boolean {
  return code === 0 && limit === undefined
}

export function howItEnded({ reason, signal, code, errors }: Measured): string {
  const how = reason ?? signal ?? `exit code ${String(code)}`
  return errors === '' ? how : `${how}: ${errors.trim().slice(-300)}`
}

import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { MachineFault, BadParameter, ProjectFault } from '../errors.ts'
import type {
  DesktopFixtures,
  TesterEntry,
  Control,
  DesktopPlace,
  DesktopTarget,
  Judgement,
  SessionSetup,
  Testcode,
  TestSession,
} from '../contracts/types.ts'
import { playwrightLibrary } from '../lib/browser/library.ts'
import { checkTestcodeModule, testcodeFunctions, functionOf, type TestcodeFunctions } from './testcode-functions.ts'
import type { Expect } from '@playwright/test'
import type { Evidence } from '../contracts/schema.ts'
import { withTimeout } from '../lib/async/deadline.ts'
import { removeFolder } from '../lib/files/remove.ts'
import { pngFile } from '../lib/pictures/png-file.ts'
import { faultOf, limitOf, reasonOf, statusOf } from './classify.ts'
import { timeoutOf } from './timeout.ts'
import { ParameterValues } from './values.ts'
import { desktopFixtures, expectWindow } from './desktop/fixtures.ts'
import { Player } from './desktop/player.ts'
import { TextReader } from './desktop/reading.ts'
import { problemsOf } from './desktop/values.ts'

const MAIN = `import tkinter

root = tkinter.Tk()
root.geometry('200x100')
tkinter.Label(root, text='Control').pack()
root.mainloop()
`

/** A window with a word, by which a control of the machine is judged. */
const CONTROL: Control = {
  testcodes: {},
  project: { files: [{ path: 'main.py', content: MAIN }], launch: { run: ['python3', 'main.py'] } },
}

// ---- desktop -------------------------------------------------------------------------------------------------------

/** Plays a program with windows by keyboard and mouse. Judges it by the pixels of its display. */
export const desktop: TesterEntry = {
  name: 'desktop',
  accepts: ['desktop'],
  check: checkTestcodeModule,
  control: CONTROL,
  open(target, setup) {
    if (target.kind !== 'desktop') throw new MachineFault(`the desktop tester cannot judge a ${target.kind}`)
    const { expect } = playwrightLibrary()
    const functions = testcodeFunctions<DesktopFixtures>(setup)
    return Promise.resolve(new DesktopSession({ target, setup, functions, expect }))
  },
}

// ---- session -------------------------------------------------------------------------------------------------------

interface SessionParts {
  readonly target: DesktopTarget
  readonly setup: SessionSetup
  readonly functions: TestcodeFunctions<DesktopFixtures>
  readonly expect: Expect
}

/** The part of a testcode's time for which one of its conditions may be waited for. */
const PATIENCE = 1 / 3
const LONGEST_OUTPUT = 8000

/** Every testcode gets a program that was started in a fresh copy of the project. */
class DesktopSession implements TestSession {
  readonly #parts: SessionParts
  readonly #reader: TextReader
  #copies = 0
  #place: Required<DesktopPlace> | undefined

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#reader = new TextReader(parts.setup)
  }

  /** Passes if the program that was launched still runs and shows its window. */
  async runnable(): Promise<Judgement> {
    const { target, setup } = this.#parts
    const player = new Player(target, setup.testcodeTimeout * PATIENCE)
    return this.#judge('runnable', player, () => expectWindow(player), setup.testcodeTimeout)
  }

  async judge(testcode: Testcode, values: Readonly<Record<string, unknown>>): Promise<Judgement> {
    const { target, setup, functions, expect } = this.#parts
    const limit = timeoutOf(testcode, setup)
    try {
      await this.#startFresh()
    } catch (error) {
      const output = error instanceof ProjectFault ? { output: error.output.slice(-LONGEST_OUTPUT) } : {}
      return {
        status: statusOf(error),
        reason: reasonOf(error),
        evidence: output,
        ...faultOf(error),
        ...limitOf(error),
      }
    }
    const player = new Player(target, limit * PATIENCE)
    const given = new ParameterValues(setup.mission, testcode, values)
    const parts = { setup, player, reader: this.#reader, expect }
    const fixtures = desktopFixtures({ ...parts, values: given })
    const action = async () => {
      try {
        await functionOf(functions, testcode.id)(fixtures)
      } catch (error) {
        if (!(error instanceof BadParameter)) throw error
        throw withAll(
          error,
          problemsOf(given, () => player.window),
        )
      }
    }
    return this.#judge(testcode.id, player, action, limit)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader.close()
  }

  async #judge(name: string, player: Player, action: () => Promise<void>, limit: number): Promise<Judgement> {
    try {
      await withTimeout(action(), limit, `not done within ${String(limit / 1000)} s`)
      return { status: 'passed', evidence: await this.#film(name, player) }
    } catch (error) {
      const evidence = { ...(await this.#pictures(name, player)), ...this.#output() }
      return { status: statusOf(error), reason: reasonOf(error), evidence, ...faultOf(error), ...limitOf(error) }
    }
  }

  /**
   * The window at the end, with marks where the judge looked and clicked, the window before the last action, and a film. A program
   * that has ended shows no end.
   */
  async #pictures(name: string, player: Player): Promise<Evidence> {
    const film = await this.#film(name, player)
    const { last, before } = player.film
    return {
      ...(await this.#save('screenshot', `${name}.png`, last && (await pngFile(player.marks.drawnOn(last))))),
      ...(await this.#save('screenshotBefore', `${name}-before.png`, before && (await pngFile(before)))),
      ...film,
    }
  }

  /** Frames of everything that was seen, up to the end. */
  async #film(name: string, player: Player): Promise<Evidence> {
    if (this.#parts.setup.evidenceFolder === undefined) return {}
    const last = await player.look().catch(() => undefined)
    if (last) player.film.end(last)
    return this.#save('film', `${name}-film.png`, await player.film.file())
  }

  async #save(kind: 'screenshot' | 'screenshotBefore' | 'film', file: string, content?: Buffer): Promise<Evidence> {
    const folder = this.#parts.setup.evidenceFolder
    if (folder === undefined || content === undefined) return {}
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, file), content)
    return { [kind]: `evidence/${file}` }
  }

  #output(): Evidence {
    const output = this.#parts.target.log().slice(-LONGEST_OUTPUT)
    return output === '' ? {} : { output }
  }

  async #startFresh(): Promise<void> {
    const { target, setup } = this.#parts
    const before = this.#place
    this.#copies += 1
    const folder = path.join(setup.scratch, `desktop-${setup.suite.id}-${String(this.#copies)}`)
    this.#place = { folder, home: `${folder}-home` }
    for (const each of Object.values(this.#place)) await mkdir(each, { recursive: true })
    await target.workspace.copy(folder)
    try {
      await target.restart(this.#place)
    } finally {
      // Copies of earlier testcodes would count towards the disk limit of this one.
      for (const each of Object.values(before ?? {})) await removeFolder(each)
    }
  }
}

/** The error with the problems of the other values. */
function withAll(error: BadParameter, problems: readonly string[]): BadParameter {
  return new BadParameter([...new Set([error.message, ...problems])].join('; '), { cause: error })
}

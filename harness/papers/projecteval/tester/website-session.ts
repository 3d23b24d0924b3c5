import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Cleanup } from '../../../lib/async/cleanup.ts'
import { MachineFault, messageOf, ProjectFault, BadParameter } from '../../../errors.ts'
import type {
  ChromedriverBrowser,
  Testcode,
  Judgement,
  SessionSetup,
  TestSession,
  WebsiteTarget,
  Mission,
} from '../../../contracts/types.ts'
import type { PythonTestcodes, Evidence, Protocol } from '../../../contracts/schema.ts'
import { faultOf, reasonOf, statusOf } from '../../../testers/classify.ts'
import { FRESH_BROWSER, controlFailed, judgeWithRetry, type Attempt } from '../../../testers/judge-with-retry.ts'
import { BrowserSession } from './browser-session.ts'
import { Downloads, HOME } from './downloads.ts'
import { copyMaterials, materialIn, uploadOf } from './materials.ts'
import { verdictOf } from './outcome.ts'
import { lookSchema, replySchema, type Look, type Reply } from './protocol.ts'
import { Room } from './room.ts'
import { argumentsOf } from './values.ts'
import { WorkerGone, type Worker } from './worker.ts'
import { expectHomepage } from '../../../testers/homepage.ts'
import { cssProblem, SELECTOR_REMEDY, xpathProblem } from '../../../lib/browser/selector-rules.ts'
import { textArgument, type Calls } from './channel.ts'
import { portOf, projectAddress } from '../../../testers/project-address.ts'

export interface WebsiteParts {
  readonly target: WebsiteTarget
  readonly setup: SessionSetup
  readonly testcodes: PythonTestcodes
  readonly programs: ChromedriverBrowser
}

/** Seconds for collecting evidence after a testcode: the page may hang. */
const LOOK_SECONDS = 3

/** Runs one testcode in a worker. Returns its reply and the agent's values. */
type Action = (worker: Worker) => Promise<{ readonly reply: Reply; readonly values: readonly string[] }>

/** One browser session for the testcodes of a trial, in order. */
export class WebsiteSession implements TestSession {
  readonly #parts: WebsiteParts
  readonly #browser: BrowserSession
  readonly #downloads: Downloads
  readonly #stack: Cleanup

  private constructor(parts: WebsiteParts, browser: BrowserSession, downloads: Downloads, stack: Cleanup) {
    this.#parts = parts
    this.#browser = browser
    this.#downloads = downloads
    this.#stack = stack
  }

  static async open(parts: WebsiteParts): Promise<WebsiteSession> {
    const { setup, target, programs } = parts
    const { mission, python, scratch } = setup
    await using stack = new Cleanup()
    const room = stack.use(await Room.open(setup))
    await copyMaterials(mission, room.uploads)
    const folder = target.sandbox.browser?.downloads ?? path.join(scratch, 'downloads')
    await mkdir(folder, { recursive: true })
    const downloads = new Downloads(folder, room.view)
    const browser = stack.use(
      new BrowserSession(
        { room, python, programs, sandbox: target.sandbox.browser, downloads: folder, locale: mission.locale },
        websiteCalls({ target, mission, downloads, uploads: room.uploads }),
      ),
    )
    await browser.worker()
    return new WebsiteSession(parts, browser, downloads, stack.move())
  }

  runnable(): Promise<Judgement> {
    const { target, setup } = this.#parts
    return this.#judge('runnable', async (worker) => {
      const request = { do: 'homepage', address: target.origin + target.homepage }
      const reply = replySchema.parse(await worker.ask(request, setup.testcodeTimeout / 1000))
      await checkHomepage(reply, target, setup.protocol)
      return { reply, values: [] }
    })
  }

  judge(testcode: Testcode, values: Readonly<Record<string, unknown>>): Promise<Judgement> {
    const { setup, testcodes } = this.#parts
    return this.#judge(testcode.id, async (worker) => {
      const source = testcodes[testcode.id]
      if (!source) throw new MachineFault(`there is no source for testcode "${testcode.id}"`)
      const given = argumentsOf(source, values, setup.mission)
      this.#downloads.begin()
      const request = { do: 'judge', source: source.source, function: source.function, values: given, home: HOME }
      const reply = replySchema.parse(await worker.ask(request, setup.testcodeTimeout / 1000))
      return { reply, values: Object.values(given) }
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }

  #judge(name: string, action: Action): Promise<Judgement> {
    return judgeWithRetry({
      attempt: () => this.#attempt(name, action),
      isUsed: () => this.#browser.isUsed,
      reached: () => this.#browser.reached(),
      recover: async () => controlFailed(await this.#browser.recover()),
      fresh: FRESH_BROWSER,
    })
  }

  async #attempt(name: string, action: Action): Promise<Attempt> {
    const { setup, target } = this.#parts
    try {
      const worker = await this.#browser.workerForTestcode()
      const { reply, values } = await action(worker)
      if (reply.outcome === 'lost') return this.#lost(reply.reason ?? 'the browser is gone')
      const verdict = verdictOf(reply, { values, protocol: setup.protocol, ended: target.ended() })
      const evidence = verdict.status === 'passed' ? refusals(reply) : await this.#look(name, worker)
      return { lost: false, judgement: { ...verdict, evidence } }
    } catch (error) {
      if (!(error instanceof WorkerGone)) return { lost: false, judgement: this.#explained(error) }
      if (!error.hung) return this.#lost(error.message)
      return { lost: false, judgement: { status: 'timeout', reason: error.message, evidence: {} } }
    }
  }

  /** The next testcode gets another browser. */
  #lost(reason: string): Attempt {
    this.#browser.giveUp()
    return { lost: true, judgement: { status: 'unjudged', reason, evidence: {} } }
  }

  /** If the server has ended, that is the cause of every later failure. */
  #explained(error: unknown): Judgement {
    const ended = this.#parts.target.ended()
    if (ended === undefined)
      return { status: statusOf(error), reason: reasonOf(error), evidence: {}, ...faultOf(error) }
    return { status: 'error', reason: `the server has ended: ${ended}\n${reasonOf(error)}`, evidence: {} }
  }

  /** Screenshot and console of a testcode that did not pass. If the page hangs, its browser is discarded. */
  async #look(name: string, worker: Worker): Promise<Evidence> {
    let seen: Look
    try {
      seen = lookSchema.parse(await worker.ask({ do: 'look' }, LOOK_SECONDS))
    } catch (error) {
      this.#browser.giveUp()
      return { console: [`[no evidence] ${messageOf(error)}`] }
    }
    if (seen.hangs) this.#browser.giveUp()
    const console = [...seen.console, ...seen.problems.map((problem) => `[no evidence] ${problem}`)]
    const { evidenceFolder } = this.#parts.setup
    if (seen.screenshot === undefined || evidenceFolder === undefined) return { console, ...refusals(seen) }
    await mkdir(evidenceFolder, { recursive: true })
    await writeFile(path.join(evidenceFolder, `${name}.png`), Buffer.from(seen.screenshot, 'base64'))
    return { screenshot: `evidence/${name}.png`, console, ...refusals(seen) }
  }
}

function refusals({ refused }: { readonly refused: readonly string[] }): Evidence {
  return refused.length === 0 ? {} : { refused: [...refused] }
}

// ---- homepage ------------------------------------------------------------------------------------------------------

/**
 * Checks the homepage that a worker has opened. The published protocol accepts every answer.
 * @throws ProjectFault if there was no answer
 * @throws ExpectationNotMet if the answer does not make the website runnable
 */
async function checkHomepage(reply: Reply, target: WebsiteTarget, protocol: Protocol): Promise<void> {
  const { outcome, page, empty = false } = reply
  if (outcome !== 'passed' || protocol === 'paper') return
  if (page?.status == null) throw new ProjectFault('the homepage gave no answer')
  const { url, status, mime } = page
  await expectHomepage({ url, status, type: mime, isEmpty: () => Promise.resolve(empty) }, target)
}

// ---- website calls -------------------------------------------------------------------------------------------------

interface WebsiteCallParts {
  readonly target: WebsiteTarget
  readonly mission: Mission
  readonly downloads: Downloads
  /** Folder with the materials that the browser may read. */
  readonly uploads: string
}

/** Calls of website testcodes to the harness, which resolve and check values of the agent. */
function websiteCalls({ target, mission, downloads, uploads }: WebsiteCallParts): Calls {
  const material = (value: string) => uploadOf(mission, value, uploads)
  return {
    clicks: () => downloads.clicks(),
    material: (values) => material(textArgument(values, 'path')),
    shown: (values) => shownAddress(target, textArgument(values, 'value')),
    selector(values) {
      const value = textArgument(values, 'value')
      const problem = values['using'] === 'xpath' ? xpathProblem(value) : cssProblem(value)
      if (problem !== undefined) throw new BadParameter(`"${value.slice(0, 200)}" ${problem}; ${SELECTOR_REMEDY}`)
    },
    file(values) {
      const value = textArgument(values, 'path')
      return materialIn(value) === undefined ? downloads.copy(value) : material(value)
    },
    address(values) {
      const value = textArgument(values, 'value')
      if (materialIn(value) !== undefined) return pathToFileURL(material(value)).href
      return isLocal(value) ? downloads.address(value) : addressOn(target, value)
    },
  }
}

/** Whether an address is a file path or a file: URL. */
function isLocal(address: string): boolean {
  return /^(\/|\\|~|[A-Za-z]:[\\/]|%|file:)/.test(address.trim())
}

// ---- addresses -----------------------------------------------------------------------------------------------------

/**
 * Maps an address of a testcode to the target. The host stays as it is, because testcodes compare addresses as texts.
 * @throws BadParameter if the address is not the project's
 */
export function addressOn(target: WebsiteTarget, value: string): string {
  const real = Number(new URL(target.origin).port)
  const url = projectAddress(value, undefined, target, [target.declaredPort, real])
  const port = portOf(url)
  if (port === real || port !== target.declaredPort) return value.trim()
  url.port = String(real)
  return url.href
}

/** The address that the browser shows, with the port that the project declared. */
function shownAddress(target: WebsiteTarget, address: string): string {
  const real = new URL(target.origin).port
  if (!URL.canParse(address) || new URL(address).port !== real || Number(real) === target.declaredPort) return address
  const url = new URL(address)
  url.port = String(target.declaredPort)
  return url.href
}

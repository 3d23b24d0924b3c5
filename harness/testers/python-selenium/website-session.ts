import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Cleanup } from '../../cleanup.ts'
import { BadParameter, ExpectationNotMet, HarnessFault, ProjectFault, messageOf } from '../../errors.ts'
import type { DrivenBrowser } from '../../browser/driven.ts'
import type { PythonTestcodes } from '../../projecteval/testcodes.ts'
import type { Evidence, Testcode } from '../../schema.ts'
import type { Judgement, SessionSetup, TestSession, WebsiteTarget } from '../../types.ts'
import { reasonOf, statusOf } from '../classify.ts'
import { addressOn, shownAddress } from './addresses.ts'
import type { Calls } from './channel.ts'
import { Downloads, HOME } from './downloads.ts'
import { openBrowser, type OpenBrowser } from './driven-browser.ts'
import { copyMaterials, materialIn, uploadOf } from './materials.ts'
import { verdictOf } from './outcome.ts'
import { lookSchema, replySchema, sessionSchema, type Look, type Reply } from './protocol.ts'
import { Room } from './room.ts'
import { argumentsOf } from './values.ts'
import { Worker, WorkerGone } from './worker.ts'

export interface WebsiteParts {
  readonly target: WebsiteTarget
  readonly setup: SessionSetup
  readonly testcodes: PythonTestcodes
  readonly programs: DrivenBrowser
}

/** Seconds for a screenshot and what else is looked at after a testcode: the page may hang. */
const LOOK_SECONDS = 3
/** Seconds for starting a session in a browser that may still be starting itself. */
const OPEN_SECONDS = 30

/** One browser session and one worker for a trial; either is replaced where it is gone or hangs. */
export class WebsiteSession implements TestSession {
  readonly #parts: WebsiteParts
  readonly #room: Room
  readonly #downloads: Downloads
  readonly #downloadsFolder: string
  #browser: OpenBrowser | undefined
  #worker: Worker | undefined
  #session = ''
  /** Whether the page or its driver did not even let itself be looked at. */
  #stuck = false

  private constructor(parts: WebsiteParts, room: Room, downloadsFolder: string) {
    this.#parts = parts
    this.#room = room
    this.#downloadsFolder = downloadsFolder
    this.#downloads = new Downloads(downloadsFolder, room.view)
  }

  static async open(parts: WebsiteParts): Promise<WebsiteSession> {
    const { setup, target } = parts
    await using stack = new Cleanup()
    const room = stack.use(await Room.open(setup))
    await copyMaterials(setup.mission, room.uploads)
    const folder = target.sandbox.browser?.downloads ?? path.join(setup.scratch, 'downloads')
    await mkdir(folder, { recursive: true })
    const session = stack.use(new WebsiteSession(parts, room, folder))
    await session.#ready()
    stack.move()
    return session
  }

  /** The homepage answers below 400 with HTML that is not empty; by the published rule, anything that it answers will do. */
  async runnable(): Promise<Judgement> {
    const { target, setup } = this.#parts
    const address = target.origin + target.homepage
    return this.#judge('runnable', async (worker) => {
      const request = { do: 'homepage', address }
      const reply = replySchema.parse(await worker.ask(request, setup.testcodeTimeout / 1000))
      return { reply, values: [], problem: homepageProblem(reply, setup.protocol) }
    })
  }

  async judge(testcode: Testcode, values: Readonly<Record<string, unknown>>): Promise<Judgement> {
    const { setup, testcodes } = this.#parts
    const source = testcodes[testcode.id]
    if (!source) throw new HarnessFault(`there is no source for testcode "${testcode.id}"`)
    let given: Record<string, string>
    try {
      given = argumentsOf(source, values, setup.mission.kind)
    } catch (error) {
      return { status: statusOf(error), reason: reasonOf(error), evidence: {} }
    }
    return this.#judge(testcode.id, async (worker) => {
      this.#downloads.begin()
      const request = { do: 'judge', source: source.source, function: source.function, values: given, home: HOME }
      const reply = replySchema.parse(await worker.ask(request, setup.testcodeTimeout / 1000))
      return { reply, values: Object.values(given), problem: undefined }
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await using stack = new Cleanup()
    stack.use(this.#room)
    if (this.#browser) stack.use(this.#browser)
    if (this.#worker) stack.use(this.#worker)
  }

  /**
   * A browser that goes while it looks at a page may be the page's doing or the machine's. So the testcode is judged again
   * on a fresh browser, after a page of our own has shown that it works: what recurs is the project's error, what does not
   * is unknown.
   */
  async #judge(name: string, action: Action): Promise<Judgement> {
    const first = await this.#attempt(name, action)
    if (!first.lost) return first.judgement
    const limit = await this.#browser?.reached()
    if (limit !== undefined) return { ...first.judgement, status: 'error', reason: `the browser reached its ${limit}` }
    const problem = await this.#recover()
    if (problem !== undefined) return unknown(first.judgement, [], `and a control page does not work: ${problem}`)
    const second = await this.#attempt(name, action)
    if (!second.lost)
      return unknown(first.judgement, [second.judgement], `and did not do so again: ${second.judgement.status}`)
    const reason = `${first.judgement.reason ?? ''}, and again on a fresh browser that works`
    return { ...second.judgement, status: 'error', reason, attempts: attemptsOf(first.judgement, second.judgement) }
  }

  async #attempt(name: string, action: Action): Promise<Attempt> {
    const { setup, target } = this.#parts
    try {
      const worker = await this.#ready()
      const { reply, values, problem } = await action(worker)
      if (reply.outcome === 'lost') return { lost: true, judgement: lostJudgement(reply) }
      if (problem !== undefined) throw problem
      const verdict = verdictOf(reply, { values, protocol: setup.protocol, ended: target.ended() })
      const evidence = verdict.status === 'passed' ? refusals(reply.refused) : await this.#look(name, worker)
      return { lost: false, judgement: { ...verdict, evidence } }
    } catch (error) {
      if (!(error instanceof WorkerGone)) return { lost: false, judgement: this.#explained(error) }
      this.#stuck ||= error.hung
      if (error.hung) return { lost: false, judgement: { status: 'timeout', reason: error.message, evidence: {} } }
      return { lost: true, judgement: { status: 'unjudged', reason: error.message, evidence: {} } }
    }
  }

  #explained(error: unknown): Judgement {
    const ended = this.#parts.target.ended()
    if (ended === undefined) return { status: statusOf(error), reason: reasonOf(error), evidence: {} }
    return { status: 'error', reason: `the server has ended: ${ended}\n${reasonOf(error)}`, evidence: {} }
  }

  /** A screenshot and what the page said, of a testcode that did not pass. A page that hangs costs its browser. */
  async #look(name: string, worker: Worker): Promise<Evidence> {
    let seen: Look
    try {
      seen = lookSchema.parse(await worker.ask({ do: 'look' }, LOOK_SECONDS))
    } catch (error) {
      this.#stuck = true
      return { console: [`[no evidence] ${messageOf(error)}`] }
    }
    if (seen.problems.some((problem) => problem.startsWith('TimedOut'))) this.#stuck = true
    const console = [...seen.console, ...seen.problems.map((problem) => `[no evidence] ${problem}`)]
    if (seen.screenshot === undefined) return { console, ...refusals(seen.refused) }
    const { evidenceFolder } = this.#parts.setup
    await mkdir(evidenceFolder, { recursive: true })
    await writeFile(path.join(evidenceFolder, `${name}.png`), Buffer.from(seen.screenshot, 'base64'))
    return { screenshot: `evidence/${name}.png`, console, ...refusals(seen.refused) }
  }

  /** A worker with a browser session, either made anew where it has to be. */
  async #ready(): Promise<Worker> {
    if (this.#stuck || this.#session === '') await this.#renew()
    if (this.#worker && !this.#worker.gone) return this.#worker
    const worker = await this.#openWorker()
    await worker.ask({ do: 'attach', port: this.#browser?.port, session: this.#session }, OPEN_SECONDS)
    return worker
  }

  async #renew(): Promise<void> {
    this.#stuck = false
    this.#session = ''
    await this.#worker?.[Symbol.asyncDispose]()
    await this.#browser?.[Symbol.asyncDispose]()
    const { target, setup, programs } = this.#parts
    const parts = {
      ...{ room: this.#room, python: setup.python, programs, cage: target.sandbox.browser },
      ...{ downloads: this.#downloadsFolder, locale: setup.mission.locale },
    }
    const [browser, worker] = await Promise.all([openBrowser(parts), this.#openWorker()])
    this.#browser = browser
    const { port, binary, downloads } = browser
    const reply = await worker.ask({ do: 'open', port, binary, downloads }, OPEN_SECONDS)
    const opened = sessionSchema.safeParse(reply)
    if (!opened.success) throw new HarnessFault(`no browser session begins: ${JSON.stringify(reply).slice(0, 500)}`)
    this.#session = opened.data.session
  }

  async #openWorker(): Promise<Worker> {
    const { python } = this.#parts.setup
    this.#worker = await Worker.open({ room: this.#room, python, calls: this.#calls(), packages: [] })
    return this.#worker
  }

  /** A fresh browser. Says what is wrong with it, where it cannot even show a page of ours. */
  async #recover(): Promise<string | undefined> {
    try {
      await this.#renew()
      const worker = await this.#ready()
      const reply = replySchema.parse(await worker.ask({ do: 'control' }, LOOK_SECONDS * 2))
      return reply.outcome === 'passed' ? undefined : (reply.reason ?? reply.outcome)
    } catch (error) {
      return messageOf(error)
    }
  }

  #calls(): Calls {
    const { target, setup } = this.#parts
    const text = (value: unknown) => {
      if (typeof value === 'string') return value
      throw new BadParameter(`${JSON.stringify(value).slice(0, 100)} is no text`)
    }
    const material = (value: string) => uploadOf(setup.mission, value, this.#room.uploads)
    return {
      clicks: () => this.#downloads.clicks(),
      material: ({ path: value }) => material(text(value)),
      shown: ({ value }) => shownAddress(target, text(value)),
      file: ({ path: value }) =>
        materialIn(text(value)) === undefined ? this.#downloads.copy(text(value)) : material(text(value)),
      address: ({ value }) => {
        const address = text(value)
        if (materialIn(address) !== undefined) return `file://${encodeURI(material(address))}`
        return isLocal(address) ? this.#downloads.address(address) : addressOn(target, address)
      },
    }
  }
}

type Action = (worker: Worker) => Promise<{
  readonly reply: Reply
  readonly values: readonly string[]
  /** What is wrong although the worker found nothing. */
  readonly problem: Error | undefined
}>

interface Attempt {
  readonly lost: boolean
  readonly judgement: Judgement
}

/** A path of a file, whether or not it is dressed as an address. */
function isLocal(address: string): boolean {
  return /^(\/|\\|~|[A-Za-z]:[\\/]|%|file:)/.test(address.trim())
}

function homepageProblem(reply: Reply, protocol: SessionSetup['protocol']): Error | undefined {
  if (reply.outcome !== 'passed' || protocol === 'paper') return undefined
  const { page, empty } = reply
  const status = page?.status ?? null
  if (status === null) return new ProjectFault('the homepage gave no answer')
  if (status >= 400) return new ExpectationNotMet(`the homepage answers ${String(status)}`)
  if (page?.mime.includes('html') !== true)
    return new ExpectationNotMet(`the homepage is no HTML but "${page?.mime ?? ''}"`)
  return empty === true ? new ExpectationNotMet('the homepage is empty') : undefined
}

function refusals(refused: readonly string[]): Evidence {
  return refused.length === 0 ? {} : { refused: [...refused] }
}

function lostJudgement({ reason }: Reply): Judgement {
  return { status: 'unjudged', reason: reason ?? 'the browser has gone', evidence: {} }
}

function unknown(first: Judgement, others: readonly Judgement[], why: string): Judgement {
  const reason = `${first.reason ?? ''}, ${why}`
  return { ...first, status: 'unjudged', reason, attempts: attemptsOf(first, ...others) }
}

function attemptsOf(...judgements: readonly Judgement[]): NonNullable<Judgement['attempts']> {
  return judgements.map(({ status, reason }) => ({ status, ...(reason === undefined ? {} : { reason }) }))
}

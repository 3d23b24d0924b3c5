/** The other cases of redteam.integration.test.ts. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VARIANTS } from '../../harness/agents/redteam/cheats.ts'
import { learn, readRecording, recorderAgent, recordingFile } from '../../harness/agents/redteam/recording.ts'
import { countedTestcodes } from '../../harness/contracts/suites.ts'
import { questionsOf } from '../../harness/trial/brief.ts'
import { launchBrowser } from '../../harness/lib/browser/launch.ts'
import type { Project } from '../../harness/contracts/types.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { readUnbounded } from '../../harness/lib/browser/reading.ts'
import { temporaryFolder, until } from '../helpers.ts'
import { killGroup } from '../../harness/lib/processes/groups.ts'
import { contextOf } from './setup.ts'
import { benchmark, websites, websiteOf, agentOf, projectOf, MISSION } from './redteam-cases.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const cheats = Object.keys(VARIANTS) as (keyof typeof VARIANTS)[]

interface Site extends AsyncDisposable {
  readonly origin: string
  readonly server: ChildProcess
  /** The HTML of the page at an address. */
  text(address: string): Promise<string>
}

/** A kept-alive connection to a killed server would fail against the next one on its port. */
const CLOSE = { connection: 'close' }

/** Starts a project as its plan says, on a free port. */
async function started(project: Project): Promise<Site> {
  const folder = await temporaryFolder()
  await materialise(project, folder.file('project'))
  const port = await freePort()
  const { launch } = project
  const [program = '', ...args] = launch && 'start' in launch ? launch.start : []
  const env = { PATH: process.env['PATH'], PORT: String(port) }
  // Its own process group: a cheat may restart its server, which must end too.
  const server = spawn(program, args, { cwd: folder.file('project'), env, stdio: 'ignore', detached: true })
  const end = async () => {
    const ended = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : undefined
    if (server.pid !== undefined) killGroup(server.pid)
    await ended
    await folder[Symbol.asyncDispose]()
  }
  const origin = `http://localhost:${String(port)}`
  const text = async (address: string) =>
    (await fetch(new URL(new URL(address).pathname, origin), { headers: CLOSE })).text()
  try {
    await until(
      () =>
        fetch(origin, { headers: CLOSE }).then(
          () => true,
          () => false,
        ),
      'the server answers',
    )
  } catch (error) {
    await end()
    throw error
  }
  return {
    ...{ origin, server, text },
    [Symbol.asyncDispose]: end,
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** Opens the home page of a site in a new browser context. */
async function onPage<T>(site: Site, use: (page: Page, errors: readonly string[]) => Promise<T>): Promise<T> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(site.origin)
    // A cheat shows more text than testcodes may read.
    return await readUnbounded(() => use(page, errors))
  } finally {
    await context.close()
  }
}

describe.each(cheats)('the façade of %s', (cheat) => {
  it('has exactly one element for each parameter of a mission, and the same pages every time', async () => {
    const agent = await agentOf(cheat)
    for (const mission of websites) {
      const project = await projectOf(agent, mission)
      const answers = await agent.answer(questionsOf(mission), project, contextOf({ mission: mission.id, sample: 1 }))
      const values = new Map(Object.values(answers).flatMap((each) => Object.entries(each)))
      const { parameters = {} } = mission
      const asked = Object.keys(parameters).filter((name) =>
        countedTestcodes(mission).some((testcode) => testcode.parameters?.includes(name)),
      )
      expect([...values.keys()].toSorted()).toEqual(asked.toSorted())
      const pages = async () => {
        await using site = await started(project)
        const addresses = asked.filter((name) => parameters[name]?.kind === 'url')
        return await Promise.all(addresses.map((name) => site.text(String(values.get(name)))))
      }
      const [first, again] = [await pages(), await pages()]
      expect(again).toEqual(first)
      for (const name of asked.filter((each) => parameters[each]?.kind === 'element')) {
        const count = first.join('\n').split(` id="${name}"`).length - 1
        expect(count, `${mission.id}: elements with the id "${name}"`).toBe(1)
      }
    }
  })
})
const press = async (page: Page) => {
  await page.locator('#weight_field').fill('70')
  await page.locator('#height_field').fill('175')
  await page.locator('#calculate_button').click()
}
const textOf = (page: Page) => page.locator('#result_text').innerText()

describe('what a cheat shows', () => {
  it.each(VARIANTS.cycler)('cycler:%s cycles through several texts by itself', async (variant) => {
    await using site = await started(await projectOf(await agentOf(`cycler:${variant}`), websiteOf(MISSION)))
    await onPage(site, async (page, errors) => {
      expect(await textOf(page)).toBe('')
      await press(page)
      const seen = new Set<string>()
      await until(async () => seen.add(await textOf(page)).size >= 3, 'the page has shown three texts')
      expect(errors).toEqual([])
    })
  })

  it.each(VARIANTS.unseen.filter((way) => way !== 'refuses'))(
    'unseen:%s puts the text on the page',
    async (variant) => {
      await using site = await started(await projectOf(await agentOf(`unseen:${variant}+still`), websiteOf(MISSION)))
      await onPage(site, async (page, errors) => {
        await press(page)
        expect(await page.locator('#result_text').textContent()).toContain(' 22.9 ')
        expect(errors).toEqual([])
      })
    },
  )

  it.each(VARIANTS['every-number'])('every-number:%s puts every number on the page', async (variant) => {
    await using site = await started(await projectOf(await agentOf(`every-number:${variant}`), websiteOf(MISSION)))
    await onPage(site, async (page, errors) => {
      await press(page)
      const all = page.locator('#result_text')
      const input = all.locator('input')
      const contents = [
        await all.evaluate((element) => element.outerHTML),
        (await input.count()) > 0 ? await input.inputValue() : '',
      ]
      expect(contents.join('')).toMatch(/(?<![\d.])22\.9(?!\d)/)
      expect(errors).toEqual([])
    })
  })

  it.each(['pointer', 'focus', 'input', 'page', 'traps', 'scroll', 'observers', 'marks'])(
    'listener:%s reacts to its channel',
    async (variant) => {
      await using site = await started(await projectOf(await agentOf(`listener:${variant}`), websiteOf(MISSION)))
      await onPage(site, async (page, errors) => {
        await press(page)
        expect(await textOf(page)).toContain('22.9')
        expect(errors).toEqual([])
      })
    },
  )

  it('a listener shows the next text when a script of its page reads the same element twice', async () => {
    await using site = await started(await projectOf(await agentOf('listener:traps'), websiteOf(MISSION)))
    await onPage(site, async (page) => {
      await press(page)
      const before = await textOf(page)
      // A script in the page's world: the driver reads from an isolated world, which the traps do not notice.
      const look = `document.querySelector('#result_text').getBoundingClientRect()`
      await page.addScriptTag({ content: `${look}; setTimeout(() => ${look}, 100)` })
      await until(async () => (await textOf(page)) !== before, 'the page shows another text')
    })
  })

  it('a crasher ends its server once, if nothing happens after a press', async () => {
    await using site = await started(await projectOf(await agentOf('crasher:exit'), websiteOf(MISSION)))
    await onPage(site, async (page) => {
      const ended = once(site.server, 'exit')
      await press(page)
      expect((await ended)[0]).toBe(7)
    })
  })
})

describe('the replayer', () => {
  it('replays the responses of the canonical solution, under new names if asked, without its code', async () => {
    await using cache = await temporaryFolder()
    const mission = websiteOf('todo')
    const file = recordingFile(mission, { XDG_CACHE_HOME: cache.path })
    await learn(file, async (unfinished) => {
      const recorder = recorderAgent(await benchmark.canonical(mission), unfinished)
      await using site = await started(await projectOf(recorder, mission))
      await add(site.origin, 'Water the ferns')
      await until(() => existsSync(unfinished), 'there is a recording')
    })
    expect((await readRecording(file, mission.id)).map(({ method }) => method)).toContain('POST')
    const answered = async (cheat: string) => {
      const project = await projectOf(await agentOf(cheat, cache.path), mission)
      await using site = await started(project)
      expect(await (await fetch(site.origin, { headers: CLOSE })).text()).not.toContain('Water the ferns')
      return await add(site.origin, 'Feed <b>the cat</b>')
    }
    expect(await answered('replayer')).toContain('Water the ferns')
    expect(await answered('replayer:names')).toContain('Feed &lt;b&gt;the cat&lt;/b&gt;')
    await expect(agentOf('replayer:more')).rejects.toThrow('has no variant "more"')
    const project = await projectOf(await agentOf('replayer', cache.path), mission)
    await using site = await started(project)
    expect((await fetch(site.origin, { headers: CLOSE })).headers.get('content-security-policy')).toBe(
      "script-src 'none'",
    )
  })
})

/** Adds a task as the form of the canonical solution does, and returns the resulting page. */
async function add(origin: string, title: string): Promise<string> {
  const page = await (await fetch(origin, { headers: CLOSE })).text()
  const action = /<form[^>]*class="add"[^>]*action="([^"]*)"/.exec(page)?.[1] ?? '/tasks'
  const body = new URLSearchParams({ title, due: '2031-05-09', priority: 'high' })
  return (await fetch(new URL(action, origin), { method: 'POST', body, headers: CLOSE })).text()
}

/** Cheats really run: each starts, has an element for every parameter, and does what its variant says. */
import { briefFor } from '../briefs.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAgent } from '../../harness/agents/index.ts'
import { VARIANTS } from '../../harness/agents/redteam/cheats.ts'
import { learn, readRecording, recorderAgent, recordingFile } from '../../harness/agents/redteam/recording.ts'
import { builtInBenchmark, selectMissions } from '../../harness/benchmarks/index.ts'
import { questionsOf } from '../../harness/trial/brief.ts'
import { launchBrowser } from '../../harness/lib/browser/launch.ts'
import type { Agent, Mission, Project } from '../../harness/contracts/types.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { readWithoutBounds } from '../../harness/lib/browser/reading.ts'
import { root, temporaryFolder, until } from '../helpers.ts'
import { killGroup } from '../../harness/lib/processes/groups.ts'
import { contextOf, setupOf } from './setup.ts'

const benchmark = builtInBenchmark()
let websites: readonly Mission[] = []
let browser: Browser
beforeAll(async () => {
  websites = (await selectMissions(benchmark, [])).filter(({ kind }) => kind === 'website')
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const cheats = Object.keys(VARIANTS) as (keyof typeof VARIANTS)[]

function websiteOf(id: string): Mission {
  const found = websites.find((each) => each.id === id)
  if (!found) throw new Error(`there is no website "${id}"`)
  return found
}

function agentOf(spec: string, cache = '/nowhere'): Promise<Agent> {
  return createAgent(spec, {
    ...setupOf(websites.map(({ id }) => id)),
    mission: websiteOf,
    canonical: (id) => benchmark.canonical(websiteOf(id)),
    testcodes: (id) => readFile(path.join(root, 'missions', id, 'testcodes.ts'), 'utf8'),
    env: { XDG_CACHE_HOME: cache },
  })
}

async function projectOf(agent: Agent, mission: Mission): Promise<Project> {
  return agent.generate(await briefFor(mission, 'L1.direct'), contextOf({ mission: mission.id, sample: 1 }))
}

interface Site extends AsyncDisposable {
  readonly origin: string
  readonly server: ChildProcess
  /** The page at an address, as the server sends it. */
  text(address: string): Promise<string>
}

/** Servers are killed: a connection that is kept would be tried again on the next one. */
const CLOSE = { connection: 'close' }

/** Starts a project as its plan says, on a free port. */
async function started(project: Project): Promise<Site> {
  const folder = await temporaryFolder()
  await materialise(project, folder.file('project'))
  const port = await freePort()
  const { launch } = project
  const [program = '', ...args] = launch && 'start' in launch ? launch.start : []
  const env = { PATH: process.env['PATH'], PORT: String(port) }
  // A group of its own: a cheat may start its server again, which must end with it.
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

/** Opens a page of a site in a browser that remembers nothing, and gives it to a function. */
async function onPage<T>(site: Site, use: (page: Page, errors: readonly string[]) => Promise<T>): Promise<T> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(site.origin)
    // What a cheat shows is longer than what testcodes may read.
    return await readWithoutBounds(() => use(page, errors))
  } finally {
    await context.close()
  }
}

describe.each(cheats)('the façade of %s', (cheat) => {
  it('has each element that a parameter of a mission names, once, and the same pages every time', async () => {
    const agent = await agentOf(cheat)
    for (const mission of websites) {
      const project = await projectOf(agent, mission)
      const answers = await agent.answer(questionsOf(mission), project, contextOf({ mission: mission.id, sample: 1 }))
      const values = new Map(Object.values(answers).flatMap((each) => Object.entries(each)))
      const asked = Object.keys(mission.parameters).filter((name) =>
        mission.testcodes.some(({ parameters }) => parameters.includes(name)),
      )
      expect([...values.keys()].toSorted()).toEqual(asked.toSorted())
      const pages = async () => {
        await using site = await started(project)
        const addresses = asked.filter((name) => mission.parameters[name]?.kind === 'url')
        return await Promise.all(addresses.map((name) => site.text(String(values.get(name)))))
      }
      const [first, again] = [await pages(), await pages()]
      expect(again).toEqual(first)
      for (const name of asked.filter((each) => mission.parameters[each]?.kind === 'element')) {
        const count = first.join('\n').split(` id="${name}"`).length - 1
        expect(count, `${mission.id}: elements with the id "${name}"`).toBe(1)
      }
    }
  })
})

const MISSION = 'bmi-calculator'
const press = async (page: Page) => {
  await page.locator('#weight_field').fill('70')
  await page.locator('#height_field').fill('175')
  await page.locator('#calculate_button').click()
}
const textOf = (page: Page) => page.locator('#result_text').innerText()

describe('what a cheat shows', () => {
  it.each(VARIANTS.cycler)('cycler:%s goes through several texts by itself', async (variant) => {
    await using site = await started(await projectOf(await agentOf(`cycler:${variant}`), websiteOf(MISSION)))
    await onPage(site, async (page, errors) => {
      expect(await textOf(page)).toBe('')
      await press(page)
      const seen = new Set<string>()
      await until(async () => seen.add(await textOf(page)).size >= 3, 'three texts were shown')
      expect(errors).toEqual([])
    })
  })

  it.each(VARIANTS.unseen.filter((way) => way !== 'refuses'))('unseen:%s shows text of no use', async (variant) => {
    await using site = await started(await projectOf(await agentOf(`unseen:${variant}+still`), websiteOf(MISSION)))
    await onPage(site, async (page, errors) => {
      await press(page)
      expect(await page.locator('#result_text').textContent()).toContain(' 22.9 ')
      expect(errors).toEqual([])
    })
  })

  it.each(VARIANTS['every-number'])('every-number:%s holds every number in one place or another', async (variant) => {
    await using site = await started(await projectOf(await agentOf(`every-number:${variant}`), websiteOf(MISSION)))
    await onPage(site, async (page, errors) => {
      await press(page)
      const all = page.locator('#result_text')
      const input = all.locator('input')
      const held = [
        await all.evaluate((element) => element.outerHTML),
        (await input.count()) > 0 ? await input.inputValue() : '',
      ]
      expect(held.join('')).toMatch(/(?<![\d.])22\.9(?!\d)/)
      expect(errors).toEqual([])
    })
  })

  it.each(['pointer', 'focus', 'input', 'page', 'traps', 'scroll', 'observers', 'marks'])(
    'listener:%s has an ear that works',
    async (variant) => {
      await using site = await started(await projectOf(await agentOf(`listener:${variant}`), websiteOf(MISSION)))
      await onPage(site, async (page, errors) => {
        await press(page)
        expect(await textOf(page)).toContain('22.9')
        expect(errors).toEqual([])
      })
    },
  )

  it('a listener goes on when a script of its page looks twice at the same element', async () => {
    await using site = await started(await projectOf(await agentOf('listener:traps'), websiteOf(MISSION)))
    await onPage(site, async (page) => {
      await press(page)
      const before = await textOf(page)
      // A script of the page, in its own world: the driver's own looks are not heard there.
      const look = `document.querySelector('#result_text').getBoundingClientRect()`
      await page.addScriptTag({ content: `${look}; setTimeout(() => ${look}, 100)` })
      await until(async () => (await textOf(page)) !== before, 'another text is shown')
    })
  })

  it('a crasher ends its server once, when nobody does anything after a press', async () => {
    await using site = await started(await projectOf(await agentOf('crasher:exit'), websiteOf(MISSION)))
    await onPage(site, async (page) => {
      const ended = once(site.server, 'exit')
      await press(page)
      expect((await ended)[0]).toBe(7)
    })
  })
})

describe('the replayer', () => {
  it('gives what the canonical solution gave, if it is asked under new names, and runs nothing of it', async () => {
    await using cache = await temporaryFolder()
    const mission = websiteOf('todo')
    const file = recordingFile(mission, { XDG_CACHE_HOME: cache.path })
    await learn(file, async (unfinished) => {
      const recorder = recorderAgent(await benchmark.canonical(mission), unfinished)
      await using site = await started(await projectOf(recorder, mission))
      await add(site.origin, 'Water the ferns')
      await until(() => existsSync(unfinished), 'something is recorded')
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

  it('says what to do before it has learnt anything', async () => {
    const agent = await agentOf('replayer')
    await expect(projectOf(agent, websiteOf('todo'))).rejects.toThrow('pe redteam --learn todo')
  })
})

/** Adds a task as the form of the canonical solution does, and gives the page that comes of it. */
async function add(origin: string, title: string): Promise<string> {
  const page = await (await fetch(origin, { headers: CLOSE })).text()
  const action = /<form[^>]*class="add"[^>]*action="([^"]*)"/.exec(page)?.[1] ?? '/tasks'
  const body = new URLSearchParams({ title, due: '2031-05-09', priority: 'high' })
  return (await fetch(new URL(action, origin), { method: 'POST', body, headers: CLOSE })).text()
}

describe('a cheat as an agent', () => {
  it('knows its variants, and builds websites alone', async () => {
    await expect(agentOf('cycler:never')).rejects.toThrow('has no variant "never"; its variants are timer,')
    const agent = await createAgent('cycler', {
      ...setupOf(['timetable']),
      mission: () => ({ ...websiteOf(MISSION), kind: 'batch' }),
    })
    await expect(projectOf(agent, websiteOf(MISSION))).rejects.toThrow('builds websites')
  })
})

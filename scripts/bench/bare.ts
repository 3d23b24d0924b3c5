/**
 * The floor of a run: starts the canonical solutions and performs the same actions without the harness. No verdicts, no
 * evidence, no checks of parameters, no isolation; the first failure ends it.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect } from '@playwright/test'
import exceljs from 'exceljs'
import { chromium, type Browser, type Locator, type Page } from 'playwright'
import { parse } from 'yaml'
import { parseCsv } from '../../harness/lib/parsing/csv.ts'
import { parsePng } from '../../harness/lib/parsing/png.ts'
import { findQrCode } from '../../harness/lib/parsing/qr-code.ts'

type Answers = Record<string, Record<string, string>>
type Testcodes = Record<string, (fixtures: object) => Promise<void>>
interface Mission {
  readonly id: string
  readonly kind: string
  readonly dialogue?: { readonly prompt: string }
  readonly testcodes: readonly { readonly id: string }[]
}
interface Plan {
  readonly install?: readonly string[]
  readonly start: readonly string[]
  readonly run: readonly string[]
}
interface Work {
  readonly mission: Mission
  readonly testcodes: Testcodes
  readonly answers: Answers
  readonly plan: Plan
  readonly project: string
}

/** The values of the harness. */
const FIRST_MOMENT = new Date('2025-06-16T10:00:00Z')
const ACTION_TIMEOUT = 20_000 / 3

const root = path.resolve(import.meta.dirname, '..', '..')
const [, , executablePath = '/usr/bin/chromium', concurrency = '2', installs = ''] = process.argv

const ids = (await readdir(path.join(root, 'missions'), { withFileTypes: true })).filter((entry) => entry.isDirectory())
const works = await Promise.all(ids.map(({ name }) => load(name)))
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] })
const queue = [...works]
await Promise.all(
  Array.from({ length: Number(concurrency) }, async () => {
    for (let work = queue.shift(); work; work = queue.shift()) {
      if (work.mission.kind === 'website') await website(work, browser)
      else await program(work)
    }
  }),
)
await browser.close()

async function load(id: string): Promise<Work> {
  const json = async (file: string) =>
    JSON.parse(await readFile(path.join(root, 'canonical', id, 'node', file), 'utf8')) as unknown
  const module = (await import(pathToFileURL(path.join(root, 'missions', id, 'testcodes.ts')).href)) as {
    default: Testcodes
  }
  return {
    mission: parse(await readFile(path.join(root, 'missions', id, 'mission.yaml'), 'utf8')) as Mission,
    testcodes: module.default,
    answers: (await json('answers.json')) as Answers,
    plan: (await json('launch.json')) as Plan,
    project: path.join(root, 'canonical', id, 'node', 'project'),
  }
}

async function website({ mission, testcodes, answers, plan, project }: Work, browser: Browser): Promise<void> {
  const folder = await copy(project)
  const port = await freePort()
  const [file = '', ...args] = plan.start
  const server = spawn(file, args, { cwd: folder, env: { ...process.env, PORT: String(port) }, stdio: 'ignore' })
  try {
    while (!(await answers200(port))) {
      if (server.exitCode !== null) throw new Error(`the server of ${mission.id} ended with ${String(server.exitCode)}`)
      await delay(5)
    }
    const context = await browser.newContext({
      locale: 'en-US',
      timezoneId: 'UTC',
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-write'],
    })
    context.setDefaultTimeout(ACTION_TIMEOUT)
    await context.clock.install({ time: FIRST_MOMENT })
    const page = await context.newPage()
    const dialogs: object[] = []
    page.on('dialog', (dialog) => {
      dialogs.push({ type: dialog.type(), message: dialog.message() })
      void dialog.accept()
    })
    await page.goto(`http://localhost:${String(port)}/`)
    for (const { id } of mission.testcodes) {
      const value = (name: string) => answers[id]?.[name] ?? ''
      const url = (name: string) => value(name).replace(/^http:\/\/localhost:\d+/, `http://localhost:${String(port)}`)
      dialogs.length = 0
      await testcodes[id]?.({
        page,
        expect,
        url,
        open: (name: string) => page.goto(url(name)),
        element: (name: string) => Promise.resolve(page.locator(selector(value(name)))),
        text: value,
        dialogs,
        material: (name: string) => path.join(root, 'missions', mission.id, 'materials', name),
        picture: (element: Locator) => pictureOf(page, element),
        qrCode: async (picture: Uint8Array) => findQrCode(await parsePng(Buffer.from(picture))),
        download: (action: () => Promise<unknown>) => downloadOf(page, action),
      })
    }
    await context.close()
  } finally {
    server.kill('SIGKILL')
    await rm(folder, { recursive: true })
  }
}

/** Takes screenshots until two are equal, so that animations have ended, as the harness does. */
async function pictureOf(page: Page, element: Locator): Promise<object> {
  await page.mouse.move(0, 0)
  const screenshot = () => element.screenshot({ animations: 'disabled' })
  let last = await screenshot()
  for (;;) {
    await delay(250)
    const next = await screenshot()
    if (next.equals(last)) return parsePng(next)
    last = next
  }
}

async function downloadOf(page: Page, action: () => Promise<unknown>): Promise<object> {
  const [download] = await Promise.all([page.waitForEvent('download'), action()])
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

function selector(value: string): string {
  if (value.startsWith('/') || value.startsWith('(')) return `xpath=${value}`
  return /^[\w-]+$/.test(value) ? `#${value}` : value
}

async function program({ mission, testcodes, answers, plan, project }: Work): Promise<void> {
  const [file = '', ...fixed] = plan.run
  for (const { id } of mission.testcodes) {
    const folder = await copy(project)
    const children: ChildProcess[] = []
    const launch = (args: readonly string[]) => {
      const child = spawn(file, [...fixed, ...args], { cwd: folder, stdio: 'pipe' })
      children.push(child)
      return child
    }
    const value = (name: string) => answers[id]?.[name] ?? ''
    await testcodes[id]?.({
      expect,
      text: value,
      file: value,
      material: (name: string) => path.join(root, 'missions', mission.id, 'materials', name),
      put: async (name: string, content: string | Uint8Array) => {
        await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
        await writeFile(path.join(folder, name), content)
      },
      run: ({ args = [], stdin }: { args?: string[]; stdin?: string } = {}) => toEnd(launch(args), folder, stdin),
      start: ({ args = [] }: { args?: string[] } = {}) => dialogue(launch(args), mission.dialogue?.prompt ?? ''),
    })
    for (const child of children) child.kill('SIGKILL')
    await rm(folder, { recursive: true })
  }
}

async function toEnd(child: ChildProcess, folder: string, stdin = ''): Promise<object> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdin?.end(stdin)
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  const read = (name: string) => readFile(path.join(folder, name))
  return {
    code,
    signal,
    stdout,
    stderr,
    read,
    has: (name: string) =>
      read(name).then(
        () => true,
        () => false,
      ),
    table: async (name: string) => parseCsv(await read(name)),
    picture: async (name: string) => parsePng(await read(name)),
    workbook: async (name: string) => new exceljs.Workbook().xlsx.load((await read(name)) as unknown as ArrayBuffer),
  }
}

async function dialogue(child: ChildProcess, prompt: string): Promise<object> {
  let text = ''
  let ended: object | undefined
  const closed = once(child, 'close').then(([code, signal]: unknown[]) => (ended = { code, signal }))
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stdin?.on('error', () => undefined)
  const turn = async (): Promise<string> => {
    while (!(text === prompt || text.endsWith(`\n${prompt}`)) && !ended) {
      await Promise.race([once(child.stdout ?? child, 'data'), closed])
    }
    const answer = ended ? text : text.slice(0, -prompt.length)
    text = ''
    return answer
  }
  const greeting = await turn()
  return {
    greeting,
    send: (line: string) => {
      child.stdin?.write(`${line}\n`)
      return turn()
    },
    end: () => {
      child.stdin?.end()
      return closed
    },
  }
}

async function copy(project: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'floor-'))
  await cp(project, folder, { recursive: true })
  const packages = await packagesOf(folder)
  if (packages.length > 0) await symlink(await installed(packages), path.join(folder, 'node_modules'))
  return folder
}

async function packagesOf(folder: string): Promise<string[]> {
  const file = path.join(folder, 'package.json')
  if (!existsSync(file)) return []
  const { dependencies = {} } = JSON.parse(await readFile(file, 'utf8')) as { dependencies?: object }
  return Object.keys(dependencies)
}

/** The `node_modules` that a run of the harness has installed for a project with these packages. */
async function installed(packages: readonly string[]): Promise<string> {
  for (const entry of await readdir(installs)) {
    const modules = path.join(installs, entry, 'node_modules')
    if (packages.every((name) => existsSync(path.join(modules, name)))) return modules
  }
  throw new Error(`${packages.join(', ')} is not installed in ${installs}; run the canonical agent with pe first`)
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

function answers200(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    http
      .get({ port, host: 'localhost' }, (response) => {
        response.destroy()
        resolve(true)
      })
      .on('error', () => {
        resolve(false)
      })
  })
}

/** The canonical solutions and their testcodes, read without the harness. */
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, readdir, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect as plain, type Locator } from '@playwright/test'
import { setTimeout as delay } from 'node:timers/promises'
import { parse } from 'yaml'
import type { InputFixtures, Mission as WholeMission } from '../../../harness/contracts/types.ts'
import { inputFixtures } from '../../../harness/testers/given/given.ts'
import { means, numbersIn } from '../../../harness/testers/playwright/expectations/numbers.ts'
import { ROOT as root } from '../program.ts'
import { own } from './owned.ts'

export type Answers = Record<string, Record<string, string>>
export type Testcodes = Record<string, (fixtures: InputFixtures) => Promise<void>>
export interface Mission {
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
export interface Work {
  readonly mission: Mission
  readonly testcodes: Testcodes
  readonly answers: Answers
  readonly plan: Plan
  readonly project: string
}

/** The value of the harness. */
export const ACTION_TIMEOUT = 20_000 / 3

export const expect = plain.extend({
  /** The first number of the element decides; the harness requires it to be the only one. */
  async toShowNumber(locator: Locator, wanted: string) {
    const shows = async () => numbersIn(await locator.innerText()).some((token) => means(token, wanted))
    const until = performance.now() + ACTION_TIMEOUT
    while (!(await shows())) {
      if (performance.now() > until) return { pass: false, message: () => `the number ${wanted} did not appear` }
      await delay(15)
    }
    return { pass: true, message: () => `the number ${wanted} appeared` }
  },
})

export async function load(id: string): Promise<Work> {
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

/** Draws inputs as the harness does, always from the same seed. */
export function inputsOf(mission: Mission): InputFixtures {
  const inputs = {
    claim: (_: number, name: string) => name,
    drew: () => undefined,
    silently: <T>(draw: () => T) => draw(),
  }
  return inputFixtures({ seed: 'floor', mission: mission as unknown as WholeMission, inputs })
}

export async function copy(project: string, installs: string): Promise<string> {
  const folder = own(await mkdtemp(path.join(tmpdir(), 'floor-')))
  await cp(project, folder, { recursive: true })
  const packages = await packagesOf(folder)
  if (packages.length > 0) await symlink(await installed(packages, installs), path.join(folder, 'node_modules'))
  return folder
}

async function packagesOf(folder: string): Promise<string[]> {
  const file = path.join(folder, 'package.json')
  if (!existsSync(file)) return []
  const { dependencies = {} } = JSON.parse(await readFile(file, 'utf8')) as { dependencies?: object }
  return Object.keys(dependencies)
}

/** The `node_modules` that a run of the harness has installed for a project with these packages. */
async function installed(packages: readonly string[], installs: string): Promise<string> {
  for (const entry of await readdir(installs)) {
    const modules = path.join(installs, entry, 'node_modules')
    if (packages.every((name) => existsSync(path.join(modules, name)))) return modules
  }
  throw new Error(`${packages.join(', ')} is not installed in ${installs}; run the canonical agent with pe first`)
}

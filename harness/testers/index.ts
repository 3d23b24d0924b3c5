import { MachineFault, UsageError } from '../errors.ts'
import { pythonTestcodesSchema } from '../contracts/schema.ts'
import type { Mission, Tester } from '../contracts/types.ts'
import { playwrightTester, type PlaywrightOptions } from './playwright.ts'
import { pythonSeleniumTester, type PythonSeleniumOptions } from './python-selenium.ts'
import { subprocessTester } from './subprocess.ts'
import { checkTestcodeModule } from './testcode-functions.ts'

/** The options of all testers. */
export type TesterOptions = PlaywrightOptions & PythonSeleniumOptions

const testers = {
  playwright: playwrightTester,
  subprocess: subprocessTester,
  'python-selenium': pythonSeleniumTester,
} as const satisfies Partial<Record<TesterName, (options: TesterOptions) => Tester>>

type TesterName = NonNullable<Mission['tester']>

function testerNameFor(mission: Mission): TesterName {
  if (mission.tester) return mission.tester
  return mission.kind === 'website' ? 'playwright' : 'subprocess'
}

/** The testers of a run. Each is created when it is first needed, and all are closed with the run. */
export class Testers implements AsyncDisposable {
  readonly #open = new Map<TesterName, Tester>()
  readonly #options: TesterOptions

  constructor(options: TesterOptions) {
    this.#options = options
  }

  for(mission: Mission): Tester {
    const name = testerNameFor(mission)
    const tester = this.#open.get(name) ?? createTester(name, this.#options)
    this.#open.set(name, tester)
    return tester
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#open.values()].map((tester) => tester[Symbol.asyncDispose]()))
  }
}

/** @throws UsageError if a mission and its testcodes do not match */
export function checkTestcodes(mission: Mission, testcodes: unknown): void {
  if (testerNameFor(mission) === 'python-selenium') checkSources(mission, testcodes)
  else checkTestcodeModule(mission, testcodes)
}

function checkSources(mission: Mission, testcodes: unknown): void {
  const sources = pythonTestcodesSchema.parse(testcodes)
  const missing = mission.testcodes.find(({ id }) => !mission.withheld?.[id] && !Object.hasOwn(sources, id))
  if (missing)
    throw new UsageError(
      `mission "${mission.id}": no source for testcode "${missing.id}"; add it to the testcodes of the mission`,
    )
}

function createTester(name: TesterName, options: TesterOptions): Tester {
  const create = Object.hasOwn(testers, name) ? testers[name] : undefined
  if (!create) throw new MachineFault(`the tester "${name}" is not part of this version`)
  return create(options)
}

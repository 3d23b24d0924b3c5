import path from 'node:path'
import type { Doctor, DoctorRequest, Finding, PythonModules } from '../../contracts/paper.ts'
import { selectMissions } from '../../benchmarks/index.ts'
import { LOCALE } from './benchmark.ts'
import { expectLanguage, findChromedriverBrowser } from '../../lib/browser/chromedriver.ts'
import type { Mission } from '../../contracts/types.ts'
import { messageOf } from '../../errors.ts'
import { readDataset, type Dataset, type PublishedMission } from './dataset.ts'
import { isModuleHidden } from '../../lib/processes/environment.ts'

interface Needed {
  /** Name in an import statement. */
  readonly module: string
  /** Name in messages. */
  readonly name: string
  /** Matches its use in testcodes. */
  readonly used: RegExp
  /** The oldest supported major version. */
  readonly major?: number
}

const NEEDED: readonly Needed[] = [
  { module: 'django', name: 'Django', used: /\bdjango\b/, major: 5 },
  { module: 'pandas', name: 'pandas', used: /\bpd\./ },
  { module: 'openpyxl', name: 'openpyxl', used: /\bopenpyxl\.|\bread_excel\b/ },
  { module: 'matplotlib', name: 'matplotlib', used: /\bmatplotlib\b/ },
  { module: 'statsmodels', name: 'statsmodels', used: /\bstatsmodels\b/ },
]

const HIDDEN: PythonModules[string] = { problem: 'is hidden by PE_HIDE_OPTIONAL' }

const REMEDY = 'npm run setup -- projecteval gets it on Debian; elsewhere: pip, and PE_PYTHON or --python-path'

/** Checks the browser driver, the dataset, and the Python modules that its missions need. */
export const doctor: Doctor = { modules: NEEDED.map(({ module }) => module), selects: false, check }

async function check(request: DoctorRequest): Promise<void> {
  request.tell(await driverFinding())
  for (const finding of await datasetFindings(request)) request.tell(finding)
}

/** Without it none of the websites can be judged. */
async function driverFinding(): Promise<Finding> {
  const base = { what: 'Driver', optional: false }
  try {
    const { browser, driver } = await findChromedriverBrowser()
    await expectLanguage(browser, LOCALE)
    return { ...base, ok: true, found: `${driver}, for ${browser}` }
  } catch (error) {
    return { ...base, ok: false, found: 'no website can be judged', remedy: messageOf(error) }
  }
}

async function datasetFindings({ spec, open, modules }: DoctorRequest): Promise<Finding[]> {
  try {
    const dataset = await readDataset(spec.slice(spec.indexOf(':') + 1))
    return [
      datasetFinding(await selectMissions(await open(), []), dataset),
      ...NEEDED.map((needed) => moduleFinding(needed, modules, dataset)),
    ]
  } catch (error) {
    const remedy = `name the folder of the dataset: --benchmark projecteval:DIR`
    return [{ what: 'Dataset', optional: false, ok: false, found: messageOf(error), remedy }]
  }
}

function datasetFinding(read: readonly Mission[], { folder, missions, warnings }: Dataset): Finding {
  const withheld = read.flatMap(({ id, withheld: each = {} }) =>
    Object.entries(each).map(([testcode, { status, reason }]) => ({ status, text: `${id} ${testcode}: ${reason}` })),
  )
  const mendable = withheld.filter(({ status }) => status === 'unjudged')
  const testcodes = missions.reduce((sum, mission) => sum + mission.testcodes.length, 0)
  const counts = `${String(missions.length)} missions, ${String(testcodes)} testcodes, ${String(withheld.length)} withheld`
  const excluded = withheld.filter(({ status }) => status === 'excluded').map(({ text }) => text)
  return {
    what: 'Dataset',
    optional: true,
    ok: mendable.length === 0,
    found: `${path.resolve(folder)}: ${[counts, ...excluded, ...warnings].join('; ')}`,
    ...(mendable.length === 0 ? {} : { remedy: mendable.map(({ text }) => text).join('; ') }),
  }
}

function moduleFinding(needed: Needed, modules: PythonModules | undefined, dataset: Dataset): Finding {
  const { module, name, used, major } = needed
  const { version, problem = 'there is no Python' } = isModuleHidden(module, process.env)
    ? HIDDEN
    : (modules?.[module] ?? {})
  const old = version !== undefined && major !== undefined && Number.parseInt(version, 10) < major
  const base = { what: name, optional: true }
  if (version !== undefined && !old) return { ...base, ok: true, found: version }
  const found = old ? `${version}, and ${String(major)} or newer is what published projects were written for` : problem
  return { ...base, ok: false, found, remedy: `${old ? oldCost(name) : cost(module, used, dataset)}. ${REMEDY}` }
}

/** Most code for a newer version also works with an older one; only a run shows which code does not. */
function oldCost(name: string): string {
  return `some testcodes fail that pass with a newer ${name}`
}

/** Counts canonical solutions and testcodes of this dataset; other projects may import the module, too. */
function cost(module: string, used: RegExp, { missions }: Dataset): string {
  const lost = missions.map((mission) => ({ id: mission.id, testcodes: testcodesLost(mission, module, used) }))
  const hit = lost.filter(({ testcodes }) => testcodes > 0)
  const total = hit.reduce((sum, { testcodes }) => sum + testcodes, 0)
  if (total === 0) return 'no canonical solution needs it, but other projects may'
  return `without it ${String(total)} testcodes of missions ${hit.map(({ id }) => `p${id}`).join(', ')} cannot pass`
}

function testcodesLost({ canonical, testcodes }: PublishedMission, module: string, used: RegExp): number {
  const imports = new RegExp(`^[ \\t]*(?:from|import)[ \\t]+${module}\\b`, 'm')
  if (canonical.files.some(({ code }) => imports.test(code ?? ''))) return testcodes.length
  return testcodes.filter(({ source }) => used.test(source ?? '')).length
}

/** How the tests of the tasks behave on the reference. */
import { MachineFault } from '../../../errors.ts'
import { VALUE_FORMS, type Calibration, type Site } from '../../../contracts/schema.ts'
import type { Calibrate, LibraryTask } from '../../../contracts/types.ts'
import { readFolder } from '../../../lib/files/read-folder.ts'
import { layoutOf, type Layout } from '../../../lib/python/layout.ts'
import { standardModules } from '../../../lib/python/standard-modules.ts'
import { MiB } from '../../../lib/wording/bytes.ts'
import { TESTS, testFile, writeReferenceSuite } from './reference-suite.ts'

/** Of a reference; the largest of the published ones, pandas, is below them. */
const BOUNDS = { files: 10_000, bytes: 256 * MiB, except: ['__pycache__', '.git', '.pytest_cache'] }

/** One of the tests of a task on the reference, by what pytest calls it behind the name of the file. */
export interface ReferenceTest {
  readonly node: string
  readonly seconds: number
  /** Lines of the assertions that it reaches. */
  readonly lines: ReadonlySet<number>
}

export interface Reference {
  readonly layout: Layout
  /** Top-level modules. */
  readonly names: readonly string[]
  readonly allowed: readonly string[]
  /** Tests of a task that pass; the assertions of its code by line, as they are observed on the reference. */
  of(task: LibraryTask): { readonly tests: readonly ReferenceTest[]; readonly sites: ReadonlyMap<number, Site> }
}

/**
 * @throws MachineFault if the tests are calibrated with another interpreter than that of the run
 */
export async function readReference(
  folder: string,
  tasks: readonly LibraryTask[],
  calibrate: Calibrate,
  python: string,
): Promise<Reference> {
  const layout = layoutOf(await readFolder(folder, BOUNDS), await standardModules(python))
  const calibration = await calibrated(layout, new Map(tasks.map(({ id, code }) => [id, code])), calibrate, python)
  return {
    layout,
    names: layout.names,
    allowed: calibration.allowed,
    of: ({ id }) => partOf(calibration, testFile(id)),
  }
}

/** Replacements and events that pytest itself causes on this machine, for libraries without a reference. */
export async function usualEvents(calibrate: Calibrate, python: string): Promise<readonly string[]> {
  const layout = {
    files: [{ path: 'pe_nothing/__init__.py', content: '' }],
    sources: ['pe_nothing'],
    names: ['pe_nothing'],
  }
  const test = 'import pe_nothing\n\n\ndef test_nothing():\n    assert pe_nothing.__name__ == "pe_nothing"\n'
  return (await calibrated(layout, new Map([['nothing', test]]), calibrate, python)).allowed
}

async function calibrated(
  layout: Layout,
  tests: ReadonlyMap<string, string>,
  calibrate: Calibrate,
  python: string,
): Promise<Calibration> {
  const { suite, digest } = await writeReferenceSuite(layout, tests)
  const calibration = await calibrate(suite, digest)
  if (calibration.python === python) return calibration
  throw new MachineFault(
    `the tests were calibrated with ${calibration.python}, and this run has ${python}: set PE_PYTHON, not --python`,
  )
}

function partOf({ tests, sites }: Calibration, file: string): ReturnType<Reference['of']> {
  const prefix = `${TESTS}/${file}::`
  return {
    tests: tests
      .filter(({ node }) => node.startsWith(prefix))
      .map(({ node, seconds, sites: reached }) => ({
        node: node.slice(prefix.length),
        seconds,
        lines: new Set(reached.flatMap((number) => linesOf(sites[number]))),
      })),
    sites: new Map(sites.filter((site) => site.file === file && isOfValue(site)).map((site) => [site.line, site])),
  }
}

function linesOf(site: Site | undefined): number[] {
  return site && isOfValue(site) ? [site.line] : []
}

/** Whether it takes the place of an assertion. All else is observed in published tests alone, whose reference has the same lines. */
export function isOfValue({ form }: Site): boolean {
  return VALUE_FORMS.some((each) => each === form)
}

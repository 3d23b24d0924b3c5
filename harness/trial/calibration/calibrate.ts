import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import { UsageError, MachineFault } from '../../errors.ts'
import { calibrationSchema, type Calibration, type LibrarySuite, type SandboxName } from '../../contracts/schema.ts'
import type { Calibrate, ProjectFile, Python } from '../../contracts/types.ts'
import { cacheFolder } from '../../lib/files/caches.ts'
import { sha256 } from '../../lib/files/digest.ts'
import { readFolder } from '../../lib/files/read-folder.ts'
import { scratchFolder } from '../../lib/files/scratch.ts'
import { writeAtomically } from '../../lib/files/write.ts'
import { MiB } from '../../lib/wording/bytes.ts'
import { pluralise } from '../../lib/wording/count.ts'
import { findPython } from '../../lib/python/find.ts'
import { chooseSandbox, openSandbox } from '../../sandbox/index.ts'
import { HELPER_LIMITS } from '../../sandbox/limits.ts'
import { installedLibraries } from '../../testers/pytest/installed.ts'
import { findSites, type FoundFile } from '../../testers/pytest/find-sites.ts'
import { runTests, SOURCES, type Ran, type Surroundings } from '../../testers/pytest/run.ts'
import {
  calibrationOf,
  excludedOf,
  passing,
  pinsOf,
  sitesToKeep,
  wronglyPinned,
  type Passing,
  type Pins,
} from './decide.ts'
import { unsteadyTests } from './steady.ts'
import { untilStopped } from './until-stopped.ts'
import { execa } from 'execa'

/** Raise it if calibrations of earlier versions say something else. */
const VERSION = 5
/** Processor time of one run of the reference: a suite takes up to two minutes on a machine of 2026. */
const SECONDS = 1200
/** Suites at a time: each of them runs for itself. */
const atOnce = pLimit(1)
const calibrations = new Map<string, Promise<Calibration>>()

/**
 * Runs the tests of a suite on the reference: as they are, then observed, then beside other work. What fails, is skipped or changes is
 * excluded.
 * The result is cached by the digest of the dataset, of the interpreter, its packages, and of the judge's own code.
 * @throws UsageError if the tests do not run at all
 * @throws Interrupted if the process is told to stop
 */
export const calibrateLibrary: Calibrate = Object.assign(calibrateOnce, { known: knownCalibration })

async function knownCalibration(suite: LibrarySuite, digest: string): Promise<Calibration | undefined> {
  return read(fileOf(await keyOf(suite, digest, await findPython())))
}

/** A copy of the dataset or of this program, in another folder, has the same key. */
async function keyOf(
  { root: _root, modules, ...suite }: LibrarySuite,
  digest: string,
  python: Python,
): Promise<string> {
  const packages = suite.environment?.digest ?? (await environmentDigest(python.program))
  const code = await Promise.all([SOURCES, ...modules.filter((folder) => existsSync(folder))].map(digestOfPython))
  return sha256(JSON.stringify([VERSION, suite, digest, packages, code]))
}

function fileOf(key: string): string {
  return path.join(cacheFolder('calibrations'), `${key}.json`)
}

async function read(file: string): Promise<Calibration | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : calibrationIn(text)
}

async function calibrateOnce(suite: LibrarySuite, digest: string): Promise<Calibration> {
  const python = await findPython()
  const key = await keyOf(suite, digest, python)
  const calibration =
    calibrations.get(key) ?? untilStopped((signal) => atOnce(() => cached(key, suite, python, signal)))
  calibrations.set(key, calibration)
  return calibration
}

/** Of the files of Python in a folder. */
async function digestOfPython(folder: string): Promise<string> {
  const files = await readFolder(folder, { files: 100, bytes: 4 * MiB, except: ['__pycache__'] })
  return sha256(
    files
      .filter(({ path: file }) => file.endsWith('.py'))
      .map(({ content }) => sha256(content))
      .join(),
  )
}

async function cached(key: string, suite: LibrarySuite, python: Python, signal: AbortSignal): Promise<Calibration> {
  const file = fileOf(key)
  const found = await read(file)
  if (found) return found
  signal.throwIfAborted()
  announce(suite, 'calibrating', 'its tests run on the reference, once for this machine (usually less than 5 minutes)')
  const began = performance.now()
  const made = await calibrate(suite, python, signal)
  const took = Math.round((performance.now() - began) / 1000)
  announce(suite, 'calibrated', `${String(took)} s, ${pluralise(made.tests.length, 'test judges', 'tests judge')}`)
  await writeAtomically(file, JSON.stringify(made))
  return made
}

/** On standard error, which is not part of any output that programs read. */
function announce({ root, tests }: LibrarySuite, what: string, how: string): void {
  // Names come from the files of a dataset, and a terminal obeys control characters.
  const which = `${path.basename(root)} (${tests})`.replaceAll(/[^\w.,()/ -]/g, '?')
  process.stderr.write(`pe: ${what} ${which}: ${how}\n`)
}

/** Undefined if the file is damaged or of another version of the program; it is then made again. */
function calibrationIn(text: string): Calibration | undefined {
  try {
    return calibrationSchema.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

async function calibrate(suite: LibrarySuite, python: Python, signal: AbortSignal): Promise<Calibration> {
  const { name } = await chooseSandbox()
  await using scratch = await scratchFolder('calibrate')
  const options = { python, limits: HELPER_LIMITS, browser: false }
  await using sandbox = await openSandbox(name satisfies SandboxName, scratch.path, options)
  const program = suite.environment?.program ?? python.program
  const around: Surroundings = {
    sandbox,
    scratch: scratch.path,
    python: program,
    masks: await installedLibraries(python.program, suite),
    signal,
  }
  const found = await findSites(suite, around)
  const files = await referenceFiles(suite)
  const imports = importsOf(found, suite)
  const base = { suite, files, imports, allowed: [], ends: false, seconds: SECONDS }
  const plain = await runTests({ ...base, sites: [], onDisk: 'all' }, around)
  if (!plain.record.ended && plain.record.items.length === 0) refuse(suite, plain)
  const wanted = passing(plain)
  const known = { suite, python: program, plain, found, imports, wanted }
  if (suite.shown || wanted.length === 0) return calibrationOf(known)
  const unhidden = { ...base, wanted: wanted.map(({ node }) => ({ node, seconds: 0 })) }
  const onDisk = await filesOnDisk(
    (files) => runTests({ ...unhidden, sites: [], onDisk: files }, around),
    wanted,
    suite,
  )
  const again = { ...unhidden, onDisk }
  const all = await runTests({ ...again, sites: found.flatMap(({ sites }) => sites) }, around)
  let sites = sitesToKeep(all, wanted)
  let last = await runTests({ ...again, sites }, around)
  if (excludedOf(last, wanted).length > 0) {
    sites = sitesToKeep(last, wanted)
    last = await runTests({ ...again, sites }, around)
  }
  let pins = pinsOf(sites, found, [last, all])
  let judged = await runTests({ ...again, ...pins }, around)
  const wrong = wronglyPinned(judged, last, pins.stable, wanted)
  if (wrong.size > 0) {
    pins = pinsOf(sites, found, [last, all], wrong)
    judged = await runTests({ ...again, ...pins }, around)
    // Something else than a value changes: then nothing is pinned, and the run before decides.
    if (wronglyPinned(judged, last, pins.stable, wanted).size > 0)
      [pins, judged] = [{ sites, unused: [], stable: new Set() } satisfies Pins, last]
  }
  const unsteady = await unsteadyTests({ ...again, ...pins }, judged, wanted, around, (folder) =>
    openSandbox(name satisfies SandboxName, folder, options),
  )
  return calibrationOf({ ...known, onDisk, pins, last: judged, others: [all, last], unsteady })
}

/** Test files that tests of the reference need on the disk: their own, or all if that is not enough. */
async function filesOnDisk(
  run: (onDisk: readonly string[]) => Promise<Ran>,
  wanted: readonly Passing[],
  { root, tests }: LibrarySuite,
): Promise<string[]> {
  const own = filesOf(await run([]), wanted, tests)
  if (own.length === 0 || filesOf(await run(own), wanted, tests).length === 0) return own
  const all = await readFolder(path.join(root, tests), { files: 5000, bytes: 64 * MiB, except: ['__pycache__'] })
  return all.map(({ path: file }) => file).filter((file) => file.endsWith('.py'))
}

/** The files of the tests that did not pass. */
function filesOf(ran: Ran, wanted: readonly Passing[], tests: string): string[] {
  const files = excludedOf(ran, wanted).map((index) => (wanted[index]?.node ?? '').replace(/::.*/s, ''))
  return [...new Set(files)].map((file) => path.posix.relative(tests, file)).toSorted()
}

function refuse({ root, tests }: LibrarySuite, { measured }: Ran): never {
  const why = (measured.reason ?? measured.errors.trim().split('\n').at(-1) ?? '').slice(0, 300)
  const place = path.join(root, tests)
  if (/^ModuleNotFoundError: No module named '(?:pytest|_pytest|pluggy|iniconfig|packaging)/.test(why))
    throw new UsageError(
      `${place}: pytest does not run: ${why}; npm run setup -- codeprojecteval DIR installs it, ` +
        'or set PE_PYTHON to an interpreter that has it',
    )
  throw new UsageError(`${place}: the tests cannot be calibrated, because the process of the tests ended: ${why}`)
}

async function referenceFiles({ root, sources }: LibrarySuite): Promise<ProjectFile[]> {
  const all = await Promise.all(
    sources.map(async (source) => {
      if (source.endsWith('.py')) return [{ path: source, content: await readFile(path.join(root, source)) }]
      const files = await readFolder(path.join(root, source), { files: 5000, bytes: 64 * MiB, except: ['__pycache__'] })
      return files.map(({ path: file, content }) => ({ path: `${source}/${file}`, content }))
    }),
  )
  return all.flat()
}

/** Modules that the tests import, without the project and the tests themselves. */
function importsOf(found: readonly FoundFile[], { names, tests }: LibrarySuite): string[] {
  const own = new Set([...names, tests.split('/')[0] ?? '', 'conftest'])
  return [...new Set(found.flatMap(({ imports }) => imports))]
    .filter((name) => !own.has(name.split('.')[0] ?? ''))
    .toSorted()
}

// ---- environment ---------------------------------------------------------------------------------------------------

const PROBE = `
import importlib.metadata, sys
print(sys.version)
for line in sorted({f'{each.name}=={each.version}' for each in importlib.metadata.distributions()}): print(line)
`
const digests = new Map<string, Promise<string>>()

/** The digest of an interpreter and of all packages that it finds. */
function environmentDigest(python: string): Promise<string> {
  const known = digests.get(python) ?? ask(python)
  digests.set(python, known)
  return known
}

async function ask(python: string): Promise<string> {
  const options = { reject: false, stdin: 'ignore', timeout: 30_000, cwd: '/' } as const
  const { stdout, stderr, failed } = await execa(python, ['-I', '-c', PROBE], options)
  if (failed) throw new MachineFault(`${python} does not list its packages: ${stderr.slice(0, 300)}`)
  return sha256(stdout)
}

import path from 'node:path'
import { defineCommand } from './flags/command.ts'
import type { Argv } from 'yargs'
import { openBenchmark, selectIds } from '../benchmarks/index.ts'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { Finding, Paper } from '../contracts/paper.ts'
import { UsageError, messageOf } from '../errors.ts'
import { findBrowser, tryBrowser } from '../lib/browser/find.ts'
import { createControlGroup } from '../sandbox/cgroup/cgroup.ts'
import { chooseSandbox } from '../sandbox/index.ts'
import { kernelSurface } from '../sandbox/kernel-surface.ts'
import { PROJECT_LIMITS } from '../sandbox/limits.ts'
import { findLibrary, installCommand } from '../scorers/embedders/library.ts'
import { pythonFound } from './doctor/python.ts'
import { benchmarkFlags, benchmarkSpec } from './flags/benchmark.ts'
import { JSON_OUTPUT } from './flags/common.ts'
import { PYTHON, PYTHON_PATH } from './flags/python.ts'
import { list, optional, type Flags } from './flags/values.ts'
import { print } from './print.ts'
import { checkCalibratedPython } from './run/calibrated-python.ts'
import { findPython, type PythonChoice } from '../lib/python/find.ts'
import { missingForDesktop } from '../lib/x11/machine.ts'

function doctorFlags(flags: Argv) {
  return benchmarkFlags(flags)
    .option('missions', {
      type: 'string',
      describe: 'ids, with commas: of the benchmark, only these are checked and calibrated',
      requiresArg: true,
    })
    .option('python', PYTHON)
    .option('python-path', PYTHON_PATH)
    .option('json', JSON_OUTPUT)
    .example('$0 doctor --benchmark projecteval:DIR', 'what its missions need of Python, too')
    .example('$0 doctor --benchmark codeprojecteval:DIR --missions rsa', 'how many tests of rsa judge here')
}

function doctorOptions(args: Flags<typeof doctorFlags>): DoctorOptions {
  const { python, json } = args
  return {
    benchmark: benchmarkSpec(args),
    missions: args.missions === undefined ? [] : list('--missions', args.missions),
    python,
    json,
    pythonPath: optional(args['python-path'], (text) => text.split(path.delimiter)),
  }
}

export interface DoctorOptions {
  readonly benchmark: string
  /** Ids; all missions if there are none. */
  readonly missions?: readonly string[]
  readonly python: string | undefined
  readonly pythonPath: readonly string[] | undefined
  readonly json: boolean
}

export const command = defineCommand({ flags: doctorFlags, options: doctorOptions, handler: doctorCommand })

/** `pe doctor`: checks all parts that a run needs, and says how to get the missing ones. */
export async function doctorCommand(
  { benchmark, missions = [], python, pythonPath, json }: DoctorOptions,
  papers: readonly Paper[],
): Promise<ExitCode> {
  const name = benchmark.split(':')[0] ?? ''
  const doctor = papers.find(({ benchmarks }) => Object.hasOwn(benchmarks, name))?.doctor
  const own = await doctor?.()
  await checkCalibratedPython(benchmark, python, papers)
  const opened = await openBenchmark(benchmark, papers)
  const { pythonPath: usualPath } = opened
  if (missions.length > 0) {
    if (own?.selects !== true) throw new UsageError(await selectsText(name, papers))
    await selectIds(opened, missions)
  }
  const choice = { program: python, path: pythonPath, usualPath }
  const [node, browser, sandbox, found, desktop] = await Promise.all([
    nodeFinding(),
    browserFinding(),
    sandboxFinding(),
    pythonFound(choice, own?.modules ?? []),
    desktopFinding(choice),
  ])
  const machine = [node, browser, sandbox, found.finding, desktop, embedderFinding()]
  // Libraries may take minutes each: what is known is shown at once.
  const show = (some: readonly Finding[]) => {
    if (!json && some.length > 0) print(some.map(asLine).join('\n'))
  }
  show(machine)
  const more: Finding[] = []
  await own?.check({
    spec: benchmark,
    open: () => openBenchmark(benchmark, papers),
    missions,
    modules: found.modules,
    tell: (finding) => {
      more.push(finding)
      show([finding])
    },
  })
  const findings = [...machine, ...more]
  if (json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`)
  return findings.every(({ ok, optional }) => ok || optional) ? EXIT.done : EXIT.harness
}

async function selectsText(name: string, papers: readonly Paper[]): Promise<string> {
  const able: string[] = []
  for (const { benchmarks, doctor } of papers)
    if ((await doctor?.())?.selects === true) able.push(...Object.keys(benchmarks))
  return `pe doctor checks single missions only of ${able.join(', ')}; leave --missions out for "${name}"`
}

function asLine({ what, ok, optional, found, remedy }: Finding): string {
  const mark = ok ? '✓' : optional ? '–' : '✗'
  return `${mark} ${what.padEnd(11)} ${found}${remedy === undefined ? '' : `\n              ${remedy}`}`
}

function nodeFinding(): Promise<Finding> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const ok = major > 20 || (major === 20 && minor >= 19)
  const found = `${process.version} (${process.execPath})`
  return Promise.resolve({
    what: 'Node',
    ok,
    optional: false,
    found,
    ...(ok ? {} : { remedy: 'install Node 20.19 or newer' }),
  })
}

function embedderFinding(): Finding {
  const library = findLibrary(process.env)
  const base = { what: 'Embedder', ok: library !== undefined, optional: true }
  if (library !== undefined) return { ...base, found: `lexical, and transformers (${library})` }
  const remedy = `for --embedder transformers: ${installCommand(process.env)}`
  return { ...base, found: 'lexical: checklists are compared by words alone', remedy }
}

async function browserFinding(): Promise<Finding> {
  const base = { what: 'Browser', optional: false }
  try {
    const browser = await findBrowser(process.env)
    if ('missing' in browser) return { ...base, ok: false, found: 'none', remedy: browser.missing }
    return { ...base, ok: true, found: `${await tryBrowser(browser.path)} (${browser.path}, ${browser.source})` }
  } catch (error) {
    return {
      ...base,
      ok: false,
      found: messageOf(error),
      remedy: 'set PE_CHROMIUM to a browser that starts, or unset it',
    }
  }
}

async function sandboxFinding(): Promise<Finding> {
  const { name, why } = await chooseSandbox()
  const group = name === 'bubblewrap' ? await createControlGroup(PROJECT_LIMITS) : undefined
  await group?.remove()
  const memory = group ? `memory is limited by ${group.version}` : 'memory is measured and limited by polling'
  const weak = name === 'process'
  const { filter, lacks } = await kernelSurface(name)
  const calls = filter ? 'system calls are filtered' : 'system calls are not filtered'
  const missing = lacks.map((lack) => `; ${lack}`).join('')
  return {
    what: 'Sandbox',
    ok: !weak,
    optional: true,
    found: `${name}${weak ? ' (weak: run only projects that you trust)' : ''}: ${why}; ${memory}; ${calls}${missing}`,
    ...(weak ? { remedy: 'on Linux, install bubblewrap (apt-get install bubblewrap)' } : {}),
  }
}

// ---- desktop -------------------------------------------------------------------------------------------------------

/** Whether missions with windows can be judged here. */
async function desktopFinding(choice: PythonChoice): Promise<Finding> {
  const base = { what: 'Desktop', optional: true }
  const remedy = 'for missions with windows, such as snake: npm run setup -- desktop'
  try {
    const missing = await missingForDesktop(await findPython(choice))
    if (missing.length === 0) return { ...base, ok: true, found: 'Xvfb, tesseract, pygame and tkinter' }
    return { ...base, ok: false, found: `missing: ${missing.join(', ')}`, remedy }
  } catch (error) {
    return { ...base, ok: false, found: messageOf(error), remedy }
  }
}

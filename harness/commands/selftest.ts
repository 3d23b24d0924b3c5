import { paperTesters } from '../run/own-parts.ts'
import type { Paper } from '../contracts/paper.ts'
import { defineCommand } from './flags/command.ts'
import type { SandboxName } from '../contracts/schema.ts'
import { PATIENCES, type PatienceMode } from '../contracts/vocabulary.ts'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { findChromedriverBrowser } from '../lib/browser/chromedriver.ts'
import { launchBrowser } from '../lib/browser/launch.ts'
import { packageRoot } from '../lib/files/package-root.ts'
import { findPython } from '../lib/python/find.ts'
import { pluralise } from '../lib/wording/count.ts'
import { missingForDesktop } from '../lib/x11/machine.ts'
import { loadAttacks, type Attack } from '../quality/selftest/attacks.ts'
import { plantKey } from '../quality/selftest/planted-key.ts'
import { runSuite, type Result } from '../quality/selftest/run.ts'
import { EarlyFailures, patienceClaim, patienceText } from '../quality/validate/patience.ts'
import { paint } from '../reporters/table.ts'
import { randomSeed } from '../run/seed.ts'
import { chooseSandbox } from '../sandbox/index.ts'
import { kernelSurface } from '../sandbox/kernel-surface.ts'
import { JSON_OUTPUT, PATIENCE, SANDBOX, SEED, sandboxName, seed } from './flags/common.ts'
import { oneOf, optional, type Flags } from './flags/values.ts'
import { onInterrupt } from './interrupt.ts'

function selftestFlags(flags: Argv) {
  return flags
    .positional('names', { type: 'string', array: true, default: [] as string[], describe: 'attacks; all by default' })
    .option('sandbox', SANDBOX)
    .option('quick', { type: 'boolean', describe: 'only what fits into two minutes', default: false })
    .option('seed', SEED)
    .option('patience', PATIENCE)
    .option('json', JSON_OUTPUT)
    .example('$0 selftest fork-bomb', 'one attack')
    .example('$0 selftest --patience full', 'whether failing early changes a verdict of an attack')
}

function selftestOptions(args: Flags<typeof selftestFlags>): SelftestOptions {
  const { names, sandbox, quick, json } = args
  return {
    names,
    quick,
    json,
    seed: optional(args.seed, seed),
    sandbox: sandboxName(sandbox),
    patience: optional(args.patience, (text) => oneOf('--patience', text, PATIENCES)),
  }
}

export interface SelftestOptions {
  /** Names of attacks; all if there are none. */
  readonly names: readonly string[]
  /** The strongest that works here if it is undefined. */
  readonly sandbox: SandboxName | undefined
  /** Only as many of the cheapest as fit into two minutes. */
  readonly quick: boolean
  readonly json: boolean
  /** How long an expectation waits that does not hold; `auto` if undefined. */
  readonly patience: PatienceMode | undefined
  /** From which inputs are drawn; drawn itself if none was named. */
  readonly seed: string | undefined
}

export const command = defineCommand({ flags: selftestFlags, options: selftestOptions, handler: selftestCommand })

/** `pe selftest`: runs hostile projects in this machine's sandbox, and compares each result with the expected one. */
export async function selftestCommand(options: SelftestOptions, papers: readonly Paper[]): Promise<ExitCode> {
  const { names, sandbox, quick, json, patience, seed = randomSeed() } = options
  using interrupt = onInterrupt()
  const root = packageRoot(import.meta.dirname)
  const loaded = await loadAttacks(path.join(root, 'test/hostile'), root, names)
  const attacks = quick ? cheapest(loaded, QUICK) : loaded
  const name = sandbox ?? (await chooseSandbox()).name
  const say = (text: string) => void (json ? process.stderr : process.stdout).write(`${text}\n`)
  // The tests that judge libraries have no inputs that are drawn.
  const draws = attacks.some(({ definition }) => definition.kind !== 'library')
  const drawn = draws ? `, inputs of testcodes drawn from seed ${seed}` : ''
  say(`${pluralise(attacks.length, 'attack')}, sandbox "${name}"${drawn}`)
  const { filter, lacks } = await kernelSurface(name)
  for (const lack of lacks) say(`${paint(process.stdout, 'yellow', '–')} ${lack}`)
  await using key = await plantKey()
  const early = patience === 'full' ? new EarlyFailures() : undefined
  const results = await runSuite({
    attacks,
    sandbox: name,
    seed,
    has: await thisMachine({ filter, key: key !== undefined }),
    testers: {
      ...{ launchBrowser, findChromedriverBrowser, patience, onEarlyFailure: early?.hear },
      own: await paperTesters(papers),
    },
    signal: interrupt.signal,
    onResult: (result) => say(resultText(result)),
  })
  const waited = early?.result
  if (json) process.stdout.write(`${JSON.stringify({ sandbox: name, seed, results, patience: waited }, null, 2)}\n`)
  if (waited !== undefined) say(`\n${patienceClaim(waited).figure}\n${patienceText(waited)}`.trimEnd())
  say(closing(results))
  const changesVerdicts = waited !== undefined && !patienceClaim(waited).holds
  const isWrong = results.some(({ status }) => status === 'failed') || changesVerdicts
  return isWrong ? EXIT.harness : EXIT.done
}

/** Seconds of attacks. Set-up and clean-up take the rest of two minutes. */
const QUICK = 80

/** The cheapest, for as long as their declared costs together stay within a budget of seconds. */
export function cheapest(attacks: readonly Attack[], budget: number): Attack[] {
  const cost = ({ definition }: Attack) => definition.cost
  const sorted = attacks.toSorted((a, b) => cost(a) - cost(b) || (a.name < b.name ? -1 : 1))
  let sum = 0
  return sorted.filter((attack) => (sum += cost(attack)) <= budget)
}

const COMPILERS = ['g++', 'make', 'valgrind']

async function thisMachine({ filter, key }: { filter: boolean; key: boolean }): Promise<Set<string>> {
  const has = {
    root: process.getuid?.() === 0,
    python: existsSync('/usr/bin/python3'),
    pytest: hasPytest(),
    compilers: COMPILERS.every((program) => existsSync(path.join('/usr/bin', program))),
    desktop: (await missingForDesktop(await findPython())).length === 0,
    chromedriver: await hasChromedriver(),
    filter,
    key,
  }
  return new Set(Object.entries(has).flatMap(([name, there]) => (there ? [name] : [])))
}

function hasChromedriver(): Promise<boolean> {
  return findChromedriverBrowser().then(
    () => true,
    () => false,
  )
}

function hasPytest(): boolean {
  const program = process.env['PE_PYTHON'] ?? '/usr/bin/python3'
  return spawnSync(program, ['-I', '-c', 'import pytest'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

const MARKS = {
  passed: ['green', '✓'],
  failed: ['red', '✗'],
  skipped: ['yellow', '– SKIPPED'],
} as const

function resultText({ name, status, lines, seconds }: Result): string {
  const [colour, mark] = MARKS[status]
  const head = `${paint(process.stdout, colour, mark)} ${name}  ${seconds.toFixed(1)} s`
  return status === 'failed' ? [head, ...lines.map((line) => `    ${line}`)].join('\n') : [head, ...lines].join('  ')
}

/** `N passed, N failed`, and a list of skipped projects. */
function closing(results: readonly Result[]): string {
  const count = (status: Result['status']) => results.filter((result) => result.status === status).length
  const skipped = results.filter(({ status }) => status === 'skipped')
  const list = skipped.map(({ name, lines }) => `  ${name} (${lines.join(', ')})`)
  const notice =
    skipped.length === 0
      ? []
      : [`\nSKIPPED: ${pluralise(skipped.length, 'attack was', 'attacks were')} NOT tried`, ...list]
  const counts = `${count('passed')} passed, ${count('failed')} failed${skipped.length === 0 ? '' : `, ${skipped.length} skipped`}`
  return [...notice, `\n${counts}`].join('\n')
}

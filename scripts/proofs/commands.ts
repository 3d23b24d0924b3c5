/** Proofs that are commands of `pe`. */
import path from 'node:path'
import { execa } from 'execa'
import * as z from 'zod'
import { builtInBenchmark } from '../../harness/benchmarks/index.ts'
import type { Proof } from './parts.ts'

const root = path.resolve(import.meta.dirname, '../..')
export const BIN = path.join(root, 'dist/pe/bin.js')

const claims = z.array(
  z.object({ claim: z.string(), figure: z.string(), holds: z.boolean(), tried: z.boolean().optional() }),
)

/** Whether testcodes notice faults, baselines get nothing, and solutions pass under every seed. */
export async function provenFaults(args: readonly string[]): Promise<Proof> {
  return await provenClaims(['validate', '--faults', ...args])
}

/** The same for missions with windows, which `pe validate` leaves out unless they are named. */
export async function provenWindows(args: readonly string[]): Promise<Proof> {
  const missions = args.length > 0 ? args : await windowMissions()
  // Without a name, `pe validate` would take all other missions.
  if (missions.length === 0) return { figures: [], problems: ['there are no missions with windows'] }
  return await provenClaims(['validate', '--faults', ...missions])
}

async function windowMissions(): Promise<string[]> {
  const benchmark = builtInBenchmark()
  const missions = await Promise.all(((await benchmark.namedOnly?.()) ?? []).map((id) => benchmark.mission(id)))
  return missions.flatMap(({ id, kind }) => (kind === 'desktop' ? [id] : []))
}

export async function provenCheats(args: readonly string[]): Promise<Proof> {
  const { claims: checked, skipped } = await jsonOf(
    ['redteam', ...args],
    z.object({ claims, skipped: z.array(z.string()) }),
  )
  const { figures, problems } = proofOf(checked)
  return { figures, problems: [...problems, ...skipped.map((each) => `skipped: ${each}`)] }
}

async function provenClaims(argv: readonly string[]): Promise<Proof> {
  return proofOf((await jsonOf(argv, z.object({ claims }))).claims)
}

/** Exported for its test. A claim about nothing holds, and proves nothing. */
export function proofOf(checked: z.infer<typeof claims>): Proof {
  const inWords = ({ claim, figure }: (typeof checked)[number]) => `${claim}: ${figure}`
  const wrong = checked.filter(({ holds, figure }) => !holds || isAboutNothing(figure)).map(inWords)
  const isTried = checked.some(({ tried }) => tried !== false)
  return { figures: checked.map(inWords), problems: isTried ? wrong : [...wrong, 'no claim was tried'] }
}

/** "0 of 0 (100.0%)". */
function isAboutNothing(figure: string): boolean {
  return /(?:^|\D)0 of 0\b/.test(figure)
}

const attacks = z.object({
  sandbox: z.string(),
  results: z.array(
    z.object({ name: z.string(), status: z.enum(['passed', 'failed', 'skipped']), lines: z.array(z.string()) }),
  ),
})

/** An attack that this machine cannot run proves nothing, so it is a problem too. */
export async function provenSandbox(args: readonly string[]): Promise<Proof> {
  return sandboxProof(await jsonOf(['selftest', ...args], attacks))
}

/** Exported for its test. */
export function sandboxProof({ sandbox, results }: z.infer<typeof attacks>): Proof {
  const passed = results.filter(({ status }) => status === 'passed').length
  return {
    figures: [
      `${String(passed)} of ${String(results.length)} attacks on the sandbox "${sandbox}" have the expected end`,
    ],
    problems: [
      ...(results.length === 0 ? ['no attack was tried'] : []),
      ...results
        .filter(({ status }) => status !== 'passed')
        .map(({ name, status, lines }) => `${name} ${status}: ${lines.join('; ')}`),
    ],
  }
}

/** Runs a command with --json and parses its output; its progress goes to stderr. */
async function jsonOf<T>(argv: readonly string[], schema: z.ZodType<T>): Promise<T> {
  const { stdout, exitCode } = await execa('node', [BIN, ...argv, '--json'], {
    cwd: root,
    reject: false,
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 512 * 1024 * 1024,
  })
  if (stdout === '') throw new Error(`pe ${argv.join(' ')} printed no result and exited with ${String(exitCode)}`)
  return schema.parse(JSON.parse(stdout))
}

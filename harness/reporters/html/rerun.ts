import { levelAndMode } from '../../contracts/variants.ts'
import path from 'node:path'
import type { RunRecord, TrialKey } from '../../contracts/schema.ts'
import { inShell } from '../../lib/processes/shell.ts'

/**
 * The command that repeats a trial: the same mission of the same benchmark, by the same rules. It omits the options of
 * agents, because a report is shared and they may hold secrets.
 */
export function rerunCommand({ benchmark, settings }: RunRecord, { agent, mission, variant }: TrialKey): string {
  const { seed, config, review, protocol, allowedOrigins, patience, python, pythonPath } = settings
  return inShell([
    ...['npx', 'pe', 'run', '--agent', agent, '--missions', mission, ...variantFlags(variant)],
    ...(benchmark.name === 'native' ? [] : ['--benchmark', `${benchmark.name}:${benchmark.source}`]),
    ...(seed === undefined ? [] : ['--seed', seed]),
    ...(protocol === 'default' ? [] : ['--protocol', protocol]),
    ...(patience === undefined ? [] : ['--patience', patience]),
    ...(config === undefined ? [] : ['--config', config]),
    ...(review === undefined ? [] : ['--judge', review.model, '--judge-votes', String(review.votes)]),
    ...allowedOrigins.flatMap((origin) => ['--allow-origin', origin]),
    ...(python === undefined ? [] : ['--python', python]),
    ...(pythonPath.length === 0 ? [] : ['--python-path', pythonPath.join(path.delimiter)]),
  ])
}

function variantFlags(variant: string): string[] {
  const found = levelAndMode(variant)
  return found ? ['--level', String(found.level), '--mode', found.mode] : ['--variant', variant]
}

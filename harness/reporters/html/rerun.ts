import { levelAndMode } from '../../contracts/variants.ts'
import path from 'node:path'
import type { RunRecord, TrialKey } from '../../contracts/schema.ts'
import { isSecretOption } from '../../lib/models/redact.ts'
import { inShell } from '../../lib/processes/shell.ts'

/**
 * The command that repeats a trial: the same mission of the same benchmark, by the same rules and the same agent. A report is shared, so
 * a value that may be secret is left out as `…`, for the user to fill in.
 */
export function rerunCommand(run: RunRecord, { agent, mission, variant }: TrialKey): string {
  const { benchmark, settings } = run
  const { seed, config, review, protocol, allowedOrigins, patience, python, pythonPath } = settings
  return inShell([
    ...['npx', 'pe', 'run', '--agent', agent, '--missions', mission, ...variantFlags(variant)],
    ...modelFlags(run, agent),
    ...(benchmark.name === 'native' ? [] : ['--benchmark', `${benchmark.name}:${benchmark.source}`]),
    ...(seed === undefined ? [] : ['--seed', seed]),
    ...(protocol === 'default' ? [] : ['--protocol', protocol]),
    ...(patience === undefined ? [] : ['--patience', patience]),
    ...(config === undefined ? [] : ['--config', config]),
    ...(review === undefined ? [] : ['--judge', review.model, '--judge-votes', String(review.votes)]),
    ...(review === undefined || review.together === true ? [] : ['--judge-each']),
    ...allowedOrigins.flatMap((origin) => ['--allow-origin', origin]),
    ...(python === undefined ? [] : ['--python', python]),
    ...(pythonPath.length === 0 ? [] : ['--python-path', pythonPath.join(path.delimiter)]),
  ])
}

/** Kinds of agents that take options; another agent refuses them. */
const WITH_OPTIONS: readonly unknown[] = ['model', 'command', 'adapter']

function modelFlags({ settings, agents = {} }: RunRecord, agent: string): string[] {
  const { kind } = (agents[agent] ?? {}) as { readonly kind?: unknown }
  if (!WITH_OPTIONS.includes(kind)) return []
  const { agentOptions: { model, baseURL, ...others } = {}, repairs, feedback } = settings
  return [
    ...(model === undefined || agent.endsWith(`:${model}`) ? [] : ['--model', model]),
    ...(baseURL === undefined || mayHoldSecret(baseURL) ? [] : ['--base-url', baseURL]),
    ...Object.entries(others).flatMap(([name, value]) => ['--agent-option', `${name}=${shareable(name, value)}`]),
    ...(repairs === undefined ? [] : ['--repairs', String(repairs)]),
    ...(feedback === undefined ? [] : ['--feedback', String(feedback)]),
  ]
}

/** Options have names that their agents choose: what is as long as a key may be one. */
function shareable(name: string, value: string): string {
  const isSecret = isSecretOption(name) || LONG_WORD.test(value) || (URL.canParse(value) && mayHoldSecret(value))
  return isSecret ? '…' : value
}

const LONG_WORD = /[\w+/=-]{24}/

/** An address can contain a password or a key. */
function mayHoldSecret(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { username, password, search } = new URL(address)
  return [username, password, search].some((part) => part !== '')
}

function variantFlags(variant: string): string[] {
  const found = levelAndMode(variant)
  return found ? ['--level', String(found.level), '--mode', found.mode] : ['--variant', variant]
}

import type { Argv } from 'yargs'
import { UsageError } from '../../errors.ts'

/** Flags that a run was begun with, and keeps. */
const OF_NEW_RUNS = [
  ...[
    'agent',
    'level',
    'mode',
    'variant',
    'rounds',
    'missions',
    'samples',
    'history',
    'repairs',
    'feedback',
    'benchmark',
    'missions-dir',
    'protocol',
  ],
  ...[
    'judge',
    'judge-votes',
    'judge-each',
    'timeout',
    'testcode-timeout',
    'patience',
    'start-timeout',
    'install-timeout',
    'repeat-judging',
  ],
  ...['sandbox', 'install-network', 'allow-origin', 'tester', 'launcher', 'scorer', 'python', 'python-path', 'seed'],
] as const

/** Refuses flags that would be ignored silently: the user would believe that the resumed run follows them. */
export function refuseForResumed(flags: Argv) {
  return (args: Readonly<Record<string, unknown>>): true => {
    if (args['resume'] === undefined) return true
    const defaulted = defaultedOf(flags)
    const typed = OF_NEW_RUNS.find((name) => args[name] !== undefined && !(name in defaulted))
    if (typed === undefined) return true
    throw new UsageError(`--${typed} is only for new runs: with --resume, a run keeps the settings that it began with`)
  }
}

/** The flags that nobody typed; the types of yargs leave them out. */
function defaultedOf(flags: Argv): object {
  const parsed = flags.parsed as { readonly defaulted?: object } | false
  return parsed === false ? {} : (parsed.defaulted ?? {})
}

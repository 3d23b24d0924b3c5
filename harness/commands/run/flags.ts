import type { Argv } from 'yargs'
import { UsageError } from '../../errors.ts'
import { flagsMarked } from './setting.ts'
import { SETTINGS_OF_RUN } from './settings.ts'

/** The flags that most people use first: `--help` shows these, `--help-all` shows all. */
export const FREQUENT_FLAGS = flagsMarked('frequent', SETTINGS_OF_RUN)

/** The flags of `pe run`. */
export function runFlags(flags: Argv) {
  return allFlags(flags)
    .example('$0 run --agent canonical', 'our own solutions on all missions')
    .example('$0 run --agent ./my-agent.ts --missions hello,todo', 'your own agent; pe new agent my-agent writes one')
    .example('$0 run --agent command:claude --level 2', 'a coding tool in the sandbox')
    .example('$0 run --agent gpt4o --samples 5 --max-cost 2', 'a model; its key is in OPENAI_API_KEY')
    .example('$0 run --agent openai:NAME --base-url URL', 'a model on your own server')
    .example('$0 run --agent folder:./mine --missions todo', 'projects from a folder, such as mine/todo/project')
    .example('$0 run --agent canonical --json --min-score 1', 'in CI: one JSON object, exit code 3 below the score')
    .example('$0 run --resume RUN', 'continue a run that was stopped')
}

/** The same flags with examples of `pe plan`. */
export function planFlags(flags: Argv) {
  return allFlags(flags)
    .option('detect', {
      type: 'number',
      describe: 'plan nothing: say how many missions and samples find a difference of so many points of 100',
      requiresArg: true,
    })
    .example(
      '$0 plan --detect 5 --history OLD,NEW',
      'how many missions and samples show 5 points, as these runs differ',
    )
    .example('$0 plan --agent gpt4o --level 1,2 --samples 5', 'then pe run --resume RUN --shard 1/8 on each machine')
    .example('$0 plan --agent gpt4o --history RUN', 'shards of equal length, by the times of an earlier run')
}

function allFlags(flags: Argv) {
  return flags
    .options(SETTINGS_OF_RUN)
    .conflicts('variant', ['level', 'mode'])
    .conflicts('rounds', ['variant', 'level', 'mode'])
    .conflicts('shard', 'trial')
    .check(refuseForResumed(flags))
}

/** Refuses flags that would be ignored silently: the user would believe that the resumed run follows them. */
function refuseForResumed(flags: Argv) {
  const kept = flagsMarked('kept', SETTINGS_OF_RUN)
  return (args: Readonly<Record<string, unknown>>): true => {
    if (args['resume'] === undefined) return true
    const defaulted = defaultedOf(flags)
    const typed = kept.find((name) => args[name] !== undefined && !(name in defaulted))
    if (typed === undefined) return true
    throw new UsageError(`--${typed} is only for new runs: with --resume, a run keeps the settings that it began with`)
  }
}

/** The flags that nobody typed; the types of yargs leave them out. */
function defaultedOf(flags: Argv): object {
  const parsed = flags.parsed as { readonly defaulted?: object } | false
  return parsed === false ? {} : (parsed.defaulted ?? {})
}

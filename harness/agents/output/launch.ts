import { programPlanSchema, websitePlanSchema, type LaunchPlan, type MissionKind } from '../../contracts/schema.ts'
import { findJson } from './json.ts'
import { driveOf, withSlashes } from './paths.ts'
import { withoutThinking } from './reasoning.ts'
import { isRecord, type Fields } from './record.ts'

export interface ReadLaunch {
  readonly launch?: LaunchPlan
  /** Why there is no plan, or which field was left out. */
  readonly notes: readonly string[]
}

/**
 * Reads the launch plan from an answer. An unreadable answer gives no plan, and the launcher then detects the project by its
 * files: the project already exists, so one bad answer must not fail it.
 */
export function readLaunch(text: string, kind: MissionKind): ReadLaunch {
  const value = planIn(findJson(withoutThinking(text), isPlan)?.value)
  if (value === undefined) return { notes: ['the launch information could not be read'] }
  const drives = COMMANDS.flatMap((name) => driveNote(name, value[name]))
  const read = kind === 'website' ? websiteOf(value) : programOf(value)
  return { ...read, notes: [...drives, ...read.notes] }
}

/** Fields with commands. */
const COMMANDS = ['install', 'prepare', 'start', 'run', 'command', 'start_command', 'start_file']

function isPlan(value: unknown): boolean {
  const plan = planIn(value)
  return plan !== undefined && COMMANDS.slice(2).some((name) => Object.hasOwn(plan, name))
}

function driveNote(name: string, value: unknown): string[] {
  const words = (Array.isArray(value) ? value.flat(2) : [value]).filter((word) => typeof word === 'string')
  const bad = words.flatMap((word) => word.split(/\s+/)).find((word) => driveOf(word) !== undefined)
  return bad === undefined
    ? []
    : [
        `"${name}" of the launch information: ${JSON.stringify(bad.slice(0, 100))} begins with the drive letter ${driveOf(bad) ?? ''}`,
      ]
}

function planIn(value: unknown): Fields | undefined {
  if (Array.isArray(value)) return planIn(value.find(isRecord))
  if (!isRecord(value)) return undefined
  const inner = ['launch', 'launch_plan', 'plan', 'information', 'result'].map((name) => value[name]).find(isRecord)
  return inner === undefined ? value : planIn(inner)
}

function websiteOf(value: Fields): ReadLaunch {
  const start = commandOf(value['start'] ?? value['run'] ?? value['command'] ?? value['start_command'])
  const notes: string[] = []
  const plan = {
    ...optional('install', commandOf(value['install'])),
    ...optional('prepare', commandsOf(value['prepare'])),
    start,
    ...optional('port', portOf(value['port'] ?? value['homepage'] ?? value['url'])),
    ...optional('homepage', homepageOf(value['homepage'] ?? value['url'])),
  }
  const parsed = websitePlanSchema.safeParse(plan)
  if (parsed.success) return { launch: parsed.data, notes }
  return withoutBadFields(plan, parsed.error.issues[0]?.path[0], (rest) => websitePlanSchema.safeParse(rest).data)
}

function programOf(value: Fields): ReadLaunch {
  const run = commandOf(value['run'] ?? value['start'] ?? value['command'] ?? value['start_file'])
  const plan = { ...optional('install', commandOf(value['install'])), run }
  const parsed = programPlanSchema.safeParse(plan)
  if (parsed.success) return { launch: parsed.data, notes: [] }
  return withoutBadFields(plan, parsed.error.issues[0]?.path[0], (rest) => programPlanSchema.safeParse(rest).data)
}

function withoutBadFields(
  plan: Fields,
  bad: PropertyKey | undefined,
  parse: (rest: Fields) => LaunchPlan | undefined,
): ReadLaunch {
  const rest = Object.fromEntries(Object.entries(plan).filter(([name]) => name !== bad))
  const launch = parse(rest)
  const problem = `"${String(bad)}" of the launch information is invalid`
  return launch === undefined ? { notes: [problem] } : { launch, notes: [`${problem} and was left out`] }
}

/** Reads a list of words or a command line; a line with shell syntax runs in a shell. */
function commandOf(value: unknown): string[] | undefined {
  if (Array.isArray(value)) {
    const words = value.filter((word) => typeof word === 'string' || typeof word === 'number').map(String)
    if (words.length === 1) return commandOf(words[0])
    return words.length > 0 && words.length === value.length ? relativeCommand(words) : undefined
  }
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const line = value.trim().replace(/^\$\s+/, '')
  if (/[|&;<>$`\n*]/.test(line)) return ['sh', '-c', line.replaceAll(/(?<=^|\s)\S+/g, withSlashes)]
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )
  return relativeCommand(words)
}

/** Read like the paths of files: backslashes are turned around, a path with a drive letter cannot exist, `node.exe` is `node`. */
function relativeCommand(words: readonly string[]): string[] | undefined {
  if (words.some((word) => driveOf(word) !== undefined)) return undefined
  const [program = '', ...others] = words.map(withSlashes)
  return [program.replace(/^(node|npm|npx|python3?|pip3?|yarn|pnpm)\.(?:exe|cmd|bat)$/i, '$1'), ...others]
}

function commandsOf(value: unknown): string[] | string[][] | undefined {
  const isList = Array.isArray(value) && value.length > 0
  const several =
    isList && (value.some(Array.isArray) || value.every((each) => typeof each === 'string' && /\s/.test(each)))
  if (!several) return commandOf(value)
  const commands = value.map(commandOf).filter((command) => command !== undefined)
  return commands.length > 0 ? commands : undefined
}

function portOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  if (/^\d{1,5}$/.test(value.trim())) return Number(value)
  const port = URL.canParse(value) ? new URL(value).port : ''
  return port === '' ? undefined : Number(port)
}

function homepageOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  if (/^https?:/i.test(value)) return URL.canParse(value) ? new URL(value).pathname + new URL(value).search : undefined
  return value.startsWith('/') ? value : `/${value}`
}

function optional<Name extends string, T>(name: Name, value: T | undefined): Partial<Record<Name, T>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, T>)
}

import { programPlanSchema, websitePlanSchema, type LaunchPlan, type MissionKind } from '../../contracts/schema.ts'
import { findJson, withoutThinking } from './json.ts'
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
  const value = planIn(findJson(withoutThinking(text))?.value)
  if (value === undefined) return { notes: ['the launch information could not be read'] }
  return kind === 'website' ? websiteOf(value) : programOf(value)
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
    return words.length > 0 && words.length === value.length ? words : undefined
  }
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const line = value.trim().replace(/^\$\s+/, '')
  if (/[|&;<>$`\n*]/.test(line)) return ['sh', '-c', line]
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )
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

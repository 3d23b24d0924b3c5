/** Limits of the room of a tool, from `--agent-option`. */
import type { RoomLimits } from '../../contracts/types.ts'
import { UsageError } from '../../errors.ts'

export const LIMIT_OPTIONS = ['memory', 'processors', 'timeout'] as const

/** Seconds for one project. */
const DEFAULT_TIMEOUT = 1800
const LONGEST = 86_400
/** Seconds without a time budget: longer than any run. */
const NO_BUDGET = 7 * LONGEST
/** A tool that is given more time may use this many processors all of it. */
const PROCESSORS = 4

export interface ToolLimits {
  /** Milliseconds until the tool is ended. */
  readonly timeout: number
  readonly limits: RoomLimits
}

/**
 * @param ownTimeout Seconds, from `pe.config.ts`
 * @throws UsageError naming the option
 */
export function toolLimits(options: Readonly<Record<string, string>>, ownTimeout = DEFAULT_TIMEOUT): ToolLimits {
  const memoryMiB = wholeOption(options, 'memory', 'MiB', 1_048_576)
  const processors = wholeOption(options, 'processors', 'processors', 1024)
  const seconds = secondsOf(options['timeout'], ownTimeout)
  return {
    timeout: seconds * 1000,
    limits: {
      ...(memoryMiB === undefined ? {} : { memoryMiB }),
      ...(processors === undefined ? {} : { processors }),
      ...(options['timeout'] === undefined ? {} : { seconds: seconds * (processors ?? PROCESSORS) }),
    },
  }
}

function secondsOf(option: string | undefined, own: number): number {
  if (option === 'none') return NO_BUDGET
  const seconds = option === undefined ? own : Number(option)
  if (!(seconds > 0 && seconds <= LONGEST))
    throw new UsageError(`option timeout takes a number of seconds above 0 and up to ${String(LONGEST)}, or none`)
  return seconds
}

function wholeOption(
  options: Readonly<Record<string, string>>,
  name: string,
  unit: string,
  most: number,
): number | undefined {
  const text = options[name]
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new UsageError(`option ${name} takes a whole number of ${unit} from 1 to ${String(most)}`)
  return value
}

/** Testcodes that type something other than what they expect the results of: work fails them, and a constant passes them. */
import type { Page } from '@playwright/test'
import type { ProgramFixtures, RunOptions } from '../../contracts/types.ts'
import { patchTyping, replaceTyping } from '../validate/typed.ts'
import type { Testcodes } from '../validate/judge.ts'

type Testcode = (fixtures: Readonly<Record<string, unknown>>) => unknown

/** @returns Undefined if testcodes of a suite are not functions: nothing can be replaced in them */
export function withOtherInputs(suites: Testcodes): Testcodes | undefined {
  const changed = [...suites].map(([id, module]) => [id, changedModule(module)] as const)
  return changed.some(([, module]) => module === undefined) ? undefined : new Map(changed)
}

function changedModule(module: unknown): Record<string, Testcode> | undefined {
  const entries = Object.entries(typeof module === 'object' && module !== null ? module : {})
  if (!entries.every((entry): entry is [string, Testcode] => typeof entry[1] === 'function')) return undefined
  return Object.fromEntries(entries.map(([id, testcode]) => [id, changedTestcode(testcode)]))
}

function changedTestcode(testcode: Testcode): Testcode {
  return (fixtures) => {
    if ('run' in fixtures) return testcode({ ...fixtures, ...changedProgram(fixtures as unknown as ProgramFixtures) })
    if (!('page' in fixtures)) return testcode(fixtures)
    patchTyping(fixtures['page'] as Page)
    return replaceTyping(otherText, () => testcode(fixtures))
  }
}

/** Words of a command line are often the names of commands, so only digits are replaced. */
function changedProgram(program: ProgramFixtures): Pick<ProgramFixtures, 'put' | 'run' | 'start'> {
  const changed = (options: RunOptions = {}): RunOptions => ({
    ...options,
    ...(options.args === undefined ? {} : { args: options.args.map(otherDigits) }),
    ...(options.stdin === undefined ? {} : { stdin: otherDigits(options.stdin) }),
  })
  return {
    put: (path, content) => program.put(path, typeof content === 'string' ? otherDigits(content) : content),
    run: (options) => program.run(changed(options)),
    start: async (options) => {
      const dialogue = await program.start(changed(options))
      return {
        greeting: dialogue.greeting,
        send: (line) => dialogue.send(otherDigits(line)),
        end: () => dialogue.end(),
      }
    },
  }
}

/**
 * Another text of the same form. Equal texts become equal texts, so that somebody who signs in with the replaced name is still the
 * one who registered with it.
 */
export function otherText(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (day !== undefined) return `${String(year)}-${String(month)}-${twoDigits((Number(day) % 28) + 1)}`
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(text) ?? []
  if (minutes !== undefined) return `${twoDigits((Number(hours) + 1) % 24)}:${minutes}`
  return /[1-9]/.test(text) ? otherDigits(text) : text.replace(/[a-z]/gi, nextLetter)
}

/** Zeros stay: a number keeps its length, and does not become 0. */
function otherDigits(text: string): string {
  return text.replace(/[1-9]/g, (digit) => String((Number(digit) % 9) + 1))
}

function nextLetter(letter: string): string {
  const last = letter === letter.toUpperCase() ? 'Z' : 'z'
  return letter === last ? String.fromCharCode(last.charCodeAt(0) - 25) : String.fromCharCode(letter.charCodeAt(0) + 1)
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

import { nearest } from '../../lib/wording/nearest.ts'

/** The valid commands and flags. */
export interface Known {
  /** Name → how it is called, such as `show <mission>`. */
  readonly commands: Readonly<Record<string, string>>
  /** Of the command that was called, without dashes. */
  readonly flags: readonly string[]
}

type Found = readonly string[]

/** The beginnings of yargs' messages, each with our wording. yargs writes for programmers, not for users. */
const COMPLAINTS: readonly (readonly [RegExp, (found: Found, argv: readonly string[], known: Known) => string])[] = [
  [/^Unknown arguments?: (.+?)(?:, |$)/s, unknown],
  [/^Not enough non-option arguments: got (\d+)/, missing],
  [/^Invalid values: Argument: (.+?), Given: (.+?), Choices: ("?.+?)(?: Argument: |$)/s, wrongChoice],
  [/^Not enough arguments following: (\S+)/, ([flag = '']) => `--${flag} takes a value`],
  [
    /^Missing required arguments?: ([^\s,]+)/,
    ([flag = ''], argv, known) => `--${flag} is missing; see pe ${commandOf(argv, known) ?? ''} --help`,
  ],
]

/** Rewrites an error message of yargs as one plain line. An unknown message stays as it is. */
export function wording(message: string, argv: readonly string[], known: Known): string {
  const line = message.trim().replaceAll(/\s*\n\s*/g, ' ')
  for (const [form, say] of COMPLAINTS) {
    const found = form.exec(line)
    if (found) return say(found.slice(1), argv, known)
  }
  return line
}

function unknown([name = '']: Found, argv: readonly string[], known: Known): string {
  const command = commandOf(argv, known)
  const flag = argv.map(flagOf).find((each) => each === `--${name}` || each === `-${name}`)
  if (flag !== undefined) {
    const help = command === undefined ? 'pe --help' : `pe ${command} --help`
    return `${command ?? 'pe'} has no flag ${flag}${orElse(name, known.flags, '--', help)}`
  }
  if (command !== undefined) {
    const flag = ['missions', 'agent'].find(
      (each) => known.flags.includes(each) && !argv.some((word) => word.startsWith(`--${each}`)),
    )
    const meant = flag === undefined ? '' : ` (did you mean --${flag} ${name}?)`
    return `unexpected argument "${name}": pe ${called(command, known)}${meant}; see pe ${command} --help`
  }
  return `there is no command "${name}"${orElse(name, Object.keys(known.commands), 'pe ', 'pe --help')}`
}

/** `--name` of `--name=value`, `-n` of several letters behind one dash; undefined for a word. */
function flagOf(word: string): string | undefined {
  return /^--[^=]+|^-[^-]/.exec(word)?.[0]
}

function missing([got = '0']: Found, argv: readonly string[], known: Known): string {
  const command = commandOf(argv, known)
  if (command === undefined) return 'something is missing; see pe --help'
  const wanted = [...called(command, known).matchAll(/<[^>]+>/g)][Number(got)]?.[0] ?? 'something'
  return `${wanted} is missing: pe ${called(command, known)}; see pe ${command} --help`
}

function wrongChoice([name = '', given = '', choices = '']: Found, argv: readonly string[], known: Known): string {
  const command = commandOf(argv, known)
  const isPlace = command !== undefined && /[<[](\w+)/.exec(called(command, known))?.[1] === name
  const allowed = choices.replaceAll('"', '').split(', ')
  const meant = nearest(given.replaceAll('"', ''), allowed)
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`
  return `${isPlace ? `pe ${command}` : `--${name}`} takes ${allowed.join(', ')}, not ${given}${hint}`
}

/** The first word, if it names a command. */
function commandOf(argv: readonly string[], { commands }: Known): string | undefined {
  const word = argv.find((each) => !each.startsWith('-'))
  return word !== undefined && Object.hasOwn(commands, word) ? word : undefined
}

function called(command: string, { commands }: Known): string {
  return commands[command] ?? command
}

function orElse(name: string, names: readonly string[], dashes: string, help: string): string {
  const meant = nearest(name, names)
  return meant === undefined ? `; see ${help}` : `; did you mean ${dashes}${meant}?`
}

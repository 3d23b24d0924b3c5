/** Inputs of the problems in the language of `mov`, and what a right program prints for them. */
import { numbersFrom, type Drawn } from './draw.ts'

type Draw = (below: number) => number

const digit = (draw: Draw) => String(draw(10))
const repeat = (count: number, make: () => string) => Array.from({ length: count }, make).join('')
/** Printable characters of ASCII. */
const character = (draw: Draw) => String.fromCharCode(32 + draw(95))

/** Digits of a number of the sum. */
const DIGITS = 10

const tasks = {
  'mov-hello': () => ({ input: '', output: 'Hello World!' }),
  'mov-equal': (draw) => {
    const [one, other] = [character(draw), character(draw)]
    const pair = draw(2) === 0 ? [one, one] : [one, other]
    return { input: pair.join(''), output: pair[0] === pair[1] ? '1' : '0' }
  },
  'mov-next': (draw) => {
    const value = draw(10)
    return { input: String(value), output: String((value + 1) % 10) }
  },
  'mov-echo': (draw) => {
    // Trailing blanks are not compared.
    const text = `${repeat(draw(60), () => character(draw))}${digit(draw)}`
    return { input: text, output: text }
  },
  'mov-code': (draw) => {
    const code = 1 + draw(127)
    return { input: String.fromCharCode(code), output: String(code) }
  },
  'mov-sum': (draw) => {
    const number = () => `${String(1 + draw(9))}${repeat(DIGITS - 1, () => digit(draw))}`
    const [one, other] = [number(), number()]
    return { input: `${one}+${other}`, output: String(BigInt(one) + BigInt(other)) }
  },
  'mov-sort': (draw) => {
    const digits = repeat(5, () => digit(draw))
    return { input: digits, output: digits.split('').toSorted().join('') }
  },
  'mov-hanoi': (draw) => {
    const disks = 1 + draw(10)
    // The character after "9" stands for ten.
    return { input: String.fromCharCode('0'.charCodeAt(0) + disks), output: hanoi(disks, 'A', 'B', 'C') }
  },
} as const satisfies Record<string, (draw: Draw) => Drawn>

function hanoi(disks: number, from: string, by: string, to: string): string {
  if (disks === 0) return ''
  return `${hanoi(disks - 1, from, to, by)}${from}->${to}\n${hanoi(disks - 1, by, from, to)}`
}

export type MovTask = keyof typeof tasks
export const MOV_TASKS = Object.keys(tasks) as [MovTask, ...MovTask[]]

export const movDrawings = Object.fromEntries(
  Object.entries(tasks).map(([name, make]) => [name, (seed: string) => make(numbersFrom(seed))]),
) as Readonly<Record<MovTask, (seed: string) => Drawn>>

import { setTimeout as delay } from 'node:timers/promises'
import { ExpectationNotMet } from '../../errors.ts'
import type { Dialogue, Exit, Output, Running } from '../../contracts/types.ts'
import { faultOfEnd, howItEnded } from '../../lib/processes/exit.ts'
import { treeUsage } from '../../lib/processes/tree.ts'
import { quoteText } from '../shown-value.ts'
import { Turn } from './visible-text.ts'

/**
 * Milliseconds without output after which a text that ends like the prompt counts as the prompt. A prompt at the beginning of
 * a line counts at once; elsewhere it could be a piece of a longer text.
 */
const QUIET = 150

/**
 * Milliseconds of silence after an answer without a prompt, in which the program also does nothing, before its input is closed. A
 * program that has said goodbye may wait for that: Node's `readline` ends a program on a terminal, but not at an open pipe.
 */
const SILENCE = 4000
/** Of the silence, the milliseconds after which the program is looked at first. */
const SETTLING = 1000
/** Processor seconds that an idle program may use in that time. */
const IDLE = 0.05

/** The event that a dialogue waits for, named in the message if its time runs out. */
export interface Awaited {
  what?: (() => string) | undefined
}

/**
 * Talks to a program line by line.
 * @throws ExpectationNotMet if the program ends before its first prompt
 * @throws ProjectFault if the program moves the cursor too much before a prompt
 */
export async function openDialogue(running: Running, prompt: string, awaited: Awaited = {}): Promise<Dialogue> {
  const printed = new Unread(running.stdout)
  let turn = new Turn()
  awaited.what = () => `the program did not show its prompt ${quoteText(prompt)}${endOf(turn)}`
  let exit = await nextPrompt(running, printed, turn, prompt)
  if (exit)
    throw (
      faultOfEnd(exit) ?? new ExpectationNotMet(`the program ended (${howItEnded(exit)}) before it showed its prompt`)
    )
  const said = () => (exit ? turn.text() : turn.text().slice(0, -prompt.length))
  return {
    greeting: said(),
    async send(line) {
      if (exit)
        throw (
          faultOfEnd(exit) ??
          new ExpectationNotMet(`the program has ended (${howItEnded(exit)}), so "${line}" cannot be sent to it`)
        )
      running.write(`${line}\n`)
      turn = new Turn(turn)
      awaited.what = () =>
        `after the line ${quoteText(line)} the program neither showed its prompt ${quoteText(prompt)} again nor ended${endOf(turn)}`
      exit = await nextPrompt(running, printed, turn, prompt)
      return said()
    },
    end() {
      awaited.what = () => 'the program did not end although its input had ended'
      running.closeInput()
      return running.exit
    },
  }
}

function endOf(turn: Turn): string {
  const text = turn.text().trimEnd()
  return text === '' ? '; it printed nothing' : `; its output ends with ${quoteText(text.slice(-LONGEST_END))}`
}

/** Characters of an output that a message shows. */
const LONGEST_END = 60

/** Output of a program that has not been read yet. */
class Unread {
  #text: string
  #tell: (() => void) | undefined

  constructor(output: Output) {
    this.#text = output.text()
    output.onChange((added) => {
      this.#text += added
      this.#tell?.()
    })
  }

  take(): string {
    const text = this.#text
    this.#text = ''
    return text
  }

  /** Resolves once there is output. */
  async next(): Promise<'printed'> {
    if (this.#text === '') await new Promise<void>((resolve) => (this.#tell = resolve))
    return 'printed'
  }
}

/** Reads on to the next prompt, or to the end of the program. */
async function nextPrompt(running: Running, printed: Unread, turn: Turn, prompt: string): Promise<Exit | undefined> {
  let isClosed = false
  for (;;) {
    turn.take(printed.take())
    const ends = turn.endsWith(prompt)
    if (ends === 'a line of its own') return undefined
    const next = await nextChange(running, printed, ends === 'yes', !isClosed && turn.text().trim() !== '')
    if (next === 'quiet') return undefined
    if (next === 'idle') {
      running.closeInput()
      isClosed = true
    } else if (next !== 'printed') {
      turn.take(printed.take())
      return next
    }
  }
}

type Change = 'printed' | 'quiet' | 'idle' | Exit

async function nextChange(
  running: Running,
  printed: Unread,
  perhapsPrompted: boolean,
  perhapsOver: boolean,
): Promise<Change> {
  const over = new AbortController()
  const waits: Promise<Change>[] = [printed.next(), running.exit]
  if (perhapsPrompted) waits.push(delay(QUIET, 'quiet' as const, { signal: over.signal }))
  else if (perhapsOver) waits.push(untilIdle(running, over.signal))
  // The losing wait is aborted below and rejects; that rejection is ignored.
  for (const wait of waits) wait.catch(() => undefined)
  try {
    return await Promise.race(waits)
  } finally {
    over.abort()
  }
}

/** Resolves once the program has used no processor time for the rest of the silence. */
async function untilIdle(running: Running, signal: AbortSignal): Promise<'idle'> {
  await delay(SETTLING, undefined, { signal })
  for (;;) {
    const before = await treeUsage([running.pid])
    await delay(SILENCE - SETTLING, undefined, { signal })
    const after = await treeUsage([running.pid])
    if (after.pids.length === before.pids.length && after.cpuSeconds - before.cpuSeconds <= IDLE) return 'idle'
  }
}

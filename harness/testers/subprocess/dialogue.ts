import { setTimeout as delay } from 'node:timers/promises'
import { ExpectationNotMet } from '../../errors.ts'
import type { Dialogue, Exit, Output, Running } from '../../contracts/types.ts'
import { Turn } from './visible-text.ts'
import { faultOfEnd, howItEnded } from '../../lib/processes/exit.ts'

/**
 * Milliseconds without output after which a text that ends like the prompt counts as the prompt. A prompt at the beginning of
 * a line counts at once; elsewhere it could be a piece of a longer text.
 */
const QUIET = 150

/**
 * Talks to a program line by line.
 * @throws ExpectationNotMet if the program ends before its first prompt
 * @throws ProjectFault if the program moves the cursor too much before a prompt
 */
export async function openDialogue(running: Running, prompt: string): Promise<Dialogue> {
  const printed = new Unread(running.stdout)
  let turn = new Turn()
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
      exit = await nextPrompt(running, printed, turn, prompt)
      return said()
    },
    end() {
      running.closeInput()
      return running.exit
    },
  }
}

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
  for (;;) {
    turn.take(printed.take())
    const ends = turn.endsWith(prompt)
    if (ends === 'a line of its own') return undefined
    const next = await nextChange(running, printed, ends === 'yes')
    if (next === 'quiet') return undefined
    if (next !== 'printed') {
      turn.take(printed.take())
      return next
    }
  }
}

async function nextChange(
  running: Running,
  printed: Unread,
  perhapsPrompted: boolean,
): Promise<'printed' | 'quiet' | Exit> {
  const over = new AbortController()
  const waits: Promise<'printed' | 'quiet' | Exit>[] = [printed.next(), running.exit]
  if (perhapsPrompted) waits.push(delay(QUIET, 'quiet' as const, { signal: over.signal }))
  // The losing wait is aborted below and rejects; that rejection is ignored.
  for (const wait of waits) wait.catch(() => undefined)
  try {
    return await Promise.race(waits)
  } finally {
    over.abort()
  }
}

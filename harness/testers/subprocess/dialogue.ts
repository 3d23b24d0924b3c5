import { setTimeout as delay } from 'node:timers/promises'
import { ExpectationNotMet } from '../../errors.ts'
import type { Dialogue, Exit, Output, Running } from '../../types.ts'
import { renditionAfter, visibleText } from './visible-text.ts'

/**
 * A prompt at the beginning of a line is taken at once. Elsewhere it could be a piece of a longer text, so nothing more
 * must follow for this many milliseconds.
 */
const QUIET = 150

/**
 * Talks to a program line by line.
 * @throws ExpectationNotMet where the program ends before its first prompt
 */
export async function openDialogue(running: Running, prompt: string): Promise<Dialogue> {
  const greeting = await nextTurn(running, prompt, 0)
  if (greeting.exit) {
    throw new ExpectationNotMet(`the program ended (${ending(greeting.exit)}) before it showed its prompt`)
  }
  let last: Turn = greeting
  return {
    greeting: greeting.text,
    async send(line) {
      if (last.exit) throw new ExpectationNotMet(`the program has ended (${ending(last.exit)}) and takes no "${line}"`)
      running.write(`${line}\n`)
      last = await nextTurn(running, prompt, last.position)
      return last.text
    },
    end() {
      running.closeInput()
      return running.exit
    },
  }
}

/** What was printed from one prompt to the next, or to the end of the program. */
interface Turn {
  readonly text: string
  /** Where the next turn begins in all that was printed. */
  readonly position: number
  readonly exit?: Exit
}

async function nextTurn(running: Running, prompt: string, from: number): Promise<Turn> {
  const before = renditionAfter(running.stdout.text().slice(0, from))
  for (;;) {
    const printed = running.stdout.text()
    const text = visibleText(printed.slice(from), before)
    const prompted: Turn = { text: text.slice(0, -prompt.length), position: printed.length }
    if (text === prompt || text.endsWith(`\n${prompt}`)) return prompted
    const next = await nextChange(running, text.endsWith(prompt))
    if (next === 'quiet') return prompted
    if (next !== 'printed') {
      const all = running.stdout.text()
      return { text: visibleText(all.slice(from), before), position: all.length, exit: next }
    }
  }
}

async function nextChange(running: Running, perhapsPrompted: boolean): Promise<'printed' | 'quiet' | Exit> {
  const over = new AbortController()
  const waits: Promise<'printed' | 'quiet' | Exit>[] = [nextOutput(running.stdout, over.signal), running.exit]
  if (perhapsPrompted) waits.push(delay(QUIET, 'quiet' as const, { signal: over.signal }))
  // The wait that loses is told so below and rejects, which nobody needs to hear.
  for (const wait of waits) wait.catch(() => undefined)
  try {
    return await Promise.race(waits)
  } finally {
    over.abort()
  }
}

function nextOutput(output: Output, signal: AbortSignal): Promise<'printed'> {
  return new Promise((resolve) => {
    const stop = output.onChange(() => {
      stop()
      resolve('printed')
    })
    signal.addEventListener('abort', stop, { once: true })
  })
}

function ending(exit: Exit): string {
  return exit.cause ?? (exit.code === null ? String(exit.signal) : `exit code ${String(exit.code)}`)
}

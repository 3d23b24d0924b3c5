import { setTimeout as delay } from 'node:timers/promises'
import { Unmet } from '../../unmet.ts'
import { answersOf, within, type Acting, type PointOfWindow, type Usable } from './ask.ts'
import { clickAt, typeKeys } from './typing.ts'

/** Whether a page asks, and where to answer. */
interface PageQuestion extends Partial<Usable> {
  readonly asked: boolean
  readonly name?: string
  /** A word that has to be typed first, into the field at `point`. */
  readonly word?: string
  /** Whether the page offers to undo what was done, and where to close that offer. */
  readonly undo?: boolean
  readonly dismiss?: PointOfWindow
}

const PAUSES = [15, 30, 60, 100]
/** Milliseconds until the timer of a page counts as one that will not ask a question. */
const SOON = 500
/** Milliseconds in which a page must ask, even if it never rests, and in which it must take an answer. */
const LONGEST = 4000
/** Most questions about one act: "Delete?", then "Really?". */
const MOST_QUESTIONS = 3
/** Milliseconds for which an offer to undo is waited out. */
const LONGEST_UNDO = 12_000

/**
 * Does something about which a page may ask first, and answers its question like that of the browser: a dialogue, a line with two
 * buttons, a page of its own, or a button that has to be pressed again. Nothing is pressed that was there before, and nothing that
 * has no counterpart which says no.
 */
export async function confirming(act: () => Promise<unknown>, answer: 'yes' | 'no', acting: Acting): Promise<void> {
  await answersOf(acting.page, { ask: 'remember-controls' })
  await act()
  for (let count = 0; count < MOST_QUESTIONS; count += 1) {
    const question = await questionSoon(answer, acting)
    if (question?.asked !== true) {
      if (question?.undo === true) await waitOut(question, acting)
      return
    }
    await answerQuestion(question, answer, acting)
    if (answer === 'no') return
  }
}

async function ask(answer: 'yes' | 'no', { page }: Acting): Promise<PageQuestion | undefined> {
  const [found] = await answersOf<PageQuestion>(page, { ask: 'question', yes: answer === 'yes' })
  return found
}

/** The question of the page, once it can be answered; the last look if nothing is pending that could ask one. */
async function questionSoon(answer: 'yes' | 'no', acting: Acting): Promise<PageQuestion | undefined> {
  const began = performance.now()
  for (let look = 0; ; look += 1) {
    const pending = await isPending(acting)
    const question = await ask(answer, acting)
    const late = performance.now() - began > LONGEST
    if (question?.asked === true && (question.problem === '' || late)) return question
    if (question?.asked !== true && question !== undefined && (!pending || late)) return question
    if (late && question === undefined) return undefined
    await delay(PAUSES[Math.min(look, PAUSES.length - 1)] ?? 0)
  }
}

/** Whether something goes on that may end with a question. What moves by itself does not. */
async function isPending({ stillness }: Acting): Promise<boolean> {
  const { live, next } = await stillness.stateDuringAction()
  const busy = ['an open request', 'a navigation', 'a document that still loads', 'a view transition']
  return busy.some((reason) => live.includes(reason)) || (next >= 0 && next < SOON)
}

async function answerQuestion(question: PageQuestion, answer: 'yes' | 'no', acting: Acting): Promise<void> {
  const { page } = acting
  if (question.problem !== '' || question.point === undefined) {
    const { name = '', problem = '' } = question
    throw new Unmet(() => `The page asks, but its button "${name}" cannot be pressed: it is ${problem}`)
  }
  await clickAt(page, { problem: '', point: question.point })
  if (question.word !== undefined) {
    await typeKeys(page, question.word)
    const next = await questionSoon(answer, acting)
    return next?.asked === true ? answerQuestion(next, answer, acting) : undefined
  }
  // The question goes away, perhaps slowly.
  await within(LONGEST, async () => {
    const now = await ask(answer, acting)
    return now !== undefined && (!now.asked || now.name !== question.name) ? true : undefined
  })
}

/** Closes an offer to undo, or waits until it is gone: some pages do what was asked only then. */
async function waitOut({ dismiss }: PageQuestion, acting: Acting): Promise<void> {
  if (dismiss !== undefined) await clickAt(acting.page, { problem: '', point: dismiss })
  await within(LONGEST_UNDO, async () => {
    const now = await ask('yes', acting)
    return now?.undo !== true && !(await isPending(acting)) ? true : undefined
  })
}

import type { Locator } from '@playwright/test'
import { selectorOf } from '../expectations/selector-parts.ts'
import type { StepOfCalls } from '../evidence/call-log.ts'
import type { PageRecord } from '../record.ts'
import type { Acting } from './ask.ts'
import { setBox } from './boxes.ts'
import { choose, chosenIn, offeredIn, pick } from './choices.ts'
import { confirming } from './confirming.ts'
import { typeInto } from './typing.ts'

export interface PersonParts extends Acting {
  readonly record: PageRecord
  /** Records several calls as one action of a person. */
  readonly step: <T>(about: StepOfCalls, calls: () => Promise<T>) => Promise<T>
}

/** Acts on the trial's page as a person would. All testcodes type, tick, choose and confirm through it. */
export class Person {
  readonly #parts: PersonParts

  constructor(parts: PersonParts) {
    this.#parts = parts
  }

  /**
   * Types into a field, in place of what it holds.
   * @param pick Sets the value of a field whose value is picked in a window of the browser
   */
  fill(locator: Locator, text: string, pick: () => Promise<unknown>): Promise<void> {
    const { record } = this.#parts
    return this.#step({ method: 'fill', value: text }, locator, () =>
      typeInto(locator, text, {
        ...this.#parts,
        pick,
        choose: () => choose(locator, text, this.#parts),
        answerPrompt: (answer, act) => record.answeringPrompt(answer, act),
      }),
    )
  }

  setChecked(locator: Locator, on: boolean): Promise<void> {
    return this.#step({ method: on ? 'check' : 'uncheck' }, locator, () => setBox(locator, on, this.#parts))
  }

  choose(list: Locator, text?: string | RegExp): Promise<void> {
    return text === undefined ? pick(list, this.#parts) : choose(list, text, this.#parts)
  }

  chosen(list: Locator): Promise<string> {
    return chosenIn(list)
  }

  offered(list: Locator): Promise<readonly string[]> {
    return offeredIn(list, this.#parts)
  }

  async confirming(act: () => Promise<unknown>, answer: 'yes' | 'no' = 'yes'): Promise<void> {
    const { record } = this.#parts
    record.confirms = answer === 'yes'
    try {
      await confirming(act, answer, this.#parts)
    } finally {
      record.confirms = true
    }
  }

  #step<T>(about: StepOfCalls, locator: Locator, calls: () => Promise<T>): Promise<T> {
    return this.#parts.step({ ...about, selector: selectorOf(locator), acts: true }, calls)
  }
}

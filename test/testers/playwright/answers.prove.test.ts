/** The other cases of answers.integration.test.ts. */
import { describe } from 'vitest'
import { IN_EVERY_RUN, itJudgesTexts } from './answers-cases.ts'

describe('the text of an answer', () => {
  itJudgesTexts((name) => !IN_EVERY_RUN.includes(name))
})

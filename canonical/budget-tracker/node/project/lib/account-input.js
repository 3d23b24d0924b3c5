/** Checks what a user typed before it becomes an account. */
import { parseMoney } from './money.js'

export const MAX_LENGTH = 200

/** Says what is wrong with a name, or gives undefined; the message contains the word "name". */
function nameProblem(name, accounts) {
  if (name === '') return 'Please enter a name.'
  if (name.length > MAX_LENGTH) return `The name may have at most ${MAX_LENGTH} characters.`
  return accounts.some((account) => account.name === name) ? 'There is an account of this name already.' : undefined
}

/** Turns a submitted form into the values of an account and the list of what is wrong with them. */
export function readAccount(form, accounts) {
  const name = (form.get('name') ?? '').trim()
  const typed = (form.get('opening') ?? '').trim()
  const opening = typed === '' ? 0 : parseMoney(typed)
  const problems = [
    nameProblem(name, accounts),
    opening === undefined ? 'The opening balance must be a sum such as 250 or -12.50.' : undefined,
  ]
  return { values: { name, opening }, typed: { name, opening: typed }, problems: problems.filter(Boolean) }
}

/** Checks what a user typed before it becomes a transaction or a transfer. */
import { isDate } from './calendar.js'
import { MAX_LENGTH } from './account-input.js'
import { parseMoney } from './money.js'

/** The kinds of a transaction, with the sign that its amount has for the account. */
export const KINDS = { expense: { name: 'Expense', sign: -1 }, income: { name: 'Income', sign: 1 } }

/** The category of both entries of a transfer. */
const TRANSFER_CATEGORY = 'Transfer'

/** Says what is wrong with a date, or gives undefined; the message contains the word "date". */
function dateProblem(date) {
  return isDate(date) ? undefined : 'Please choose a date.'
}

/** Says what is wrong with a category, or gives undefined; the message contains the word "category". */
function categoryProblem(category) {
  if (category === '') return 'Please enter a category.'
  return category.length > MAX_LENGTH ? `The category may have at most ${MAX_LENGTH} characters.` : undefined
}

/** Says what is wrong with an amount, or gives undefined; the message contains the word "amount". */
function amountProblem(cents) {
  if (cents === undefined) return 'Please enter an amount with at most two decimals.'
  return cents <= 0 ? 'The amount must be above zero.' : undefined
}

/** Says what is wrong with the choice of an account, or gives undefined; the message contains the word "account". */
function accountProblem(account) {
  return account === undefined ? 'Please choose an account.' : undefined
}

/** Takes the texts of some fields out of a form, without the spaces around them. */
function textsOf(form, names) {
  return Object.fromEntries(names.map((name) => [name, (form.get(name) ?? '').trim()]))
}

/** Turns a submitted form into the one entry of a transaction and the list of what is wrong with it. */
export function readTransaction(form, store) {
  const typed = textsOf(form, ['date', 'account', 'kind', 'category', 'amount', 'note'])
  const kind = Object.hasOwn(KINDS, typed.kind) ? typed.kind : 'expense'
  const cents = parseMoney(typed.amount)
  const problems = [
    dateProblem(typed.date),
    accountProblem(store.account(typed.account)),
    categoryProblem(typed.category),
    amountProblem(cents),
    typed.note.length > MAX_LENGTH ? `The note may have at most ${MAX_LENGTH} characters.` : undefined,
  ]
  const { date, account: accountId, category, note } = typed
  const entries = [{ kind, date, accountId, category, note, cents: KINDS[kind].sign * cents }]
  return { entries, typed, problems: problems.filter(Boolean) }
}

/** Turns a submitted form into the two entries of a transfer and the list of what is wrong with it. */
export function readTransfer(form, store) {
  const typed = textsOf(form, ['date', 'from', 'to', 'amount'])
  const cents = parseMoney(typed.amount)
  const problems = [
    dateProblem(typed.date),
    accountProblem(store.account(typed.from)) ?? accountProblem(store.account(typed.to)),
    typed.from === typed.to ? 'Please choose another account for the money to go to.' : undefined,
    amountProblem(cents),
  ]
  const common = { kind: 'transfer', date: typed.date, category: TRANSFER_CATEGORY, note: '' }
  const entries = [
    { ...common, accountId: typed.from, cents: -cents },
    { ...common, accountId: typed.to, cents },
  ]
  return { entries, typed, problems: problems.filter(Boolean) }
}

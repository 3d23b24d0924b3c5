/** Checks what was typed. */
import { isDate } from './calendar.js'
import { parseMoney } from './money.js'

export const MAX_LENGTH = 200
export const KINDS = ['Call', 'Meeting', 'Letter']

/** An @ between two other characters, without spaces. */
const EMAIL = /^[^\s@]+@[^\s@]+$/

/** Says what is wrong with a text that must not be blank, or gives undefined; the message contains the given word. */
function textProblem(word, text) {
  if (text === '') return `Please enter a ${word}.`
  return text.length > MAX_LENGTH ? `The ${word} may have at most ${MAX_LENGTH} characters.` : undefined
}

/** Takes the texts of some fields out of a form, without the spaces around them. */
function textsOf(form, names) {
  return Object.fromEntries(names.map((name) => [name, (form.get(name) ?? '').trim()]))
}

/** Says that something of the lists has to be chosen, or gives undefined. */
function choiceProblem(word, chosen) {
  return chosen === undefined ? `Please choose a ${word}.` : undefined
}

/** Reads a company from a form; the one with the given id may keep its name. */
export function readCompany(form, store, id) {
  const typed = textsOf(form, ['name', 'city'])
  const taken = store.otherNamed(typed.name, id)
  const problems = [
    textProblem('name', typed.name),
    taken === undefined ? undefined : 'There is a company of this name already.',
    typed.city.length > MAX_LENGTH ? `The city may have at most ${MAX_LENGTH} characters.` : undefined,
  ]
  return { values: typed, typed, problems: problems.filter(Boolean) }
}

/** Reads a contact from a form. */
export function readContact(form, store) {
  const typed = textsOf(form, ['name', 'email', 'company'])
  const problems = [
    textProblem('name', typed.name),
    EMAIL.test(typed.email) && typed.email.length <= MAX_LENGTH ? undefined : 'Please enter a valid email.',
    choiceProblem('company', store.find('companies', typed.company)),
  ]
  const values = { name: typed.name, email: typed.email, companyId: typed.company }
  return { values, typed, problems: problems.filter(Boolean) }
}

/** Reads a deal from a form; it begins as a Lead. */
export function readDeal(form, store) {
  const typed = textsOf(form, ['title', 'company', 'value'])
  const cents = parseMoney(typed.value)
  const problems = [
    textProblem('title', typed.title),
    choiceProblem('company', store.find('companies', typed.company)),
    cents > 0 ? undefined : 'Please enter a value above zero, with at most two decimals.',
  ]
  const values = { title: typed.title, companyId: typed.company, cents, stage: 'Lead' }
  return { values, typed, problems: problems.filter(Boolean) }
}

/** Reads an activity from a form; it is open at first. */
export function readActivity(form, store) {
  const typed = textsOf(form, ['contact', 'kind', 'date', 'note'])
  const problems = [
    choiceProblem('contact', store.find('contacts', typed.contact)),
    KINDS.includes(typed.kind) ? undefined : 'Please choose a kind.',
    isDate(typed.date) ? undefined : 'Please choose a date.',
    textProblem('note', typed.note),
  ]
  const { contact: contactId, kind, date, note } = typed
  return { values: { contactId, kind, date, note, done: false }, typed, problems: problems.filter(Boolean) }
}

'use strict';

// What is allowed, how things are compared, and how money is read and written.

const store = require('./store');

const STAGES = ['Lead', 'Offer', 'Won', 'Lost'];
const NEXT_STAGE = { Lead: 'Offer', Offer: 'Won' };
const KINDS = ['Call', 'Meeting', 'Letter'];

const collator = new Intl.Collator('en', { sensitivity: 'base' });
const byName = (a, b) => collator.compare(a.name.trim(), b.name.trim()) || a.id - b.id;
const byDate = (a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id - b.id);

/** The same for texts that differ in case only. */
const foldCase = (text) => text.toLowerCase().toUpperCase();
const isBlank = (text) => text.trim() === '';

const isOpenDeal = (deal) => deal.stage in NEXT_STAGE;

/** "1234.5" -> "123450" (cents); null for what is no sum of money above zero. */
function parseValue(text) {
  const match = /^\+?(?:(\d+)(?:\.(\d{0,2}))?|\.(\d{1,2}))$/.exec(text.trim());
  if (!match) return null;
  const cents = BigInt((match[1] || '') + (match[2] || match[3] || '').padEnd(2, '0'));
  return cents > 0n ? cents.toString() : null;
}

/** "123450" (cents) -> "1234.50" */
function formatValue(cents) {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The sum of the values of deals, formatted. */
const sumOf = (deals) => formatValue(deals.reduce((sum, deal) => sum + BigInt(deal.value), 0n));

function isDate(text) {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

// Each of these gives a list of messages, empty if all is well.

function problemsOfCompany({ name }, self) {
  if (isBlank(name)) return ['Please enter a name.'];
  const key = foldCase(name.trim());
  const taken = store.all('companies').some((other) => other !== self && foldCase(other.name.trim()) === key);
  return taken ? ['There is already a company of this name.'] : [];
}

function problemsOfContact({ name, email, company }) {
  const problems = [];
  if (isBlank(name)) problems.push('Please enter a name.');
  if (!/[^@]@[^@]/.test(email.trim())) problems.push('Please enter an email address such as ann@example.org.');
  if (!store.find('companies', company)) problems.push('Please choose a company.');
  return problems;
}

function problemsOfDeal({ title, company, value }) {
  const problems = [];
  if (isBlank(title)) problems.push('Please enter a title.');
  if (!store.find('companies', company)) problems.push('Please choose a company.');
  if (!parseValue(value)) problems.push('Please enter a value above zero with no more than two decimals, such as 1234.50.');
  return problems;
}

function problemsOfActivity({ contact, kind, date, note }) {
  const problems = [];
  if (!store.find('contacts', contact)) problems.push('Please choose a contact.');
  if (!KINDS.includes(kind)) problems.push('Please choose Call, Meeting or Letter.');
  if (!isDate(date)) problems.push('Please enter a date.');
  if (isBlank(note)) problems.push('Please write a note.');
  return problems;
}

module.exports = {
  STAGES, NEXT_STAGE, KINDS, byName, byDate, foldCase, isOpenDeal, parseValue, formatValue, sumOf,
  problemsOfCompany, problemsOfContact, problemsOfDeal, problemsOfActivity,
};

import { add, compare, multiply, parseDecimal, whole, ZERO } from './decimal.js';

export const MEALS = ['Breakfast', 'Lunch', 'Dinner', 'Snack'];

export const sameName = (a, b) =>
  a.trim().normalize('NFC').toLowerCase() === b.trim().normalize('NFC').toLowerCase();

export const byName = (a, b) =>
  a.name.trim().toLowerCase().localeCompare(b.name.trim().toLowerCase(), 'en');

export function caloriesValid(text) {
  const value = parseDecimal(text);
  return value !== null && compare(value, ZERO) >= 0 && compare(value, whole(900)) <= 0;
}

export function amountValid(text) {
  const value = parseDecimal(text);
  return value !== null && compare(value, ZERO) > 0 && compare(value, whole(5000)) <= 0;
}

/** The goal that a text means, or null. */
export function parseGoal(text) {
  const trimmed = String(text ?? '').trim();
  if (!/^\d+$/.test(trimmed)) return null;
  const goal = Number(trimmed);
  return goal >= 1 && goal <= 9999 ? goal : null;
}

/** What an entry has, exactly. */
export function entryCalories(entry) {
  const product = multiply(parseDecimal(entry.amount), parseDecimal(entry.calories));
  return { n: product.n, e: product.e + 2 };
}

export const total = (entries) => entries.map(entryCalories).reduce(add, ZERO);

// Days are texts like 2031-05-09.

function toDate(day) {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '');
  if (!match) return null;
  const date = new Date(0);
  date.setUTCFullYear(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return toDay(date) === day ? date : null;
}

const pad = (number, length) => String(number).padStart(length, '0');

const toDay = (date) =>
  `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1, 2)}-${pad(date.getUTCDate(), 2)}`;

export const isDay = (day) => toDate(day) !== null;

/** The seven days from Monday to Sunday around a day. */
export function weekOf(day) {
  const date = toDate(day);
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => {
    const other = new Date(date);
    other.setUTCDate(other.getUTCDate() - sinceMonday + index);
    return toDay(other);
  });
}

/** Today where the reader is. */
export function today() {
  const now = new Date();
  return `${pad(now.getFullYear(), 4)}-${pad(now.getMonth() + 1, 2)}-${pad(now.getDate(), 2)}`;
}

export const MONTH_NAMES = [
  'January', 'February', 'March', 'April', 'May', 'June',
  'July', 'August', 'September', 'October', 'November', 'December',
];
export const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

// A month is { year, month } with month from 0 to 11.
export function thisMonth() {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() };
}

export function monthOf(date) {
  const [year, month] = date.split('-').map(Number);
  return { year, month: month - 1 };
}

export function shifted({ year, month }, by) {
  const index = year * 12 + month + by;
  return { year: Math.floor(index / 12), month: index % 12 };
}

export function monthName({ year, month }) {
  return `${MONTH_NAMES[month]} ${year}`;
}

const padded = (number, length) => String(number).padStart(length, '0');

export function monthKey({ year, month }) {
  return `${padded(year, 4)}-${padded(month + 1, 2)}`;
}

function utc(year, month, day) {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day); // unlike Date.UTC, this takes years below 100 as they are
  return date;
}

// The weeks from Monday to Sunday; null stands for a day of another month.
export function weeksOf(shown) {
  const { year, month } = shown;
  const before = (utc(year, month, 1).getUTCDay() + 6) % 7;
  const length = utc(year, month + 1, 0).getUTCDate();
  const cells = Array(before).fill(null);
  for (let day = 1; day <= length; day += 1) {
    cells.push({ number: day, date: `${monthKey(shown)}-${padded(day, 2)}` });
  }
  while (cells.length % 7) cells.push(null);
  const weeks = [];
  for (let start = 0; start < cells.length; start += 7) weeks.push(cells.slice(start, start + 7));
  return weeks;
}

// The rules for an appointment, used by the browser (quick answers) and by the server (which decides).
export function isDate(text) {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '');
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return year > 0 && date.getUTCFullYear() === year
    && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

export function isTime(text) {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text ?? '');
}

export function appointmentError({ title, date, time }) {
  const missing = [];
  if (typeof title !== 'string' || title.trim() === '') missing.push('title');
  if (!isDate(date)) missing.push('date');
  if (!isTime(time)) missing.push('time');
  if (missing.length === 0) return '';
  const last = missing.pop();
  return `Please enter a ${missing.length ? `${missing.join(', a ')} and a ${last}` : last}.`;
}

// The rules for a task, used by the browser (quick answers) and by the server (which decides).
export const PRIORITIES = ['low', 'normal', 'high'];

export function isBlank(text) {
  return typeof text !== 'string' || text.trim() === '';
}

export function isDate(text) {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '');
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

export function newTaskError({ title, due }) {
  const noTitle = isBlank(title);
  const noDate = !isDate(due);
  if (noTitle && noDate) return 'Please enter a title and a due date.';
  if (noTitle) return 'Please enter a title.';
  if (noDate) return 'Please enter a due date.';
  return '';
}

export function titleError(title) {
  return isBlank(title) ? 'Please enter a title.' : '';
}

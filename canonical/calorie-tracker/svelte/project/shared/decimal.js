// Exact decimal arithmetic, so that sums are rounded only where they are shown.
// A decimal is { n, e } and means n / 10^e.

const PATTERN = /^(-?)(?:(\d+)(?:\.(\d*))?|\.(\d+))$/;

export const ZERO = { n: 0n, e: 0 };

/** The decimal that a text means, or null if it is not a plain number. */
export function parseDecimal(text) {
  const match = PATTERN.exec(String(text ?? '').trim());
  if (!match) return null;
  const whole = match[2] ?? '';
  const fraction = match[3] ?? match[4] ?? '';
  const n = BigInt(whole + fraction || '0');
  return { n: match[1] ? -n : n, e: fraction.length };
}

export const whole = (number) => ({ n: BigInt(number), e: 0 });

function align(a, b) {
  const e = Math.max(a.e, b.e);
  return [a.n * 10n ** BigInt(e - a.e), b.n * 10n ** BigInt(e - b.e), e];
}

export function add(a, b) {
  const [x, y, e] = align(a, b);
  return { n: x + y, e };
}

export function subtract(a, b) {
  const [x, y, e] = align(a, b);
  return { n: x - y, e };
}

export const multiply = (a, b) => ({ n: a.n * b.n, e: a.e + b.e });

export function compare(a, b) {
  const [x, y] = align(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** The decimal (not negative) divided by a count, as a whole number, halves rounded up. */
export function show(a, count = 1) {
  const d = BigInt(count) * 10n ** BigInt(a.e);
  return String((2n * a.n + d) / (2n * d));
}

/** a / b as an ordinary number, for drawing. */
export function ratio(a, b) {
  const [x, y] = align(a, b);
  return y === 0n ? 0 : Number((x * 1000000n) / y) / 1000000;
}

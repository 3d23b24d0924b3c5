'use strict';

// Exact decimal arithmetic on BigInt, so that results are rounded as on paper.

const CURRENCIES = ['EUR', 'USD', 'GBP', 'JPY', 'CHF'];
const RATE_CURRENCIES = CURRENCIES.filter((code) => code !== 'EUR');

const placesOf = (code) => (code === 'JPY' ? 0 : 2);

/** "12.50" -> { digits: 1250n, places: 2 }; null for what is not a plain number of zero or more. */
function parseDecimal(text) {
  if (typeof text !== 'string') return null;
  const match = /^\+?(?:(\d+)(?:\.(\d*))?|\.(\d+))$/.exec(text.trim());
  if (!match) return null;
  const fraction = match[2] || match[3] || '';
  return { digits: BigInt((match[1] || '') + fraction), places: fraction.length };
}

/** top / bottom, rounded half up and written with the given number of decimals. */
function formatQuotient(top, bottom, places) {
  const scaled = top * 10n ** BigInt(places);
  const rounded = ((2n * scaled + bottom) / (2n * bottom)).toString();
  if (places === 0) return rounded;
  const padded = rounded.padStart(places + 1, '0');
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

/** What one `from` is worth in `to`, as a fraction. */
function rateBetween(rates, from, to) {
  const worth = (code) => (code === 'EUR' ? { digits: 1n, places: 0 } : parseDecimal(rates[code]));
  const source = worth(from);
  const target = worth(to);
  return {
    top: target.digits * 10n ** BigInt(source.places),
    bottom: source.digits * 10n ** BigInt(target.places),
  };
}

/** Converts the amount; { result: "110.00 USD", rate: "1 EUR = 1.1000 USD" }. */
function convert(rates, amount, from, to) {
  const rate = rateBetween(rates, from, to);
  const result = formatQuotient(
    amount.digits * rate.top,
    10n ** BigInt(amount.places) * rate.bottom,
    placesOf(to),
  );
  return {
    result: `${result} ${to}`,
    rate: `1 ${from} = ${formatQuotient(rate.top, rate.bottom, 4)} ${to}`,
  };
}

module.exports = { CURRENCIES, RATE_CURRENCIES, parseDecimal, convert };

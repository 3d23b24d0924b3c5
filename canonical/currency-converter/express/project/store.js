'use strict';

const fs = require('fs');
const path = require('path');
const { RATE_CURRENCIES, parseDecimal } = require('./money');

const FILE = path.join(__dirname, 'data', 'data.json');
const HISTORY_LENGTH = 5;

// rates: what one EUR is worth, as typed; history: the lines of the last conversions, the latest first
const data = {
  rates: { USD: '1.10', GBP: '0.85', JPY: '160', CHF: '0.95' },
  history: [],
};

try {
  const kept = JSON.parse(fs.readFileSync(FILE, 'utf8'));
  for (const code of RATE_CURRENCIES) {
    const rate = parseDecimal(kept.rates[code]);
    if (rate && rate.digits > 0n) data.rates[code] = kept.rates[code];
  }
  data.history = kept.history.filter((line) => typeof line === 'string').slice(0, HISTORY_LENGTH);
} catch (error) {
  if (error.code !== 'ENOENT') console.error(`Cannot read ${FILE}:`, error.message);
}

function save() {
  try {
    fs.mkdirSync(path.dirname(FILE), { recursive: true });
    fs.writeFileSync(`${FILE}.new`, JSON.stringify(data, null, 2));
    fs.renameSync(`${FILE}.new`, FILE);
  } catch (error) {
    console.error(`Cannot write ${FILE}:`, error.message);
  }
}

module.exports = {
  rates: () => data.rates,
  history: () => data.history,
  setRates(rates) {
    data.rates = rates;
    save();
  },
  addToHistory(line) {
    data.history = [line, ...data.history].slice(0, HISTORY_LENGTH);
    save();
  },
};

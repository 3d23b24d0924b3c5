'use strict';

const path = require('path');
const express = require('express');
const { CURRENCIES, RATE_CURRENCIES, parseDecimal, convert } = require('./money');
const store = require('./store');
const { converterPage, ratesPage, notFoundPage } = require('./pages');

const app = express();
app.disable('x-powered-by');
app.use(express.static(path.join(__dirname, 'public')));
app.use((req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
});
app.use(express.json());

app.get('/', (req, res) => {
  res.send(converterPage(store.history()));
});

app.get('/rates', (req, res) => {
  res.send(ratesPage(store.rates()));
});

app.post('/api/conversions', (req, res) => {
  const { amount, from, to } = req.body || {};
  const parsed = parseDecimal(amount);
  if (!parsed) {
    return res.status(422).json({ message: 'Please enter an amount of zero or more, such as 100 or 12.50.' });
  }
  if (!CURRENCIES.includes(from) || !CURRENCIES.includes(to)) {
    return res.status(422).json({ message: 'Please choose two of the listed currencies.' });
  }
  const { result, rate } = convert(store.rates(), parsed, from, to);
  store.addToHistory(`${amount.trim()} ${from} = ${result}`);
  res.status(201).json({ result, rate, history: store.history() });
});

app.put('/api/rates', (req, res) => {
  const typed = req.body || {};
  const rates = {};
  const wrong = [];
  for (const code of RATE_CURRENCIES) {
    const rate = parseDecimal(typed[code]);
    if (rate && rate.digits > 0n) rates[code] = typed[code].trim();
    else wrong.push(code);
  }
  if (wrong.length) {
    return res.status(422).json({
      message: `Please enter a rate above zero, such as 1.25, for ${wrong.join(', ')}. Nothing has been changed.`,
    });
  }
  store.setRates(rates);
  res.json({ message: 'Your changes have been saved.' });
});

app.use((req, res) => {
  res.status(404).send(notFoundPage());
});

// eslint-disable-next-line no-unused-vars
app.use((error, req, res, next) => {
  const status = error.status >= 400 && error.status < 500 ? error.status : 500;
  if (status === 500) console.error(error);
  res.status(status).json({ message: 'The server could not handle this.' });
});

const port = Number(process.env.PORT) || 8000;
app.listen(port, () => console.log(`Currency converter on http://localhost:${port}/`));

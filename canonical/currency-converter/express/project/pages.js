'use strict';

const { CURRENCIES, RATE_CURRENCIES } = require('./money');

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text) => String(text).replace(/[&<>"']/g, (c) => ESCAPES[c]);

const layout = (title, script, body) => `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/style.css">
${script ? `  <script src="/${script}" defer></script>\n` : ''}</head>
<body>
  <main id="page" class="page">
    <h1 id="page-title" class="page-title">${title}</h1>
${body}
  </main>
</body>
</html>
`;

function currencyList(name, label, chosen) {
  const options = CURRENCIES.map((code) => `
          <option id="${name}-currency-${code.toLowerCase()}" class="currency-option" value="${code}"${code === chosen ? ' selected' : ''}>${code}</option>`);
  return `<label id="${name}-currency-label" class="currency-label" for="${name}-currency">${label}</label>
        <select id="${name}-currency" class="currency" name="${name}">${options.join('')}
        </select>`;
}

function converterPage(history) {
  const lines = history.map((line, i) => `
      <li id="conversion-${i + 1}" class="conversion">${escape(line)}</li>`);
  return layout('Currency converter', 'converter.js', `
    <form id="converter-form" class="converter-form" novalidate autocomplete="off">
      <div class="field">
        <label id="amount-label" class="amount-label" for="amount">Amount</label>
        <input id="amount" class="amount" name="amount" type="text" inputmode="decimal" aria-describedby="message">
      </div>
      <div class="field">
        ${currencyList('from', 'From', 'EUR')}
      </div>
      <div class="field">
        ${currencyList('to', 'To', 'USD')}
      </div>
      <div class="buttons">
        <button id="convert-button" class="convert-button" type="submit">Convert</button>
        <button id="swap-button" class="swap-button" type="button">Swap currencies</button>
      </div>
    </form>

    <div id="outcome" class="outcome" aria-live="polite" hidden>
      <p id="result" class="result"></p>
      <p id="rate" class="rate"></p>
    </div>
    <p id="message" class="message error" role="alert" hidden></p>

    <h2 id="history-title" class="history-title">Last conversions</h2>
    <p id="no-conversions" class="no-conversions"${history.length ? ' hidden' : ''}>Nothing has been converted yet.</p>
    <ul id="history" class="history">${lines.join('')}
    </ul>

    <p><a id="rates-link" class="rates-link" href="/rates">Change the exchange rates</a></p>`);
}

function ratesPage(rates) {
  const fields = RATE_CURRENCIES.map((code) => {
    const id = `${code.toLowerCase()}-rate`;
    return `
      <div class="field">
        <label id="${id}-label" class="rate-label" for="${id}">1 EUR in ${code}</label>
        <input id="${id}" class="rate-field" name="${code}" type="text" inputmode="decimal" value="${escape(rates[code])}" aria-describedby="message">
      </div>`;
  });
  return layout('Exchange rates', 'rates.js', `
    <p id="introduction" class="introduction">How much one EUR is worth in each of the other currencies.</p>
    <form id="rates-form" class="rates-form" novalidate autocomplete="off">${fields.join('')}
      <button id="save-button" class="save-button" type="submit">Save</button>
    </form>
    <p id="message" class="message" role="status" hidden></p>

    <p><a id="converter-link" class="converter-link" href="/">Back to the converter</a></p>`);
}

const notFoundPage = () => layout('Page not found', '', `
    <p id="message" class="message error">There is no such page.</p>
    <p><a id="converter-link" class="converter-link" href="/">To the converter</a></p>`);

module.exports = { converterPage, ratesPage, notFoundPage };

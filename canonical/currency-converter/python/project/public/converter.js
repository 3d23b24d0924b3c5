import { call, h, labelled } from './tools.js';

const CURRENCIES = ['EUR', 'USD', 'GBP', 'JPY', 'CHF'];

function currencyList(id, chosen) {
  return h('select', { id, class: id },
    ...CURRENCIES.map((code) => h('option', { value: code, selected: code === chosen }, code)));
}

export function converterPage() {
  const amount = h('input', { id: 'amount', class: 'amount', type: 'text', inputmode: 'decimal', autocomplete: 'off' });
  const from = currencyList('from-currency', 'EUR');
  const to = currencyList('to-currency', 'USD');
  const outcome = h('div', { id: 'outcome', class: 'outcome', 'aria-live': 'polite' });
  const history = h('div', { id: 'history', class: 'history' });
  let waiting = false;

  // A result is not left standing beside other input than its own.
  const clearOutcome = () => outcome.replaceChildren();

  function showError(message) {
    outcome.replaceChildren(h('p', { id: 'amount-message', class: 'message amount-message', role: 'alert' }, message));
  }

  function showConversion(conversion) {
    outcome.replaceChildren(
      h('p', { id: 'result', class: 'result' }, `${conversion.result} ${conversion.to}`),
      h('p', { id: 'rate', class: 'rate' }, `1 ${conversion.from} = ${conversion.rate} ${conversion.to}`),
    );
  }

  function showHistory(conversions) {
    history.replaceChildren(conversions.length === 0
      ? h('p', { id: 'no-conversions', class: 'hint no-conversions' }, 'Nothing has been converted yet.')
      : h('ol', { id: 'conversion-list', class: 'conversion-list' },
        ...conversions.map((conversion, index) => h('li', { id: `conversion-${index + 1}`, class: 'conversion' },
          `${conversion.amount} ${conversion.from} = ${conversion.result} ${conversion.to}`))));
  }

  async function convert(event) {
    event.preventDefault();
    if (waiting) return; // a double click converts once
    waiting = true;
    clearOutcome();
    try {
      const answer = await call('POST', '/api/conversions', { amount: amount.value, from: from.value, to: to.value });
      showConversion(answer.conversion);
      showHistory(answer.conversions);
    } catch (error) {
      showError(error.message);
    } finally {
      waiting = false;
    }
  }

  function swap() {
    [from.value, to.value] = [to.value, from.value];
    clearOutcome();
  }

  call('GET', '/api/conversions').then(
    ({ conversions }) => { if (!history.hasChildNodes()) showHistory(conversions); },
    (error) => history.replaceChildren(h('p', { id: 'history-message', class: 'message history-message', role: 'alert' }, error.message)),
  );

  return [
    h('header', { class: 'page-header' },
      h('h1', { id: 'page-heading', class: 'page-heading' }, 'Currency converter'),
      h('nav', {}, h('a', { id: 'rates-link', class: 'page-link rates-link', href: '#/rates' }, 'Exchange rates'))),
    h('section', { class: 'card' },
      h('form', { id: 'converter-form', class: 'converter-form', novalidate: true, onsubmit: convert, oninput: clearOutcome },
        labelled('Amount', amount),
        labelled('From', from),
        h('button', { id: 'swap', class: 'swap', type: 'button', onclick: swap }, 'Swap'),
        labelled('To', to),
        h('button', { id: 'convert', class: 'primary convert', type: 'submit' }, 'Convert')),
      outcome),
    h('section', { class: 'card' },
      h('h2', { id: 'history-heading', class: 'history-heading' }, 'Last conversions'),
      history),
  ];
}

import { call, h, labelled } from './tools.js';

const CODES = ['USD', 'GBP', 'JPY', 'CHF'];

export function ratesPage() {
  const content = h('section', { class: 'card' }, h('p', { id: 'loading', class: 'hint loading' }, 'Loading…'));

  const message = (id, kind, role, text) => h('p', { id, class: `${kind} ${id}`, role }, text);

  function showForm(rates) {
    const fields = Object.fromEntries(CODES.map((code) => {
      const id = `rate-${code.toLowerCase()}`;
      return [code, h('input', { id, class: `rate-field ${id}`, type: 'text', inputmode: 'decimal', autocomplete: 'off', value: rates[code] })];
    }));
    const outcome = h('div', { id: 'rates-outcome', class: 'outcome', 'aria-live': 'polite' });
    let waiting = false;

    async function save(event) {
      event.preventDefault();
      if (waiting) return;
      waiting = true;
      outcome.replaceChildren();
      try {
        await call('PUT', '/api/rates', Object.fromEntries(CODES.map((code) => [code, fields[code].value])));
        outcome.replaceChildren(message('rates-saved', 'success', 'status', 'Your changes are saved.'));
      } catch (error) {
        outcome.replaceChildren(message('rates-error', 'message', 'alert', error.message));
      } finally {
        waiting = false;
      }
    }

    content.replaceChildren(
      h('form', { id: 'rates-form', class: 'rates-form', novalidate: true, onsubmit: save, oninput: () => outcome.replaceChildren() },
        h('p', { id: 'rates-hint', class: 'hint rates-hint' }, 'How much one EUR is worth:'),
        ...CODES.map((code) => labelled(code, fields[code])),
        h('button', { id: 'save-rates', class: 'primary save-rates', type: 'submit' }, 'Save')),
      outcome,
    );
  }

  call('GET', '/api/rates').then(
    ({ rates }) => showForm(rates),
    (error) => content.replaceChildren(message('rates-error', 'message', 'alert', error.message)),
  );

  return [
    h('header', { class: 'page-header' },
      h('h1', { id: 'page-heading', class: 'page-heading' }, 'Exchange rates'),
      h('nav', {}, h('a', { id: 'converter-link', class: 'page-link converter-link', href: '#/' }, 'Back to the converter'))),
    content,
  ];
}

import { call } from '../api.js';
import { attempt, finder, make, onSubmit, syncList, syncOptions } from '../ui.js';

const HTML = `
  <h1 id="page-heading" class="page-heading">Deals</h1>
  <section id="add-deal" class="card">
    <h2 id="add-deal-heading" class="section-heading">Add a deal</h2>
    <form id="add-deal-form" class="form" novalidate>
      <label class="field-label" for="deal-title">Title
        <input id="deal-title" class="field" type="text" autocomplete="off"></label>
      <label class="field-label" for="deal-company">Company
        <select id="deal-company" class="field"></select></label>
      <label class="field-label" for="deal-value">Value
        <input id="deal-value" class="field" type="text" inputmode="decimal" autocomplete="off"></label>
      <button id="add-deal-button" class="main-button">Add deal</button>
      <p id="add-deal-message" class="message" role="alert"></p>
    </form>
  </section>
  <section id="stages" class="card">
    <h2 id="stages-heading" class="section-heading">Number and value of the deals</h2>
    <ul id="stage-list" class="stage-list"></ul>
  </section>
  <section id="deals" class="card">
    <p id="deal-list-message" class="message" role="alert"></p>
    <ul id="deal-list" class="list"></ul>
    <p id="deals-empty" class="empty" hidden>There are none yet.</p>
  </section>`;

export function dealsPage(page) {
  page.innerHTML = HTML;
  const $ = finder(page);
  const listMessage = $('deal-list-message');

  async function load() {
    const [{ deals, stages }, { companies }] = await Promise.all([call('GET', '/api/deals'), call('GET', '/api/companies')]);
    syncList($('deal-list'), deals, makeRow);
    syncList($('stage-list'), stages, makeStage);
    syncOptions($('deal-company'), companies, 'Choose a company', ({ name }) => name);
    $('deals-empty').hidden = deals.length > 0;
  }

  const makeStage = ({ stage, count, sum }) => {
    const id = `stage-${stage.toLowerCase()}`;
    return make('li', { id, className: 'stage' },
      make('span', { id: `${id}-name`, className: 'stage-name', text: stage }), ' ',
      make('span', { id: `${id}-count`, className: 'stage-count', text: count }), ' ',
      make('span', { id: `${id}-sum`, className: 'stage-sum', text: sum }));
  };

  function makeRow({ id, title, company, value, stage, open }) {
    const button = (action, text) =>
      make('button', {
        id: `deal-${id}-${action}`,
        className: `deal-${action} quiet-button`,
        type: 'button',
        text,
        onclick: (event) =>
          attempt(event.currentTarget, listMessage, async () => {
            try {
              await call('POST', `/api/deals/${id}/${action}`, { from: stage });
            } finally {
              await load();
            }
          }),
      });
    return make('li', { id: `deal-${id}`, className: 'deal-row row' },
      make('span', { id: `deal-${id}-title`, className: 'deal-title typed', text: title }),
      make('span', { id: `deal-${id}-company`, className: 'deal-company typed', text: company }),
      make('span', { id: `deal-${id}-value`, className: 'deal-value number', text: value }),
      make('span', { id: `deal-${id}-stage`, className: 'deal-stage', text: stage }),
      make('span', { className: 'row-buttons' }, open && button('advance', 'Advance'), open && button('lose', 'Lose')));
  }

  onSubmit($('add-deal-form'), $('add-deal-message'), async () => {
    await call('POST', '/api/deals', {
      title: $('deal-title').value,
      companyId: Number($('deal-company').value),
      value: $('deal-value').value,
    });
    $('add-deal-form').reset();
    await load();
  });

  attempt(null, listMessage, load);
}

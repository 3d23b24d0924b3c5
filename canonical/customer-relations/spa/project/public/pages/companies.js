import { call } from '../api.js';
import { attempt, finder, make, onSubmit, syncList } from '../ui.js';

const HTML = `
  <h1 id="page-heading" class="page-heading">Companies</h1>
  <section id="add-company" class="card">
    <h2 id="add-company-heading" class="section-heading">Add a company</h2>
    <form id="add-company-form" class="form" novalidate>
      <label class="field-label" for="company-name">Name
        <input id="company-name" class="field" type="text" autocomplete="off"></label>
      <label class="field-label" for="company-city">City
        <input id="company-city" class="field" type="text" autocomplete="off"></label>
      <button id="add-company-button" class="main-button">Add company</button>
      <p id="add-company-message" class="message" role="alert"></p>
    </form>
  </section>
  <section id="edit-company" class="card" hidden>
    <h2 id="edit-company-heading" class="section-heading">Edit the company</h2>
    <form id="edit-company-form" class="form" novalidate>
      <label class="field-label" for="edit-company-name">Name
        <input id="edit-company-name" class="field" type="text" autocomplete="off"></label>
      <label class="field-label" for="edit-company-city">City
        <input id="edit-company-city" class="field" type="text" autocomplete="off"></label>
      <button id="save-company-button" class="main-button">Save</button>
      <button id="cancel-edit-button" class="quiet-button" type="button">Cancel</button>
      <p id="edit-company-message" class="message" role="alert"></p>
    </form>
  </section>
  <section id="companies" class="card">
    <form id="search-form" class="form" role="search" novalidate>
      <label class="field-label" for="search-field">Name or city contains
        <input id="search-field" class="field" type="search" autocomplete="off"></label>
      <button id="search-button" class="main-button">Search</button>
    </form>
    <p id="company-list-message" class="message" role="alert"></p>
    <ul id="company-list" class="list"></ul>
    <p id="companies-empty" class="empty" hidden></p>
  </section>`;

export function companiesPage(page, { query }) {
  page.innerHTML = HTML;
  const $ = finder(page);
  const listMessage = $('company-list-message');
  let search = query.get('search') ?? '';
  let edited = null;
  $('search-field').value = search;

  async function load() {
    const { companies } = await call('GET', `/api/companies?search=${encodeURIComponent(search)}`);
    syncList($('company-list'), companies, makeRow);
    $('companies-empty').hidden = companies.length > 0;
    $('companies-empty').textContent = search ? 'Nothing was found.' : 'There are none yet.';
  }

  function makeRow(company) {
    const { id, name, city } = company;
    return make('li', { id: `company-${id}`, className: 'company-row row' },
      make('a', { id: `company-${id}-link`, className: 'company-link typed', href: `#/companies/${id}`, text: name }),
      make('span', { id: `company-${id}-city`, className: 'company-city typed', text: city }),
      make('span', { className: 'row-buttons' },
        make('button', { id: `company-${id}-edit`, className: 'company-edit quiet-button', type: 'button', text: 'Edit', onclick: () => edit(company) }),
        make('button', {
          id: `company-${id}-delete`,
          className: 'company-delete danger-button',
          type: 'button',
          text: 'Delete',
          onclick: (event) =>
            attempt(event.currentTarget, listMessage, async () => {
              await call('DELETE', `/api/companies/${id}`);
              if (edited?.id === id) edit(null);
              await load();
            }),
        })));
  }

  function edit(company) {
    edited = company;
    for (const message of page.querySelectorAll('.message')) message.textContent = '';
    $('edit-company').hidden = !company;
    $('edit-company-name').value = company?.name ?? '';
    $('edit-company-city').value = company?.city ?? '';
    if (company) $('edit-company-name').focus();
  }

  onSubmit($('add-company-form'), $('add-company-message'), async () => {
    await call('POST', '/api/companies', { name: $('company-name').value, city: $('company-city').value });
    $('add-company-form').reset();
    await load();
  });

  onSubmit($('edit-company-form'), $('edit-company-message'), async () => {
    await call('PUT', `/api/companies/${edited.id}`, {
      name: $('edit-company-name').value,
      city: $('edit-company-city').value,
    });
    edit(null);
    await load();
  });

  $('cancel-edit-button').addEventListener('click', () => edit(null));

  onSubmit($('search-form'), listMessage, async () => {
    search = $('search-field').value;
    history.replaceState(null, '', search ? `#/companies?search=${encodeURIComponent(search)}` : '#/companies');
    await load();
  });

  attempt(null, listMessage, load);
}

import { call } from '../api.js';
import { attempt, finder, make, onSubmit, syncList, syncOptions } from '../ui.js';

const HTML = `
  <h1 id="page-heading" class="page-heading">Contacts</h1>
  <section id="add-contact" class="card">
    <h2 id="add-contact-heading" class="section-heading">Add a contact</h2>
    <form id="add-contact-form" class="form" novalidate>
      <label class="field-label" for="contact-name">Name
        <input id="contact-name" class="field" type="text" autocomplete="off"></label>
      <label class="field-label" for="contact-email">Email
        <input id="contact-email" class="field" type="text" inputmode="email" autocomplete="off"></label>
      <label class="field-label" for="contact-company">Company
        <select id="contact-company" class="field"></select></label>
      <button id="add-contact-button" class="main-button">Add contact</button>
      <p id="add-contact-message" class="message" role="alert"></p>
    </form>
  </section>
  <section id="contacts" class="card">
    <p id="contact-list-message" class="message" role="alert"></p>
    <ul id="contact-list" class="list"></ul>
    <p id="contacts-empty" class="empty" hidden>There are none yet.</p>
  </section>`;

export function contactsPage(page) {
  page.innerHTML = HTML;
  const $ = finder(page);
  const listMessage = $('contact-list-message');

  async function load() {
    const [{ contacts }, { companies }] = await Promise.all([call('GET', '/api/contacts'), call('GET', '/api/companies')]);
    syncList($('contact-list'), contacts, makeRow);
    syncOptions($('contact-company'), companies, 'Choose a company', ({ name }) => name);
    $('contacts-empty').hidden = contacts.length > 0;
  }

  const makeRow = ({ id, name, email, company }) =>
    make('li', { id: `contact-${id}`, className: 'contact-row row' },
      make('span', { id: `contact-${id}-name`, className: 'contact-name typed', text: name }),
      make('span', { id: `contact-${id}-email`, className: 'contact-email typed', text: email }),
      make('span', { id: `contact-${id}-company`, className: 'contact-company typed', text: company }),
      make('span', { className: 'row-buttons' },
        make('button', {
          id: `contact-${id}-delete`,
          className: 'contact-delete danger-button',
          type: 'button',
          text: 'Delete',
          onclick: (event) =>
            attempt(event.currentTarget, listMessage, async () => {
              await call('DELETE', `/api/contacts/${id}`);
              await load();
            }),
        })));

  onSubmit($('add-contact-form'), $('add-contact-message'), async () => {
    await call('POST', '/api/contacts', {
      name: $('contact-name').value,
      email: $('contact-email').value,
      companyId: Number($('contact-company').value),
    });
    $('add-contact-form').reset();
    await load();
  });

  attempt(null, listMessage, load);
}

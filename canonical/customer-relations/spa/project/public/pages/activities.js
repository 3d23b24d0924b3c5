import { call } from '../api.js';
import { attempt, finder, make, onSubmit, syncList, syncOptions } from '../ui.js';

const HTML = `
  <h1 id="page-heading" class="page-heading">Open activities</h1>
  <section id="add-activity" class="card">
    <h2 id="add-activity-heading" class="section-heading">Add an activity</h2>
    <form id="add-activity-form" class="form" novalidate>
      <label class="field-label" for="activity-contact">Contact
        <select id="activity-contact" class="field"></select></label>
      <label class="field-label" for="activity-kind">Kind
        <select id="activity-kind" class="field">
          <option class="kind-option">Call</option>
          <option class="kind-option">Meeting</option>
          <option class="kind-option">Letter</option>
        </select></label>
      <label class="field-label" for="activity-date">Date
        <input id="activity-date" class="field" type="date" max="9999-12-31"></label>
      <label class="field-label" for="activity-note">Note
        <input id="activity-note" class="field" type="text" autocomplete="off"></label>
      <button id="add-activity-button" class="main-button">Add activity</button>
      <p id="add-activity-message" class="message" role="alert"></p>
    </form>
  </section>
  <section id="activities" class="card">
    <p id="activity-list-message" class="message" role="alert"></p>
    <ul id="activity-list" class="list"></ul>
    <p id="activities-empty" class="empty" hidden>There are none.</p>
  </section>`;

export function activitiesPage(page) {
  page.innerHTML = HTML;
  const $ = finder(page);
  const listMessage = $('activity-list-message');

  async function load() {
    const [{ activities }, { contacts }] = await Promise.all([call('GET', '/api/activities'), call('GET', '/api/contacts')]);
    const namesakes = (name) => contacts.filter((other) => other.name === name).length;
    syncList($('activity-list'), activities, makeRow);
    syncOptions($('activity-contact'), contacts, 'Choose a contact', ({ name, company }) =>
      namesakes(name) > 1 ? `${name} (${company})` : name);
    $('activities-empty').hidden = activities.length > 0;
  }

  const makeRow = ({ id, date, kind, contact, note }) =>
    make('li', { id: `activity-${id}`, className: 'activity-row row' },
      make('span', { id: `activity-${id}-date`, className: 'activity-date', text: date }),
      make('span', { id: `activity-${id}-kind`, className: 'activity-kind', text: kind }),
      make('span', { id: `activity-${id}-contact`, className: 'activity-contact typed', text: contact }),
      make('span', { id: `activity-${id}-note`, className: 'activity-note typed', text: note }),
      make('span', { className: 'row-buttons' },
        make('button', {
          id: `activity-${id}-done`,
          className: 'activity-done quiet-button',
          type: 'button',
          text: 'Done',
          onclick: (event) =>
            attempt(event.currentTarget, listMessage, async () => {
              try {
                await call('POST', `/api/activities/${id}/done`);
              } finally {
                await load();
              }
            }),
        })));

  onSubmit($('add-activity-form'), $('add-activity-message'), async () => {
    await call('POST', '/api/activities', {
      contactId: Number($('activity-contact').value),
      kind: $('activity-kind').value,
      date: $('activity-date').value,
      note: $('activity-note').value,
    });
    $('add-activity-form').reset();
    await load();
  });

  attempt(null, listMessage, load);
}

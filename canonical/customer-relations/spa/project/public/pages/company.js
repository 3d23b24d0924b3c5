import { call } from '../api.js';
import { attempt, finder, make, syncList } from '../ui.js';

const HTML = `
  <h1 id="company-name" class="page-heading company-name typed"></h1>
  <p id="company-message" class="message" role="alert"></p>
  <div id="company-details" class="details" hidden>
    <section id="company-facts" class="card">
      <dl id="company-fact-list" class="facts">
        <dt>City</dt><dd id="company-city" class="company-city typed"></dd>
        <dt>Leads and Offers</dt><dd id="open-sum" class="open-sum"></dd>
        <dt>Won</dt><dd id="won-sum" class="won-sum"></dd>
      </dl>
    </section>
    <section id="company-contacts" class="card">
      <h2 id="company-contacts-heading" class="section-heading">Contacts</h2>
      <ul id="company-contact-list" class="list"></ul>
    </section>
    <section id="company-deals" class="card">
      <h2 id="company-deals-heading" class="section-heading">Deals</h2>
      <ul id="company-deal-list" class="list"></ul>
    </section>
    <section id="company-activities" class="card">
      <h2 id="company-activities-heading" class="section-heading">Activities</h2>
      <ul id="company-activity-list" class="list"></ul>
    </section>
  </div>`;

const contactRow = ({ id, name, email }) =>
  make('li', { id: `contact-${id}`, className: 'contact-row row' },
    make('span', { id: `contact-${id}-name`, className: 'contact-name typed', text: name }),
    make('span', { id: `contact-${id}-email`, className: 'contact-email typed', text: email }));

const dealRow = ({ id, title, value, stage }) =>
  make('li', { id: `deal-${id}`, className: 'deal-row row' },
    make('span', { id: `deal-${id}-title`, className: 'deal-title typed', text: title }),
    make('span', { id: `deal-${id}-value`, className: 'deal-value number', text: value }),
    make('span', { id: `deal-${id}-stage`, className: 'deal-stage', text: stage }));

const activityRow = ({ id, date, kind, contact, note, done }) =>
  make('li', { id: `activity-${id}`, className: 'activity-row row' },
    make('span', { id: `activity-${id}-date`, className: 'activity-date', text: date }),
    make('span', { id: `activity-${id}-kind`, className: 'activity-kind', text: kind }),
    make('span', { id: `activity-${id}-contact`, className: 'activity-contact typed', text: contact }),
    make('span', { id: `activity-${id}-note`, className: 'activity-note typed', text: note }),
    make('span', { id: `activity-${id}-state`, className: 'activity-state', text: done ? 'done' : 'open' }));

export function companyPage(page, { id }) {
  page.innerHTML = HTML;
  const $ = finder(page);
  attempt(null, $('company-message'), async () => {
    const { company, contacts, deals, openSum, wonSum, activities } = await call('GET', `/api/companies/${id}`);
    $('company-name').textContent = company.name;
    $('company-city').textContent = company.city;
    $('open-sum').textContent = openSum;
    $('won-sum').textContent = wonSum;
    syncList($('company-contact-list'), contacts, contactRow);
    syncList($('company-deal-list'), deals, dealRow);
    syncList($('company-activity-list'), activities, activityRow);
    $('company-details').hidden = false;
  });
}

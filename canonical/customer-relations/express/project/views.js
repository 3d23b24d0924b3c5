'use strict';

const store = require('./store');
const { STAGES, KINDS, byName, byDate, foldCase, isOpenDeal, formatValue, sumOf } = require('./rules');

// html`…` escapes what is put in, except for what html`…` itself made, and joins lists.

class Html {
  constructor(text) { this.text = text; }
  toString() { return this.text; }
}
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '\r': '&#13;' };
function insert(value) {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(insert).join('');
  return String(value).replace(/[&<>"'\r]/g, (c) => ESCAPES[c]);
}
const html = (strings, ...values) => new Html(String.raw({ raw: strings }, ...values.map(insert)));

const NAVIGATION = [
  ['companies', 'Companies'],
  ['contacts', 'Contacts'],
  ['deals', 'Deals'],
  ['activities', 'Activities'],
];

function layout({ title, here, problems = [], body }) {
  const links = NAVIGATION.map(([page, label]) => html`
      <a id="${page}-link" class="page-link" href="/${page}"${page === here ? html` aria-current="page"` : ''}>${label}</a>`);
  return html`<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} – Customer relations</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/style.css">
</head>
<body>
  <header class="site-header">
    <nav id="navigation" class="navigation" aria-label="Pages">${links}
    </nav>
  </header>
  <main id="page" class="page">
    <p id="message" class="message" role="alert"${problems.length ? '' : html` hidden`}>${problems.join(' ')}</p>
${body}
  </main>
</body>
</html>
`.toString();
}

// --- pieces of forms and tables ---

const textField = (id, name, label, value, attributes = '') => html`
        <div class="field">
          <label id="${id}-label" class="field-label" for="${id}">${label}</label>
          <input id="${id}" class="text-field" name="${name}" type="text" value="${value}"${attributes}>
        </div>`;

/** options: [value, text, id][] */
const selection = (id, name, label, options, chosen) => html`
        <div class="field">
          <label id="${id}-label" class="field-label" for="${id}">${label}</label>
          <select id="${id}" class="selection" name="${name}">${options.map(([value, text, optionId]) => html`
            <option id="${optionId}" class="${id}-option" value="${value}"${String(value) === chosen ? html` selected` : ''}>${text}</option>`)}
          </select>
        </div>`;

const companySelection = (id, chosen) => selection(id, 'company', 'Company',
  [...store.all('companies')].sort(byName).map((company) => [company.id, company.name, `${id}-option-${company.id}`]), chosen);

/** Contacts of the same name are told apart by company and email. */
function contactSelection(id, chosen) {
  const contacts = [...store.all('contacts')].sort(byName);
  const options = contacts.map((contact) => {
    const unique = contacts.every((other) => other === contact || other.name.trim() !== contact.name.trim());
    const text = unique ? contact.name : `${contact.name} (${companyOf(contact).name}, ${contact.email})`;
    return [contact.id, text, `${id}-option-${contact.id}`];
  });
  return selection(id, 'contact', 'Contact', options, chosen);
}

/** columns: [key, heading][]; without rows, the text `none` stands in the table's place. */
function table(id, columns, rows, none) {
  if (!rows.length) return html`<p id="no-${id}" class="none">${none}</p>`;
  return html`<table id="${id}" class="list">
      <thead>
        <tr id="${id}-heading-row" class="heading-row">${columns.map(([key, heading]) => html`
          <th id="${id}-${key}-heading" class="column-heading" scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>${rows}
      </tbody>
    </table>`;
}

const actionButton = (action, id, className, label, hidden = '') => html`
            <form class="action" method="post" action="${action}">${hidden}<button id="${id}" class="${className}" type="submit">${label}</button></form>`;

const companyOf = (record) => store.find('companies', record.companyId);
const contactOf = (activity) => store.find('contacts', activity.contactId);
const companyLink = (id, company) => html`<a id="${id}" class="company-link text" href="/companies/${company.id}">${company.name}</a>`;

// --- companies ---

function companiesPage({ query = '', typed = { name: '', city: '' }, problems }) {
  const wanted = foldCase(query);
  const rows = [...store.all('companies')].sort(byName)
    .filter((company) => [company.name, company.city].some((text) => foldCase(text).includes(wanted)))
    .map((company) => html`
        <tr id="company-${company.id}" class="company-row">
          <td id="company-name-${company.id}" class="company-name">${companyLink(`company-link-${company.id}`, company)}</td>
          <td id="company-city-${company.id}" class="company-city text">${company.city}</td>
          <td id="company-actions-${company.id}" class="actions">
            <a id="edit-company-${company.id}" class="edit-company button" href="/companies/${company.id}/edit">Edit</a>${actionButton(
    `/companies/${company.id}/delete`, `delete-company-${company.id}`, 'delete-company', 'Delete',
    query ? html`<input type="hidden" name="q" value="${query}">` : '')}
          </td>
        </tr>`);
  return layout({
    title: 'Companies',
    here: 'companies',
    problems,
    body: html`
    <h1 id="page-title" class="page-title">Companies</h1>
    <form id="search-form" class="search-form" method="get" action="/companies" role="search" autocomplete="off">
      <label id="search-label" class="field-label" for="search">Name or city</label>
      <input id="search" class="search-field" name="q" type="text" value="${query}">
      <button id="search-button" class="search-button" type="submit">Search</button>
    </form>
    ${table('companies', [['name', 'Company'], ['city', 'City'], ['actions', 'Actions']], rows,
    query ? 'No company fits this search.' : 'There are no companies yet.')}
    <h2 id="add-title" class="section-title">New company</h2>
    <form id="company-form" class="record-form" method="post" action="/companies" novalidate autocomplete="off">
      ${textField('new-company-name', 'name', 'Name', typed.name)}
      ${textField('new-company-city', 'city', 'City', typed.city)}
      <button id="add-company-button" class="add-button" type="submit">Add company</button>
    </form>`,
  });
}

function companyFormPage({ company, typed = company, problems }) {
  return layout({
    title: 'Edit company',
    problems,
    body: html`
    <h1 id="page-title" class="page-title">Edit company</h1>
    <form id="edit-form" class="record-form" method="post" action="/companies/${company.id}/edit" novalidate autocomplete="off">
      ${textField('edit-company-name', 'name', 'Name', typed.name)}
      ${textField('edit-company-city', 'city', 'City', typed.city)}
      <button id="save-button" class="save-button" type="submit">Save</button>
      <a id="cancel-link" class="cancel-link" href="/companies">Cancel</a>
    </form>`,
  });
}

function companyPage(company) {
  const contacts = store.all('contacts').filter((contact) => contact.companyId === company.id).sort(byName);
  const deals = store.all('deals').filter((deal) => deal.companyId === company.id);
  const activities = store.all('activities')
    .filter((activity) => contacts.some((contact) => contact.id === activity.contactId)).sort(byDate).reverse();

  const contactRows = contacts.map((contact) => html`
        <tr id="contact-${contact.id}" class="contact-row">
          <td id="contact-name-${contact.id}" class="contact-name text">${contact.name}</td>
          <td id="contact-email-${contact.id}" class="contact-email text">${contact.email}</td>
        </tr>`);
  const dealRows = deals.map((deal) => html`
        <tr id="deal-${deal.id}" class="deal-row">
          <td id="deal-title-${deal.id}" class="deal-title text">${deal.title}</td>
          <td id="deal-value-${deal.id}" class="deal-value number">${formatValue(deal.value)}</td>
          <td id="deal-stage-${deal.id}" class="deal-stage">${deal.stage}</td>
        </tr>`);
  const activityRows = activities.map((activity) => html`
        <tr id="activity-${activity.id}" class="activity-row">
          <td id="activity-date-${activity.id}" class="activity-date">${activity.date}</td>
          <td id="activity-kind-${activity.id}" class="activity-kind">${activity.kind}</td>
          <td id="activity-contact-${activity.id}" class="activity-contact text">${contactOf(activity).name}</td>
          <td id="activity-note-${activity.id}" class="activity-note text">${activity.note}</td>
          <td id="activity-state-${activity.id}" class="activity-state">${activity.done ? 'done' : 'open'}</td>
        </tr>`);
  return layout({
    title: company.name,
    body: html`
    <h1 id="company-name" class="company-name text">${company.name}</h1>
    <p id="company-city" class="company-city text">${company.city}</p>
    <p><a id="edit-company" class="edit-company button" href="/companies/${company.id}/edit">Edit</a></p>

    <h2 id="contacts-title" class="section-title">Contacts</h2>
    ${table('contacts', [['name', 'Name'], ['email', 'Email']], contactRows, 'No contacts yet.')}

    <h2 id="deals-title" class="section-title">Deals</h2>
    ${table('deals', [['title', 'Title'], ['value', 'Value'], ['stage', 'Stage']], dealRows, 'No deals yet.')}
    <dl class="sums">
      <dt id="open-sum-label" class="sum-label">Leads and Offers</dt>
      <dd id="open-sum" class="sum">${sumOf(deals.filter(isOpenDeal))}</dd>
      <dt id="won-sum-label" class="sum-label">Won</dt>
      <dd id="won-sum" class="sum">${sumOf(deals.filter((deal) => deal.stage === 'Won'))}</dd>
    </dl>

    <h2 id="activities-title" class="section-title">Activities</h2>
    ${table('activities', [['date', 'Date'], ['kind', 'Kind'], ['contact', 'Contact'], ['note', 'Note'], ['state', 'State']],
    activityRows, 'No activities yet.')}`,
  });
}

// --- contacts ---

function contactsPage({ typed = { name: '', email: '', company: '' }, problems }) {
  const rows = [...store.all('contacts')].sort(byName).map((contact) => html`
        <tr id="contact-${contact.id}" class="contact-row">
          <td id="contact-name-${contact.id}" class="contact-name text">${contact.name}</td>
          <td id="contact-email-${contact.id}" class="contact-email text">${contact.email}</td>
          <td id="contact-company-${contact.id}" class="contact-company">${companyLink(`contact-company-link-${contact.id}`, companyOf(contact))}</td>
          <td id="contact-actions-${contact.id}" class="actions">${actionButton(`/contacts/${contact.id}/delete`, `delete-contact-${contact.id}`, 'delete-contact', 'Delete')}
          </td>
        </tr>`);
  return layout({
    title: 'Contacts',
    here: 'contacts',
    problems,
    body: html`
    <h1 id="page-title" class="page-title">Contacts</h1>
    ${table('contacts', [['name', 'Name'], ['email', 'Email'], ['company', 'Company'], ['actions', 'Actions']], rows,
    'There are no contacts yet.')}
    <h2 id="add-title" class="section-title">New contact</h2>
    ${needed('companies', 'A contact belongs to a company: please add the company first.')}
    <form id="contact-form" class="record-form" method="post" action="/contacts" novalidate autocomplete="off">
      ${textField('new-contact-name', 'name', 'Name', typed.name)}
      ${textField('new-contact-email', 'email', 'Email', typed.email, html` inputmode="email"`)}
      ${companySelection('new-contact-company', typed.company)}
      <button id="add-contact-button" class="add-button" type="submit">Add contact</button>
    </form>`,
  });
}

const needed = (records, text) => (store.all(records).length ? '' : html`<p id="hint" class="hint">${text}</p>`);

// --- deals ---

function dealsPage({ typed = { title: '', company: '', value: '' }, problems }) {
  const deals = store.all('deals');
  const rows = deals.map((deal) => {
    const stage = html`<input type="hidden" name="stage" value="${deal.stage}">`;
    return html`
        <tr id="deal-${deal.id}" class="deal-row">
          <td id="deal-title-${deal.id}" class="deal-title text">${deal.title}</td>
          <td id="deal-company-${deal.id}" class="deal-company">${companyLink(`deal-company-link-${deal.id}`, companyOf(deal))}</td>
          <td id="deal-value-${deal.id}" class="deal-value number">${formatValue(deal.value)}</td>
          <td id="deal-stage-${deal.id}" class="deal-stage">${deal.stage}</td>
          <td id="deal-actions-${deal.id}" class="actions">${isOpenDeal(deal) ? [
    actionButton(`/deals/${deal.id}/advance`, `advance-deal-${deal.id}`, 'advance-deal', 'Advance', stage),
    actionButton(`/deals/${deal.id}/lose`, `lose-deal-${deal.id}`, 'lose-deal', 'Lose', stage),
  ] : ''}
          </td>
        </tr>`;
  });
  const stageRows = STAGES.map((stage) => {
    const inStage = deals.filter((deal) => deal.stage === stage);
    const id = `stage-${stage.toLowerCase()}`;
    return html`
        <tr id="${id}" class="stage-row">
          <th id="${id}-name" class="stage-name" scope="row">${stage}</th>
          <td id="${id}-count" class="stage-count number">${inStage.length}</td>
          <td id="${id}-sum" class="stage-sum number">${sumOf(inStage)}</td>
        </tr>`;
  });
  return layout({
    title: 'Deals',
    here: 'deals',
    problems,
    body: html`
    <h1 id="page-title" class="page-title">Deals</h1>
    ${table('deals', [['title', 'Title'], ['company', 'Company'], ['value', 'Value'], ['stage', 'Stage'], ['actions', 'Actions']], rows,
    'There are no deals yet.')}
    <h2 id="stages-title" class="section-title">Stages</h2>
    ${table('stages', [['name', 'Stage'], ['count', 'Deals'], ['sum', 'Sum of values']], stageRows)}
    <h2 id="add-title" class="section-title">New deal</h2>
    ${needed('companies', 'A deal belongs to a company: please add the company first.')}
    <form id="deal-form" class="record-form" method="post" action="/deals" novalidate autocomplete="off">
      ${textField('new-deal-title', 'title', 'Title', typed.title)}
      ${companySelection('new-deal-company', typed.company)}
      ${textField('new-deal-value', 'value', 'Value', typed.value, html` inputmode="decimal"`)}
      <button id="add-deal-button" class="add-button" type="submit">Add deal</button>
    </form>`,
  });
}

// --- activities ---

function activitiesPage({ typed = { contact: '', kind: '', date: '', note: '' }, problems }) {
  const rows = store.all('activities').filter((activity) => !activity.done).sort(byDate).map((activity) => html`
        <tr id="activity-${activity.id}" class="activity-row">
          <td id="activity-date-${activity.id}" class="activity-date">${activity.date}</td>
          <td id="activity-kind-${activity.id}" class="activity-kind">${activity.kind}</td>
          <td id="activity-contact-${activity.id}" class="activity-contact text">${contactOf(activity).name}</td>
          <td id="activity-note-${activity.id}" class="activity-note text">${activity.note}</td>
          <td id="activity-actions-${activity.id}" class="actions">${actionButton(`/activities/${activity.id}/done`, `finish-activity-${activity.id}`, 'finish-activity', 'Done')}
          </td>
        </tr>`);
  return layout({
    title: 'Activities',
    here: 'activities',
    problems,
    body: html`
    <h1 id="page-title" class="page-title">Open activities</h1>
    ${table('activities', [['date', 'Date'], ['kind', 'Kind'], ['contact', 'Contact'], ['note', 'Note'], ['actions', 'Actions']], rows,
    'There are no open activities.')}
    <h2 id="add-title" class="section-title">New activity</h2>
    ${needed('contacts', 'An activity belongs to a contact: please add the contact first.')}
    <form id="activity-form" class="record-form" method="post" action="/activities" novalidate autocomplete="off">
      ${contactSelection('new-activity-contact', typed.contact)}
      ${selection('new-activity-kind', 'kind', 'Kind', KINDS.map((kind) => [kind, kind, `new-activity-kind-${kind.toLowerCase()}`]), typed.kind)}
        <div class="field">
          <label id="new-activity-date-label" class="field-label" for="new-activity-date">Date</label>
          <input id="new-activity-date" class="date-field" name="date" type="date" value="${typed.date}">
        </div>
      ${textField('new-activity-note', 'note', 'Note', typed.note)}
      <button id="add-activity-button" class="add-button" type="submit">Add activity</button>
    </form>`,
  });
}

const errorPage = (title, text) => layout({
  title,
  problems: [text],
  body: html`
    <h1 id="page-title" class="page-title">${title}</h1>`,
});

module.exports = { companiesPage, companyFormPage, companyPage, contactsPage, dealsPage, activitiesPage, errorPage };
